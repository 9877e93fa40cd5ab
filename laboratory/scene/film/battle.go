package film

import (
	"fmt"
	"image/color"
	"slices"

	"jantaku/laboratory/scene"
	"jantaku/models"
)

// front is where tiles lie before a hand until the first discards, mm in the frame of their owner: behind the wall, or where
// there is no room, where the discards come to lie.
func (d *director) front() float64 {
	if d.behind {
		return d.flowerY
	}
	return d.riverTop - d.spec.Size.Height/2
}

// exchange lets all lay three tiles face down before their hands, and passes them on once they lie. It plays all events of the
// exchange with the first of them.
func (d *director) exchange(i int) error {
	if i > 0 && d.record.Events[i-1].Do == models.Exchanged {
		return nil
	}
	last := i
	for last < len(d.record.Events) && d.record.Events[last].Do == models.Exchanged {
		last++
	}
	all := d.record.Events[i:last]
	passed := make([][]int, len(all))
	for k, m := range all {
		if len(m.Tiles) == 0 {
			return fmt.Errorf("nobody knows which tiles place %d passes on", m.Place)
		}
		s := &d.seats[m.Place.Index()]
		for _, tile := range m.Tiles {
			at, err := d.take(m.Place, tile, nil)
			if err != nil {
				return err
			}
			passed[k] = append(passed[k], s.leave(at))
		}
		d.passes(m.Place, m.Place, passed[k], float64(k)*d.pace.leave/2)
		d.close(m.Place, d.now+d.pace.reach+d.pace.carry)
	}
	d.now += 2*d.pace.reach + d.pace.carry + models.Places*d.pace.leave/2 + d.pace.show // the dice are thrown
	for k, m := range all {
		d.passes(m.Place, m.To, passed[k], 0)
	}
	d.now += 2*d.pace.reach + d.pace.carry + d.pace.leave
	for k, m := range all {
		t := d.now + d.pace.reach + float64(k)*d.pace.leave/2
		d.hand(m.To, t-d.pace.reach, t, onTable(models.Point{Y: d.front()}, m.To))
		d.seats[m.To.Index()].hand = append(d.seats[m.To.Index()].hand, passed[k]...)
		d.arrange(m.To)
		d.close(m.To, t)
		d.home(m.To, t+0.05)
		d.happened(m, t)
	}
	d.now += d.pace.reach + models.Places*d.pace.leave
	return nil
}

// passes lets a player lay tiles face down side by side before a hand, after a while.
func (d *director) passes(by, of models.Place, ids []int, after float64) {
	t := d.now + after
	wide := d.spec.Size.Width + tileGap
	at := onTable(models.Point{Y: d.front()}, of)
	d.hand(by, t, t+d.pace.reach, d.lies[ids[len(ids)/2]].At)
	d.hand(by, t+d.pace.reach, t+d.pace.reach+d.pace.carry, at)
	for i, id := range ids {
		x := (float64(i) - float64(len(ids)-1)/2) * wide
		d.carry(id, t+d.pace.reach, t+d.pace.reach+d.pace.carry, d.crooked(d.lay(id, of, x, d.front(), faceDown, 0), 1), carryLift/2)
	}
	d.home(by, t+d.pace.reach+d.pace.carry+0.05)
}

// void are the size of a card that names the suit given up, as large as a tile, and how its print lies upon it in its owner's frame:
// the middles and sizes of strokes, mm.
var (
	voidCard = scene.Size{Width: 30, Height: 42, Depth: 1}
	voidInk  = [3]color.RGBA{{190, 30, 34, 255}, {28, 70, 150, 255}, {24, 112, 62, 255}}
	voidOf   = [3][]stroke{
		{{0, 11, 20, 4}, {-4, 0, 4, 20}, {5, 2, 13, 4}, {8, -7, 4, 16}},                   // 万
		{{0, 9, 14, 4}, {0, -9, 14, 4}, {-8, 0, 4, 20}, {8, 0, 4, 20}, {0, 0, 5, 5}},      // 筒
		{{-6, 8, 4, 14}, {6, 8, 4, 14}, {-6, -8, 4, 14}, {6, -8, 4, 14}, {0, 0, 18, 1.5}}, // 条
	}
)

// stroke is one of a print: its middle and its size.
type stroke struct{ x, y, wide, high float64 }

// card lays a card before a hand that names the suit which its player gives up. It lies there to the end.
func (d *director) card(p models.Place, void models.Void) {
	const ink = .2 // mm
	suit := slices.IndexFunc([]models.Suit{models.Characters, models.Dots, models.Bamboos}, func(s models.Suit) bool { return models.VoidOf(s) == void })
	if suit < 0 {
		return
	}
	x, y, askew := d.left+voidCard.Width, d.front(), 4*(2*d.random.Float64()-1)
	lay := func(b scene.Body) {
		b.Turn, b.At = askew, models.Point{X: x + b.At.X, Y: y + b.At.Y}
		there := seated(b, p)
		b.At.Y = restY
		id := d.others
		d.others++
		d.lies[id] = seated(b, p)
		d.carry(id, d.now+d.pace.reach, d.now+d.pace.reach+d.pace.carry, there, carryLift/2)
	}
	lay(scene.Body{Size: voidCard, Colour: stickColour})
	for _, s := range voidOf[suit] {
		lay(scene.Body{Size: scene.Size{Width: s.wide, Height: s.high, Depth: ink}, Colour: voidInk[suit], At: models.Point{X: s.x, Y: s.y}, Z: voidCard.Depth})
	}
	d.hand(p, d.now+d.pace.reach, d.now+d.pace.reach+d.pace.carry, onTable(models.Point{X: x, Y: y}, p))
	d.now += d.pace.reach + d.pace.carry
	d.home(p, d.now+0.05)
}

// givesUp lays a tile of the suit that is given up face down before the hand, where that is the custom and the first
// discard was dealt, or a card that names it; else the suit is told by voice.
func (d *director) givesUp(i int) {
	p := d.record.Events[i].Place
	if d.habit.voidCard {
		d.card(p, d.record.Events[i].Suit)
		return
	}
	first := slices.IndexFunc(d.record.Events[i:], func(m models.Move) bool { return m.Do == models.Discarded && m.Place == p })
	if !d.habit.voidTile || first < 0 {
		return
	}
	m, s := d.record.Events[i+first], &d.seats[p.Index()]
	at := slices.IndexFunc(s.hand, func(id int) bool { return d.lies[id].Tile == m.Tile })
	if at < 0 || m.Drawn != nil && *m.Drawn {
		return
	}
	d.wait(d.pace.reach)
	id := s.leave(at)
	s.void = append(s.void, id)
	d.put(p, id, d.crooked(d.lay(id, p, 0, d.front(), faceDown, 0), 1))
	d.close(p, d.now)
	d.home(p, d.now+0.05)
}

// takeVoids ends all that is left of giving up suits.
func (d *director) takeVoids() {
	for i := range d.seats {
		d.seats[i].takeVoid()
	}
}

// takeVoid counts the tile that lies face down for a suit among the others of the hand again.
func (s *seat) takeVoid() {
	s.hand, s.void = slices.Insert(s.hand, 0, s.void...), nil
}
