package card

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"os"
	"regexp"
	"strconv"

	"github.com/srwiley/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"jantaku/models"
	"jantaku/scoreboard/tiles"
)

// ErrNoFont reports a machine without the fonts of Chinese and Japanese letters.
var ErrNoFont = errors.New("card: no Noto CJK font on this machine; Debian has it as fonts-noto-cjk")

// fontFolders are where systems keep the collections of Noto CJK.
var fontFolders = [...]string{"/usr/share/fonts/opentype/noto/", "/usr/share/fonts/noto-cjk/", "/usr/share/fonts/google-noto-cjk/", "/Library/Fonts/"}

// The members of a collection by language, as Noto CJK has them.
var member = map[string]int{"ja": 0, "en": 0, "zh": 2}

const traditional = 3 // of tiles

// typeface is what texts are set in.
type typeface struct {
	files               []*os.File
	regular, bold, tile *opentype.Collection
}

// findTypeface opens the fonts of this machine; only letters that are drawn are read.
func findTypeface() (*typeface, error) {
	t := &typeface{}
	for _, of := range []struct {
		name string
		to   **opentype.Collection
	}{{"NotoSansCJK-Regular.ttc", &t.regular}, {"NotoSansCJK-Bold.ttc", &t.bold}, {"NotoSerifCJK-Bold.ttc", &t.tile}} {
		file, err := openFont(of.name)
		if err != nil {
			return nil, errors.Join(err, t.close())
		}
		t.files = append(t.files, file)
		if *of.to, err = opentype.ParseCollectionReaderAt(file); err != nil {
			return nil, errors.Join(fmt.Errorf("%w: %s: %w", ErrNoFont, file.Name(), err), t.close())
		}
	}
	return t, nil
}

func openFont(name string) (*os.File, error) {
	for _, folder := range fontFolders {
		if file, err := os.Open(folder + name); err == nil {
			return file, nil
		}
	}
	return nil, fmt.Errorf("%w: %s", ErrNoFont, name)
}

func (t *typeface) close() (err error) {
	for _, file := range t.files {
		err = errors.Join(err, file.Close())
	}
	return err
}

// canvas is a picture that is being drawn.
type canvas struct {
	img     *image.RGBA
	letters *typeface
	member  int
	faces   map[face]font.Face
}

// face is one font in one size, pixels.
type face struct {
	of     *opentype.Collection
	member int
	size   float64
}

func newCanvas(t *typeface, lang string) *canvas {
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, width, height)), letters: t, member: member[lang], faces: map[face]font.Face{}}
	for y := range height {
		share := float64(y) / height
		mix := func(a, b uint8) uint8 { return uint8(float64(a)*(1-share) + float64(b)*share) }
		row := color.RGBA{mix(feltLight.R, feltDark.R), mix(feltLight.G, feltDark.G), mix(feltLight.B, feltDark.B), 0xff}
		draw.Draw(c.img, image.Rect(0, y, width, y+1), image.NewUniform(row), image.Point{}, draw.Src)
	}
	return c
}

// text is how a text is set.
type text struct {
	size   int // pixels
	bold   bool
	colour color.RGBA // zero: ink
	most   int        // pixels it may be wide; 0 for any
}

func (c *canvas) face(f face) (font.Face, error) {
	if known, ok := c.faces[f]; ok {
		return known, nil
	}
	parsed, err := f.of.Font(min(f.member, f.of.NumFonts()-1))
	if err != nil {
		return nil, fmt.Errorf("card: font: %w", err)
	}
	made, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: f.size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("card: font: %w", err)
	}
	c.faces[f] = made
	return made, nil
}

// drawer is who writes a text; nil where the font cannot be read, which leaves the text out.
func (c *canvas) drawer(t text) *font.Drawer {
	of := c.letters.regular
	if t.bold {
		of = c.letters.bold
	}
	f, err := c.face(face{of, c.member, float64(t.size)})
	if err != nil {
		return nil
	}
	if t.colour == (color.RGBA{}) {
		t.colour = ink
	}
	return &font.Drawer{Dst: c.img, Src: image.NewUniform(t.colour), Face: f}
}

