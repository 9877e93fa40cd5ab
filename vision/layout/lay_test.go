package layout_test

import (
	"testing"

	"jantaku/models"
)

// lay makes sightings of rows written as they lie, tiles 26 × 35 pixels. Tiles are
// written singly ("5m", "#"), ' after a tile turns it sideways, ^ lays it beside
// the tile before it, as the fourth of an added kong; a space is a gap of a
// third, an underscore one of a whole tile.
func lay(t *testing.T, rows ...string) [][]models.Sighting {
	t.Helper()
	const w, h = 26.0, 35.0
	var out [][]models.Sighting
	for r, text := range rows {
		x, y := 100.0, 100+float64(r)*80
		var row []models.Sighting
		for i := 0; i < len(text); {
			switch text[i] {
			case ' ':
				x += w * 0.4
				i++
				continue
			case '_':
				x += w
				i++
				continue
			}
			size := 2
			if text[i] == '#' || text[i] == '?' {
				size = 1
			}
			tile, err := models.ParseTile(text[i : i+size])
			if err != nil {
				t.Fatal(err)
			}
			i += size
			s := models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: 0.9999}}
			turned, added := false, false
			for ; i < len(text) && (text[i] == '\'' || text[i] == '^'); i++ {
				turned = true
				added = added || text[i] == '^'
			}
			switch {
			case added:
				s.Facing, s.Quad = 90, turnedQuad(x-h, y-w, w, h)
			case turned:
				s.Facing, s.Quad = 90, turnedQuad(x, y, w, h)
				x += h
			default:
				s.Quad = [4]models.Point{{X: x, Y: y - h}, {X: x + w, Y: y - h}, {X: x + w, Y: y}, {X: x, Y: y}}
				x += w
			}
			row = append(row, s)
		}
		out = append(out, row)
	}
	return out
}

// turnedQuad is a tile lying on its right side, its lower left corner at (x, y).
func turnedQuad(x, y, w, h float64) [4]models.Point {
	return [4]models.Point{{X: x + h, Y: y - w}, {X: x + h, Y: y}, {X: x, Y: y}, {X: x, Y: y - w}}
}

// move shifts the tiles of a row from one index up to another, pixels.
func move(row []models.Sighting, from, to int, right, down float64) {
	for i := range row[from:to] {
		for k := range row[from+i].Quad {
			row[from+i].Quad[k].X += right
			row[from+i].Quad[k].Y += down
		}
	}
}

// weaken lowers the confidence of one tile and names an alternative.
func weaken(rows [][]models.Sighting, row, index int, p float64, alt string, q float64) {
	s := &rows[row][index]
	s.Confidence = p
	tile, err := models.ParseTile(alt)
	if err != nil {
		panic(err)
	}
	s.Alternatives = append(s.Alternatives, models.Candidate{Tile: tile, Confidence: q})
}
