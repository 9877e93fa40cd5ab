package learn

import (
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// A row tells by itself whether it is one, whatever its tiles look like: those with the same label look alike, and
// unlike those with another one. Most rows of a hand have such twins. Midway between two tiles they look alike, too,
// so that its ends have to be seen besides, and where rows stand is found by their faces alone. Of what set they are
// no row tells by itself.

// twinTuning are the numbers of telling a row by its twins. Of 14 rows of two sets, looked for by drawn faces
// along 740 lines, those found within 0.4 tiles have a lead of 0.2 to 0.6, and others of -0.5 to 0.2.
type twinTuning struct {
	shown int     // twins that a row has at least that is told by itself,
	agree float64 // the share of them that look most like each other,
	lead  float64 // and by how much they do on average
}

var twinning = twinTuning{shown: 4, agree: .75, lead: .3}

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
