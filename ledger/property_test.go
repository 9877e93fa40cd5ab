package ledger_test

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/players"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/course"
)

// winning are hands that win in every rule book here, from any seat; the first few
// without the tiles that three players leave out.
var winning = []string{
	"123p 456p 789p 55s 99s +9s",
	"111m 999m 111p 999p 5z +5z",
	"[555z<] [666z^] [777z>] 12s 99p +3s",
	"123m 456p 789s 55m 99p +9p",
	"234m 234p 234s 66m 55s +5s",
}

const withoutCharacters = 3

// together are hands that win on one tile, the last two without the tiles that three players leave out.
var together = []string{"123m 456m 789m 99m 12s +3s", "123p 456p 789p 99p 12s +3s", "111z 222z 333z 44z 12s +3s"}

// gambler plays and changes a match at random.
type gambler struct {
	t *testing.T
	l *ledger.Ledger
	r *rand.Rand
	n int
	// table plays the hands; nil makes them up.
	table *players.Table
	// corrected counts corrections, moved the later hands that they changed.
	corrected, moved int
	refused          int // corrections by which a later hand cannot have been played
}

// outcome is a random hand; several winners only by the rules riichi, and one shown hand at
// most by those that pay for it.
func (g *gambler) outcome(s ledger.State, p models.Position) models.HandRecord {
	if g.table != nil {
		return g.played(p)
	}
	h := g.ending(s, p)
	if s.Match.Rules != "yuque-54" {
		return h
	}
	ready := h.Ready
	h.Ready = []models.Ready{}
	for _, r := range ready {
		if !h.WonBy(r.Place) && len(h.Ready) == 0 {
			hand, err := models.ParseHand("123p 456p 22z 33z 444z")
			if err != nil {
				g.t.Fatal(err)
			}
			h.Ready = append(h.Ready, models.Ready{Place: r.Place, Hand: hand, Gone: &models.Tiles{}})
		}
	}
	return h
}

// played is a hand that simulated players play in a position.
func (g *gambler) played(p models.Position) models.HandRecord {
	_, ending, err := g.table.Play(p)
	if err != nil {
		g.t.Fatal(err)
	}
	g.n++
	h := models.HandRecord{ID: fmt.Sprint("hand ", g.n), Outcome: ending.Outcome}
	if h.Ready == nil {
		h.Ready = []models.Ready{} // nobody waits, which the players know
	}
	for i := range h.Ready {
		if h.Ready[i].Hand != nil && h.Ready[i].Gone == nil {
			h.Ready[i].Gone = &models.Tiles{} // somebody says that none of its waits is gone
		}
	}
	for i, w := range ending.Wins {
		h.Wins = append(h.Wins, models.WinRecord{Place: h.Winners[i], Win: w})
	}
	return h
}

