package artwork

import (
	"image/color"
	"math"
)

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

// dots draws the dots suit: rings with a core in style A, rosettes in style B.
func (a *artist) dots(rank int) {
	radius := []float64{0, 34, 22, 17, 17, 15, 14, 12.5, 13.5, 12}[rank]
	for _, s := range dotSpots[rank] {
		a.dot(s, radius)
	}
	if rank != 1 && rank != 3 {
		a.index(rune('0' + rank))
	}
}

func (a *artist) colour(i int) color.RGBA {
	if a.isB() {
		return []color.RGBA{teal, crimson, navy}[i]
	}
	return []color.RGBA{green, red, blue}[i]
}

func (a *artist) dot(s spot, r float64) {
	ground := Ivory
	if a.isB() {
		ground = White
	}
	outer, inner := a.colour(s.colour), a.colour((s.colour+1)%3)
	a.use(outer)
	a.ellipse(s.x, s.y, r, r)
	if a.isB() { // a rosette: petals cut out of a disc
		a.ink = ground
		for i := 0; i < 8; i++ {
			x, y := polar(float64(i)/8, r*0.62)
			a.ellipse(s.x+x, s.y+y, r*0.15, r*0.15)
		}
		a.use(inner)
		a.ellipse(s.x, s.y, r*0.3, r*0.3)
		return
	}
	a.ink = ground
	a.ellipse(s.x, s.y, r*0.72, r*0.72)
	a.use(outer)
	a.ellipse(s.x, s.y, r*0.5, r*0.5)
	if r > 20 {
		a.use(inner)
	} else {
		a.ink = ground
	}
	a.ellipse(s.x, s.y, r*0.2, r*0.2)
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
		a.bird()
	case 8:
		for _, row := range []struct{ y, lean float64 }{{38, 1}, {98, -1}} {
			a.stick(spot{22, row.y, 0}, 0, 25)
			a.stick(spot{78, row.y, 0}, 0, 25)
			a.stick(spot{40, row.y, 2}, row.lean*0.09, 25)
			a.stick(spot{60, row.y, 2}, -row.lean*0.09, 25)
		}
	default:
		length := 27.0
		if rank >= 7 {
			length = 18
		}
		for _, s := range bambooSpots[rank] {
			a.stick(s, 0, length)
		}
	}
	a.index(rune('0' + rank))
}

// stick draws one bamboo stick of the half length given, turned by a part of a
// full circle.
func (a *artist) stick(s spot, turn, half float64) {
	x, y := polar(turn, half)
	a.use(a.colour(s.colour))
	if a.isB() { // a slim stick with three knots
		a.line(s.x-x, s.y-y, s.x+x, s.y+y, 6)
		for _, k := range []float64{-1, 0, 1} {
			a.ellipse(s.x+k*x*0.9, s.y+k*y*0.9, 6.5, 4)
		}
		return
	}
	a.line(s.x-x, s.y-y, s.x+x, s.y+y, 11)
	a.ink = Ivory
	a.line(s.x-x*0.85, s.y-y*0.85, s.x-x*0.18, s.y-y*0.18, 3)
	a.line(s.x+x*0.85, s.y+y*0.85, s.x+x*0.18, s.y+y*0.18, 3)
}

// bird draws the one of bamboos: a peacock in style A, a sparrow on a branch in B.
func (a *artist) bird() {
	a.use(a.colour(0))
	if a.isB() {
		a.ellipse(52, 66, 26, 17)
		a.ellipse(30, 46, 12, 11)
		a.path(20, 42, 8, 48, 20, 52)
		a.taper(72, 72, 94, 92, 14, 5)
		a.use(crimson)
		a.ellipse(56, 66, 14, 8)
		a.use(navy)
		a.line(10, 104, 92, 98, 5)
		a.line(46, 82, 46, 100, 3)
		a.line(58, 82, 58, 100, 3)
		a.ink = White
		a.ellipse(27, 44, 3, 3)
		return
	}
	for i := -3.0; i <= 3; i++ {
		x, y := polar(0.44+0.032*i, 58)
		a.use(a.colour(int(i+3) % 2 * 2))
		a.taper(48, 62, 52+x, 66+y, 3, 9)
	}
	a.use(green)
	a.ellipse(46, 62, 19, 22)
	a.taper(40, 48, 32, 28, 14, 9)
	a.use(red)
	a.ellipse(32, 26, 9, 8)
	a.path(24, 24, 12, 28, 24, 31)
	a.taper(34, 18, 46, 8, 3, 5)
	a.ink = Ivory
	a.ellipse(30, 24, 2.5, 2.5)
}
