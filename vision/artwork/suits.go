package artwork

import "math"

// polar gives the point at a turn (1 is a full circle, 0 is up) and radius.
func polar(turn, radius float64) (x, y float64) {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return radius * sin, -radius * cos
}

// spot is where one dot or one bamboo stands, and in which of the set's three
// colours.
type spot struct {
	x, y   float64
	colour int // 0 green, 1 red, 2 blue
}

var dotSpots = [10][]spot{
	1: {{50, 68, 1}},
	2: {{50, 36, 0}, {50, 100, 2}},
	3: {{26, 32, 2}, {50, 68, 1}, {74, 104, 0}},
	4: {{30, 36, 2}, {70, 36, 0}, {30, 100, 0}, {70, 100, 2}},
	5: {{26, 30, 2}, {74, 30, 0}, {50, 68, 1}, {26, 106, 0}, {74, 106, 2}},
	6: {{32, 26, 0}, {68, 26, 0}, {32, 72, 1}, {68, 72, 1}, {32, 106, 1}, {68, 106, 1}},
	7: {{24, 22, 0}, {50, 34, 0}, {76, 46, 0}, {34, 80, 1}, {66, 80, 1}, {34, 110, 1}, {66, 110, 1}},
	8: {{34, 22, 2}, {66, 22, 2}, {34, 53, 2}, {66, 53, 2}, {34, 84, 2}, {66, 84, 2}, {34, 115, 2}, {66, 115, 2}},
	9: {{24, 28, 0}, {50, 28, 0}, {76, 28, 0}, {24, 68, 1}, {50, 68, 1}, {76, 68, 1}, {24, 108, 2}, {50, 108, 2}, {76, 108, 2}},
}

// dots draws the dots suit.
func (a *artist) dots(rank int) {
	radius := []float64{0, 34, 22, 17, 17, 15, 14, 12.5, 13.5, 12}[rank]
	for _, s := range dotSpots[rank] {
		a.dot(a, s, radius)
	}
	if rank != 1 && rank != 3 {
		a.index(rune('0' + rank))
	}
}

// rings are a disc, a ring and a core.
func (a *artist) rings(s spot, r float64) {
	outer, inner := a.suits[s.colour], a.suits[(s.colour+1)%3]
	a.use(outer)
	a.ellipse(s.x, s.y, r, r)
	a.ink = a.ground
	a.ellipse(s.x, s.y, r*0.72, r*0.72)
	a.use(outer)
	a.ellipse(s.x, s.y, r*0.5, r*0.5)
	if r > 20 {
		a.use(inner)
	} else {
		a.ink = a.ground
	}
	a.ellipse(s.x, s.y, r*0.2, r*0.2)
}

// rosette is a disc out of which petals are cut.
func (a *artist) rosette(s spot, r float64) {
	outer, inner := a.suits[s.colour], a.suits[(s.colour+1)%3]
	a.use(outer)
	a.ellipse(s.x, s.y, r, r)
	a.ink = a.ground
	for i := 0; i < 8; i++ {
		x, y := polar(float64(i)/8, r*0.62)
		a.ellipse(s.x+x, s.y+y, r*0.15, r*0.15)
	}
	a.use(inner)
	a.ellipse(s.x, s.y, r*0.3, r*0.3)
}

// coin is a ring with a square hole and four strokes towards it.
func (a *artist) coin(s spot, r float64) {
	a.use(a.suits[s.colour])
	a.ellipse(s.x, s.y, r, r)
	a.ink = a.ground
	a.ellipse(s.x, s.y, r*0.8, r*0.8)
	a.use(a.suits[s.colour])
	a.rect(s.x-r*0.34, s.y-r*0.34, s.x+r*0.34, s.y+r*0.34)
	for i := range 4 {
		x, y := polar(float64(i)/4, r*0.8)
		a.line(s.x, s.y, s.x+x, s.y+y, r*0.16)
	}
	a.ink = a.ground
	a.rect(s.x-r*0.2, s.y-r*0.2, s.x+r*0.2, s.y+r*0.2)
}

// disc is full but for a thin ring.
func (a *artist) disc(s spot, r float64) {
	a.use(a.suits[s.colour])
	a.ellipse(s.x, s.y, r, r)
	a.ink = a.ground
	a.ellipse(s.x, s.y, r*0.84, r*0.84)
	a.use(a.suits[s.colour])
	a.ellipse(s.x, s.y, r*0.72, r*0.72)
	if r > 20 {
		a.use(a.suits[(s.colour+1)%3])
		a.ellipse(s.x, s.y, r*0.3, r*0.3)
	}
}

var bambooSpots = [10][]spot{
	2: {{50, 36, 0}, {50, 100, 2}},
	3: {{50, 36, 2}, {30, 100, 0}, {70, 100, 0}},
	4: {{30, 36, 2}, {70, 36, 0}, {30, 100, 0}, {70, 100, 2}},
	5: {{26, 36, 0}, {74, 36, 2}, {50, 68, 1}, {26, 100, 2}, {74, 100, 0}},
	6: {{26, 36, 0}, {50, 36, 0}, {74, 36, 0}, {26, 100, 2}, {50, 100, 2}, {74, 100, 2}},
	7: {{50, 25, 1}, {26, 70, 0}, {50, 70, 2}, {74, 70, 0}, {26, 112, 0}, {50, 112, 2}, {74, 112, 0}},
	9: {{26, 26, 1}, {50, 26, 2}, {74, 26, 0}, {26, 68, 1}, {50, 68, 2}, {74, 68, 0}, {26, 110, 1}, {50, 110, 2}, {74, 110, 0}},
}

