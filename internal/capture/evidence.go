package capture

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	_ "image/png" // some cameras send it
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/watch"
)

// Evidence shows one change on the table: small pictures of the place where it happened, JPEG.
type Evidence struct {
	Spot watch.Spot
	// Before is nil where the camera has sent nothing that is old enough.
	Before, After []byte
}

const (
	// around is how much of the table is shown on each side of what changed, mm: three tiles.
	around = 80.
	// evidenceQuality is that of JPEG: faces of 30 pixels stay readable, and a picture takes 5
	// to 15 kB.
	evidenceQuality = 85
)

// Show makes the pictures of changes out of the frames of the last seconds, as [Lookout.Recent]
// gave them soon after the changes were told. Changes of no tile are passed over. An error is
// about the calibration, or a frame that cannot be decoded.
func (l *Lookout) Show(c *calibration.Camera, changes []watch.Change, frames []camera.Frame) (all []Evidence, err error) {
	decoded := map[int]image.Image{}
	crop := func(frame int, where image.Rectangle) ([]byte, error) {
		if frame < 0 {
			return nil, nil
		}
		if decoded[frame] == nil {
			img, _, err := image.Decode(bytes.NewReader(frames[frame].Data))
			if err != nil {
				return nil, fmt.Errorf("frame of %v: %w", frames[frame].Time, err)
			}
			decoded[frame] = img
		}
		return cropped(decoded[frame], where)
	}
	for i := range changes {
		change := &changes[i]
		before, after := l.beforeAndAfter(change, frames)
		if after < 0 || !shows(change) {
			continue
		}
		where, err := whereabouts(c, change)
		if err != nil {
			return all, err
		}
		one := Evidence{Spot: change.Spot}
		if one.After, err = crop(after, where); err != nil {
			return all, err
		}
		if one.Before, err = crop(before, where); err != nil {
			return all, err
		}
		if one.After != nil {
			all = append(all, one)
		}
	}
	return all, nil
}

// shows reports whether a change is about a tile that can be shown.
func shows(c *watch.Change) bool {
	switch c.Kind {
	case watch.Added, watch.Gone, watch.Turned:
		return c.Spot != 0
	}
	return false
}

// beforeAndAfter finds the newest frame in which the spot was as before, and the newest of all;
// -1 for none.
func (l *Lookout) beforeAndAfter(c *watch.Change, frames []camera.Frame) (before, after int) {
	at := func(i int) int { return cmp.Compare(frames[i].Time.Sub(l.started), c.Clear) }
	before, after = -1, len(frames)-1
	for i := range frames {
		if at(i) <= 0 || i == 0 && frames[i].Time.Sub(l.started) < c.Seen {
			before = i // of an arm that lay there for long the oldest
		}
	}
	return before, after
}

// whereabouts is the part of the picture around what changed, pixels.
func whereabouts(c *calibration.Camera, change *watch.Change) (image.Rectangle, error) {
	view, err := c.View(0)
	if err != nil {
		return image.Rectangle{}, err
	}
	var x, y []float64
	for _, corner := range []models.Point{{X: -around, Y: -around}, {X: around, Y: -around}, {X: around, Y: around}, {X: -around, Y: around}} {
		p := view.Picture(models.Point{X: change.At.X + corner.X, Y: change.At.Y + corner.Y})
		x, y = append(x, p.X), append(y, p.Y)
	}
	return image.Rect(int(math.Floor(slices.Min(x))), int(math.Floor(slices.Min(y))), int(math.Ceil(slices.Max(x))), int(math.Ceil(slices.Max(y)))), nil
}

// cropped is a part of a picture as JPEG; nil where it lies outside.
func cropped(img image.Image, where image.Rectangle) ([]byte, error) {
	where = where.Intersect(img.Bounds())
	if where.Empty() {
		return nil, nil
	}
	part := image.NewRGBA(image.Rectangle{Max: where.Size()})
	draw.Draw(part, part.Bounds(), img, where.Min, draw.Src)
	var out bytes.Buffer
	err := jpeg.Encode(&out, part, &jpeg.Options{Quality: evidenceQuality})
	return out.Bytes(), err
}
