package teaching

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"jantaku/models"
	"jantaku/vision/learn"
)

// Kind is a mistake in setting up.
type Kind uint8

// The kinds of mistakes.
const (
	WrongLabel Kind = iota // one label in forty is another face
	LeftOut                // a tile is left out of the label of its row
	Stranger               // a photograph of another set is among the others
	Swapped                // two tiles of a row have each other's label
	Added                  // the label of a row has one tile more than stands there
	Backwards              // a row is labelled from right to left
	RowLeftOut             // a row is left out of the label of a photograph that shows others
	kinds
)

// ofKinds is what each kind is called: for people, and at the command line.
var ofKinds = [kinds]struct{ name, word string }{
	WrongLabel: {"one label in forty wrong", "label"},
	LeftOut:    {"a tile left out", "left-out"},
	Stranger:   {"a photograph of another set", "stranger"},
	Swapped:    {"two tiles swapped", "swapped"},
	Added:      {"a tile too many", "added"},
	Backwards:  {"a row backwards", "backwards"},
	RowLeftOut: {"a row left out", "row-left-out"},
}

// String is the word for a kind.
func (k Kind) String() string { return ofKinds[k].name }

// Words are what the kinds are called at the command line.
func Words() (words []string) {
	for _, of := range ofKinds {
		words = append(words, of.word)
	}
	return words
}

// ParseKinds are the kinds of mistakes of some words.
func ParseKinds(words []string) (some []Kind, err error) {
	known := Words()
	for _, word := range words {
		k := slices.Index(known, word)
		if k < 0 {
			return nil, fmt.Errorf("mistakes: %q is none of %v", word, known)
		}
		some = append(some, Kind(k))
	}
	return some, nil
}

// oneLabelIn is how many labels there are for each wrong one.
const oneLabelIn = 40

// Mistaken are photographs with a mistake.
type Mistaken struct {
	Kind   Kind
	Photos []learn.LabelledPhoto
	// At are the tiles that are labelled wrongly, or the one that is left out or too many, or the first of a row that is, or the
	// photograph that is strange or lacks a row, of which only Photo is told. It is empty where no photograph can have such a mistake.
	At []Spot
}

// Spot is a tile of a label: row in the photograph and place in the row, from 1.
type Spot struct {
	Photo      string
	Row, Place int
}

// Mistake makes a mistake in photographs with boxes, which stay as they are; strangers are those of
// another set. The result has no boxes.
func Mistake(r *rand.Rand, kind Kind, photos, strangers []learn.LabelledPhoto) Mistaken {
	m := Mistaken{Kind: kind}
	for _, p := range photos {
		p.Boxes = nil
		p.Rows = slices.Clone(p.Rows)
		for i := range p.Rows {
			p.Rows[i] = slices.Clone(p.Rows[i])
		}
		m.Photos = append(m.Photos, p)
	}
	var spots []Spot
	var faces []models.Tile
	of := map[Spot]*[]models.Tile{}
	for i := range m.Photos {
		p := &m.Photos[i]
		for row := range p.Rows {
			for k, t := range p.Rows[row] {
				if t.HasFace() {
					s := Spot{p.Name, row + 1, k + 1}
					spots, faces, of[s] = append(spots, s), append(faces, t), &p.Rows[row]
				}
			}
		}
	}
	switch kind {
	case WrongLabel:
		for _, k := range r.Perm(len(spots))[:max(1, len(spots)/oneLabelIn)] {
			other := faces[k]
			for other == faces[k] {
				other = faces[r.IntN(len(faces))]
			}
			(*of[spots[k]])[spots[k].Place-1] = other
			m.At = append(m.At, spots[k])
		}
	case LeftOut:
		s := spots[r.IntN(len(spots))]
		*of[s] = slices.Delete(*of[s], s.Place-1, s.Place)
		m.At = []Spot{s}
	case Stranger:
		p := strangers[r.IntN(len(strangers))]
		p.Boxes = nil
		m.Photos = slices.Insert(m.Photos, r.IntN(len(m.Photos)+1), p)
		m.At = []Spot{{Photo: p.Name}}
	default:
		m.wrongRow(r, faces)
	}
	return m
}

