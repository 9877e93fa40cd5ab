package tracker

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/watch"
)

// finding brings what a watch tells that has begun anew, because the program or its eye was
// started again, together with what is known of the hand: tiles that lay there are the same
// tiles, and only what came or went meanwhile is news. Its zero value is of a hand that one
// watch has told from its first change on.
type finding struct {
	// old are the tiles that lay there and were not found yet, by their spots.
	old map[watch.Spot]watch.Change
	lay int // how many there were
	// spots are what the spots of the watch are called here, where that is something else.
	spots map[watch.Spot]watch.Spot
	// above is added to all other spots, and sets to all sets, so that they rise.
	above watch.Spot
	sets  int
	told  []watch.Change // by the watch since it began, until it is time to say what was not found
	first int            // set of what lay there when it began, once it has told a tile
	came  []arrival      // what lay there when it began and was not known, apart from hands that were laid down
	gone  bool           // something was not found
}

// arrival is a tile that came while nobody watched.
type arrival struct {
	spot watch.Spot
	area watch.Area
}

const (
	// findTime is how long tiles may be hidden when a watch begins: until an arm has gone.
	findTime = 3 * time.Second
	// sameSpot is how far apart the middles of one tile may be measured, mm; two tiles of one
	// layer are a tile's width apart.
	sameSpot = 9.
	// leastFound is how much of what lay there is found again while it is the same hand: one meld
	// of a river may be called meanwhile, but a hand has many tiles.
	leastFound = .5
	// otherFace is the probability from which on two readings of one tile contradict each other.
	otherFace = .9
	// mostCame is how many tiles may have come meanwhile without anything being missed, unless they are
	// discards of as many players: those came in turn, and what is called leaves a meld. Only a kong that lies
	// face down may have been missed: 3 hands in 100 have one, in some 250 s, of which a start takes 5.
	mostCame = 1
)

// begin takes what is known of a hand when a watch begins anew.
func (f *finding) begin(changes []watch.Change) {
	before := *f
	*f = finding{old: map[watch.Spot]watch.Change{}, spots: map[watch.Spot]watch.Spot{},
		gone: before.missing()}
	for _, c := range changes {
		f.above, f.sets = max(f.above, c.Spot), max(f.sets, c.Set+1)
		switch c.Kind {
		case watch.Added, watch.Turned, watch.Revised:
			if c.Kind == watch.Revised {
				if _, lies := f.old[c.Spot]; !lies {
					continue
				}
			}
			f.old[c.Spot] = c
		case watch.Gone:
			delete(f.old, c.Spot)
		}
	}
	// Nobody sees of a tile that lies face down what it is, or whether it is one of a wall.
	maps.DeleteFunc(f.old, func(_ watch.Spot, c watch.Change) bool { t, _ := watch.Likeliest(&c.Evidence); return t == models.Back })
	f.lay = len(f.old)
}

// lies reports whether a change tells only what is known, and otherwise gives it the spots and
// the set that it has here.
func (f *finding) lies(c *watch.Change) (known bool) {
	if f.spots == nil {
		return false
	}
	if len(f.told) == 0 || c.Told-f.told[0].Told <= findTime {
		f.told = append(f.told, *c)
	}
	if c.Kind == watch.Added {
		f.first = cmp.Or(f.first, c.Set)
		if at, ok := f.known(c); ok {
			delete(f.old, at)
			f.spots[c.Spot], known = at, true
		} else if c.Set == f.first { // lay there in the first picture
			f.came = append(f.came, arrival{f.spot(c.Spot), c.Area})
		}
	}
	c.Set += f.sets
	c.Spot, c.Beside = f.spot(c.Spot), f.spot(c.Beside)
	if len(c.Spots) > 0 {
		c.Spots = slices.Clone(c.Spots)
		for i, s := range c.Spots {
			c.Spots[i] = f.spot(s)
		}
	}
	if c.Kind == watch.Laid { // a hand is one event, whenever its tiles came
		f.came = slices.DeleteFunc(f.came, func(a arrival) bool { return slices.Contains(c.Spots, a.spot) })
	}
	return known
}

// spot is what a spot of the watch is called here.
func (f *finding) spot(s watch.Spot) watch.Spot {
	if s == 0 {
		return 0
	}
	if old, known := f.spots[s]; known {
		return old
	}
	return s + f.above
}

// known finds the tile that lay where a watch has found one.
func (f *finding) known(c *watch.Change) (at watch.Spot, ok bool) {
	nearest := math.Inf(1)
	for spot, o := range f.old {
		d := math.Hypot(o.At.X-c.At.X, o.At.Y-c.At.Y)
		if d <= sameSpot && (d < nearest || d == nearest && spot < at) && o.Area.Place == c.Area.Place && sameFace(&o.Evidence, &c.Evidence) {
			nearest, at, ok = d, spot, true
		}
	}
	return at, ok
}

// sameFace reports whether two readings may be of one tile: a doubtful one contradicts nothing.
func sameFace(a, b *models.Evidence) bool {
	x, p := watch.Likeliest(a)
	y, q := watch.Likeliest(b)
	return x.Kind() == y.Kind() || p < otherFace || q < otherFace
}

// missed gives what lay there and was not found, once it is time, before the next change of the
// watch. Another says that so little was found that it is another hand.
func (f *finding) missed(next *watch.Change) (gone []watch.Change, another bool) {
	if len(f.old) == 0 || len(f.told) == 0 || next.Told-f.told[0].Told <= findTime {
		return nil, false
	}
	if float64(len(f.old)) > (1-leastFound)*float64(f.lay) {
		return nil, true
	}
	for _, spot := range slices.Sorted(maps.Keys(f.old)) {
		c := f.old[spot]
		gone = append(gone, watch.Change{Kind: watch.Gone, Set: next.Set + f.sets, Spot: spot, Area: c.Area, Evidence: c.Evidence,
			Clear: f.told[0].Told, Seen: next.Told, Rest: next.Told, Told: next.Told})
	}
	f.gone = true
	clear(f.old)
	return gone, false
}

// missing reports whether something happened while nobody watched that is not seen now.
func (f *finding) missing() bool { return f.gone || len(f.came) > mostCame && !inTurn(f.came) }

// inTurn reports whether tiles are discards of as many players.
func inTurn(came []arrival) bool {
	discarded := map[models.Place]bool{}
	for _, a := range came {
		if a.area.Use != calibration.RiverZone || a.area.Place == 0 || discarded[a.area.Place] {
			return false
		}
		discarded[a.area.Place] = true
	}
	return true
}

// lost reports whether that may be so: it is not known while tiles were not found yet.
func (f *finding) lost() bool { return f.missing() || len(f.old) > 0 }
