// Package annotate draws over photographs: the corners of tiles, lines and words, for people who want to
// see what the eye saw.
package annotate

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"jantaku/models"
)

// Green is for what is certain, Orange for what is doubted, Red for what is wrong or unknown, White for
// words about the whole picture.
var (
	Green  = color.RGBA{0, 230, 0, 255}
	Orange = color.RGBA{255, 150, 0, 255}
	Red    = color.RGBA{255, 0, 0, 255}
	White  = color.RGBA{255, 255, 255, 255}
)

// Canvas is a picture that is drawn on.
type Canvas struct{ img *image.RGBA }

// On makes a canvas that shows a picture; the picture itself stays as it is.
func On(img image.Image) Canvas {
	c := Canvas{image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))}
	draw.Draw(c.img, c.img.Bounds(), img, img.Bounds().Min, draw.Src)
	return c
}

// OnEncoded is On of a photograph, JPEG or PNG.
func OnEncoded(photo []byte) (Canvas, error) {
	img, _, err := image.Decode(bytes.NewReader(photo))
	if err != nil {
		return Canvas{}, fmt.Errorf("marks: %w", err)
	}
	return On(img), nil
}

// Outline draws the corners of a tile, pixels, and words below them.
func (c Canvas) Outline(quad [4]models.Point, says string, ink color.RGBA) {
	low := quad[0]
	for i, p := range quad {
		c.Line(p, quad[(i+1)%4], ink)
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
	c.Write(int(mid.X)-7, int(low.Y)+14, says, ink)
}

// longest is how many pixels of a line are drawn at most: no picture is larger.
const longest = 1 << 16

// Line draws a line between two points, pixels.
func (c Canvas) Line(a, b models.Point, ink color.RGBA) {
	steps := max(math.Abs(b.X-a.X), math.Abs(b.Y-a.Y)) + 1
	if !(steps < longest) {
		return
	}
	for i := range int(steps) + 1 {
		k := float64(i) / steps
		c.img.SetRGBA(int(a.X+(b.X-a.X)*k), int(a.Y+(b.Y-a.Y)*k), ink)
	}
}

// Write puts words on a dark ground, beginning at (x, y), pixels.
func (c Canvas) Write(x, y int, words string, ink color.RGBA) {
	d := font.Drawer{Dst: c.img, Src: image.NewUniform(ink), Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	ground := image.Rect(x-2, y-11, x+d.MeasureString(words).Ceil()+2, y+3)
	draw.Draw(c.img, ground, image.NewUniform(color.RGBA{0, 0, 0, 255}), image.Point{}, draw.Over)
	d.DrawString(words)
}

// PNG encodes the picture without loss.
func (c Canvas) PNG() ([]byte, error) {
	var buf bytes.Buffer
	if err := png.Encode(&buf, c.img); err != nil {
		return nil, fmt.Errorf("marks: %w", err)
	}
	return buf.Bytes(), nil
}

// jpegQuality shows outlines clearly in a few hundred kilobytes.
const jpegQuality = 85

// JPEG encodes the picture for a page.
func (c Canvas) JPEG() ([]byte, error) {
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, c.img, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, fmt.Errorf("marks: %w", err)
	}
	return buf.Bytes(), nil
}
