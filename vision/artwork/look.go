package artwork

import "image/color"

// box is where something is drawn, in the units of a face, and how thick its strokes are.
type box struct{ x, y, w, h, stroke float64 }

// look is what makes one set different from another.
type look struct {
	ground         color.RGBA
	brush, indexed bool
	heavy          float64    // how thick strokes of honours and flowers are, 1 as in style A
	rank, suitAt   box        // the number and 萬
	frames         []box      // of the white dragon; none leaves it blank
	figure, wan    color.RGBA // the number and 萬
	wind           color.RGBA
	name, leaf     color.RGBA    // of a flower
	suits          [3]color.RGBA // green, red and blue of dots and bamboos
	dot            func(a *artist, s spot, r float64)
	stick          func(a *artist, s spot, x, y float64)
	bird           func(a *artist)
}

// look gives how a set is drawn; one that there is none of is drawn as style A.
func (s Style) look() look {
	switch s {
	case StyleB:
		return look{
			ground: white, heavy: 1, rank: box{20, 10, 60, 48, 7}, suitAt: box{16, 66, 68, 60, 6},
			figure: navy, wan: crimson, wind: navy, name: crimson, leaf: teal, suits: [3]color.RGBA{teal, crimson, navy},
			dot: (*artist).rosette, stick: (*artist).knots, bird: (*artist).sparrow,
		}
	case StyleC:
		ink := color.RGBA{16, 46, 52, 255}
		return look{
			ground: white, brush: true, heavy: .8, rank: box{22, 8, 56, 50, 6}, suitAt: box{14, 64, 72, 66, 5},
			frames: []box{{8, 9, 84, 118, 2}},
			figure: ink, wan: color.RGBA{204, 44, 28, 255}, wind: ink, name: ink, leaf: green,
			suits: [3]color.RGBA{{0, 126, 84, 255}, {206, 46, 30, 255}, {22, 88, 168, 255}},
			dot:   (*artist).coin, stick: (*artist).hollow, bird: (*artist).crane,
		}
	case StyleD:
		return look{
			ground: ivory, heavy: 1.25, rank: box{17, 8, 66, 50, 9}, suitAt: box{14, 66, 72, 62, 7.5},
			figure: black, wan: red, wind: black, name: black, leaf: teal,
			suits: [3]color.RGBA{{18, 92, 62, 255}, {178, 30, 36, 255}, {28, 44, 104, 255}},
			dot:   (*artist).disc, stick: (*artist).split, bird: (*artist).owl,
		}
	}
	return look{
		ground: ivory, brush: true, indexed: true, heavy: 1, rank: box{24, 14, 56, 44, 8}, suitAt: box{17, 64, 66, 62, 6.5},
		frames: []box{{14, 14, 72, 108, 6}, {25, 26, 50, 84, 3}},
		figure: black, wan: red, wind: black, name: black, leaf: green, suits: [3]color.RGBA{green, red, blue},
		dot: (*artist).rings, stick: (*artist).slits, bird: (*artist).peacock,
	}
}

// Ground is the colour of the tiles of a set where nothing is printed.
func (s Style) Ground() color.RGBA { return s.look().ground }
