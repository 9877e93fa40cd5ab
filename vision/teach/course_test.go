package teach_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/vision/learn"
	"jantaku/vision/teach"
)

func open(t *testing.T, folder string, extras models.Tiles) *teach.Course {
	t.Helper()
	c, err := teach.Open(folder, extras)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// take takes so many photographs of what is to be laid next, and gives the layouts.
func take(t *testing.T, c *teach.Course, n int) (laid []teach.Layout) {
	t.Helper()
	for range n {
		lay, ok := c.Next()
		if !ok {
			t.Fatal("nothing is to be laid")
		}
		if _, err := c.Add([]byte("\xff\xd8 a photograph")); err != nil {
			t.Fatal(err)
		}
		laid = append(laid, lay)
	}
	return laid
}

func learnt() learn.Report { return learn.Report{Sought: 9, Shown: 126, ReadBack: 126} }

func TestACourseThatWasInterruptedGoesOn(t *testing.T) {
	folder := t.TempDir()
	laid := take(t, open(t, folder, nil), 4)
	c := open(t, folder, nil)
	if has, err := c.Has([]byte("\xff\xd8 a photograph")); !has || err != nil {
		t.Errorf("a photograph that was taken is new: %v", err)
	}
	if has, err := c.Has([]byte("\xff\xd8 another")); has || err != nil {
		t.Errorf("a new photograph was taken before: %v", err)
	}
	if got := c.Taken(); len(got) != 4 || got[3].Rows[0].String() != laid[3].Rows[0].String() {
		t.Errorf("four photographs were taken, the course has %v", got)
	}
	laid = append(laid, take(t, c, c.Left())...)
	if want := teach.Plan(nil); len(laid) != len(want) || laid[4].Rows[0].String() != want[4].Rows[0].String() {
		t.Errorf("%d photographs, the fifth of %v, want %d and %v", len(laid), laid[4].Rows, len(want), want[4].Rows)
	}
	for _, p := range c.Taken() {
		if _, err := os.Stat(filepath.Join(folder, p.File)); err != nil {
			t.Error(err)
		}
	}
	if _, err := teach.Open(folder, models.Tiles{models.NewTile(models.Flowers, 1)}); err == nil {
		t.Error("the course of a set without flowers goes on as that of one with a flower")
	}
}

func TestWhatWasNotLearnedIsAskedForAgain(t *testing.T) {
	white := models.KindAt(31)
	tests := map[string]struct {
		spoil func(r *learn.Report, taken []teach.Taken)
		lays  func(taken []teach.Taken) []models.Tile // what is laid again, at least
		left  int
	}{
		"a refused photograph": {
			func(r *learn.Report, taken []teach.Taken) {
				r.Unused = []learn.Refusal{{Photo: taken[2].File, Row: 1, Code: learn.OneTileMore}}
			},
			func(taken []teach.Taken) []models.Tile { return taken[2].Rows[0] }, 1,
		},
		"a weak face": {
			func(r *learn.Report, _ []teach.Taken) { r.Weak = []models.Tile{white} },
			func([]teach.Taken) []models.Tile { return []models.Tile{white} }, 1,
		},
		"a weak face of a refused photograph": {
			func(r *learn.Report, taken []teach.Taken) {
				r.Unused = []learn.Refusal{{Photo: taken[2].File, Row: 1, Code: learn.UnlikeLabels}}
				r.Weak = taken[2].Rows[0]
			},
			func(taken []teach.Taken) []models.Tile { return taken[2].Rows[0] }, 1,
		},
		"a tile that looks like another": {
			func(r *learn.Report, taken []teach.Taken) {
				r.Mislabelled = []learn.Mislabel{{Photo: taken[5].File, Row: 1, Place: 3}}
			},
			func(taken []teach.Taken) []models.Tile { return taken[5].Rows[0] }, 1,
		},
		"too few tiles read back": {
			func(r *learn.Report, _ []teach.Taken) {
				r.ReadBack, r.Disagree = 120, []learn.Mislabel{{Tile: white}}
			},
			func([]teach.Taken) []models.Tile { return []models.Tile{white} }, 1,
		},
		"a flower that the set does not have": {
			func(r *learn.Report, _ []teach.Taken) { r.Extras = []models.Tile{models.NewTile(models.Flowers, 1)} },
			func([]teach.Taken) []models.Tile { return nil }, 0,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := open(t, t.TempDir(), nil)
			take(t, c, c.Left())
			taken, report := c.Taken(), learnt()
			tt.spoil(&report, taken)
			taught, err := c.Review(report)
			if err != nil {
				t.Fatal(err)
			}
			if taught != (tt.left == 0) || c.Left() != tt.left {
				t.Fatalf("taught %v, %d photographs left, want %d", taught, c.Left(), tt.left)
			}
			for _, tile := range tt.lays(taken) {
				if lay, _ := c.Next(); !slices.Contains(lay.Rows[0], tile) || len(lay.Rows[0]) < 7 {
					t.Errorf("laid again is %v, %v is not among it", lay.Rows, tile)
				}
			}
		})
	}
}

func TestAFaceThatStaysWeakIsAskedForTwiceMore(t *testing.T) {
	c := open(t, t.TempDir(), nil)
	take(t, c, c.Left())
	report := learnt()
	report.Weak = []models.Tile{models.KindAt(1)}
	rows := map[string]bool{}
	for range 2 {
		if taught, err := c.Review(report); taught || err != nil {
			t.Fatalf("taught %v, %v", taught, err)
		}
		for _, lay := range take(t, c, c.Left()) {
			rows[lay.Rows[0].String()] = true
		}
	}
	if taught, err := c.Review(report); !taught || err != nil {
		t.Errorf("taught %v, %v", taught, err)
	}
	if len(rows) != 2 {
		t.Errorf("laid again were the rows %v", rows)
	}
}

func TestAFolderThatHoldsSomethingElseIsRefused(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "labels.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := teach.Open(folder, nil); err == nil {
		t.Error("half a labels file is taken for a course")
	}
}

func TestRowsOfOnePassAreLaidTogetherWhereTheCameraSeesThem(t *testing.T) {
	c := open(t, t.TempDir(), nil)
	if err := c.Join(4); err != nil {
		t.Fatal(err)
	}
	seen := map[models.Tile]int{}
	for _, lay := range take(t, c, c.Left()) {
		if len(lay.Rows) != 3 {
			t.Errorf("%d rows for place %d in a photograph, want 3", len(lay.Rows), lay.Place)
		}
		for _, row := range lay.Rows {
			for _, tile := range row {
				seen[tile]++
			}
		}
	}
	if len(c.Taken()) != 3 || len(seen) != models.Kinds || seen[models.White] != 3 {
		t.Errorf("%d photographs, %d faces, the white dragon in %d", len(c.Taken()), len(seen), seen[models.White])
	}
}
