package reading

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"math"
	"os"
	"slices"

	"jantaku/internal/usageerror"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial/lessons"
	"jantaku/vision"
	"jantaku/vision/artwork"
	"jantaku/vision/learn"
)

// Curves measures what each fault of a room or camera costs in tiles read: good drawn tables, made worse along one axis at a
// time, the same tables at every point.
type Curves struct {
	Tables   int    // at each point
	Seed     uint64 // of the first table
	Style    string // set of tiles
	Axis     string // this one alone; empty for all
	Out      string // file that is written; empty for none
	Progress usageerror.Progress
}

// axis is one way in which a picture becomes worse.
type axis struct {
	name   string
	at     []float64 // what it is measured in is told where it is read: internal/checkup
	spoil  func(s *scene.Spec, at float64)
	spoilt func(img *image.RGBA, at float64) // after it was drawn; nil for nothing
}

// tileWide is how wide a tile in the middle is seen by the camera of a good table, pixels.
func tileWide(s *scene.Spec) float64 {
	return s.Size.Width * float64(s.Width) / 2 / math.Tan(s.Camera.FieldOfView/2*math.Pi/180) / s.Camera.Distance
}

func axes() []axis {
	return []axis{
		{"pixels", []float64{32, 24, 20, 16, 13, 10}, func(s *scene.Spec, at float64) {
			share := at / tileWide(s)
			s.Width, s.Height = int(float64(s.Width)*share), int(float64(s.Height)*share)
		}, nil},
		{"blur", []float64{.015, .03, .05, .07, .1}, func(s *scene.Spec, at float64) { s.Sensor.Blur = at * tileWide(s) }, nil},
		{"noise", []float64{1, 5, 10, 16, 24}, func(s *scene.Spec, at float64) { s.Sensor.Noise = at }, nil},
		{"bands", []float64{0, .1, .2, .35, .5}, func(*scene.Spec, float64) {}, banded},
		{"uneven", []float64{1, 1.5, 2.2, 3.2, 5}, func(s *scene.Spec, at float64) {
			s.Light.Slope.X = (at - 1) / (at + 1) / .22 // between the rivers at the sides, 220 mm from the middle
			s.Light.Level = .9 * 2 * at / (at + 1) / at * 1.05
		}, nil},
		{"angle", []float64{86, 75, 65, 55, 45}, func(s *scene.Spec, at float64) { s.Camera.Elevation = at }, nil},
		{"lamp", []float64{0, .15, .3, .6, 1.2}, func(s *scene.Spec, at float64) {
			if at > 0 {
				*s = scene.UnderLamp(*s)
				for i := range s.Light.Lamps {
					s.Light.Lamps[i].Strength = at
				}
			}
		}, nil},
	}
}

// banded darkens lines as lamps do that flicker.
func banded(img *image.RGBA, at float64) {
	const period = 120 // pixels
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		k := 1 - at*(.5+.5*math.Sin(2*math.Pi*float64(y)/period))
		for x := b.Min.X; x < b.Max.X; x++ {
			c := img.RGBAAt(x, y)
			img.SetRGBA(x, y, color.RGBA{uint8(float64(c.R) * k), uint8(float64(c.G) * k), uint8(float64(c.B) * k), 255})
		}
	}
}

// CurvePoint is how many tiles of rivers, melds and flowers are read right at one point of an axis.
type CurvePoint struct {
	At    float64 `json:"at"`
	Tiles int     `json:"tiles"`
	Right int     `json:"right"`
	Wrong int     `json:"wrong"` // and claimed with an error below one in a hundred
}

// Curve is what comes of one axis.
type Curve struct {
	Axis   string       `json:"axis"`
	Points []CurvePoint `json:"points"`
}

// Run measures, prints a table and writes the file.
func (o Curves) Run(ctx context.Context, out io.Writer) error {
	reader, err := o.taught(ctx)
	if err != nil {
		return err
	}
	defer reader.Close()
	studio := &scene.Studio{}
	all, done, of := []Curve{}, 0, 0
	chosen := slices.DeleteFunc(axes(), func(a axis) bool { return o.Axis != "" && a.name != o.Axis })
	if len(chosen) == 0 {
		return fmt.Errorf("%w: there is no axis %q", usageerror.Err, o.Axis)
	}
	for _, a := range chosen {
		of += len(a.at) * o.Tables
	}
	for _, a := range chosen {
		curve, rightWithout := Curve{Axis: a.name}, 0
		for _, at := range a.at {
			step := &tableStep{}
			for i := range o.Tables {
				o.Progress.Tell(done, of)
				done++
				s, err := scene.RandomTable(o.Seed+uint64(i), artwork.Style(o.Style), 0)
				if err != nil {
					return err
				}
				a.spoil(&s, at)
				picture, truth, err := studio.Photograph(s)
				if err == nil && a.spoilt != nil {
					picture, err = redrawn(picture, func(img *image.RGBA) { a.spoilt(img, at) })
				}
				if err != nil {
					return err
				}
				camera, err := s.Calibration()
				if err != nil {
					return err
				}
				if _, err := step.try(ctx, reader, camera, picture, truth, Trial{}, io.Discard); err != nil {
					return err
				}
			}
			point := CurvePoint{At: at, Wrong: step.sure}
			for role, n := range step.roles {
				if role == scene.InRiver || role == scene.InMeld || role == scene.IsFlower {
					point.Tiles, point.Right = point.Tiles+n.tiles, point.Right+n.right
				}
			}
			if a.name == "lamp" { // which lies upon one river of four, whose tiles alone it costs
				point.Tiles /= 4
				lost := 0
				if len(curve.Points) > 0 {
					lost = max(0, rightWithout-point.Right)
				}
				rightWithout = max(rightWithout, point.Right)
				point.Right = max(0, point.Tiles-lost)
			}
			curve.Points = append(curve.Points, point)
			fmt.Fprintf(out, "%s %g: %d of %d tiles right, wrong and sure %d\n", a.name, at, point.Right, point.Tiles, point.Wrong)
		}
		all = append(all, curve)
	}
	if o.Out == "" {
		return nil
	}
	data, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(o.Out, append(data, '\n'), 0o644)
}

// taught is a reader that was taught the set in a good room.
func (o Curves) taught(ctx context.Context) (*vision.Reader, error) {
	over := scene.WholeTable()
	over.Style = artwork.Style(o.Style)
	specs, err := scene.Lessons(over, lessons.Times)
	if err != nil {
		return nil, err
	}
	photos, err := lessons.Photos(specs)
	if err != nil {
		return nil, err
	}
	faces, _, err := learn.Faces(ctx, photos, nil)
	if err != nil {
		return nil, err
	}
	return vision.NewReader(faces)
}

// redrawn changes a picture.
func redrawn(picture []byte, change func(*image.RGBA)) ([]byte, error) {
	img, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(img.Bounds())
	for y := out.Rect.Min.Y; y < out.Rect.Max.Y; y++ {
		for x := out.Rect.Min.X; x < out.Rect.Max.X; x++ {
			out.Set(x, y, img.At(x, y))
		}
	}
	change(out)
	var b bytes.Buffer
	err = jpeg.Encode(&b, out, &jpeg.Options{Quality: 95})
	return b.Bytes(), err
}
