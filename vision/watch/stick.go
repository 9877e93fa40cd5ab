package watch

import (
	"math"
	"slices"
	"time"

	"jantaku/models"
)

// seenStick is what a change would be as a stick.
type seenStick struct {
	place                    models.Place
	at                       models.Point
	length, wide             float64
	far, aside, askew, light float64
}

// sees measures some pixels that changed as if they were a stick; false where they cannot be measured.
func (w *Watch) sees(f *frame, pixels []int32) (s seenStick, ok bool) {
	v, err := w.ground.view(0)
	if err != nil || len(pixels) == 0 {
		return s, false
	}
	points := make([]models.Point, len(pixels))
	var light float64
	for k, i := range pixels {
		points[k] = v.Table(full(int(i)%w.ground.width, int(i)/w.ground.width))
		s.at.X += points[k].X / float64(len(pixels))
		s.at.Y += points[k].Y / float64(len(pixels))
		light += float64(f.pix[i]) / float64(len(pixels))
	}
	s.light = light / float64(max(w.white, 1))
	var xx, xy, yy float64
	for _, p := range points {
		x, y := p.X-s.at.X, p.Y-s.at.Y
		xx, xy, yy = xx+x*x, xy+x*y, yy+y*y
	}
	along := math.Atan2(2*xy, xx-yy) / 2
	sin, cos := math.Sincos(along)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range points {
		x := (p.X-s.at.X)*cos + (p.Y-s.at.Y)*sin
		lo, hi = min(lo, x), max(hi, x)
	}
	pixel := w.ground.tile.Width * w.ground.tile.Height / w.ground.tilePixels // mm²
	s.length = hi - lo + math.Sqrt(pixel)
	s.wide = pixel * float64(len(pixels)) / s.length
	for i := range models.Places {
		own := facing(s.at, models.PlaceAt(i))
		if s.place == 0 || own.Y < -s.far {
			s.place, s.far, s.aside = models.PlaceAt(i), -own.Y, own.X
		}
	}
	turn := along + float64(s.place.Index())*math.Pi/2
	s.askew = math.Remainder(turn, math.Pi)
	return s, true
}

// chance is the probability that what was measured is a stick, when both were as likely before. What else changes is as likely
// anywhere between the middle of the cloth and an edge, as long as that and as wide as a tile at most, in any light.
func (t *StickTuning) chance(g *ground, s *seenStick) float64 {
	stick := normal(s.length-t.Length, t.LengthSpread) + normal(s.wide-t.Wide, t.WideSpread) +
		normal(s.far-t.Far, t.FarSpread) + normal(s.aside, t.AsideSpread) + normal(s.askew, t.AskewSpread) + normal(s.light-t.Light, t.LightSpread)
	other := -math.Log(g.half * g.half * g.half * g.tile.Width * math.Pi)
	return 1 / (1 + math.Exp(other-stick))
}

// normal is the logarithm of the density of a normal distribution.
func normal(x, spread float64) float64 {
	return -x*x/(2*spread*spread) - math.Log(spread*math.Sqrt(2*math.Pi))
}

// stick tells of a stick that some pixels are, which lie still since a moment, and reports whether they are one.
func (w *Watch) stick(f *frame, pixels []int32, rest time.Duration) bool {
	s, ok := w.sees(f, pixels)
	if !ok {
		return false
	}
	chance := w.tuning.Stick.chance(w.ground, &s)
	if chance < w.tuning.Stick.Least {
		return false
	}
	w.sticks = append(w.sticks, stick{place: s.place, pixels: slices.Clone(pixels)})
	f.tell(Change{
		Kind: StickLaid, Set: w.setOf(f), Area: Area{StickZone, s.place}, Evidence: models.Evidence{Pose: models.Pose{At: s.at}}, Stick: chance, Looks: 1,
		Clear: w.gate.clearOf(pixels), Seen: w.seenSince(f, pixels), Rest: rest,
	})
	w.gate.explain(pixels, f)
	return true
}

// takenSticks tells of the sticks that lie there no more, and gives the regions that are nothing of them: the
// pixels of a stick changed, and hardly others do, so that nothing lies upon it.
func (w *Watch) takenSticks(f *frame, regions []region) []region {
	const share = .5
	return slices.DeleteFunc(regions, func(r region) bool {
		if f.now-r.rest < w.tuning.Gate.Still {
			return false
		}
		at := slices.IndexFunc(w.sticks, func(s stick) bool {
			if float64(len(s.pixels)) < share*float64(len(r.pixels)) {
				return false
			}
			n := 0
			for _, i := range r.pixels {
				if slices.Contains(s.pixels, i) {
					n++
				}
			}
			return float64(n) > share*float64(max(len(s.pixels), len(r.pixels)))
		})
		if at < 0 {
			return false
		}
		f.tell(Change{Kind: StickGone, Set: w.setOf(f), Area: Area{StickZone, w.sticks[at].place}, Clear: w.gate.clearOf(r.pixels), Seen: r.rest, Rest: r.rest})
		w.sticks = slices.Delete(w.sticks, at, at+1)
		w.gate.explain(r.pixels, f)
		return true
	})
}
