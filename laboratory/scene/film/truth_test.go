package film_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"testing"

	"jantaku/laboratory/scene/film"
	"jantaku/models"
	"jantaku/vision/artwork"
)

// across gives points of the face of a lying tile: where in its picture and where in the
// frame. 15 px wide tiles are all but flat, so that the corners may be mixed.
func across(quad [4]models.Point, do func(u, v float64, at models.Point)) {
	const steps = 24
	for i := range steps * steps {
		u, v := (float64(i%steps)+.5)/steps, (float64(i/steps)+.5)/steps
		mix := func(a, b models.Point, k float64) models.Point {
			return models.Point{X: a.X + (b.X-a.X)*k, Y: a.Y + (b.Y-a.Y)*k}
		}
		do(u, v, mix(mix(quad[0], quad[1], u), mix(quad[3], quad[2], u), v))
	}
}

// looks is what a face looks like at the points of across: a pixel of the frame is nine of
// the face wide.
func looks(tile models.Tile) (grey []float64) {
	face := artwork.Face(artwork.StyleA, tile)
	size := face.Bounds().Size()
	across([4]models.Point{}, func(u, v float64, _ models.Point) {
		sum := 0.0
		for dy := -4; dy <= 4; dy++ {
			for dx := -4; dx <= 4; dx++ {
				c := face.RGBAAt(max(0, min(int(u*float64(size.X))+dx, size.X-1)), max(0, min(int(v*float64(size.Y))+dy, size.Y-1)))
				sum += float64(color.GrayModel.Convert(c).(color.Gray).Y)
			}
		}
		grey = append(grey, sum)
	})
	return grey
}

// alike correlates a face with what a frame shows inside of four corners.
func alike(frame *image.YCbCr, quad [4]models.Point, face []float64) float64 {
	var b []float64
	across(quad, func(_, _ float64, at models.Point) {
		b = append(b, float64(frame.Y[frame.YOffset(int(at.X), int(at.Y))]))
	})
	return correlation(face, b)
}

func correlation(a, b []float64) float64 {
	n := float64(len(a))
	var ma, mb, aa, bb, ab float64
	for i := range a {
		ma, mb = ma+a[i]/n, mb+b[i]/n
	}
	for i := range a {
		aa, bb, ab = aa+(a[i]-ma)*(a[i]-ma), bb+(b[i]-mb)*(b[i]-mb), ab+(a[i]-ma)*(b[i]-mb)
	}
	return ab / (math.Sqrt(aa*bb) + 1e-9)
}

// TestEveryTileLiesWhereTheTruthSays looks for every face at its corners in the frames of
// the second after it came to lie, in which the hand that brought it leaves.
func TestEveryTileLiesWhereTheTruthSays(t *testing.T) {
	c := small(t, func(s *film.Settings) { s.Width, s.Height, s.Hardness, s.Sensor.Refresh = 960, 540, 0, 0 })
	f := shoot(t, c, record(t, short))
	best, shifted, faces := map[int]float64{}, map[int]float64{}, map[models.Tile][]float64{}
	type place struct{ event, lies int }
	number := func(p place) int { return p.event*20 + p.lies }
	for frame, err := range f.Frames() {
		if err != nil {
			t.Fatal(err)
		}
		if frame.At > f.Start.Shuffle-2 {
			break
		}
		var img *image.YCbCr
		for i, e := range f.Truth {
			if frame.At < *e.T || frame.At > *e.T+1 {
				continue
			}
			if img == nil {
				decoded, err := jpeg.Decode(bytes.NewReader(frame.JPEG))
				if err != nil {
					t.Fatal(err)
				}
				img = decoded.(*image.YCbCr)
			}
			for k, l := range e.Lies {
				if l.Tile == models.Back {
					continue
				}
				at := number(place{i, k})
				if faces[l.Tile] == nil {
					faces[l.Tile] = looks(l.Tile)
				}
				face := faces[l.Tile]
				best[at] = max(best[at], alike(img, l.Quad, face))
				for q := range l.Quad {
					l.Quad[q].X += 7 // half a tile
				}
				shifted[at] = max(shifted[at], alike(img, l.Quad, face))
			}
		}
	}
	seen, mean, away := 0, 0.0, 0.0
	for i, e := range f.Truth {
		for k, l := range e.Lies {
			if l.Tile == models.Back {
				continue
			}
			at := number(place{i, k})
			if best[at] < .6 {
				t.Errorf("event %d, %s: %v at %v is not to be seen, %.2f alike", i, e.Do, l.Tile, l.Quad, best[at])
			}
			seen++
			mean, away = mean+best[at], away+shifted[at]
		}
	}
	if seen < 25 || away > .6*mean {
		t.Errorf("of %d tiles the faces are %.2f alike in place and %.2f half a tile off: the test sees nothing", seen, mean/float64(seen), away/float64(seen))
	}
	t.Logf("%d tiles, %.2f in place, %.2f half a tile off", seen, mean/float64(seen), away/float64(seen))
}
