package watch

import (
	"iter"
	"math"
	"slices"
	"time"

	"jantaku/calibration"
	"jantaku/models"
)

// newSides are the parts of the plane in which the upper ends of standing tiles are seen.
func newSides(g *ground) (sides [models.Places]side, err error) {
	v, err := g.view(g.tile.Height)
	if err != nil {
		return sides, err
	}
	for p := range sides {
		from, to := models.Point{X: -g.tile.Width, Y: -g.half}, models.Point{X: g.tile.Width, Y: -g.half}
		for range p {
			from, to = models.Point{X: -from.Y, Y: from.X}, models.Point{X: -to.Y, Y: to.X}
		}
		a, b := planePixel(v, from), planePixel(v, to)
		sides[p].along = models.Point{X: (b.X - a.X) / distance(a, b), Y: (b.Y - a.Y) / distance(a, b)}
	}
	for i, in := range g.stands {
		if in {
			s := &sides[g.sides[i]]
			s.pixels = append(s.pixels, int32(i))
			s.cut = s.cut || g.border[i]
		}
	}
	return sides, nil
}

// rows notes how the sides look on which nothing moves.
func (w *Watch) rows(f *frame) {
	for p := range w.standing {
		s := &w.standing[p]
		if s.cut || w.past[len(w.past)-1].busy[p] || w.gate.restOf(s.pixels) >= f.now {
			continue
		}
		pix := pick(f.pix, s.pixels)
		if n := len(s.views); n > 0 && !slices.ContainsFunc(w.differ(s.pixels, s.views[n-1].pix, pix), w.touches) {
			s.views[n-1].to, s.views[n-1].pix = f.now, pix
			continue
		}
		if s.views = append(s.views, view{f.now, f.now, pix}); len(s.views) > w.tuning.Rows.Views {
			s.views = slices.Delete(s.views, 0, 1)
		}
	}
}

// pick gives the brightness of some pixels.
func pick(pix []byte, at []int32) []byte {
	out := make([]byte, len(at))
	for k, i := range at {
		out[k] = pix[i]
	}
	return out
}

// piece is a part of a side that looks otherwise than it did.
type piece struct {
	pixels []int32
	// stands is by how many more of them the paper of a tile is seen now than was.
	stands int
}

// differ gives the pieces in which two pictures of a side differ.
func (w *Watch) differ(pixels []int32, was, is []byte) (pieces []piece) {
	var changed []int32
	paper, stands := w.paper(), map[int32]int{}
	for k, i := range pixels {
		if off := int(is[k]) - int(was[k]); off <= w.tuning.Gate.Changed && -off <= w.tuning.Gate.Changed {
			continue
		}
		changed = append(changed, i)
		switch {
		case is[k] >= paper && was[k] < paper:
			stands[i] = 1
		case is[k] < paper && was[k] >= paper:
			stands[i] = -1
		}
	}
	if len(changed) == 0 {
		return nil
	}
	for _, part := range w.gate.parts(changed) {
		p := piece{pixels: part.pixels}
		for _, i := range part.pixels {
			p.stands += stands[i]
		}
		pieces = append(pieces, p)
	}
	return pieces
}

// standingPixels is how many pixels the upper end of a standing tile takes up.
func (w *Watch) standingPixels() float64 {
	return w.ground.tilePixels * w.ground.tile.Depth / w.ground.tile.Height
}

// comes reports whether a piece is a tile that stands where none did, and goes whether it is one that stands there no more.
func (w *Watch) comes(p piece) bool {
	return float64(p.stands) >= w.tuning.Rows.Tile*w.standingPixels()
}
func (w *Watch) goes(p piece) bool {
	return float64(-p.stands) >= w.tuning.Rows.Tile*w.standingPixels()
}

// touches reports whether a piece is more than noise.
func (w *Watch) touches(p piece) bool {
	return float64(len(p.pixels)) > w.tuning.Rows.Same*w.standingPixels()
}

// row tells what the hand of who laid a tile upon or beside a pung showed as soon as it lay there.
func (w *Watch) row(f *frame, l *lying) Row {
	place := l.area.Place.Index()
	if l.area.Use != calibration.MeldZone || l.beside == 0 || place < 0 || l.first || w.standing[place].cut {
		return ""
	}
	clear, seen, ok := w.cameBetween(f, l)
	if !ok || seen-clear > w.tuning.Rows.Laid {
		return ""
	}
	s := &w.standing[place]
	lies := map[int32]bool{}
	for _, o := range w.lying {
		if o != l && o.area == l.area && o.set == l.set {
			return "" // a hand that is laid down
		}
		if o.area == l.area {
			for _, i := range slices.Concat(o.shape.top, o.shape.flank, o.shape.ring) {
				lies[i] = true
			}
		}
	}
	told, before := Row(""), (*view)(nil)
	played := w.playedLast(l.area.Place, clear)
	for _, p := range w.past {
		if p.at < seen || told == "" && p.busy[place] {
			continue // the hand that laid it is on its way home
		}
		if p.at > seen+w.tuning.Rows.After || p.busy[place] {
			break
		}
		is, v := w.comparedBefore(s, turn{played, clear}, pick(p.pix, s.pixels), lies)
		if is == "" || told != "" && is != told {
			return ""
		}
		told, before = is, v
	}
	if told == RowApart {
		return told
	}
	hole, apart := w.opened(s, turn{played, clear}, seen+w.tuning.Rows.After, lies)
	switch {
	case apart:
		return RowApart
	case told == RowUntouched && (hole || !w.shows(s, before, lies, l) || w.lengthened(s, before, seen, lies)):
		return ""
	}
	return told
}

