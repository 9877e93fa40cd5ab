package film

import (
	"image/color"
	"slices"

	"jantaku/laboratory/scene"
	"jantaku/models"
)

// slide is how long a cover takes to come and to leave, s.
const slide = 0.4

// at gives the limbs as they are at a moment; none while they are away.
func (c *cover) at(t float64) []scene.Limb {
	off := max(c.from-t, t-c.until) / slide
	if off >= 1 {
		return nil
	}
	off = ease(off)
	list := make([]scene.Limb, len(c.limbs))
	for i, l := range c.limbs {
		for _, end := range []*models.Point{&l.From, &l.To} {
			end.X += off * c.away.X
			end.Y += off * c.away.Y
		}
		list[i] = l
	}
	return list
}

// covers lets something of a player's come over the table.
func (d *director) covers(p models.Place, from, until float64, limbs ...scene.Limb) {
	c := cover{from: from, until: until, away: onTable(models.Point{Y: -600}, p)}
	for _, l := range limbs {
		l.From, l.To = onTable(l.From, p), onTable(l.To, p)
		c.limbs = append(c.limbs, l)
	}
	d.script.covers = append(d.script.covers, c)
}

var (
	shirt = color.RGBA{247, 247, 245, 255}
	hair  = color.RGBA{34, 28, 26, 255}
	cup   = color.RGBA{236, 232, 222, 255}
	tea   = color.RGBA{120, 84, 40, 255}
	phone = scene.Size{Width: 72, Height: 150, Depth: 9}
)

// overRiver is a sleeve that covers the river of its owner.
func overRiver(colour color.RGBA) []scene.Limb {
	return []scene.Limb{
		{From: models.Point{X: -150, Y: -900}, To: models.Point{X: -30, Y: -190}, Wide: 78, Narrow: 66, Height: 60, Colour: colour},
		{From: models.Point{X: -30, Y: -190}, To: models.Point{X: 60, Y: -140}, Wide: 60, Narrow: 40, Height: 50, Colour: colour},
		{From: models.Point{X: 78, Y: -132}, To: models.Point{X: 118, Y: -112}, Wide: 34, Narrow: 26, Height: 40, Colour: skins[0]},
	}
}

// leans is a head over a player's side.
func leans() []scene.Limb {
	return []scene.Limb{
		{From: models.Point{Y: -760}, To: models.Point{Y: -560}, Wide: 190, Narrow: 150, Height: 150, Colour: color.RGBA{60, 66, 80, 255}},
		{From: models.Point{Y: -455}, To: models.Point{Y: -425}, Wide: 84, Narrow: 80, Height: 320, Colour: hair},
	}
}

// furnish puts what does not belong to the game on the cloth: outside of where tiles lie.
func (d *director) furnish() {
	still := func(p models.Place, l scene.Limb) {
		l.From, l.To, l.Flat = onTable(l.From, p), onTable(l.To, p), true
		d.script.covers = append(d.script.covers, cover{from: -2, until: 1e6, limbs: []scene.Limb{l}})
	}
	corner := models.Point{X: -335, Y: -330}
	still(2, scene.Limb{From: corner, To: corner, Wide: 44, Narrow: 44, Height: 4, Colour: cup})
	still(2, scene.Limb{From: corner, To: corner, Wide: 36, Narrow: 36, Height: 62, Colour: cup})
	still(2, scene.Limb{From: corner, To: corner, Wide: 31, Narrow: 31, Height: 56, Colour: tea})
	for i, c := range []color.RGBA{{200, 40, 40, 255}, {40, 80, 190, 255}, {40, 40, 44, 255}, {230, 190, 40, 255}} {
		at := models.Point{X: -310 + 38*float64(i%2), Y: -318 - 40*float64(i/2)}
		still(3, scene.Limb{From: at, To: at, Wide: 19.5, Narrow: 19.5, Height: 6, Colour: c})
	}
	id := d.others
	d.others++
	d.rest(0, id, seated(scene.Body{Size: phone, Colour: color.RGBA{18, 18, 22, 255}, At: models.Point{X: -330, Y: -320}, Turn: 12}, 1))
}

