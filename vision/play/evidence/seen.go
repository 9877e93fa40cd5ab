// Package evidence is what is seen of a hand: the tiles that lay somewhere, with the likelihood of every face
// ([Slot]), and what happened to them, in order ([Sight]). It says how well tiles go together as a set, a hand or a
// row, and nothing of who did what.
package evidence

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// What is neither a slot, nor a place, nor a sight, and a tile that nobody saw.
const (
	None   = -1
	Unseen = -2
)

// Seen is all that was seen of a hand: the tiles that lay somewhere, and what happened to them, in order.
type Seen struct {
	Game   *prior.Game
	Start  prior.Start
	Priors prior.Figures
	Prior  Faces // of a tile drawn from the whole set

	Slots    []Slot
	Spots    map[watch.Spot]int
	winning  [models.Places]int // slots of winning tiles laid apart, none
	early    []Slot             // tiles that nobody could read beside a hand, where no set lay: they may be of a hand that is told later
	Sights   []Sight
	inserted []int // where the last change put sights before others
	blind    bool
	Width    float64            // of a tile, mm, about
	fits     map[setKey]float64 // of sets
	melded   map[setKey]models.Meld
	won      map[string]bool // what the book lets win, of those that were asked about
	customs  []arrangement
	photos   map[watch.Spot][]string // that show a tile, by their sums
}

// New begins a hand of which nothing was seen.
func New(g *prior.Game, s prior.Start, priors prior.Figures) *Seen {
	p := &Seen{Game: g, Start: s, Priors: priors, Prior: uniform(g),
		Spots: map[watch.Spot]int{}, fits: map[setKey]float64{}, melded: map[setKey]models.Meld{}, won: map[string]bool{}, customs: arrangements()}
	for i := range p.winning {
		p.winning[i] = None
	}
	return p
}

// Swept reports whether the tiles were swept away.
func (p *Seen) Swept() bool { return len(p.Sights) > 0 && p.Sights[len(p.Sights)-1].Act == SweptSeen }

// Show notes which pictures show how a tile came or went, by their sums, before and after.
func (p *Seen) Show(spot watch.Spot, photos []string) {
	if p.photos == nil {
		p.photos = map[watch.Spot][]string{}
	}
	p.photos[spot] = photos
}

// PhotosOf are the pictures of a sight; nil for none. A hand is laid beside its flowers and the fourth tile of a kong
// beside its pung: they have pictures of their own moves.
func (p *Seen) PhotosOf(sight int) []string {
	if sight < 0 || sight >= len(p.Sights) {
		return nil
	}
	s := &p.Sights[sight]
	for _, slot := range s.Slots {
		lay := func(before Sight) bool { return slices.Contains(before.Slots, slot) }
		if (s.Act == LaidSeen || s.Act == AddedSeen) && slices.ContainsFunc(p.Sights[:sight], lay) {
			continue
		}
		if photos := p.photos[p.Slots[slot].spot]; photos != nil {
			return photos
		}
	}
	return nil
}

// Forget drops what was concluded from readings that may have changed.
func (p *Seen) Forget() {
	clear(p.fits)
	clear(p.melded)
}

// Clock is the time up to which something was seen with a sight and those before it, s.
func (p *Seen) Clock(at int) float64 {
	now := 0.0
	for i := range at + 1 {
		now = max(now, p.Sights[i].Rest)
	}
	return now
}

// BeganLate reports whether so many discards were told at once that they were not seen one
// after the other.
func (p *Seen) BeganLate() bool {
	const atOnce = 5 // more than come to rest under one cover
	n := map[int]int{}
	for i := range p.Sights {
		if s := &p.Sights[i]; s.Act == DiscardSeen {
			if n[s.Set]++; n[s.Set] >= atOnce {
				return true
			}
		}
	}
	return false
}

// DiscardOf is the sight of a discard by its tile; -1 for none.
func (p *Seen) DiscardOf(slot int) int {
	return slices.IndexFunc(p.Sights, func(s Sight) bool { return s.MayDiscard() && s.Slots[0] == slot })
}

