package vision

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/raster"
)

// Table is a table as a calibrated camera sees it. It is known there where the hands
// lie and how large a tile is, so that nothing has to be searched for but the rows.
type Table struct {
	width, height int  // of its pictures
	fine          bool // a strip pixel covers so many of theirs that smaller copies are needed
	fields        [models.Places][]*field
	rivers        []*field
	camera        *calibration.Camera
}

// skippedPixels is how many picture pixels may lie between those of a strip before
// print is lost.
const skippedPixels = 2.2

// NewTable prepares a calibrated camera for reading. Errors are about the
// calibration.
func NewTable(c *calibration.Camera) (*Table, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t := &Table{width: c.Width, height: c.Height, camera: c}
	for i := range t.fields {
		var err error
		if t.fields[i], err = fieldsOf(c, models.PlaceAt(i), ofHand); err != nil {
			return nil, fmt.Errorf("place %d: %w", i+1, err)
		}
		river, err := fieldsOf(c, models.PlaceAt(i), isRiver)
		if err != nil {
			return nil, fmt.Errorf("river of place %d: %w", i+1, err)
		}
		t.rivers = append(t.rivers, river...)
		for _, f := range t.fields[i] {
			t.fine = t.fine || f.step(raster.CoarseRes) > skippedPixels
		}
	}
	return t, nil
}

// ReadTable finds and reads the tiles that lie in the zones of a place: rows away
// from the owner first, tiles left to right for the owner, each with its millimetres.
// Without a place it looks at all four and gives the one that shows a hand.
//
// An error about the picture is a *models.ReadingError with a code of [Reader.Read],
// wrong-size, or which-hand where more than one place shows a hand.
func (r *Reader) ReadTable(ctx context.Context, image []byte, t *Table, place models.Place) ([][]models.Sighting, models.Place, error) {
	p, err := r.Open(image, t)
	if err != nil {
		return nil, 0, err
	}
	read := p.arranged
	if r.match.BlankTile() != models.NoTile { // an arrangement knows no likelihood of a face without print yet
		read = func(ctx context.Context, place models.Place) ([][]models.Sighting, error) {
			return r.readPlace(ctx, p.p, t, place)
		}
	}
	return handOf(place, func(place models.Place) ([][]models.Sighting, error) { return read(ctx, place) })
}

// handOf reads the hand of a place, or where none is given of the place that shows one.
func handOf(place models.Place, read func(models.Place) ([][]models.Sighting, error)) ([][]models.Sighting, models.Place, error) {
	if place == 0 {
		return anyHand(read)
	}
	rows, err := read(place)
	if err == nil && len(rows) == 0 {
		err = raster.Problem("no-tiles", "no tiles were found in the hand zone of place %d; is the hand in it, and does the calibration still fit?", place)
	}
	return rows, place, err
}

// leastHand is how many faces are a hand that somebody laid down: tiles face down are
// none.
const leastHand = 10

func anyHand(read func(models.Place) ([][]models.Sighting, error)) (best [][]models.Sighting, at models.Place, err error) {
	most, hands := 0, 0
	for i := range models.Places {
		rows, err := read(models.PlaceAt(i))
		if err != nil {
			return nil, 0, err
		}
		n := 0
		for _, row := range rows {
			for _, s := range row {
				if s.Confidence > .5 {
					n++
				}
			}
		}
		if n >= leastHand {
			hands++
		}
		if n > most {
			best, at, most = rows, models.PlaceAt(i), n
		}
	}
	switch {
	case most == 0:
		return nil, 0, raster.Problem("no-tiles", "no tiles were found in any hand zone; is the hand in view, and does the calibration still fit?")
	case hands > 1:
		return nil, 0, raster.Problem("which-hand", "%d hands lie open on the table; say whose is to be read", hands)
	}
	return best, at, nil
}

// readPlace reads the rows in the fields of a place.
func (r *Reader) readPlace(ctx context.Context, p *raster.Picture, t *Table, place models.Place) ([][]models.Sighting, error) {
	var out [][]models.Sighting
	for _, f := range t.fields[place.Index()] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows, err := r.readField(p, f)
		if err != nil {
			return nil, err
		}
		if err := r.markRaised(ctx, p, t, f, rows); err != nil {
			return nil, err
		}
		for _, c := range rows {
			row := make([]models.Sighting, len(c.tiles))
			for i, tile := range c.tiles {
				row[i] = r.onTable(f, tile)
			}
			out = append(out, row)
		}
	}
	return out, nil
}

// readField finds the rows of a field, farthest from the owner first, and reads them.
func (r *Reader) readField(p *raster.Picture, f *field) ([]row, error) {
	s, rows, err := r.uprightOn(p, f)
	if err != nil {
		return nil, err
	}
	if w := f.wider(rows); w != nil {
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
func (r *Reader) uprightOn(p *raster.Picture, f *field) (*sheet, []row, error) {
	s, err := f.lay(p)
	if err != nil {
		return nil, nil, err
	}
	rows, err := r.uprightIn(p, s)
	return s, rows, err
}

// uprightIn finds and reads the rows of upright tiles in a field. Where a tile surely
// lies no later row has another.
func (r *Reader) uprightIn(p *raster.Picture, s *sheet) ([]row, error) {
	var rows []row
	var sure []laid
	for _, l := range r.findLines(s.strip, s.grid) {
		c := l.row(s.field)
		c.tiles = slices.DeleteFunc(c.tiles, func(t reading) bool {
			return s.field.crowdsAny(s.lay(&t), sure)
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
				sure = append(sure, s.lay(&c.tiles[i]))
			}
		}
		if len(c.tiles) > 0 {
			rows = append(rows, c)
		}
	}
	rows = s.field.together(r.onlyThere(s, withoutDoubles(rows)))
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Compare(s.field.middle(&b.tiles[0]).Y, s.field.middle(&a.tiles[0]).Y)
	})
	return rows, nil
}

// onTable is a sighting with its millimetres, and turned as the picture shows it.
func (r *Reader) onTable(f *field, t reading) models.Sighting {
	s := r.sighting(t)
	s.Table, s.Raised = new([4]models.Point), t.raised
	for i, q := range s.Quad {
		s.Table[i] = f.view.Table(q)
	}
	s.Facing = quarterTurn(s.Quad[1].Sub(s.Quad[0]))
	return s
}

// readFound is readTiles for tiles that were found to a cell. What is not seen well
// there may stand a cell farther.
func (r *Reader) readFound(p *raster.Picture, c *row) error {
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
func (r *Reader) lookAgain(p *raster.Picture, c *row) error {
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

// offLead is by how much another face than the right one may lead half a cell off, and
// plainLead by how much where each is seen best: the perspective is known. A tile that is seen less
// well than inPlace may stand farther off, where the stroke of a 1m is one of a 2m's.
const offLead, plainLead, inPlace = 0.08, 0.03, 0.94

// plain reports whether the best face of a tile is clear and leads by so much.
func (t *reading) plain(lead float64) bool {
	return len(t.ranks) < 2 || t.sim >= clearSim && t.sim-t.ranks[1].Sim >= lead
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
