package film

import (
	"fmt"
	"slices"

	"jantaku/models"
)

// win lays the winners' hands down.
func (d *director) win(m models.Move) error {
	if !d.habit.early {
		d.wait(d.pace.react)
	}
	var shown []models.Place
	last := d.now
	for _, w := range m.Wins {
		if w.From == w.Place {
			if err := d.implied(w.Place); err != nil {
				return err
			}
		}
		from := w.From
		if len(m.Wins) > 1 && from != w.Place {
			from = 0 // the one tile belongs to several, and stays where it lies
		}
		lays := d.show
		if d.habit.closes && d.habit.goesOn {
			lays = d.besideHand
		} else {
			d.turnUp(w.Place)
		}
		if d.habit.exposes {
			d.exposed(w.Place, false)
		}
		until, err := lays(w.Place, from, w.Tile)
		if err != nil {
			return err
		}
		d.seats[w.Place.Index()].won = true
		shown, last = append(shown, w.Place), max(last, until)
		d.now += d.pace.react / 2
	}
	d.now = last
	if len(m.Wins) > 0 {
		d.ura(m.Wins[0].Place, m.Ura)
	}
	if d.habit.lays {
		d.rest4(shown)
	}
	d.openAll(false)
	d.happened(m, d.now)
	if d.habit.hides && !d.habit.lays && !d.habit.goesOn {
		d.hide(shown)
	}
	return nil
}

// drawnGame lays the hands down that are shown after a hand nobody won.
func (d *director) drawnGame(m models.Move) error {
	d.wait(d.pace.react)
	ready := m.Ready
	if (m.Reason == "yao9" || m.Reason == "nine-terminals") && len(d.truth) > 0 {
		ready = []models.Place{d.truth[len(d.truth)-1].Place} // who calls it shows the hand
	}
	if d.habit.lays || d.habit.goesOn {
		ready = []models.Place{1, 2, 3, 4}
	}
	last := d.now
	for _, p := range ready {
		if p == 0 || d.seats[p.Index()].won {
			continue
		}
		until, err := d.show(p, 0, models.NoTile)
		if err != nil {
			return err
		}
		last = max(last, until)
		d.now += d.pace.react / 2
	}
	d.now = last
	d.openAll(true)
	d.happened(m, d.now)
	if d.habit.hides {
		d.hide(ready)
	}
	return nil
}

// rest4 lays the hands of those down who have not shown theirs yet.
func (d *director) rest4(shown []models.Place) {
	last := d.now
	for i := range d.seats {
		if p := models.PlaceAt(i); !slices.Contains(shown, p) {
			if until, err := d.show(p, 0, models.NoTile); err == nil {
				last = max(last, until)
			}
			d.now += d.pace.react / 2
		}
	}
	d.now = last
}

// show lays a hand down face up, the winning tile apart, and tells when it lies. A tile
// claimed from a river is fetched where the club does so.
func (d *director) show(p, from models.Place, win models.Tile) (float64, error) {
	s := &d.seats[p.Index()]
	self := from == p && s.drawn
	winning := -1
	if self {
		if at, err := d.take(p, win, nil); err == nil {
			winning = s.leave(at)
		}
	}
	d.habit.sorted[p.Index()] = true
	if winning >= 0 && d.habit.among {
		s.hand, winning = append(s.hand, winning), -1
	}
	d.arrange(p)
	for _, id := range s.hand {
		if d.lies[id].Tile == models.Unknown {
			return 0, fmt.Errorf("place %d lays down a hand that the record does not tell", p)
		}
	}
	wide := d.spec.Size.Width + tileGap
	t := d.now + d.pace.reach
	d.hand(p, d.now, t, onTable(models.Point{X: d.left + 60, Y: standingY}, p))
	until := t + d.pace.carry
	x := d.left
	for _, id := range s.hand {
		d.carry(id, t, until, d.crooked(d.lay(id, p, x+wide/2, baseline+d.spec.Size.Height/2, faceUp, 0), 0.4), 10)
		x += wide
	}
	x += apart + wide/2
	d.hand(p, t, until, onTable(models.Point{X: x - 30, Y: baseline + 30}, p))
	if from != 0 && from != p && d.habit.takes && !d.habit.early {
		if river := d.seats[from.Index()].river; len(river) > 0 && d.lies[river[len(river)-1]].Tile == win {
			winning = river[len(river)-1]
			d.seats[from.Index()].river = river[:len(river)-1]
			d.hand(p, until, until+d.pace.reach, d.lies[winning].At)
			t, until = until+d.pace.reach, until+d.pace.reach+d.pace.carry
			d.hand(p, t, until, onTable(models.Point{X: x, Y: baseline + 17}, p))
		}
	}
	for _, id := range s.hand {
		d.lain(id)
	}
	if winning >= 0 {
		d.carry(winning, t, until, d.crooked(d.lay(winning, p, x, baseline+d.spec.Size.Height/2, faceUp, 0), 0.6), carryLift/2)
		d.lain(winning)
	}
	d.home(p, until+0.05)
	return until, nil
}

