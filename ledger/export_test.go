package ledger_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jantaku/internal/report"
	"jantaku/internal/sharedtest"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "export", name)
	if *update {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, got, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale; run go test ./ledger -run Export -update and read the diff\ngot:\n%s", path, got)
	}
}

func indented(t *testing.T, what any) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(what); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestExportedFilesAreAsBefore(t *testing.T) {
	riichi := playScript(t, "testdata/matches/riichi.txt").State()
	lingque := playScript(t, "testdata/matches/lingque-29.txt").State()

	var table bytes.Buffer
	c, err := ledger.NewCSV(&table, true)
	if err := errors.Join(err, c.Match(riichi), c.Match(lingque), c.Close()); err != nil {
		t.Fatal(err)
	}
	golden(t, "matches.csv", table.Bytes())

	for lang, s := range map[string]ledger.State{"zh": lingque, "ja": riichi, "en": riichi} {
		var page bytes.Buffer
		if err := report.Match(&page, s, reportWords(t, lang)); err != nil {
			t.Fatal(err)
		}
		golden(t, "report."+lang+".html", page.Bytes())
	}

	log, err := ledger.Tenhou(riichi)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "tenhou.json", indented(t, log))
	game, err := ledger.Pantheon(riichi, 7, []int32{11, 12, 13, 14})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "pantheon.json", indented(t, game))

	for name, err := range map[string]error{
		"tenhou":   second(ledger.Tenhou(lingque)),
		"pantheon": second(ledger.Pantheon(lingque, 0, []int32{1, 2, 3, 4})),
	} {
		if !errors.Is(err, ledger.ErrNotRiichi) {
			t.Errorf("%s of a Lingque match gives %v, want ErrNotRiichi", name, err)
		}
	}
}

// reportWords are those of the pages.
func reportWords(t *testing.T, lang string) report.Words {
	t.Helper()
	all, err := scoreboard.Words()
	if err != nil {
		t.Fatal(err)
	}
	return report.Words{Lang: lang, Of: all[lang]}
}

func second[T any](_ T, err error) error { return err }

// The forms of texts in logs of tenhou.net/6.
var (
	tenhouValue = regexp.MustCompile(`^(?:\d+符\d+飜|満貫|跳満|倍満|三倍満|役満|数え役満)\d+(?:-\d+)?点∀?$`)
	tenhouYaku  = regexp.MustCompile(`^\S.*\((?:\d+飜|役満)\)$`)
)

func TestTenhouLogHasThePublishedForm(t *testing.T) {
	log, err := ledger.Tenhou(playScript(t, "testdata/matches/riichi.txt").State())
	if err != nil {
		t.Fatal(err)
	}
	var plain struct {
		Log [][]any `json:"log"`
	}
	if err := json.Unmarshal(indented(t, log), &plain); err != nil {
		t.Fatal(err)
	}
	if len(plain.Log) != 11 {
		t.Fatalf("%d hands, want 11", len(plain.Log))
	}
	for i, hand := range plain.Log {
		if len(hand) != 4+3*4+1 {
			t.Fatalf("hand %d has %d parts, want 17", i+1, len(hand))
		}
		result := hand[16].([]any)
		if name := result[0].(string); name != "和了" {
			if name == "流局" && len(result[1].([]any)) != 4 || name == "四風連打" && len(result) != 1 || name != "流局" && name != "四風連打" {
				t.Errorf("hand %d: %v", i+1, result)
			}
			continue
		}
		if len(result)%2 != 1 {
			t.Errorf("hand %d: %d parts of the result, want changes and details in pairs", i+1, len(result))
		}
		for at := 2; at < len(result); at += 2 {
			detail := result[at].([]any)
			if !tenhouValue.MatchString(detail[3].(string)) || len(detail) < 5 {
				t.Errorf("hand %d: value %v", i+1, detail)
			}
			for _, yaku := range detail[4:] {
				if !tenhouYaku.MatchString(yaku.(string)) {
					t.Errorf("hand %d: yaku %v", i+1, yaku)
				}
			}
		}
	}
}

