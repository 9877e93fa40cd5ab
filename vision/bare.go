package vision

import (
	"context"
	"errors"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare"
	"jantaku/vision/locate"
	"jantaku/vision/plane"
	"jantaku/vision/proposal"
	"jantaku/vision/raster"
)

// A bare picture as one of a calibrated table: the faces that the locator sees tell the planes in which tiles may lie, and
// in each the tiles are read as a hand on a table is. Those of all planes together are a [spread], of which some rows are the hand, and
// what lies about these and is explained by none is told as unread.

// readBare finds and reads the tiles of the hand in a bare picture.
func (r *Reader) readBare(ctx context.Context, p *raster.Picture, d *Diagnosis) ([][]models.Sighting, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.locator == nil {
		var err error
		if r.locator, err = locate.New(); err != nil {
			return nil, err
		}
	}
	found, err := r.locator.FacesOfHand(p)
	if err != nil {
		return nil, err
	}
	d.Faces = len(found)
	defer r.tiles.Forget()
	planes, err := bare.Planes(r.tiles, p, found)
	if err != nil {
		return nil, err
	}
	var s *spread
	var shown bare.Shown
	for i := range planes {
		if s != nil && rowCovered(&planes[i], s.rows) {
			continue
		}
		h, rows, err := r.inPlane(ctx, p, &planes[i], &shown)
		d.Looks += h.Looks
		if errors.Is(err, proposal.ErrNotShown) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if s == nil {
			if err := h.stranger(&planes[i]); err != nil {
				return nil, err
			}
			s = &spread{hands: h, field: planes[i].Field, found: found}
		}
		if rows, err = h.aboutRows(ctx, planes[i].Field, rows); err != nil {
			return nil, err
		}
		s.rows, d.Planes = added(s.rows, rows), d.Planes+1
	}
	if s == nil || len(s.rows) == 0 {
		return nil, raster.Problem("no-tiles", "no tiles were found in the picture; is the hand in view and are its faces learned?")
	}
	s.rows = laidOut(parted(joined(s.rows, goesOn)))
	hand := s.hand()
	if len(hand) == 0 {
		return nil, raster.Problem("no-tiles", "no tiles were found in the picture; is the hand in view and are its faces learned?")
	}
	d.Rows = len(hand)
	unread, err := s.unread(hand)
	if err != nil {
		return nil, err
	}
	var out [][]models.Sighting
	for _, c := range s.inOrder(hand, unread) {
		line := make([]models.Sighting, len(c))
		for i := range c {
			line[i] = s.sighting(&c[i])
			line[i].Facing, line[i].Table = s.facing(&c[i]), nil // nobody knows how many millimetres it measures
		}
		out = append(out, line)
	}
	if len(unread) > 0 {
		out = append(out, unread)
	}
	return out, nil
}

// inPlane reads the tiles about the row of a plane, and once more where these show that it lies otherwise. It gives up, with [proposal.ErrNotShown], where
// neither this plane nor one before shows the taught set; what was looked at is told with an error too.
func (r *Reader) inPlane(ctx context.Context, p *raster.Picture, pl *bare.Plane, shown *bare.Shown) (h *hands, rows []row, err error) {
	looks := 0
	for again := range 2 {
		h = &hands{proposal.NewPicture(r.tiles, r.Stages, p, pl.Table), pl.Faces, nil}
		h.Looks = looks
		if again == 0 { // a second time its rows are known
			h.Watch = shown
			shown.Anew()
		}
		r.tiles.Forget() // how wide and tall its tiles are is as good as the plane
		if rows, err = h.arrangedIn(ctx, pl.Field); err != nil {
			return h, nil, err
		}
		looks = h.Looks
		h.Watch = nil // what is about the rows that were read may show nothing
		anew, ok := pl.Anew(uprights(rows))
		if !ok || again > 0 {
			break
		}
		*pl = anew
	}
	return h, rows, nil
}

// uprights are those tiles of rows that stand upright and show their face, as tall as they are seen.
func uprights(rows []row) (all [][]bare.Upright) {
	for _, c := range rows {
		var stand []bare.Upright
		for i := range c {
			if t := &c[i]; t.Tile.HasFace() && !t.turned {
				middle, half := t.Seen.Frame.At(0), t.Seen.Frame.DownAt(0).Times((1+t.Seen.Tall)/2)
				stand = append(stand, bare.Upright{middle.Sub(half), middle.Add(half)})
			}
		}
		all = append(all, stand)
	}
	return all
}

// aboutRows reads the tiles of a field once more where some of the rows that were read lie at its ends.
func (p *hands) aboutRows(ctx context.Context, f *plane.Field, rows []row) (_ []row, err error) {
	for range spreadTuning.Wider {
		var at []models.Point
		for _, c := range rows {
			for i := range c {
				at = append(at, c[i].at)
			}
		}
		w, grows := bare.Wider(f, at)
		if !grows {
			break
		}
		f = w
		if rows, err = p.arrangedIn(ctx, f); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// rowCovered reports whether nearly all tiles of the row of a plane lie where some were read.
func rowCovered(pl *bare.Plane, read []row) bool {
	n := 0
	for _, t := range pl.Row.Tiles {
		if covered(read, pl.Row.Frame.At(t.T)) {
			n++
		}
	}
	return float64(n) >= spreadTuning.Read*float64(len(pl.Row.Tiles))
}

// added are rows that were read, and those of another plane that do not lie upon their tiles. What was seen and not read gives
// way to what was.
func added(read, more []row) (out []row) {
	upon := func(rows []row, t *laid, unread bool) bool {
		return slices.ContainsFunc(rows, func(c row) bool {
			return slices.ContainsFunc(c, func(o laid) bool {
				return (unread || o.Tile != models.Unknown) && overlap(o.Quad, t.Quad) > spreadTuning.Upon
			})
		})
	}
	for _, c := range read {
		if c = slices.DeleteFunc(slices.Clone(c), func(t laid) bool { return t.Tile == models.Unknown && upon(more, &t, false) }); len(c) > 0 {
			out = append(out, c)
		}
	}
	kept := slices.Clone(out)
	for _, c := range more {
		if c = slices.DeleteFunc(slices.Clone(c), func(t laid) bool { return upon(kept, &t, true) }); len(c) > 0 {
			out = append(out, c)
		}
	}
	return out
}
