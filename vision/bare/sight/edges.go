package sight

import (
	"math"

	"jantaku/vision/raster"
)

// Whether a row goes on beside its tiles is seen without knowing any face: the tiles of a row are of one
// size and stand in a line, so that its upper and lower edges go on where another tile stands. On the
// ground, whatever it is, they end.

// edgeTuning are the numbers of seeing where the edges of a row go on.
type edgeTuning struct {
	outside, inside int     // strip pixels around the window of a face, and in it, in which an edge lies
	wander          int     // strip pixels by which the edges at a place lie off those of the row at most
	dark            float64 // brightness, 0 to 765, below which differences are noise
	// goesOn is the share of the contrast of the row's edges, of the weaker one, that a place has at which a tile
	// stands. Of 102 tiles at the ends of rows of three photographed sets 99 have 0.25 and more; of 79 places
	// beyond them two have, where the edge is faint because another row stands behind it. Those are of another
	// colour than the tile next to them, as 56 of 62 places are and none of 70 tiles.
	goesOn float64
}

var edging = edgeTuning{outside: 24, inside: 3, wander: 3, dark: 30, goesOn: .25}

// Edges are how the brightness changes from above a row, or one place along it, down to below it: the
// middle one of its columns, from pixel to pixel of a strip. Print, which differs from column to column,
// changes little of that.
type Edges []float64

// Columns are the changes of brightness down the columns of the face of a tile at t.
func Columns(p *raster.Picture, f *raster.Frame, t float64) []Edges {
	s := f.Draw(p, raster.FineRes, t-.5+raster.InsetT, raster.FineRes.WindowW, edging.outside)
	out := make([]Edges, s.Width)
	light := make([]float64, s.Height)
	for x := range out {
		for y := range light {
			p := s.Pix[raster.Channels*(y*s.Width+x):]
			light[y] = math.Log(float64(p[0]) + float64(p[1]) + float64(p[2]) + edging.dark)
		}
		out[x] = make(Edges, s.Height)
		for y := 2; y+2 < s.Height; y++ {
			out[x][y] = (light[y+1] + light[y+2] - light[y-1] - light[y-2]) / 2
		}
	}
	return out
}

// EdgesOf are the edges that some columns show: the middle one of them at every height.
func EdgesOf(columns []Edges) Edges {
	out, values := make(Edges, len(columns[0])), make([]float64, len(columns))
	for y := range out {
		for x := range columns {
			values[x] = columns[x][y]
		}
		out[y] = MiddleValue(values)
	}
	return out
}

// GoOn reports whether both edges of a row go on at a place.
func (e Edges) GoOn(at Edges) bool {
	deep := edging.outside + edging.inside
	return min(e.shareOf(at, 0, deep), e.shareOf(at, len(e)-deep, len(e))) > edging.goesOn
}

// shareOf is how much of the changes between two heights a place shows, too: 1 where they are the same.
func (e Edges) shareOf(at Edges, from, to int) (most float64) {
	for off := -edging.wander; off <= edging.wander; off++ {
		both, own := 0., 0.
		for y := from; y < to; y++ {
			own += e[y] * e[y]
			if y+off >= 0 && y+off < len(at) {
				both += e[y] * at[y+off]
			}
		}
		if own > 0 {
			most = max(most, both/own)
		}
	}
	return most
}
