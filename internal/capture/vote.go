package capture

import (
	"fmt"
	"slices"

	"jantaku/models"
	"jantaku/vision/layout"
)

// surelySeen is the confidence of a tile that a frame surely saw.
const surelySeen = 0.99

// vote doubts an accepted reading when another frame surely saw a tile that is not in it, was
// accepted as another hand, or saw as many tiles and beside them something that it could not
// read: of two frames of one hand one is then wrong, and nobody knows which.
func vote(r *models.Reading, others ...models.Reading) {
	if r.Status != models.Accepted {
		return
	}
	contradict := func(code, message string) {
		r.Status = models.Review
		r.Doubts = append(r.Doubts, models.Doubt{Code: code, Row: -1, Index: -1, Message: "another frame of the same moment " + message})
	}
	for _, other := range others {
		if other.Status == models.Accepted { // of what is no part of the hand either may see more
			if other.Hand.Canonical(other.WinTile) != r.Hand.Canonical(r.WinTile) {
				contradict(doubtFrames, "shows another hand")
				return
			}
			continue
		}
		if d := somethingElse(&other); d != nil && tileCount(other.Rows) >= tileCount(r.Rows) {
			contradict(d.Code, "raises a doubt: "+d.Message)
			return
		}
		left := map[models.Tile]int{}
		for _, row := range r.Rows {
			for _, s := range row {
				left[s.Tile]++
			}
		}
		for _, row := range other.Rows {
			for _, s := range row {
				if s.Confidence < surelySeen {
					continue
				}
				if left[s.Tile]--; left[s.Tile] < 0 {
					contradict(doubtFrames, fmt.Sprintf("shows %v besides", s.Tile))
					return
				}
			}
		}
	}
}

// unwitnessed doubts an accepted reading when there was no time to read another frame.
func unwitnessed(r *models.Reading) {
	if r.Status == models.Accepted {
		r.Status = models.Review
		r.Doubts = append(r.Doubts, models.Doubt{Code: doubtFrames, Row: -1, Index: -1, Message: "there was no time to read another frame of the same moment"})
	}
}

// somethingElse gives the doubt about what lies on the table beside the tiles that were
// read, if there is one: it does not go away because another frame does not show it.
func somethingElse(r *models.Reading) *models.Doubt {
	for i, d := range r.Doubts {
		switch d.Code {
		case layout.DoubtUnread, layout.DoubtBorder, layout.DoubtStray, layout.DoubtFaceDown:
			return &r.Doubts[i]
		case layout.DoubtMeld:
			if slices.ContainsFunc(slices.Concat(r.Rows...), func(s models.Sighting) bool { return s.Raised }) {
				return &r.Doubts[i]
			}
		}
	}
	return nil
}

// tileCount is how many tiles lie in rows.
func tileCount(rows [][]models.Sighting) (n int) {
	for _, row := range rows {
		n += len(row)
	}
	return n
}

// doubtFrames is the doubt of frames that contradict each other.
const doubtFrames = "frames"
