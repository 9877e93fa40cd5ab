package export

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/players"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/course"
	"jantaku/scoring/mcr"
	"jantaku/scoring/riichi"
)

func riichiBook(t *testing.T) scoring.Ruleset {
	t.Helper()
	o, err := riichi.Profile("tenhou")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := riichi.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func mcrBook(t *testing.T) scoring.Ruleset {
	t.Helper()
	o, err := mcr.Profile("")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := mcr.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// played are hands of the program's own players.
func played(t *testing.T, rules scoring.Ruleset, going players.Going, profile string, n int) (records []*models.Record) {
	t.Helper()
	manners, err := course.MannersOf(rules)
	if err != nil {
		t.Fatal(err)
	}
	table, err := players.New(rules, going, models.Match{ID: "t", Rules: rules.ID(), Profile: profile, Players: []models.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}, manners, 21)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		r, err := table.Next()
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

// real are hands of people; none where they do not lie beside the checkout.
func real(t *testing.T) (records []*models.Record) {
	t.Helper()
	for _, line := range sharedtest.RealHands(t) {
		r, err := models.ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		r.Profile = "tenhou"
		records = append(records, r)
	}
	return records
}

// gameOf makes a game of records.
func gameOf(t *testing.T, records []*models.Record, rules scoring.Ruleset, going players.Going) Game {
	t.Helper()
	manners, err := course.MannersOf(rules)
	if err != nil {
		t.Fatal(err)
	}
	g := Game{Title: "test", Names: [models.Places]string{"a", "b", "c", "d"}}
	for _, r := range records {
		hand, err := New(r, manners, course.MatchOf(r, rules, going))
		if err != nil {
			t.Fatal(err)
		}
		g.Hands = append(g.Hands, hand)
	}
	return g
}

// watched is what a camera tells of a record: no deal, no draws, and not whether a discard
// was the drawn tile. The winners' hands were shown.
func watched(g Game) Game {
	seen := g
	seen.Hands = nil
	for _, h := range g.Hands {
		r := *h.Record
		r.Deal, r.Events = nil, nil
		for _, m := range h.Record.Events {
			if m.Do != models.Draw {
				m.Drawn = nil
				r.Events = append(r.Events, m)
			}
		}
		last, _ := h.last()
		for i, w := range last.Wins {
			h.Shown[w.Place.Index()] = h.Wins[i].Concealed
		}
		h.Record, h.Wins, h.Results = &r, nil, nil
		seen.Hands = append(seen.Hands, h)
	}
	return seen
}

func TestKobalabsBoardReplaysEveryHand(t *testing.T) {
	node := sharedtest.Tool(t, "node", "nodejs")
	if out, err := exec.Command(node, "-e", `require("@kobalab/majiang-core")`).CombinedOutput(); err != nil {
		t.Skipf("npm install @kobalab/majiang-core and set NODE_PATH to replay hands in it; skipping: %.80s", out)
	}
	riichiRules, mcrRules := riichiBook(t), mcrBook(t)
	own := gameOf(t, played(t, riichiRules, riichi.Course{}, "tenhou", 20), riichiRules, riichi.Course{})
	people := gameOf(t, real(t), riichiRules, riichi.Course{})
	chinese := gameOf(t, played(t, mcrRules, mcr.Course{}, "", 10), mcrRules, mcr.Course{})
	for _, c := range []struct {
		name string
		game Game
	}{
		{"our own hands", own},
		{"our own hands as a camera sees them", watched(own)},
		{"hands of MCR with flowers", chinese},
		{"hands of MCR as a camera sees them", watched(chinese)},
		{"hands of people", people},
		{"hands of people as a camera sees them", watched(people)},
	} {
		paipu, err := Kobalab(c.game)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "game.json")
		text, err := json.Marshal(paipu)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), node, "testdata/replay.js", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		var found struct {
			Hands, Discards int
			Faults          []string
		}
		if err := json.Unmarshal(out, &found); err != nil {
			t.Fatal(err)
		}
		if found.Hands != len(c.game.Hands) || len(found.Faults) > 0 || found.Discards != discardsOf(c.game) {
			t.Errorf("%s: %d of %d hands, %d of %d discards, %.300q", c.name, found.Hands, len(c.game.Hands), found.Discards, discardsOf(c.game), found.Faults)
		}
	}
}

func discardsOf(g Game) (n int) {
	for _, h := range g.Hands {
		for _, m := range h.Record.Events {
			if m.Do == models.Discarded {
				n++
			}
		}
	}
	return n
}

func TestTenhouParsesBackToTheSameHands(t *testing.T) {
	rules := riichiBook(t)
	own := gameOf(t, played(t, rules, riichi.Course{}, "tenhou", 20), rules, riichi.Course{})
	games := []Game{own, watched(own)}
	if _, err := os.Stat("../../../shared/records"); err == nil {
		people := gameOf(t, real(t), rules, riichi.Course{})
		games = append(games, people, watched(people))
	}
	for _, g := range games {
		log, err := Tenhou(g)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(log)
		if err != nil {
			t.Fatal(err)
		}
		var back struct{ Log [][]json.RawMessage }
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if len(back.Log) != len(g.Hands) {
			t.Fatalf("%d hands, not %d", len(back.Log), len(g.Hands))
		}
		for i, h := range g.Hands {
			if got, want := parseTenhou(t, back.Log[i]), wanted(h.Record); got != want {
				t.Fatalf("%s:\n%s\nis not\n%s", h.Record.ID, got, want)
			}
		}
		made := len(log.Completed) > 0
		if seen := len(g.Hands[0].Record.Deal) > 0; made == seen {
			t.Errorf("says of a hand that was seen whole (%v) that it was completed (%v)", seen, made)
		}
	}
}

// wanted lists what everybody discarded and called, by place.
func wanted(r *models.Record) string {
	var by [models.Places]strings.Builder
	for _, m := range r.Events {
		if m.Place == 0 {
			continue
		}
		b := &by[m.Place.Index()]
		switch m.Do {
		case models.Discarded:
			fmt.Fprintf(b, "%v%s ", m.Tile, map[bool]string{true: "!"}[m.Riichi])
		case models.CalledChow, models.CalledPung, models.CalledKong:
			own := append(models.Tiles(nil), m.With...)
			models.SortTiles(own)
			fmt.Fprintf(b, "%s-%v-%v-%d ", m.Do, m.Tile, own, m.From)
		case models.MadeAdded:
			fmt.Fprintf(b, "added-%v ", m.Tile)
		case models.MadeConcealed:
			own := append(models.Tiles(nil), m.Tiles...)
			models.SortTiles(own)
			fmt.Fprintf(b, "concealed-%v ", own)
		}
	}
	return by[0].String() + "| " + by[1].String() + "| " + by[2].String() + "| " + by[3].String()
}

// Forms of calls in tenhou.net/6.
var callForm = regexp.MustCompile(`^(\d*)([cpmka])(\d\d)(\d*)$`)

// parseTenhou plays draws and discards of each player side by side.
func parseTenhou(t *testing.T, hand []json.RawMessage) string {
	t.Helper()
	var all []string
	for i := range models.Places {
		var drawn, thrown []any
		if err := json.Unmarshal(hand[4+3*i+1], &drawn); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(hand[4+3*i+2], &thrown); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for at := 0; at < max(len(drawn), len(thrown)); at++ {
			last := models.NoTile
			if at < len(drawn) {
				if text, ok := drawn[at].(string); ok {
					b.WriteString(parseCall(t, text, models.PlaceAt(i)))
				} else {
					last = tenhouTile(t, int(drawn[at].(float64)))
				}
			}
			if at >= len(thrown) {
				continue
			}
			switch d := thrown[at].(type) {
			case float64:
				if d != 0 {
					fmt.Fprintf(&b, "%v ", thrownTile(t, int(d), last))
				}
			case string:
				if number, riichi := strings.CutPrefix(d, "r"); riichi {
					n, _ := strconv.Atoi(number)
					fmt.Fprintf(&b, "%v! ", thrownTile(t, n, last))
				} else {
					b.WriteString(parseCall(t, d, models.PlaceAt(i)))
				}
			}
		}
		all = append(all, b.String())
	}
	return strings.Join(all, "| ")
}

func thrownTile(t *testing.T, n int, drawn models.Tile) models.Tile {
	if n == 60 {
		return drawn
	}
	return tenhouTile(t, n)
}

func tenhouTile(t *testing.T, n int) models.Tile {
	t.Helper()
	tile := models.NewTile(models.Suit(n/10-1), n%10)
	if n > 50 {
		tile = models.NewTile(models.Suit(n%10-1), 0)
	}
	if tile == models.NoTile {
		t.Fatalf("%d is no tile", n)
	}
	return tile
}

func parseCall(t *testing.T, text string, place models.Place) string {
	t.Helper()
	form := callForm.FindStringSubmatch(text)
	if form == nil {
		t.Fatalf("%q is no call", text)
	}
	n, _ := strconv.Atoi(form[3])
	claimed := tenhouTile(t, n)
	own := models.Tiles{}
	for rest := form[1] + form[4]; len(rest) > 0; rest = rest[2:] {
		n, _ := strconv.Atoi(rest[:2])
		own = append(own, tenhouTile(t, n))
	}
	deed := map[string]models.Deed{"c": models.CalledChow, "p": models.CalledPung, "m": models.CalledKong}[form[2]]
	from := models.PlaceAt(place.Index() + 3)
	switch len(form[1]) / 2 {
	case 1:
		from = models.PlaceAt(place.Index() + 2)
	case 2, 3:
		from = models.PlaceAt(place.Index() + 1)
	}
	switch form[2] {
	case "k":
		return fmt.Sprintf("added-%v ", claimed)
	case "a":
		own = append(own, claimed)
		models.SortTiles(own)
		return fmt.Sprintf("concealed-%v ", own)
	}
	models.SortTiles(own)
	return fmt.Sprintf("%s-%v-%v-%d ", deed, claimed, own, from)
}

func TestMjaiAndBotzoneTellEveryMove(t *testing.T) {
	rules := riichiBook(t)
	g := watched(gameOf(t, played(t, rules, riichi.Course{}, "tenhou", 5), rules, riichi.Course{}))
	lines, err := Mjai(g)
	if err != nil {
		t.Fatal(err)
	}
	discards := 0
	for _, line := range lines {
		if line["type"] == "dahai" {
			discards++
		}
	}
	if discards != discardsOf(g) {
		t.Errorf("mjai tells %d discards of %d", discards, discardsOf(g))
	}
	book := mcrBook(t)
	chinese := gameOf(t, played(t, book, mcr.Course{}, "", 5), book, mcr.Course{})
	plays := 0
	for i := range chinese.Hands {
		text, err := Botzone(&chinese.Hands[i])
		if err != nil {
			t.Fatal(err)
		}
		plays += strings.Count(text, " Play ")
		if !strings.Contains(text, "\nScore ") {
			t.Errorf("no score in\n%s", text)
		}
	}
	if plays != discardsOf(chinese) {
		t.Errorf("Botzone tells %d discards of %d", plays, discardsOf(chinese))
	}
	if _, err := Botzone(&g.Hands[0]); err == nil {
		t.Error("a hand of riichi is written for Botzone")
	}
	if _, err := Mjai(chinese); err == nil {
		t.Error("a hand of MCR is written for mjai")
	}
}