// wrongRow makes a mistake in the label of a row; faces are those of all labels.
func (m *Mistaken) wrongRow(r *rand.Rand, faces []models.Tile) {
	for _, i := range r.Perm(len(m.Photos)) {
		p := &m.Photos[i]
		k := r.IntN(len(p.Rows))
		row, spot := p.Rows[k], func(place int) Spot { return Spot{p.Name, k + 1, place + 1} }
		switch a, b := r.IntN(len(row)), r.IntN(len(row)); m.Kind {
		case Swapped:
			if row[a].Kind() == row[b].Kind() || !row[a].HasFace() || !row[b].HasFace() {
				continue
			}
			row[a], row[b] = row[b], row[a]
			m.At = []Spot{spot(a), spot(b)}
		case Added:
			p.Rows[k] = slices.Insert(row, a, faces[r.IntN(len(faces))])
			m.At = []Spot{spot(a)}
		case Backwards:
			there := slices.Clone(row)
			if slices.Reverse(row); slices.Equal(row, there) {
				continue
			}
			m.At = []Spot{spot(0)}
		case RowLeftOut:
			if len(p.Rows) < 2 {
				continue
			}
			p.Rows = slices.Delete(p.Rows, k, k+1)
			m.At = []Spot{{Photo: p.Name}}
		}
		return
	}
}

// Said is what a report says of a mistake.
type Said uint8

// What a report may say of a mistake, the most telling last.
const (
	Nothing Said = iota
	Doubted      // a tile of it is told of, and learned as it is labelled: nothing is written without --force
	Refused      // nothing of it is learned: the label, the row, or the strange photograph
)

// String is the word for it.
func (s Said) String() string { return [...]string{"unnoticed", "doubted", "refused"}[s] }

// Said is what a report says of the mistake at a spot. Of a photograph of another set all has to be
// refused: of a tile left out or too many and of a row, the row; of a label, its tile. A row that is left out may go unnoticed.
func (m *Mistaken) Said(report learn.Report, s Spot) Said {
	if m.Kind == Stranger && report.Refused(s.Photo) || m.Kind != Stranger && report.RefusedRow(s.Photo, s.Row) {
		return Refused
	}
	at := func(tile learn.Mislabel) bool {
		switch m.Kind {
		case WrongLabel, Swapped:
			return tile.Photo == s.Photo && tile.Row == s.Row && tile.Place == s.Place
		case Stranger:
			return tile.Photo == s.Photo
		default:
			return tile.Photo == s.Photo && tile.Row == s.Row
		}
	}
	switch {
	case (m.Kind == WrongLabel || m.Kind == Swapped) && slices.ContainsFunc(slices.Concat(report.Mislabelled, report.Unsure), at):
		return Refused
	case slices.ContainsFunc(slices.Concat(report.Unsure, report.OpenIn(s.Photo)), at):
		return Doubted
	}
	return Nothing
}

// Wrong counts the samples that were learned as another face than stands there, which the photographs
// with their right labels and boxes tell. Samples of photographs that are not among those are wrong.
func Wrong(report learn.Report, truth []learn.LabelledPhoto) int {
	_, wrong := samples(report, truth)
	return wrong
}

// samples counts the samples that were learned, and those of them that are wrong.
func samples(report learn.Report, truth []learn.LabelledPhoto) (learned, wrong int) {
	for _, found := range report.Found {
		k := slices.IndexFunc(truth, func(p learn.LabelledPhoto) bool { return p.Name == found.Photo })
		for row, tiles := range found.Rows {
			for _, t := range tiles {
				switch {
				case !report.Used(found.Photo, row+1, t.Place):
				case k < 0 || standing(truth[k], t) != t.Tile:
					learned, wrong = learned+1, wrong+1
				default:
					learned++
				}
			}
		}
	}
	return learned, wrong
}

// offBox is how far from the middle of a tile's box, in its shorter sides, the middle of a sample of it
// is at most: boxes are good to a few pixels.
const offBox = .4

