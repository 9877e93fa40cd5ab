package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/outline"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// KongTuning holds what finding the concealed kongs of a hand rests on, beside [outline.KongTuning].
type KongTuning struct {
	Open float64 // the similarity of an open tile
	// Shows is the similarity of what surely shows a face, Shade the light under it otherwise, of the usual one, and
	// Seen that of what tells the usual one.
	Shows, Shade, Seen float64
	// Ghost is how much of what shows no face lies on a back that is there instead of it.
	Ghost float64
	// Slope is how much a row may be turned against the edge of the table, and InLine how many upright tiles tell it.
	Slope  float64
	InLine int
	// Along is for how many places, each way, the frame of a tile is good.
	Along float64
}

var kongTuning = KongTuning{Open: .8, Shows: .86, Shade: .7, Seen: .64, Ghost: .11, Slope: .1, InLine: 3, Along: 1.5}

// kongs looks for concealed kongs in the rows of a hand.
type kongs struct {
	*hands
	field *plane.Field
	rows  []row
	light float64 // of the tiles of the longest row, as usual
}

// withBacks adds the tiles face down of the concealed kongs in the rows of a hand.
func (p *hands) withBacks(f *plane.Field, rows []row) []row {
	if len(rows) == 0 {
		return rows
	}
	k := kongs{hands: p, field: f, rows: rows}
	var lights []float64
	for _, t := range slices.MaxFunc(rows, func(a, b row) int { return cmp.Compare(len(a), len(b)) }) {
		if t.Sim >= kongTuning.Seen && !p.Tiles.Match.IsBlank(t.Tile) {
			lights = append(lights, t.light)
		}
	}
	if slices.Sort(lights); len(lights) > 0 {
		k.light = lights[len(lights)/2]
	}
	for i := range rows {
		line := lineOf(rows[i])
		for _, run := range k.runs(rows[i]) {
			for _, t := range k.of(run, line) {
				k.insert(i, t)
			}
		}
	}
	for i := range k.rows {
		k.rows[i] = k.withRoom(k.rows[i])
	}
	return slices.DeleteFunc(k.rows, func(c row) bool { return len(c) == 0 })
}

// line is how the middles of the upright tiles of a row lie: a point of it, and how much it rises to the right.
type line struct {
	from  models.Point
	slope float64
}

// lineOf is the line of a row, none where too few tiles tell it.
func lineOf(c row) line {
	var xs []float64
	var at []models.Point
	for i := range c {
		if !c[i].turned {
			xs, at = append(xs, c[i].at.X), append(at, c[i].at)
		}
	}
	if len(at) < kongTuning.InLine {
		return line{}
	}
	fit := raster.FitLineAt(xs, at)
	return line{fit[0].Add(fit[1].Times(xs[0])), max(min(fit[1].Y, kongTuning.Slope), -kongTuning.Slope)}
}

// near is the point of a line beside a tile; the tile's middle where there is no line.
func (l line) near(at models.Point) models.Point {
	if l != (line{}) {
		at.Y = l.from.Y + (at.X-l.from.X)*l.slope
	}
	return at
}

// mayOpen reports whether a tile may be an open one of a concealed kong.
func (t *laid) mayOpen() bool { return !t.turned && t.Sim >= kongTuning.Open && t.Tile.IsKind() }

// runs gives the runs of one to three tiles of a kind that touch.
func (k *kongs) runs(c row) (runs []row) {
	next := func(a, b *laid) bool {
		return a.mayOpen() && b.mayOpen() && a.Tile.Kind() == b.Tile.Kind() && a.at.Sub(b.at).Length() < outline.Kongs.NextTo*k.field.Tile.Width
	}
	from := 0
	for i := 1; i <= len(c); i++ {
		if i < len(c) && next(&c[i-1], &c[i]) {
			continue
		}
		if run := c[from:i]; len(run) < models.KongTiles && run[0].mayOpen() {
			runs = append(runs, slices.Clone(run))
		}
		from = i
	}
	return runs
}

// of gives what is missing of the concealed kong of which a run of tiles lies open:
// nothing where it belongs to none.
func (k *kongs) of(run row, line line) (found row) {
	first, last := &run[0], &run[len(run)-1]
	left, right := k.backsFrom(first, -1, models.KongTiles-len(run), line), k.backsFrom(last, 1, models.KongTiles-len(run), line)
	both := k.Tinted(slices.Concat(left, right))
	left, right = both[:len(left)], both[len(left):]
	switch len(run) {
	case models.SetTiles: // XOOO or OOOX: a pung without the back, so that any doubt must be told
		return k.backs(slices.Concat(left, right))
	case 2: // XOOX
		if len(left) > 0 && len(right) > 0 && outline.OfOneKong([]outline.Back{left[0], right[0]}) {
			return k.backs([]outline.Back{left[0], right[0]})
		}
		return nil
	}
	for i, side := range [][]outline.Back{left, right} {
		switch {
		case !outline.OfOneKong(side):
		case len(side) == models.KongTiles-1: // XXXO or OXXX
			found = append(found, k.backs(side)...)
		case len(side) == models.KongTiles-2: // OXXO
			if k.closes(first, &side[1], []float64{-1, 1}[i]) {
				found = append(found, k.backs(side)...)
			}
		}
	}
	return found
}

