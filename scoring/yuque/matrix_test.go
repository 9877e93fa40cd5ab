package yuque

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"jantaku/internal/sharedtest"
)

func TestRatiosConflictsAndColumnsAreThoseOfTheBook(t *testing.T) {
	options, _ := Profile("")
	rules, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	var book struct {
		Pairs                    []struct{ A, B, R string }
		Implications, Exclusions [][2]string
	}
	read(t, "rules/yuque/r_matrix.json", &book)
	left := map[[2]int]uint8{}
	for _, p := range book.Pairs {
		var num, den int
		if _, err := fmt.Sscanf(p.R, "%d/%d", &num, &den); err != nil {
			t.Fatal(err)
		}
		left[[2]int{rules.row(p.B), rules.row(p.A)}] = uint8(whole * num / den)
	}
	against := map[[2]int]bool{}
	for _, pair := range append(book.Implications, book.Exclusions...) {
		a, b := rules.row(pair[0]), rules.row(pair[1])
		against[[2]int{a, b}], against[[2]int{b, a}] = true, true
	}
	alone := rules.row("jiu-lian-bao-deng")
	for b, f := range rules.fans {
		for a, g := range rules.fans {
			want, ok := left[[2]int{b, a}]
			if !ok {
				want = whole
			}
			if got := rules.left[b][a]; got != want {
				t.Errorf("r(%s | %s) = %d/60, want %d/60", f.ID, g.ID, got, want)
			}
			if a == alone || b == alone {
				continue
			}
			if got, want := rules.conflicts[b]&(1<<a) != 0, a == b || against[[2]int{a, b}]; got != want {
				t.Errorf("%s conflicts with %s: %v, want %v", f.ID, g.ID, got, want)
			}
		}
	}
	for _, entry := range ratios {
		for _, id := range rules.matching(entry.Of) {
			if f := rules.fans[rules.row(id)]; f.Groups != entry.Groups {
				t.Errorf("ratio of %s is out of %d groups, the fan has %d", id, entry.Groups, f.Groups)
			}
		}
	}
	checkColumns(t, rules)
}

// checkColumns compares the columns of the table with the book's.
func checkColumns(t *testing.T, rules *Rules) {
	var book struct {
		Fans []struct {
			ID, Zh, No     string
			Value          int
			WithFanKe      int `json:"value_with_fanke"`
			PostDeduct     int `json:"post_deduct"`
			GroupsH        int `json:"groups_h"`
			Priority       int
			CountsTriplets bool `json:"counts_triplets"`
		}
	}
	read(t, "rules/yuque/fans.json", &book)
	if len(book.Fans) != len(rules.fans) {
		t.Fatalf("%d fans, want %d", len(rules.fans), len(book.Fans))
	}
	for i, want := range book.Fans {
		f := rules.fans[i]
		got := fmt.Sprint(f.ID, f.Name, f.Ref, f.Value, f.WithFanKe, f.Deduct, f.Groups, f.Priority, f.Pungs)
		if want := fmt.Sprint(want.ID, want.Zh, want.No, want.Value, want.WithFanKe, want.PostDeduct, want.GroupsH, want.Priority, want.CountsTriplets); got != want {
			t.Errorf("row %d: got %s, want %s", i+1, got, want)
		}
	}
}

func read(t *testing.T, path string, into any) {
	t.Helper()
	raw, err := os.ReadFile(sharedtest.Path(t, path))
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}
