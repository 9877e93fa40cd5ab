package tiles

import (
	"fmt"
	"strings"

	"jantaku/models"
)

// The colours of the faces, as on a good set: deep and few.
const (
	ivory = "#fdf8ea"
	edge  = "#d9ceb0"
	ink   = "#1d2b53"
	red   = "#c1272d"
	green = "#14743f"
	blue  = "#1f4e9c"
	gold  = "#c98a12"
)

const font = `font-family="'Noto Serif CJK TC','Noto Serif TC','Noto Serif CJK SC','Noto Serif CJK JP','Songti TC','Songti SC','PMingLiU','SimSun','Hiragino Mincho ProN','Yu Mincho',serif" font-weight="700"`

// SVG gives the picture of a tile. Unknown is drawn as a question mark, Back as the
// first of the two backs, anything else without a face as a blank tile. The width of a line, ry and the second number of a
// scale are always written: oksvg, which draws the tiles on pictures to share, has other defaults than SVG.
func SVG(t models.Tile) []byte {
	switch {
	case t == models.Back:
		return Back(1)
	case t == models.Unknown:
		return picture(body("#efe9d8") + text("?", 30, 56, 46, "#9a8f73"))
	}
	return picture(body(ivory) + face(t))
}

// Back gives the picture of a tile that lies face down. Automatic tables use two
// sets in turn; set 1 has a green back, set 2 an amber one.
func Back(set int) []byte {
	colour, line := "#15714a", "#2f9467"
	if set == 2 {
		colour, line = "#b4641b", "#d68a3c"
	}
	var b strings.Builder
	b.WriteString(body(colour))
	fmt.Fprintf(&b, `<rect x="9" y="9" width="42" height="58" rx="5" ry="5" fill="none" stroke="%s" stroke-width="2"/>`, line)
	for y := 16; y <= 60; y += 11 {
		for x := 15; x <= 45; x += 10 {
			fmt.Fprintf(&b, `<path d="M%d %dl4 4-4 4-4-4z" fill="%s"/>`, x, y-4, line)
		}
	}
	return picture(b.String())
}

func picture(inner string) []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">` + inner + `</svg>` + "\n")
}

// body is the tile itself: its lower edge, its face and a thin outline that holds on
// any background.
func body(colour string) string {
	return fmt.Sprintf(`<rect x="1" y="4" width="58" height="75" rx="7" ry="7" fill="%s"/>`, edge) +
		`<rect x="1" y="4" width="58" height="75" rx="7" ry="7" fill="none" stroke="#8d8263" stroke-opacity=".55" stroke-width="1"/>` +
		fmt.Sprintf(`<rect x="1" y="1" width="58" height="73" rx="7" ry="7" fill="%s" stroke="#8d8263" stroke-opacity=".35" stroke-width=".8"/>`, colour)
}

func face(t models.Tile) string {
	switch t.Suit() {
	case models.Characters:
		return character(t)
	case models.Dots:
		return dots(t)
	case models.Bamboos:
		return bamboos(t)
	case models.Honours:
		return honour(t.Rank())
	case models.Flowers:
		return flower(t.Rank())
	}
	return ""
}

// text centres a word on x with its baseline at y.
func text(word string, x, y, size float64, colour string) string {
	return fmt.Sprintf(`<text x="%g" y="%g" font-size="%g" text-anchor="middle" fill="%s" %s>%s</text>`, x, y, size, colour, font, word)
}

// pick gives the colour of a shape, red on a red five.
func pick(t models.Tile, colour string) string {
	if t.IsRed() {
		return red
	}
	return colour
}

func character(t models.Tile) string {
	numeral := []string{"一", "二", "三", "四", "五", "六", "七", "八", "九"}[t.Rank()-1]
	return text(numeral, 30, 34, 31, pick(t, ink)) + text("萬", 30, 67, 31, red)
}

func honour(rank int) string {
	switch rank {
	case 5: // white: a frame, so that it is no blank
		return fmt.Sprintf(`<rect x="11" y="11" width="38" height="53" rx="3" ry="3" fill="none" stroke="%s" stroke-width="3.4"/>`+
			`<rect x="16.5" y="16.5" width="27" height="42" rx="2" ry="2" fill="none" stroke="%s" stroke-width="1.4"/>`, blue, blue)
	case 6:
		return text("發", 30, 55, 48, green)
	case 7:
		return text("中", 30, 55, 50, red)
	}
	return text([]string{"東", "南", "西", "北"}[rank-1], 30, 55, 48, ink)
}

