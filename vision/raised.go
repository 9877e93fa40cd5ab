package vision

import (
	"math"
	"slices"

	"jantaku/models"
)

// A tile that lies upon the turned one of a pung hides it, and makes it a kong. A camera
// that sees the flanks of a tile sees more of them then: where the cloth should begin
// below the upper tile, a second one shows. Straight under the camera no flank is seen, and
// nobody can tell.

// Flanks. Of 1,473 drawn pungs with a turned tile these figures find all the 80 that hide a
// fourth, and doubt every fifth of the others.
const (
	leastFlank = 2.5  // pixels by which a flank must be seen; the corners of a tile are known to about one
	flankParts = 5    // parts of an edge: another tile may stand at some of them
	flankLines = 10   // lines in which a part is looked at
	partShare  = 0.16 // of an edge that a part takes up
	flankSteps = 10   // of a line for the height of one tile
	rimLight   = 0.65 // of the light of a face, that its rim has at least where it was found rightly
	evenBelow  = 0.25 // of how much lighter than the cloth a flank is, that the cloth below differs at most
)

// markRaised marks the tiles of a kind laid three times that may lie upon a fourth: those
// that lie sideways, or may do so.
func markRaised(p *picture, f *field, rows []row) {
	same, sideways := map[models.Tile]int{}, 0 // sideways: of the circles
	for _, c := range rows {
		for _, t := range c.tiles {
			if same[t.tile.Kind()]++; t.turned && t.tile == circle {
				sideways++
			}
		}
	}
	for _, c := range rows {
		for i := range c.tiles {
			t := &c.tiles[i]
			switch {
			case same[t.tile.Kind()] != 3:
			case t.turned:
				t.raised = !f.onCloth(p, t)
			case t.tile == circle && sideways == 0:
				t.raised = f.besideOwnKind(c.tiles, i)
			}
		}
	}
}

// besideOwnKind reports whether an upright tile touches no other and stands off one of its
// kind as one may that lies sideways upon another.
func (f *field) besideOwnKind(tiles []reading, i int) (beside bool) {
	at := turned4(f.middle(&tiles[i]), f.place.Index())
	farther := length(sub(f.view.Table(f.above.Picture(at)), at)) // as which a tile upon another is seen
	most := (f.tile.Width+f.tile.Height)/2 + farther + squeeze*f.tile.Width
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(tiles) {
			continue
		}
		apart := math.Abs(f.middle(&tiles[i]).X - f.middle(&tiles[k]).X)
		if apart < loose*f.tile.Width {
			return false
		}
		beside = beside || apart < most && tiles[k].tile == tiles[i].tile
	}
	return beside
}

// settleClaimed moves the tiles of rows with claimed ones to where their faces are seen
// best: a third of a tile parts melds, and rows are found in cells of a ninth.
func (r *Reader) settleClaimed(p *picture, f *field, rows []row) error {
	for _, c := range rows {
		if !slices.ContainsFunc(c.tiles, func(t reading) bool { return t.turned }) {
			continue
		}
		for i := range c.tiles {
			if c.tiles[i].tile.HasFace() {
				r.settleOn(p, &c.tiles[i])
			}
		}
		if err := r.setUpright(p, f, c.tiles); err != nil {
			return err
		}
	}
	return nil
}

// setUpright sets circles upright that were taken for turned ones, and stand too near to an
// upright tile for that. Of three circles one may lie upon another: those are asked about.
func (r *Reader) setUpright(p *picture, f *field, tiles []reading) error {
	near := f.tile.Width + (f.tile.Height-f.tile.Width)/4
	beside := func(i, k int) bool {
		return k >= 0 && k < len(tiles) && !tiles[k].turned && math.Abs(f.middle(&tiles[i]).X-f.middle(&tiles[k]).X) < near
	}
	circles := 0
	for _, t := range tiles {
		if t.tile == circle {
			circles++
		}
	}
	for i := range tiles {
		t := &tiles[i]
		if !t.turned || t.tile != circle || circles == 3 || !beside(i, i-1) && !beside(i, i+1) {
			continue
		}
		at := f.middle(t)
		here := f.frame(at.X, at.Y, 0, -1, 1)
		upright := reading{t: t.t, frame: here.shifted(-t.t, 1)}
		if err := r.readClosely(p, &upright); err != nil {
			return err
		}
		if upright.tile == circle {
			*t = upright
		}
	}
	return nil
}

// settleOn moves the frame of a tile to where its face is seen best.
func (r *Reader) settleOn(p *picture, t *reading) {
	t.frame = r.settledOn(p, t.frame, t.t, look{t.tile, t.flipped}, moves[:2], 4)
	t.quad = t.frame.quad(t.t, 0)
}

// onCloth reports whether cloth is seen below a flank of a tile.
func (f *field) onCloth(p *picture, t *reading) bool {
	at := turned4(f.middle(t), f.place.Index())
	down := sub(f.view.Picture(at), f.above.Picture(at)) // by the height of a tile
	for i, corner := range t.quad {
		edge := sub(t.quad[(i+1)%len(t.quad)], corner)
		if !(cross(down, edge)/length(edge) >= leastFlank) {
			continue // turned away from the camera
		}
		for part := range flankParts {
			from := add(corner, mul(edge, .5+(float64(part)-float64(flankParts)/2)*partShare))
			if p.clothBelow(from, mul(edge, partShare/flankLines), down, t.light) {
				return true
			}
		}
	}
	return false
}

// clothBelow reports whether the light, downwards from a part of the rim of a face, falls to
// that of the cloth within the height of one tile and stays so.
func (p *picture) clothBelow(from, next, down vec, face float64) bool {
	var light [26]float64 // by tenths of a tile's height
	var line [3 * len(light)]byte
	for range flankLines {
		p.levels[0].sample(line[:], 3, len(light), from, mul(down, 1./flankSteps))
		for k := range light {
			light[k] += (float64(line[3*k]) + float64(line[3*k+1]) + float64(line[3*k+2])) / 3 / flankLines
		}
		from = add(from, next)
	}
	flank, below, cloth := slices.Min(light[1:5]), slices.Max(light[11:18]), slices.Min(light[11:])
	return light[0] >= rimLight*face && below < bareTable*face && below-cloth < evenBelow*(flank-cloth)
}
