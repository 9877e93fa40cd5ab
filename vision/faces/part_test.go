package faces

import (
	"image/color"
	"testing"

	"jantaku/models"
	"jantaku/vision/raster"
)

// printed is a white picture with one tile whose middle lies at a point, on which some bars of ink stand from top to bottom: each from and to a share of
// its width.
func printed(width int, middle float64, bars ...[2]float64) *raster.Picture {
	const high = 120
	p := &raster.Picture{Levels: []raster.Level{{Width: width, Height: high}}}
	for y := range high {
		for x := range width {
			shade := color.Gray{Y: 230}
			at := (float64(x)+.5-middle)/raster.CellW + .5
			for _, b := range bars {
				if at >= b[0] && at < b[1] && y > 40 && y < 80 {
					shade.Y = 60
				}
			}
			p.Levels[0].Pix = append(p.Levels[0].Pix, shade.Y, shade.Y, shade.Y)
		}
	}
	return p
}

// gridAt is the grid of the tile whose middle lies at a point of a picture.
func gridAt(t *testing.T, p *raster.Picture, middle float64) *raster.Grid {
	t.Helper()
	f := raster.Frame{Centre: [3]models.Point{{X: middle, Y: 60}, {X: raster.CellW}}, Down: [2]models.Point{{Y: raster.CellH}}}
	g, err := f.DrawTile(p, raster.FineRes, 0, FineMargin).Grid()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestWhatLiesOutsideOfThePictureSaysNothingOfAFace cuts tiles at their right sides: a window is like a face of which it shows a part, and as like each of two
// that differ only in what is cut off.
func TestWhatLiesOutsideOfThePictureSaysNothingOfAFace(t *testing.T) {
	t.Parallel()
	const whole, middle = 400, 200.
	left, right := [2]float64{.2, .35}, [2]float64{.75, .85}
	prints := [][][2]float64{{left}, {left, right}, {right}, {{.4, .6}}}
	var means []Face
	for i, bars := range prints {
		v := make(raster.Vector, raster.FineLength)
		gridAt(t, printed(whole, middle, bars...), middle).Window(v, FineMargin/raster.PoolCell, FineMargin/raster.PoolCell, raster.FineW, raster.FineH)
		means = append(means, Face{Tile: models.Tile(i + 1), Fine: v, Coarse: v[:raster.CoarseLength]})
	}
	m := NewMatcher(means, means)
	at := [][2]int{{FineMargin / raster.PoolCell, FineMargin / raster.PoolCell}}
	for _, tt := range []struct {
		name  string
		shown float64 // share of the tile's width
		face  int     // that it bears
		least float32 // likeness with its own face
		alike bool    // the first two faces are
	}{
		{"whole", 3, 1, .99, false},
		{"cut where nothing is printed", .95, 1, .97, false},
		{"cut so that two faces are left", .68, 1, .97, true},
		{"cut so that two faces are left, the other one", .68, 0, .97, true},
	} {
		g := gridAt(t, printed(int(middle+(tt.shown-.5)*raster.CellW), middle, prints[tt.face]...), middle)
		sims := m.MatchVeiled(g, at)
		if best, _ := Argmax(sims); sims[tt.face] < tt.least || !tt.alike && best != tt.face {
			t.Errorf("%s: like the faces %.3f", tt.name, sims)
		}
		if off := sims[0] - sims[1]; (off < .02 && off > -.02) != tt.alike {
			t.Errorf("%s: like the two faces %.3f and %.3f", tt.name, sims[0], sims[1])
		}
		if beyond := m.Beyond(g, at[0]); (beyond == 0) != (tt.shown > 1) {
			t.Errorf("%s: %.2f lies outside", tt.name, beyond)
		}
	}
}

// TestAPartOfATileIsTrustedLess compares the trust in tiles that are seen equally well, of which more and more lies outside of the picture.
func TestAPartOfATileIsTrustedLess(t *testing.T) {
	t.Parallel()
	l := &Learned{}
	was := 1.
	for _, beyond := range []float64{0, .2, .4, .5, .6} {
		s := Shown{Tile: 1, Sim: .9, Ranks: []Rank{{Tile: 1, Sim: .9}, {Tile: 2, Sim: .86}}, Beyond: beyond}
		known, leads := l.TrustIn(&s)
		if sure := known * leads; sure >= was {
			t.Errorf("%.1f outside: sure %.5f, of more shown %.5f", beyond, sure, was)
		}
		was = known * leads
	}
	if was > .01 {
		t.Errorf("a sliver of a tile is known with %.3f", was)
	}
}