// bamboos draws the bamboos suit: sticks, and a bird for the one.
func (a *artist) bamboos(rank int) {
	switch rank {
	case 1:
		a.bird(a)
	case 8:
		for _, row := range []struct{ y, lean float64 }{{38, 1}, {98, -1}} {
			a.upright(spot{22, row.y, 0}, 0, 25)
			a.upright(spot{78, row.y, 0}, 0, 25)
			a.upright(spot{40, row.y, 2}, row.lean*0.09, 25)
			a.upright(spot{60, row.y, 2}, -row.lean*0.09, 25)
		}
	default:
		length := 27.0
		if rank >= 7 {
			length = 18
		}
		for _, s := range bambooSpots[rank] {
			a.upright(s, 0, length)
		}
	}
	a.index(rune('0' + rank))
}

// upright draws one bamboo stick of the half length given, turned by a part of a
// full circle.
func (a *artist) upright(s spot, turn, half float64) {
	x, y := polar(turn, half)
	a.use(a.suits[s.colour])
	a.stick(a, s, x, y)
}

// slits is a thick stick with two slits.
func (a *artist) slits(s spot, x, y float64) {
	a.line(s.x-x, s.y-y, s.x+x, s.y+y, 11)
	a.ink = a.ground
	a.line(s.x-x*0.85, s.y-y*0.85, s.x-x*0.18, s.y-y*0.18, 3)
	a.line(s.x+x*0.85, s.y+y*0.85, s.x+x*0.18, s.y+y*0.18, 3)
}

// knots is a slim stick with three knots.
func (a *artist) knots(s spot, x, y float64) {
	a.line(s.x-x, s.y-y, s.x+x, s.y+y, 6)
	for _, k := range []float64{-1, 0, 1} {
		a.ellipse(s.x+k*x*0.9, s.y+k*y*0.9, 6.5, 4)
	}
}

// hollow is the outline of a stick with a knot.
func (a *artist) hollow(s spot, x, y float64) {
	a.line(s.x-x, s.y-y, s.x+x, s.y+y, 13)
	ink := a.ink
	a.ink = a.ground
	a.line(s.x-x*0.92, s.y-y*0.92, s.x+x*0.92, s.y+y*0.92, 8)
	a.ink = ink
	a.ellipse(s.x, s.y, 6.5, 3.5)
}

// split is a stick of two halves.
func (a *artist) split(s spot, x, y float64) {
	a.taper(stroke{s.x - x, s.y - y, s.x - x*0.16, s.y - y*0.16}, 8, 13)
	a.taper(stroke{s.x + x*0.16, s.y + y*0.16, s.x + x, s.y + y}, 13, 8)
}

// peacock is the one of bamboos in style A.
func (a *artist) peacock() {
	a.use(a.suits[0])
	for i := -3.0; i <= 3; i++ {
		x, y := polar(0.44+0.032*i, 58)
		a.use(a.suits[int(i+3)%2*2])
		a.taper(stroke{48, 62, 52 + x, 66 + y}, 3, 9)
	}
	a.use(green)
	a.ellipse(46, 62, 19, 22)
	a.taper(stroke{40, 48, 32, 28}, 14, 9)
	a.use(red)
	a.ellipse(32, 26, 9, 8)
	a.path(24, 24, 12, 28, 24, 31)
	a.taper(stroke{34, 18, 46, 8}, 3, 5)
	a.ink = a.ground
	a.ellipse(30, 24, 2.5, 2.5)
}

// sparrow sits on a branch.
func (a *artist) sparrow() {
	a.use(a.suits[0])
	a.ellipse(52, 66, 26, 17)
	a.ellipse(30, 46, 12, 11)
	a.path(20, 42, 8, 48, 20, 52)
	a.taper(stroke{72, 72, 94, 92}, 14, 5)
	a.use(crimson)
	a.ellipse(56, 66, 14, 8)
	a.use(navy)
	a.line(10, 104, 92, 98, 5)
	a.line(46, 82, 46, 100, 3)
	a.line(58, 82, 58, 100, 3)
	a.ink = a.ground
	a.ellipse(27, 44, 3, 3)
}

// crane stands on one leg.
func (a *artist) crane() {
	a.use(a.suits[2])
	a.ellipse(56, 70, 24, 15)
	a.taper(stroke{76, 66, 94, 54}, 12, 3)
	a.taper(stroke{38, 62, 30, 26}, 8, 5)
	a.use(a.suits[1])
	a.ellipse(31, 22, 7, 6)
	a.path(26, 20, 6, 26, 26, 27)
	a.use(black)
	a.line(56, 84, 54, 126, 3)
	a.line(54, 126, 44, 130, 3)
	a.line(62, 82, 74, 104, 3)
	a.line(74, 104, 60, 112, 3)
	a.ink = a.ground
	for i := range 3 {
		a.line(48+8*float64(i), 62, 56+8*float64(i), 78, 2.5)
	}
}

// owl looks ahead.
func (a *artist) owl() {
	a.use(a.suits[0])
	a.ellipse(50, 72, 30, 40)
	a.path(24, 48, 26, 20, 48, 36)
	a.path(76, 48, 74, 20, 52, 36)
	a.ink = a.ground
	a.ellipse(38, 54, 10, 10)
	a.ellipse(62, 54, 10, 10)
	a.ellipse(50, 92, 15, 16)
	a.use(a.suits[2])
	a.ellipse(38, 54, 5, 5)
	a.ellipse(62, 54, 5, 5)
	a.use(a.suits[1])
	a.path(44, 64, 56, 64, 50, 76)
	for i := range 3 {
		y := 86 + 8*float64(i)
		a.line(42, y, 58, y, 3)
	}
	a.line(34, 118, 66, 118, 6)
}