func (g *gambler) ending(s ledger.State, p models.Position) models.HandRecord {
	g.n++
	h := models.HandRecord{ID: fmt.Sprint("hand ", g.n)}
	var seated []models.Place
	for i := range models.Places {
		if place := models.PlaceAt(i); p.At(place) != models.Empty {
			seated = append(seated, place)
			if g.r.IntN(3) == 0 {
				h.Ready = append(h.Ready, models.Ready{Place: place, Points: g.r.IntN(500)})
			}
			if s.Match.Rules == "riichi" && g.r.IntN(4) == 0 {
				h.Riichi = append(h.Riichi, place)
			}
		}
	}
	at := g.r.IntN(len(seated))
	switch h.Ending = models.Won; g.r.IntN(8) {
	case 0:
		if aborts := s.Aborts(); len(aborts) > 0 {
			h.Ending, h.Reason = models.Aborted, aborts[g.r.IntN(len(aborts))]
			if h.Reason == "four-riichi" {
				h.Riichi = seated
			}
			return h
		}
		h.Ending = models.Drawn
		return h
	case 1, 2:
		h.Ending = models.Drawn
		if s.Match.Profile == "tenhou" && g.r.IntN(5) == 0 {
			h.Nagashi = seated[at : at+1]
		}
		return h
	case 3, 4:
		h.Winners = seated[at : at+1]
	default:
		h.From = seated[at]
		for i := 1; i < len(seated); i++ {
			if len(h.Winners) == 0 && i == len(seated)-1 || g.r.IntN(2) == 0 && (len(h.Winners) == 0 || s.Match.Rules == "riichi") {
				h.Winners = append(h.Winners, seated[(at+i)%len(seated)])
			}
		}
	}
	for i, place := range h.Winners {
		hands := winning
		if len(seated) == 3 {
			hands = winning[:withoutCharacters]
		}
		if len(h.Winners) > 1 {
			hands = together[i+4-len(seated):][:1]
		}
		w, err := models.ParseText(hands[g.r.IntN(len(hands))])
		if err != nil {
			g.t.Fatal(err)
		}
		if s.Match.Rules == "riichi" && len(w.Melds) == 0 {
			w.Riichi = 1
		}
		h.Wins = append(h.Wins, models.WinRecord{Place: place, Win: *w})
	}
	return h
}

func (g *gambler) play() {
	s := g.l.State()
	h := g.l.Situate(g.outcome(s, s.Position))
	var results []scoring.Result
	for i := range h.Wins {
		result, err := s.Score(&h.Wins[i].Win)
		if err != nil {
			g.t.Fatal(err)
		}
		results = append(results, result)
	}
	if _, err := g.l.Append(ctx, referee, h, results...); err != nil {
		g.t.Fatal(err)
	}
}

// correction is a change of any kind, of any hand, in either way; false for none.
func (g *gambler) correction() (c ledger.Correction, later ledger.Later, ok bool) {
	s := g.l.State()
	later = []ledger.Later{ledger.Stand, ledger.Replay}[g.r.IntN(2)]
	e, ok := s.Hand(1 + g.r.IntN(max(s.Position.Hands, 1)))
	if !ok {
		return c, later, false
	}
	switch what := g.r.IntN(8); {
	case what < 3:
		return ledger.HandCorrection(e.ID, g.outcome(s, e.Before)), later, true
	case what == 3 && g.r.IntN(4) == 0:
		return ledger.Revocation(e.ID), later, true
	case what == 4 && g.r.IntN(3) == 0:
		seats := e.After.Seats
		seats[0], seats[1] = seats[1], seats[0]
		return ledger.SeatCorrection(seats, e.ID), ledger.Replay, true
	case what == 5:
		at := ledger.Placing{Honba: &[]int{g.r.IntN(3)}[0], Sticks: &[]int{g.r.IntN(2)}[0]}
		if dealer := models.PlaceAt(g.r.IntN(models.Places)); s.Position.At(dealer) != models.Empty {
			at.Dealer = &dealer
		}
		if g.r.IntN(2) == 0 {
			at.After = e.ID
		}
		return ledger.PositionCorrection(at), ledger.Replay, true
	case what == 7 && g.r.IntN(3) == 0:
		g.n++
		after := ""
		if g.r.IntN(2) == 0 {
			after = e.ID
		}
		return ledger.SubstitutionOf(g.r.IntN(len(s.Match.Players)), fmt.Sprint("guest ", g.n), after), later, true
	case what == 6 && s.Match.Rules == "riichi" && g.r.IntN(3) == 0:
		m := s.Match
		m.Course = map[string]string{"bust": "no", "renchan": []string{"tenpai", "win", "none"}[g.r.IntN(3)]}
		return ledger.MatchCorrection(m), later, true
	}
	return c, later, false
}

