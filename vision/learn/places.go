package learn

import (
	"cmp"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/locate"
	"jantaku/vision/raster"
	"math"
	"slices"
)

// Where no boxes are given, a labelled row is one of those in which faces were located (package locate): the number of
// its tiles is known, so that the question is only which of them it is. Where fewer are seen, the others stand in its gaps
// or beyond its ends; where more are, some of them are not of it, or a tile is left out of its label. What the
// faces look like decides between the places that are left.

// placing are the numbers of choosing the place of a row.
var placing = struct {
	unseen float64 // share of the tiles of a row that may be seen by nothing but the others
	roomy  float64 // widths between the middles of neighbours from which tiles may be missing between them
	cost   float64 // of likeness that a tile costs that is not seen, or is seen and not written
	stray  float64 // widths that a tile which stands by itself is at most from where it was seen
	kept   int     // places of a row that are moved until they fit
	apart  float64 // widths by which two places differ at least
}{unseen: .26, roomy: 1.6, cost: .08, stray: .2, kept: 3, apart: .3}

// hypothesis says where the tiles of a labelled row may stand.
type hypothesis struct {
	frame raster.Frame
	ts    []float64      // of the tiles in it
	seen  []float64      // of each how surely a face was located there, 0 where none was
	own   []raster.Frame // of each tile, where it stands at 0, in a row that is loose; nil where the frame shows all of them
	mids  []models.Point // of those, where they were seen
	extra []strayFace    // faces that were located beside them for which the label has no tile
	like  float64        // mean similarity of the tiles to the faces of their labels, less what does not fit the label
}

// strayFace is a face in the line of a row that is none of its tiles: where it is, and how surely.
type strayFace struct{ t, sure float64 }

// cost is what of a hypothesis does not fit the label.
func (h *hypothesis) cost() float64 {
	doubt := 0.0
	for _, sure := range h.seen {
		doubt += 1 - sure
	}
	for _, x := range h.extra {
		doubt += x.sure
	}
	return placing.cost * doubt
}

// apartFrom is how far the tiles of two hypotheses lie from each other, in tiles: half of them farther.
func (h *hypothesis) apartFrom(o *hypothesis) float64 {
	apart := make([]float64, len(h.ts))
	for i, t := range h.ts {
		a, b := h.frame.At(t), o.frame.At(o.ts[i])
		apart[i] = a.Sub(b).Length() / max(h.frame.Along(t).Length(), 1)
	}
	slices.Sort(apart)
	return apart[len(apart)/2]
}

// strays reports whether a frame of one tile has it farther from where it was seen than seeing is off; in no place that was found does any.
func (h *hypothesis) strays(i int, f *raster.Frame) bool {
	return h != nil && h.own != nil && f.Centre[0].Sub(h.mids[i]).Length() > placing.stray*f.Centre[1].Length()
}

// stand is where a tile of a row may stand in a line of located faces: where a face was located, or where there is room for one that was not.
type stand struct {
	t, sure float64       // sure is 0 where none was located
	own     *raster.Frame // the place by itself, in a line that is loose
	mid     models.Point  // of it, where it was seen
}

// line is the stands of a located row, from left to right.
type line struct {
	row    *locate.Row
	stands []stand
}

// linesOf are the located rows in which n tiles may stand, with room for as many as may be seen by nothing but the others.
func linesOf(rows []locate.Row, n int) (lines []line) {
	for i := range rows {
		r := &rows[i]
		if len(r.T)+unseenOf(n) < n {
			continue
		}
		l := line{row: r}
		last := len(r.T) - 1
		for k := unseenOf(n); k > 0; k-- {
			l.room(r.T[0] - float64(k))
		}
		for k, t := range r.T {
			if k > 0 {
				gap := t - r.T[k-1]
				for room, j := int(math.Round(gap))-1, 1; gap > placing.roomy && j <= room; j++ {
					l.room(r.T[k-1] + gap*float64(j)/float64(room+1))
				}
			}
			s := stand{t: t, sure: r.Faces[k].Sure}
			if r.Loose {
				own := r.Own(k)
				s.own, s.mid = &own, r.Faces[k].Mid
			}
			l.stands = append(l.stands, s)
		}
		for k := range unseenOf(n) {
			l.room(r.T[last] + float64(k+1))
		}
		lines = append(lines, l)
	}
	return lines
}

