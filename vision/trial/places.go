package trial

import (
	"math"

	"jantaku/models"
	"jantaku/vision/learn"
)

// Placed counts rows that were looked for by whether they were found where their boxes are.
type Placed struct {
	Right, Wrong               int // of photographs that are learned from
	RefusedRight, RefusedWrong int // of the others
}

// offPlace is how far from the middle of its box, in widths of the box, a tile's middle is found that
// stands elsewhere: labelled boxes are good to a few pixels.
const offPlace = .4

// Places compares where rows were found with the boxes of their photographs, by name.
func Places(report learn.Report, boxes map[string][][][4]float64) (p Placed) {
	for _, found := range report.Found {
		refused := report.Refused(found.Photo)
		for r, row := range boxes[found.Photo] {
			right := r < len(found.Rows) && where(found.Rows[r], row)
			switch {
			case right && refused:
				p.RefusedRight++
			case right:
				p.Right++
			case refused:
				p.RefusedWrong++
			default:
				p.Wrong++
			}
		}
	}
	return p
}

// where reports whether the tiles of a row stand where their boxes are.
func where(tiles []learn.FoundTile, boxes [][4]float64) bool {
	for _, t := range tiles {
		var mid models.Point
		for _, q := range t.Quad {
			mid.X, mid.Y = mid.X+q.X/4, mid.Y+q.Y/4
		}
		if t.Place > len(boxes) {
			return false
		}
		b := boxes[t.Place-1]
		if math.Hypot(mid.X-b[0]-b[2]/2, mid.Y-b[1]-b[3]/2) > offPlace*min(b[2], b[3]) {
			return false
		}
	}
	return len(tiles) > 0
}
