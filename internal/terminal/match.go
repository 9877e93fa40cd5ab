package terminal

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
)

// page collects a text of tables and keeps the first error.
type page struct {
	*tabwriter.Writer
	err error
}

// NewPage begins a page.
func NewPage(w io.Writer) *page {
	return &page{Writer: tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
}

// Line writes a line of tab-separated columns.
func (p *page) Line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.Writer, format+"\n", args...)
	}
}

// Done writes what is left. The error is the first of writing the page.
func (p *page) Done() error {
	if p.err == nil {
		p.err = p.Flush()
	}
	return p.err
}

// PrintMatch shows a match: where it stands, every hand, the penalties.
func PrintMatch(w io.Writer, s ledger.State) error {
	v, p := s.View(), NewPage(w)
	p.Line("match %s  %s  %s", v.Match.ID, v.Match.Rules, v.Match.Length)
	for _, line := range agreedText(s) {
		p.Line("%s", line)
	}
	switch pos := v.Position; {
	case pos.Over != "":
		p.Line("finished by the rules (%s) after %d hands", pos.Over, pos.Hands)
	case v.Finished:
		p.Line("finished after %d hands", pos.Hands)
	case pos.May != "":
		p.Line("%s: the dealer may end the match now (jantaku match finish) or play on", pos.May)
		fallthrough
	default:
		p.Line("round %d deal %d, honba %d, sticks %d; %d hands played", pos.Round, pos.Deal, pos.Honba, pos.Sticks, pos.Hands)
	}
	p.Line("")
	p.Line("place\tseat\tplayer\tscore\tlast")
	for _, player := range v.Players {
		p.Line("%d\t%v\t%s\t%d\t%+d", player.Place, player.Seat, player.Name, player.Score, player.Delta)
	}
	if how := v.Position.Seating; how != "" && !v.Finished {
		p.Line("\nchange seats%s; say that they sit so: jantaku match seats, or who sits where: jantaku match seats PLACE1 PLACE2 ...", SeatsText(v))
	}
	printHands(p, v)
	printAnnounced(p, v)
	for i, penalty := range v.Penalties {
		if i == 0 {
			p.Line("\npenalty\tplayer\tpoints\tat the end\t")
		}
		who := ledger.HandLine{Players: penalty.Players}.Who(v.Match.Players)[penalty.Player].Name
		p.Line("%s %s\t%s\t%+d\t%d\t%s", penalty.Entry, penalty.Kind, who, penalty.Points,
			-penalty.AtEnd, map[bool]string{true: "cancelled"}[penalty.Revoked])
	}
	p.Line("\nrank\tplayer\tscore\tresult\tpoints")
	for _, total := range v.Totals {
		p.Line("%d\t%s\t%d\t%g\t%g", total.Rank, total.Names(), total.Score, total.Result, total.Points)
		for _, share := range total.Shares {
			p.Line("\t  %s, %d hands\t%d\t%g\t%g", share.Player.Name, share.Hands, share.Score, share.Result, share.Points)
		}
	}
	return p.Done()
}

// PrintForesight shows what a correction makes of the hands played since, both ways; nothing
// where it leaves them as they are.
func PrintForesight(w io.Writer, s ledger.State, f ledger.Foresight) error {
	if len(f.Later) == 0 {
		return nil
	}
	p := NewPage(w)
	name := func(n int) string {
		if n == models.Empty {
			return "-"
		}
		return s.Match.Players[n].Name
	}
	row := func(label string, at ledger.Situation, by func(place int) int) {
		var each []string
		for i, n := range at.Seats {
			if n != models.Empty {
				each = append(each, fmt.Sprintf("%s %+d", name(n), by(i)))
			}
		}
		p.Line("%s\t%d-%d\t%s\t%d\t%d\t%s", label, at.Round, at.Deal, name(at.Seats[at.Dealer.Index()]), at.Honba, at.Sticks, strings.Join(each, ", "))
	}
	p.Line("hands played since\tround\tdealer\thonba\tsticks\tpayments")
	for _, h := range f.Later {
		row(fmt.Sprintf("hand %d as it was", h.Number), h.Was.Situation, func(i int) int { return h.Was.Points[i] })
		if h.Stand != h.Was {
			row("  becomes", h.Stand.Situation, func(i int) int { return h.Stand.Points[i] })
		}
		if f.Ask && h.Replay != nil {
			row("  with --later replay", h.Replay.Situation, func(i int) int { return h.Replay.Points[i] })
		}
	}
	if f.Ask && f.Problem != "" {
		p.Line("they cannot be replayed: %s", f.Problem)
	}
	if f.Stand.Short > f.Was.Short {
		p.Line("%d sticks were paid out that nobody laid any more: agree on who gives them back (jantaku match penalty)", f.Stand.Short-f.Was.Short)
	}
	if f.Ask {
		p.Line("stand: the ruling changed, they keep dealer, seats and payments; replay: the books were wrong, they are replayed")
	}
	p.Line("")
	return p.Done()
}