// unseenOf is how many of n tiles may be seen by nothing but the others.
func unseenOf(n int) int { return int(max(1, placing.unseen*float64(n))) }

// room appends a stand where no face was located.
func (l *line) room(t float64) {
	s := stand{t: t}
	if l.row.Loose {
		own := l.row.Frame.Shifted(t, 1)
		own.Centre[2], own.Down[1] = models.Point{}, models.Point{}
		s.own, s.mid = &own, own.Centre[0]
	}
	l.stands = append(l.stands, s)
}

// hypothesis has the tiles of a row at some of the stands.
func (l *line) hypothesis(at []int) (h hypothesis) {
	h.frame = l.row.Frame
	for k, s := range l.stands {
		switch {
		case !slices.Contains(at, k):
			if s.sure > 0 {
				h.extra = append(h.extra, strayFace{s.t, s.sure})
			}
			continue
		case s.own != nil:
			h.own, h.mids = append(h.own, *s.own), append(h.mids, s.mid)
		}
		h.ts, h.seen = append(h.ts, s.t), append(h.seen, s.sure)
	}
	return h
}

// aligner compares places with the faces of labels.
type aligner struct {
	bank  faces.Bank
	faces map[models.Tile][]int // which vectors of the bank show a tile, either way up
	mem   raster.Vector
}

// newAligner makes an aligner of coarse vectors of tiles.
func newAligner(tiles []models.Tile, vectors []raster.Vector) *aligner {
	a := &aligner{bank: faces.NewBank(vectors, faces.Average(vectors)), faces: map[models.Tile][]int{}}
	for i, t := range tiles {
		a.faces[t] = append(a.faces[t], i)
	}
	return a
}

// best is how like a place, which has a row of similarities, is to a tile.
func (a *aligner) best(sims []float32, t models.Tile) float32 {
	if len(a.faces[t]) == 0 {
		return neutral
	}
	best := float32(-1)
	for _, k := range a.faces[t] {
		best = max(best, sims[k])
	}
	return best
}

// placeMargin is how many coarse strip pixels above and below a row are drawn.
const placeMargin = 4

// fit is how like the tiles of a label are to their faces where a hypothesis has them, on average.
func (a *aligner) fit(p *raster.Picture, h *hypothesis, tiles []models.Tile) float64 {
	sims := a.compare(p, &h.frame, h.ts, h.own)
	if sims == nil {
		return math.Inf(-1)
	}
	sum := 0.0
	for i, t := range tiles {
		sum += float64(a.best(sims[i*a.bank.Faces:(i+1)*a.bank.Faces], t))
	}
	return sum / float64(len(tiles))
}

// compare compares what a frame shows at some places, or what frames of their own show there, with all faces; nil where nothing can be seen.
func (a *aligner) compare(p *raster.Picture, f *raster.Frame, ts []float64, own []raster.Frame) []float32 {
	const n = raster.CoarseLength
	a.mem = raster.Grown(a.mem, n*len(ts))
	windows := func(f *raster.Frame, ts []float64, into raster.Vector) bool {
		first, last := ts[0], ts[len(ts)-1]
		s := f.Draw(p, raster.CoarseRes, first-.5+raster.InsetT, int((last-first)*float64(raster.CoarseRes.CellW)+.5)+raster.CoarseRes.WindowW+raster.PoolCell, placeMargin)
		g, err := s.Grid()
		if err != nil {
			return false
		}
		for i, t := range ts {
			g.Window(into[i*n:(i+1)*n], int(math.Round((t-first)*raster.CoarsePerTile)), placeMargin/raster.PoolCell, raster.CoarseW, raster.CoarseH)
		}
		return true
	}
	if own == nil && !windows(f, ts, a.mem) {
		return nil
	}
	for i := range own {
		if !windows(&own[i], []float64{0}, a.mem[i*n:(i+1)*n]) {
			return nil
		}
	}
	return a.bank.Compare(a.mem, len(ts))
}

