package vision

import "math"

// What is compared: not grey values, which follow the lamp, but how much of the
// local light the print swallows in each colour channel, and where its edges run.
const (
	planes      = 7 // ink in blue, green, red; edges at 0°, 45°, 90°, 135°
	closeKernel = 17
	poolCell    = 2 // strip pixels per cell of the planes, each way

	// A window is the printed part of a cell: the rim of the face, where the
	// neighbour and the gap begin, is left out.
	windowW, windowH         = cellW - 4, cellH - 4
	fineW, fineH             = windowW / poolCell, windowH / poolCell
	coarseW, coarseH         = windowW / poolCell / 2, windowH / poolCell / 2
	fineLength, coarseLength = planes * fineW * fineH, planes * coarseW * coarseH

	edgeWeight = 1.6 // makes edges count about as much as ink
)

// grid is a stack of feature planes over a strip, cell by cell.
type grid struct {
	width, height int // in cells
	data          []float32
}

// ratio divides the local light out of a strip: 255 is bare tile, less is ink.
func (s *strip) ratio() ([]byte, error) {
	light, err := closeBGR(s.pix, s.width, s.height, s.res.kernel, s.res.kernel)
	if err != nil {
		return nil, err
	}
	s.light = light
	out := make([]byte, len(s.pix))
	for i, p := range s.pix {
		out[i] = byte(int(p) * 255 / max(int(light[i]), 1))
	}
	return out, nil
}

// features computes the planes of a ratio picture.
func features(ratio []byte, width, height int) *grid {
	return pool(inkAndEdges(ratio, width, height), width, height, poolCell)
}

// grid computes the planes of a strip.
func (s *strip) grid() (*grid, error) {
	r, err := s.ratio()
	if err != nil {
		return nil, err
	}
	return features(r, s.width, s.height), nil
}

// inkAndEdges gives, for each pixel, its planes features.
func inkAndEdges(ratio []byte, width, height int) []float32 {
	out := make([]float32, planes*width*height)
	grey := make([]float32, width*height)
	for i := range grey {
		b, g, r := ratio[3*i], ratio[3*i+1], ratio[3*i+2]
		o := out[planes*i:]
		o[0], o[1], o[2] = 1-float32(b)/255, 1-float32(g)/255, 1-float32(r)/255
		grey[i] = (o[0] + o[1] + o[2]) / 3
	}
	for y := 1; y < height-1; y++ {
		for x := 1; x < width-1; x++ {
			i := y*width + x
			gx := grey[i+1] - grey[i-1] + .5*(grey[i+1-width]-grey[i-1-width]+grey[i+1+width]-grey[i-1+width])
			gy := grey[i+width] - grey[i-width] + .5*(grey[i+width-1]-grey[i-width-1]+grey[i+width+1]-grey[i-width+1])
			spreadEdge(out[planes*i+3:planes*i+7], gx, gy)
		}
	}
	return out
}

// spreadEdge shares an edge's strength between the two nearest of four directions.
// cos²(θ−θk) kernels make the share exact without any arctangent.
func spreadEdge(into []float32, gx, gy float32) {
	m := float32(math.Sqrt(float64(gx*gx + gy*gy)))
	if m < .02 {
		return
	}
	c2, s2 := (gx*gx-gy*gy)/m, 2*gx*gy/m // m·cos2θ, m·sin2θ
	w := float32(edgeWeight) * .5
	into[0] = w * max(c2, 0)
	into[1] = w * max(s2, 0)
	into[2] = w * max(-c2, 0)
	into[3] = w * max(-s2, 0)
}

// pool averages features over square cells.
func pool(full []float32, width, height, cell int) *grid {
	g := &grid{width: width / cell, height: height / cell}
	g.data = make([]float32, planes*g.width*g.height)
	k := 1 / float32(cell*cell)
	for y := 0; y < g.height*cell; y++ {
		for x := 0; x < g.width*cell; x++ {
			src := full[planes*(y*width+x):]
			dst := g.data[planes*((y/cell)*g.width+x/cell):]
			for c := 0; c < planes; c++ {
				dst[c] += src[c] * k
			}
		}
	}
	return g
}

// window copies the features of the w×h cells from (x, y) into dst, and repeats
// the border outside the grid.
func (g *grid) window(dst []float32, x, y, w, h int) {
	for j := 0; j < h; j++ {
		yy := min(max(y+j, 0), g.height-1)
		if x >= 0 && x+w <= g.width {
			copy(dst[j*w*planes:(j+1)*w*planes], g.data[planes*(yy*g.width+x):])
			continue
		}
		for i := 0; i < w; i++ {
			xx := min(max(x+i, 0), g.width-1)
			copy(dst[(j*w+i)*planes:(j*w+i+1)*planes], g.data[planes*(yy*g.width+xx):])
		}
	}
}

// inkInside is the mean ink of the cells at least border cells from the rim.
func (g *grid) inkInside(border int) float64 {
	sum, n := 0.0, 0
	for y := border; y < g.height-border; y++ {
		for x := border; x < g.width-border; x++ {
			v := g.data[planes*(y*g.width+x):]
			sum += float64(v[0]+v[1]+v[2]) / 3
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// brightness is the upper quartile of the brightness of a strip.
func (s *strip) brightness() float64 {
	var hist [256]int
	for i := 0; i < len(s.pix); i += 3 {
		hist[min(s.pix[i], s.pix[i+1], s.pix[i+2])]++
	}
	left := len(s.pix) / 3 / 4
	for v := 255; v > 0; v-- {
		if left -= hist[v]; left < 0 {
			return float64(v)
		}
	}
	return 0
}
