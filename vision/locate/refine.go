package locate

import (
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// RowMoves change one parameter of the frame of a row each, of which nothing but its print is known; middle is the t about which slopes turn, so that the
// parameters hardly disturb each other.
var RowMoves = append(slices.Clone(raster.Moves), []raster.Move{
	func(f raster.Frame, m, k float64) raster.Frame { // wider tiles
		g := f.Shifted(m, 1+k/8)
		g.Down = [2]models.Point{f.DownAt(m), f.Down[1]}
		return g.About(m)
	},
	func(f raster.Frame, m, k float64) raster.Frame { // shear that grows along the row
		return turnDown(&f, m, f.Along(m).Times(k/4))
	},
	func(f raster.Frame, m, k float64) raster.Frame { // height that grows along the row
		return turnDown(&f, m, f.DownAt(m).Times(k/8))
	},
	func(f raster.Frame, m, k float64) raster.Frame { // turned
		g := f.Shifted(m, 1)
		g.Centre[1] = g.Centre[1].Add(f.DownAt(m).Times(k / 8))
		return g.About(m)
	},
	func(f raster.Frame, m, k float64) raster.Frame { // bent
		g := f.Shifted(m, 1)
		g.Centre[2] = g.Centre[2].Add(f.DownAt(m).Times(k / 48))
		return g.About(m)
	},
	func(f raster.Frame, m, k float64) raster.Frame { // tiles that widen along the row
		g := f.Shifted(m, 1)
		g.Centre[2] = g.Centre[2].Add(f.Along(m).Times(k / 48))
		return g.About(m)
	},
}...)

// turnDown adds slope to the change of down along the row, about middle.
func turnDown(f *raster.Frame, middle float64, slope models.Point) raster.Frame {
	g := *f
	g.Down[1] = g.Down[1].Add(slope)
	g.Down[0] = g.Down[0].Sub(slope.Times(middle))
	return g
}