// standing is the tile whose box is where a tile was found; NoTile where none is.
func standing(p learn.LabelledPhoto, found learn.FoundTile) models.Tile {
	for row, boxes := range p.Boxes {
		for i, b := range boxes {
			if i < len(p.Rows[row]) && inBox(found.Quad, b) {
				return p.Rows[row][i]
			}
		}
	}
	return models.NoTile
}

// Mistakes teaches photographs with random mistakes, again and again.
type Mistakes struct {
	Photos    []learn.LabelledPhoto // with boxes
	Strangers []learn.LabelledPhoto // of another set; without them there are no mistakes of that kind
	Kinds     []Kind                // that are made, by turns; nil for all
	Count     int
	Seed      uint64
	Verbose   bool
	Out       io.Writer
}

// tally is what came of the mistakes of a kind.
type tally struct {
	tries, made      int
	refused, doubted int // mistakes
	nothing          int // tries in which nothing would be written
	forced           int // samples that are wrong in those: --force would write them
	learned          int // tries in which something wrong would be written
	samples          int // that are wrong in those
	right            int // rows that are right and are refused
}

// Run makes the mistakes and prints what came of them.
func (x *Mistakes) Run(ctx context.Context) error {
	for _, p := range x.Photos {
		if p.Boxes == nil {
			return fmt.Errorf("mistakes: %s has no boxes, so that nothing tells what was learned wrongly", p.Name)
		}
	}
	some := slices.Clone(x.Kinds)
	if some == nil {
		for k := range kinds {
			some = append(some, k)
		}
	}
	if len(x.Strangers) == 0 {
		some = slices.DeleteFunc(some, func(k Kind) bool { return k == Stranger })
	}
	if len(some) == 0 {
		return errors.New("mistakes: there is no photograph of another set")
	}
	var tallies [kinds]tally
	defer func() { x.tell(some, &tallies) }() // a run that is cut off tells what it has come to
	for i := range x.Count {
		r := rand.New(rand.NewPCG(x.Seed, uint64(i)))
		m := Mistake(r, some[i%len(some)], x.Photos, x.Strangers)
		_, report, err := learn.Faces(ctx, m.Photos, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		x.count(i, &m, &tallies[m.Kind], report, err)
	}
	return nil
}

// count counts what came of one teaching, which gave an error where nothing could be learned.
func (x *Mistakes) count(i int, m *Mistaken, t *tally, report learn.Report, err error) {
	t.tries++
	for _, s := range m.At {
		t.made++
		said := m.Said(report, s)
		switch said {
		case Refused:
			t.refused++
		case Doubted:
			t.doubted++
		}
		if x.Verbose {
			fmt.Fprintf(x.Out, "%d: %v, %s row %d tile %d: %v\n", i, m.Kind, s.Photo, s.Row, s.Place, said)
			for _, why := range report.Unused {
				if why.Photo == s.Photo {
					fmt.Fprintf(x.Out, "  %v\n", why)
				}
			}
		}
	}
	for _, p := range m.Photos {
		for row := range p.Rows {
			of := func(s Spot) bool { return s.Photo == p.Name && (m.Kind == Stranger || s.Row == row+1) }
			if report.RefusedRow(p.Name, row+1) && !slices.ContainsFunc(m.At, of) {
				t.right++
			}
		}
	}
	wrong := Wrong(report, x.Photos)
	if err != nil || !report.Learnt() {
		t.nothing++
		t.forced += wrong
	} else if wrong > 0 {
		t.learned++
		t.samples += wrong
		if x.Verbose {
			fmt.Fprintf(x.Out, "%d: %d samples are wrong\n", i, wrong)
		}
	}
}

// tell prints what came of the mistakes of some kinds.
func (x *Mistakes) tell(some []Kind, tallies *[kinds]tally) {
	for _, k := range some {
		t := tallies[k]
		fmt.Fprintf(x.Out, "%v: of %d mistakes %d refused, %d doubted, %d unnoticed; of %d teachings %d wrote nothing (%d samples are wrong in those), %d wrote something wrong (%d samples); %d rows without a mistake were refused\n",
			k, t.made, t.refused, t.doubted, t.made-t.refused-t.doubted, t.tries, t.nothing, t.forced, t.learned, t.samples, t.right)
	}
}
