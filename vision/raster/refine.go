package raster

// Move changes one parameter of a frame by k tiles, about the tile at middle.
type Move func(f Frame, middle, k float64) Frame

// Climb improves a frame step by step: each parameter in turn is moved both ways
// as long as a score grows, with steps that halve from round to round. All steps
// are in units of the tile, so that they mean the same at every size.
type Climb struct {
	Moves  []Move
	Rounds int
	Step   float64 // the first, in tiles
}

// Refine gives the best frame, of those around the tile at middle, and its score.
func (c Climb) Refine(f Frame, middle float64, score func(*Frame) float64) (Frame, float64) {
	best, step := score(&f), c.Step
	for range c.Rounds {
		for _, move := range c.Moves {
			for _, sign := range []float64{1, -1} {
				g := move(f, middle, sign*step)
				s := score(&g)
				if s <= best {
					continue
				}
				for s > best {
					f, best = g, s
					g = move(f, middle, sign*step)
					s = score(&g)
				}
				break
			}
		}
		step /= 2
	}
	return f, best
}

// Moves change one parameter of the frame of a tile each; k is in tiles, middle the t of the tile.
var Moves = []Move{
	func(f Frame, m, k float64) Frame { // up and down
		f.Centre[0] = f.Centre[0].Add(f.DownAt(m).Times(k))
		return f
	},
	func(f Frame, m, k float64) Frame { // along the row
		f.Centre[0] = f.Centre[0].Add(f.Along(m).Times(k))
		return f
	},
	func(f Frame, m, k float64) Frame { // sheared
		f.Down[0] = f.Down[0].Add(f.Along(m).Times(2 * k))
		return f
	},
	func(f Frame, m, k float64) Frame { // taller
		f.Down[0], f.Down[1] = f.Down[0].Times(1+k), f.Down[1].Times(1+k)
		return f
	},
}

// About undoes shifted(middle, 1): t is counted as before.
func (f *Frame) About(middle float64) Frame { return f.Shifted(-middle, 1) }