// text writes from x on, on the base line y; what is too wide ends in an ellipsis. It gives where the text ends.
func (c *canvas) text(s string, x, y int, t text) (end int) {
	d := c.drawer(t)
	if d == nil {
		return x
	}
	s = shortened(d, s, t.most)
	d.Dot = fixed.P(x, y)
	d.DrawString(s)
	return d.Dot.X.Ceil()
}

// right writes so that the text ends at x.
func (c *canvas) right(s string, x, y int, t text) {
	if d := c.drawer(t); d != nil {
		c.text(s, x-d.MeasureString(s).Ceil(), y, t)
	}
}

// shortened takes letters from the end of a text until it is narrow enough.
func shortened(d *font.Drawer, s string, most int) string {
	if most <= 0 || d.MeasureString(s).Ceil() <= most {
		return s
	}
	letters := []rune(s)
	for len(letters) > 0 && d.MeasureString(string(letters)+"…").Ceil() > most {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

// tiles draws a win in one row, as large as there is room for. It gives where the row ends below.
func (c *canvas) tiles(w models.Win, x, y, most int) (bottom int, err error) {
	const gap = 0.35 // of a tile's width, between groups
	all := groups(w)
	wide := gap * float64(len(all)-1)
	for _, group := range all {
		wide += float64(len(group))
	}
	size := min(66, float64(most)/wide)
	at := float64(x)
	for i, group := range all {
		for _, t := range group {
			box := image.Rect(int(at), y, int(at+size), y+int(size*4/3))
			if i == 1 { // the winning tile
				draw.Draw(c.img, box.Inset(-4), image.NewUniform(gold), image.Point{}, draw.Src)
			}
			if err := c.tile(t, box); err != nil {
				return y, err
			}
			at += size
		}
		at += gap * size
	}
	return y + int(size*4/3), nil
}

// written is a letter in the drawing of a tile.
var written = regexp.MustCompile(`<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*fill="#([0-9a-f]{6})"[^>]*>([^<]*)</text>`)

// tile draws a tile; its letters, which the library for SVG leaves out, are written over it.
func (c *canvas) tile(t models.Tile, box image.Rectangle) error {
	drawing := tiles.SVG(t)
	icon, err := oksvg.ReadIconStream(bytes.NewReader(written.ReplaceAll(drawing, nil)))
	if err != nil {
		return fmt.Errorf("card: tile %v: %w", t, err)
	}
	icon.SetTarget(float64(box.Min.X), float64(box.Min.Y), float64(box.Dx()), float64(box.Dy()))
	size := c.img.Bounds().Size()
	icon.Draw(rasterx.NewDasher(size.X, size.Y, rasterx.NewScannerGV(size.X, size.Y, c.img, c.img.Bounds())), 1)
	scale := float64(box.Dx()) / 60
	for _, letter := range written.FindAllSubmatch(drawing, -1) {
		number := func(i int) float64 { n, _ := strconv.ParseFloat(string(letter[i]), 64); return n }
		rgb, _ := strconv.ParseUint(string(letter[4]), 16, 32)
		f, err := c.face(face{c.letters.tile, traditional, number(3) * scale})
		if err != nil {
			return err
		}
		d := font.Drawer{Dst: c.img, Src: image.NewUniform(color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff}), Face: f}
		wide := d.MeasureString(string(letter[5]))
		d.Dot = fixed.Point26_6{X: fixed.Int26_6((float64(box.Min.X)+number(1)*scale)*64) - wide/2, Y: fixed.Int26_6((float64(box.Min.Y) + number(2)*scale) * 64)}
		d.DrawString(string(letter[5]))
	}
	return nil
}
