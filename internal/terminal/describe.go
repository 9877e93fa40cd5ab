package terminal

import (
	"fmt"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
)

// Describe prints a scored hand for a person: the sets, every fan with its value and
// clause, the arithmetic line by line, and who pays whom.
func Describe(book scoring.Tabled, win *models.Win, r *scoring.Result, w words) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n", book.ID(), win.Text())
	if !r.Win {
		fmt.Fprintln(&b, w.say("not-a-win"))
		return b.String()
	}
	describeGroups(&b, r.Groups)
	describeFans(&b, book, r, w)
	for _, step := range r.Steps {
		name, sum := step.Code, step.Detail
		if step.Names != (models.Names{}) {
			name = step.Names.In(w.lang)
		}
		if step.Details != (models.Names{}) {
			sum = step.Details.In(w.lang)
		}
		if result := fmt.Sprint(step.Value); sum != result {
			sum += " = " + result
		}
		fmt.Fprintf(&b, "  %s: %s\n", name, sum)
	}
	if !r.Valid {
		fmt.Fprintln(&b, w.whyNot(r))
	}
	describePayments(&b, win, r, w)
	return b.String()
}

// fanName is what a fan of a book is called; printed is its name in the book.
func fanName(book scoring.Tabled, id, printed string, w words) string {
	if n, ok := scoring.WordsOf(book).Fans[id]; ok {
		return n.In(w.lang)
	}
	return printed
}

func describeGroups(b *strings.Builder, groups []scoring.Group) {
	for _, g := range groups {
		text := g.Tiles.String()
		switch {
		case g.Meld == "concealed-kong":
			text = "(" + text + ")"
		case g.Meld != "":
			text = "[" + text + "]"
		}
		if g.Winner {
			text += "*"
		}
		fmt.Fprintf(b, "  %s", text)
	}
	b.WriteByte('\n')
}

func describeFans(b *strings.Builder, book scoring.Tabled, r *scoring.Result, w words) {
	clauses := map[string]string{}
	for _, row := range book.Rows() {
		clauses[row.ID] = row.Ref
	}
	for _, f := range r.Fans {
		name := fanName(book, f.ID, f.Name, w)
		if f.Count > 1 {
			name += fmt.Sprintf(" ×%d", f.Count)
		}
		fmt.Fprintf(b, "  %4d  %s", f.Value, name)
		if clause := clauses[f.ID]; clause != "" {
			fmt.Fprintf(b, "  §%s", clause)
		}
		b.WriteByte('\n')
	}
}

func describePayments(b *strings.Builder, win *models.Win, r *scoring.Result, w words) {
	if !r.Paid {
		return
	}
	fmt.Fprintf(b, "%s:", w.say("payments"))
	for i, points := range r.Payments {
		seat := models.SeatAt(i)
		mark := ""
		if seat == win.Seat {
			mark = "*"
		}
		fmt.Fprintf(b, "  %s%s %+d", w.say("seat-"+seat.String()), mark, points)
	}
	b.WriteByte('\n')
}
