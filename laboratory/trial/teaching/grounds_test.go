package teaching

import (
	"regexp"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/learn"
)

func TestTilesOfEveryRowAreLearnedRightlyWronglyOrNot(t *testing.T) {
	a, b, c := lesson(t, "a", "1234m"), lesson(t, "b", "567p"), lesson(t, "c", "12z")
	report := learn.Report{Found: []learn.FoundRows{foundAt(a, 0), foundAt(b, 1), foundAt(c, 0)}, Unused: []learn.Refusal{{Photo: "c", Row: 1}}}
	got := count([]learn.LabelledPhoto{a, b, c}, report, true)
	if want := (taught{teachings: 1, written: 1, tiles: 9, right: 4, wrong: 3, rows: 3, refused: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestNothingIsLearnedWronglyOnAnyGround teaches seven rows on each of ten grounds.
func TestNothingIsLearnedWronglyOnAnyGround(t *testing.T) {
	sharedtest.ByNight(t)
	for _, style := range []string{"A", "B"} {
		var out strings.Builder
		x := Grounds{Style: style, On: scene.Grounds(), Photos: 7, Hardness: .3, Seed: 4501, Verbose: true, Out: &out}
		if err := x.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Log(out.String())
		if all := out.String()[strings.Index(out.String(), "\nall: "):]; !regexp.MustCompile(`rightly, 0 wrongly`).MatchString(all) {
			t.Errorf("style %s:%s", style, all)
		}
	}
}

func TestTheGuidesRowsShowEveryFaceTwiceInSevenPhotographs(t *testing.T) {
	x := Grounds{Style: "A", Guided: true}
	specs, err := x.rows(1)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[models.Tile]int{}
	for _, spec := range specs[:7] {
		for _, tile := range spec.Tiles {
			shown[tile.Tile]++
		}
	}
	if len(shown) != 42 {
		t.Errorf("%d faces", len(shown))
	}
	for tile, n := range shown {
		if n < 2 {
			t.Errorf("%v is shown %d times", tile, n)
		}
	}
}
