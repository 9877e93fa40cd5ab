package checkup

import (
	"image"
	"math"
	"slices"

	"jantaku/models"
)

// grey is the brightness of a picture, 0 to 255.
type grey struct {
	w, h int
	px   []float64
}

func greyOf(img image.Image) *grey {
	b := img.Bounds()
	g := &grey{b.Dx(), b.Dy(), make([]float64, b.Dx()*b.Dy())}
	ycc, fast := img.(*image.YCbCr)
	for y := range g.h {
		for x := range g.w {
			if fast {
				g.px[y*g.w+x] = float64(ycc.Y[ycc.YOffset(b.Min.X+x, b.Min.Y+y)])
				continue
			}
			r, gr, bl, _ := img.At(b.Min.X+x, b.Min.Y+y).RGBA()
			g.px[y*g.w+x] = (.299*float64(r) + .587*float64(gr) + .114*float64(bl)) / 257
		}
	}
	return g
}

// Values of the measurements.
const (
	edgeContrast = 60  // grey levels across an edge that is looked at
	edgeReach    = 5   // pixels to either side within which it must be whole
	sharpest     = .25 // share of the edges that are as sharp as the lens lets them be: others are rounded
)

// blur is the sigma, in pixels, of the blur of the sharpest edges: the slope of a step of a contrast C is C / (sigma √2π) in its middle.
func (g *grey) blur() float64 {
	var all []float64
	for y := 0; y < g.h; y += 3 {
		row := g.px[y*g.w : (y+1)*g.w]
		for x := edgeReach + 1; x < g.w-edgeReach-1; x++ {
			slope := math.Abs(row[x+1] - row[x-1])
			if slope < 8 || slope < math.Abs(row[x+2]-row[x]) || slope <= math.Abs(row[x]-row[x-2]) {
				continue
			}
			contrast := math.Abs(row[x+edgeReach] - row[x-edgeReach])
			if contrast < edgeContrast || contrast < .8*(slices.Max(row[x-edgeReach:x+edgeReach+1])-slices.Min(row[x-edgeReach:x+edgeReach+1])) {
				continue
			}
			all = append(all, contrast/(slope/2)/math.Sqrt(2*math.Pi))
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	seen := all[int(float64(len(all)-1)*sharpest)]
	const pixel = .6 // what the slope over two pixels alone makes of a step, pixels
	return math.Sqrt(max(0, seen*seen-pixel*pixel))
}

// noise is the sigma of the sensor's noise, from what differs from pixel to pixel where nothing else does (Immerkær 1996, by the median).
func (g *grey) noise() float64 {
	var all []float64
	for y := 1; y < g.h-1; y += 2 {
		for x := 1; x < g.w-1; x += 2 {
			at := func(dx, dy int) float64 { return g.px[(y+dy)*g.w+x+dx] }
			if v := at(0, 0); v < 10 || v > 245 {
				continue
			}
			l := at(-1, -1) - 2*at(0, -1) + at(1, -1) - 2*at(-1, 0) + 4*at(0, 0) - 2*at(1, 0) + at(-1, 1) - 2*at(0, 1) + at(1, 1)
			all = append(all, math.Abs(l)/6)
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2] / .6745
}

// bands is by how much lines are lighter in one picture and darker in the next, as lamps that flicker make them: the range of most of
// the lines' differences, as a share of the light.
func (g *grey) bands(other *grey) float64 {
	if g.w != other.w || g.h != other.h {
		return 0
	}
	var all []float64
	for y := range g.h {
		a, b := 0., 0.
		for x := range g.w {
			a, b = a+g.px[y*g.w+x], b+other.px[y*g.w+x]
		}
		if a > 20*float64(g.w) {
			all = append(all, (b-a)/a)
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return (all[len(all)*19/20] - all[len(all)/20]) / 2
}

// face is the light of a tile.
type face struct {
	Tile
	white float64 // linear, of what is not printed
	ink   float64 // linear, of the darkest colour of the darkest print, as a share of white
}

// facesOf measures tiles whose faces are in the picture.
func facesOf(img image.Image, tiles []Tile) (all []face) {
	b := img.Bounds()
	for _, t := range tiles {
		var inks, whites []float64
		const grid = 16
		for j := range grid {
			for i := range grid {
				u, v := .1+.8*float64(i)/(grid-1), .1+.8*float64(j)/(grid-1)
				at := func(k func(models.Point) float64) float64 {
					return (1-v)*((1-u)*k(t.Quad[0])+u*k(t.Quad[1])) + v*((1-u)*k(t.Quad[3])+u*k(t.Quad[2]))
				}
				p := image.Pt(b.Min.X+int(at(func(p models.Point) float64 { return p.X })+.5), b.Min.Y+int(at(func(p models.Point) float64 { return p.Y })+.5))
				if !p.In(b) {
					continue
				}
				r, g, bl, _ := img.At(p.X, p.Y).RGBA()
				inks = append(inks, linear(min(r, g, bl)))
				whites = append(whites, (linear(r)+linear(g)+linear(bl))/3)
			}
		}
		if len(inks) < grid*grid/2 {
			continue
		}
		slices.Sort(inks)
		slices.Sort(whites)
		white := whites[len(whites)*9/10]
		all = append(all, face{t, white, inks[len(inks)/20] / max(white, 1e-3)})
	}
	return all
}

// linear is the light of a colour as image.Color gives it, 0 to 1.
func linear(v uint32) float64 {
	x := float64(v) / 65535
	if x <= .04045 {
		return x / 12.92
	}
	return math.Pow((x+.055)/1.055, 2.4)
}

// uneven is how much lighter the lightest faces are than the darkest, but for a tenth at either end.
func uneven(faces []face) float64 {
	var all []float64
	for _, f := range faces {
		all = append(all, f.white)
	}
	slices.Sort(all)
	n := len(all)
	return all[n-1-n/10] / max(all[n/10], 1e-3)
}