// Beside is how likely a tile that joined a set came with it and was told apart, by when both came to rest.
func (p *Seen) Beside(set, tile *Sight) float64 {
	switch {
	case tile.Set == set.Set || tile.Rest-set.Rest <= meldPause:
		return 1
	case tile.Clear > set.Rest: // its place was seen without it since
		return p.Priors.Late * p.Priors.ClearFalse
	}
	return p.Priors.Late
}

// AnyBack reports whether one of the tiles lies face down.
func (p *Seen) AnyBack(slots []int) bool {
	return slices.ContainsFunc(slots, func(i int) bool { return p.Slots[i].Back })
}

// Holds reports whether a tile is one of a sight's.
func (p *Seen) Holds(sight, slot int) bool { return slices.Contains(p.Sights[sight].Slots, slot) }

// StakedAfter reports whether a stick came to lie before a place's river after a sight and before
// the next discard there.
func (p *Seen) StakedAfter(place, at int) bool {
	for i := at + 1; i < len(p.Sights); i++ {
		switch s := &p.Sights[i]; {
		case s.Place != place:
		case s.Act == StickSeen:
			return true
		case s.MayDiscard():
			return false
		}
	}
	return false
}

// MayHaveLeft reports whether a tile lies no more where it lay, or whether nobody knows: so soon after something came to rest
// somewhere else it is not told yet, and never when the tiles are swept away so soon.
func (p *Seen) MayHaveLeft(slot int, rest float64) bool {
	const known = 4.0 // s; what leaves a side is told after two, see watch.HandTuning, and an arm may lie over it
	return p.Slots[slot].Gone || p.Clock(len(p.Sights)-1)-rest < known
}

// Stays reports whether nobody told that a tile left, though that would have been told: of one that nobody could read it never is.
func (p *Seen) Stays(slot int32) bool { return !p.Slots[slot].Gone && !p.Slots[slot].Blank }

// Along is how far to the right a point lies as the player at a place, told by its index, sees it, mm.
func Along(at models.Point, place int) float64 {
	right := [models.Places]models.Point{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}}[place]
	return at.X*right.X + at.Y*right.Y
}

// setKey names a set that was weighed: sets that begin and end with the same tiles and are as large
// are the same.
type setKey struct {
	first, last, size, claimed int
	do                         models.Deed
}

// Drawn is how likely the tile of an added kong was drawn in the turn in which it was laid, be it the first in which its owner drew
// after the pung or a later one; false where nothing says so. In a first turn it is as sure as by the less sure of both figures:
// whether people let a kong pass and add the tile at once, as the program's players do, nobody has counted.
func (p *Seen) Drawn(at int, first bool) (chance float64, told bool) {
	if at < 0 {
		return 0, false
	}
	pr := &p.Priors.AddedKongs
	chance, told = drawn(pr, pr.DrawnLater, p.Sights[at].Row)
	if first && told {
		if held, _ := drawn(pr, pr.DrawnFirst, p.Sights[at].Row); math.Abs(held-.5) < math.Abs(chance-.5) {
			chance = held
		}
	}
	return chance, told && min(chance, 1-chance) < unlike
}

// drawn is how likely the tile was drawn of which that is believed before the row is looked at; false where the row says nothing.
func drawn(pr *prior.AddedKongs, before float64, row watch.Row) (chance float64, told bool) {
	drawn, held := before, 1-before
	switch row {
	case watch.RowUntouched:
		drawn, held = drawn*(1-pr.Tucked), held*pr.Restored
	case watch.RowApart:
		drawn, held = drawn*pr.Regrouped, held*(1-pr.Tucked)
	default:
		return drawn, false
	}
	return drawn / (drawn + held), true
}

// unlike is how likely it is that the tile of an added kong came from elsewhere than is told, where that is told at all: what is
// less sure is asked.
const unlike = .02
