package ledger_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"testing"

	"jantaku/ledger"
	"jantaku/models"
)

// onTile is a pinfu that waits for 6s and 9s.
const onTile = "123m 456p 234s 55p 78s +9s"

// onTileToo and onTileAlso are others that can win on the same 9s.
const (
	onTileToo  = "456m 789p 234p 22m 78s +9s"
	onTileAlso = "678m 123p 345s 88m 78s +9s"
)

// table starts a match of Ann, Bo, Cui and Dai at places 1 to 4.
func table(t *testing.T, rules, profile string) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(ctx, filepath.Join(t.TempDir(), "club.jantaku"), ledger.WithShelf(shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	m := models.Match{Rules: rules, Profile: profile}
	for _, name := range []string{"Ann", "Bo", "Cui", "Dai"}[:map[bool]int{true: 3, false: 4}[profile == "majsoul3"]] {
		m.Players = append(m.Players, models.Player{ID: name, Name: name})
	}
	if _, err := l.StartMatch(ctx, referee, m); err != nil {
		t.Fatal(err)
	}
	return l
}

// claims records a win at a place on the discard of place 1, With another when with is
// not empty, and checks that the preview is what happened.
func claims(t *testing.T, l *ledger.Ledger, id, with, text string, at models.Place) {
	t.Helper()
	w, err := models.ParseText(text)
	if err != nil {
		t.Fatal(err)
	}
	h := models.HandRecord{ID: id, With: with, Wins: []models.WinRecord{{Place: at, Win: *w, Photo: &models.Photo{Type: "image/jpeg", Data: []byte(id)}}},
		Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{at}, From: 1, Ready: []models.Ready{}}}
	h = l.Situate(h)
	before := l.State()
	result, err := before.Score(&h.Wins[0].Win)
	if err != nil {
		t.Fatal(err)
	}
	preview, err := l.Preview(h, result)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Append(ctx, referee, h, result); err != nil {
		t.Fatal(err)
	}
	after := l.State().Position
	for n, score := range before.Position.Scores {
		if at := before.Position.PlaceOfPlayer(n); score+preview[at.Index()] != after.Scores[n] {
			t.Errorf("%s: the preview gives player %d %+d, the books %+d", id, n+1, preview[at.Index()], after.Scores[n]-score)
		}
	}
}

// sameWinners compares the winners of the first hand.
func sameWinners(t *testing.T, l *ledger.Ledger, hands int, want ...models.Place) ledger.Entry {
	t.Helper()
	e, ok := l.State().Hand(1)
	if !ok || l.State().Position.Hands != hands {
		t.Fatalf("%d hands, want %d", l.State().Position.Hands, hands)
	}
	got := e.Current().Hand.Winners
	if len(got) != len(want) {
		t.Fatalf("winners %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("winners %v, want %v", got, want)
		}
	}
	return e
}

func TestASecondWinnerOnOneDiscardIsNotASecondHand(t *testing.T) {
	l := table(t, "riichi", "ema2025") // several may win
	claims(t, l, "h1", "", onTile, 4)
	claims(t, l, "h2", "h1", onTileToo, 2)
	e := sameWinners(t, l, 1, 2, 4)
	if got := l.State().Position.Scores; got != [4]int{30000 - 2000, 31000, 30000, 31000} {
		t.Errorf("scores %v", got)
	}
	for _, id := range []string{"h1", "h2"} {
		if _, err := l.Photo(ctx, e.Current().Hand.Wins[map[string]int{"h2": 0, "h1": 1}[id]].Photo.Sum); err != nil {
			t.Errorf("the photograph of %s: %v", id, err)
		}
	}
	claims(t, l, "h3", "h1", onTileAlso, 3)
	sameWinners(t, l, 1, 2, 3, 4)
	if _, err := l.Undo(ctx, referee, ""); err != nil {
		t.Fatal(err)
	}
	sameWinners(t, l, 1, 2, 4)
}