// point is a place on the face.
type point struct{ x, y float64 }

// dot is one ring of the dots suit.
func dot(at point, r float64, colour string) string {
	return fmt.Sprintf(`<circle cx="%g" cy="%g" r="%g" fill="%s"/>`, at.x, at.y, r, colour) +
		fmt.Sprintf(`<circle cx="%g" cy="%g" r="%g" fill="none" stroke="%s" stroke-width="%.2g"/>`, at.x, at.y, r*.66, ivory, r*.2) +
		fmt.Sprintf(`<circle cx="%g" cy="%g" r="%g" fill="%s"/>`, at.x, at.y, r*.2, ivory)
}

func dots(t models.Tile) string {
	if t.Rank() == 1 {
		return oneDot()
	}
	const left, mid, right = 17.5, 30, 42.5
	type ring struct {
		point
		colour string
	}
	rows := map[int]struct {
		r     float64
		rings []ring
	}{
		2: {10.5, []ring{{point{mid, 21}, green}, {point{mid, 54}, blue}}},
		3: {9, []ring{{point{15.5, 17}, blue}, {point{mid, 37.5}, red}, {point{44.5, 58}, green}}},
		4: {9, []ring{{point{left, 21}, blue}, {point{right, 21}, green}, {point{left, 54}, green}, {point{right, 54}, blue}}},
		5: {8.5, []ring{{point{16.5, 18}, blue}, {point{43.5, 18}, green}, {point{mid, 37.5}, red}, {point{16.5, 57}, green}, {point{43.5, 57}, blue}}},
		6: {8, []ring{{point{left, 17}, green}, {point{right, 17}, green}, {point{left, 40}, red}, {point{right, 40}, red}, {point{left, 59}, red}, {point{right, 59}, red}}},
		7: {6.6, []ring{{point{14.5, 13}, green}, {point{30, 20}, green}, {point{45.5, 27}, green}, {point{20, 44}, red}, {point{40, 44}, red}, {point{20, 61}, red}, {point{40, 61}, red}}},
		8: {6.6, []ring{{point{left, 13}, blue}, {point{right, 13}, blue}, {point{left, 29}, blue}, {point{right, 29}, blue}, {point{left, 45.5}, blue}, {point{right, 45.5}, blue}, {point{left, 62}, blue}, {point{right, 62}, blue}}},
		9: {7, []ring{{point{13, 15}, green}, {point{mid, 15}, green}, {point{47, 15}, green}, {point{13, 37.5}, red}, {point{mid, 37.5}, red}, {point{47, 37.5}, red}, {point{13, 60}, blue}, {point{mid, 60}, blue}, {point{47, 60}, blue}}},
	}
	var b strings.Builder
	row := rows[t.Rank()]
	for _, ring := range row.rings {
		b.WriteString(dot(ring.point, row.r, pick(t, ring.colour)))
	}
	return b.String()
}

