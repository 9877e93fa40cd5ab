package film

import (
	"fmt"
	"slices"

	"jantaku/laboratory/scene"
	"jantaku/models"
)

// wait lets time pass before somebody acts.
func (d *director) wait(t float64) { d.now += t }

// think lets time pass before the tile of an event is taken up: until it will lie still
// when the record says so, as far as the record has times and play is not brisk.
func (d *director) think(m models.Move, usual float64) {
	if m.T == nil || d.set.Brisk {
		d.wait(usual)
		return
	}
	d.now = max(d.now+d.pace.reach/2, *m.T-d.pace.carry)
}

// implied draws the tile that a record without draws leaves out.
func (d *director) implied(p models.Place) error {
	s := &d.seats[p.Index()]
	s.takeVoid()
	if len(s.hand)%3 == 1 {
		return d.draw(models.Move{Do: models.Draw, Place: p, Tile: models.Unknown})
	}
	return nil
}

// holds reports whether a tile is known to be in a hand.
func (d *director) holds(p models.Place, tile models.Tile) bool {
	return slices.ContainsFunc(d.seats[p.Index()].hand, func(id int) bool { return d.lies[id].Tile == tile })
}

// draw takes a tile from the wall into a hand.
func (d *director) draw(m models.Move) error {
	p := m.Place
	s := &d.seats[p.Index()]
	from := d.wall.draw
	if s.tail {
		from = d.wall.replace
	}
	id, err := from()
	if err != nil {
		return err
	}
	s.tail = false
	d.face(id, m.Tile)
	hole := s.hole
	if !s.drawn { // what was drawn before a call of one's own stays where it is
		d.arrange(p)
	}
	s.hand, s.drawn = append(s.hand, id), true
	wall := d.lies[id].At
	if d.rows.Float64() < d.habit.tucks[p.Index()] && !hole {
		d.arrange(p)
	}
	there := d.slot(p, slices.Index(s.hand, id))
	if hole { // the row is as long as before, or what was drawn before stands at its end
		there.At = d.along(p, there.At, d.spec.Size.Width+tileGap)
	}
	if m.T != nil && !d.set.Brisk {
		d.now = max(d.now, *m.T-d.pace.reach-d.pace.carry)
	}
	if d.plan.drops && len(d.truth) >= d.slip {
		d.plan.drops = false
		d.hand(p, d.now, d.now+d.pace.reach, wall)
		d.now += d.pace.reach
		d.drop(p, id)
		wall = d.lies[id].At
	}
	t := d.now
	d.hand(p, t, t+d.pace.reach, wall)
	d.hand(p, t+d.pace.reach, t+d.pace.reach+d.pace.carry, there.At)
	d.carry(id, t+d.pace.reach, t+d.pace.reach+d.pace.carry, there, carryLift)
	d.now = t + d.pace.reach + d.pace.carry
	if !s.drawn { // it stands in the row
		d.close(p, d.now)
	}
	d.happened(m, d.now)
	if d.pace.think > 3*d.pace.leave {
		d.home(p, d.now+0.1)
	}
	return nil
}

