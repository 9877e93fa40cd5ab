package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/internal/usageerror"
	"jantaku/ledger"
	"jantaku/scoring/books"
)

func TestWhatWasMeantIsHintedAt(t *testing.T) {
	for args, hint := range map[string]string{
		"docter":                           "did you mean doctor?",
		"match standing":                   "did you mean standings?",
		"calibrate tile":                   "tiles?",
		"score --ruels riichi x":           "did you mean --rules?",
		"rules richi":                      "did you mean riichi?",
		"rules riichi --profile wrc1":      "did you mean wrc",
		"film evalute":                     "did you mean evaluate?",
		"rules riichi --set kiriag=1":      "did you mean kiriage?",
		"games --rules mcr --profile seet": "is not one of",
		"replay x.jsonl":                   `"x.jsonl"`,
		"score --rules yuque-54 --set self_draw=bonus": "self_draw",
		"score foo":              `the hand "foo": bad-flags: "foo" is not one of self-draw`,
		"score --lang en foo":    "and neither tiles nor a meld; a hand is typed", // no hint at a word of the sentence
		"score 123m ipatsu":      "did you mean ippatsu?",
		"waits 123":              "a hand is typed like",
		"rules --lang fr":        "is not one of zh, ja, en",
		"backup":                 "jantaku backup takes FILE, and got nothing",
		"backup restore a.db b":  "jantaku backup restore takes FILE, and got 2: a.db b",
		"match new Anna":         "takes PLAYER PLAYER PLAYER [PLAYER], and got 1: Anna",
		"rules riichi mcr yuque": "takes [ID], and got 3",
	} {
		_, err := program(t, strings.Fields(args)...)
		if !errors.Is(err, usageerror.Err) || !strings.Contains(err.Error(), hint) {
			t.Errorf("jantaku %s: %v, want %q", args, err, hint)
		}
	}
	if _, err := program(t, "zzzzzz"); !errors.Is(err, usageerror.Err) || strings.Contains(err.Error(), "mean") {
		t.Errorf("nothing is like zzzzzz, and the error is %v", err)
	}
}

// TestALedgerThatIsNotThereIsSaidSo claims that whoever copies or reads books that are not there reads where they were
// looked for and what to do, and that a backup which is not there is not told to be made by a match.
func TestALedgerThatIsNotThereIsSaidSo(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{{"backup", "copy.db"}, {"match", "show"}, {"replay"}, {"export"}} {
		_, err := program(t, append(args, "--ledger", "away.db")...)
		if !errors.Is(err, ledger.ErrNoLedger) || !strings.Contains(err.Error(), "away.db; name its file with --ledger") {
			t.Errorf("jantaku %s: %v", args, err)
		}
	}
	if _, err := program(t, "backup", "restore", "away.db"); err == nil || !strings.Contains(err.Error(), "away.db") || strings.Contains(err.Error(), "match") {
		t.Errorf("restore: %v", err)
	}
}

// TestErrorsNameTheFile claims that whoever gives a command a file that is not what it should be reads which
// one that is.
func TestErrorsNameTheFile(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	broken := file("broken.json", "{broken")
	odd := file("odd.json", `{"photos": 7, "faces": "x", "do": 1}`)
	labels := file("labels.json", `{"photos": [{"file": "picture.jpg", "rows": ["123m"]}, {"file": "picture.jpg", "rows": ["456p"]}]}`)
	file("picture.jpg", "no picture")
	for _, bad := range []string{broken, odd, filepath.Join(dir, "away.json")} {
		name := filepath.Base(bad)
		for _, args := range [][]string{
			{"evaluate", "--labels", bad}, {"calibrate", "tiles", "--labels", bad, "--out", filepath.Join(dir, "out.json")}, {"recognize", "--tiles", bad, labels},
			{"scene", "evaluate", "--tiles", bad}, {"export", "--records", bad, "--format", "kobalab"}, {"run", "--config", bad}, {"doctor", "--config", bad},
			{"bench", "scoring", "--rules", "riichi", bad}, {"play", "evaluate", "--games", bad, "--rules", "riichi"},
			{"watch", "--tiles", bad, "--calibration", bad, "x.mjpeg"}, {"match", "list", "--ledger", bad}, {"replay", "--ledger", bad},
		} {
			if _, err := program(t, args...); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("jantaku %s: %v, which does not name %s", strings.Join(args, " "), err, name)
			}
		}
	}
	if _, err := program(t, "film", "--games", filepath.Join(dir, "away.json"), "--out", dir); err == nil || !strings.Contains(err.Error(), "away.json") {
		t.Errorf("jantaku film: %v, which does not name away.json", err)
	}
	for _, args := range [][]string{{"evaluate", "--labels", labels, "--folds", "2"}, {"calibrate", "tiles", "--labels", labels, "--out", filepath.Join(dir, "out.json")}} {
		if out, err := program(t, args...); !strings.Contains(out, "picture.jpg") && (err == nil || !strings.Contains(err.Error(), "picture.jpg")) {
			t.Errorf("jantaku %s: %v, %s: which picture?", strings.Join(args, " "), err, out)
		}
	}
}

func TestRulesAreGivenAsJSON(t *testing.T) {
	out, err := program(t, "rules", "--json")
	var list []listedBook
	if err := errors.Join(err, json.Unmarshal([]byte(out), &list)); err != nil || len(list) != len(books.IDs()) {
		t.Fatalf("%v: %s", err, out)
	}
	for _, book := range list {
		out, err := program(t, "rules", book.ID, "--json")
		var rows []listedRow
		if err := errors.Join(err, json.Unmarshal([]byte(out), &rows)); err != nil || len(rows) < 10 || rows[0].Names == nil || rows[0].Values[0].Unit == "" {
			t.Errorf("%s: %v, %d rows, first %+v", book.ID, err, len(rows), rows[0])
		}
	}
}
