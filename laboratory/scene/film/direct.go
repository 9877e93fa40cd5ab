package film

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"jantaku/laboratory/scene"
	"jantaku/models"
)

// direct writes the script of a record. The error names the event that cannot be played.
func direct(set Settings, spec scene.Spec, record *models.Record, laying models.Laying) (*director, error) {
	name := fnv.New64a()
	name.Write([]byte(record.ID))
	d := &director{set: set, spec: spec, record: record, random: rand.New(rand.NewPCG(set.Seed, name.Sum64())), pace: leisurely, places: placesFor(spec.Size, laying.Hand), lies: map[int]scene.Body{}, others: 1000}
	if set.Brisk {
		d.pace = brisk
	}
	d.habit = newHabits(d.random, laying, set.Rivers, set.Hardness)
	d.habit.rows = min(d.habit.rows, d.deep)
	if set.Mode != "" {
		mode, err := modeNamed(set.Mode)
		if err != nil {
			return nil, err
		}
		mode.apply(&d.habit)
	}
	d.mixIn(rand.New(rand.NewPCG(set.Seed, name.Sum64()+1)))
	d.rows = rand.New(rand.NewPCG(set.Seed, name.Sum64()+2))
	d.habit.standing(d.rows)
	for i := range d.people {
		d.people[i] = newPerson(d.random)
		d.seats[i].edge = d.right
		d.script.arms[i] = arm{{-1, d.people[i].rest(models.PlaceAt(i))}}
	}
	var err error
	if d.wall, d.dice, err = newWall(d.random, record, laying); err != nil {
		return nil, fmt.Errorf("film: record %q: %w", record.ID, err)
	}
	if err := d.fits((d.wall.tiles+2*models.Places-1)/(2*models.Places), laying.Flowers); err != nil {
		return nil, fmt.Errorf("film: record %q: %w", record.ID, err)
	}
	if err := d.deal(); err != nil {
		return nil, fmt.Errorf("film: record %q: %w", record.ID, err)
	}
	// Half a frame off, so that no motion begins and ends between the same two frames.
	d.now = 1 + 0.5/set.FPS
	d.slip = d.random.IntN(max(len(record.Events)/2, 1)) + len(record.Events)/4
	d.plans()
	for i := range record.Events {
		if i == d.plan.drawn {
			continue // it happened while the discard before it was exchanged
		}
		d.disturb(i)
		if err := d.play(i); err != nil {
			return nil, fmt.Errorf("film: record %q: event %d: %w", record.ID, i, err)
		}
	}
	d.sweep()
	d.script.sort()
	return d, nil
}

// deal builds the walls and the hands.
func (d *director) deal() error {
	r := d.record
	for id := models.Places * d.wall.hand; id < d.wall.tiles; id++ {
		b := d.wall.lies(id, d.places, r.Dealer)
		b.Tile = models.White // nobody sees it
		d.rest(0, id, b)
	}
	for i := range d.seats {
		for k := range d.wall.hand {
			id := d.wall.hand*i + k
			tile := models.Unknown
			if len(r.Deal) > i && len(r.Deal[i]) > k {
				tile = r.Deal[i][k]
			}
			d.face(id, tile)
			d.seats[i].hand = append(d.seats[i].hand, id)
		}
		d.arrange(models.PlaceAt(i))
		d.close(models.PlaceAt(i), 0)
	}
	if d.habit.clutter {
		d.furnish()
	}
	for n, tile := range r.Dora {
		id, _ := d.wall.indicator(n)
		d.face(id, tile)
		b := d.lies[id]
		b.Tilt = faceUp
		d.rest(0, id, b)
		d.wall.turned++
	}
	return nil
}

// play writes the ith event of the record.
func (d *director) play(i int) error {
	m := d.record.Events[i]
	switch m.Do {
	case models.Draw:
		return d.draw(m)
	case models.Discarded, models.LaidFlower, models.MadeAdded, models.MadeConcealed:
		if m.Do == models.LaidFlower && d.holds(m.Place, m.Tile) {
			break // dealt, or drawn before
		}
		if err := d.implied(m.Place); err != nil {
			return err
		}
	case models.Wins:
		d.takeVoids()
		return d.win(m)
	case models.GaveUp:
		d.givesUp(i)
		return nil
	case models.Exchanged:
		return d.exchange(i)
	}
	switch m.Do {
	case models.Discarded:
		return d.discard(i)
	case models.CalledChow, models.CalledPung, models.CalledKong:
		if i == d.plan.overtaken {
			return d.overtakes(i)
		}
		return d.call(m)
	case models.MadeAdded:
		return d.add(m)
	case models.MadeConcealed:
		return d.conceal(m)
	case models.LaidFlower:
		return d.flower(m)
	case models.TurnedDora:
		return d.dora(m)
	}
	d.takeVoids()
	return d.drawnGame(m)
}