// agreedText says in words what else than the rule book's table holds in a match.
func agreedText(s ledger.State) (lines []string) {
	if list := books.All()[s.Match.Rules].Rulings(s.Match.Profile); len(list) > 0 {
		var says []string
		for _, r := range list {
			says = append(says, r.Says)
		}
		lines = append(lines, fmt.Sprintf("profile %s: %s", cmp.Or(s.Match.Profile, books.All()[s.Match.Rules].Standard), strings.Join(says, "; ")))
	}
	if how := s.RankingOf(); how.Tanh != 0 {
		sign := "own score minus the others'"
		if how.Alpha < 0 {
			sign = "the others' scores minus one's own, as printed"
		}
		lines = append(lines, fmt.Sprintf("results are 约化分数: T0 %g, α %g, %s", how.Tanh, math.Abs(how.Alpha), sign))
	}
	return lines
}

// SeatsText says who is to sit where, or how that is found.
func SeatsText(v ledger.View) string {
	switch v.Position.Seating {
	case models.SeatsDrawn:
		return ": the winds are drawn anew"
	case models.SeatsByDice:
		return " by dice"
	}
	var list []string
	for i := range models.Places {
		for _, player := range v.Players {
			if player.Seat == models.SeatAt(i) {
				list = append(list, fmt.Sprintf("%v %s (place %d)", player.Seat, player.Name, player.Place))
			}
		}
	}
	return ": " + strings.Join(list, ", ")
}

func namesOf(players []models.Player) (names []string) {
	for _, player := range players {
		names = append(names, player.Name)
	}
	return names
}

func printHands(p *page, v ledger.View) {
	names := namesOf(v.Match.Players)
	if len(v.Hands) > 0 {
		p.Line("\nhand\tround\t%s\t", strings.Join(names, "\t"))
	}
	for _, h := range v.Hands {
		deltas := []string{}
		for n := range names {
			deltas = append(deltas, fmt.Sprintf("%+d", h.Deltas[n]))
		}
		p.Line("%d\t%d-%d\t%s\t%s", h.Number, h.Round, h.Deal, strings.Join(deltas, "\t"), ending(h, namesOf(h.Who(v.Match.Players))))
	}
}

// printAnnounced shows what everybody announces after the last hand (报番), from the winner, or
// from East where nobody won, counter-clockwise: fans in the order they are counted, each with
// the value it was counted at, then the points.
func printAnnounced(p *page, v ledger.View) {
	if v.Last == nil || len(v.Last.Shown) == 0 {
		return
	}
	p.Line("\nannounced")
	first := v.Last.Before.Dealer
	if len(v.Last.Wins) > 0 {
		first = v.Last.Wins[0].Place
	}
	for i := range models.Places {
		at := models.PlaceAt(first.Index() + i)
		for _, w := range v.Last.Wins {
			if w.Place == at {
				p.Line("%s\t%s\t%d fan\t%d", v.Last.Who(v.Match.Players)[w.Player].Name, fansText(w.Result.Fans), w.Result.Fan, w.Result.Points)
			}
		}
		for _, r := range v.Last.Ready {
			if r.Place == at && r.Hand != nil {
				p.Line("%s\t%s\t%d fan\t%d, half of it paid", v.Last.Who(v.Match.Players)[v.Last.Before.At(at)].Name, fansText(r.Fans), r.Fan, r.Points)
			}
		}
	}
}

func fansText(fans []models.Fan) string {
	var list []string
	for _, f := range fans {
		list = append(list, fmt.Sprintf("%s %d", f.Name, f.Value))
	}
	return strings.Join(list, ", ")
}

// ending says in words how a hand ended.
func ending(h ledger.HandLine, names []string) string {
	text := string(h.Ending)
	if h.Reason != "" {
		text += " " + h.Reason
	}
	for i, n := range h.Winners {
		text = map[bool]string{true: "", false: text + " and "}[i == 0] + names[n]
	}
	switch {
	case len(h.Steps) > 0:
		text = stepsText(h.Steps, names)
	case len(h.Winners) > 0 && h.From != nil:
		text += " from " + names[*h.From]
	case len(h.Winners) > 0:
		text += " self-draw"
	}
	for _, shown := range h.Shown {
		text += fmt.Sprintf(", %s ready with %d fan", names[shown.Player], shown.Fan)
	}
	if h.Corrected {
		text += " (corrected)"
	}
	return text
}

