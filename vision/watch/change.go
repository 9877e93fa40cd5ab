package watch

import (
	"fmt"
	"time"

	"jantaku/calibration"
	"jantaku/models"
)

// Kind is what became different at a spot of the table.
type Kind string

// The kinds of changes. A call shows as a tile Gone from a river and tiles Added to the
// caller's side; an added kong as one tile Added beside or upon one of a pung; a turned
// indicator as a tile Turned in the wall.
const (
	// Added is a tile where none lay.
	Added Kind = "added"
	// Gone is a tile that lies there no more.
	Gone Kind = "gone"
	// Turned is a tile that lies where one lay before, on its other side or about a quarter.
	Turned Kind = "turned"
	// Revised is no event: later looks say something else about a spot that was told. The
	// change with the same Spot has this evidence now.
	Revised Kind = "revised"
	// Laid is a hand that came to rest face up: Hand holds all faces on the side of its
	// owner, its melds and flowers among them. Each of them was told as Added, too.
	Laid Kind = "laid"
	// Taken is a hand that was Laid and is taken up again.
	Taken Kind = "taken"
	// StickLaid is a counting stick that came to rest before the river of its Area's place, as who
	// declares riichi lays it, and StickGone one that lies there no more.
	StickLaid Kind = "stick-laid"
	StickGone Kind = "stick-gone"
	// Unread is something as large as a tile and as light as a face that came to rest where none lay,
	// and of which nobody can say what it is: Evidence tells where its middle is, and how alike it is to every face.
	Unread Kind = "unread"
	// Swept is the end of a hand: the tiles are pushed into the machine. Single tiles that
	// go with it are not told as Gone.
	Swept Kind = "swept"
	// Warned is a state in which nothing can be told, or the camera has moved; Warning says which, or
	// nothing when it has ended.
	Warned Kind = "warned"
)

// Warning is why nothing can be told, or that the camera has moved.
type Warning string

// Blind reports whether nothing is told while the warning stands.
func (w Warning) Blind() bool { return w != "" && w != CameraMoved }

// The warnings. The empty one says that all is well again.
const (
	CameraMoved Warning = "camera-moved" // which is corrected for until the watch ends: calibrate again
	LensCovered Warning = "lens-covered" // no detail is left in the picture
	TooDark     Warning = "too-dark"     // the lamp is off, or the lens capped
	Unexplained Warning = "unexplained"  // much of the table is neither as it was nor tiles
)

// Row is what the standing hand of a player tells of where the fourth tile of an added kong came from: from the
// wall, held or set apart until it was laid, or out of the row.
type Row string

// What a row shows as soon as the fourth tile lies. Empty where no arm-free picture shows it, or it says nothing: a
// drawn tile that was put into the row at once and one that stood there leave the same.
const (
	// RowUntouched is a row that looks as before its owner drew: no hole, and nothing new stands beside it.
	RowUntouched Row = "untouched"
	// RowApart is a row out of which a tile was taken, while another stands apart from it that did not before.
	RowApart Row = "apart"
)

// Beyond the uses of a calibration's zones, where tiles may lie.
const (
	WallZone  calibration.Use = "wall"  // before a hand, where walls stand
	OtherZone calibration.Use = "other" // nobody's
	// StickZone is before a river, toward the middle, where riichi sticks lie.
	StickZone calibration.Use = "stick"
)

// Area is the part of the table in which a spot lies.
type Area struct {
	// Use is a RiverZone, MeldZone (melds and flowers that lie on their owner's side, also
	// where the calibration has one zone for these and the hand), HandZone (from ten faces
	// on, see Laid), FlowerZone, WinningZone, DoraZone, WallZone, or OtherZone.
	Use calibration.Use `json:"use"`
	// Place is whose side it is; 0 in a DoraZone or OtherZone, and of a wall that stands in a corner.
	Place models.Place `json:"place,omitempty"`
}

// String names the area, such as "river 2".
func (a Area) String() string { return fmt.Sprintf("%s %d", a.Use, a.Place) }

