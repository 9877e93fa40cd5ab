package vision

import "jantaku/models"

// refine improves a frame step by step: each parameter in turn is moved both ways
// as long as score grows, with steps that halve from round to round. All steps
// are in units of the tile, so that they mean the same at every size.
func refine(f frame, middle float64, rounds int, step float64, score func(*frame) float64) (frame, float64) {
	return refineWith(moves, f, middle, rounds, step, score)
}

type move func(f frame, middle, k float64) frame

func refineWith(moves []move, f frame, middle float64, rounds int, step float64, score func(*frame) float64) (frame, float64) {
	best := score(&f)
	for range rounds {
		for _, move := range moves {
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

// moves change one parameter of a frame each; k is in tiles. middle is the t about
// which slopes turn, so that the parameters hardly disturb each other.
var moves = []move{
	func(f frame, m, k float64) frame { // up and down
		f.centre[0] = f.centre[0].Add(f.downAt(m).Times(k))
		return f
	},
	func(f frame, m, k float64) frame { // along the row
		f.centre[0] = f.centre[0].Add(f.along(m).Times(k))
		return f
	},
	func(f frame, m, k float64) frame { // sheared
		f.down[0] = f.down[0].Add(f.along(m).Times(2 * k))
		return f
	},
	func(f frame, m, k float64) frame { // taller
		f.down[0], f.down[1] = f.down[0].Times(1+k), f.down[1].Times(1+k)
		return f
	},
	func(f frame, m, k float64) frame { // wider tiles
		g := f.shifted(m, 1+k/8)
		g.down = [2]models.Point{f.downAt(m), f.down[1]}
		return g.about(m)
	},
	func(f frame, m, k float64) frame { // shear that grows along the row
		return f.turnDown(m, f.along(m).Times(k/4))
	},
	func(f frame, m, k float64) frame { // height that grows along the row
		return f.turnDown(m, f.downAt(m).Times(k/8))
	},
	func(f frame, m, k float64) frame { // turned
		g := f.shifted(m, 1)
		g.centre[1] = g.centre[1].Add(f.downAt(m).Times(k / 8))
		return g.about(m)
	},
	func(f frame, m, k float64) frame { // bent
		g := f.shifted(m, 1)
		g.centre[2] = g.centre[2].Add(f.downAt(m).Times(k / 48))
		return g.about(m)
	},
	func(f frame, m, k float64) frame { // tiles that widen along the row
		g := f.shifted(m, 1)
		g.centre[2] = g.centre[2].Add(f.along(m).Times(k / 48))
		return g.about(m)
	},
}

// about undoes shifted(middle, 1): t is counted as before.
func (f *frame) about(middle float64) frame { return f.shifted(-middle, 1) }

// turnDown adds slope to the change of down along the row, about middle.
func (f *frame) turnDown(middle float64, slope models.Point) frame {
	g := *f
	g.down[1] = g.down[1].Add(slope)
	g.down[0] = g.down[0].Sub(slope.Times(middle))
	return g
}