func TestOnlyTheFirstInTurnOrderWinsWhereTheBookSaysSo(t *testing.T) {
	const fan = "123m 456m 789m 11z 78s +9s" // pure straight
	for rules, text := range map[string]string{"mcr": fan, "lingque-29": fan, "riichi": onTile} {
		t.Run(rules, func(t *testing.T) {
			l := table(t, rules, map[string]string{"riichi": "wrc2025"}[rules])
			claims(t, l, "h1", "", text, 3)
			claims(t, l, "h2", "h1", text, 4) // comes after 3: nothing changes
			sameWinners(t, l, 1, 3)
			claims(t, l, "h3", "h1", text, 2)
			if e := sameWinners(t, l, 1, 2); e.Versions[0].Hand.Winners[0] != 3 {
				t.Error("the first version is not readable any more")
			}
			if report, err := l.Replay(ctx, true); err != nil || len(report.Faults) > 0 || report.Unscored > 0 {
				t.Errorf("replay: %+v %v", report, err)
			}
		})
	}
}

func TestThreeClaimsAbortTheHandWhereTheBookSaysSo(t *testing.T) {
	l := table(t, "riichi", "tenhou")
	for i, place := range []models.Place{2, 3, 4} {
		claims(t, l, string(rune('a'+i)), map[bool]string{true: "a"}[i > 0], []string{onTile, onTileToo, onTileAlso}[i], place)
	}
	e := sameWinners(t, l, 1)
	if h := e.Current().Hand; h.Ending != models.Aborted || h.Reason != "triple-ron" {
		t.Errorf("the hand ended in %s (%s)", h.Ending, h.Reason)
	}
	if p := l.State().Position; p.Scores != [4]int{25000, 25000, 25000, 25000} || p.Honba != 1 || p.Dealer != 1 {
		t.Errorf("after it: %+v", p)
	}
}

func TestAWinWithAHandThatDoesNotCountStandsAlone(t *testing.T) {
	l := table(t, "mcr", "")
	claims(t, l, "h1", "", "123m 456m 789m 11z 78s +9s", 3)
	if _, err := l.Undo(ctx, referee, ""); err != nil {
		t.Fatal(err)
	}
	claims(t, l, "h2", "h1", "123m 456m 789m 11z 78s +9s", 2)
	sameWinners(t, l, 1, 2)
}

// TestWhoComesTooLateIsPaidForWaiting claims what 截和 pays in Yuque: who claims a tile that
// another wins on first waited for it. A straight 8, concealed 2 and the green dragon's or
// red dragon's pair 1 are 11 fan, with 6s as with 9s: 121 points, of which the discarder
// loses 60 (60.5 to even), and of which who waits is paid 60.
func TestWhoComesTooLateIsPaidForWaiting(t *testing.T) {
	const green, red = "123m 456m 789m 66z 78s +9s", "123p 456p 789p 77z 78s +9s"
	l := table(t, "yuque-54", "")
	claims(t, l, "h1", "", green, 3)
	claims(t, l, "h2", "h1", red, 4)
	if e := sameWinners(t, l, 1, 3); e.Points != (models.Points{-60, 0, 121, 60}) {
		t.Errorf("who came too late: %v", e.Points)
	}
	if _, err := l.Undo(ctx, referee, ""); err != nil {
		t.Fatal(err)
	}
	claims(t, l, "h3", "h1", red, 2)
	if e := sameWinners(t, l, 1, 2); e.Points != (models.Points{-60, 121, 60}) {
		t.Errorf("who was first came too late: %v", e.Points)
	}
	if report, err := l.Replay(ctx, true); err != nil || len(report.Faults) > 0 || report.Unscored > 0 {
		t.Errorf("replay: %+v %v", report, err)
	}
}

func TestNothingCanBePreviewedWithoutAMatch(t *testing.T) {
	l, err := ledger.Open(ctx, filepath.Join(t.TempDir(), "club.jantaku"), ledger.WithShelf(shelf))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	for ending, hand := range map[string]models.HandRecord{
		"drawn":   {Outcome: models.Outcome{Ending: models.Drawn}},
		"aborted": {Outcome: models.Outcome{Ending: models.Aborted, Reason: "four-winds"}},
		"nothing": {},
	} {
		if _, err := l.Preview(hand); !errors.Is(err, ledger.ErrNoMatch) {
			t.Errorf("%s: %v, want %v", ending, err, ledger.ErrNoMatch)
		}
	}
}
