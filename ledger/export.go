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

// CSV writes matches as a table: a row per hand and per penalty, and a last one with how a finished match ended, so
// that the changes of a match add up to its scores.
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
	for n := range models.Places {
		header = append(header, fmt.Sprintf("result%d", n+1))
	}
	return c, c.out.Write(header)
}

// Match writes a match.
func (c *CSV) Match(s State) error {
	for _, e := range s.Entries {
		var row csvRow
		switch {
		case !e.Counts():
			continue
		case e.Kind == HandPlayed:
			row = handRow(s, e)
		case e.Kind == PenaltyGiven:
			row = csvRow{time: e.Versions[0].Time, ending: "penalty", worth: e.penaltyWorth(), corrected: e.Corrected(), changes: e.Deltas(), scores: e.After.Scores, players: e.Players}
		default:
			continue
		}
		if err := c.out.Write(row.cells(s)); err != nil {
			return err
		}
	}
	if !s.Finished {
		return nil
	}
	return c.out.Write(finalRow(s).cells(s))
}

// Close writes what is left. It does not close the writer underneath.
func (c *CSV) Close() error {
	c.out.Flush()
	return c.out.Error()
}

// csvRow is a row of a match's table; changes and scores are by player, and so are the results of the last row.
type csvRow struct {
	time                                     time.Time
	hand, round, deal, honba, sticks         string
	ending, winner, from, tiles, fans, worth string
	corrected                                bool
	changes, scores                          [models.Places]int
	results                                  []string
	players                                  []models.Player // who played then
}

// handRow is that of a hand.
func handRow(s State, e Entry) csvRow {
	h := s.HandView(e)
	row := csvRow{time: h.Time, hand: strconv.Itoa(h.Number), round: strconv.Itoa(h.Round), deal: strconv.Itoa(h.Deal), honba: strconv.Itoa(h.Honba),
		players: e.Players, sticks: strconv.Itoa(h.Before.Sticks), ending: string(h.Ending), corrected: h.Corrected, changes: h.Deltas, scores: h.Scores}
	var winners, tiles, fans, worth []string
	for _, n := range h.Winners {
		winners = append(winners, e.Players[n].Name)
	}
	for _, w := range h.Wins {
		tiles = append(tiles, w.Win.Text())
		fans = append(fans, fanList(w.Result))
		worth = append(worth, worthOf(w.Result))
	}
	if h.From != nil {
		row.from = e.Players[*h.From].Name
	}
	if h.Reason != "" {
		row.ending += " " + h.Reason
	}
	row.winner, row.tiles = strings.Join(winners, " / "), strings.Join(tiles, " / ")
	row.fans, row.worth = strings.Join(fans, " / "), strings.Join(worth, " / ")
	return row
}

// penaltyWorth says what a penalty is for: its kind, and why it was given.
func (e Entry) penaltyWorth() string {
	p := e.penaltyRow()
	return strings.TrimSpace(string(p.Kind) + " " + p.Why)
}

// finalRow is how a match ended: what lay on the table went to who was first, and the results by the rule book's ranking.
func finalRow(s State) csvRow {
	row := csvRow{time: s.Time, ending: "final", results: make([]string, len(s.Match.Players)), players: slices.Clone(s.Match.Players)}
	for n, player := range s.Match.Players {
		at := slices.IndexFunc(s.Totals, func(t Total) bool { return t.Player.ID == player.ID })
		if at < 0 {
			continue
		}
		t := s.Totals[at]
		row.changes[n], row.scores[n] = t.Score-s.Position.Scores[n], t.Score
		row.players[n].Name = t.Names()
		row.results[n] = strconv.FormatFloat(t.Result, 'f', -1, 64)
	}
	return row
}

func (r csvRow) cells(s State) []string {
	row := []string{s.Match.ID, s.Entries[0].Versions[0].Time.Format(time.RFC3339), s.Match.Table, s.Match.Rules,
		r.hand, r.time.Format(time.RFC3339), r.round, r.deal, r.honba, r.sticks,
		r.ending, r.winner, r.from, r.tiles, r.fans, r.worth, strconv.FormatBool(r.corrected)}
	for n := range models.Places {
		if n >= len(s.Match.Players) {
			row = append(row, "", "", "")
			continue
		}
		row = append(row, r.players[n].Name, strconv.Itoa(r.changes[n]), strconv.Itoa(r.scores[n]))
	}
	row = append(append(row, r.results...), make([]string, models.Places-len(r.results))...)
	for i, cell := range row {
		row[i] = plainCell(cell)
	}
	return row
}

// plainCell keeps a spreadsheet from taking a name for a formula.
func plainCell(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err != nil && text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
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
	add(scoring.PartTai, r.Tai, "tai")
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
