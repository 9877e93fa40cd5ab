package ledger

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"jantaku/models"
)

// rankedPlain is the plain course with a ranking.
type rankedPlain struct {
	Plain
	ranking models.Ranking
}

func (r rankedPlain) Ranking(models.Match) models.Ranking { return r.ranking }

func TestFinalResults(t *testing.T) {
	uma := []float64{15, 5, -5, -15}
	for _, tt := range []struct {
		name    string
		ranking models.Ranking
		sticks  int
		scores  [4]int
		results [4]float64 // by number of the player
		ranks   [4]int
	}{
		{"uma and oka", models.Ranking{Return: 30000, Unit: 1000, Uma: uma, Oka: 20}, 0,
			[4]int{40000, 30000, 20000, 10000}, [4]float64{45, 5, -15, -35}, [4]int{1, 2, 3, 4}},
		{"equal scores: the earlier dealer ranks higher", models.Ranking{Return: 30000, Unit: 1000, Uma: uma}, 0,
			[4]int{20000, 40000, 40000, 20000}, [4]float64{-15, 25, 15, -25}, [4]int{3, 1, 2, 4}},
		{"equal scores share", models.Ranking{Return: 30000, Unit: 1000, Uma: uma, Oka: 20, Ties: true}, 0,
			[4]int{20000, 40000, 40000, 20000}, [4]float64{-20, 30, 30, -20}, [4]int{3, 1, 1, 3}},
		{"two share the first rank and the sticks left", models.Ranking{Return: 30000, Unit: 1000, Uma: uma, Ties: true, LeftSticks: 1000}, 1,
			[4]int{35000, 35000, 20000, 9000}, [4]float64{15.5, 15.5, -15, -36}, [4]int{1, 1, 3, 4}},
		{"three share them in hundreds", models.Ranking{Return: 30000, Unit: 1000, Uma: []float64{15, 5, -5, -15}, Ties: true, LeftSticks: 1000}, 1,
			[4]int{9000, 30000, 30000, 30000}, [4]float64{-36, 5.4, 5.3, 5.3}, [4]int{4, 1, 1, 1}},
		{"the sticks left go to the first", models.Ranking{Return: 30000, Unit: 1000, Uma: uma, LeftSticks: 1000}, 2,
			[4]int{38000, 30000, 20000, 10000}, [4]float64{25, 5, -15, -35}, [4]int{1, 2, 3, 4}},
		{"floating uma, one above", models.Ranking{Return: 30000, Unit: 1000, Floating: [][]float64{{8, 4, -4, -8}, {12, -1, -3, -8}, {8, 4, -4, -8}, {8, 3, 1, -12}}}, 0,
			[4]int{45000, 29000, 26000, 20000}, [4]float64{27, -2, -7, -18}, [4]int{1, 2, 3, 4}},
		{"floating uma, three above", models.Ranking{Return: 30000, Unit: 1000, Floating: [][]float64{{8, 4, -4, -8}, {12, -1, -3, -8}, {8, 4, -4, -8}, {8, 3, 1, -12}}}, 0,
			[4]int{45000, 32000, 30000, 13000}, [4]float64{23, 5, 1, -29}, [4]int{1, 2, 3, 4}},
		// T0 √4 = 960: tanh 1 = 0.76159, tanh 2 = 0.96403.
		{"约化分数", models.Ranking{Unit: 1, Tanh: 480}, 0,
			[4]int{960, 0, 0, -960}, [4]float64{2.487, 0, 0, -2.487}, [4]int{1, 2, 3, 4}},
		{"约化分数 with another α", models.Ranking{Unit: 1, Tanh: 480, Alpha: 2}, 0,
			[4]int{960, 0, 0, -960}, [4]float64{4.974, 0, 0, -4.974}, [4]int{1, 2, 3, 4}},
		{"约化分数 with the difference as the book prints it", models.Ranking{Unit: 1, Tanh: 480, Alpha: -1}, 0,
			[4]int{960, 0, 0, -960}, [4]float64{-2.487, 0, 0, 2.487}, [4]int{1, 2, 3, 4}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := State{MatchState: models.MatchState{Match: fourPlayers()}, book: Book{Course: rankedPlain{ranking: tt.ranking}}}
			s.Position = models.Begin(s.Match)
			s.Position.Scores, s.Position.Sticks, s.Position.Over = tt.scores, tt.sticks, "length"
			s.Finished = true
			for _, total := range s.Standing() {
				n := map[string]int{"Ann": 0, "Bo": 1, "Cui": 2, "Dai": 3}[total.Player.ID]
				if math.Abs(total.Result-tt.results[n]) > 1e-9 || total.Rank != tt.ranks[n] {
					t.Errorf("%s: rank %d result %g, want %d %g", total.Player.Name, total.Rank, total.Result, tt.ranks[n], tt.results[n])
				}
			}
		})
	}
}

