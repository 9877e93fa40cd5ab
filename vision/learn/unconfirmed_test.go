package learn

import (
	"testing"

	"jantaku/models"
	"jantaku/vision/raster"
)

// rowOf is a row of a picture of its own that was looked for.
func rowOf(t *testing.T, l *learner, name, labels string) *labelledRow {
	row := &labelledRow{name: name, number: 1, sought: true, labels: notated(t, labels), picture: &raster.Picture{}}
	for i, tile := range row.labels {
		s := &sighted{tile: tile, row: row, place: i + 1, t: float64(i)}
		row.tiles, l.byTile[tile] = append(row.tiles, s), append(l.byTile[tile], s)
	}
	l.rows = append(l.rows, row)
	return row
}

func TestAFaceThatOnePhotographAloneShowsIsUnconfirmed(t *testing.T) {
	l := learner{byTile: map[models.Tile][]*sighted{}}
	rowOf(t, &l, "a", "123m55z")
	rowOf(t, &l, "b", "1234m")
	boxed := rowOf(t, &l, "c", "9s")
	boxed.sought = false
	var report Report
	l.tellUnconfirmed(&report)
	got := report.Unconfirmed
	if len(got) != 2 || got[0].Photo != "a" || got[0].Tiles.String() != "55z" || got[0].Places[1] != 5 || got[1].Tiles.String() != "4m" {
		t.Errorf("unconfirmed %v", got)
	}
}

// TestWhatARowMissedIsTold has rows that are unlike the rest in one way each.
func TestWhatARowMissedIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		like, near, usual float64
		want, least       float64
	}{
		"unlike the mean of its faces":     {.45, .48, .48, .45, readingBack.like},
		"less like the likest than others": {.7, .8, .95, .8, (1 - oneSet.likeness) * .95},
	} {
		l := learner{byTile: map[models.Tile][]*sighted{}}
		row := rowOf(t, &l, "a", "1122m")
		_, why := l.worstRow([]rowRead{{row: row, judged: judged{4, 4, c.like}, compared: compared{4, witness{near: c.near}, witness{near: c.usual}}}})
		if why == nil || why.Code != UnlikeTheRest || why.Like != c.want || why.Least != c.least {
			t.Errorf("%s: %+v", name, why)
		}
	}
}
