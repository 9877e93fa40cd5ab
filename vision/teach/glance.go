package teach

import (
	"fmt"
	"slices"

	"jantaku/vision/annotate"
	"jantaku/vision/learn"
)

// Glance draws over a photograph where its rows were found and what its tiles are taken for, as a
// JPEG; orange where a row was refused or a person has to look at a label, red where a tile stands that is not
// written. The report may be that of all photographs.
func Glance(photo []byte, found learn.FoundRows, report learn.Report) ([]byte, error) {
	canvas, err := annotate.OnEncoded(photo)
	if err != nil {
		return nil, fmt.Errorf("teach: %s: %w", found.Photo, err)
	}
	refused := map[int]learn.Refusal{}
	for _, r := range report.Unused {
		if r.Photo == found.Photo {
			refused[r.Row] = r
		}
	}
	open := report.OpenIn(found.Photo)
	for i, row := range found.Rows {
		r, bad := refused[i+1]
		for _, t := range row {
			ink := annotate.Green
			if bad || slices.ContainsFunc(open, func(m learn.Mislabel) bool { return m.Row == i+1 && m.Place == t.Place }) {
				ink = annotate.Orange
			}
			canvas.Outline(t.Quad, t.Tile.String(), ink)
		}
		if bad && r.Code == learn.OneTileMore {
			canvas.Outline(r.Quad, "?", annotate.Red)
		}
	}
	y := 16
	for _, r := range refused {
		canvas.Write(6, y, r.String(), annotate.White)
		y += 16
	}
	return canvas.JPEG()
}
