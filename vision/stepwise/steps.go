package stepwise

import (
	"cmp"
	"slices"

	"jantaku/vision/plane"
	"jantaku/vision/raster"
	"jantaku/vision/sight"
)

// Reader reads the field of a place of a calibrated table step by step.
type Reader struct {
	*sight.Reader
}

// ReadField finds the rows of a field, farthest from the owner first, and reads them.
func (r *Reader) ReadField(p *raster.Picture, f *plane.Field) ([]sight.Row, error) {
	s, rows, err := r.uprightOn(p, f)
	if err != nil {
		return nil, err
	}
	if w := sight.Wider(f, rows); w != nil {
		if s, rows, err = r.uprightOn(p, w); err != nil {
			return nil, err
		}
	}
	if rows, err = r.addSideways(p, s, rows); err != nil {
		return nil, err
	}
	if rows, err = r.AddBacks(p, rows); err != nil {
		return nil, err
	}
	found := tilesIn(rows)
	if rows, err = r.AddUnread(p, s, rows); err != nil {
		return nil, err
	}
	if tilesIn(rows) > found { // the open tiles of a kong may have been missed before
		if rows, err = r.AddBacks(p, rows); err != nil {
			return nil, err
		}
	}
	r.SettleClaimed(p, f, rows)
	sight.MarkReachingOut(p, rows)
	if err := r.markEitherWay(p, f, rows); err != nil {
		return nil, err
	}
	return rows, r.MarkTwins(p, rows)
}

func tilesIn(rows []sight.Row) (n int) {
	for _, c := range rows {
		n += len(c.Tiles)
	}
	return n
}

// uprightOn lays a field flat, and finds and reads the rows of upright tiles in it.
func (r *Reader) uprightOn(p *raster.Picture, f *plane.Field) (*plane.Sheet, []sight.Row, error) {
	s, err := f.Lay(p)
	if err != nil {
		return nil, nil, err
	}
	rows, err := r.uprightIn(p, s)
	return s, rows, err
}

// uprightIn finds and reads the rows of upright tiles in a field. Where a tile surely
// lies no later row has another.
func (r *Reader) uprightIn(p *raster.Picture, s *plane.Sheet) ([]sight.Row, error) {
	var rows []sight.Row
	var sure []plane.Laid
	for _, l := range r.findLines(s.Strip, s.Grid) {
		c := l.row(s.Field)
		c.Tiles = slices.DeleteFunc(c.Tiles, func(t sight.Reading) bool {
			return s.Field.CrowdsAny(sight.Lay(s, &t), sure)
		})
		if err := r.readFound(p, &c); err != nil {
			return nil, err
		}
		c.Tiles = dropSqueezed(onlyTiles(c.Tiles))
		if err := r.lookAgain(p, &c); err != nil {
			return nil, err
		}
		for i := range c.Tiles {
			if c.Tiles[i].Sim >= sight.Levels.ClearSim && !c.Tiles[i].Blank {
				sure = append(sure, sight.Lay(s, &c.Tiles[i]))
			}
		}
		if len(c.Tiles) > 0 {
			rows = append(rows, c)
		}
	}
	rows = sight.InLines(s.Field, r.onlyThere(s, sight.WithoutDoubles(rows)))
	slices.SortStableFunc(rows, func(a, b sight.Row) int {
		return cmp.Compare(sight.Middle(s.Field, &b.Tiles[0]).Y, sight.Middle(s.Field, &a.Tiles[0]).Y)
	})
	return rows, nil
}

// readFound is readTiles for tiles that were found to a cell. What is not seen well
// there may stand a cell farther.
func (r *Reader) readFound(p *raster.Picture, c *sight.Row) error {
	for i := range c.Tiles {
		t := &c.Tiles[i]
		if err := r.ReadTile(p, t); err != nil {
			return err
		}
		if t.Found = false; t.Sim >= sight.Levels.ClearSim {
			continue
		}
		if err := r.ReadTile(p, t); err != nil {
			return err
		}
	}
	sight.DoubtBlanks(c)
	return nil
}

// lookAgain looks closely at the tiles of a row that are not clear at once. Where most
// look like no face, as tiles that lie face down do, no second look makes them one.
func (r *Reader) lookAgain(p *raster.Picture, c *sight.Row) error {
	sure := 0
	for _, t := range c.Tiles {
		if t.Sim >= sight.Levels.SurelyTile {
			sure++
		}
	}
	if 2*sure <= len(c.Tiles) {
		return nil
	}
	for i := range c.Tiles {
		t := &c.Tiles[i]
		if t.Plain(sight.Levels.OffLead) {
			continue
		}
		if err := r.CentreFaces(p, t); err != nil {
			return err
		}
		if t.Plain(sight.Levels.OffLead) || t.Sim >= sight.Levels.InPlace && t.Plain(sight.Levels.PlainLead) {
			continue
		}
		if err := r.LookCloser(p, t); err != nil {
			return err
		}
	}
	return nil
}

// onlyTiles keeps what looks like a face, and what has the print, light and edges of
// the row's tiles: a face that was never learned.
func onlyTiles(tiles []sight.Reading) []sight.Reading {
	usual := sight.UsualOf(tiles)
	if from, to := sight.Surest(tiles); from == to {
		return nil
	}
	return slices.DeleteFunc(tiles, func(t sight.Reading) bool {
		return t.Sim < sight.Levels.SurelyTile && !(t.Sim >= sight.Levels.LeastLike && usual.Printed(&t) && usual.Between(&t))
	})
}

// leastSpace is the room between two tiles that a third one needs, in tiles.
const leastSpace = 0.9

// dropSqueezed drops what was taken for a tile, looks like none, and has no room
// between those that surely are.
func dropSqueezed(tiles []sight.Reading) []sight.Reading {
	var kept []sight.Reading
	for i, t := range tiles {
		between := i > 0 && i+1 < len(tiles) && tiles[i+1].T-tiles[i-1].T < 1+leastSpace
		if t.Sim >= sight.Levels.SurelyTile || !between {
			kept = append(kept, t)
		}
	}
	return kept
}
