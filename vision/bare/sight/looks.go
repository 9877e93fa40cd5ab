package sight

import "slices"

// LevelTuning are the likenesses, 0 to 1 unless said, by which a window is told to be a tile. They are
// from 152 photographs of three sets and some thousand drawn tables: see docs/eyes.md.
type LevelTuning struct {
	ClearSim    float64 // of a tile that needs no second look,
	ClearMargin float64 // and by how much it leads over any other face
	PoorSim     float64 // of a tile that may stand up or down from its row
	SurelyTile  float64 // that nothing but a face reaches
	WellSeen    float64 // of a tile that stands where it was looked for
	TurnedSim   float64 // of a turned tile, at least
	LeastLike   float64 // that even an unknown face has with some other
	// Of the medians of the row: ink, brightness and edges to both sides of an unknown face at least, and the
	// brightness of a face in the shadow of a hand.
	SomeInk, SomeLight, SomeEdge, InShadow float64
	// SomeOutline is the strength of an edge that shows, as a share of the brightness: one or two tiles
	// alone that are not clear are believed only with it, for a shadow or a rim may look like print.
	SomeOutline float64
	// A tile that is seen less well than InPlace may stand farther off, where the stroke of a 1m is one of a 2m's.
	InPlace float64
	// EitherWay is by how much more upright a face may seem that looks the same either way and lies
	// sideways. Where nothing else tells how the tiles of a row stand, each must seem half as much so.
	EitherWay float64
}

// Levels are the figures with which the eye reads.
var Levels = LevelTuning{
	ClearSim: .86, ClearMargin: .13, PoorSim: .8, SurelyTile: .64, WellSeen: .9, TurnedSim: .8, LeastLike: .5,
	SomeInk: .5, SomeLight: .75, SomeEdge: .6, InShadow: .7, SomeOutline: .1,
	InPlace: .94, EitherWay: .06,
}

// Looks is what the tiles of a row look like, whatever is printed on them.
type Looks struct{ ink, light, edge float64 }

// UsualOf is what the tiles of a row look like: medians over those that surely are some.
func UsualOf(tiles []Reading) Looks {
	return Looks{
		ink:   Median(tiles, func(t Reading) float64 { return t.ink }),
		light: Median(tiles, func(t Reading) float64 { return t.Light }),
		edge:  Median(tiles, func(t Reading) float64 { return (t.Edges[0] + t.Edges[1]) / 2 }),
	}
}

// Printed reports whether a tile shows print in the light of the row.
func (l Looks) Printed(t *Reading) bool {
	return l.Inked(t) && t.Light > Levels.SomeLight*l.light && t.Light < l.light/Levels.SomeLight
}

// Inked reports whether a tile shows about as much print as the others of the row.
func (l Looks) Inked(t *Reading) bool { return t.ink > Levels.SomeInk*l.ink }

// May reports whether a tile can be one of the row: in its light, or its print seen so well
// that a shadow must lie on it.
func (l Looks) May(t *Reading) bool {
	return t.Sim >= Levels.ClearSim && !t.Blank || !l.darker(t) && (t.Sim >= Levels.PoorSim || l.Printed(t))
}

// Between reports whether a tile has edges to both sides like its row's others.
func (l Looks) Between(t *Reading) bool { return min(t.Edges[0], t.Edges[1]) > Levels.SomeEdge*l.edge }

// Median gives the middle value over the tiles that surely are some, as print shows.
func Median(tiles []Reading, of func(Reading) float64) float64 {
	var v []float64
	for _, t := range tiles {
		if t.Sim >= Levels.SurelyTile && !t.Blank {
			v = append(v, of(t))
		}
	}
	return MiddleValue(v)
}

// MiddleValue is the median of some values, 0 of none.
func MiddleValue(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// darker reports whether a tile is darker than the others, even those in the shadow of a hand.
func (l Looks) darker(t *Reading) bool { return t.Light < Levels.InShadow*l.light }
