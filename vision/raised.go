package vision

import (
	"context"
	"math"
	"slices"
	"sync"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// A tile that lies upon one of a pung, usually the turned one, hides it and makes it a kong. A camera
// that sees the flanks of a tile sees more of them then: where the cloth should begin
// below the upper tile, a second one shows. Straight under the camera no flank is seen, and
// nobody can tell.

// RaisedTuning holds what telling a tile upon another rests on. Of 1,473 drawn pungs with a turned tile these figures
// find all the 80 that hide a fourth, and doubt every fifth of the others.
type RaisedTuning struct {
	Flank float64 // pixels by which a flank must be seen; the corners of a tile are known to about one
	Parts int     // parts of an edge: another tile may stand at some of them
	Share float64 // of an edge that a part takes up
	Lines int     // lines in which a part is looked at
	Steps float64 // of a line for the height of one tile
	Rim   float64 // of the light of a face, that its rim has at least where it was found rightly
	Even  float64 // of how much lighter than the cloth a flank is, that the cloth below differs at most
	// Discard is the probability with which a tile is read that proves another to lie nowhere else.
	Discard float64
	// Shift is by how many millimetres a tile upon another must be seen farther out to be told by where it lies:
	// tiles of a row lie within about 1 mm of their line (drawn tables).
	Shift float64
	// Loose is how far, in widths, the middles of upright tiles lie apart that do not touch.
	Loose float64
	// Less is by how much, in widths, a tile that lies sideways may have less room than it takes up. A circle looks
	// the same either way: only its room tells, so that it must have nearly all, LessRound.
	Less, LessRound float64
	// Bare is the light of the table beside a tile at most, of that on the tile.
	Bare float64
}

var raisedTuning = RaisedTuning{Flank: 2.5, Parts: 5, Share: .16, Lines: 10, Steps: 10, Rim: .65, Even: .25, Discard: .999, Shift: 3.5, Loose: 1.08, Less: plane.Squeeze, LessRound: .083, Bare: .5}

// markRaised marks the tiles of a kind laid three times that may lie upon a fourth: those
// that lie sideways, or may do so because their face looks much the same either way, and where
// none of the hand does, as in clubs that turn no claimed tile, those of three that lie by themselves. Where
// the fourth is seen in a river none is hidden.
func (p *hands) markRaised(ctx context.Context, f *plane.Field, rows []row) error {
	kinds, sideways := kindsIn(rows), map[models.Tile]bool{}
	for _, c := range rows {
		for _, t := range c {
			if t.turned {
				sideways[t.Tile.Kind()] = true
			}
		}
	}
	var hand, inZones []row // a rim beyond the zones may look like tiles
	for _, c := range rows {
		inside := slices.DeleteFunc(slices.Clone(c), func(t laid) bool { return !f.Zones.Holds(t.at) })
		if len(inside) > 0 {
			hand, inZones = append(hand, c), append(inZones, inside)
		}
	}
	inHand := kindsIn(inZones)
	discards := sync.OnceValues(func() (map[models.Tile]int, error) { return p.discards(ctx, hand) })
	for _, c := range rows {
		for i := range c {
			t := &c[i]
			switch {
			case t.turned && crowdedOn(f, c, i): // it has less room than it takes up
				t.raised = true
				continue
			case kinds[t.Tile.Kind()] < models.SetTiles || inHand[t.Tile.Kind()] >= models.Copies:
				continue
			case t.turned:
				t.raised = nearOwnKind(f, rows, t) && !onCloth(f, p.Raster, t)
			case (t.Tile == faces.Circle || p.Tiles.Match.IsBlank(t.Tile)) && !sideways[t.Tile.Kind()]:
				t.raised = besideOwnKind(f, c, i)
			}
			if !t.raised && len(sideways) == 0 && aloneAsPung(f, c, i) {
				t.raised = !onCloth(f, p.Raster, t) && !levelInPung(f, c, i)
			}
			if t.raised {
				seen, err := discards()
				if err != nil {
					return err
				}
				t.raised = seen[t.Tile.Kind()] != 1 // with two, one of them is read wrongly
			}
		}
	}
	return nil
}

// discards counts the tiles of each kind that surely lie in the rivers and stand in no row of a
// hand. Blank ones prove nothing: so looks whatever is as light as the tiles.
func (p *hands) discards(ctx context.Context, hand []row) (map[models.Tile]int, error) {
	kinds := map[models.Tile]int{}
	for _, f := range p.Table.Rivers {
		all, _, err := p.Read(ctx, p.groundOf(f))
		if err != nil {
			return nil, err
		}
		chosen := p.chooseInRows(all, f)
		lit := p.LitBy(all, chosen.Tiles)
		for _, i := range chosen.Tiles {
			t := p.laid(f, &all[i], lit)
			if known, leads := p.Tiles.TrustIn(&t.shown); chosen.Sure[i]*known*leads >= raisedTuning.Discard && !p.Tiles.Match.IsBlank(t.Tile) &&
				f.Zones.Holds(t.at) && !covered(hand, t.pixel()) {
				kinds[t.Tile.Kind()]++
			}
		}
	}
	return kinds, nil
}

// covered reports whether a point of the picture lies on a tile of some rows.
func covered(rows []row, q models.Point) bool {
	return slices.ContainsFunc(rows, func(c row) bool {
		return slices.ContainsFunc(c, func(t laid) bool { return raster.Inside(t.Quad, q) })
	})
}

// kindsIn counts the tiles of each kind.
func kindsIn(rows []row) map[models.Tile]int {
	kinds := map[models.Tile]int{}
	for _, c := range rows {
		for _, t := range c {
			kinds[t.Tile.Kind()]++
		}
	}
	return kinds
}

// nearOwnKind reports whether another of its kind lies as near to a turned tile as one of its
// pung does, were it to lie upon a fourth: the winning tile that lies apart is in no pung.
func nearOwnKind(f *plane.Field, rows []row, t *laid) bool {
	return slices.ContainsFunc(rows, func(c row) bool {
		return slices.ContainsFunc(c, func(o laid) bool {
			off := o.at.Sub(t.at)
			return off != (models.Point{}) && o.Tile.Kind() == t.Tile.Kind() && math.Abs(off.X) < farthestUpon(f, t.at) && math.Abs(off.Y) < f.Tile.Height
		})
	})
}

// farthestUpon is how far, mm along their row, a tile that lies sideways upon another is seen
// at most from the upright one that the lower touches.
func farthestUpon(f *plane.Field, at models.Point) float64 {
	at = at.Turned(f.Place.Index())
	farther := f.View.Table(f.Above.Picture(at)).Sub(at).Length()
	return (f.Tile.Width+f.Tile.Height)/2 + farther + plane.Squeeze*f.Tile.Width
}

// besideOwnKind reports whether an upright tile touches no other and stands off one of its
// kind as one may that lies sideways upon another.
func besideOwnKind(f *plane.Field, tiles row, i int) (near bool) {
	most := farthestUpon(f, tiles[i].at)
	for _, k := range neighbours(i, len(tiles)) {
		apart := math.Abs(tiles[i].at.X - tiles[k].at.X)
		if apart < raisedTuning.Loose*f.Tile.Width {
			return false
		}
		near = near || apart < most && tiles[k].Tile == tiles[i].Tile
	}
	return near
}

// aloneAsPung reports whether a tile is one of three of a kind that stand side by side in a row
// and touch no other, as a pung lies that was claimed: what stands in a hand touches it. One that
// lies upon another is seen beside its place and may not seem to touch its own.
func aloneAsPung(f *plane.Field, tiles row, i int) bool {
	from, to := ownKind(tiles, i)
	touch := func(a, b int) bool {
		return a >= 0 && b < len(tiles) && math.Abs(tiles[a].at.X-tiles[b].at.X) < raisedTuning.Loose*f.Tile.Width
	}
	return to-from == 2 && !touch(from-1, from) && !touch(to, to+1)
}

// ownKind are the first and the last of the tiles of one kind side by side of which one is.
func ownKind(tiles row, i int) (from, to int) {
	other := func(t laid) bool { return t.Tile.Kind() != tiles[i].Tile.Kind() }
	for from = i; from > 0 && !other(tiles[from-1]); from-- {
	}
	if to = slices.IndexFunc(tiles[i:], other); to < 0 {
		return from, len(tiles) - 1
	}
	return from, i + to - 1
}

// levelInPung reports whether a tile of a pung by itself lies where the two others say that it
// lies on the cloth. One upon another is seen farther out by what the camera's slant makes of a
// tile's height; so it is level where it is off by less than half of that, and that is enough to
// be told from a tile that lies crookedly.
func levelInPung(f *plane.Field, tiles row, i int) bool {
	from, _ := ownKind(tiles, i)
	a, b, c := tiles[from].at, tiles[from+1].at, tiles[from+2].at
	off := b.Sub(a.Add(c).Times(.5)) // of the middle one; an end one is off by twice as much the other way
	if i != from+1 {
		off = off.Times(-2)
	}
	at := tiles[i].at.Turned(f.Place.Index())
	shift := f.View.Table(f.Above.Picture(at)).Sub(at).Turned(models.Places - f.Place.Index())
	return shift.Length() >= raisedTuning.Shift && (off.X*shift.X+off.Y*shift.Y)/(shift.Length()*shift.Length()) < .5
}

// crowdedOn reports whether a tile and one next to it lie so near to each other that one of
// them is not as it was read.
func crowdedOn(f *plane.Field, tiles row, i int) bool {
	at := func(i int) plane.Laid { return plane.Laid{At: tiles[i].at, Turned: tiles[i].turned} }
	slack := raisedTuning.Less
	if tiles[i].Tile == faces.Circle {
		slack = raisedTuning.LessRound
	}
	return slices.ContainsFunc(neighbours(i, len(tiles)), func(k int) bool { return f.CrowdBy(at(i), at(k), slack) })
}

// neighbours are the indexes of the tiles next to one, in a row of n.
func neighbours(i, n int) (next []int) {
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < n {
			next = append(next, k)
		}
	}
	return next
}

