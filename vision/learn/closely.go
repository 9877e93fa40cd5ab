package learn

import (
	"cmp"
	"context"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
	"math"
	"slices"
)

// What was learned is read back: every tile is compared with what all other photographs show of
// its face and of the others. Rows that were looked for and are not believed, see [beliefTuning], are taken out and
// named, and so are tiles. What other rows of a photograph show is still learned, but for one of another set.

// readBackTuning are the numbers of reading back; each is from photographs of six sets, with the
// rows found rightly and with every kind of wrong label.
type readBackTuning struct {
	// byItself is how like its face a tile at least is that stands apart from others: of 60 in three sets those at their places are
	// 0.78 and more, and those 0.3 tiles beside them 0.30 to 0.55.
	byItself float64
	// likest are the tiles in other photographs, either way up, that a tile is looked at closely for: a photograph from
	// the side, or in other light, is like those that were taken alike, and less like the mean of all.
	likest int
	rounds int     // of moving it until it is likest one of them,
	step   float64 // tiles that the first of them moves it by
	judges int     // tiles that can judge a single one: the mean of fewer is no face
	alone  int     // tiles of a row at least whose face other photographs show, or other tiles of the row
	// next is how far beyond the ends of a row, in tiles, a face may be located that is a tile of it: a label leaves out one
	// tile, and what stands farther off is of another row.
	next float64
	// touching is how far apart, in tiles, the middles of two tiles are at most that hold each other in place.
	touching float64
}

var readingBack = readBackTuning{byItself: .65, likest: 6, rounds: 3, step: .06, alone: 2, judges: 3, next: 1.3, touching: 1.25}

// closeLook is a tile as it was looked at closely.
type closeLook struct {
	frame raster.Frame // where it stands at 0
	ink   colour
	like  []alike // those of other photographs
}

// alike is how like a tile is to another one, whichever way up that is.
type alike struct {
	tile *sighted
	like float32
}

// lookClosely looks at every tile that other photographs show where it is likest those: moved, sheared and stretched
// by itself. Tiles do not stand in a line that a row's frame follows, and one seen from low down is lower than others.
func (l *learner) lookClosely() error {
	looks := map[*sighted]bothWays{}
	for _, row := range l.rows {
		for _, s := range row.tiles {
			looks[s] = bothWays{faces.Centred(s.up.Fine, l.mean), faces.Centred(s.down.Fine, l.mean)}
		}
	}
	l.closely = map[*sighted]*closeLook{}
	for s := range looks {
		l.closely[s] = &closeLook{}
	}
	return each(context.Background(), len(l.rows), func(i int) error {
		for _, s := range l.rows[i].tiles {
			*l.closely[s] = l.seenClosely(s, looks)
		}
		return nil
	})
}

// seenClosely is a tile where it is likest those of its face in other photographs.
func (l *learner) seenClosely(s *sighted, looks map[*sighted]bothWays) closeLook {
	type other struct {
		look []float32
		like float32
	}
	var others []other
	for _, o := range l.elsewhere(s) {
		for _, look := range looks[o] {
			others = append(others, other{look, faces.Inner(looks[s][0], look)})
		}
	}
	slices.SortStableFunc(others, func(a, b other) int { return cmp.Compare(b.like, a.like) })
	others = others[:min(len(others), readingBack.likest)]
	best, v := slices.Clone(s.up.Fine), make(raster.Vector, raster.FineLength)
	frame, at := s.stands()
	start := frame.Shifted(at, 1)
	c := closeLook{frame: start}
	if len(others) > 0 {
		top := others[0].like
		raster.Climb{Moves: tileMoves, Rounds: readingBack.rounds, Step: readingBack.step}.Refine(start, 0, func(f *raster.Frame) float64 {
			if s.row.found.strays(s.place-1, f) {
				return 0
			}
			g, err := f.DrawTile(s.row.picture, raster.FineRes, 0, 0).Grid()
			if err != nil {
				return 0
			}
			g.Window(v, 0, 0, raster.FineW, raster.FineH)
			seen, like := faces.Centred(v, l.mean), float32(0)
			for _, o := range others {
				like = max(like, faces.Inner(o.look, seen))
			}
			if like > top {
				top, c.frame = like, *f
				copy(best, v)
			}
			return float64(like)
		})
	}
	c.ink = colourOf(best)
	as := faces.Centred(best, l.mean)
	for _, row := range l.rows {
		if row.photo == s.row.photo {
			continue
		}
		for _, o := range row.tiles {
			c.like = append(c.like, alike{o, max(faces.Inner(as, looks[o][0]), faces.Inner(as, looks[o][1]))})
		}
	}
	return c
}

