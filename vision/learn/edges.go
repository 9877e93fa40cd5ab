package learn

import (
	"jantaku/vision/bare/sight"
)

// edges are those of the tiles of a row.
func (r *labelledRow) edges() sight.Edges {
	var columns []sight.Edges
	for _, s := range r.tiles {
		columns = append(columns, sight.Columns(r.picture, &r.frame, s.t)...)
	}
	return sight.EdgesOf(columns)
}

// edgesAt are those of a place along a row.
func (r *labelledRow) edgesAt(t float64) sight.Edges {
	return sight.EdgesOf(sight.Columns(r.picture, &r.frame, t))
}

// goesOn reports whether a row goes on at a place: its edges do, and what is there has the colour of the tile next to it.
func (r *labelledRow) goesOn(e sight.Edges, at *sighted) bool {
	return at.shade.Like(r.nearest(at.t).shade) && e.GoOn(r.edgesAt(at.t))
}

// endIn reports whether the edges of a row tell where it ends: not where it goes on farther than any tile that its
// label leaves out, as on a ground of printed lines.
func (r *labelledRow) endIn(e sight.Edges) (bool, error) {
	first, last := r.tiles[0].t, r.tiles[len(r.tiles)-1].t
	for k := range readingBack.beyond {
		for _, t := range []float64{first - float64(2+k), last + float64(2+k)} {
			if !r.picture.Shows(r.frame.At(t)) {
				continue
			}
			at := &sighted{row: r, t: t}
			if err := at.look(); err != nil {
				return false, err
			}
			if r.goesOn(e, at) {
				return false, nil
			}
		}
	}
	return true, nil
}