// straighten pushes the row of the last discard along, nearer to its player, and tells when
// it lies.
func (d *director) straighten(p models.Place, t float64) float64 {
	const most = 6.0 // mm in all, so that the wall is not touched
	s := &d.seats[p.Index()]
	_, at := d.riverRow(s)
	row := s.river[len(s.river)-min(max(at, 1), len(s.river)):]
	by := models.Point{X: 4 * (d.random.Float64() - 0.5), Y: -min(3*d.random.Float64(), most+s.shift.Y)}
	s.shift.X, s.shift.Y = s.shift.X+by.X, s.shift.Y+by.Y
	step := onTable(by, p)
	from := t + d.pace.leave/2
	d.hand(p, t, from, d.lies[row[0]].At)
	d.hand(p, from, from+d.pace.carry, d.lies[row[len(row)-1]].At)
	for _, id := range row {
		b := d.lies[id]
		b.At.X, b.At.Y = b.At.X+step.X, b.At.Y+step.Y
		d.carry(id, from, from+d.pace.carry, b, 0)
	}
	d.home(p, from+d.pace.carry+0.05)
	return from + d.pace.carry
}

// hide lays the hands face down of those who have shown none.
func (d *director) hide(shown []models.Place) {
	until := d.now
	for i := range d.seats {
		p, s := models.PlaceAt(i), &d.seats[i]
		if slices.Contains(shown, p) || len(s.hand) == 0 {
			continue
		}
		wide := d.spec.Size.Width + tileGap
		t := d.now + d.pace.reach
		until = max(until, t+d.pace.carry)
		d.hand(p, d.now, t, onTable(models.Point{X: d.left + 100, Y: standingY}, p))
		for k, id := range s.hand {
			d.carry(id, t, t+d.pace.carry, d.crooked(d.lay(id, p, d.left+(float64(k)+0.5)*wide, baseline+d.spec.Size.Height/2, faceDown, 0), 0.4), 10)
		}
		d.home(p, t+d.pace.carry)
	}
	d.now = until
}

// mistaken lays a hand down and takes it up again.
func (d *director) mistaken(p models.Place) {
	s := &d.seats[p.Index()]
	wide := d.spec.Size.Width + tileGap
	t := d.now + d.pace.reach
	d.hand(p, d.now, t, onTable(models.Point{X: d.left + 60, Y: standingY}, p))
	x := d.left
	down, up := t+d.pace.carry, t+d.pace.carry+1.6
	for i, id := range s.hand {
		d.carry(id, t, down, d.crooked(d.lay(id, p, x+wide/2, baseline+d.spec.Size.Height/2, faceUp, 0), 0.4), 10)
		d.carry(id, up, up+d.pace.carry, d.slot(p, i), 10)
		x += wide
	}
	d.hand(p, up-d.pace.reach, up, onTable(models.Point{X: d.left + 150, Y: standingY}, p))
	d.home(p, up+d.pace.carry)
	d.now = up + d.pace.carry + d.pace.next
}

// misplayed lays another tile into the slot of a discard and takes it back.
func (d *director) misplayed(p models.Place, right int, there scene.Body) {
	s := &d.seats[p.Index()]
	wrong := d.random.IntN(len(s.hand))
	if wrong == right || len(s.hand) < 2 {
		return
	}
	id, stood := s.hand[wrong], d.lies[s.hand[wrong]]
	if stood.Tile == models.Unknown {
		return
	}
	there.Tile, there.Copy = stood.Tile, stood.Copy
	t, back := d.now, d.now+d.pace.carry+0.8
	d.hand(p, t, t+d.pace.carry, there.At)
	d.carry(id, t, t+d.pace.carry, there, carryLift)
	d.hand(p, t+d.pace.carry+0.2, t+d.pace.carry+0.4, onTable(models.Point{X: 40, Y: -330}, p))
	d.hand(p, back-0.2, back, there.At)
	d.hand(p, back, back+d.pace.carry, stood.At)
	d.carry(id, back, back+d.pace.carry, stood, carryLift)
	d.now = back + d.pace.carry + d.pace.reach/2
}