// aligned are the likeliest hypotheses of where the tiles of a label stand in a line, one for each stand of the first of them. Faces that were
// located between them may be none, as wood and light between groups of tiles are.
func (a *aligner) aligned(p *raster.Picture, l *line, tiles []models.Tile) (out []hypothesis) {
	n, m, most := len(tiles), len(l.stands), unseenOf(len(tiles))
	ts, own := make([]float64, m), []raster.Frame(nil)
	for k, s := range l.stands {
		if ts[k] = s.t; s.own != nil {
			own = append(own, *s.own)
		}
	}
	sims := a.compare(p, &l.row.Frame, ts, own)
	if sims == nil {
		return nil
	}
	// best[i][k][u] is what the tiles from i on bring at most at the stands from k on, u of which may be seen by nothing but the others.
	best := make([][][]float64, n+1)
	gain := func(i, k int) float64 {
		return float64(a.best(sims[k*a.bank.Faces:(k+1)*a.bank.Faces], tiles[i]))/float64(n) - placing.cost*(1-l.stands[k].sure)
	}
	here := func(i, k, u int) float64 { // with tile i at stand k
		if l.stands[k].sure == 0 {
			u--
		}
		if u < 0 {
			return math.Inf(-1)
		}
		return gain(i, k) + best[i+1][k+1][u]
	}
	passed := func(i, k, u int) float64 { return best[i][k+1][u] - placing.cost*l.stands[k].sure }
	for i := n; i >= 0; i-- {
		best[i] = make([][]float64, m+1)
		for k := m; k >= 0; k-- {
			best[i][k] = make([]float64, most+1)
			for u := range best[i][k] {
				switch {
				case k == m && i < n:
					best[i][k][u] = math.Inf(-1)
				case k < m:
					best[i][k][u] = passed(i, k, u)
					if i < n {
						best[i][k][u] = max(best[i][k][u], here(i, k, u))
					}
				}
			}
		}
	}
	before := 0. // what faces cost that were located before the first tile
	for first := range m {
		like := here(0, first, most) - before
		before += placing.cost * l.stands[first].sure
		if math.IsInf(like, -1) {
			continue
		}
		var at []int
		for i, k, u := 0, first, most; i < n; k++ {
			if len(at) == 0 || here(i, k, u) >= passed(i, k, u) {
				if at = append(at, k); l.stands[k].sure == 0 {
					u--
				}
				i++
			}
		}
		h := l.hypothesis(at)
		h.like = like
		out = append(out, h)
	}
	return out
}

// tileMoves change one parameter of the frame of a tile that stands by itself, at 0 in it, each.
var tileMoves = append(slices.Clone(raster.Moves), []raster.Move{
	func(f raster.Frame, _, k float64) raster.Frame { // wider
		f.Centre[1] = f.Centre[1].Times(1 + k)
		return f
	},
	func(f raster.Frame, _, k float64) raster.Frame { // turned
		f.Centre[1] = f.Centre[1].Add(f.Down[0].Times(k))
		return f
	},
}...)

// likeliest are the places of a labelled row that its tiles look most like, the likeliest first, moved until they do most.
func (a *aligner) likeliest(p *raster.Picture, lines []line, tiles []models.Tile) (kept []hypothesis) {
	var all []hypothesis
	for i := range lines {
		all = append(all, a.aligned(p, &lines[i], tiles)...)
	}
	byLikeness := func(x, y hypothesis) int { return cmp.Compare(y.like, x.like) }
	slices.SortStableFunc(all, byLikeness)
	for i := range all {
		if len(kept) == placing.kept {
			break
		}
		if !slices.ContainsFunc(kept, func(k hypothesis) bool { return k.apartFrom(&all[i]) < placing.apart }) {
			kept = append(kept, all[i])
		}
	}
	for i := range kept {
		h := &kept[i]
		if h.own != nil {
			h.own = slices.Clone(h.own)
			for k := range h.own {
				one := hypothesis{ts: h.ts[k : k+1], own: h.own[k : k+1]}
				was := h.own[k]
				h.own[k], _ = raster.Climb{Moves: tileMoves, Rounds: 2, Step: .08}.Refine(was, 0, func(f *raster.Frame) float64 {
					if h.strays(k, f) {
						return math.Inf(-1)
					}
					one.own[0] = *f
					return a.fit(p, &one, tiles[k:k+1])
				})
			}
			h.like = a.fit(p, h, tiles) - h.cost()
			continue
		}
		moved := *h
		h.frame, h.like = raster.Climb{Moves: locate.RowMoves, Rounds: 2, Step: .08}.Refine(h.frame, (h.ts[0]+h.ts[len(h.ts)-1])/2, func(f *raster.Frame) float64 {
			moved.frame = *f
			return a.fit(p, &moved, tiles)
		})
		h.like -= h.cost()
	}
	slices.SortStableFunc(kept, byLikeness)
	return kept
}
