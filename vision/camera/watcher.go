package camera

import (
	"fmt"
	"math"
	"slices"
	"time"

	"jantaku/models"
)

// Watcher looks at the places of a table in picture after picture and proposes that
// a hand was laid down: a place fills with bright faces, then nothing moves there
// for a moment. It only proposes; whether it was a hand is for the reader to say.
// It is for one camera and one goroutine. The zero value but for Areas is ready.
type Watcher struct {
	// Areas are where the hands of the places lie, polygons in pixels.
	Areas map[models.Place][][]models.Point
	// Still is how long nothing may move; zero takes one second.
	Still time.Duration

	seen map[models.Place]*watched
}

// watched is what is remembered of one place.
type watched struct {
	before  []uint8 // brightness of its points in the last picture
	since   time.Time
	felt    float64 // brightness of the empty cloth, learned
	learned bool
	laid    bool
	denied  bool // what lies there is no hand
}

const (
	watchStep = 4   // pixels between the points that are looked at
	moving    = 2.5 // mean change of brightness, grey levels, that is movement
	brighter  = 45  // grey levels over the cloth that a face is brighter
	filled    = 0.08
	cleared   = 0.03
)

// See takes the next picture and gives the places where a hand was laid down and
// came to rest, each once until its area was cleared. The error is a *Fault when the
// picture cannot be decoded.
func (w *Watcher) See(f Frame) ([]models.Place, error) {
	luma, err := f.luma()
	if err != nil {
		return nil, err
	}
	if w.seen == nil {
		w.seen = map[models.Place]*watched{}
	}
	var laid []models.Place
	for place, areas := range w.Areas {
		if w.seen[place] == nil {
			w.seen[place] = &watched{}
		}
		var points []uint8
		for _, area := range areas {
			points = append(points, luma.inside(area)...)
		}
		if len(points) == 0 {
			return nil, fault(WrongSize, nil, "the area of place %d lies outside of a picture of %d×%d pixels; calibrate again", place, luma.w, luma.h)
		}
		if w.seen[place].take(points, f.Time, w.still()) {
			laid = append(laid, place)
		}
	}
	slices.Sort(laid)
	return laid, nil
}

// Lies reports whether what was proposed still lies at a place.
func (w *Watcher) Lies(place models.Place) bool {
	s := w.seen[place]
	return s != nil && s.laid
}

// Deny says that what came to rest at a place is no hand, such as the standing tiles of
// a player: it is proposed again only after something has moved there.
func (w *Watcher) Deny(place models.Place) {
	if s := w.seen[place]; s != nil {
		s.laid, s.denied = false, true
	}
}

func (w *Watcher) still() time.Duration {
	if w.Still > 0 {
		return w.Still
	}
	return time.Second
}

// take compares the points of one place with the picture before and tells whether a
// hand came to rest just now.
func (s *watched) take(points []uint8, now time.Time, still time.Duration) bool {
	moved := len(points) != len(s.before) || change(points, s.before) > moving
	s.before = points
	if moved {
		s.since, s.denied = now, false
		return false
	}
	if now.Sub(s.since) < still {
		return false
	}
	// The cloth is the commonest brightness: the median while less than half is tiles.
	median := middle(points)
	if !s.learned || math.Abs(median-s.felt) < brighter/2 {
		s.felt, s.learned = median, true // it follows the daylight
	}
	share := brightShare(points, s.felt+brighter)
	switch {
	case share < cleared:
		s.laid = false
	case share > filled && !s.laid && !s.denied:
		s.laid = true
		return true
	}
	return false
}

// inside gives the brightness at the points of a grid inside of a polygon.
func (p plane) inside(area []models.Point) []uint8 {
	lo, hi := models.Point{X: math.Inf(1), Y: math.Inf(1)}, models.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, c := range area {
		lo = models.Point{X: math.Min(lo.X, c.X), Y: math.Min(lo.Y, c.Y)}
		hi = models.Point{X: math.Max(hi.X, c.X), Y: math.Max(hi.Y, c.Y)}
	}
	clip := func(v float64, most int) int { return int(math.Max(0, math.Min(v, float64(most)))) }
	var points []uint8
	for y := clip(lo.Y, p.h); y < clip(hi.Y, p.h); y += watchStep {
		for x := clip(lo.X, p.w); x < clip(hi.X, p.w); x += watchStep {
			if (models.Point{X: float64(x), Y: float64(y)}).Inside(area) {
				points = append(points, p.mean(x, y))
			}
		}
	}
	return points
}

// mean is the brightness around a point, so that noise is no movement.
func (p plane) mean(x, y int) uint8 {
	const half = 1
	sum, n := 0, 0
	for j := max(0, y-half); j <= min(p.h-1, y+half); j++ {
		for i := max(0, x-half); i <= min(p.w-1, x+half); i++ {
			sum += int(p.px[j*p.stride+i])
			n++
		}
	}
	return uint8(sum / n)
}

// change is the mean difference of brightness.
func change(a, b []uint8) float64 {
	sum := 0
	for i := range a {
		sum += int(max(a[i], b[i]) - min(a[i], b[i]))
	}
	return float64(sum) / float64(len(a))
}

func middle(points []uint8) float64 {
	var histogram [256]int
	for _, v := range points {
		histogram[v]++
	}
	left := len(points) / 2
	for v, n := range histogram {
		if left -= n; left < 0 {
			return float64(v)
		}
	}
	return 0
}

func brightShare(points []uint8, limit float64) float64 {
	n := 0
	for _, v := range points {
		if float64(v) > limit {
			n++
		}
	}
	return float64(n) / float64(len(points))
}

// String names the places that are watched.
func (w *Watcher) String() string { return fmt.Sprintf("watcher of %d places", len(w.Areas)) }