// pantheonFields are the fields of the messages in Pantheon's atoms.proto and mimir.proto,
// by where they stand in the export.
var pantheonFields = map[string]string{
	"start_game":    "event_id players",
	"add_round":     "session_hash round_data",
	"round_data":    "ron tsumo multiron draw abort chombo nagashi",
	"rounds":        "ron tsumo multiron draw abort chombo nagashi",
	"ron":           "round_index honba winner_id loser_id pao_player_id han fu yaku riichi_bets dora uradora kandora kanuradora open_hand",
	"tsumo":         "round_index honba winner_id pao_player_id han fu yaku riichi_bets dora uradora kandora kanuradora open_hand",
	"multiron":      "round_index honba loser_id multi_ron wins riichi_bets",
	"wins":          "winner_id pao_player_id han fu yaku dora uradora kandora kanuradora open_hand",
	"draw":          "round_index honba riichi_bets tempai",
	"abort":         "round_index honba riichi_bets",
	"chombo":        "round_index honba loser_id",
	"nagashi":       "round_index honba riichi_bets tempai nagashi",
	"add_penalty":   "event_id player_id amount reason",
	"game":          "session_hash date replay_link players final_results rounds",
	"final_results": "player_id score rating_delta place",
}

func TestPantheonRequestsHaveThePublishedFields(t *testing.T) {
	l := playScript(t, "testdata/matches/riichi.txt")
	fault, err := l.State().PenaltyFor("chombo", 2)
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Penalize(ctx, referee, "", fault)
	if err != nil {
		t.Fatal(err)
	}
	game, err := ledger.Pantheon(s, 7, []int32{11, 12, 13, 14})
	if err != nil {
		t.Fatal(err)
	}
	if last := game.Game.Rounds[len(game.Game.Rounds)-1].Chombo; last == nil || last.LoserID != 12 || len(game.AddPenalty) != 0 {
		t.Errorf("a chombo is exported as %+v, penalties %v", last, game.AddPenalty)
	}
	var plain map[string]any
	if err := json.Unmarshal(indented(t, game), &plain); err != nil {
		t.Fatal(err)
	}
	delete(plain, "names") // for people
	checked := 0
	var walk func(name string, v any)
	walk = func(name string, v any) {
		switch v := v.(type) {
		case []any:
			for _, each := range v {
				walk(name, each)
			}
		case map[string]any:
			checked++
			allowed := strings.Fields(pantheonFields[name])
			for key, inner := range v {
				if name != "" && !slices.Contains(allowed, key) {
					t.Errorf("%s has no field %s", name, key)
				}
				walk(key, inner)
			}
		}
	}
	walk("", plain)
	if checked < 40 {
		t.Errorf("only %d messages looked at", checked)
	}
	if _, err := ledger.Pantheon(playScript(t, "testdata/matches/riichi.txt").State(), 7, nil); err == nil {
		t.Error("players without numbers are taken without complaint")
	}
}

func TestCSVOpensInASpreadsheet(t *testing.T) {
	l := playScript(t, "testdata/matches/riichi.txt")
	m := l.State().Match
	m.Players[0].Name = `=HYPERLINK("x")`
	m.Players[1].Name = "王, 小明"
	s, err := l.Correct(ctx, referee, "", ledger.Replay, ledger.MatchCorrection(m))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	c, err := ledger.NewCSV(&b, true)
	if err := errors.Join(err, c.Match(s), c.Close()); err != nil {
		t.Fatal(err)
	}
	text, marked := strings.CutPrefix(b.String(), "\ufeff")
	if !marked {
		t.Error("there is no byte order mark")
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) < 12 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if at := slices.Index(rows[0], "player1"); rows[1][at] != `'=HYPERLINK("x")` || rows[1][at+1] != "0" || rows[1][at+3] != "王, 小明" {
		t.Errorf("row %q", rows[1])
	}
	if at := slices.Index(rows[0], "change1"); rows[3][at] != "-800" {
		t.Errorf("a negative number became a text: %q", rows[3][at])
	}
}

