package bare

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/band"
	"jantaku/vision/bare/sight"
	"jantaku/vision/raster"
)

// addRows tries bands and adds the rows that are tiles.
func (r *Reader) addRows(ctx context.Context, p *raster.Picture, rows []sight.Row, bands []band.Band) ([]sight.Row, error) {
	sure := good(rows)
	var candidates []sight.Row
	for _, b := range bands {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := r.tryBand(p, b, sure)
		if err != nil {
			return nil, err
		}
		if c.Gain > leastRow {
			candidates = append(candidates, c)
		}
	}
	slices.SortStableFunc(candidates, func(a, b sight.Row) int { return cmp.Compare(b.Gain, a.Gain) })
	for _, c := range candidates {
		var err error
		if rows, _, err = r.addRow(p, rows, c); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// addRow looks closely at a candidate and adds it if it is a row of tiles. It takes
// the place of rows that it overlaps and that are seen worse. It also gives the candidate as
// it was seen closely.
func (r *Reader) addRow(p *raster.Picture, rows []sight.Row, c sight.Row) ([]sight.Row, sight.Row, error) {
	sure := good(rows)
	if c.Gain < leastRow || c.Gain < leastTile*float64(len(c.Tiles)) || taken(sure, c) {
		return rows, sight.Row{}, nil
	}
	better, err := r.fitRow(p, c, sure)
	if err != nil || len(better.Tiles) == 0 {
		return rows, sight.Row{}, err
	}
	var kept []sight.Row
	for _, old := range rows {
		switch overlap := taken([]sight.Row{better}, old) || taken([]sight.Row{old}, better); {
		case overlap && clarityOf(&old) >= clarityOf(&better):
			return rows, better, nil
		case !overlap:
			kept = append(kept, old)
		case old.Searched && len(old.Tiles) >= len(better.Tiles):
			better.Searched = true // it lies where the old one did
		}
	}
	return append(kept, better), better, nil
}

// fitRow finds the frame, the tiles and the ends of a candidate. Where the tiles turn
// out to stand otherwise than the coarse search had it, their places give a better
// frame to search with once more. No tiles remain of what is none.
func (r *Reader) fitRow(p *raster.Picture, c sight.Row, sure []sight.Row) (sight.Row, error) {
	for again := false; ; again = true {
		better, err := r.improve(p, c, sure)
		if err != nil || better.Gain < leastRow || taken(sure, better) {
			return sight.Row{}, err
		}
		if err := r.ReadTiles(p, &better); err != nil {
			return sight.Row{}, err
		}
		if len(sure) == 0 {
			if err := r.otherSet(p, better.Tiles); err != nil {
				return sight.Row{}, err
			}
		}
		if err := r.ends(p, &better, sure); err != nil {
			return sight.Row{}, err
		}
		if len(better.Tiles) == 0 || again && weightOf(&better) < weightOf(&c) {
			if again {
				return c, nil
			}
			return sight.Row{}, nil
		}
		rough := better.Gain < roughRow*float64(len(better.Tiles))
		refit(&better)
		if again || !rough || len(better.Tiles) < 3 {
			return better, nil
		}
		c = better
	}
}

// roughRow is the gain of each tile of a row whose frame fits well.
const roughRow = 0.36

const (
	leastRow  = 0.2  // gain of a row that is looked at closely
	leastTile = 0.05 // and of each of its tiles, on average
)

// Tiles of a set that was never taught look like the faces of another, but less so, and to look closer
// at every one of them takes most of the time of a picture. Whether a row is one of them is decided as
// soon as half of it has been seen.

// otherSetTuning are the numbers of that decision. The likeness is that of the better half of a row,
// on average: what lies on tiles or was never shown is in the other half.
type otherSetTuning struct {
	tiles         int     // of a row at least: fewer may be parts of what is none
	seen          float64 // share of the row that looks like tiles at least: less may be a row laid in wrong places
	taught, its   float64 // likeness of rows of the taught set, mean and spread
	poor, poorly  float64 // and of those in poor pictures of it,
	seldom        float64 // which so many of its pictures are
	other, theirs float64 // and of rows of other sets
	odds          float64 // by which another set is likelier than the taught one
}

// strangers is from some 90 photographs of three sets read with faces of others of their set, 0.910 to
// 0.966 but for a recoloured one of 0.864 that is read rightly, and 25 of five sets read with those of another
// one, 0.758 to 0.933: sets that are drawn nearly alike are as like each other, and are read. With these
// numbers none of the taught sets is refused, and 7 of 25 of others; the rest is read and asked about, which takes
// longer but loses no hand.
var strangers = otherSetTuning{tiles: 6, seen: .5, taught: .95, its: .02, poor: .88, poorly: .03, seldom: .02, other: .84, theirs: .035, odds: 100}

// judge reports whether so many tiles tell of what set a row of so many places is.
func (s *otherSetTuning) judge(tiles, places int) bool {
	return tiles >= s.tiles && float64(tiles) >= s.seen*float64(places)
}

// ofOtherSet reports whether a likeness is that of a row of another set.
func (s *otherSetTuning) ofOtherSet(like float64) bool {
	density := func(mean, spread float64) float64 {
		z := (like - mean) / spread
		return math.Exp(-z*z/2) / spread
	}
	own := (1-s.seldom)*density(s.taught, s.its) + s.seldom*density(s.poor, s.poorly)
	return like < s.taught && density(min(s.other, like), s.theirs) > s.odds*own
}

// otherSet tells by an error that a row is of another set than the one that was taught.
func (r *Reader) otherSet(p *raster.Picture, row []sight.Reading) error {
	tiles := sight.Only(row, func(t sight.Reading) bool { return t.Sim >= sight.Levels.SurelyTile })
	if !strangers.judge(len(tiles), len(row)) {
		return nil
	}
	slices.SortStableFunc(tiles, func(a, b sight.Reading) int { return cmp.Compare(b.Sim, a.Sim) })
	half, like := (len(tiles)+1)/2, 0.0
	for i := range half {
		if err := r.LookCloser(p, &tiles[i]); err != nil {
			return err
		}
		like += tiles[i].Sim / float64(half)
	}
	if !strangers.ofOtherSet(like) {
		return nil
	}
	return raster.Problem("other-set", "the tiles in the picture are unlike those that were learned; are they of this set, and is the picture sharp?")
}

// stood is the plane of a tile as if it stood upright where it lies.
func stood(t *sight.Reading) raster.Frame {
	if !t.Turned {
		return t.Frame.Shifted(t.T, 1)
	}
	along, down := t.Sides()
	return raster.Frame{Centre: [3]models.Point{t.Frame.At(t.T), along}, Down: [2]models.Point{down}}
}
