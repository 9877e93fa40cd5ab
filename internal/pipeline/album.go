package pipeline

import (
	"math"

	"jantaku/models"
)

// album keeps what the pictures of earlier hands showed, oldest first. No hand is laid down where
// an earlier one lay, tile by tile: a picture that shows one again is an old picture, of a camera
// that stands still or of one that shows what it has stored.
type album []glimpse

// glimpse is what the picture of one hand showed.
type glimpse struct {
	hand  string // its id
	sum   string // of the picture, empty where none was kept
	tiles []spot
}

// spot is a tile and where it lay in the picture.
type spot struct {
	tile   models.Tile
	middle models.Point // pixels
	width  float64      // the tile's shorter edge, pixels
}

// albumTuning says what an old picture is known by.
type albumTuning struct {
	// Size is how many hands are remembered: several evenings. Assumed.
	Size int
	// Kept is how many hands of the books are known again after a start, of this match and of those
	// before: a camera that stands still shows the last hand of an evening to the first match of the
	// next one. Assumed.
	Kept int
	// Lookalikes are how many of a hand's tiles lie where another's lay before both are of one
	// picture. Tiles of another hand have another face 33 times of 34 and lie elsewhere besides.
	Lookalikes int
	// Still is how far a tile that was not touched seems to move from one picture to the next, in
	// widths of a tile: about a millimetre. Nobody lays a hand down that exactly twice. Assumed.
	Still float64
}

// usualAlbum are the figures for every camera.
func usualAlbum() albumTuning { return albumTuning{Size: 512, Kept: 64, Lookalikes: 7, Still: .05} }

// glimpseOf gives what the picture of a hand showed.
func glimpseOf(hand string, r *models.Reading, photo *models.Photo) glimpse {
	g := glimpse{hand: hand}
	if photo != nil {
		g.sum = photo.Sum
	}
	if r == nil {
		return g
	}
	for _, row := range r.Rows {
		for i := range row {
			q := &row[i].Quad
			edge := func(a, b models.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }
			g.tiles = append(g.tiles, spot{row[i].Tile, middle(q), min(edge(q[0], q[1]), edge(q[1], q[2]))})
		}
	}
	return g
}

// keep adds a glimpse, in the place of an older one of the same hand.
func (a *album) keep(g glimpse) {
	for i := range *a {
		if (*a)[i].hand == g.hand {
			(*a)[i] = g
			return
		}
	}
	size := usualAlbum().Size
	if *a = append(*a, g); len(*a) > size {
		*a = (*a)[len(*a)-size:]
	}
}

// shown gives the id of the other hand that a glimpse shows again; empty for none.
func (a album) shown(g glimpse) string {
	tuning := usualAlbum()
	for i := len(a) - 1; i >= 0; i-- {
		if old := &a[i]; old.hand != g.hand && (g.sum != "" && old.sum == g.sum || old.alike(&g, tuning.Still) >= tuning.Lookalikes) {
			return old.hand
		}
	}
	return ""
}

// alike counts the tiles of g that lie where the same tiles lay before, within so many widths of a tile.
func (old *glimpse) alike(g *glimpse, still float64) (n int) {
	for _, t := range g.tiles {
		for _, o := range old.tiles {
			if t.tile == o.tile && math.Hypot(t.middle.X-o.middle.X, t.middle.Y-o.middle.Y) <= still*t.width {
				n++
				break
			}
		}
	}
	return n
}
