package faces

import "jantaku/vision/raster"

// The border of a picture cuts tiles. What lies outside says nothing about a face, so a window is compared with what the faces have of what is shown of it.
// A part tells less than a whole: two faces that differ beyond the border are equally like it, and a lead over another counts as much less as less of
// their print is shown.

// PartTuning says how little of a tile tells its face, as shares of the print of the average face.
type PartTuning struct {
	// Least is what has to be shown to be compared at all: a seam and a bit of rim are like the rim of any face. Told is what surely tells the face that it is
	// like: of less another face may be left, too, that lies farther out. Of 121 photographs whose borders cut the tile at the end of a row somewhere
	// 72 are read rightly with Least at .4, 63 at .65; half of an 8s and of a 4s were a 2s with .998 and 1.0000, of which .61 and .52 were shown.
	Least, Told float64
}

var usualPart = PartTuning{Least: .4, Told: .7}

// TrustInPart is how likely a face is the one that it seems to be of which a share of the print lies outside of the picture, for that alone.
func TrustInPart(beyond float64) float64 {
	return min(max((1-beyond-usualPart.Least)/(usualPart.Told-usualPart.Least), 0), 1)
}

// shown are the vectors that some numbers name, end to end, without the cells of each that lie outside of the picture, in memory that is given.
func shown(into, vectors raster.Vector, which []int32, beyond []bool) raster.Vector {
	n := raster.Planes * len(beyond)
	into = raster.Grown(into, n*len(which))
	for from := 0; from < len(beyond); {
		to := from + 1
		for to < len(beyond) && beyond[to] == beyond[from] {
			to++
		}
		for i, v := range which {
			cells := into[i*n+raster.Planes*from : i*n+raster.Planes*to]
			if beyond[from] {
				clear(cells)
			} else {
				copy(cells, vectors[int(v)*n+raster.Planes*from:])
			}
		}
		from = to
	}
	return into
}

// shownOf is the first of some vectors without the cells that lie outside of the picture.
func shownOf(vector raster.Vector, beyond []bool) raster.Vector {
	return shown(nil, vector, raster.Every(1), beyond)
}

// shownIn is a bank of what the vectors of another one have in a window some cells of which lie outside of the picture; it is good until the next one.
func (m *Matcher) shownIn(b *Bank, beyond []bool) *Bank {
	m.parts = shown(m.parts, b.packed, b.every, beyond)
	part := packedBank(m.parts, b.dims)
	part.Blank = b.Blank
	return &part
}

// compareIn compares the w×h cells from some places of a grid with a bank, each as far as the picture shows it.
func (m *Matcher) compareIn(b *Bank, g *raster.Grid, places [][2]int, w, h int, compare func(*Bank, raster.Vector, int) []float32) []float32 {
	windows := m.Windows(g, places, w, h)
	sims := compare(b, windows, len(places))
	for i, at := range places {
		beyond := g.Beyond(at[0], at[1], w, h)
		if beyond == nil {
			continue
		}
		own := sims[i*len(sims)/len(places) : (i+1)*len(sims)/len(places)]
		if part := m.shownIn(b, beyond); float64(part.meanSq) < usualPart.Least*float64(b.meanSq) {
			clear(own)
		} else {
			copy(own, compare(part, shownOf(windows[i*b.dims:], beyond), 1))
		}
	}
	return sims
}

// Beyond is the share of the print of the average face that lies outside of the picture in a window at a cell, 0 to 1.
func (m *Matcher) Beyond(g *raster.Grid, cell [2]int) float64 {
	beyond := g.Beyond(cell[0], cell[1], raster.FineW, raster.FineH)
	if beyond == nil {
		return 0
	}
	b := &m.FineMeans
	return 1 - float64(raster.Squares(shownOf(b.Mean(), beyond), b.dims, nil)[0])/float64(b.meanSq)
}