// besideHand lays the winning tile alone beside a hand that stays closed: a claimed one face up, a drawn one face
// down. Where it is claimed by several it is laid by nobody.
func (d *director) besideHand(p, from models.Place, win models.Tile) (float64, error) {
	s := &d.seats[p.Index()]
	id, tilt := -1, faceDown
	switch {
	case from == p:
		at, err := d.take(p, win, nil)
		if err != nil {
			return 0, err
		}
		id = s.leave(at)
	case from != 0 && len(d.seats[from.Index()].river) > 0:
		river := d.seats[from.Index()].river
		id, tilt = river[len(river)-1], faceUp
		d.seats[from.Index()].river = river[:len(river)-1]
	default:
		return d.now, nil
	}
	wide := d.spec.Size.Width + tileGap
	there := d.crooked(d.lay(id, p, d.left+wide*float64(len(s.hand))+apart+wide/2, baseline+d.spec.Size.Height/2, tilt, 0), 0.6)
	t := d.now + d.pace.reach
	until := t + d.pace.carry
	d.hand(p, d.now, t, d.lies[id].At)
	d.hand(p, t, until, there.At)
	d.carry(id, t, until, there, carryLift/2)
	d.arrange(p)
	d.close(p, until)
	d.home(p, until+0.05)
	d.lain(id)
	s.beside = id
	return until, nil
}

// openAll lets winners open the hands that they kept closed, once the hand is over: when three have won, or drawn.
func (d *director) openAll(drawn bool) {
	won := 0
	for i := range d.seats {
		if d.seats[i].won {
			won++
		}
	}
	if !d.habit.closes || !drawn && won < models.Places-1 {
		return
	}
	for i := range d.seats {
		s, p := &d.seats[i], models.PlaceAt(i)
		if !s.won {
			continue
		}
		d.turnUp(p)
		until, err := d.show(p, 0, models.NoTile)
		if err != nil {
			continue
		}
		if s.beside != 0 && d.lies[s.beside].Tilt == faceDown {
			open := d.lies[s.beside]
			open.Tilt = faceUp
			d.carry(s.beside, until, until+d.pace.carry, open, carryLift/2)
			until += d.pace.carry
		}
		d.now = until + d.pace.react/2
	}
}

// ura turns up the tiles under the indicators and lays them beside the wall.
func (d *director) ura(by models.Place, tiles []models.Tile) {
	for n, tile := range tiles {
		dora, id := d.wall.indicator(n)
		if id < d.wall.next {
			return
		}
		d.face(id, tile)
		indicator, under := d.turnsUp(n, by, d.wallSide(dora), dora, id)
		if d.habit.ura != uraBeside {
			d.aside(string(d.habit.ura), by, dora, id)
			d.lifted(by, dora, indicator)
			d.put(by, id, d.crooked(under, 0.4))
			if d.habit.ura == uraPutBack {
				d.put(by, dora, indicator)
			}
			d.lain(id)
			continue
		}
		d.hand(by, d.now, d.now+d.pace.reach, under.At)
		d.now += d.pace.reach
		d.carry(id, d.now, d.now+d.pace.carry, d.crooked(under, 0.4), 30)
		d.carry(dora, d.now, d.now+d.pace.carry, indicator, 0)
		d.now += d.pace.carry
		d.lain(id)
	}
	d.home(by, d.now)
}

// sweep lets the players push everything into the machine and ends the film.
func (d *director) sweep() {
	d.wait(d.pace.settle)
	ids := make([]int, 0, len(d.lies))
	for id := range d.lies {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		b := d.lies[id]
		if b.Tile == models.NoTile { // sticks are put away
			d.script.steps = append(d.script.steps, step{at: d.now, id: id, gone: true})
			continue
		}
		const hole = 60 // where the tiles fall in, mm from the middle
		start := d.now + d.pace.sweep*0.4*d.random.Float64()
		if d.habit.walls && id >= d.wall.next && id < d.wall.tiles-d.wall.tail {
			start = d.now - d.pace.settle/2
		}
		to := shown(b)
		to.At.X, to.At.Y = hole*(2*d.random.Float64()-1), hole*(2*d.random.Float64()-1)
		to.Z, to.Turn = 0, b.Turn+90*(d.random.Float64()-0.5)
		d.script.steps = append(d.script.steps, step{at: start, id: id, gone: true})
		d.script.motions = append(d.script.motions, motion{id: id, from: start, until: start + 0.6*d.pace.sweep, start: shown(b), end: to})
	}
	for i := range d.seats {
		p := models.PlaceAt(i)
		d.hand(p, d.now, d.now+0.2*d.pace.sweep, onTable(models.Point{X: 60, Y: -330}, p))
		d.hand(p, d.now+0.2*d.pace.sweep, d.now+0.9*d.pace.sweep, onTable(models.Point{X: 20, Y: -120}, p))
		d.home(p, d.now+d.pace.sweep)
	}
	d.swept = d.now + d.pace.sweep
	d.script.end = d.swept + d.pace.after
}
