package evidence

import (
	"jantaku/models"
	"jantaku/vision/watch"
)

// Act is what a sight is about.
type Act uint8

const (
	DiscardSeen Act = iota // a tile came to a river
	GoneSeen               // a tile left a river
	MeldSeen               // tiles came to rest as a set on a player's side
	AddedSeen              // a tile joined a set that lay there
	FlowerSeen
	DoraSeen
	LaidSeen
	TakenSeen
	StickSeen     // a stick came to lie before a player's river
	StickGoneSeen // and lies there no more
	SweptSeen
	NothingSeen // what turned out to be part of something else
)

// MayDiscard reports whether a sight may be a discard.
func (s *Sight) MayDiscard() bool { return s.Act == DiscardSeen || s.Act == DoraSeen && s.Place >= 0 }

// Sight is one thing that histories have to explain: a change, or several that belong
// together, such as the tiles of a meld.
type Sight struct {
	Act Act
	// Place is an index; -1 when the change does not say whose. What lies a little before the walls and may be a discard is a
	// DoraSeen of the place whose it would be.
	Place int
	// Before is the index of the place before which a tile of a heap lies; -1 in the middle.
	Before int
	// By are the sides from which arms reached over it, as shares; all 0 where none was seen.
	By    [models.Places]float64
	Slots []int // the tiles it is about, indices of Seen.Slots
	Set   int   // changes of one set have no order
	Rest  float64
	// Clear is the last moment at which not all of it was seen yet, and seen the first at which all was, s; 0
	// where nobody knows.
	Clear, seen float64
	Blind       bool // the eye had warned before it
	// Unread tells that nobody can say what came to lie there: a tile, perhaps.
	Unread bool
	Apart  bool    // and that its owner has flowers, but elsewhere
	Flower int     // what joined a set may be a flower as well: the tile as one, 0 where none are played with
	Left   float64 // when the last tile of a set was told to lie there no more though the hand went on, s; 0 while one lies there
	// Row is what the standing hand told of where the fourth tile of an added kong came from, see watch.Change.
	Row   watch.Row
	Doubt float64 // how likely a fourth tile is one of the pung, pushed, see watch.Change
}