func TestAMatchThatIsClosedEarlyGivesTheSticksLeftToo(t *testing.T) {
	s := State{MatchState: models.MatchState{Match: fourPlayers()}, book: Book{Course: rankedPlain{ranking: models.Ranking{Unit: 1, LeftSticks: 1000}}}}
	s.Position = models.Begin(s.Match)
	s.Position.Sticks = 1
	if first := s.Standing()[0]; first.Score != 100 {
		t.Errorf("while it is played the first has %d, want 100", first.Score)
	}
	s.Finished = true
	if first := s.Standing()[0]; first.Score != 1100 {
		t.Errorf("closed the first has %d, want 1100", first.Score)
	}
}

func TestStandingsAndStatisticsOverMatches(t *testing.T) {
	l := newLedger(t)
	for i, winner := range []models.Place{2, 2, 3} {
		m := fourPlayers()
		m.ID = fmt.Sprint("m", i)
		if _, err := l.StartMatch(ctx, referee, m); err != nil {
			t.Fatal(err)
		}
		play(t, l, win(fmt.Sprint("a", i), winner, 1)) // 10 of Ann
		h := draw(fmt.Sprint("b", i))
		h.Ready = []models.Ready{{Place: 4}}
		play(t, l, h)
		play(t, l, win(fmt.Sprint("c", i), 4, 0))
		if i == 2 {
			break // still being played: does not count
		}
		if _, err := l.FinishMatch(ctx, referee, ""); err != nil {
			t.Fatal(err)
		}
	}
	matches, err := l.Matches(ctx)
	if err != nil || len(matches) != 3 {
		t.Fatal(len(matches), err)
	}
	rows := Standings(matches, nil)
	if len(rows) != 4 || rows[0].ID != "Dai" || rows[0].Ranks != [4]int{2} || rows[0].Matches != 2 {
		t.Fatalf("first is %+v", rows[0])
	}
	dai, ann := rows[0], rows[len(rows)-1]
	if dai.Hands != 6 || dai.Wins != 2 || dai.Selfs != 2 || dai.Draws != 2 || dai.Ready != 2 || dai.Gained != 60 || dai.BestGain != 30 || dai.BestMatch != "m0" || dai.Best == "" {
		t.Errorf("Dai: %+v", dai)
	}
	if ann.ID != "Ann" || ann.DealIns != 2 || ann.Lost != 20 || ann.Wins != 0 {
		t.Errorf("Ann: %+v", ann)
	}
	if rows := Standings(matches, func(d Digest) bool { return d.Match.ID == "m1" }); rows[0].Matches != 1 {
		t.Errorf("the filter is not used: %+v", rows[0])
	}
}

// TestStandingsNeverMixRuleBooks claims that a player has a row for each rule book played.
func TestStandingsNeverMixRuleBooks(t *testing.T) {
	ann, bo := models.Player{ID: "Ann", Name: "Ann"}, models.Player{ID: "Bo", Name: "Bo"}
	match := func(rules string, scores ...int) Digest {
		return Digest{Finished: true, Match: models.Match{Rules: rules, Players: []models.Player{ann, bo}},
			Totals: []Total{{Player: ann, Rank: 1, Score: scores[0]}, {Player: bo, Rank: 2, Score: scores[1]}}}
	}
	rows := Standings([]Digest{match("riichi-wrc", 30000, 20000), match("mcr-2006", 40, -40), match("riichi-wrc", 10, 50000)}, nil)
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprint(r.Rules, " ", r.Name, " ", r.Matches, " ", r.Score))
	}
	want := []string{"riichi-wrc Bo 2 70000", "riichi-wrc Ann 2 30010", "mcr-2006 Ann 1 40", "mcr-2006 Bo 1 -40"}
	if !slices.Equal(got, want) {
		t.Errorf("standings %q, want %q", got, want)
	}
}

