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
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/srwiley/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
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
	others              scripts
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
	faces   map[face]opened
}

// opened is a font in one size.
type opened struct {
	font.Face
	letters *sfnt.Font
}

// face is one font in one size, pixels.
type face struct {
	of     *opentype.Collection
	member int
	size   float64
}

func newCanvas(t *typeface, lang string, tall int) *canvas {
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, width, tall)), letters: t, member: member[lang], faces: map[face]opened{}}
	for y := range tall {
		share := float64(y) / float64(tall)
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

func (c *canvas) face(f face) (opened, error) {
	if known, ok := c.faces[f]; ok {
		return known, nil
	}
	parsed, err := f.of.Font(min(f.member, f.of.NumFonts()-1))
	if err != nil {
		return opened{}, fmt.Errorf("card: font: %w", err)
	}
	made, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: f.size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return opened{}, fmt.Errorf("card: font: %w", err)
	}
	c.faces[f] = opened{made, parsed}
	return c.faces[f], nil
}

// pen writes texts of one kind.
type pen struct {
	*canvas
	font.Drawer
	of      opened
	writing text
}

// pen gives that of a text; nil where the font cannot be read, which leaves the text out.
func (c *canvas) pen(t text) *pen {
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
	return &pen{c, font.Drawer{Dst: c.img, Src: image.NewUniform(t.colour), Face: f}, f, t}
}

// has tells that the font has a letter, or that no font has it.
func (p *pen) has(letter rune) bool {
	if letter < unicode.MaxLatin1 {
		return true
	}
	index, err := p.of.letters.GlyphIndex(nil, letter)
	return err == nil && index != 0 || p.letters.others.face(letter, p.writing.bold) == nil
}

// write writes, or only measures where nothing is to be drawn, from the dot on, which it moves.
func (p *pen) write(s string, drawn bool) {
	for _, part := range pieces(s, p.has) {
		if part.other {
			runs, wide := p.letters.others.shape(part.letters, p.writing.size, p.writing.bold)
			if drawn {
				write(p.img, runs, p.Dot, wide, p.writing.colour)
			}
			p.Dot.X += wide
			continue
		}
		if drawn {
			p.DrawString(string(part.letters))
		} else {
			p.Dot.X += p.MeasureString(string(part.letters))
		}
	}
}

// wide measures a text in pixels.
func (p *pen) wide(s string) int {
	p.Dot = fixed.Point26_6{}
	p.write(s, false)
	return p.Dot.X.Ceil()
}

// text writes from x on, on the base line y; what is too wide ends in an ellipsis. It gives where the text ends.
func (c *canvas) text(s string, x, y int, t text) (end int) {
	p := c.pen(t)
	if p == nil {
		return x
	}
	s = p.shortened(s)
	p.Dot = fixed.P(x, y)
	p.write(s, true)
	return p.Dot.X.Ceil()
}

// right writes so that the text ends at x.
func (c *canvas) right(s string, x, y int, t text) {
	if p := c.pen(t); p != nil {
		c.text(s, x-p.wide(p.shortened(s)), y, t)
	}
}

// short is a text as it is written where it may be so wide.
func (c *canvas) short(s string, t text) string {
	if p := c.pen(t); p != nil {
		return p.shortened(s)
	}
	return s
}

// shortened takes letters from the end of a text until it is narrow enough.
func (p *pen) shortened(s string) string {
	most := p.writing.most
	if most <= 0 || p.wide(s) <= most {
		return s
	}
	letters := []rune(s)
	cut := func(n int) string {
		kept := strings.TrimRight(string(letters[:n]), " ")
		if last, _ := utf8.DecodeLastRuneInString(kept); rightToLeft(last) {
			return kept + "…" + rightMark
		}
		return kept + "…"
	}
	n := sort.Search(len(letters), func(n int) bool { return p.wide(cut(n)) > most })
	return cut(max(n-1, 0))
}

// box fills a rectangle.
func (c *canvas) box(x, y, wide, tall int, colour color.RGBA) {
	draw.Draw(c.img, image.Rect(x, y, x+wide, y+tall), image.NewUniform(colour), image.Point{}, draw.Src)
}

// line draws a line through points, so many pixels wide.
func (c *canvas) line(points [][2]float64, wide float64, colour color.RGBA) {
	size := c.img.Bounds().Size()
	pen := rasterx.NewStroker(size.X, size.Y, rasterx.NewScannerGV(size.X, size.Y, c.img, c.img.Bounds()))
	fixedOf := func(v float64) fixed.Int26_6 { return fixed.Int26_6(v * 64) }
	pen.SetStroke(fixedOf(wide), 0, rasterx.RoundCap, rasterx.RoundCap, rasterx.RoundGap, rasterx.ArcClip)
	pen.SetColor(colour)
	for i, p := range points {
		at := fixed.Point26_6{X: fixedOf(p[0]), Y: fixedOf(p[1])}
		if i == 0 {
			pen.Start(at)
		} else {
			pen.Line(at)
		}
	}
	pen.Stop(false)
	pen.Draw()
}

// tiles draws a win in one row, its tiles as wide as there is room for and as largest. It gives where the row ends below.
func (c *canvas) tiles(w models.Win, x, y, most int, largest float64) (bottom int, err error) {
	const gap = 0.35 // of a tile's width, between groups
	all := groups(w)
	wide := gap * float64(len(all)-1)
	for _, group := range all {
		wide += float64(len(group))
	}
	size := min(largest, float64(most)/wide)
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
	// In a picture of its own: each path of it costs as much as the picture has pixels.
	size, scale := box.Size(), float64(box.Dx())/icon.ViewBox.W
	for i := range icon.SVGPaths { // the library scales a path, but not the line along it
		icon.SVGPaths[i].LineWidth *= scale
	}
	alone := image.NewRGBA(image.Rectangle{Max: size})
	icon.SetTarget(0, 0, float64(size.X), float64(size.Y))
	icon.Draw(rasterx.NewDasher(size.X, size.Y, rasterx.NewScannerGV(size.X, size.Y, alone, alone.Bounds())), 1)
	draw.Draw(c.img, box, alone, image.Point{}, draw.Over)
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
