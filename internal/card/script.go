package card

import (
	"cmp"
	"image"
	"image/color"
	"os"
	"slices"
	"unicode"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// otherFonts are fonts for letters that Noto CJK lacks, regular and bold: of scripts whose letters join or run from right
// to left (Arabic, Hebrew), and of those whose letters move (Thai, Devanagari). Of Debian's fonts-noto-core and fonts-dejavu-core.
var otherFonts = [...][2]string{
	{"noto/NotoSansArabic-Regular.ttf", "noto/NotoSansArabic-Bold.ttf"},
	{"noto/NotoSansHebrew-Regular.ttf", "noto/NotoSansHebrew-Bold.ttf"},
	{"noto/NotoSansThai-Regular.ttf", "noto/NotoSansThai-Bold.ttf"},
	{"noto/NotoSansDevanagari-Regular.ttf", "noto/NotoSansDevanagari-Bold.ttf"},
	{"dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf"},
}

// otherFolders are where systems keep them.
var otherFolders = [...]string{"/usr/share/fonts/truetype/", "/usr/share/fonts/"}

// scripts set what Noto CJK has no letters for. The zero value opens fonts when they are needed; it is used by one
// goroutine at a time.
type scripts struct {
	opened [len(otherFonts)][2]*font.Face
	tried  [len(otherFonts)][2]bool
	shaper shaping.HarfbuzzShaper
	split  shaping.Segmenter
	wrap   shaping.LineWrapper
}

// face gives a font that has a letter; nil where no font of this machine has.
func (s *scripts) face(letter rune, bold bool) *font.Face {
	weight := map[bool]int{true: 1}[bold]
	for i := range otherFonts {
		if !s.tried[i][weight] {
			s.tried[i][weight] = true
			s.opened[i][weight] = openOther(otherFonts[i][weight])
		}
		if f := s.opened[i][weight]; f != nil {
			if _, ok := f.NominalGlyph(letter); ok {
				return f
			}
		}
	}
	return nil
}

// openOther opens a font of this machine; nil where there is none, which leaves boxes instead of its letters.
func openOther(name string) *font.Face {
	for _, folder := range otherFolders {
		file, err := os.Open(folder + name)
		if err != nil {
			continue
		}
		f, err := font.ParseTTF(file) // reads all of it
		if file.Close() == nil && err == nil {
			return f
		}
	}
	return nil
}

// weighted finds faces of one weight.
type weighted struct {
	*scripts
	bold bool
	any  *font.Face // for letters that no font has
}

func (w weighted) ResolveFace(letter rune) *font.Face {
	return cmp.Or(w.face(letter, w.bold), w.any)
}

// shape sets a text whose first letter has a font, and gives its runs from left to right.
func (s *scripts) shape(letters []rune, size int, bold bool) (runs []shaping.Output, wide fixed.Int26_6) {
	faces := weighted{s, bold, s.face(letters[0], bold)}
	direction := di.DirectionLTR
	if rightToLeft(letters[0]) {
		direction = di.DirectionRTL
	}
	of := shaping.Input{Text: letters, RunEnd: len(letters), Direction: direction, Size: fixed.I(size), Face: faces.any}
	for _, part := range s.split.Split(of, faces) {
		runs = append(runs, s.shaper.Shape(part))
	}
	lines, _ := s.wrap.WrapParagraph(shaping.WrapConfig{Direction: direction}, maxLine, letters, shaping.NewSliceIterator(runs))
	if len(lines) > 0 { // all of it, in the order in which it is seen
		runs = slices.Clone(lines[0])
		slices.SortFunc(runs, func(a, b shaping.Output) int { return cmp.Compare(a.VisualIndex, b.VisualIndex) })
	}
	for _, run := range runs {
		wide += run.Advance
	}
	return runs, wide
}

// maxLine is wider than any text, pixels: nothing is wrapped.
const maxLine = 1 << 20

// write draws runs from a point on the base line on.
func write(to *image.RGBA, runs []shaping.Output, dot fixed.Point26_6, wide fixed.Int26_6, colour color.RGBA) {
	if len(runs) == 0 {
		return
	}
	size := runs[0].Size.Ceil()
	box := image.Rect(dot.X.Floor()-size, dot.Y.Floor()-2*size, (dot.X+wide).Ceil()+size, dot.Y.Floor()+size).Intersect(to.Bounds())
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	x, y := px(dot.X)-float32(box.Min.X), px(dot.Y)-float32(box.Min.Y)
	for _, run := range runs {
		scale := px(run.Size) / float32(run.Face.Upem())
		for _, g := range run.Glyphs {
			if outline, ok := run.Face.GlyphDataOutline(g.GlyphID); ok {
				draws(r, outline, x+px(g.XOffset), y-px(g.YOffset), scale)
			}
			x += px(g.Advance)
		}
	}
	r.Draw(to, box, image.NewUniform(colour), image.Point{})
}

// draws adds the outline of a letter, in units of its font and upwards, at a point.
func draws(r *vector.Rasterizer, outline font.GlyphOutline, x, y, scale float32) {
	at := func(p opentype.SegmentPoint) (float32, float32) { return x + p.X*scale, y - p.Y*scale }
	for _, s := range outline.Segments {
		x1, y1 := at(s.Args[0])
		x2, y2 := at(s.Args[1])
		x3, y3 := at(s.Args[2])
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(x1, y1)
		case opentype.SegmentOpLineTo:
			r.LineTo(x1, y1)
		case opentype.SegmentOpQuadTo:
			r.QuadTo(x1, y1, x2, y2)
		case opentype.SegmentOpCubeTo:
			r.CubeTo(x1, y1, x2, y2, x3, y3)
		}
	}
	r.ClosePath()
}

func px(v fixed.Int26_6) float32 { return float32(v) / 64 }

// rightToLeft tells that a letter is of a script that is written so.
func rightToLeft(letter rune) bool {
	return unicode.In(letter, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// rightMark makes the sign before it a part of the text from right to left.
const rightMark = "\u200f"

// pieces divides a text into what a font has, and what it lacks with all that stands between such letters.
func pieces(s string, has func(rune) bool) (all []piece) {
	letters := []rune(s)
	for from := 0; from < len(letters); {
		lacks, to := !has(letters[from]), from+1
		for i := to; i < len(letters); i++ {
			switch other := !has(letters[i]); {
			case other == lacks:
				to = i + 1
			case !lacks || unicode.IsLetter(letters[i]):
				i = len(letters)
			}
		}
		all = append(all, piece{letters[from:to], lacks})
		from = to
	}
	return all
}

type piece struct {
	letters []rune
	other   bool // for another font
}
