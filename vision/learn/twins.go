package learn

import (
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// A row tells by itself where it stands, whatever its tiles look like: those with the same label look alike,
// and unlike those with another one, where it was found, and hardly ever elsewhere. Most rows of a hand have
// such twins. Of what set they are no row tells by itself.

// twinTuning are the numbers of telling a row by its twins. Of 14 rows of two sets, looked for by drawn faces
// along 740 lines, those found within 0.4 tiles have a lead of 0.2 to 0.6, and others of -0.5 to 0.2.
type twinTuning struct {
	worth float64 // similarity to its face that a tile's lead of 1 is worth
	shown int     // twins that a row has at least that is told by itself,
	agree float64 // the share of them that look most like each other,
	lead  float64 // and by how much they do on average
}

var twinning = twinTuning{worth: .5, shown: 4, agree: .75, lead: .3}

// twins is how alike the tiles of a row are that have the same label.
type twins struct {
	shown, agreed int     // tiles of which there is another one; those of them that look more like it than like any other tile
	lead          float64 // by how much they do on average
	alike         []bool  // of every tile, whether it is one of those that agree
}

// tell reports whether the twins of a row tell by themselves that it stands where it was found.
func (t twins) tell() bool {
	return t.shown >= twinning.shown && float64(t.agreed) >= twinning.agree*float64(t.shown) && t.lead >= twinning.lead
}

// worth is what the twins add to the mean similarity of the tiles of a row to their faces: the less the fewer they are.
func (t twins) worth() float64 {
	return twinning.worth * t.lead * float64(t.shown) / float64(max(len(t.alike), 1))
}

// twinsOf compares the tiles of a row, each seen upright and turned, with each other about their mean.
func twinsOf(tiles []models.Tile, up, down []raster.Vector) (t twins) {
	if len(tiles) == 0 {
		return t
	}
	t.alike = make([]bool, len(tiles))
	mean := make([]float32, len(up[0]))
	for i := range tiles {
		faces.Accumulate(mean, up[i], .5/float32(len(tiles)))
		faces.Accumulate(mean, down[i], .5/float32(len(tiles)))
	}
	upright, turned := make([][]float32, len(tiles)), make([][]float32, len(tiles))
	for i := range tiles {
		upright[i], turned[i] = faces.Centred(up[i], mean), faces.Centred(down[i], mean)
	}
	for i, tile := range tiles {
		own, others, rival := 0., 0, -1.
		for k, other := range tiles {
			if k == i {
				continue
			}
			alike := float64(max(faces.Inner(upright[i], upright[k]), faces.Inner(upright[i], turned[k])))
			switch {
			case other == tile:
				own, others = own+alike, others+1
			case other.Kind() != tile.Kind():
				rival = max(rival, alike)
			}
		}
		if others == 0 {
			continue
		}
		lead := own/float64(others) - rival
		t.shown, t.lead = t.shown+1, t.lead+lead
		if lead > 0 {
			t.agreed++
			t.alike[i] = true
		}
	}
	t.lead /= float64(max(t.shown, 1))
	return t
}

// twins compares the tiles of a row as they were last looked at.
func (r *labelledRow) twins() twins {
	tiles := make([]models.Tile, len(r.tiles))
	up, down := make([]raster.Vector, len(r.tiles)), make([]raster.Vector, len(r.tiles))
	for i, s := range r.tiles {
		tiles[i], up[i], down[i] = s.tile, s.up.Fine, s.down.Fine
	}
	return twinsOf(tiles, up, down)
}

// twinsAt compares the tiles of a label where they stand in a grid of coarse cells.
func twinsAt(g *raster.Grid, places [][2]int, labels []models.Tile) twins {
	var tiles []models.Tile
	var up, down []raster.Vector
	for i, t := range labels {
		if !t.HasFace() {
			continue
		}
		v := make(raster.Vector, raster.CoarseLength)
		g.Window(v, places[i][0], places[i][1], raster.CoarseW, raster.CoarseH)
		tiles, up, down = append(tiles, t), append(up, v), append(down, turned(v))
	}
	return twinsOf(tiles, up, down)
}

// turned is a window turned by 180°: so are its cells, in each of which ink and edges stay what they are.
func turned(v raster.Vector) raster.Vector {
	out := make(raster.Vector, len(v))
	for i := 0; i < len(v); i += raster.Planes {
		copy(out[len(v)-raster.Planes-i:], v[i:i+raster.Planes])
	}
	return out
}
