package setup

import (
	"cmp"
	"slices"

	"jantaku/models"
	"jantaku/vision/learn"
)

// confirmedBy is in how many photographs a face has to be seen: where one alone shows it nothing tells whether its label is right.
const confirmedBy = 2

// lackShown is a face that too few photographs show.
type lackShown struct {
	Tile models.Tile `json:"tile"`
	Has  int         `json:"has"` // photographs that show it and can be learned from
	Of   int         `json:"of"`  // photographs it takes
}

// doubtShown is a tile of which nothing tells whether its label is right.
type doubtShown struct {
	Tile  models.Tile     `json:"tile"`
	Photo string          `json:"photo"`
	Row   int             `json:"row"`            // from 1
	Place int             `json:"place"`          // in the row, from 1
	Like  models.Tile     `json:"like,omitempty"` // what it looks like; none where no other photograph shows its face
	Quad  [4]models.Point `json:"quad"`           // corners in the photograph, pixels
}

// lacking are the faces of the set, and of what the photographs are said to show, that too few photographs show. A
// photograph that the last learning refused shows nothing, one that it had not seen yet what it is said to.
func (l *lessons) lacking() []lackShown {
	has := map[models.Tile]int{}
	for i := range models.Kinds {
		has[models.KindAt(i)] = 0
	}
	for _, t := range l.extras {
		has[t] = 0
	}
	for _, photo := range l.course.Taken() {
		judged := l.learned != nil && slices.Contains(l.learned.photos, photo.File)
		shows := map[models.Tile]bool{}
		for r, row := range photo.Rows {
			for p, t := range row {
				if t.Suit() != models.NoSuit {
					shows[t] = shows[t] || !judged || l.learned.report.Used(photo.File, r+1, p+1)
				}
			}
		}
		for t, used := range shows {
			n := has[t]
			if used {
				n++
			}
			has[t] = n // a face beside those of the set is listed, too
		}
	}
	lacking := []lackShown{}
	for t, n := range has {
		if n < confirmedBy {
			lacking = append(lacking, lackShown{t, n, confirmedBy})
		}
	}
	slices.SortFunc(lacking, func(a, b lackShown) int { return cmp.Compare(a.Tile, b.Tile) })
	return lacking
}

// doubts are the tiles that keep what was learned from being relied on, but for the faces that somebody has looked at.
func (l *lessons) doubts() []doubtShown {
	doubts := []doubtShown{}
	report := &l.learned.report
	open := report.Open()
	for _, photo := range l.course.Taken() {
		for _, m := range report.OpenIn(photo.File) {
			if slices.Contains(open, m.Tile) && !slices.Contains(l.said, m.Tile) {
				doubts = append(doubts, doubtShown{Tile: m.Tile, Photo: m.Photo, Row: m.Row, Place: m.Place, Like: m.Like, Quad: foundAt(report, m)})
			}
		}
	}
	return doubts
}

// foundAt is where a tile was found; all zero where it was not.
func foundAt(report *learn.Report, m learn.Mislabel) [4]models.Point {
	for _, found := range report.Found {
		if found.Photo != m.Photo {
			continue
		}
		for r, row := range found.Rows {
			for _, tile := range row {
				if r+1 == m.Row && tile.Place == m.Place {
					return tile.Quad
				}
			}
		}
	}
	return [4]models.Point{}
}

// reliable reports whether what was learned can be relied on, with what somebody said, and whether every kind is known.
func (l *lessons) reliable() bool {
	return l.failed == nil && len(l.learned.faces.Faces) > 0 && l.learned.report.Learnt(l.said...) && len(l.learned.report.Missing) == 0
}
