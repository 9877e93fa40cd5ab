package sight

import (
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// How a tile that lies sideways is seen: the plane of its row says it, and turned by a quarter, its
// surroundings are compared with the faces as those of upright tiles are. A turned tile is seen a
// quarter either way, because faces are compared both ways up.
//
// LyingTuning says where such tiles are looked for, and how it is told that one is shorter than it was read.
// Places are in tiles, along its width and down its height, from the middle.
type LyingTuning struct {
	Along  float64 // tiles beyond the ends of a row that are searched
	Across float64 // heights of a tile above and below its line
	Like   float64 // similarity of a place that is looked at closely
	Most   int     // places of a row that are looked at closely
	// PeakAlong and PeakAcross are how far apart two of them lie at least.
	PeakAlong, PeakAcross float64
	// OtherView is how much otherwise, in tiles, a place that looks like none is seen in another
	// perspective that may show one there: in drawn pictures 2 of 1,481 that were seen less so.
	OtherView float64
	// Third is how far up or down a whole tile lies whose part was read.
	Third float64
	// Table shows at End where a sideways tile was read upright, and as far in as Within where one reaches
	// out that was found a little off: from side to side, Wide, or about its middle, Middle.
	End, Within, Wide, WideStep float64
	Middle                      []float64
}

// LyingDown are the figures with which the eye reads.
var LyingDown = LyingTuning{
	Along: 2.4, Across: 1, Like: .55, Most: 16, PeakAlong: .6, PeakAcross: .35, OtherView: .1, Third: 1. / 3,
	End: .44, Within: .34, Wide: .36, WideStep: .09, Middle: []float64{-.28, 0, .28},
}

// BareTable is how bright, of a tile's light, the table beside it is at most.
const BareTable = 0.5

// Lying is the frame of a tile that lies sideways at (t, v), its top to the right.
func Lying(f *raster.Frame, t, v float64) raster.Frame {
	return raster.Frame{
		Centre: [3]models.Point{f.Point(t, v), f.DownAt(t).Times(1 / Slender)},
		Down:   [2]models.Point{f.Along(t).Times(-Slender)},
	}
}

// ReadTurned reads the tile that lies turned in the middle of a frame of its own. What looks
// like none at first is not looked at closely: of 581 such in drawn pictures none was one.
func (r *Reader) ReadTurned(p *raster.Picture, f raster.Frame) (Reading, error) {
	t := Reading{Frame: f, Distorts: Closer.TurnedDistorts, least: LyingDown.Like}
	err := r.ReadClosely(p, &t)
	t.Turned = true
	return t, err
}

// ReadTurnedNear reads a tile that lies turned at a point, as its row has it, or as the
// nearest clear tile stands if it is seen better so.
func (r *Reader) ReadTurnedNear(p *raster.Picture, at models.Point, of raster.Frame, rows []Row) (Reading, error) {
	x, v := of.Locate(at)
	first := Lying(&of, x, v)
	t, err := r.ReadTurned(p, first)
	near := NearestTile(rows, at)
	if err != nil || t.Sim >= Levels.WellSeen || near == nil {
		return t, err
	}
	x, v = near.Frame.Locate(at)
	second := Lying(&near.Frame, x, v)
	if t.Sim < Levels.TurnedSim && !distorts(&second, &first, 0, LyingDown.OtherView) {
		return t, nil
	}
	other, err := r.ReadTurned(p, second)
	if other.Sim > t.Sim {
		t = other
	}
	return t, err
}

// ReadTurnedWhole is readTurnedNear, and where a tile reaches out onto the table it reads the one
// that lies there as a whole, if there is one: two thirds of a 7s look like a 7s.
func (r *Reader) ReadTurnedWhole(p *raster.Picture, at models.Point, of raster.Frame, rows []Row) (Reading, error) {
	best, err := r.ReadTurnedNear(p, at, of, rows)
	if err != nil || best.Sim < Levels.TurnedSim || !ReachesOut(p, &best) {
		return best, err
	}
	part := best.Frame
	for _, off := range []float64{-LyingDown.Third, LyingDown.Third} {
		f := part
		f.Centre[0] = part.Point(best.T, off)
		other, err := r.ReadTurned(p, f)
		if err != nil {
			return best, err
		}
		if other.Sim >= Levels.TurnedSim && !ReachesOut(p, &other) && (ReachesOut(p, &best) || other.Sim > best.Sim) {
			best = other
		}
	}
	return best, nil
}

// TurnedSpots lays a row and what lies beside it flat, turns it by a quarter, and
// lists the places that look like a face and where no tile surely lies, the likeliest
// first.
func (r *Reader) TurnedSpots(p *raster.Picture, c Row, rows []Row) ([]faces.Spot, error) {
	sure := SureTiles(rows)
	first, last := c.Reach()
	if last-first > LongestRow {
		return nil, nil
	}
	from := first - LyingDown.Along
	wide := raster.CoarseRes.WindowH + int((last-first+2*LyingDown.Along)*float64(raster.CoarseRes.CellW))
	margin := int(LyingDown.Across * float64(raster.CoarseRes.CellH))
	flat := c.Frame.Draw(p, raster.CoarseRes, from-Slender/2, wide, margin)
	g, err := quarter(flat).Grid()
	if err != nil {
		return nil, err
	}
	var places [][2]int
	var found []faces.Spot
	for y := 0; y+raster.CoarseH <= g.Height; y++ {
		for x := 0; x+raster.CoarseW <= g.Width; x++ {
			s := faces.Spot{
				X: flat.From + float64(flat.Width-raster.PoolCell*y-raster.CoarseRes.WindowH/2)/float64(raster.CoarseRes.CellW),
				Y: float64(raster.PoolCell*x+raster.CoarseRes.WindowW/2-margin)/float64(raster.CoarseRes.CellH) + raster.InsetV - .5,
			}
			q := c.Frame.Point(s.X, s.Y)
			if p.Shows(q) && !Covered(sure, q) && g.InkIn(x, y, raster.CoarseW, raster.CoarseH) > LeastInk {
				places, found = append(places, [2]int{x, y}), append(found, s)
			}
		}
	}
	return faces.Peaks(r.Match.Likeliest(g, places, found, float32(LyingDown.Like)), LyingDown.PeakAlong, LyingDown.PeakAcross), nil
}

// quarter is a strip turned counter-clockwise, so that tiles that lie with their top
// to the right stand upright.
func quarter(s *raster.Strip) *raster.Strip {
	out := &raster.Strip{Res: s.Res, Width: s.Height, Height: s.Width, Pix: make([]byte, len(s.Pix))}
	for y := range out.Height {
		for x := range out.Width {
			k := raster.Channels * (x*s.Width + s.Width - 1 - y)
			copy(out.Pix[raster.Channels*(y*out.Width+x):], s.Pix[k:k+raster.Channels])
		}
	}
	return out
}

// ShortOf reports whether the table shows where an upright tile would end, above or
// below: a tile that lies sideways is shorter. On the other side its flank may show.
func ShortOf(p *raster.Picture, t *Reading) bool {
	return slices.ContainsFunc([]float64{-LyingDown.End, LyingDown.End}, func(v float64) bool {
		light := 0.0
		for _, x := range LyingDown.Middle {
			light += p.LeastAt(t.Frame.Point(t.T+x, v)) / float64(len(LyingDown.Middle))
		}
		return light < BareTable*t.Light
	})
}

// ReachesOut reports whether an upright tile, as it was read, reaches out onto the table above or
// below, farther than one that was found a little off its place. Print is no table: it leaves
// something white from one side to the other.
func ReachesOut(p *raster.Picture, t *Reading) bool {
	k := &LyingDown
	table := func(v float64) bool {
		for x := -k.Wide; x <= k.Wide; x += k.WideStep {
			if p.LeastAt(t.Frame.Point(t.T+x, v)) >= BareTable*t.Light {
				return false
			}
		}
		return true
	}
	return table(-k.End) && table(-k.Within) || table(k.End) && table(k.Within)
}

// MarkReachingOut marks the tiles that reach out onto the table: no whole tile lies where they were
// read; and the circles that lie sideways where one that stands would not reach out: there it may stand.
func MarkReachingOut(p *raster.Picture, rows []Row) {
	for _, c := range rows {
		for i := range c.Tiles {
			t := &c.Tiles[i]
			upright := *t
			upright.Frame, upright.T = Lying(&t.Frame, t.T, 0), 0
			mayStand := t.Tile == Circle && t.Turned && !ShortOf(p, &upright)
			t.Misfit = t.Misfit || mayStand || t.Tile.HasFace() && ReachesOut(p, t)
		}
	}
}
