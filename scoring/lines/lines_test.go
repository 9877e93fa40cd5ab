package lines_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
	"jantaku/scoring/lines"
)

func book(t *testing.T) scoring.Ruleset {
	t.Helper()
	r, err := books.Open("mcr", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// answers are what the lines of a text are answered with.
func answers(t *testing.T, in string, answer func([]byte) any) (all []map[string]any) {
	t.Helper()
	var out bytes.Buffer
	if err := lines.Answer(strings.NewReader(in), &out, answer); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		var a map[string]any
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, a)
	}
	return all
}

// hand is a line of the hand format.
func hand(t *testing.T, id, text string) string {
	t.Helper()
	w, err := models.ParseText(text)
	if err != nil {
		t.Fatal(err)
	}
	w.ID = id
	data, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestEveryLineIsAnsweredInItsPlace(t *testing.T) {
	in := hand(t, "first", "234m567m234p56s88s +7s") + "\n\nno hand\n" + `{"id":"long","rules":"` + strings.Repeat("x", lines.MaxBytes) + "\"}\n" + hand(t, "last", "234m567m234p56s88s +7s")
	got := answers(t, in, func(line []byte) any { return lines.Score(book(t), line) })
	if len(got) != 4 {
		t.Fatalf("%d answers to 4 lines: %v", len(got), got)
	}
	for i, id := range map[int]string{0: "first", 3: "last"} {
		if got[i]["id"] != id || got[i]["win"] != true || got[i]["error"] != nil {
			t.Errorf("line %d: %v, want the score of %s", i, got[i], id)
		}
	}
	for _, i := range []int{1, 2} {
		if refused, _ := got[i]["error"].(map[string]any); refused["code"] != "bad-json" {
			t.Errorf("line %d: %v, want it refused as bad-json", i, got[i])
		}
	}
}

// failing is an output that nobody reads any more.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("closed") }

func TestAnAnswerThatNobodyReadsEndsTheWork(t *testing.T) {
	if err := lines.Answer(strings.NewReader("{}\n{}\n"), failing{}, func([]byte) any { return 1 }); err == nil {
		t.Error("no error")
	}
}

func TestWaitsAreTheTilesThatCompleteAHand(t *testing.T) {
	tests := map[string]struct {
		hand, waits string
		left        []int // copies that the hand does not hold
	}{
		"two sides":                    {"234m567m234p56s88s", "4s 7s", []int{4, 4}},
		"a pair, of which one is held": {"234m567m234p567s8s", "5s 8s", []int{3, 3}},
		"a hand that does not wait":    {"14m258m369p147s12z", "", nil},
		"two pairs that become sets":   {"234m567m234p55s88s", "5s 8s", []int{2, 2}},
	}
	for name, tt := range tests {
		waits, err := lines.FindWaits(book(t), tt.hand)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var tiles []string
		for i, w := range waits {
			tiles = append(tiles, w.Tile.String())
			if i < len(tt.left) && w.Left != tt.left[i] {
				t.Errorf("%s: %d of %v are left, want %d", name, w.Left, w.Tile, tt.left[i])
			}
		}
		if got := strings.Join(tiles, " "); got != tt.waits {
			t.Errorf("%s: waits for %q, want %q", name, got, tt.waits)
		}
	}
	var bad *models.HandError
	if _, err := lines.FindWaits(book(t), "234m"); !errors.As(err, &bad) {
		t.Errorf("three tiles: %v, want what is wrong with the hand", err)
	}
}

func TestWhatASeatSeesIsNotLeft(t *testing.T) {
	var line map[string]any
	if err := json.Unmarshal([]byte(hand(t, "a", "234m567m234p56s88s +7s")), &line); err != nil {
		t.Fatal(err)
	}
	delete(line, "tile")
	delete(line, "winning_tile")
	line["seen"] = "44s7s"
	data, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	got := answers(t, string(data), func(line []byte) any { return lines.Waits(book(t), line) })
	waits, _ := got[0]["waits"].([]any)
	left := map[any]any{}
	for _, w := range waits {
		one := w.(map[string]any)
		left[one["tile"]] = one["left"]
	}
	if len(left) != 2 || left["4s"] != 2.0 || left["7s"] != 3.0 {
		t.Errorf("%v; want 2 of 4s and 3 of 7s left", got[0])
	}
}