// Spot names one tile at one pose for as long as it lies there. Numbers rise with the
// time at which tiles were seen first; a tile that was pushed straight keeps its own, one
// that was taken away and laid down again gets another.
type Spot int

// Change is one thing that became different.
//
// Changes that came to rest under the same cover have the same Set; their order within is
// not known (two discards while an arm lay over the rivers, the tiles of a meld). Sets
// rise with time. Rest is never later than the Rest of a later set by more than the time
// for which an arm covers a spot.
type Change struct {
	Kind Kind
	Set  int
	// Spot is the tile; 0 where the change is about no single one.
	Spot Spot
	Area Area
	// Evidence is where and how the tile lies, and what all looks since say about it,
	// summed. Gone has what lay there, as it was known last.
	models.Evidence
	// Rivals are other poses that explain the same pixels, best first: sideways in place of
	// upright, upside down. At most one of Evidence and Rivals is true.
	Rivals []models.Evidence
	// Before is what lay at the spot before, of Turned and Revised; nil otherwise.
	Before *models.Evidence
	// Beside is the tile that this one touches or lies upon; 0 for none. Added to a meld of
	// the same owner that lay before, it makes an added kong.
	Beside Spot
	// Doubt is how likely an Added tile that seems to lie upon another of its kind is that one, pushed,
	// when both were as likely before; 0 where nothing speaks for it.
	Doubt float64
	// Ahead tells that an Added tile of a WallZone lies a little before where walls stand: an indicator whose wall stands so,
	// or a discard in one row more than the river's zone has.
	Ahead bool
	// Row is what the standing hand of its owner tells of where a tile Added to a pung came from.
	Row Row
	// By are the sides, by the index of the place, from which arms reached over the spot of an
	// Added tile before it was seen, as shares; all 0 where no arm was.
	By [models.Places]float64
	// Hand are the faces of Laid with their spots, and Spots which they are.
	Hand  []models.Evidence
	Spots []Spot
	// Clear is the last moment at which the spot was seen as before: what happened did so
	// after. Seen is the first at which it was seen as it is now, and Rest that from which
	// on nothing moved there. They are times of the frames' clock.
	Clear, Seen, Rest time.Duration
	// Told is the time of the frame with which the change became known.
	Told time.Duration
	// Looks is how many pictures Evidence sums up.
	Looks   int
	Warning Warning
	// Stick is the probability that StickLaid is a stick and nothing else that came to lie there, when
	// both were as likely before.
	Stick float64
}

// String tells the change in one line, for logs.
func (c *Change) String() string {
	if c.Kind == Warned {
		return fmt.Sprintf("%.1fs %s %s", c.Told.Seconds(), c.Kind, c.Warning)
	}
	if c.Kind == Unread {
		return fmt.Sprintf("%.1fs %s %v at (%.0f, %.0f)", c.Rest.Seconds(), c.Kind, c.Area, c.At.X, c.At.Y)
	}
	if c.Kind == StickLaid || c.Kind == StickGone {
		return fmt.Sprintf("%.1fs %s %v %.3f at (%.0f, %.0f)", c.Rest.Seconds(), c.Kind, c.Area, c.Stick, c.At.X, c.At.Y)
	}
	t, _ := Likeliest(&c.Evidence)
	return fmt.Sprintf("%.1fs %s %v #%d %v/%d at (%.0f, %.0f)", c.Rest.Seconds(), c.Kind, c.Area, c.Spot, t, c.Quarter, c.At.X, c.At.Y)
}

// Likeliest gives what most likely lies at a pose, and its probability, when everything
// was as likely before.
func Likeliest(e *models.Evidence) (models.Tile, float64) {
	var even [models.Outcomes]float64
	for t := range even {
		even[t] = 1
	}
	best, p := models.NoTile, e.Posterior(&even)
	for t := range p {
		if p[t] > p[best] {
			best = models.Tile(t)
		}
	}
	return best, p[best]
}
