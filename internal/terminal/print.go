package terminal

import (
	"fmt"
	"io"
	"strings"

	calling "jantaku/internal/usageerror"
	"jantaku/scoring"
	"jantaku/scoring/books"
	"jantaku/scoring/lines"
)

// PrintSticks prints how many sticks of each value a player and the pool begin with, and
// what they come to.
func PrintSticks(out io.Writer, rules string) error {
	table := books.All()[rules].Sticks
	if table == nil {
		return fmt.Errorf("%w: %s has no table of counting sticks", calling.Err, rules)
	}
	p := NewPage(out)
	p.Line("value\teach player\tpool")
	player, pool := 0, 0
	for _, s := range table {
		p.Line("%d\t%d\t%d", s.Value, s.PerPlayer, s.Pool)
		player, pool = player+s.Value*s.PerPlayer, pool+s.Value*s.Pool
	}
	p.Line("sum\t%d\t%d", player, pool)
	return p.Done()
}

// PrintTable prints a fan table in the book's order: clause, name, values, id, what
// it is not counted with, and an example hand.
func PrintTable(out io.Writer, book scoring.Tabled, w words) error {
	for _, row := range book.Rows() {
		name := fanName(book, row.ID, row.Name, w)
		var values []string
		for _, v := range row.Values {
			if text := w.say(v.Text); text != v.Text { // 滿 is no number
				values = append(values, text)
				continue
			}
			values = append(values, v.Text+" "+w.unit(book.ID(), v.Unit))
		}
		if _, err := fmt.Fprintf(out, "%-6s %s  %s  (%s)\n", row.Ref, name, strings.Join(values, ", "), row.ID); err != nil {
			return err
		}
		if len(row.Excludes) > 0 {
			fmt.Fprintf(out, "         %s: %s\n", w.say("excludes"), strings.Join(row.Excludes, ", "))
		}
		fmt.Fprintf(out, "         %s: %s\n", w.say("example"), row.Example)
	}
	return nil
}

// PrintWaits lists the tiles that complete a hand, with what each scores, in the language zh, ja or en.
func PrintWaits(out io.Writer, waits []lines.Wait, lang string) error {
	w, err := WordsFor(lang)
	if err != nil {
		return err
	}
	if len(waits) == 0 {
		_, err := fmt.Fprintln(out, w.say("no-waits"))
		return err
	}
	for _, wt := range waits {
		var fans []string
		for _, f := range wt.Result.Fans {
			name := f.Name
			if f.Names != nil {
				name = f.Names.In(lang)
			}
			fans = append(fans, name)
		}
		note := ""
		if !wt.Result.Valid {
			note = "  (" + w.whyNot(&wt.Result) + ")"
		}
		worth, unit := wt.Result.Points, w.say("points")
		if wt.Result.Parts&scoring.PartTai != 0 {
			worth, unit = wt.Result.Tai, w.say("台")
		}
		fmt.Fprintf(out, "%s ×%d  %d %s  %s%s\n", wt.Tile, wt.Left, worth, unit, strings.Join(fans, " "), note)
	}
	return nil
}