// discard lays a tile into the river, with the stick where it declares riichi.
func (d *director) discard(i int) error {
	m := d.record.Events[i]
	s := &d.seats[m.Place.Index()]
	d.think(m, d.pace.thought(d.random))
	at, err := d.take(m.Place, m.Tile, m.Drawn)
	if err != nil {
		return err
	}
	id := s.hand[at]
	s.across = m.Riichi || s.sideways || i == d.plan.stickBack
	neat := d.riverSlot(m.Place, id, s.across)
	if d.random.Float64() < d.habit.takenBack {
		d.misplayed(m.Place, at, neat)
	}
	if i == d.plan.exchange {
		if err := d.exchanged(i, id, neat); err != nil {
			return err
		}
	}
	s.hand = slices.DeleteFunc(s.hand, func(other int) bool { return other == id })
	s.drawn, s.sideways = false, false
	dropped, pushed := d.rough(neat), d.random.Float64() < d.habit.pushes && d.habit.rivers != Heap
	if pushed {
		dropped = d.dropped(neat, m.Place)
	}
	if d.random.Float64() < d.habit.underCover {
		d.underCover(m.Place)
	}
	d.air = d.habit.inTheAir && d.calledNext(i)
	d.hand(m.Place, d.now-d.pace.reach/2, d.now, d.lies[id].At)
	until := d.now + d.pace.carry
	if d.air {
		dropped.Z, pushed = 30, false
	}
	d.hand(m.Place, d.now, until, dropped.At)
	d.carry(id, d.now, until, dropped, carryLift)
	d.arrange(m.Place)
	d.close(m.Place, until)
	if pushed {
		straight := d.crooked(neat, 0.5)
		from := until + 0.1
		until = from + d.pace.carry
		d.hand(m.Place, from, until, straight.At)
		d.carry(id, from, until, straight, 0)
	}
	stays := 0.05
	if d.random.Float64() < d.habit.armRests {
		stays = 2.5
	}
	d.home(m.Place, until+stays)
	s.river = append(s.river, id)
	if !d.air {
		d.lain(id)
	}
	d.happened(m, until)
	if d.plan.drawn == i+1 {
		d.inTurn()
	}
	if !d.air && d.habit.straightens > 0 && d.random.Float64() < d.habit.straightens {
		until = d.straighten(m.Place, until)
	}
	d.now = until + d.pace.next
	if d.air || d.habit.early && d.claimed(i, m.Place) {
		d.now = until
	}
	switch {
	case m.Riichi && !d.claimed(i, m.Place):
		d.stick(m.Place)
	case i == d.plan.stickBack:
		d.regret(m.Place, id)
	case i == d.plan.withdraws:
		d.withdrawn(i, id)
	}
	return nil
}

// calledNext reports whether the discard of an event is called.
func (d *director) calledNext(i int) bool {
	if i+1 == len(d.record.Events) {
		return false
	}
	return calls(d.record.Events[i+1].Do)
}

// underCover lets a sleeve cover the rivers of a player and of the next while both discard.
func (d *director) underCover(p models.Place) {
	turn := d.pace.reach + d.pace.think + 2*d.pace.carry + d.pace.next
	for i := range 2 {
		q := models.PlaceAt(p.Index() + i)
		d.covers(q, d.now-d.pace.reach, d.now+d.pace.carry+turn+0.3, overRiver(d.people[q.Index()].sleeve)...)
	}
}

// disturb does before an event what happens once in a hand.
func (d *director) disturb(i int) {
	if i != d.slip {
		return
	}
	d.upset = d.now
	p := models.PlaceAt(d.random.IntN(models.Places))
	if d.habit.sleeve {
		d.covers(p, d.now, d.now+8, overRiver(shirt)...)
	}
	if d.habit.head {
		d.covers(p, d.now, d.now+3, leans()...)
		d.covers(models.PlaceAt(p.Index()+1), d.now+6, d.now+9, leans()...)
	}
	if d.habit.mistake {
		d.mistaken(p)
	}
	d.happens(p)
}

// claimed reports whether the discard of an event is won on: its riichi does not count.
func (d *director) claimed(i int, by models.Place) bool {
	if i+1 == len(d.record.Events) {
		return false
	}
	next := d.record.Events[i+1]
	return next.Do == models.Wins && len(next.Wins) > 0 && next.Wins[0].From == by
}

// stick lays a riichi stick before the river.
func (d *director) stick(p models.Place) {
	id := d.others
	d.others++
	d.lies[id] = seated(scene.Body{Size: stick, Colour: stickColour, At: models.Point{X: 60, Y: restY}}, p)
	y := d.stickY
	if d.habit.stick {
		y = d.riverTop + stick.Height/2
	}
	there := d.lay(id, p, 6*d.random.NormFloat64(), y, faceUp, 1.5*d.random.NormFloat64())
	t := d.now
	d.hand(p, t, t+d.pace.carry, there.At)
	d.carry(id, t, t+d.pace.carry, there, carryLift)
	d.home(p, t+d.pace.carry)
	d.now = t + d.pace.carry + d.pace.leave
}

