package learn

import (
	"fmt"
	"slices"

	"jantaku/models"
)

// Report says how well a set of tiles was learned.
type Report struct {
	// Missing are the kinds, 1m to 7z, without any sample.
	Missing []models.Tile
	// Weak are the faces with too few samples to be trusted.
	Weak []models.Tile
	// Samples counts the samples of each face.
	Samples map[models.Tile]int
	// Extras are the flowers and red fives without any sample; sets without them exist.
	Extras []models.Tile
	// Unused are photographs that could not be used, each with its reason.
	Unused []Refusal
	// Burnt are photographs whose tiles are lighter than they can tell: thin print is lost in them. They are learned from where no other
	// shows a face.
	Burnt []string
	// Found says of every photograph, in the order in which they were given, where its rows were
	// found, also of those that are not used.
	Found []FoundRows
	// Mislabelled are tiles that were not learned, because they look more like another tile than
	// like the others with their label, and Doubtful those that were, because too few others are
	// labelled so to tell; see [Report.Learnt].
	Mislabelled, Doubtful []Mislabel
	// Unsure are tiles that were not learned, because they look otherwise than what other photographs show of their faces, or were not seen
	// where their row has them, and no other photographs show for sure that they are there.
	Unsure []Mislabel
	// Unconfirmed are rows that were looked for with tiles that were learned although no other photograph shows
	// their faces: nothing but a person can tell whether their labels are right, and of what set they are.
	Unconfirmed []Unconfirmed
	// Sought counts the photographs whose rows were looked for, because they have no boxes.
	Sought int
	// ReadBack of the Shown tiles whose face other photographs show, too, look like it and not more
	// like another face, each compared without itself; Disagree and Mislabelled name the others.
	ReadBack, Shown int
	Disagree        []Mislabel
}

// Open are the faces that keep what was taught from being relied on, each once: only a person can tell whether
// their labels are right. Of rows that were looked for they are those of labels in doubt, and those that one photograph
// alone shows; where too few tiles are read back, those of all labels that disagree.
func (r *Report) Open() (faces models.Tiles) {
	var disagree []Mislabel
	if r.Sought > 0 {
		disagree = append(disagree, r.Doubtful...)
		for _, u := range r.Unconfirmed {
			faces = append(faces, u.Tiles...)
		}
	}
	if !r.enough() {
		disagree = slices.Concat(disagree, r.Disagree, r.Mislabelled)
	}
	for _, m := range disagree {
		faces = append(faces, m.Tile)
	}
	slices.Sort(faces)
	return slices.Compact(faces)
}

// OpenIn are the tiles of a photograph whose label is in doubt, disagrees with the other photographs, or is not
// confirmed by any.
func (r *Report) OpenIn(photo string) (tiles []Mislabel) {
	for _, u := range r.Unconfirmed {
		for i, place := range u.Places {
			tiles = append(tiles, Mislabel{Photo: u.Photo, Row: u.Row, Place: place, Tile: u.Tiles[i]})
		}
	}
	return only(slices.Concat(tiles, r.Doubtful, r.Disagree, r.Mislabelled), func(m Mislabel) bool { return m.Photo == photo })
}

// Learnt reports whether what was taught can be relied on, where a person has said of some faces that their labels
// are right: nearly all of it is read back, which tiles that are labelled wrongly or were taken from the wrong places
// are not. Where rows were looked for something has to be, and no label may be in doubt or unconfirmed; with boxes a
// single photograph, which nothing confirms, will do.
func (r *Report) Learnt(said ...models.Tile) bool {
	itself, open := r.enough() && (r.Sought == 0 || r.Shown > 0), r.Open()
	return (itself || len(open) > 0) && !slices.ContainsFunc(open, func(t models.Tile) bool { return !slices.Contains(said, t) })
}

// enough reports whether enough of what was shown is read back.
func (r *Report) enough() bool { return float64(r.ReadBack) >= learntShare*float64(r.Shown) }

// Refused reports whether nothing of a photograph was learned from.
func (r *Report) Refused(photo string) bool {
	return slices.ContainsFunc(r.Unused, func(why Refusal) bool { return why.Photo == photo && !why.Alone })
}

// RefusedRow reports whether a row of a photograph, from 1, was not learned from.
func (r *Report) RefusedRow(photo string, row int) bool {
	return slices.ContainsFunc(r.Unused, func(why Refusal) bool { return why.Photo == photo && (!why.Alone || why.Row == row) })
}

