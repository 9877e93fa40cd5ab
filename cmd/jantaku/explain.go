package main

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

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"jantaku/models"
)

// explain draws the quadrilaterals and the readings over a photograph: green where
// the eye is certain, orange where it doubts, red where it does not know.
func explain(path string, photo []byte, r models.Reading) error {
	img, _, err := image.Decode(bytes.NewReader(photo))
	if err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	canvas := image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	draw.Draw(canvas, canvas.Bounds(), img, img.Bounds().Min, draw.Src)
	for _, row := range r.Rows {
		for _, s := range row {
			explainTile(canvas, s)
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
	var buf bytes.Buffer
	if err := png.Encode(&buf, canvas); err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	return os.WriteFile(path, buf.Bytes(), 0o644)
}

func explainTile(canvas *image.RGBA, s models.Sighting) {
	ink := color.RGBA{0, 230, 0, 255}
	switch {
	case s.Confidence < .5:
		ink = color.RGBA{255, 0, 0, 255}
	case s.Confidence < .99:
		ink = color.RGBA{255, 150, 0, 255}
	}
	low := s.Quad[0]
	for i, p := range s.Quad {
		line(canvas, p, s.Quad[(i+1)%4], ink)
		if p.Y > low.Y || p.Y == low.Y && p.X < low.X {
			low = p
		}
	}
	var mid models.Point
	for _, p := range s.Quad {
		mid.X, mid.Y = mid.X+p.X/4, mid.Y+p.Y/4
	}
	write(canvas, int(mid.X)-7, int(low.Y)+14, s.Tile.String(), ink)
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
