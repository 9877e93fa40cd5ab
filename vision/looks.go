package vision

import "slices"

// clearSim is similarity and.
const clearSim = 0.86

// clearMargin is margin of a tile that needs no second look.
const clearMargin = 0.13

// poorSim is of a tile that may stand up or down from its row.
const poorSim = 0.80

// surelyTile is similarity that nothing but a face reaches.
const surelyTile = 0.64

// someInk is of the row's median ink, that an unknown face has at least.
const someInk = 0.5

// someLight is of the row's median brightness.
const someLight = 0.75

// inShadow is of the row's median brightness, that a face has in the shadow of a hand.
const inShadow = 0.7

// someEdge is of the row's median edge between neighbours, to both sides.
const someEdge = 0.6

// leastLike is the similarity that even an unknown face has with some other.
const leastLike = 0.5

// looks is what the tiles of a row look like, whatever is printed on them.
type looks struct{ ink, light, edge float64 }

func usualOf(tiles []reading) looks {
	return looks{
		ink:   median(tiles, func(t reading) float64 { return t.ink }),
		light: median(tiles, func(t reading) float64 { return t.light }),
		edge:  median(tiles, func(t reading) float64 { return (t.edges[0] + t.edges[1]) / 2 }),
	}
}

// printed reports whether a tile shows print in the light of the row.
func (l looks) printed(t *reading) bool {
	return t.ink > someInk*l.ink && t.light > someLight*l.light && t.light < l.light/someLight
}

// may reports whether a tile can be one of the row: in its light, or its print seen so well
// that a shadow must lie on it.
func (l looks) may(t *reading) bool {
	return t.sim >= clearSim && !t.blank || !l.darker(t) && (t.sim >= poorSim || l.printed(t))
}

// between reports whether a tile has edges to both sides like its row's others.
func (l looks) between(t *reading) bool { return min(t.edges[0], t.edges[1]) > someEdge*l.edge }

// surest is the stretch of a row that most surely is tiles.
func surest(tiles []reading) (from, to int) {
	best, sum, start := 0.0, 0.0, 0
	for i, t := range tiles {
		if sum <= 0 {
			sum, start = 0, i
		}
		if sum += t.sim - surelyTile; sum > best {
			best, from, to = sum, start, i+1
		}
	}
	return from, to
}

// median gives the middle value over the tiles that surely are some, as print shows.
func median(tiles []reading, of func(reading) float64) float64 {
	var v []float64
	for _, t := range tiles {
		if t.sim >= surelyTile && !t.blank {
			v = append(v, of(t))
		}
	}
	return middleValue(v)
}

const someOutline = 0.1

// turnedSim is similarity that a turned tile has at least.
const turnedSim = 0.8

// middleValue is the median of some values, 0 of none.
func middleValue(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// offLead is by how much another face than the right one may lead half a cell off, and
// plainLead by how much where each is seen best: the perspective is known. A tile that is seen less
// well than inPlace may stand farther off, where the stroke of a 1m is one of a 2m's.
const offLead, plainLead, inPlace = 0.08, 0.03, 0.94

// darker reports whether a tile is darker than the others, even those in the shadow of a hand.
func (l looks) darker(t *reading) bool { return t.light < inShadow*l.light }

// A face that looks the same either way may lie sideways even if it seems a little more
// upright. Where nothing else tells how the tiles of a row stand, each must seem half as
// much so.
const eitherWay = 0.06

// wellSeen is the similarity of a tile that stands where it was looked for.
const wellSeen = 0.9
