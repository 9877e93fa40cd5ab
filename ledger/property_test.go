package ledger_test

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
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

// gambler plays and changes a match at random.
type gambler struct {
	t *testing.T
	l *ledger.Ledger
	r *rand.Rand
	n int
}

// outcome is a random hand; several winners only by the rules riichi, and one shown hand at
// most by those that pay for it.
func (g *gambler) outcome(s ledger.State, p models.Position) models.HandRecord {
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
	for _, place := range h.Winners {
		hands := winning
		if len(seated) == 3 {
			hands = winning[:withoutCharacters]
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

// change corrects, revokes, undoes, redoes, penalizes or seats anew.
func (g *gambler) change() {
	s, err := g.l.State(), error(nil)
	e, ok := s.Hand(1 + g.r.IntN(max(s.Position.Hands, 1)))
	switch what := g.r.IntN(8); {
	case what < 2 && ok:
		_, err = g.l.CorrectHand(ctx, referee, "", e.ID, g.outcome(s, e.Before))
	case what == 2 && s.CanUndo():
		_, err = g.l.Undo(ctx, referee, "")
	case what == 3 && s.CanRedo():
		_, err = g.l.Redo(ctx, referee, "")
	case what == 4 && ok && g.r.IntN(4) == 0:
		_, err = g.l.Revoke(ctx, referee, "", e.ID)
	case what == 5 && ok && g.r.IntN(3) == 0:
		seats := e.After.Seats
		seats[0], seats[1] = seats[1], seats[0]
		_, err = g.l.Seat(ctx, referee, "", seats, e.ID)
	case what == 6 && g.r.IntN(3) == 0:
		_, err = g.l.Penalize(ctx, referee, "", models.Penalty{Kind: "free", Place: 1, Points: models.Points{-30, 10, 20}})
	}
	if err != nil {
		g.t.Fatal(err)
	}
}

// TestRandomMatchesByEveryRuleBook: whatever is played and corrected, folding the journal
// again gives the same state, every win is scored as its rule book scores it where it
// stands in the end, and the scores add up to what the rule book says.
func TestRandomMatchesByEveryRuleBook(t *testing.T) {
	hands := sharedtest.Count(30, 250)
	for _, m := range []models.Match{
		{Rules: "lingque-29"}, {Rules: "mcr"}, {Rules: "yuque-54"},
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
			if _, err := l.StartMatch(ctx, referee, m); err != nil {
				t.Fatal(err)
			}
			g := &gambler{t: t, l: l, r: rand.New(rand.NewPCG(7, uint64(len(m.Rules+m.Profile))))}
			for range hands {
				g.play()
				g.change()
			}
			s := l.State()
			if got, want := models.Points(s.Position.Scores).Sum(), sumBy(s); got != want {
				t.Errorf("the scores add up to %d, want %d", got, want)
			}
			checkAgain(t, path, s)
		})
	}
}

// sumBy is what the scores must add up to.
func sumBy(s ledger.State) int {
	sum := len(s.Match.Players) * s.Match.Start
	switch s.Match.Rules {
	case "riichi": // sticks on the table are nobody's
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
