package sight

import "slices"

// ClearSim is similarity and.
const ClearSim = 0.86

// ClearMargin is margin of a tile that needs no second look.
const ClearMargin = 0.13

// poorSim is of a tile that may stand up or down from its row.
const poorSim = 0.80

// SurelyTile is similarity that nothing but a face reaches.
const SurelyTile = 0.64

// someInk is of the row's median ink, that an unknown face has at least.
const someInk = 0.5

// someLight is of the row's median brightness.
const someLight = 0.75

// inShadow is of the row's median brightness, that a face has in the shadow of a hand.
const inShadow = 0.7

// someEdge is of the row's median edge between neighbours, to both sides.
const someEdge = 0.6

// LeastLike is the similarity that even an unknown face has with some other.
const LeastLike = 0.5

// Looks is what the tiles of a row look like, whatever is printed on them.
type Looks struct{ ink, light, edge float64 }

// UsualOf is what the tiles of a row look like: medians over those that surely are some.
func UsualOf(tiles []Reading) Looks {
	return Looks{
		ink:   median(tiles, func(t Reading) float64 { return t.ink }),
		light: median(tiles, func(t Reading) float64 { return t.Light }),
		edge:  median(tiles, func(t Reading) float64 { return (t.Edges[0] + t.Edges[1]) / 2 }),
	}
}

// Printed reports whether a tile shows print in the light of the row.
func (l Looks) Printed(t *Reading) bool {
	return t.ink > someInk*l.ink && t.Light > someLight*l.light && t.Light < l.light/someLight
}

// May reports whether a tile can be one of the row: in its light, or its print seen so well
// that a shadow must lie on it.
func (l Looks) May(t *Reading) bool {
	return t.Sim >= ClearSim && !t.Blank || !l.darker(t) && (t.Sim >= poorSim || l.Printed(t))
}

// Between reports whether a tile has edges to both sides like its row's others.
func (l Looks) Between(t *Reading) bool { return min(t.Edges[0], t.Edges[1]) > someEdge*l.edge }

// Surest is the stretch of a row that most surely is tiles.
func Surest(tiles []Reading) (from, to int) {
	best, sum, start := 0.0, 0.0, 0
	for i, t := range tiles {
		if sum <= 0 {
			sum, start = 0, i
		}
		if sum += t.Sim - SurelyTile; sum > best {
			best, from, to = sum, start, i+1
		}
	}
	return from, to
}

// median gives the middle value over the tiles that surely are some, as print shows.
func median(tiles []Reading, of func(Reading) float64) float64 {
	var v []float64
	for _, t := range tiles {
		if t.Sim >= SurelyTile && !t.Blank {
			v = append(v, of(t))
		}
	}
	return MiddleValue(v)
}

// SomeOutline is the strength of an edge that shows: one or two tiles alone that are not clear are believed
// only with it, for a shadow or a rim may look like print.
const SomeOutline = 0.1

// TurnedSim is similarity that a turned tile has at least.
const TurnedSim = 0.8

// MiddleValue is the median of some values, 0 of none.
func MiddleValue(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// OffLead is by how much another face than the right one may lead half a cell off, and
// PlainLead by how much where each is seen best: the perspective is known. A tile that is seen less
// well than inPlace may stand farther off, where the stroke of a 1m is one of a 2m's.
const OffLead, PlainLead, InPlace = 0.08, 0.03, 0.94

// darker reports whether a tile is darker than the others, even those in the shadow of a hand.
func (l Looks) darker(t *Reading) bool { return t.Light < inShadow*l.light }

// A face that looks the same either way may lie sideways even if it seems a little more
// upright. Where nothing else tells how the tiles of a row stand, each must seem half as
// much so.
const EitherWay = 0.06

// WellSeen is the similarity of a tile that stands where it was looked for.
const WellSeen = 0.9
