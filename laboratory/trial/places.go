package trial

import (
	"fmt"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/learn"
)

// Placed counts rows that were looked for by whether they were found where their boxes are.
type Placed struct {
	Right, Wrong               int // of photographs that are learned from
	RefusedRight, RefusedWrong int // of the others
	// Off names the rows elsewhere of photographs that are learned from, and how far the worst tile is.
	Off []string
}

// offPlace is how far from the middle of its box, in widths of the box, a tile's middle is found that
// stands elsewhere: labelled boxes are good to a few pixels.
const offPlace = .4

// Places compares where rows were found with the boxes of their photographs, by name.
func Places(report learn.Report, boxes map[string][][][4]float64) (p Placed) {
	for _, found := range report.Found {
		for r, row := range boxes[found.Photo] {
			refused := report.RefusedRow(found.Photo, r+1)
			right, off := false, math.Inf(1)
			if r < len(found.Rows) {
				tiles := found.Rows[r]
				if !refused {
					tiles = slices.DeleteFunc(slices.Clone(tiles), func(t learn.FoundTile) bool { return !report.Used(found.Photo, r+1, t.Place) })
				}
				off = farthest(tiles, row)
				right = off <= offPlace
			}
			switch {
			case right && refused:
				p.RefusedRight++
			case right:
				p.Right++
			case refused:
				p.RefusedWrong++
			default:
				p.Wrong++
				p.Off = append(p.Off, fmt.Sprintf("%s: row %d is learned from %.2f tiles off its boxes", found.Photo, r+1, off))
			}
		}
	}
	return p
}

// farthest is how far from the middle of its box, in widths of the box, a tile of a row was found at
// most; infinitely far where the row was not found.
func farthest(tiles []learn.FoundTile, boxes [][4]float64) (most float64) {
	if len(tiles) == 0 {
		return math.Inf(1)
	}
	for _, t := range tiles {
		var mid models.Point
		for _, q := range t.Quad {
			mid.X, mid.Y = mid.X+q.X/4, mid.Y+q.Y/4
		}
		if t.Place > len(boxes) {
			return math.Inf(1)
		}
		b := boxes[t.Place-1]
		most = max(most, math.Hypot(mid.X-b[0]-b[2]/2, mid.Y-b[1]-b[3]/2)/min(b[2], b[3]))
	}
	return most
}