// change corrects, revokes, undoes, redoes, penalizes, or sets seats or the position, and checks
// what has to hold of that.
func (g *gambler) change() {
	s, err := g.l.State(), error(nil)
	switch what := g.r.IntN(12); {
	case what == 0 && s.CanUndo():
		_, err = g.l.Undo(ctx, referee, "")
	case what == 1 && s.CanRedo():
		_, err = g.l.Redo(ctx, referee, "")
	case what == 2 && g.r.IntN(3) == 0:
		_, err = g.l.Penalize(ctx, referee, "", models.Penalty{Kind: "free", Place: 1, Points: models.Points{-30, 10, 20}})
	default:
		if c, later, ok := g.correction(); ok {
			g.correct(c, later)
		}
	}
	if err != nil {
		g.t.Fatal(err)
	}
}

// correct makes a correction, takes it back and brings it again.
func (g *gambler) correct(c ledger.Correction, later ledger.Later) {
	before, was := g.digest(), g.l.State()
	foreseen, err := g.l.Foresee(ctx, "", c)
	if g.table != nil && len(models.ReasonsOf(err)) > 0 { // a hand that was played wins from its seat alone
		g.refused++
		if got := g.digest(); !reflect.DeepEqual(got, before) {
			g.t.Fatalf("a correction that is refused leaves\n%+v, not\n%+v", got, before)
		}
		return
	}
	if err != nil {
		g.t.Fatal(err)
	}
	if later == ledger.Replay && foreseen.Replay == nil {
		return // a later hand cannot have been played so
	}
	now, err := g.l.Correct(ctx, referee, "", later, c)
	if err != nil {
		g.t.Fatal(err)
	}
	g.corrected++
	want := foreseen.Stand
	if later == ledger.Replay {
		want = *foreseen.Replay
	}
	if got := ledger.SituationOf(now.Position); got != want.Situation || now.Position.Scores != want.Scores || now.Position.Over != want.Over {
		g.t.Fatalf("the preview promised %+v, it became %+v", want, now.Position)
	}
	shown := map[string]ledger.LaterHand{}
	for _, h := range foreseen.Later {
		shown[h.Entry] = h
	}
	for _, e := range now.Entries {
		old, known := was.Entry(e.ID)
		if !known || e.Kind != ledger.HandPlayed || !e.Counts() || len(e.Versions) > len(old.Versions) && !e.Current().Rescored {
			continue
		}
		moved := e.Points != old.Points || ledger.SituationOf(e.Before) != ledger.SituationOf(old.Before)
		if moved && later == ledger.Stand {
			g.t.Fatalf("hand %d stands, and paid %v in %+v, now %v in %+v", e.Number, old.Points, old.Before, e.Points, e.Before)
		}
		if _, told := shown[e.ID]; moved && !told {
			g.t.Fatalf("hand %d changes, and the preview does not show it", e.Number)
		}
		if moved {
			g.moved++
		}
	}
	after := g.digest()
	for _, step := range []struct {
		name string
		do   func() (ledger.State, error)
		want ledger.Digest
	}{
		{"undone", func() (ledger.State, error) { return g.l.Undo(ctx, referee, "") }, before},
		{"redone", func() (ledger.State, error) { return g.l.Redo(ctx, referee, "") }, after},
	} {
		if _, err := step.do(); err != nil {
			g.t.Fatal(err)
		}
		if got := g.digest(); !reflect.DeepEqual(got, step.want) {
			g.t.Fatalf("the correction %s leaves\n%+v, not\n%+v", step.name, got, step.want)
		}
	}
}

// digest is what is kept of the match, but for when it was written.
func (g *gambler) digest() ledger.Digest {
	all, err := g.l.NewestMatches(ctx, 1)
	if err != nil {
		g.t.Fatal(err)
	}
	all[0].Ended = time.Time{}
	return all[0]
}

// TestRandomMatchesByEveryRuleBook: whatever is played and corrected, a correction does what its
// preview promised, and after it hands that stand pay what they paid; one that is undone leaves
// the digest as it was; folding the journal
// again gives the same state, every win is scored as its rule book scores it where it
// stands in the end, and the scores add up to what the rule book says.
func TestRandomMatchesByEveryRuleBook(t *testing.T) {
	randomMatches(t, sharedtest.Count(30, 500), func(*testing.T, models.Match) *players.Table { return nil })
}