// stepsText says in words what changed hands when.
func stepsText(steps []ledger.StepLine, names []string) string {
	var words []string
	for _, s := range steps {
		text := string(s.Do)
		switch {
		case s.Do == models.Wins:
			var winners []string
			for _, n := range s.Winners {
				winners = append(winners, names[n])
			}
			if text = strings.Join(winners, " and "); s.From == nil {
				text += " self-draw"
			}
		case s.Do == models.HandsEnd:
			text = "wall empty"
		case s.Player != nil:
			text += " of " + names[*s.Player]
		}
		if s.From != nil {
			text += " from " + names[*s.From]
		}
		words = append(words, text)
	}
	return strings.Join(words, "; ")
}

// PrintVersions shows every version of every entry.
func PrintVersions(w io.Writer, s ledger.State) error {
	p := NewPage(w)
	for _, e := range s.Entries {
		name := string(e.Kind)
		if e.Number > 0 {
			name = fmt.Sprintf("hand %d", e.Number)
		}
		p.Line("%s\t%s\t%s", name, e.ID, map[bool]string{false: "has no effect"}[e.Counts()])
		for _, v := range e.Versions {
			state := map[bool]string{true: "undone", false: ""}[v.Undone]
			if v.Rescored {
				state += " scored again"
			}
			if e.Dealt != nil && v.Event == e.Current().Event {
				state += " stands as it was dealt"
			}
			p.Line("  %s\t%s\t%s %s\t%s\t%s", v.Time.Local().Format("2006-01-02 15:04:05"), versionText(v), v.Source, v.By, v.Why, state)
		}
	}
	return p.Done()
}

func versionText(v ledger.Version) string {
	switch {
	case v.Hand != nil && len(v.Hand.Wins) > 0:
		var wins []string
		for _, win := range v.Hand.Wins {
			from := "self-draw"
			if at := v.Hand.Supplier(win.Place); at != 0 {
				from = fmt.Sprintf("from place %d", at)
			}
			wins = append(wins, fmt.Sprintf("place %d: %s %s", win.Place, win.Win.Text(), from))
		}
		return strings.Join(wins, "; ")
	case v.Hand != nil:
		return string(v.Hand.Ending) + " " + v.Hand.Reason
	case v.Penalty != nil:
		return fmt.Sprintf("%s place %d %v", v.Penalty.Kind, v.Penalty.Place, v.Penalty.Points)
	case v.Seating != nil:
		return fmt.Sprintf("seats %v", v.Seating.Seats)
	case v.Placing != nil:
		return v.Placing.String()
	case v.Substitution != nil:
		return v.Substitution.String()
	case v.Match != nil:
		var names []string
		for _, player := range v.Match.Players {
			names = append(names, player.Name)
		}
		return v.Match.Rules + " " + strings.Join(names, ", ")
	}
	return ""
}

// PrintMatches lists matches, one a line.
func PrintMatches(w io.Writer, matches []ledger.Digest) error {
	p := NewPage(w)
	p.Line("match\tstarted\trules\thands\t\tplayers")
	for _, d := range matches {
		var players []string
		for _, total := range d.Totals {
			players = append(players, fmt.Sprintf("%s %d", total.Player.Name, total.Score))
		}
		p.Line("%s\t%s\t%s\t%d\t%s\t%s", d.Match.ID, d.Started.Local().Format("2006-01-02 15:04"), d.Match.Rules, d.Hands,
			map[bool]string{true: "finished", false: "playing"}[d.Finished], strings.Join(players, ", "))
	}
	return p.Done()
}

// PrintStandings lists players by rank.
func PrintStandings(w io.Writer, rows []ledger.Row) error {
	p := NewPage(w)
	p.Line("\tplayer\tmatches\tpoints\tresult\tscore\t1st-2nd-3rd-4th\thands\twins\tself-draws\tdeal-ins\tmean win\tbest")
	rank, rules := 0, ""
	for _, r := range rows {
		if r.Rules != rules {
			rank, rules = 0, r.Rules
			p.Line("\t%s", rules)
		}
		rank++
		mean := ledger.Rate(r.Gained, r.Wins)
		p.Line("%d\t%s\t%d\t%g\t%g\t%d\t%d-%d-%d-%d\t%d\t%.1f%%\t%.1f%%\t%.1f%%\t%.1f\t%d %s", rank, r.Name, r.Matches, r.Points,
			r.Result, r.Score, r.Ranks[0], r.Ranks[1], r.Ranks[2], r.Ranks[3], r.Hands, 100*ledger.Rate(r.Wins, r.Hands),
			100*ledger.Rate(r.Selfs, r.Wins), 100*ledger.Rate(r.DealIns, r.Hands), mean, r.BestGain, r.Best)
	}
	return p.Done()
}
