package teach_test

import (
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/vision/teach"
)

// sets are the extras of sets that clubs play with.
func sets(t *testing.T) map[string]models.Tiles {
	t.Helper()
	out := map[string]models.Tiles{}
	for name, text := range map[string]string{"plain": "", "flowers": "12345678f", "red fives": "0m0p0s", "one red five and four flowers": "0p1234f", "all": "0m0p0s12345678f"} {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = tiles
	}
	return out
}

func TestEveryFaceIsLaidThriceInTenPhotographsAtMost(t *testing.T) {
	for name, extras := range sets(t) {
		t.Run(name, func(t *testing.T) {
			plan, seen := teach.Plan(extras), map[models.Tile]int{}
			if len(plan) > 10 {
				t.Errorf("%d photographs", len(plan))
			}
			for i, lay := range plan {
				for _, row := range lay.Rows {
					if len(row) < 7 || len(row) > 15 {
						t.Errorf("photograph %d: a row of %d tiles", i+1, len(row))
					}
					for k, tile := range row {
						seen[tile]++
						if slices.Contains(row[:k], tile) {
							t.Errorf("photograph %d: %v twice, of which a club may have one", i+1, tile)
						}
					}
				}
			}
			for _, face := range teach.Faces(extras) {
				if seen[face] != 3 {
					t.Errorf("%v is laid %d times", face, seen[face])
				}
			}
			if len(seen) != models.Kinds+len(extras) {
				t.Errorf("%d faces", len(seen))
			}
		})
	}
}

// TestNoTwoFacesAreNeighboursTwice is what makes it impossible that all rows are taken to stand one
// tile beside their places and agree.
func TestNoTwoFacesAreNeighboursTwice(t *testing.T) {
	for name, extras := range sets(t) {
		t.Run(name, func(t *testing.T) {
			where := map[[2]models.Tile]int{}
			for i, lay := range teach.Plan(extras) {
				for _, row := range lay.Rows {
					for k := 1; k < len(row); k++ {
						pair := [2]models.Tile{min(row[k-1], row[k]), max(row[k-1], row[k])}
						if before := where[pair]; before > 0 {
							t.Errorf("%v are neighbours in photographs %d and %d", pair, before, i+1)
						}
						where[pair] = i + 1
					}
				}
			}
		})
	}
}

// TestAnyFaceOfAnySetIsLaidOnceMore has sets of every size, of which some divide by any distance between companions.
func TestAnyFaceOfAnySetIsLaidOnceMore(t *testing.T) {
	all := teach.Faces(sets(t)["all"])
	for n := 1; n <= len(all); n++ {
		faces := all[:n]
		for turn := range 3 {
			for _, weak := range faces {
				row := teach.Again(models.Tiles{weak}, faces, turn)[0].Rows[0]
				if want := min(7, n); len(row) != want || !slices.Contains(row, weak) {
					t.Fatalf("of %d faces %v is laid again as %v, want %d tiles", n, weak, row, want)
				}
				slices.Sort(row)
				if len(slices.Compact(row)) < len(row) {
					t.Fatalf("of %d faces %v is laid again as %v", n, weak, row)
				}
			}
		}
	}
}