// call takes the tile discarded last and lays the meld.
func (d *director) call(m models.Move) error {
	p := m.Place
	s, from := &d.seats[p.Index()], &d.seats[max(m.From.Index(), 0)]
	if m.From == 0 || len(from.river) == 0 {
		return fmt.Errorf("place %d discarded nothing to call", m.From)
	}
	claimed := from.river[len(from.river)-1]
	if d.lies[claimed].Tile != m.Tile {
		return fmt.Errorf("%v is called, place %d discarded %v", m.Tile, m.From, d.lies[claimed].Tile)
	}
	from.river = from.river[:len(from.river)-1]
	from.sideways = from.across && d.habit.rivers != Heap // whoever declared riichi by it turns the next tile
	var own []int
	for _, t := range m.With {
		at, err := d.take(p, t, nil)
		if err != nil {
			return err
		}
		own = append(own, s.leave(at))
	}
	if !d.air {
		d.think(m, d.pace.react)
	}
	meld, places := d.meld(p, claimed, own, m)
	if d.air { // the tile goes on to the meld, the own ones follow
		d.carry(claimed, d.now, d.now+d.pace.carry, places[slices.Index(meld.ids, claimed)], carryLift)
		d.now += d.pace.carry
	}
	t := d.now + d.pace.reach/2
	middle := onTable(models.Point{X: meld.left + 40, Y: baseline + 17}, p)
	d.hand(p, d.now, t, d.lies[own[0]].At)
	d.hand(p, t, t+d.pace.carry, middle)
	for i, id := range meld.ids {
		if id != claimed {
			d.carry(id, t, t+d.pace.carry, places[i], carryLift/2)
		}
	}
	t += d.pace.carry
	d.arrange(p)
	d.close(p, t)
	if !d.air {
		d.hand(p, t, t+d.pace.reach, d.lies[claimed].At)
		t += d.pace.reach
		there := places[slices.Index(meld.ids, claimed)]
		d.hand(p, t, t+d.pace.carry, there.At)
		d.carry(claimed, t, t+d.pace.carry, there, carryLift)
		t += d.pace.carry
	}
	d.air = false
	d.home(p, t+0.05)
	for _, id := range meld.ids {
		d.lain(id)
	}
	s.melds = append(s.melds, meld)
	s.tail = m.Do == models.CalledKong && !d.habit.goesOn
	d.happened(m, t)
	d.now = t + d.pace.next
	return nil
}

// slides is how far a row is from where it stood once it is closed again, mm.
const slides = 0.8

// add puts the fourth tile to a pung.
func (d *director) add(m models.Move) error {
	p := m.Place
	s := &d.seats[p.Index()]
	which := slices.IndexFunc(s.melds, func(l laidMeld) bool { return l.kind == m.Tile.Kind() && len(l.ids) == 3 })
	if which < 0 {
		return fmt.Errorf("place %d has no pung of %v", p, m.Tile)
	}
	d.think(m, d.pace.thought(d.random))
	at, err := d.take(p, m.Tile, nil)
	if err != nil {
		return err
	}
	out := !s.drawn || at != len(s.hand)-1 // of the row
	id := s.leave(at)
	there := d.fourth(p, &s.melds[which], id)
	d.hand(p, d.now-d.pace.reach/2, d.now, d.lies[id].At)
	d.hand(p, d.now, d.now+d.pace.carry, there.At)
	d.carry(id, d.now, d.now+d.pace.carry, there, carryLift)
	d.now += d.pace.carry
	laid := d.now
	switch chance := d.rows.Float64(); {
	case !out:
		d.arrange(p)
		d.close(p, laid)
	case chance < d.habit.closesAtOnce:
		d.arrange(p)
		s.slid = slides * d.rows.NormFloat64()
		d.close(p, laid)
	case chance < d.habit.closesAtOnce+d.habit.tidies:
		d.arrange(p)
		d.hand(p, laid+0.05, laid+0.05+d.pace.reach, d.slot(p, len(s.hand)-1).At)
		d.now = laid + 0.05 + d.pace.reach + d.pace.carry
		s.slid = slides * d.rows.NormFloat64()
		d.close(p, d.now)
	default: // until the next discard
		s.hole = true
	}
	d.home(p, d.now+0.05)
	s.melds[which].ids = append(s.melds[which].ids, id)
	s.tail = !d.habit.goesOn
	d.lain(id)
	d.happened(m, laid)
	d.now += d.pace.next
	return nil
}

// turnDown turns those tiles of a concealed kong face down that lie so, once all have seen it.
func (d *director) turnDown(p models.Place, ids []int, places []scene.Body) {
	if !slices.ContainsFunc(places, func(b scene.Body) bool { return b.Tilt == faceDown }) {
		return
	}
	d.now += d.pace.show
	for i, id := range ids {
		if places[i].Tilt == faceDown {
			d.carry(id, d.now, d.now+d.pace.carry, places[i], carryLift/2)
		}
	}
	d.now += d.pace.carry
}