// Used reports whether a tile of a photograph, row and place from 1, was learned from.
func (r *Report) Used(photo string, row, place int) bool {
	return !r.RefusedRow(photo, row) && !slices.ContainsFunc(slices.Concat(r.Mislabelled, r.Unsure), func(m Mislabel) bool {
		return m.Photo == photo && m.Row == row && m.Place == place
	})
}

// learntShare is the share of tiles that must be read back.
const learntShare = .99

// enoughSamples is how many samples of a face make it trustworthy.
const enoughSamples = 3

// FoundRows says where the rows of a photograph were found.
type FoundRows struct {
	Photo string
	// Rows are the corners of the faces, pixels, of each row that has tiles face up, in the order of
	// the labels: clockwise from the top left as the row was laid. Empty where the photograph could not
	// be read or a row was not found.
	Rows [][]FoundTile
}

// FoundTile is where a labelled tile stands in a photograph.
type FoundTile struct {
	Tile  models.Tile
	Place int // in its row as it is labelled, from 1
	Quad  [4]models.Point
}

// Mislabel is a tile that looks like another one than its label says.
type Mislabel struct {
	Photo string
	// Row in the photograph and Place in the row as it is labelled, from 1.
	Row, Place int
	// Tile is what the label says, Like what it looks like; NoTile where that is not the question.
	Tile, Like models.Tile
}

// String says it for people, in English.
func (m Mislabel) String() string {
	if m.Like == models.NoTile {
		return fmt.Sprintf("%s: row %d, tile %d, labelled %v, was not seen for sure where its row has it", m.Photo, m.Row, m.Place, m.Tile)
	}
	return fmt.Sprintf("%s: row %d, tile %d is labelled %v and looks like %v", m.Photo, m.Row, m.Place, m.Tile, m.Like)
}

// Unconfirmed are the tiles of a row of a photograph, from 1, whose faces no other photograph shows.
type Unconfirmed struct {
	Photo  string
	Row    int
	Tiles  models.Tiles
	Places []int // of the tiles, from 1
}

// String says it for people, in English.
func (u Unconfirmed) String() string {
	return fmt.Sprintf("%s: row %d: no other photograph shows %v, so that nothing tells whether the labels are right; look at the picture", u.Photo, u.Row, u.Tiles)
}

// A RefusalCode is a stable word for why a photograph was not learned from.
type RefusalCode string

const (
	Unreadable    RefusalCode = "unreadable"      // no picture, or labels or boxes that do not fit it
	RowNotFound   RefusalCode = "row-not-found"   // no place where so many tiles may stand
	OneTileMore   RefusalCode = "one-tile-more"   // a tile is seen that is not written
	NoWitness     RefusalCode = "no-witness"      // no other photograph shows its faces
	UnlikeLabels  RefusalCode = "unlike-labels"   // its tiles do not look like those of their labels
	UnlikeTheRest RefusalCode = "unlike-the-rest" // another set, or another light
)

// Refusal says why a photograph was not learned from.
type Refusal struct {
	Photo string
	Row   int // from 1; 0 where it is about the whole photograph
	// Alone says that other rows of the photograph are learned from.
	Alone bool
	Code  RefusalCode
	// Written is how many tiles the label of the row has, Seen how many were seen in it, and Place, from
	// 1, where the first stands that is not written.
	Written, Seen, Place int
	Quad                 [4]models.Point // its corners in the photograph, pixels
	// Agreed of the Shown tiles that other photographs show look like those.
	Agreed, Shown int
	Doubt         float64 // with what probability something is wrong
	Err           error   // of Unreadable and RowNotFound
}

// String says it for people, in English.
func (r Refusal) String() string {
	at := r.Photo
	if r.Row > 0 {
		at = fmt.Sprintf("%s: row %d", r.Photo, r.Row)
	}
	switch r.Code {
	case OneTileMore:
		return fmt.Sprintf("%s: %d tiles seen, %d written: one more stands at place %d", at, r.Seen, r.Written, r.Place)
	case NoWitness:
		return fmt.Sprintf("%s: no other photograph shows its tiles, so that nothing tells where its %d tiles stand; show each face twice, or give its boxes", at, r.Written)
	case UnlikeLabels:
		return fmt.Sprintf("%s: of %d tiles %d surely look like the tiles of their labels in other photographs (in doubt by %.0f %%)", at, r.Shown, r.Agreed, 100*r.Doubt)
	case UnlikeTheRest:
		return fmt.Sprintf("%s: its tiles are unlike those of the other photographs, or their print has other colours; is it another set? (in doubt by %.0f %%)", at, 100*r.Doubt)
	}
	return fmt.Sprintf("%s: %v", at, r.Err)
}
