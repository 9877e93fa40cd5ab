// Package scoringtest holds the checks that every rule book must pass: its table is
// sound and proves itself by its own examples, and the reference hands agree.
package scoringtest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
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