// turnUp turns the concealed kongs of a winner face up of which nobody has seen a tile.
func (d *director) turnUp(p models.Place) {
	for _, m := range d.seats[p.Index()].melds {
		if slices.ContainsFunc(m.ids, func(id int) bool { return d.lies[id].Tilt != faceDown }) {
			continue
		}
		d.hand(p, d.now, d.now+d.pace.reach, d.lies[m.ids[1]].At)
		d.now += d.pace.reach
		for _, id := range m.ids {
			open := d.lies[id]
			open.Tilt = faceUp
			d.carry(id, d.now, d.now+d.pace.carry, open, carryLift/2)
		}
		d.now += d.pace.carry
	}
}

// conceal lays a concealed kong.
func (d *director) conceal(m models.Move) error {
	p := m.Place
	s := &d.seats[p.Index()]
	d.think(m, d.pace.thought(d.random))
	var ids []int
	for _, t := range m.Tiles {
		at, err := d.take(p, t, nil)
		if err != nil {
			return err
		}
		ids = append(ids, s.leave(at))
	}
	if len(ids) != 4 {
		return fmt.Errorf("a kong of %d tiles", len(ids))
	}
	d.random.Shuffle(4, func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	tilts := make([]float64, 4)
	for i := range tilts {
		if d.habit.kong[i] == 'X' {
			tilts[i] = faceDown
		}
	}
	meld, places := d.row(p, ids, -1, tilts)
	t := d.now
	d.hand(p, t-d.pace.reach/2, t, d.lies[ids[0]].At)
	d.hand(p, t, t+d.pace.carry, places[1].At)
	for i, id := range ids {
		open := places[i]
		if d.habit.opens {
			open.Tilt = faceUp
		}
		d.carry(id, t, t+d.pace.carry, open, carryLift/2)
	}
	d.now = t + d.pace.carry
	if d.habit.opens {
		d.turnDown(p, ids, places)
	}
	d.arrange(p)
	d.close(p, d.now)
	d.home(p, d.now+0.05)
	for _, id := range ids {
		d.lain(id)
	}
	s.melds = append(s.melds, meld)
	s.tail = !d.habit.goesOn
	d.happened(m, d.now)
	d.now += d.pace.next
	return nil
}

// flower lays a flower beside the hand.
func (d *director) flower(m models.Move) error {
	p := m.Place
	s := &d.seats[p.Index()]
	at, err := d.take(p, m.Tile, nil)
	if err != nil {
		return err
	}
	d.wait(d.pace.reach)
	id := s.leave(at)
	wide := d.spec.Size.Width + 2*tileGap
	there := d.crooked(d.lay(id, p, d.right-(float64(s.flowers)+0.5)*wide, d.flowerY, faceUp, 0), 1)
	s.flowers++
	d.hand(p, d.now-d.pace.reach/2, d.now, d.lies[id].At)
	d.hand(p, d.now, d.now+d.pace.carry, there.At)
	d.carry(id, d.now, d.now+d.pace.carry, there, carryLift)
	d.now += d.pace.carry
	d.arrange(p)
	d.close(p, d.now)
	d.home(p, d.now+0.05)
	s.tail = true
	d.lain(id)
	d.happened(m, d.now)
	d.now += d.pace.next
	return nil
}

// dora turns the next indicator in the wall; whoever made the kong does it.
func (d *director) dora(m models.Move) error {
	by := d.record.Dealer
	for _, e := range slices.Backward(d.truth) {
		if e.Place != 0 {
			by = e.Place
			break
		}
	}
	id, _ := d.wall.indicator(d.wall.turned)
	if id < d.wall.next {
		return fmt.Errorf("no tile is left for dora indicator %d", d.wall.turned+1)
	}
	d.wall.turned++
	d.face(id, m.Tile)
	there := d.lies[id]
	there.Tilt = faceUp
	d.hand(by, d.now, d.now+d.pace.reach, there.At)
	d.now += d.pace.reach
	d.carry(id, d.now, d.now+d.pace.carry, there, 20)
	d.now += d.pace.carry
	d.home(by, d.now)
	d.lain(id)
	d.happened(m, d.now)
	d.now += d.pace.next
	return nil
}
