package artwork

import (
	"image"
	"image/color"
	"image/draw"

	"jantaku/models"
)

// Style is one set of tiles: how its faces are drawn and coloured.
type Style string

// The styles. A has a brush and small Arabic indices, as sets sold for export do, and a white dragon in heavy frames;
// B plain strokes, other colours, slim bamboos, rosettes and a blank white dragon; C a light brush, coins, hollow
// bamboos and a white dragon in one thin frame near its rim; D heavy strokes, discs, split bamboos and a blank
// white dragon, as sets of Japan do.
const (
	StyleA Style = "A"
	StyleB Style = "B"
	StyleC Style = "C"
	StyleD Style = "D"
)

// Styles lists the styles there are.
func Styles() []Style { return []Style{StyleA, StyleB, StyleC, StyleD} }

var (
	black   = color.RGBA{28, 28, 34, 255}
	red     = color.RGBA{190, 28, 36, 255}
	green   = color.RGBA{20, 112, 58, 255}
	blue    = color.RGBA{28, 60, 140, 255}
	navy    = color.RGBA{36, 44, 92, 255}
	crimson = color.RGBA{168, 20, 60, 255}
	teal    = color.RGBA{16, 104, 92, 255}
	ivory   = color.RGBA{243, 240, 228, 255}
	white   = color.RGBA{246, 247, 246, 255}
)

// faceScale is the resolution faces are drawn in, pixels per unit.
const faceScale = 1.5

// Face draws the face of a tile in a style: 150 × 204 pixels, upright. A tile
// without a face, and the white dragon of styles B and D, are blank.
func Face(s Style, t models.Tile) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, int(faceUnitsX*faceScale), int(faceUnitsY*faceScale)))
	a := artist{pen: pen{img: img, scale: faceScale, ink: black}, look: s.look(), red: t.IsRed()}
	draw.Draw(img, img.Bounds(), image.NewUniform(a.ground), image.Point{}, draw.Src)
	switch t.Suit() {
	case models.Characters:
		a.character(t.Rank())
	case models.Dots:
		a.dots(t.Rank())
	case models.Bamboos:
		a.bamboos(t.Rank())
	case models.Honours:
		a.honour(t.Rank())
	case models.Flowers:
		a.flower(t.Rank())
	}
	return img
}

// artist draws one face.
type artist struct {
	pen
	look
	red bool
}

// use takes a colour; a red five is red all over.
func (a *artist) use(c color.RGBA) {
	if a.ink = c; a.red {
		a.ink = red
	}
}

// index writes the small Arabic figure, where the set has one.
func (a *artist) index(r rune) {
	if a.indexed {
		a.use(navy)
		a.glyph(r, box{4, 4, 10, 14, 2.6}, false)
	}
}

var figures = []rune("零一二三四五六七八九")

func (a *artist) character(rank int) {
	a.use(a.figure)
	a.write(figures[rank], a.rank)
	a.use(a.wan)
	a.write('萬', a.suitAt)
	a.index(rune('0' + rank))
}

func (a *artist) honour(rank int) {
	winds := []rune("東南西北")
	switch {
	case rank <= 4:
		a.use(a.wind)
		a.write(winds[rank-1], box{12, 26, 76, 86, 8 * a.heavy})
		a.index([]rune("ESWN")[rank-1])
	case rank == 5:
		a.use(blue)
		for _, f := range a.frames {
			a.frame(f.x, f.y, f.x+f.w, f.y+f.h, f.stroke)
		}
	case rank == 6:
		a.use(green)
		a.write('發', box{12, 24, 76, 90, 7.5 * a.heavy})
		a.index('F')
	default:
		a.use(red)
		a.write('中', box{14, 20, 72, 96, 9 * a.heavy})
		a.index('C')
	}
}

// write draws a character into a box with the brush of the set.
func (a *artist) write(r rune, b box) { a.glyph(r, b, a.brush) }

func (a *artist) frame(x0, y0, x1, y1, w float64) {
	a.rect(x0, y0, x1, y0+w)
	a.rect(x0, y1-w, x1, y1)
	a.rect(x0, y0, x0+w, y1)
	a.rect(x1-w, y0, x1, y1)
}

// flower draws seasons (1 to 4) and plants (5 to 8): the name, a figure and a
// picture of petals or leaves that differs from tile to tile.
func (a *artist) flower(rank int) {
	names := []rune("春夏秋冬梅蘭竹菊")
	season := rank <= 4
	figure := rune('1' + (rank-1)%4)
	a.use(red)
	if !season {
		a.use(blue)
	}
	a.glyph(figure, box{76, 8, 16, 22, 4}, false)
	a.use(a.name)
	a.write(names[rank-1], box{8, 8, 44, 46, 4.5 * a.heavy})
	a.blossom(rank)
}

// blossom draws the picture in the lower half of a flower tile.
func (a *artist) blossom(rank int) {
	cx, cy := 52.0, 94.0
	petals := []int{5, 8, 3, 6, 5, 4, 0, 12}[rank-1]
	colours := []color.RGBA{{214, 84, 120, 255}, {196, 120, 30, 255}, {150, 70, 20, 255}, {70, 110, 170, 255},
		{200, 40, 60, 255}, {120, 70, 160, 255}, {24, 120, 60, 255}, {210, 160, 20, 255}}
	a.use(a.leaf)
	a.taper(stroke{20, 130, cx, cy}, 5, 2.5)
	if rank == 7 { // bamboo: a stem with leaves
		for i := 0.0; i < 4; i++ {
			a.taper(stroke{30 + 9*i, 122 - 14*i, 62 + 6*i, 112 - 15*i}, 7, 1)
			a.taper(stroke{30 + 9*i, 122 - 14*i, 16 + 8*i, 96 - 13*i}, 7, 1)
		}
		return
	}
	a.use(colours[rank-1])
	for i := 0; i < petals; i++ {
		x, y := polar(float64(i)/float64(petals)+0.07*float64(rank), 22)
		a.taper(stroke{cx, cy, cx + x, cy + y}, 4, 60/float64(petals)+4)
	}
	a.use(color.RGBA{240, 200, 40, 255})
	a.ellipse(cx, cy, 6, 6)
}
