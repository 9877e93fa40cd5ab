package learn

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/locate"
	"jantaku/vision/raster"
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

// apartFrom is how far the tiles of two hypotheses lie from each other at most, in tiles.
func (h *hypothesis) apartFrom(o *hypothesis) (most float64) {
	for i, t := range h.ts {
		a, b := h.frame.At(t), o.frame.At(o.ts[i])
		most = max(most, a.Sub(b).Length()/max(h.frame.Along(t).Length(), 1))
	}
	return most
}

// placesOf are the places where a row of n tiles may stand in located rows.
func placesOf(rows []locate.Row, n int) (out []hypothesis) {
	for i := range rows {
		r := &rows[i]
		seen := len(r.T)
		for from := range max(seen-n+1, 1) {
			to := min(from+n, seen)
			h := hypothesis{frame: r.Frame, ts: r.T[from:to]}
			for k, t := range r.T {
				sure := r.Faces[k].Sure
				if k < from || k >= to {
					h.extra = append(h.extra, strayFace{t, sure})
					continue
				}
				if h.seen = append(h.seen, sure); r.Loose {
					h.own, h.mids = append(h.own, r.Own(k)), append(h.mids, r.Faces[k].Mid)
				}
			}
			if to-from < n {
				out = append(out, h.filled(n)...)
				continue
			}
			out = append(out, h)
			if even, ok := r.Even(from, to); ok && r.Loose {
				e := hypothesis{frame: even.Frame, ts: even.T, seen: h.seen}
				for _, x := range h.extra {
					if x.t -= r.T[from]; x.t > 0 {
						x.t += even.T[n-1] - (r.T[to-1] - r.T[from])
					}
					e.extra = append(e.extra, x)
				}
				out = append(out, e)
			}
		}
	}
	return out
}

// filled are the ways in which a row of n tiles has those of a hypothesis in it, of which some are not seen: as many in its
// gaps as have room there, the others beyond its ends; or all of them beyond those.
func (h *hypothesis) filled(n int) (out []hypothesis) {
	missing := n - len(h.ts)
	if float64(missing) > max(1, placing.unseen*float64(n)) || len(h.ts) == 0 {
		return nil
	}
	var between, ends hypothesis
	for i, t := range h.ts {
		if i > 0 {
			gap := t - h.ts[i-1]
			if room := int(math.Round(gap)) - 1; gap > placing.roomy && room > 0 {
				for k := range room {
					between.guess(h, h.ts[i-1]+gap*float64(k+1)/float64(room+1))
				}
			}
		}
		between.take(h, i)
		ends.take(h, i)
	}
	for i, g := range []*hypothesis{&between, &ends} {
		missing := n - len(g.ts)
		if missing < 0 || i > 0 && len(between.ts) == len(ends.ts) {
			continue
		}
		for left := range missing + 1 {
			f := hypothesis{frame: h.frame}
			for k := left; k > 0; k-- {
				f.guess(h, g.ts[0]-float64(k))
			}
			for k := range g.ts {
				f.take(g, k)
			}
			for k := range missing - left {
				f.guess(h, g.ts[len(g.ts)-1]+float64(k+1))
			}
			out = append(out, f)
		}
	}
	return out
}

// strays reports whether a frame of one tile has it farther from where it was seen than seeing is off.
func (h *hypothesis) strays(i int, f *raster.Frame) bool {
	return f.Centre[0].Sub(h.mids[i]).Length() > placing.stray*f.Centre[1].Length()
}

// take appends a tile of another hypothesis.
func (h *hypothesis) take(o *hypothesis, i int) {
	h.ts, h.seen = append(h.ts, o.ts[i]), append(h.seen, o.seen[i])
	if o.own != nil {
		h.own, h.mids = append(h.own, o.own[i]), append(h.mids, o.mids[i])
	}
}

// guess appends a tile that is not seen, at a place in the frame of another hypothesis.
func (h *hypothesis) guess(o *hypothesis, t float64) {
	h.ts, h.seen = append(h.ts, t), append(h.seen, 0)
	if o.own != nil {
		at := o.frame.Shifted(t, 1)
		at.Centre[2], at.Down[1] = models.Point{}, models.Point{}
		h.own, h.mids = append(h.own, at), append(h.mids, at.Centre[0])
	}
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
	const n = raster.CoarseLength
	a.mem = raster.Grown(a.mem, n*len(h.ts))
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
	if h.own == nil && !windows(&h.frame, h.ts, a.mem) {
		return math.Inf(-1)
	}
	for i := range h.own {
		if !windows(&h.own[i], []float64{0}, a.mem[i*n:(i+1)*n]) {
			return math.Inf(-1)
		}
	}
	sims := a.bank.Compare(a.mem, len(h.ts))
	sum := 0.0
	for i, t := range tiles {
		sum += float64(a.best(sims[i*a.bank.Faces:(i+1)*a.bank.Faces], t))
	}
	return sum / float64(len(tiles))
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
func (a *aligner) likeliest(p *raster.Picture, places []hypothesis, tiles []models.Tile) (kept []hypothesis) {
	all := slices.Clone(places)
	for i := range all {
		h := &all[i]
		h.like = a.fit(p, h, tiles) - h.cost()
	}
	byLikeness := func(x, y hypothesis) int { return cmp.Compare(y.like, x.like) }
	slices.SortStableFunc(all, byLikeness)
	for i := range all {
		if len(kept) == placing.kept {
			break
		}
		if !slices.ContainsFunc(kept, func(k hypothesis) bool {
			return (k.own == nil) == (all[i].own == nil) && k.apartFrom(&all[i]) < placing.apart
		}) {
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

// Which of the places where a row may stand is the right one, the photographs say together: the
// tiles of one label look alike in all of them. It begins with what drawn faces suggest. Then,
// round by round, each row is looked for again with what the other photographs show of its
// labels, until all agree. A photograph never confirms itself.

const (
	// agreeRounds is how often all rows are looked for again.
	agreeRounds = 4
	// fewSeen is how many other photographs' tiles of a label are needed to do without drawn ones.
	fewSeen = 3
	// neutral is how like a tile without a face is to any place.
	neutral = 0.3
	// sameTile is how near to each other, in tiles, the middles of two tiles lie of which only one
	// is there.
	sameTile = 0.6
)
