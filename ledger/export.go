package ledger

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"jantaku/models"
	"jantaku/scoring"
)

// EachMatch folds the matches whose digest passes, oldest first, one at a time.
func (l *Ledger) EachMatch(ctx context.Context, pass func(Digest) bool, do func(State) error) error {
	matches, err := l.Matches(ctx)
	if err != nil {
		return err
	}
	for _, d := range matches {
		if pass != nil && !pass(d) {
			continue
		}
		s, err := l.Match(ctx, d.Match.ID)
		if err != nil {
			return err
		}
		if err := do(s); err != nil {
			return err
		}
	}
	return nil
}

// bom tells spreadsheets that a file is UTF-8.
const bom = "\ufeff"

// CSV writes matches as a table, one row per hand.
type CSV struct {
	out *csv.Writer
}

// NewCSV writes the header of a table; with mark a byte order mark before it, which
// spreadsheets need to read Chinese and Japanese.
func NewCSV(w io.Writer, mark bool) (*CSV, error) {
	if mark {
		if _, err := io.WriteString(w, bom); err != nil {
			return nil, err
		}
	}
	c := &CSV{out: csv.NewWriter(w)}
	header := []string{"match", "started", "table", "rules", "hand", "time", "round", "deal", "honba", "sticks",
		"ending", "winner", "from", "tiles", "fans", "worth", "corrected"}
	for n := range models.Places {
		header = append(header, fmt.Sprintf("player%d", n+1), fmt.Sprintf("change%d", n+1), fmt.Sprintf("score%d", n+1))
	}
	return c, c.out.Write(header)
}

// Match writes the hands of a match.
func (c *CSV) Match(s State) error {
	for _, e := range s.Entries {
		if e.Kind != HandPlayed || !e.Counts() {
			continue
		}
		if err := c.out.Write(csvRow(s, e)); err != nil {
			return err
		}
	}
	return nil
}

// Close writes what is left. It does not close the writer underneath.
func (c *CSV) Close() error {
	c.out.Flush()
	return c.out.Error()
}

func csvRow(s State, e Entry) []string {
	h := e.HandView()
	var winners, tiles, fans, worth []string
	for _, n := range h.Winners {
		winners = append(winners, s.Match.Players[n].Name)
	}
	for _, w := range h.Wins {
		tiles = append(tiles, w.Win.Text())
		fans = append(fans, fanList(w.Result))
		worth = append(worth, worthOf(w.Result))
	}
	from := ""
	if h.From != nil {
		from = s.Match.Players[*h.From].Name
	}
	ending := string(h.Ending)
	if h.Reason != "" {
		ending += " " + h.Reason
	}
	row := []string{s.Match.ID, s.Entries[0].Versions[0].Time.Format(time.RFC3339), s.Match.Table, s.Match.Rules,
		strconv.Itoa(h.Number), h.Time.Format(time.RFC3339), strconv.Itoa(h.Round), strconv.Itoa(h.Deal), strconv.Itoa(h.Honba),
		strconv.Itoa(h.Before.Sticks), ending, strings.Join(winners, " / "), from, strings.Join(tiles, " / "),
		strings.Join(fans, " / "), strings.Join(worth, " / "), strconv.FormatBool(h.Corrected)}
	for n := range models.Places {
		if n >= len(s.Match.Players) {
			row = append(row, "", "", "")
			continue
		}
		row = append(row, s.Match.Players[n].Name, strconv.Itoa(h.Deltas[n]), strconv.Itoa(h.Scores[n]))
	}
	for i, cell := range row {
		row[i] = plainCell(cell)
	}
	return row
}

// plainCell keeps a spreadsheet from taking a name for a formula.
func plainCell(text string) string {
	if _, err := strconv.Atoi(text); err != nil && text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// fanList writes the fans in the book's order of announcing, as the book prints them.
func fanList(r scoring.Result) string {
	var list []string
	for _, f := range r.Fans {
		text := f.Name
		if f.Count > 1 {
			text += "×" + strconv.Itoa(f.Count)
		}
		list = append(list, fmt.Sprintf("%s %d", text, f.Value))
	}
	return strings.Join(list, ", ")
}

// worthOf writes the numbers that a rule book makes of a hand, such as "38 fu 5 fan".
func worthOf(r scoring.Result) string {
	var parts []string
	add := func(part scoring.Part, n int, unit string) {
		if r.Parts&part != 0 && n != 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, unit))
		}
	}
	if r.Yakuman > 0 {
		add(scoring.PartYakuman, r.Yakuman, "yakuman")
	} else {
		if r.Parts&scoring.PartLimit != 0 && r.Limit != "" {
			parts = append(parts, r.Limit)
		}
		add(scoring.PartHan, r.Han, "han")
	}
	add(scoring.PartFu, r.Fu, "fu")
	add(scoring.PartFan, r.Fan, "fan")
	add(scoring.PartPoints, r.Points, "points")
	return strings.Join(parts, " ")
}

// Record is a match in the JSON export: what is shown and, with history, every version.
type Record struct {
	View
	Entries []Entry `json:"entries,omitempty"`
}

// WriteJSON writes matches as one JSON array, each match on lines of its own. next gives
// the matches until it reports false.
func WriteJSON(w io.Writer, history bool, each func(do func(State) error) error) error {
	separator := "[\n"
	err := each(func(s State) error {
		record := Record{View: s.View()}
		if history {
			record.Entries = s.Entries
		}
		b, err := json.Marshal(record)
		if err == nil {
			_, err = fmt.Fprintf(w, "%s%s", separator, b)
		}
		separator = ",\n"
		return err
	})
	if err == nil && separator == "[\n" {
		_, err = io.WriteString(w, "[")
	}
	if err == nil {
		_, err = io.WriteString(w, "\n]\n")
	}
	return err
}

// ErrNotRiichi reports a format that can only hold riichi matches.
var ErrNotRiichi = fmt.Errorf("ledger: this format can only hold matches by the rules riichi")

func riichiOnly(s State) error {
	if s.Match.Rules != "riichi" {
		return fmt.Errorf("%w: match %s is by %s", ErrNotRiichi, s.Match.ID, s.Match.Rules)
	}
	return nil
}

// handsOf gives the hands that count.
func (s State) handsOf() []Entry {
	return slices.DeleteFunc(slices.Clone(s.Entries), func(e Entry) bool { return e.Kind != HandPlayed || !e.Counts() })
}
