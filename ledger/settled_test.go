package ledger_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
)

// bloody begins a match by a rule book in an empty ledger.
func bloody(t *testing.T, rules string, options map[string]string) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(ctx, filepath.Join(t.TempDir(), "club.jantaku"), ledger.WithShelf(shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	m := models.Match{ID: "m", Rules: rules, Options: options}
	for _, name := range []string{"Ann", "Bo", "Cui", "Dai"} {
		m.Players = append(m.Players, models.Player{ID: name, Name: name})
	}
	if _, err := l.StartMatch(ctx, referee, m); err != nil {
		t.Fatal(err)
	}
	return l
}

const (
	plainHand  = "[999p] 123456m1237p +7p"
	flushHand  = "1334556778999m +2m"
	shotHand   = "[999p] 123456m1237p +7p kong-discard"
	otherHand  = "[111s] 345678s789m9s +9s" // plain too, of other tiles
	bambooHand = "1334556778999s +2s"       // a flush of other tiles
)

// battle is a hand of several settlements; hands are those of its winners in order.
func battle(t *testing.T, id string, settled []models.Settlement, hands ...string) models.HandRecord {
	t.Helper()
	h := models.HandRecord{ID: id}
	h.Ending, h.Settled = models.Drawn, settled
	for _, one := range settled {
		for _, w := range one.Wins {
			typed, err := models.ParseText(hands[len(h.Winners)])
			if err != nil {
				t.Fatal(err)
			}
			h.Ending, h.Winners = models.Won, append(h.Winners, w.Place)
			h.Wins = append(h.Wins, models.WinRecord{Place: w.Place, Win: *typed})
		}
	}
	return h
}

func won(wins ...models.SettledWin) models.Settlement {
	return models.Settlement{Do: models.Wins, Wins: wins}
}

// enter situates, scores and appends a hand as every door does.
func enter(l *ledger.Ledger, h models.HandRecord) (ledger.State, error) {
	h = l.Situate(h)
	var results []scoring.Result
	for i := range h.Wins {
		r, err := l.State().Score(&h.Wins[i].Win)
		if err != nil {
			return l.State(), err
		}
		results = append(results, r)
	}
	_, err := l.Append(ctx, referee, h, results...)
	return l.State(), err
}

func TestAHandOfSeveralEndingsPaysEachOfThem(t *testing.T) {
	l := bloody(t, "sichuan", nil)
	drawn := true
	h := battle(t, "1", []models.Settlement{
		{Do: models.MadeConcealed, Place: 1},                                            // 2 from each
		won(models.SettledWin{Place: 3, From: 1}, models.SettledWin{Place: 4, From: 1}), // the kong goes back; 2 and 4 with the shot
		{Do: models.MadeAdded, Place: 1, Drawn: &drawn},                                 // 1 from place 2
		won(models.SettledWin{Place: 2, From: 2}),                                       // 4 + 1 from place 1
	}, shotHand, "1334556778999m +2m kong-discard", bambooHand)
	s, err := enter(l, h)
	if err != nil {
		t.Fatal(err)
	}
	e, _ := s.LastHand()
	want := []models.Points{{6, -2, -2, -2}, {-6 - 2 - 8, 2, 2 + 2, 2 + 8}, {1, -1, 0, 0}, {-5, 5, 0, 0}}
	if !slices.Equal(e.Steps, want) || e.Points != (models.Points{-14, 4, 2, 8}) {
		t.Errorf("steps %v, together %v; want %v", e.Steps, e.Points, want)
	}
	if s.Position.Dealer != 1 {
		t.Errorf("place %d deals next, not 1, who supplied the tile of two", s.Position.Dealer)
	}
	line := s.View().Hands[0]
	if len(line.Steps) != 4 || *line.Steps[1].From != 0 || !slices.Equal(line.Steps[1].Winners, []int{2, 3}) || line.Steps[1].Deltas != [4]int(want[1]) || *line.Steps[0].Player != 0 {
		t.Errorf("the list shows %+v", line.Steps)
	}
	if win := s.View().Last.Wins[2]; win.From != 0 || len(win.Win.Out) != 2 {
		t.Errorf("the last win shows %+v", win)
	}

	// The third winner had not drawn: place 1 supplied the tile. What is said of others stays.
	again := e.Current().Hand.HandRecord
	again.Settled = slices.Clone(again.Settled)
	again.Settled[3] = won(models.SettledWin{Place: 2, From: 1})
	s, err = l.Correct(ctx, referee, "", ledger.Stand, ledger.HandCorrection(e.ID, again))
	if err != nil {
		t.Fatal(err)
	}
	if e, _ = s.LastHand(); e.Points != (models.Points{-13, 3, 2, 8}) || e.Steps[3] != (models.Points{-4, 4, 0, 0}) {
		t.Errorf("corrected it pays %v", e.Points)
	}
	if s, err = l.Undo(ctx, referee, ""); err != nil || s.Position.Scores != [4]int{-14, 4, 2, 8} {
		t.Errorf("undone: %v %v", s.Position.Scores, err)
	}
	if report, err := l.Replay(ctx, true); err != nil || len(report.Faults) > 0 || report.Unscored > 0 {
		t.Errorf("replay: %+v %v", report, err)
	}
	digests, err := l.NewestMatches(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	if p := digests[0].Played; p[0].DealIns != 2 || p[0].Lost != 16 || p[1].Selfs != 1 || p[1].Gained != 5 || p[3].Wins != 1 || p[3].BestGain != 10 {
		t.Errorf("counted: %+v", p)
	}
}

func TestAWinThatIsToldLaterBelongsToTheHandThatGoesOn(t *testing.T) {
	l := bloody(t, "sichuan", nil)
	if _, err := enter(l, battle(t, "1", []models.Settlement{won(models.SettledWin{Place: 2, From: 1})}, plainHand)); err != nil {
		t.Fatal(err)
	}
	// Somebody else wins on the same tile: another button, a little later.
	also := battle(t, "2", []models.Settlement{won(models.SettledWin{Place: 4, From: 1})}, flushHand)
	also.With, also.Settled = "1", nil
	s, err := enter(l, also)
	if err != nil || s.Position.Hands != 1 || s.Position.Scores != [4]int{-5, 1, 0, 4} || s.Position.Dealer != 1 {
		t.Fatalf("%+v %v", s.Position, err)
	}
	if on, goes := s.Going(); !goes || on.ID != "1" {
		t.Errorf("the hand with two winners does not go on: %v", on)
	}
	if v := s.View(); !v.Last.GoesOn || !v.Hands[0].GoesOn {
		t.Error("the view says that the hand is over")
	}
	last := s.Continue(battle(t, "3", []models.Settlement{won(models.SettledWin{Place: 3, From: 3})}, otherHand))
	if _, err := enter(l, battle(t, "x", []models.Settlement{won(models.SettledWin{Place: 1, From: 3})}, plainHand)); err == nil {
		t.Error("a hand of its own begins while another goes on")
	}
	if s, err = enter(l, last); err != nil || s.Position.Hands != 1 || s.Position.Scores != [4]int{-7, 1, 2, 4} {
		t.Fatalf("%+v %v", s.Position, err)
	}
	if _, goes := s.Going(); goes {
		t.Error("the hand goes on after three have won")
	}
	if v := s.View(); v.Last.GoesOn || v.Hands[0].GoesOn {
		t.Error("the view says that the hand goes on after three have won")
	}
	if s, err = enter(l, s.Continue(battle(t, "4", []models.Settlement{won(models.SettledWin{Place: 1, From: 2})}, plainHand))); err != nil || s.Position.Hands != 2 {
		t.Errorf("the next win is no hand of its own: %+v %v", s.Position, err)
	}
}

func TestHandsThatCannotHaveGoneSoAreRefusedAndNothingIsWritten(t *testing.T) {
	ready := models.HandState{State: models.IsReady}
	tests := []struct {
		name, rules, want string
		settled           []models.Settlement
		hands             []string
	}{
		{"a second ending where a hand has one", "mcr", "a hand is over with its first win", []models.Settlement{won(models.SettledWin{Place: 1, From: 1}), won(models.SettledWin{Place: 2, From: 3})}, []string{"123456m123p5577s +7s", "456789m789p3366s +6s"}},
		{"a win of a winner", "sichuan", "a win of place 1, where nobody plays", []models.Settlement{won(models.SettledWin{Place: 1, From: 1}), won(models.SettledWin{Place: 1, From: 3})}, []string{plainHand, otherHand}},
		{"a winner supplies", "sichuan", "place 2 wins from place 1, where nobody", []models.Settlement{won(models.SettledWin{Place: 1, From: 1}), won(models.SettledWin{Place: 2, From: 1})}, []string{plainHand, otherHand}},
		{"a refund without its kong", "sichuan", "which made none", []models.Settlement{won(models.SettledWin{Place: 1, From: 2})}, []string{shotHand}},
		{"a fourth winner", "sichuan", "after 3 players have won", []models.Settlement{won(models.SettledWin{Place: 1, From: 4}, models.SettledWin{Place: 2, From: 4}, models.SettledWin{Place: 3, From: 4}), won(models.SettledWin{Place: 4, From: 4})}, []string{plainHand, otherHand, flushHand, "[666p] 888p444p555p8m +8m"}},
		{"ready for nothing", "sichuan", "is missing or cannot be", []models.Settlement{{Do: models.HandsEnd, States: map[models.Place]models.HandState{1: ready, 2: ready, 3: ready, 4: ready}}}, nil},
		{"a kong that nobody told of", "sichuan", "the kongs of the hand are not those that were said", []models.Settlement{won(models.SettledWin{Place: 1, From: 2})}, []string{"[9999p] 123456m1237p +7p"}},
		{"the void suit", "sichuan", "void-suit", []models.Settlement{won(models.SettledWin{Place: 1, From: 2})}, []string{plainHand + " void=m"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := bloody(t, tt.rules, nil)
			before := l.State().Seq
			if s, err := enter(l, battle(t, "1", tt.settled, tt.hands...)); err == nil || s.Seq != before || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%+v %v; want %q", s.Position, err, tt.want)
			}
		})
	}
	l := bloody(t, "sichuan", nil)
	one := models.HandRecord{ID: "1", Outcome: models.Outcome{Ending: models.Drawn}}
	if _, err := l.Append(ctx, referee, one); !errors.Is(err, ledger.ErrBadHand) {
		t.Errorf("a draw of which nobody said how the hands stood: %v", err)
	}
}

func TestShownHandsStandAsTheBookSeesThem(t *testing.T) {
	l := bloody(t, "sichuan", nil)
	hand := func(text string) *models.Hand {
		h, err := models.ParseHand(text)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	pig := "[999p] 123456m1237p"
	s, err := enter(l, battle(t, "1", []models.Settlement{{Do: models.HandsEnd, States: map[models.Place]models.HandState{
		1: {State: models.NotReady, Hand: hand("1112233456s [888s]"), Void: models.VoidOf(models.Dots)}, // ready for 1s, three fans
		2: {State: models.IsReady, Hand: hand("147m258m369m1147p")},
		3: {State: models.IsReady, Hand: hand(pig), Void: models.VoidOf(models.Characters)},
		4: {State: models.NotReady, Hand: hand("[888p] 123456m4567p"), Void: models.VoidOf(models.Characters)}, // could discard nothing else
	}}}))
	if err != nil {
		t.Fatal(err)
	}
	e, _ := s.LastHand()
	states := e.Current().Hand.Settled[0].States
	for at, want := range map[models.Place]models.State{1: models.IsReady, 2: models.NotReady, 3: models.Pig, 4: models.NotReady} {
		if states[at].State != want {
			t.Errorf("place %d is %s, not %s", at, states[at].State, want)
		}
	}
	if e.Points != (models.Points{24, -8, -8, -8}) {
		t.Errorf("it pays %v", e.Points)
	}
}