// TestTheChangesOfATableAddUpToTheScores claims so of penalties and of sticks that are left at the end too, of which a
// sheet that leaves them out gives other scores than the match had.
func TestTheChangesOfATableAddUpToTheScores(t *testing.T) {
	for _, script := range []string{"riichi", "riichi-three", "lingque-29", "mcr"} {
		l := playScript(t, "testdata/matches/"+script+".txt")
		if _, err := l.Penalize(ctx, referee, "", models.Penalty{Kind: "free", Place: 2, Points: models.Points{0, -10, 0, 0}}); err != nil {
			t.Fatal(err)
		}
		if !l.State().Finished {
			if _, err := l.FinishMatch(ctx, referee, ""); err != nil {
				t.Fatal(err)
			}
		}
		s := l.State()
		var b bytes.Buffer
		c, err := ledger.NewCSV(&b, false)
		if err := errors.Join(err, c.Match(s), c.Close()); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		column := func(row []string, name string) string { return row[slices.Index(rows[0], name)] }
		for n, player := range s.Match.Players {
			sum := s.Entries[0].After.Scores[n]
			for _, row := range rows[1:] {
				change, err := strconv.Atoi(column(row, fmt.Sprint("change", n+1)))
				if err != nil {
					t.Fatal(err)
				}
				sum += change
			}
			at := slices.IndexFunc(s.Totals, func(total ledger.Total) bool { return total.Player.ID == player.ID })
			last := rows[len(rows)-1]
			if want := s.Totals[at]; sum != want.Score || column(last, fmt.Sprint("result", n+1)) != strconv.FormatFloat(want.Result, 'f', -1, 64) {
				t.Errorf("%s: the changes of %s add up to %d, result %s; the match says %+v", script, player.Name, sum, column(last, fmt.Sprint("result", n+1)), want)
			}
		}
	}
}

func TestJSONHoldsEveryMatch(t *testing.T) {
	l := playScript(t, "testdata/matches/mcr.txt")
	if _, err := l.StartMatch(ctx, referee, models.Match{ID: "next", Rules: "mcr", Players: l.State().Match.Players}); err != nil {
		t.Fatal(err)
	}
	for _, history := range []bool{false, true} {
		var b bytes.Buffer
		err := ledger.WriteJSON(&b, history, func(do func(ledger.State) error) error { return l.EachMatch(ctx, nil, do) })
		if err != nil {
			t.Fatal(err)
		}
		var records []ledger.Record
		if err := json.Unmarshal(b.Bytes(), &records); err != nil {
			t.Fatal(err)
		}
		if len(records) != 2 || len(records[0].Hands) != 16 || history != (len(records[0].Entries) > 0) {
			t.Errorf("%d matches, history %v", len(records), history)
		}
	}
	var empty bytes.Buffer
	if err := ledger.WriteJSON(&empty, false, func(func(ledger.State) error) error { return nil }); err != nil || !json.Valid(empty.Bytes()) {
		t.Errorf("no match gives %q, %v", empty.String(), err)
	}
}

func TestReportPrintsToPDF(t *testing.T) {
	browser := sharedtest.Tool(t, "chromium")
	dir := t.TempDir()
	page := filepath.Join(dir, "report.html")
	f, err := os.Create(page)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(report.Match(f, playScript(t, "testdata/matches/lingque-29.txt").State(), reportWords(t, "zh")), f.Close()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute) // a browser among many
	defer cancel()
	pdf := filepath.Join(dir, "report.pdf")
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--no-pdf-header-footer", "--print-to-pdf="+pdf, "file://"+page)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	printed, err := os.Open(pdf)
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	head := make([]byte, 5)
	if _, err := io.ReadFull(printed, head); err != nil || string(head) != "%PDF-" {
		t.Errorf("the printed report begins with %q, %v", head, err)
	}
}
