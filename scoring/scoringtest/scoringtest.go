// Package scoringtest holds the checks that every rule book must pass: its table is
// sound and proves itself by its own examples, and the reference hands agree.
package scoringtest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring"
)

// CheckTable checks the rows of a rule book: ids are unique, every row has a name,
// a clause and values, what it excludes exists, and its example wins and counts it.
func CheckTable(t *testing.T, book scoring.Tabled) {
	t.Helper()
	rows := book.Rows()
	seen := map[string]bool{}
	for _, row := range rows {
		if row.ID == "" || seen[row.ID] {
			t.Errorf("%s: id %q is empty or stands twice", book.ID(), row.ID)
		}
		seen[row.ID] = true
	}
	for _, row := range rows {
		t.Run(row.ID, func(t *testing.T) { checkRow(t, book, row, seen) })
	}
}

func checkRow(t *testing.T, book scoring.Tabled, row scoring.Row, known map[string]bool) {
	if row.Name == "" || row.Ref == "" || len(row.Values) == 0 {
		t.Errorf("name %q, clause %q or values %v missing", row.Name, row.Ref, row.Values)
	}
	for _, id := range row.Excludes {
		if !known[id] || id == row.ID {
			t.Errorf("excludes %q, which is not another row", id)
		}
	}
	if row.Example == "" {
		t.Fatal("no example")
	}
	win, err := models.ParseTextOf(scoring.HandSize(book), row.Example)
	if err != nil {
		t.Fatalf("example %q: %v", row.Example, err)
	}
	result, err := book.Score(win)
	if err != nil {
		t.Fatalf("example %q: %v", row.Example, err)
	}
	if !slices.ContainsFunc(result.Fans, func(f scoring.Fan) bool { return f.ID == row.ID }) {
		t.Errorf("example %q counts %v and not this fan", row.Example, Names(result))
	}
}

// Names gives the counted fans as a list of "id×count".
func Names(r scoring.Result) []string {
	var names []string
	for _, f := range r.Fans {
		name := f.ID
		if f.Count > 1 {
			name += "×" + string(rune('0'+f.Count))
		}
		names = append(names, name)
	}
	return names
}

// settable are options that can be set one by one.
type settable[O any] interface {
	*O
	Set(key, value string) error
}

// New makes a rule book of a profile with options such as "minimum=0".
func New[O, R any, S settable[O]](t testing.TB, profiled func(string) (O, error), build func(O) (R, error), profile string, set ...string) R {
	t.Helper()
	options, err := profiled(profile)
	for _, one := range set {
		if err == nil {
			key, value, _ := strings.Cut(one, "=")
			err = S(&options).Set(key, value)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	rules, err := build(options)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// Score scores a hand that is given as text.
func Score(t testing.TB, rules scoring.Ruleset, text string) scoring.Result {
	t.Helper()
	win, err := models.ParseTextOf(scoring.HandSize(rules), text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	result, err := rules.Score(win)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return result
}

// Example is a line of worked examples: a hand and what it is worth, or with which code it is refused.
type Example struct {
	ID, Profile string
	Hand        json.RawMessage
	WithFlowers *bool `json:"with_flowers"`
	Want        struct {
		Win, Valid bool
		Fan, Tai   int
		Fans       map[string]int // how often each is counted
		Payments   map[string]int // by seat; absent where the example says nothing of them
		Error      string
	}
}

// CheckExamples scores worked examples with the rules that open gives for each; there are at least so many.
func CheckExamples(t *testing.T, path string, least int, open func(Example) scoring.Ruleset) {
	t.Helper()
	lines := RawLines(t, path)
	for _, line := range lines {
		var example Example
		if err := json.Unmarshal(line, &example); err != nil {
			t.Fatal(err)
		}
		rules := open(example)
		win, err := models.ParseWinOf(scoring.HandSize(rules), example.Hand)
		var got scoring.Result
		if err == nil {
			got, err = rules.Score(win)
		}
		if err != nil {
			if code, _, _ := strings.Cut(err.Error(), ":"); code != example.Want.Error {
				t.Errorf("%s: %v", example.ID, err)
			}
			continue
		}
		example.compare(t, got)
	}
	if len(lines) < least {
		t.Errorf("%d examples, not %d", len(lines), least)
	}
}

func (e Example) compare(t *testing.T, got scoring.Result) {
	fans := map[string]int{}
	for _, f := range got.Fans {
		fans[f.ID] = f.Count
	}
	want := e.Want
	if want.Error != "" || got.Win != want.Win || got.Valid != want.Valid || got.Fan != want.Fan || got.Tai != want.Tai || !maps.Equal(fans, want.Fans) {
		t.Errorf("%s: %v %v %d %d %v, want %+v", e.ID, got.Win, got.Valid, got.Fan, got.Tai, fans, want)
	}
	for seat, points := range want.Payments {
		var s models.Seat
		if err := s.UnmarshalText([]byte(seat)); err != nil || got.Payments[s.Index()] != points {
			t.Errorf("%s: payments %v, want %v", e.ID, got.Payments, want.Payments)
			return
		}
	}
}

// Line is one line of a reference file: a win and what is wanted of it.
type Line struct {
	Win  *models.Win
	Want json.RawMessage
	Text []byte
}

// Lines reads a file of reference hands, .jsonl or .jsonl.gz, and calls yield for
// each line. It fails the test on a line that is no hand and on an empty file.
func Lines(t testing.TB, path string, yield func(Line)) {
	t.Helper()
	n := 0
	for _, text := range RawLines(t, path) {
		win, err := models.ParseWin(text)
		if err != nil {
			t.Fatalf("%s: %s: %v", path, text, err)
		}
		var only struct{ Want json.RawMessage }
		if err := json.Unmarshal(text, &only); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		yield(Line{win, only.Want, text})
		n++
	}
	if n == 0 {
		t.Fatalf("%s holds no hands", path)
	}
}

// RawLines reads the lines of a file, unpacking .gz.
func RawLines(t testing.TB, path string) [][]byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, 1<<22)
	var lines [][]byte
	for scanner.Scan() {
		if text := bytes.TrimSpace(scanner.Bytes()); len(text) > 0 {
			lines = append(lines, bytes.Clone(text))
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return lines
}