// TestMatchesOfSimulatedPlayersByEveryRuleBook: the same of hands that players play, from the deal to what is paid; a
// hand is corrected to another one that is played where it was.
func TestMatchesOfSimulatedPlayersByEveryRuleBook(t *testing.T) {
	randomMatches(t, sharedtest.Count(4, 500), func(t *testing.T, m models.Match) *players.Table {
		if len(m.Players) < models.Places {
			t.Skip("the players are four")
		}
		book, err := shelf(m)
		if err != nil {
			t.Fatal(err)
		}
		manners, err := course.MannersOf(book.Rules)
		if err != nil {
			t.Fatal(err)
		}
		table, err := players.New(book.Rules, book.Course.(players.Going), m, manners, 49)
		if err != nil {
			t.Fatal(err)
		}
		return table
	})
}

// randomMatches plays so many hands by every rule book, made up or by the players who sit down for a match, and
// corrects them.
func randomMatches(t *testing.T, hands int, sit func(*testing.T, models.Match) *players.Table) {
	for _, m := range []models.Match{
		{Rules: "sichuan"}, {Rules: "lingque-29"}, {Rules: "mcr"}, {Rules: "yuque-54"},
		{Rules: "riichi", Profile: "ema2025"}, {Rules: "riichi", Profile: "tenhou"}, {Rules: "riichi", Profile: "tenhou3"},
	} {
		t.Run(m.Rules+" "+m.Profile, func(t *testing.T) {
			m.ID, m.Length = "random", "open"
			if m.Rules == "riichi" {
				m.Course = map[string]string{"bust": "no"}
			}
			for _, name := range []string{"Ann", "Bo", "Cui", "Dai"}[:map[bool]int{true: 3, false: 4}[m.Profile == "tenhou3"]] {
				m.Players = append(m.Players, models.Player{ID: name, Name: name})
			}
			path := filepath.Join(t.TempDir(), "club.jantaku")
			l, err := ledger.Open(ctx, path, ledger.WithShelf(shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			s, err := l.StartMatch(ctx, referee, m)
			if err != nil {
				t.Fatal(err)
			}
			table := sit(t, s.Match)
			if m.Rules == "sichuan" && table == nil {
				t.Skip("nobody makes up a hand with its kongs, several wins and an end: players play them")
			}
			g := &gambler{t: t, l: l, table: table, r: rand.New(rand.NewPCG(7, uint64(len(m.Rules+m.Profile))))}
			for range hands {
				g.play()
				g.change()
			}
			s = l.State()
			if got, want := models.Points(s.Position.Scores).Sum(), sumBy(s); got != want {
				t.Errorf("the scores add up to %d, want %d", got, want)
			}
			checkAgain(t, path, s)
			t.Logf("%d corrections, %d refused, %d later hands changed", g.corrected, g.refused, g.moved)
			if g.refused > g.corrected/2+hands/8 {
				t.Errorf("%d corrections are refused", g.refused)
			}
			if hands > 20 && (g.corrected < hands/8 || g.moved == 0) {
				t.Errorf("%d corrections, %d later hands changed: too few to say anything", g.corrected, g.moved)
			}
		})
	}
}

// sumBy is what the scores must add up to.
func sumBy(s ledger.State) int {
	sum := len(s.Match.Players) * s.Match.Start
	switch s.Match.Rules {
	case "riichi": // sticks on the table are nobody's; what a referee put there or took away was somebody's
		for _, e := range s.Entries {
			sum += 1000 * e.Short
			if e.Kind == ledger.PositionSet && e.Counts() {
				sum += 1000 * (e.After.Sticks - e.Before.Sticks)
			}
		}
		return sum - 1000*s.Position.Sticks
	case "yuque-54": // from and to the bank: what every hand says
		for _, e := range s.Entries {
			if e.Kind == ledger.HandPlayed && e.Counts() {
				sum += e.Points.Sum()
			}
		}
	}
	return sum
}

// checkAgain reads the journal anew.
func checkAgain(t *testing.T, path string, live ledger.State) {
	t.Helper()
	reader, err := ledger.OpenForReading(ctx, path, ledger.WithShelf(shelf))
	if err != nil {
		t.Fatal(err)
	}
	report, err := reader.Replay(ctx, true)
	if err != nil || len(report.Faults) > 0 || report.Unscored > 0 {
		t.Errorf("replay: %+v %v", report, err)
	}
	if again := reader.State(); !reflect.DeepEqual(again.View(), live.View()) || !reflect.DeepEqual(again.Entries, live.Entries) {
		t.Error("folding the journal again gives another state")
	}
	for _, e := range live.Entries {
		if e.Kind != ledger.HandPlayed || !e.Counts() {
			continue
		}
		for _, w := range e.Current().Hand.Wins {
			if w.Win.Seat != e.Before.SeatOf(w.Place) {
				t.Errorf("hand %d was scored for seat %v, played at %v", e.Number, w.Win.Seat, e.Before.SeatOf(w.Place))
			}
		}
	}
	if err := errors.Join(reader.Close()); err != nil {
		t.Error(err)
	}
}

// TestRandomMatchesEndWhenTheirRulesSay: whatever is corrected, also after the end, a
// match is finished exactly while its last hand ends it, takes hands exactly while it is
// not, and is the same when the journal is folded again.
func TestRandomMatchesEndWhenTheirRulesSay(t *testing.T) {
	goesOn := 0
	for _, m := range []models.Match{
		{Rules: "lingque-26", Length: "half"}, {Rules: "lingque-29", Length: "half"}, {Rules: "mcr", Length: "east"}, {Rules: "yuque-54", Length: "half"},
		{Rules: "riichi", Profile: "tenhou", Length: "east"}, {Rules: "riichi", Profile: "majsoul", Length: "half"}, {Rules: "riichi", Profile: "tenhou3", Length: "east"},
	} {
		t.Run(m.Rules+" "+m.Profile, func(t *testing.T) {
			m.ID = "random"
			for _, name := range []string{"Ann", "Bo", "Cui", "Dai"}[:map[bool]int{true: 3, false: 4}[m.Profile == "tenhou3"]] {
				m.Players = append(m.Players, models.Player{ID: name, Name: name})
			}
			path := filepath.Join(t.TempDir(), "club.jantaku")
			l, err := ledger.Open(ctx, path, ledger.WithShelf(shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			if _, err := l.StartMatch(ctx, referee, m); err != nil {
				t.Fatal(err)
			}
			g := &gambler{t: t, l: l, r: rand.New(rand.NewPCG(11, uint64(len(m.Rules+m.Profile))))}
			ends := 0
			for range sharedtest.Count(100, 400) {
				was := l.State().Finished
				if was {
					if _, err := l.Append(ctx, referee, models.HandRecord{ID: "late", Outcome: models.Outcome{Ending: models.Drawn}}); !errors.Is(err, ledger.ErrFinished) {
						t.Fatalf("a hand after the end gives %v", err)
					}
				} else {
					g.play()
				}
				if s := l.State(); s.Finished && !was {
					ends++
				}
				was = l.State().Finished
				g.change()
				s := l.State()
				if s.Finished != (s.Position.Over != "") || (len(s.Totals) > 0) != s.Finished {
					t.Fatalf("finished %v, over %q, %d totals", s.Finished, s.Position.Over, len(s.Totals))
				}
				if was && !s.Finished {
					goesOn++
				}
			}
			if ends == 0 {
				t.Error("the match never ended")
			}
			checkAgain(t, path, l.State())
		})
	}
	if goesOn == 0 {
		t.Error("no correction let a match go on")
	}
}