// backs are tiles face down.
func (k *kongs) backs(seen []outline.Back) (out row) {
	for _, b := range seen {
		t := laid{at: k.at(&b), shown: faces.Shown{Tile: models.Back, Sim: b.Sim}}
		t.Tile, t.Sim, t.Quad = models.Back, b.Sim, b.Quad
		for i, q := range t.Quad {
			t.Table[i] = k.field.View.Table(q)
		}
		out = append(out, t)
	}
	return out
}

// at is where a back lies as the owner sees it, mm.
func (k *kongs) at(b *outline.Back) models.Point {
	return k.field.Own(k.field.View.Table(b.Frame.At(b.T)))
}

// closes reports whether the tile behind the last of two backs is like the one before the first, wherever it was put.
func (k *kongs) closes(first *laid, last *outline.Back, step float64) bool {
	place := last.Frame.Quad(last.T+step, 0)
	return slices.ContainsFunc(k.rows, func(c row) bool {
		return slices.ContainsFunc(c, func(t laid) bool {
			return t.mayOpen() && raster.Inside(place, t.pixel()) && t.Tile.Kind() == first.Tile.Kind()
		})
	})
}

// backsFrom follows backs from an open tile to the left or right, at most so many. Where a single tile lies is not known
// well: the line of its row is followed as well, and each back is taken from where it is seen better.
func (k *kongs) backsFrom(from *laid, step float64, most int, of line) (best []outline.Back) {
	own := line{slope: math.Tan(from.Seen.Turn * math.Pi / 180)}
	for _, along := range []line{own, of} {
		at := from.at
		for i := range most {
			if along == of {
				at = of.near(at)
			}
			f := k.field.Frame(at.X, at.Y, along.slope, -kongTuning.Along, kongTuning.Along)
			if !k.free(f.Quad(step, 0)) {
				break
			}
			b := outline.Beside(k.Raster, &f, step, step, from.light, most-i)
			if k.hidden(b.Quad, outline.Kongs.PartHidden) { // it may as well be the cloth between two
				b.Sim /= 2
			}
			if b.Sim < outline.Kongs.Least {
				break
			}
			if i == len(best) {
				best = append(best, b)
			} else if b.Sim > best[i].Sim {
				best[i] = b
			}
			at = k.at(&b)
		}
	}
	return best
}

// free reports whether a place lies in the picture, and no tile is known there.
func (k *kongs) free(place [4]models.Point) bool {
	return !slices.ContainsFunc(place[:], func(q models.Point) bool { return !k.Raster.Shows(q) }) && !k.hidden(place, outline.Kongs.Hidden)
}

// hidden reports whether more than a share of a place lies under a tile that is known.
func (k *kongs) hidden(place [4]models.Point, most float64) bool {
	return slices.ContainsFunc(k.rows, func(c row) bool {
		return slices.ContainsFunc(c, func(t laid) bool {
			return (t.Tile == models.Back || k.shows(&t)) && overlap(t.Quad, place) > most
		})
	})
}

// overlap is the share of one of two faces that lies on the other, the greater one.
func overlap(a, b [4]models.Point) float64 { return max(raster.Overlap(a, b), raster.Overlap(b, a)) }

// shows reports whether a tile shows a face that was learned, on white: the line between
// two backs looks like a bamboo.
func (k *kongs) shows(t *laid) bool {
	if t.Tile == models.Back {
		return false
	}
	known, _ := k.Tiles.TrustIn(&t.shown)
	return known > .5 && (t.Sim >= kongTuning.Shows || t.light > kongTuning.Shade*k.light)
}

// insert adds a tile of a kong to a row. What shows no face there is the back or its
// flank; a doubtful back beside that says nothing new.
func (k *kongs) insert(i int, t laid) {
	ghost := func(o laid) bool {
		return o.Tile != models.Back && !k.shows(&o) && overlap(t.Quad, o.Quad) > kongTuning.Ghost
	}
	c := k.rows[i]
	if slices.ContainsFunc(c, ghost) && t.Sim < .5 {
		return
	}
	c = append(slices.DeleteFunc(slices.Clone(c), ghost), t)
	slices.SortStableFunc(c, func(a, b laid) int { return cmp.Compare(a.at.X, b.at.X) })
	k.rows[i] = c
}

// withRoom leaves out the tiles face down for which the tiles beside them leave no room: cloth
// between two melds has edges as well.
func (k *kongs) withRoom(c row) (kept row) {
	f := k.field
	edge := func(t *laid, side float64) float64 { along, _ := f.Spans(t.turned); return t.at.X + side*along/2 }
	for i := 0; i < len(c); {
		n := i // the backs side by side
		for n < len(c) && c[n].Tile == models.Back {
			n++
		}
		if n == i {
			kept = append(kept, c[i])
			i++
			continue
		}
		between := i > 0 && n < len(c)
		if !between || edge(&c[n], -1)-edge(&c[i-1], 1) >= float64(n-i)*f.Tile.Width-k.Tuning().Slack {
			kept = append(kept, c[i:n]...)
		}
		i = n
	}
	return kept
}
