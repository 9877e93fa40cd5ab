package trial

import (
	"fmt"
	"math"

	"jantaku/laboratory/scene/film"
	"jantaku/models"
	"jantaku/vision/watch"
)

// Fault is what was wrong in how the eye saw a tile of a film.
type Fault string

// The faults, gravest first.
const (
	NotSeen   Fault = "unseen"  // nothing was told of it
	ReadWrong Fault = "misread" // another face, or a face for a back
	WrongWay  Fault = "twisted" // sideways for upright
	Beside    Fault = "off"     // told beside its place
	ToldLate  Fault = "late"    // told long after it lay still
	Unsure    Fault = "vague"   // its face is not sure
	Phantom   Fault = "phantom" // told where no tile came to lie
)

// Bounds from which on a tile counts as wrongly seen.
const (
	nearby    = 14.0 // mm: farther off lies another tile
	offBy     = 6.0  // mm: a quarter of a tile's width
	lateBy    = 1.5  // s from rest to told
	stale     = 15.0 // s after which what is told is another tile
	vagueness = .99  // least probability of a face, everything as likely before
)

// Sight is a tile of a film that was not seen as it lay.
type Sight struct {
	Fault  Fault        `json:"fault"`
	At     float64      `json:"t"` // when it lay still, s
	Do     models.Deed  `json:"do,omitempty"`
	Place  models.Place `json:"place,omitempty"`
	Tile   models.Tile  `json:"tile"` // truly, or what was told of a phantom
	Lay    models.Pose  `json:"lay"`  // truly
	Spot   watch.Spot   `json:"spot,omitempty"`
	Told   models.Tile  `json:"told,omitzero"`
	Delay  float64      `json:"delay,omitempty"`  // s from rest to told
	Beside float64      `json:"beside,omitempty"` // mm
	Chance float64      `json:"chance,omitempty"` // of the face that was told
}

// String tells it in one line.
func (s *Sight) String() string {
	return fmt.Sprintf("%s %v of place %d, %s at %.1f s, (%.0f, %.0f)/%d: spot %d told as %v %.4f, %.1f mm beside, %.1f s late",
		s.Fault, s.Tile, s.Place, s.Do, s.At, s.Lay.At.X, s.Lay.At.Y, s.Lay.Quarter, s.Spot, s.Told, s.Chance, s.Beside, s.Delay)
}

// track is a tile as it was told.
type track struct {
	added watch.Change
	// now is the last evidence.
	now models.Evidence
	of  bool // a tile of the film
}

// Sights compares what was told of the tiles of a film with how they lay, and counts its
// tiles. Faults are those of the eye alone: a tile that was told rightly has none.
func Sights(truth []film.Event, changes []watch.Change) (faults []Sight, tiles int) {
	tracks := map[watch.Spot]*track{}
	var order []watch.Spot
	for i := range changes {
		switch c := &changes[i]; c.Kind {
		case watch.Added:
			tracks[c.Spot] = &track{added: *c, now: c.Evidence}
			order = append(order, c.Spot)
		case watch.Revised, watch.Turned:
			if t := tracks[c.Spot]; t != nil {
				t.now = c.Evidence
			}
		}
	}
	for i := range truth {
		for _, lies := range truth[i].Lies {
			tiles++
			if s := sighted(&truth[i], &lies, tracks, order); s.Fault != "" {
				faults = append(faults, s)
			}
		}
	}
	for _, spot := range order {
		if t := tracks[spot]; !t.of && t.added.Area.Use != watch.WallZone && t.added.Area.Use != "dora" {
			s := Sight{Fault: Phantom, At: t.added.Rest.Seconds(), Place: t.added.Area.Place, Lay: t.added.Pose, Spot: spot}
			s.Tile, s.Chance = watch.Likeliest(&t.now)
			faults = append(faults, s)
		}
	}
	return faults, tiles
}

// sighted finds a tile among those that were told, and what is wrong about it.
func sighted(e *film.Event, lies *film.Lying, tracks map[watch.Spot]*track, order []watch.Spot) Sight {
	s := Sight{Do: e.Do, Place: e.Place, Tile: lies.Tile, Lay: lies.Pose}
	if e.T != nil {
		s.At = *e.T
	}
	best, least := watch.Spot(0), math.Inf(1)
	for _, spot := range order {
		t := tracks[spot]
		after := t.added.Rest.Seconds() - s.At
		if d := math.Hypot(t.added.At.X-lies.At.X, t.added.At.Y-lies.At.Y); !t.of && d < nearby && after > -lateBy && after < stale {
			if badness := d + nearby*math.Abs(after)/lateBy; badness < least {
				best, least = spot, badness
			}
		}
	}
	if best == 0 {
		s.Fault = NotSeen
		return s
	}
	t := tracks[best]
	t.of = true
	s.Spot, s.Delay = best, t.added.Told.Seconds()-s.At
	s.Told, s.Chance = watch.Likeliest(&t.now)
	s.Beside = math.Hypot(t.now.At.X-lies.At.X, t.now.At.Y-lies.At.Y)
	switch {
	case s.Told != lies.Tile:
		s.Fault = ReadWrong
	case t.now.Quarter%2 != lies.Quarter%2 && lies.Tile != models.Back:
		s.Fault = WrongWay
	case s.Beside > offBy:
		s.Fault = Beside
	case s.Delay > lateBy:
		s.Fault = ToldLate
	case s.Chance < vagueness:
		s.Fault = Unsure
	}
	return s
}
