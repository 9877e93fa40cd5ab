package photo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // photographs
	"image/png"
	"math"
	"os"
	"path/filepath"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"jantaku/models"
	"jantaku/vision"
)

// Stages is what the steps of a reading saw, in their order.
type Stages []stage

type stage struct {
	name  string
	marks []vision.Mark
}

// Add takes what one step saw, or some of it.
func (s *Stages) Add(name string, marks []vision.Mark) {
	if n := len(*s); n > 0 && (*s)[n-1].name == name {
		(*s)[n-1].marks = append((*s)[n-1].marks, marks...)
		return
	}
	*s = append(*s, stage{name, marks})
}

// Explain draws what each step saw over a photograph, and at last what was read, into a folder:
// green where the eye is certain, orange where it doubts, red where it does not know.
func Explain(folder string, photo []byte, steps Stages, r models.Reading) error {
	img, _, err := image.Decode(bytes.NewReader(photo))
	if err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	for i, s := range steps {
		canvas := canvasOf(img)
		for _, m := range s.marks {
			outline(canvas, m.Quad, m.Says, m.Sure)
		}
		write(canvas, 6, 16, fmt.Sprintf("%s: %d", s.name, len(s.marks)), color.RGBA{255, 255, 255, 255})
		if err := savePNG(filepath.Join(folder, fmt.Sprintf("%d-%s.png", i+1, s.name)), canvas); err != nil {
			return err
		}
	}
	canvas := canvasOf(img)
	for _, row := range r.Rows {
		for _, s := range row {
			outline(canvas, s.Quad, s.Tile.String(), s.Confidence)
		}
	}
	caption := fmt.Sprintf("%s %.1f%%", r.Status, 100*r.Confidence)
	if r.Error != nil {
		caption = r.Error.Error()
	}
	write(canvas, 6, 16, caption, color.RGBA{255, 255, 255, 255})
	for i, d := range r.Doubts {
		write(canvas, 6, 32+16*i, d.Message, color.RGBA{255, 200, 120, 255})
	}
	return savePNG(filepath.Join(folder, fmt.Sprintf("%d-reading.png", len(steps)+1)), canvas)
}

func canvasOf(img image.Image) *image.RGBA {
	canvas := image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	draw.Draw(canvas, canvas.Bounds(), img, img.Bounds().Min, draw.Src)
	return canvas
}

func savePNG(path string, img image.Image) error {
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return fmt.Errorf("draw %s: %w", path, err)
	}
	return os.WriteFile(path, buf.Bytes(), 0o644)
}

// outline draws the corners of a tile, and below them what it is thought to be.
func outline(canvas *image.RGBA, quad [4]models.Point, says string, sure float64) {
	ink := color.RGBA{0, 230, 0, 255}
	switch {
	case sure < .5:
		ink = color.RGBA{255, 0, 0, 255}
	case sure < .99:
		ink = color.RGBA{255, 150, 0, 255}
	}
	low := quad[0]
	for i, p := range quad {
		line(canvas, p, quad[(i+1)%4], ink)
		if p.Y > low.Y || p.Y == low.Y && p.X < low.X {
			low = p
		}
	}
	if says == "" {
		return
	}
	var mid models.Point
	for _, p := range quad {
		mid.X, mid.Y = mid.X+p.X/4, mid.Y+p.Y/4
	}
	write(canvas, int(mid.X)-7, int(low.Y)+14, says, ink)
}

func line(canvas *image.RGBA, a, b models.Point, c color.RGBA) {
	steps := int(max(math.Abs(b.X-a.X), math.Abs(b.Y-a.Y))) + 1
	for i := 0; i <= steps && steps < 1<<16; i++ {
		k := float64(i) / float64(steps)
		canvas.SetRGBA(int(a.X+(b.X-a.X)*k), int(a.Y+(b.Y-a.Y)*k), c)
	}
}

// write puts a text on a dark ground.
func write(canvas *image.RGBA, x, y int, text string, c color.RGBA) {
	d := font.Drawer{Dst: canvas, Src: image.NewUniform(c), Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	ground := image.Rect(x-2, y-11, x+d.MeasureString(text).Ceil()+2, y+3)
	draw.Draw(canvas, ground, image.NewUniform(color.RGBA{0, 0, 0, 255}), image.Point{}, draw.Over)
	d.DrawString(text)
}
