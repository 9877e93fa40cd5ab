package watching

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/internal/tracker"
	"jantaku/scoring/books"
	"jantaku/vision/play/prior"
)

// Hands with flowers are played with walls that hold them, whether or not anybody says so; walls
// without are refused.
func TestWallsHoldTheFlowersThatRecordsLay(t *testing.T) {
	const hand = `{"id":"h","rules":"lingque-29","dealer":1,"deal":["123456789m1234p","123456789p1234s","123456789s1234m","11223344556z66m"],"events":[` +
		`{"do":"draw","place":1,"tile":"1f"},{"do":"flower","place":1,"tile":"1f"},{"do":"draw-game","reason":"exhaustive"}]}`
	games := filepath.Join(t.TempDir(), "games.jsonl")
	if err := os.WriteFile(games, []byte(strings.ReplaceAll(hand, `"1f"},{"do":"flower","place":1,"tile":"1f"}`, `"1m"}`)+"\n"+hand+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	book, err := books.Open("lingque-29", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		wall, asked int
		want        string
	}{
		"nothing is said":      {0, 144, "hands 2:"},
		"144":                  {144, 144, "hands 2:"},
		"136, without flowers": {136, 136, "record h lays flowers"},
	} {
		var walls []int
		trial := PlayTrial{Games: games, Priors: prior.Standard(), Trial: Trial{Book: book, Game: func(tiles int) (*prior.Game, error) {
			walls = append(walls, tiles)
			return tracker.GameOf("lingque-29", "", nil, tiles)
		}}}
		trial.Wall = c.wall
		var out bytes.Buffer
		if err := trial.Run(&out); err != nil {
			out.WriteString(err.Error())
		}
		if !strings.Contains(out.String(), c.want) || len(walls) != 1 || walls[0] != c.asked {
			t.Errorf("%s: %s, walls of %v", name, out.String(), walls)
		}
	}
}
