package vision

import (
	"cmp"
	"slices"

	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// stepReader reads the field of a place of a calibrated table step by step.
type stepReader struct {
	*tileReader
}

// readField finds the rows of a field, farthest from the owner first, and reads them.
func (r *stepReader) readField(p *raster.Picture, f *plane.Field) ([]row, error) {
	s, rows, err := r.uprightOn(p, f)
	if err != nil {
		return nil, err
	}
	if w := wider(f, rows); w != nil {
		if s, rows, err = r.uprightOn(p, w); err != nil {
			return nil, err
		}
	}
	if rows, err = r.addSideways(p, s, rows); err != nil {
		return nil, err
	}
	if rows, err = r.addBacks(p, rows); err != nil {
		return nil, err
	}
	found := tilesIn(rows)
	if rows, err = r.addUnread(p, s, rows); err != nil {
		return nil, err
	}
	if tilesIn(rows) > found { // the open tiles of a kong may have been missed before
		if rows, err = r.addBacks(p, rows); err != nil {
			return nil, err
		}
	}
	r.settleClaimed(p, f, rows)
	markReachingOut(p, rows)
	if err := r.markEitherWay(p, f, rows); err != nil {
		return nil, err
	}
	return rows, r.markTwins(p, rows)
}

func tilesIn(rows []row) (n int) {
	for _, c := range rows {
		n += len(c.tiles)
	}
	return n
}

// uprightOn lays a field flat, and finds and reads the rows of upright tiles in it.
func (r *stepReader) uprightOn(p *raster.Picture, f *plane.Field) (*plane.Sheet, []row, error) {
	s, err := f.Lay(p)
	if err != nil {
		return nil, nil, err
	}
	rows, err := r.uprightIn(p, s)
	return s, rows, err
}

// uprightIn finds and reads the rows of upright tiles in a field. Where a tile surely
// lies no later row has another.
func (r *stepReader) uprightIn(p *raster.Picture, s *plane.Sheet) ([]row, error) {
	var rows []row
	var sure []plane.Laid
	for _, l := range r.findLines(s.Strip, s.Grid) {
		c := l.row(s.Field)
		c.tiles = slices.DeleteFunc(c.tiles, func(t reading) bool {
			return s.Field.CrowdsAny(layTile(s, &t), sure)
		})
		if err := r.readFound(p, &c); err != nil {
			return nil, err
		}
		c.tiles = dropSqueezed(onlyTiles(c.tiles))
		if err := r.lookAgain(p, &c); err != nil {
			return nil, err
		}
		for i := range c.tiles {
			if c.tiles[i].sim >= clearSim && !c.tiles[i].blank {
				sure = append(sure, layTile(s, &c.tiles[i]))
			}
		}
		if len(c.tiles) > 0 {
			rows = append(rows, c)
		}
	}
	rows = inLines(s.Field, r.onlyThere(s, withoutDoubles(rows)))
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Compare(middleOn(s.Field, &b.tiles[0]).Y, middleOn(s.Field, &a.tiles[0]).Y)
	})
	return rows, nil
}

// readFound is readTiles for tiles that were found to a cell. What is not seen well
// there may stand a cell farther.
func (r *stepReader) readFound(p *raster.Picture, c *row) error {
	for i := range c.tiles {
		t := &c.tiles[i]
		if err := r.readTile(p, t); err != nil {
			return err
		}
		if t.found = false; t.sim >= clearSim {
			continue
		}
		if err := r.readTile(p, t); err != nil {
			return err
		}
	}
	doubtBlanks(c)
	return nil
}

// lookAgain looks closely at the tiles of a row that are not clear at once. Where most
// look like no face, as tiles that lie face down do, no second look makes them one.
func (r *stepReader) lookAgain(p *raster.Picture, c *row) error {
	sure := 0
	for _, t := range c.tiles {
		if t.sim >= surelyTile {
			sure++
		}
	}
	if 2*sure <= len(c.tiles) {
		return nil
	}
	for i := range c.tiles {
		t := &c.tiles[i]
		if t.plain(offLead) {
			continue
		}
		if err := r.centreFaces(p, t); err != nil {
			return err
		}
		if t.plain(offLead) || t.sim >= inPlace && t.plain(plainLead) {
			continue
		}
		if err := r.lookCloser(p, t); err != nil {
			return err
		}
	}
	return nil
}

// onlyTiles keeps what looks like a face, and what has the print, light and edges of
// the row's tiles: a face that was never learned.
func onlyTiles(tiles []reading) []reading {
	usual := usualOf(tiles)
	if from, to := surest(tiles); from == to {
		return nil
	}
	return slices.DeleteFunc(tiles, func(t reading) bool {
		return t.sim < surelyTile && !(t.sim >= leastLike && usual.printed(&t) && usual.between(&t))
	})
}

// leastSpace is the room between two tiles that a third one needs, in tiles.
const leastSpace = 0.9

// dropSqueezed drops what was taken for a tile, looks like none, and has no room
// between those that surely are.
func dropSqueezed(tiles []reading) []reading {
	var kept []reading
	for i, t := range tiles {
		between := i > 0 && i+1 < len(tiles) && tiles[i+1].t-tiles[i-1].t < 1+leastSpace
		if t.sim >= surelyTile || !between {
			kept = append(kept, t)
		}
	}
	return kept
}