// oneDot is a rosette.
func oneDot() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<circle cx="30" cy="37.5" r="20" fill="%s"/><circle cx="30" cy="37.5" r="16.6" fill="%s"/>`, green, ivory)
	for turn := 0; turn < 360; turn += 45 {
		fmt.Fprintf(&b, `<ellipse cx="30" cy="27" rx="3.4" ry="6" fill="%s" transform="rotate(%d 30 37.5)"/>`, green, turn)
	}
	fmt.Fprintf(&b, `<circle cx="30" cy="37.5" r="6.5" fill="%s"/><circle cx="30" cy="37.5" r="2.4" fill="%s"/>`, red, ivory)
	return b.String()
}

// stick is one bamboo: two joints, centred on at, turned by degrees.
func stick(at point, height float64, turn int, colour string) string {
	const half = 3.4
	top := at.y - height/2
	return fmt.Sprintf(`<g fill="%s" transform="rotate(%d %g %g)">`, colour, turn, at.x, at.y) +
		fmt.Sprintf(`<path d="M%g %gq%g -2.4 %g 0q-1.2 %g 0 %gq%g 2.4 %g 0q1.2 %g 0 %gz"/>`,
			at.x-half, top+1, half, 2*half, (height-2)/2, height-2, -half, -2*half, -(height-2)/2, -(height-2)) +
		fmt.Sprintf(`<rect x="%g" y="%g" width="%g" height="2.6" rx="1.3" ry="1.3"/>`, at.x-half-.7, at.y-1.3, 2*half+1.4) +
		fmt.Sprintf(`<path d="M%g %gv%g" stroke="%s" stroke-width="1" stroke-opacity=".75"/></g>`, at.x, top+3, height/2-5.5, ivory)
}

func bamboos(t models.Tile) string {
	type one struct {
		point
		turn   int
		colour string
	}
	const left, mid, right = 15, 30, 45
	up, low := 21.0, 54.0
	sticks := map[int][]one{
		2: {{point{mid, up}, 0, green}, {point{mid, low}, 0, blue}},
		3: {{point{mid, up}, 0, green}, {point{18.5, low}, 0, green}, {point{41.5, low}, 0, green}},
		4: {{point{18.5, up}, 0, green}, {point{41.5, up}, 0, blue}, {point{18.5, low}, 0, blue}, {point{41.5, low}, 0, green}},
		5: {{point{left, up}, 0, green}, {point{right, up}, 0, blue}, {point{mid, 37.5}, 0, red}, {point{left, low}, 0, blue}, {point{right, low}, 0, green}},
		6: {{point{left, up}, 0, green}, {point{mid, up}, 0, green}, {point{right, up}, 0, green}, {point{left, low}, 0, blue}, {point{mid, low}, 0, blue}, {point{right, low}, 0, blue}},
		7: {{point{mid, 14}, 0, red}, {point{left, 37}, 0, green}, {point{mid, 37}, 0, blue}, {point{right, 37}, 0, green}, {point{left, 60}, 0, green}, {point{mid, 60}, 0, blue}, {point{right, 60}, 0, green}},
		8: {{point{12, up}, 0, green}, {point{24.5, up}, -32, green}, {point{35.5, up}, 32, green}, {point{48, up}, 0, green}, {point{12, low}, 0, blue}, {point{24.5, low}, 32, blue}, {point{35.5, low}, -32, blue}, {point{48, low}, 0, blue}},
		9: {{point{left, 14}, 0, red}, {point{mid, 14}, 0, blue}, {point{right, 14}, 0, green}, {point{left, 37}, 0, red}, {point{mid, 37}, 0, blue}, {point{right, 37}, 0, green}, {point{left, 60}, 0, red}, {point{mid, 60}, 0, blue}, {point{right, 60}, 0, green}},
	}
	if t.Rank() == 1 {
		return bird()
	}
	height := 28.0
	if t.Rank() == 7 || t.Rank() == 9 {
		height = 19
	}
	var b strings.Builder
	for _, s := range sticks[t.Rank()] {
		b.WriteString(stick(s.point, height, s.turn, pick(t, s.colour)))
	}
	return b.String()
}

// bird is the one of bamboos: a peacock on a twig.
func bird() string {
	var b strings.Builder
	b.WriteString(`<g transform="translate(.5 2) scale(.92 .92)">`)
	for i, turn := range []int{-58, -40, -22, -4, 14} { // the tail, a fan of five feathers
		colour := []string{green, blue, green, blue, green}[i]
		fmt.Fprintf(&b, `<g transform="rotate(%d 33 46)"><path d="M33 46q-7 -18 0 -32q7 14 0 32z" fill="%s"/><circle cx="33" cy="20" r="2.6" fill="%s"/></g>`, turn, colour, gold)
	}
	fmt.Fprintf(&b, `<path d="M22 50q4 -12 14 -9q8 -2 9 -13q1 -6 5 -6q5 0 4 6q-1 24 -16 28q-11 2 -16 -6z" fill="%s"/>`, green)
	fmt.Fprintf(&b, `<path d="M27 49q8 5 16 -7q-1 13 -10 13q-5 -1 -6 -6z" fill="%s"/>`, red)
	fmt.Fprintf(&b, `<path d="M54 25l5 2-5 2z" fill="%s"/><circle cx="50.5" cy="25.5" r="1.3" fill="%s"/>`, gold, ivory)
	fmt.Fprintf(&b, `<path d="M49 22q-1 -5 -4 -6m4 6q1 -5 0 -7m0 7q3 -4 5 -5" fill="none" stroke="%s" stroke-width="1.5" stroke-linecap="round"/>`, red)
	fmt.Fprintf(&b, `<path d="M33 56v8m6 -9v9" stroke="%s" stroke-width="2"/><path d="M12 65q18 -5 38 0" fill="none" stroke="%s" stroke-width="3.4" stroke-linecap="round"/>`, red, ink)
	b.WriteString("</g>")
	return b.String()
}
