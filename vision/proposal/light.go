package proposal

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// What is as light as the tiles of a field and as large as one is a tile, whether or not its face is
// known: lost without a word it could cost a wrong score.

// LightTuning says where such a thing is looked for, in widths of a tile.
type LightTuning struct {
	Most int     // places of a field that are looked at: one is enough to ask
	Step float64 // from place to place
	Part float64 // from its middle to each side, that must be as light; three points each way are looked at
	Off  float64 // from its middle, where two more lines are that say how far it reaches
	// Clear is the similarity of a tile that is seen so well that it tells how light tiles are, and leaves no room.
	Clear float64
}

var usualLight = LightTuning{Most: 3, Step: .2, Part: .4, Off: .3, Clear: .86}

// light lists the middles of what is as light as the tiles that surely lie in the zones of a field and as wide,
// where no tile that was read lies.
func light(s *plane.Sheet, read []plane.Laid) (places []models.Point) {
	f := s.Field
	least := math.Inf(1) // light of any tile that surely is one
	for _, o := range read {
		if sure(o) {
			least = min(least, raster.LightDarker*o.Light.Bright)
		}
	}
	half, step := f.Tile.Width/2, usualLight.Step*f.Tile.Width
	for y := f.Zones.Far - half; y > f.Zones.Near+half; y -= step {
		for x := f.Zones.Left + half; x < f.Zones.Right-half && len(places) < usualLight.Most; x += step {
			at := models.Point{X: x, Y: y}
			if s.BrightAt(at) < least || !unexplained(s, at, read) {
				continue
			}
			places = append(places, at)
			read = append(read, plane.Laid{At: at}, plane.Laid{At: at, Turned: true})
		}
	}
	return places
}

// sure reports whether a tile is seen so well that it tells how light tiles are. A back tells nothing of that.
func sure(o plane.Laid) bool { return o.Sim >= usualLight.Clear && o.Light.Bright > 0 }

// unexplained reports whether a square as wide as a tile is as light as the tiles that were
// read, none of them lies there, and those around that surely are tiles leave room for one.
func unexplained(s *plane.Sheet, at models.Point, read []plane.Laid) bool {
	w := s.Field.Tile.Width
	slack := plane.Squeeze * w
	room := plane.Extent{Left: math.Inf(-1), Right: math.Inf(1), Near: math.Inf(-1), Far: math.Inf(1)}
	for _, o := range read {
		along, across := s.Field.Spans(o.Turned)
		off := o.At.Sub(at)
		inColumn, inLine := math.Abs(off.X) < (w+along)/2-slack, math.Abs(off.Y) < (w+across)/2-slack
		switch {
		case inColumn && inLine:
			return false
		case o.Sim < usualLight.Clear:
		case inColumn && off.Y > 0:
			room.Far = min(room.Far, off.Y-across/2)
		case inColumn:
			room.Near = max(room.Near, off.Y+across/2)
		case inLine && off.X > 0:
			room.Right = min(room.Right, off.X-along/2)
		case inLine:
			room.Left = max(room.Left, off.X+along/2)
		}
	}
	fits := min(room.Right-room.Left, room.Far-room.Near) >= w-slack
	return fits && lightAllOver(s, at, read)
}

// lightAllOver reports whether a square as wide as a tile is all over as light as the nearest of
// the tiles that surely are some.
func lightAllOver(s *plane.Sheet, at models.Point, read []plane.Laid) bool {
	nearest, apart := -1, math.Inf(1)
	for i, o := range read {
		if d := o.At.Sub(at).Length(); sure(o) && d < apart {
			nearest, apart = i, d
		}
	}
	if nearest < 0 {
		return false
	}
	part, least := usualLight.Part*s.Field.Tile.Width, raster.LightDarker*read[nearest].Light.Bright
	for _, y := range []float64{-part, 0, part} {
		for _, x := range []float64{-part, 0, part} {
			if s.BrightAt(at.Add(models.Point{X: x, Y: y})) < least {
				return false
			}
		}
	}
	wide, high := s.Field.Pixel(raster.CoarseRes)
	x, y := (at.X-part-s.Field.Left)/wide, (s.Field.Far-at.Y-part)/high
	return s.Strip.ShadeIn(int(x), int(y), int(2*part/wide), int(2*part/high)).Like(read[nearest].Light)
}

// middleOfLight is the middle of what is as light around a point, as far as no tile that was read lies there: the least
// that three lines of each direction say. In a direction in which it is longer than a tile it is that point.
func middleOfLight(s *plane.Sheet, at models.Point, read []plane.Laid) models.Point {
	until := func(way models.Point) float64 {
		least := math.Inf(1)
		for _, off := range []float64{-usualLight.Off, 0, usualLight.Off} {
			from := at.Add(models.Point{X: way.Y, Y: way.X}.Times(off * s.Field.Tile.Width))
			least = min(least, lightUntil(s, from, way, read))
		}
		return least
	}
	between := func(way models.Point) models.Point {
		back, forth := until(way.Times(-1)), until(way)
		if back+forth > s.Field.Tile.Height+plane.Squeeze*s.Field.Tile.Width {
			return models.Point{}
		}
		return way.Times((forth - back) / 2)
	}
	return at.Add(between(models.Point{X: 1})).Add(between(models.Point{Y: 1}))
}

// lightUntil is how far it is as light as at a point in a direction, mm, and no tile that
// was read lies; two tiles at most.
func lightUntil(s *plane.Sheet, at, way models.Point, read []plane.Laid) float64 {
	least := raster.LightDarker * s.BrightAt(at)
	const step = 0.5
	for d := step; d < 2*s.Field.Tile.Height; d += step {
		q := at.Add(way.Times(d))
		onTile := slices.ContainsFunc(read, func(o plane.Laid) bool {
			along, across := s.Field.Spans(o.Turned)
			return math.Abs(o.At.X-q.X) < along/2 && math.Abs(o.At.Y-q.Y) < across/2
		})
		if onTile || s.BrightAt(q) < least {
			return d
		}
	}
	return 2 * s.Field.Tile.Height
}

// Light adds what is as light and as large as the tiles that were read, and that none of them explains: what
// it shows if it is looked at either way, however little that is like a face, and a tile whose face is unknown, which is as
// likely there as unread says.
func (p *Picture) Light(all []Proposal, on *Ground, read []plane.Laid, unread float64) ([]Proposal, error) {
	s := on.Sheets[0]
	for _, own := range light(s, read) {
		q := s.Field.OnTheTable(middleOfLight(s, own, read))
		at := Spot{At: q, Height: on.Height, MayMove: UsualPlace.MayMove}
		for _, way := range on.Ways {
			g, err := p.lookOn(way, q, at)
			if err != nil {
				return nil, err
			}
			c := p.candidate([]Glance{g}, at)
			c.Room = max(plane.Squeeze*s.Field.Tile.Width-p.Tuning().Slack, 0) // the room was measured so
			all = append(all, c)
		}
		g, err := p.look(s.Field, own, 0)
		if err != nil {
			return nil, err
		}
		c := p.candidate([]Glance{g}, at)
		c.Tile, c.Gain = models.Unknown, unread
		all = append(all, c)
	}
	return all, nil
}
