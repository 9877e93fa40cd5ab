package learn

import (
	"slices"
	"testing"

	"jantaku/models"
)

func TestALabelInDoubtIsNotReliedOn(t *testing.T) {
	tile := notated(t, "3s5f9s")
	doubtful := []Mislabel{{Photo: "a", Row: 1, Place: 1, Tile: tile[0]}}
	once := []Unconfirmed{{Photo: "a", Row: 1, Tiles: tile[1:2], Places: []int{1}}}
	disagree := []Mislabel{{Photo: "a", Row: 1, Place: 2, Tile: tile[2]}}
	for name, c := range map[string]struct {
		report Report
		said   string
		want   bool
	}{
		"all is read back":                                  {Report{Sought: 1, Shown: 100, ReadBack: 99}, "", true},
		"too little is read back":                           {Report{Sought: 1, Shown: 100, ReadBack: 98, Disagree: disagree}, "", false},
		"nothing was found":                                 {Report{Sought: 1}, "", false},
		"a label is in doubt":                               {Report{Sought: 1, Shown: 100, ReadBack: 100, Doubtful: doubtful}, "", false},
		"a face is shown once":                              {Report{Sought: 1, Shown: 100, ReadBack: 100, Unconfirmed: once}, "", false},
		"a face with a box, once":                           {Report{Shown: 100, ReadBack: 100, Unconfirmed: once}, "", true},
		"a label with boxes is in doubt":                    {Report{Shown: 100, ReadBack: 100, Doubtful: doubtful}, "", true},
		"the face of a label in doubt is said to be right":  {Report{Sought: 1, Shown: 100, ReadBack: 100, Doubtful: doubtful}, "3s", true},
		"another one is":                                    {Report{Sought: 1, Shown: 100, ReadBack: 100, Doubtful: doubtful}, "5f", false},
		"one of two is":                                     {Report{Sought: 1, Shown: 100, ReadBack: 100, Doubtful: doubtful, Unconfirmed: once}, "5f", false},
		"both are":                                          {Report{Sought: 1, Shown: 100, ReadBack: 100, Doubtful: doubtful, Unconfirmed: once}, "3s5f", true},
		"the one photograph that there is":                  {Report{Sought: 1, Unconfirmed: once}, "5f", true},
		"what disagrees is said to be right":                {Report{Sought: 1, Shown: 50, ReadBack: 49, Disagree: disagree}, "9s", true},
		"something else is":                                 {Report{Sought: 1, Shown: 50, ReadBack: 49, Disagree: disagree}, "5f", false},
		"too little is read back, and nothing to say right": {Report{Sought: 1, Shown: 50, ReadBack: 40}, "9s", false},
		"what was not learned from is":                      {Report{Shown: 50, ReadBack: 49, Mislabelled: disagree}, "9s", true},
	} {
		if got := c.report.Learnt(notated(t, c.said)...); got != c.want {
			t.Errorf("%s: learnt %v", name, got)
		}
	}
}

func TestEveryFaceThatIsOpenIsNamedOnce(t *testing.T) {
	tiles := notated(t, "5f3s9s3s")
	r := Report{Sought: 1, Shown: 100, ReadBack: 97, Unconfirmed: []Unconfirmed{{Tiles: tiles[:2]}}, Disagree: []Mislabel{{Tile: tiles[2]}}, Doubtful: []Mislabel{{Tile: tiles[3]}}}
	if got := r.Open(); !slices.Equal(got, models.Tiles{tiles[1], tiles[2], tiles[0]}) {
		t.Errorf("%v", got)
	}
	if r.ReadBack = 99; len(r.Open()) != 2 {
		t.Errorf("%v, where enough is read back", r.Open())
	}
}