// turn is when the turn began in which the fourth tile was laid, with what another had played, and when its place was still clear.
type turn struct{ played, clear time.Duration }

// playedLast is when what another player discarded last came to rest before a moment: who is next draws then.
func (w *Watch) playedLast(place models.Place, before time.Duration) time.Duration {
	last := never
	for _, o := range w.lying {
		if use := o.area.Use; (use == calibration.RiverZone || use == OtherZone) && o.area.Place != place && o.rest < before {
			last = max(last, o.rest)
		}
	}
	return last
}

// shows reports whether it would be seen that the row of who laid a tile has one less: as many stand there as its owner holds, and one was
// seen to come or to go. Backs as dark as the cloth, and what stands beyond the picture, show nothing.
func (w *Watch) shows(s *side, v *view, lies map[int32]bool, l *lying) bool {
	stand, melded, paper := 0, 0, w.paper()
	for k, i := range s.pixels {
		if v.pix[k] >= paper && !lies[i] {
			stand++
		}
	}
	for _, o := range w.lying {
		if o.area == l.area {
			melded++
		}
	}
	holds := w.hand.Concealed(melded / models.SetTiles)
	return float64(stand) >= w.tuning.Rows.Tile*w.standingPixels()*float64(holds) && slices.ContainsFunc(s.views, func(o view) bool {
		return slices.ContainsFunc(w.differ(s.pixels, o.pix, v.pix), func(p piece) bool {
			return (w.comes(p) || w.goes(p)) && !slices.ContainsFunc(p.pixels, func(i int32) bool { return lies[i] })
		})
	})
}

// cameBetween tells when the place of a tile looked as before last, and when it looked as it does now first; false where both
// look the same, or the change was not seen. A tile upon one like it shows at its edges alone.
func (w *Watch) cameBetween(f *frame, l *lying) (clear, seen time.Duration, ok bool) {
	all := slices.Concat(l.shape.top, l.shape.flank, l.shape.ring)
	var was []byte
	var changed []int32
	for _, p := range w.past {
		hands := p.covered()
		switch {
		case slices.ContainsFunc(all, func(i int32) bool { return hands[i] }):
		case was == nil:
			was = p.pix
			for _, i := range all {
				if off := int(was[i]) - int(f.pix[i]); max(off, -off) > w.tuning.Gate.Changed {
					changed = append(changed, i)
				}
			}
			if len(changed) < slivers {
				return 0, 0, false
			}
			clear = p.at
		default:
			before, now := 0, 0
			for _, i := range changed {
				before += max(int(p.pix[i])-int(was[i]), int(was[i])-int(p.pix[i]))
				now += max(int(p.pix[i])-int(f.pix[i]), int(f.pix[i])-int(p.pix[i]))
			}
			if now < before {
				return clear, p.at, true
			}
			clear = p.at
		}
	}
	return 0, 0, false
}

// since is how a side looked at each moment after a view until another, as it did in the view where hands covered it, and the pieces in which
// the two differ: none beside a hand or a tile that lies.
func (w *Watch) since(s *side, v *view, until time.Duration, lies map[int32]bool) iter.Seq2[[]byte, []piece] {
	return func(yield func([]byte, []piece) bool) {
		for i := range w.past {
			p := &w.past[i]
			if p.at <= v.to || p.at > until {
				continue
			}
			now, hands := pick(p.pix, s.pixels), p.covered()
			for k, i := range s.pixels {
				if hands[i] {
					now[k] = v.pix[k]
				}
			}
			pieces := slices.DeleteFunc(w.differ(s.pixels, v.pix, now), func(p piece) bool {
				return w.near(p.pixels, func(i int32) bool { return hands[i] || lies[i] })
			})
			if !yield(now, pieces) {
				return
			}
		}
	}
}

