package pipeline

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
)

// Mend is what a person says of one tile of the photograph. Index names it as the review does;
// without a Tile nothing lies there.
type Mend struct {
	Index int         `json:"index"`
	Tile  models.Tile `json:"tile"`
	// Beside says that the tile was not seen and lies before (left) or after (right) the one named, in the order of
	// its row; empty for the one named.
	Beside string `json:"beside"`
}

// Sides of a tile in its row.
const (
	besideLeft  = "left"
	besideRight = "right"
)

// mend puts right what the photograph shows and understands its tiles anew: the place of
// a tile still says what it is there for. A person has changed the hand and looks at it again,
// however certain it is. Anew says that the hand was not taken from the photograph.
func (hand *Pending) mend(layout Understander, mends []Mend, anew bool) error {
	if len(mends) == 0 && !anew {
		return nil
	}
	if layout == nil || hand.Reading == nil || hand.Photo == nil {
		return models.Refused("no-photo", nil, "amend: seen: the hand has no photograph")
	}
	rows, err := mended(hand.Reading.Rows, mends)
	if err != nil {
		return err
	}
	sight := layout.Understand(rows, cmp.Or(hand.Shot, hand.Place))
	sight.Photo = hand.Photo
	sight.Reading.File, sight.Reading.Millis = hand.Reading.File, hand.Reading.Millis
	if sight.Reading.Status == models.Accepted {
		sight.Reading.Status = models.Review
	}
	hand.unread()
	hand.take(sight)
	if hand.Known[models.FactTile] == models.Said && !slices.ContainsFunc(hand.Win.Concealed, func(t models.Tile) bool { return t.Kind() == hand.Tile.Kind() }) {
		hand.Tile = models.NoTile // what was said to come last is not there any more
		delete(hand.Known, models.FactTile)
	}
	return nil
}

// unread forgets what the picture told, and what was said of tiles that lie otherwise now.
func (hand *Pending) unread() {
	switch {
	case hand.Known[models.FactTile] == models.Eye:
		hand.Tile = models.NoTile
		delete(hand.Known, models.FactTile)
	case hand.Known.Knows(models.FactTile) && hand.Win.Tile != models.NoTile:
		hand.Tile = hand.Win.Tile
	}
	for _, fact := range []models.Fact{models.FactMelds, models.FactSuppliers} {
		if by := hand.Known[fact]; by == models.Eye || by == models.Said {
			delete(hand.Known, fact)
		}
	}
	if hand.Known[models.FactFlowers] == models.Eye {
		delete(hand.Known, models.FactFlowers)
	}
	flowers := hand.Win.Flowers
	hand.Win.Hand, hand.Win.Tile = models.Hand{}, models.NoTile
	if hand.Known.Knows(models.FactFlowers) {
		hand.Win.Flowers = flowers
	}
}

// mended gives rows with what was said of their tiles; the rows are not changed.
func mended(rows [][]models.Sighting, mends []Mend) ([][]models.Sighting, error) {
	type at struct{ row, index int }
	var places []at
	all := make([][]models.Sighting, len(rows))
	for i, row := range rows {
		all[i] = slices.Clone(row)
		for j := range row {
			places = append(places, at{i, j})
		}
	}
	mends = slices.Clone(mends)
	slices.SortStableFunc(mends, func(a, b Mend) int { return b.Index - a.Index }) // from the end: what comes before keeps its index
	for _, m := range mends {
		if m.Index < 0 || m.Index >= len(places) {
			return nil, models.Refused("no-such-tile", nil, "amend: seen: the photograph has no tile %d", m.Index)
		}
		row, i := places[m.Index].row, places[m.Index].index
		tiles := all[row]
		switch {
		case m.Beside != "" && m.Beside != besideLeft && m.Beside != besideRight, m.Beside != "" && m.Tile == models.NoTile:
			return nil, models.Refused("bad-request", nil, "amend: seen: beside %q of tile %d is not left or right of it with a tile", m.Beside, m.Index)
		case m.Beside == besideLeft:
			tiles = slices.Insert(tiles, i, unseen(tiles, i-1, i, m.Tile))
		case m.Beside == besideRight:
			tiles = slices.Insert(tiles, i+1, unseen(tiles, i+1, i, m.Tile))
		case m.Tile == models.NoTile:
			tiles = slices.Delete(tiles, i, i+1)
		default:
			tiles[i].Candidate, tiles[i].Alternatives = models.Candidate{Tile: m.Tile, Confidence: 1}, nil
			tiles[i].Misfit, tiles[i].Raised, tiles[i].Beyond = false, false, false
		}
		all[row] = tiles
	}
	return slices.DeleteFunc(all, func(row []models.Sighting) bool { return len(row) == 0 }), nil
}

// unseen is a tile that was not seen beside the one at index, towards the one at next, which
// may not be there: in the middle of a gap, else as far beside as the tile is wide.
func unseen(row []models.Sighting, next, index int, tile models.Tile) models.Sighting {
	s := row[index]
	s.Candidate, s.Alternatives = models.Candidate{Tile: tile, Confidence: 1}, nil
	s.Misfit, s.Raised, s.Beyond = false, false, false
	var other *models.Sighting
	if next >= 0 && next < len(row) {
		other = &row[next]
	}
	first, last := &row[0], &row[len(row)-1]
	if next < index {
		first, last = last, first
	}
	beside := func(q, o, from, to *[4]models.Point) (moved [4]models.Point) {
		step := along(q, from, to)
		if next < index && len(row) == 1 {
			step = models.Point{X: -step.X, Y: -step.Y}
		}
		if o != nil {
			from, to := middle(q), middle(o)
			if gap := (models.Point{X: (to.X - from.X) / 2, Y: (to.Y - from.Y) / 2}); math.Hypot(gap.X, gap.Y) > 0.75*math.Hypot(step.X, step.Y) {
				step = gap
			}
		}
		for i, corner := range q {
			moved[i] = models.Point{X: corner.X + step.X, Y: corner.Y + step.Y}
		}
		return moved
	}
	var quad, table *[4]models.Point
	if other != nil {
		quad, table = &other.Quad, other.Table
	}
	s.Quad = beside(&row[index].Quad, quad, &first.Quad, &last.Quad)
	if row[index].Table != nil && first.Table != nil && last.Table != nil {
		lies := beside(row[index].Table, table, first.Table, last.Table)
		s.Table = &lies
	}
	return s
}

// along is the edge of a tile that runs most along its row, from the tile at from towards the one at to; of a
// tile that lies alone the edge that is its width, towards its right.
func along(q, from, to *[4]models.Point) models.Point {
	a, b := middle(from), middle(to)
	run := func(p models.Point) float64 { return p.X*(b.X-a.X) + p.Y*(b.Y-a.Y) }
	step, other := models.Point{X: q[1].X - q[0].X, Y: q[1].Y - q[0].Y}, models.Point{X: q[3].X - q[0].X, Y: q[3].Y - q[0].Y}
	if math.Abs(run(other)) > math.Abs(run(step)) {
		step = other
	}
	if run(step) < 0 {
		step = models.Point{X: -step.X, Y: -step.Y}
	}
	return step
}

func middle(q *[4]models.Point) (m models.Point) {
	for _, p := range q {
		m.X, m.Y = m.X+p.X/4, m.Y+p.Y/4
	}
	return m
}