// takeCloser has the tiles of rows that were looked for stand where they were looked at closely.
func (l *learner) takeCloser() {
	for s, c := range l.closely {
		if s.row.sought && !s.out && len(l.elsewhere(s)) > 0 {
			s.own = &c.frame
		}
	}
}

// view is how a tile compares with others.
type view struct {
	shown       int     // tiles of its face in other photographs
	near, rival float64 // how like it the likest of those is, and the likest of another face
	like        models.Tile
	alikeness   // in its row
}

// view is how a tile compares with those that are learned from.
func (l *learner) view(s *sighted) (v view) {
	for _, a := range l.closely[s].like {
		switch like := float64(a.like); {
		case a.tile.out:
		case a.tile.tile == s.tile:
			v.shown, v.near = v.shown+1, max(v.near, like)
		case a.tile.tile.Kind() != s.tile.Kind() && like > v.rival:
			v.rival, v.like = like, a.tile.tile
		}
	}
	return v
}

// A row tells by itself whether it is one, whatever its tiles look like: those with the same label look alike, and
// unlike those with another one. Most rows of a hand have such twins. Midway between two tiles they look alike, too,
// so that where rows stand is found by their faces alone. Of what set they are no row tells by itself.

// alikeness is by how much more alike a tile and its twins are than it and the likest tile of its row with another label, and how many twins it has.
type alikeness struct{ lead, twins float64 }

// twins compares the tiles of a row as they were last looked at, about the mean of all.
func (r *labelledRow) twins() []alikeness {
	mean, n := make([]float32, raster.FineLength), len(r.tiles)
	for _, s := range r.tiles {
		faces.Accumulate(mean, s.up.Fine, .5/float32(n))
		faces.Accumulate(mean, s.down.Fine, .5/float32(n))
	}
	upright, turned, out := make([][]float32, n), make([][]float32, n), make([]alikeness, n)
	for i, s := range r.tiles {
		upright[i], turned[i] = faces.Centred(s.up.Fine, mean), faces.Centred(s.down.Fine, mean)
	}
	for i, s := range r.tiles {
		own, rival, a := 0., -1., &out[i]
		for k, o := range r.tiles {
			switch alike := float64(max(faces.Inner(upright[i], upright[k]), faces.Inner(upright[i], turned[k]))); {
			case k == i:
			case o.tile == s.tile:
				own, a.twins = own+alike, a.twins+1
			case o.tile.Kind() != s.tile.Kind():
				rival = max(rival, alike)
			}
		}
		a.lead = own/max(a.twins, 1) - rival
	}
	return out
}

// colour is the mean ink of each colour in a window.
type colour [raster.Channels]float64

// colourOf is that of a window.
func colourOf(v raster.Vector) (ink colour) {
	for i := 0; i < len(v); i += raster.Planes {
		for c := range ink {
			ink[c] += float64(v[i+c]) / raster.Full / float64(len(v)/raster.Planes)
		}
	}
	return ink
}

// all is the ink of all colours.
func (c *colour) all() (sum float64) {
	for _, ink := range c {
		sum += ink
	}
	return sum
}

// off is how far apart two colours are as shares of their ink: haze leaves less of each.
func (c *colour) off(o *colour) float64 {
	const some = .003 // ink that is none but noise
	sum := 0.
	for i := range c {
		off := c[i]/(c.all()+some) - o[i]/(o.all()+some)
		sum += off * off
	}
	return math.Sqrt(sum)
}

// inks compares the ink of a tile with the mean of its face in other photographs: how far it is off, and how much there is.
func (l *learner) inks(s *sighted) (off, ink float64) {
	var face colour
	others := l.elsewhere(s)
	for _, o := range others {
		for c, k := range l.closely[o].ink {
			face[c] += k / float64(len(others))
		}
	}
	own := l.closely[s].ink
	return own.off(&face), face.all()
}