// opened reports whether until a moment, since the turn began, a row was seen with a hole, and whether with one while a tile stood apart: the
// fourth tile was taken out of it, though it may be closed when the hand leaves it.
func (w *Watch) opened(s *side, t turn, until time.Duration, lies map[int32]bool) (hole, apart bool) {
	var v *view
	for i := range s.views {
		if s.views[i].from <= t.played && s.views[i].to < t.clear {
			v = &s.views[i]
		}
	}
	if v == nil {
		return false, false
	}
	for now, pieces := range w.since(s, v, until, lies) {
		if slices.ContainsFunc(pieces, w.goes) {
			hole, apart = true, apart || w.oneApart(s, v.pix, now, pieces)
		}
	}
	return hole, apart
}

// lengthened reports whether between a view and a moment a row was seen to be longer: the tile that was drawn was put into it.
func (w *Watch) lengthened(s *side, v *view, until time.Duration, lies map[int32]bool) bool {
	for now, pieces := range w.since(s, v, until, lies) {
		if slices.ContainsFunc(pieces, func(p piece) bool { return w.comes(p) && !w.apart(s, v.pix, now, p) }) {
			return true
		}
	}
	return false
}

// covered are the pixels of all that reached in from beyond the cloth.
func (p *past) covered() map[int32]bool {
	is := make(map[int32]bool, len(p.hands))
	for _, i := range p.hands {
		is[i] = true
	}
	return is
}

// near reports whether a pixel of which something is so lies among some pixels, or as far from them as a row is from what stands apart.
func (w *Watch) near(pixels []int32, is func(i int32) bool) bool {
	n := int32(w.tuning.Rows.Beside)
	return slices.ContainsFunc(pixels, func(i int32) bool {
		for dy := -n; dy <= n; dy++ {
			for dx := -n; dx <= n; dx++ {
				if is(i + dy*int32(w.ground.width) + dx) {
					return true
				}
			}
		}
		return false
	})
}

// comparedBefore compares how a side looks with how it did before its owner drew: the last time before the turn at which as many tiles
// stood there. Empty where fewer ever did: then it has one that was drawn since.
func (w *Watch) comparedBefore(s *side, t turn, now []byte, lies map[int32]bool) (told Row, before *view) {
	tile := w.tuning.Rows.Tile * w.standingPixels()
	for n := range s.views {
		v := &s.views[len(s.views)-1-n]
		if v.to >= t.clear {
			continue
		}
		pieces := slices.DeleteFunc(w.differ(s.pixels, v.pix, now), func(p piece) bool {
			return slices.ContainsFunc(p.pixels, func(i int32) bool { return lies[i] })
		})
		more := 0.
		for _, p := range pieces {
			more += float64(p.stands)
		}
		switch {
		case more > tile:
			return "", nil
		case more < -tile || v.from > t.played || before != nil:
			continue // with the tile that was drawn, since then, or earlier
		}
		before = v
		pieces = slices.DeleteFunc(pieces, func(p piece) bool { return !w.touches(p) })
		switch {
		case len(pieces) == 0:
			told = RowUntouched
		case w.oneApart(s, v.pix, now, pieces):
			told = RowApart
		}
	}
	return told, before
}

// oneApart reports whether of some pieces one is a tile that stands apart from all else, and another where a tile stood, beside it: a
// row that was pushed comes before or behind where it went.
func (w *Watch) oneApart(s *side, was, now []byte, pieces []piece) bool {
	var came, went []piece
	for _, p := range pieces {
		switch {
		case w.comes(p):
			came = append(came, p)
		case w.goes(p):
			went = append(went, p)
		}
	}
	if len(came) != 1 || len(went) == 0 || !w.apart(s, was, now, came[0]) {
		return false
	}
	from, to := w.reaches(s, came[0])
	return !slices.ContainsFunc(went, func(p piece) bool {
		first, last := w.reaches(s, p)
		return first <= to && from <= last
	})
}

// reaches is from where to where a piece of a side reaches along it, pixels.
func (w *Watch) reaches(s *side, p piece) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for _, i := range p.pixels {
		x := float64(int(i)%w.ground.width)*s.along.X + float64(int(i)/w.ground.width)*s.along.Y
		from, to = min(from, x), max(to, x)
	}
	return from, to
}

// apart reports whether a tile that came stands apart from those that stood there before.
func (w *Watch) apart(s *side, was, now []byte, came piece) bool {
	paper := w.paper()
	stands, light := map[int32]bool{}, map[int32]bool{} // at both moments, and now
	for k, i := range s.pixels {
		light[i] = now[k] >= paper
		stands[i] = was[k] >= paper && now[k] >= paper
	}
	shown := slices.DeleteFunc(slices.Clone(came.pixels), func(i int32) bool { return !light[i] })
	return !slices.ContainsFunc(shown, func(i int32) bool { // to both sides alone: behind it is the frame of the table
		for n := -w.tuning.Rows.Beside; n <= w.tuning.Rows.Beside; n++ {
			x, y := math.Round(float64(n)*s.along.X), math.Round(float64(n)*s.along.Y)
			if stands[i+int32(y)*int32(w.ground.width)+int32(x)] {
				return true
			}
		}
		return false
	})
}