// onCloth reports whether cloth is seen below a flank of a tile.
func onCloth(f *plane.Field, p *raster.Picture, t *laid) bool {
	at := t.at.Turned(f.Place.Index())
	down := f.View.Picture(at).Sub(f.Above.Picture(at)) // by the height of a tile
	for i, corner := range t.Quad {
		edge := t.Quad[(i+1)%len(t.Quad)].Sub(corner)
		if !(down.Cross(edge)/edge.Length() >= raisedTuning.Flank) {
			continue // turned away from the camera
		}
		for part := range raisedTuning.Parts {
			from := corner.Add(edge.Times(.5 + (float64(part)-float64(raisedTuning.Parts)/2)*raisedTuning.Share))
			if clothBelow(p, from, edge.Times(raisedTuning.Share/float64(raisedTuning.Lines)), down, t.light) {
				return true
			}
		}
	}
	return false
}

// clothBelow reports whether the light, downwards from a part of the rim of a face, falls to
// that of the cloth within the height of one tile and stays so.
func clothBelow(p *raster.Picture, from, next, down models.Point, face float64) bool {
	var light [26]float64 // by tenths of a tile's height
	pix := make([]byte, raster.Channels*len(light)*raisedTuning.Lines)
	lines := raster.Into(pix, raster.Channels, raisedTuning.Lines)
	for i := range raisedTuning.Lines {
		lines.Add(&p.Levels[0], raster.Channels*len(light)*i, len(light), from.Add(next.Times(float64(i))), down.Times(1/raisedTuning.Steps))
	}
	lines.Sample()
	for k, v := range pix {
		light[k/raster.Channels%len(light)] += float64(v) / raster.Channels / float64(raisedTuning.Lines)
	}
	// One tile ends at light[10], a second below it would at about light[19].
	flank, below, cloth := slices.Min(light[1:5]), slices.Max(light[11:18]), slices.Min(light[11:])
	return light[0] >= raisedTuning.Rim*face && below < raisedTuning.Bare*face && below-cloth < raisedTuning.Even*(flank-cloth)
}
