// Package bare reads the hand in a picture of which nothing is known but the faces of the set: bands of print are
// hypotheses of rows, the clearest row is the hand's, and what else belongs to the hand lies around it. One file is
// one step, in this order:
//
//	plane.go     located faces → the planes in which tiles may lie, in which a plain hand is read without any of what follows
//	search.go    a band → a candidate row with its frame
//	rows.go      similarities → tiles along the row, splitting and reading at once
//	ends.go      a row → where it begins and ends; questions, where it goes on with what no face explains
//	collect.go   candidates → rows that do not overlap, of the set that was taught
//	around.go    the main row → the other rows of the hand, in its plane
//	hand.go      rows → those of the hand
//	turned.go    rows → the tiles that lie sideways among or beside theirs
//	mend.go      what turned tiles say about the upright ones
//	pale.go      a strip → what is as white as tiles, and stands by itself
//	leftover.go  what looks like tiles beside the rows and was not read, or was seen at first and is in no row any more → tiles, or questions
//	halves.go    tiles apart that may be halves of others → whole ones, or questions
//	shape.go     tiles of a hand → those that are rather parts of one
//	hands.go     all of it: Reader.Read
package bare

import (
	"context"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/band"
	"jantaku/vision/bare/sight"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// Reader reads pictures of which nothing is known but the faces of the set.
type Reader struct {
	*sight.Reader
}

// NewReader prepares a reader for the learned faces of a set.
func NewReader(f *faces.Learned) Reader { return Reader{&sight.Reader{Learned: f}} }

// Hand is what was read of a picture.
type Hand struct {
	Rows [][]models.Sighting
	// Bands is how many bands of print were proposed, found how many rows were tiles.
	Bands, Found int
}

// Read finds and reads the tiles of a picture: rows top to bottom, tiles left to right, and last those places
// that seem to hold tiles and could not be read.
func (r *Reader) Read(ctx context.Context, p *raster.Picture) (hand Hand, err error) {
	found, err := r.uprightRows(ctx, p, &hand.Bands)
	if err != nil {
		return hand, err
	}
	rows, err := r.completed(ctx, p, found)
	if err != nil {
		return hand, err
	}
	rows, unread, err := r.readLeftovers(p, sight.WithTiles(withoutGaps(p, rows, rows)))
	if err != nil {
		return hand, err
	}
	if err := r.turnedHalves(p, rows); err != nil {
		return hand, err
	}
	halves, err := r.halves(p, rows)
	if err != nil {
		return hand, err
	}
	rows, unread = inOrder(rows), append(unread, halves...) // whole ones may touch again
	hand.Found = len(rows)
	unread = append(unread, goingOn(p, rows)...)
	if gone := vanished(withoutGaps(p, found, rows), rows, unread); len(gone) > 0 {
		settled := r.settled(p, rows) // one may have been read a little off its place
		unread = append(unread, sight.Only(gone, func(s models.Sighting) bool { return !sight.Covered(settled, middleOf(s.Quad)) })...)
	}
	further, err := r.goesOnUnread(p, rows, unread)
	if err != nil {
		return hand, err
	}
	unread = append(unread, further...)
	if len(rows) == 0 {
		return hand, raster.Problem("no-tiles", "no tiles were found in the picture; is the hand in view and are its faces learned?")
	}
	if err := r.MarkTwins(p, rows); err != nil {
		return hand, err
	}
	markMisshapen(rows)
	markReachingOut(p, rows)
	hand.Rows = r.sightings(rows)
	if len(unread) > 0 {
		hand.Rows = append(hand.Rows, unread)
	}
	return hand, nil
}

// sightings are the tiles of rows as the eye tells them, turned as the picture shows them.
func (r *Reader) sightings(rows []sight.Row) [][]models.Sighting {
	out, turns := make([][]models.Sighting, len(rows)), turnsInPicture(rows)
	for i, row := range rows {
		for _, t := range row.Tiles {
			s := r.Sighting(t)
			s.Facing = (s.Facing + turns[i]) % 360
			out[i] = append(out[i], s)
		}
	}
	return out
}

// turnsInPicture gives how far the upright tiles of each row are turned clockwise in the picture, in
// whole quarters: those of one hand alike, or opposite where a row was found from its other end.
func turnsInPicture(rows []sight.Row) []int {
	along := make([]models.Point, len(rows))
	var all models.Point
	for i, c := range rows {
		for _, t := range c.Tiles {
			side, _ := t.Sides()
			along[i] = along[i].Add(side.Unit())
		}
		if along[i].Dot(all) < 0 {
			all = all.Sub(along[i])
		} else {
			all = all.Add(along[i])
		}
	}
	turns := make([]int, len(rows))
	for i := range rows {
		turns[i] = plane.QuarterTurn(all)
		if along[i].Dot(all) < 0 {
			turns[i] = (turns[i] + 180) % 360
		}
	}
	return turns
}

// uprightRows finds and reads the rows of upright tiles that make up the hand.
func (r *Reader) uprightRows(ctx context.Context, p *raster.Picture, tried *int) ([]sight.Row, error) {
	rows, untried, err := r.rowsOfBands(ctx, p, nil, band.InkLevels, tried)
	if err == nil && !mainWeighs(rows, shortRow) {
		var dense []band.Band
		rows, dense, err = r.rowsOfBands(ctx, p, rows, band.DenseInk, tried)
		untried = append(untried, dense...)
	}
	if err != nil {
		return nil, err
	}
	if rows, err = r.addRows(ctx, p, rows, nearerBands(rows, untried)); err != nil {
		return nil, err
	}
	if rows, err = r.addAround(ctx, p, rows); err != nil {
		return nil, err
	}
	rows = sight.WithoutDarkBlanks(keepHand(rows))
	for i := range rows {
		if err := r.follow(p, rows[i].Tiles); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// rowsOfBands adds the rows that bands of print show, until the hand's main one is among them. It
// also gives the bands that were not tried.
func (r *Reader) rowsOfBands(ctx context.Context, p *raster.Picture, rows []sight.Row, levels []byte, tried *int) ([]sight.Row, []band.Band, error) {
	bands, err := band.Find(p, levels)
	if err != nil {
		return nil, nil, err
	}
	*tried += len(bands)
	bands = band.Usable(bands)
	for tried := 0; len(bands) > 0 && tried < mostBands && !enough(rows, tried); tried += bandBatch {
		n := min(bandBatch, len(bands))
		if rows, err = r.addRows(ctx, p, rows, bands[:n]); err != nil {
			return nil, nil, err
		}
		bands = bands[n:]
	}
	return rows, bands, nil
}

// completed are the rows of a hand, top to bottom, with what lies sideways, apart or face
// down added to its upright tiles.
func (r *Reader) completed(ctx context.Context, p *raster.Picture, upright []sight.Row) ([]sight.Row, error) {
	rows := slices.Clone(upright)
	for i := range rows {
		rows[i].Tiles = slices.Clone(rows[i].Tiles)
	}
	rows, err := r.addTurned(ctx, p, rows)
	if err != nil {
		return nil, err
	}
	if rows, err = r.beyondEnds(p, rows); err != nil {
		return nil, err
	}
	if rows, err = r.AddBacks(p, rows); err != nil {
		return nil, err
	}
	return inOrder(rows), nil
}

// bandBatch is how many bands are tried before the best of them are looked at
// closely.
const bandBatch = 10

// enough reports whether the bands tried so far showed the hand's main row: what
// else belongs to the hand lies around it and is found better from there.
func enough(rows []sight.Row, tried int) bool {
	return mainWeighs(rows, longRow) || tried >= someBands && mainWeighs(rows, 0)
}

// mainWeighs reports whether there is a main row of a hand and it weighs as much as some.
func mainWeighs(rows []sight.Row, least float64) bool {
	main := mainRow(rows)
	return main >= 0 && weightOf(&rows[main]) >= least
}

// longRow is weight of a row that is longer than what lies about in a river.
const longRow = 2

// shortRow is and of three tiles that are seen well.
const shortRow = 0.75

// someBands is bands after which a shorter row will do.
const someBands = 30