func TestReadingWhileSomebodyWrites(t *testing.T) {
	l := started(t)
	var readers sync.WaitGroup
	done := make(chan struct{})
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if v := l.State().View(); len(v.Hands) != v.Position.Hands {
					t.Errorf("%d hands listed, %d played", len(v.Hands), v.Position.Hands)
				}
				if _, _, err := l.Outbox(ctx); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 20 {
		play(t, l, win(fmt.Sprint("h", i), models.PlaceAt(i), 0))
		if i%4 == 3 {
			if _, err := l.Correct(ctx, referee, "", Stand, HandCorrection(entryOf(t, l.State(), 1).ID, win("", models.PlaceAt(i/4), 0))); err != nil {
				t.Error(err)
			}
		}
	}
	close(done)
	readers.Wait()
}

// threeHands is a course that is over after three hands; a dealer who wins the second may
// stop before.
type threeHands struct{ Plain }

func (c threeHands) Next(m models.Match, p models.Position, o models.Outcome) models.Position {
	next := c.Plain.Next(m, p, o)
	switch {
	case p.Hands >= 3:
		next.Over = "length"
	case p.Hands == 2 && o.WonBy(p.Dealer):
		next.May = "agari-yame"
	}
	return next
}

func TestAMatchIsFinishedWhenItsRulesSayAndGoesOnWhenTheyNoLongerDo(t *testing.T) {
	shelf := func(models.Match) (Book, error) { return Book{Rules: flatRules{}, Course: threeHands{}}, nil }
	l := openTest(t, filepath.Join(t.TempDir(), "club.jantaku"), WithShelf(shelf))
	if _, err := l.StartMatch(ctx, referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	check := func(when string, finished bool, over, may string) {
		t.Helper()
		s := l.State()
		_, playing := l.Table()
		if s.Finished != finished || playing == finished || (len(s.Totals) > 0) != finished || s.Position.Over != over || s.Position.May != may {
			t.Fatalf("%s: finished %v, playing %v, %d totals, over %q, may %q", when, s.Finished, playing, len(s.Totals), s.Position.Over, s.Position.May)
		}
	}
	play(t, l, win("h1", 1, 2))
	check("after one hand", false, "", "")
	play(t, l, win("h2", 1, 2))
	check("after the dealer's second win", false, "", "agari-yame")
	play(t, l, win("h3", 2, 3))
	check("after three hands", true, "length", "")
	if err := tryPlay(l, win("h4", 2, 3)); !errors.Is(err, ErrFinished) {
		t.Fatalf("a hand after the end gives %v", err)
	}
	if _, err := l.Undo(ctx, referee, ""); err != nil {
		t.Fatal(err)
	}
	check("the third hand taken back", false, "", "agari-yame")
	play(t, l, win("h5", 2, 3))
	check("played again", true, "length", "")
	first, _ := l.State().Hand(1)
	if _, err := l.Correct(ctx, referee, "", Replay, Revocation(first.ID)); err != nil {
		t.Fatal(err)
	}
	check("the first hand never was", false, "", "")
	if matches, err := l.Matches(ctx); err != nil || matches[0].Finished {
		t.Fatalf("the list says %+v, %v", matches, err)
	}
	play(t, l, win("h6", 2, 3))
	check("three hands again", true, "length", "")
	next := fourPlayers()
	next.ID = "m2"
	if _, err := l.StartMatch(ctx, referee, next); err != nil {
		t.Errorf("a new match after the end: %v", err)
	}
}
