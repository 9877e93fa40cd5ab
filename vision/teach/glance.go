package teach

import (
	"fmt"

	"jantaku/vision/learn"
	"jantaku/vision/marks"
)

// Glance draws over a photograph where its rows were found and what its tiles are taken for, as a
// JPEG; orange where a row was refused, red where a tile stands that is not written. The refusals may
// be those of all photographs.
func Glance(photo []byte, found learn.FoundRows, refusals []learn.Refusal) ([]byte, error) {
	canvas, err := marks.OnEncoded(photo)
	if err != nil {
		return nil, fmt.Errorf("teach: %s: %w", found.Photo, err)
	}
	refused := map[int]learn.Refusal{}
	for _, r := range refusals {
		if r.Photo == found.Photo {
			refused[r.Row] = r
		}
	}
	for i, row := range found.Rows {
		ink := marks.Green
		r, bad := refused[i+1]
		if bad {
			ink = marks.Orange
		}
		for _, t := range row {
			canvas.Outline(t.Quad, t.Tile.String(), ink)
		}
		if bad && r.Code == learn.OneTileMore {
			canvas.Outline(r.Quad, "?", marks.Red)
		}
	}
	y := 16
	for _, r := range refused {
		canvas.Write(6, y, r.String(), marks.White)
		y += 16
	}
	return canvas.JPEG()
}
