package ledger_test

import (
	"errors"
	"strings"
	"testing"

	"jantaku/ledger"
	"jantaku/models"
)

// shows is a hand that somebody showed, typed, and the waits that were said to be gone:
// "" for none, "?" when nobody has said.
func shows(t *testing.T, at models.Place, text, gone string) models.Ready {
	t.Helper()
	hand, err := models.ParseHand(text)
	if err != nil {
		t.Fatal(err)
	}
	r := models.Ready{Place: at, Hand: hand}
	if gone != "?" {
		tiles, err := models.ParseTiles(gone)
		if err != nil {
			t.Fatal(err)
		}
		r.Gone = (*models.Tiles)(&tiles)
	}
	return r
}

// TestWhoShowsAWaitingHandIsPaidForItsTiles claims what the books pay at the end of a hand of
// Yuque, worked out by hand. Bo wins 456456m456p45s88s+6s: 11 fan, 121, of which the
// discarder Ann loses 60 (60.5 to even).
//
//   - Cui (place 3, West) shows the specification's example 23456m456p678s99p, whose waits
//     1m 4m 7m are 3, 3 and 2 fan: 9 points, half 4; with all of them gone the cheapest, 4
//     points, half 2; with 1m and 4m gone 2 fan as well.
//   - [555z] 234m345p99s78s is a dragon pung 1 and 2 for it: 3 fan for either wait, 9, half 4.
//   - The same with [555z+5z] is a kong more: 4 fan, 16, half 8. When Bo robs it, it is the
//     pung again.
func TestWhoShowsAWaitingHandIsPaidForItsTiles(t *testing.T) {
	const win, example = "456m 456m 456p 45s 88s +6s", "23456m 456p 678s 99p"
	tiles := func(text string) *models.Tiles {
		list, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		return (*models.Tiles)(&list)
	}
	for name, c := range map[string]struct {
		win   string // of place 2, from place 1; empty for a draw
		ready []models.Ready
		lying *models.Tiles
		want  models.Points
		says  string // why the books refuse it
	}{
		"nobody shows one":           {win: win, ready: []models.Ready{}, want: models.Points{-60, 121}},
		"the discarder too":          {win: win, ready: []models.Ready{shows(t, 1, "[555z] 234m 345p 99s 78s", "?")}, want: models.Points{-60 + 4, 121}},
		"drawn":                      {ready: []models.Ready{shows(t, 1, "[555z] 234m 345p 99s 78s", "?"), shows(t, 3, example, "")}, want: models.Points{4, 0, 4}},
		"both dear waits gone":       {ready: []models.Ready{shows(t, 3, example, "14m")}, want: models.Points{0, 0, 2}},
		"all waits gone":             {ready: []models.Ready{shows(t, 3, example, "147m")}, want: models.Points{0, 0, 2}},
		"one dear wait left":         {ready: []models.Ready{shows(t, 3, example, "17m")}, want: models.Points{0, 0, 4}},
		"the table seen, one left":   {ready: []models.Ready{shows(t, 3, example, "?")}, lying: tiles("1111m444m"), want: models.Points{0, 0, 2}},
		"the table seen, none left":  {ready: []models.Ready{shows(t, 3, example, "?")}, lying: tiles("111m44m77m"), want: models.Points{0, 0, 4}},
		"the melds of another":       {ready: []models.Ready{shows(t, 3, example, "1m"), shows(t, 4, "[444m] [555z] 345p 99s 78s", "?")}, want: models.Points{0, 0, 2, 4}},
		"an added kong":              {win: win, ready: []models.Ready{shows(t, 1, "[555z+5z] 234m 345p 99s 78s", "?")}, want: models.Points{-60 + 8, 121}},
		"nobody said who":            {win: win, says: "say who shows a waiting hand"},
		"nobody said, drawn":         {says: "say who shows a waiting hand"},
		"points instead of tiles":    {ready: []models.Ready{{Place: 3, Points: 7}}, says: "say which tiles"},
		"negative points":            {ready: []models.Ready{{Place: 3, Points: -50}}, says: "say which tiles"},
		"points beside tiles":        {ready: []models.Ready{func() models.Ready { r := shows(t, 3, example, ""); r.Points = 5000; return r }()}, want: models.Points{0, 0, 4}},
		"no waits":                   {ready: []models.Ready{shows(t, 3, "147m 147p 147s 1234z", "?")}, says: "waits for no tile"},
		"only waits it holds itself": {ready: []models.Ready{shows(t, 3, "(3333m) 12456789m 77p", "?")}, says: "waits for no tile"},
		"nobody said which are gone": {ready: []models.Ready{shows(t, 3, example, "?")}, says: "which of its waits are gone"},
		"gone what it does not want": {ready: []models.Ready{shows(t, 3, example, "9s")}, says: "does not wait for 9s"},
		"a fifth tile":               {win: win, ready: []models.Ready{shows(t, 3, "[666m] 123p 456p 99s 78s", "?"), shows(t, 4, "[444m] 123p 456p 99s 78s", "?")}, says: "copies of"},
		"two hands of one player":    {ready: []models.Ready{shows(t, 3, example, ""), shows(t, 3, example, "")}, says: "two hands"},
		"the winner's own":           {win: win, ready: []models.Ready{shows(t, 2, "[555z] 234m 345p 99s 78s", "?")}, says: "won"},
	} {
		t.Run(name, func(t *testing.T) {
			l := table(t, "yuque-54", "")
			h := models.HandRecord{ID: "h", Outcome: models.Outcome{Ending: models.Drawn, Ready: c.ready, Lying: c.lying}}
			if c.win != "" {
				w, err := models.ParseText(c.win)
				if err != nil {
					t.Fatal(err)
				}
				h.Ending, h.Winners, h.From, h.Wins = models.Won, []models.Place{2}, 1, []models.WinRecord{{Place: 2, Win: *w}}
			}
			err := append1(l, h)
			e, _ := l.State().LastHand()
			switch {
			case c.says != "" && (err == nil || !errors.Is(err, ledger.ErrBadHand) || !strings.Contains(err.Error(), c.says)):
				t.Errorf("the books say %v, want %q", err, c.says)
			case c.says == "" && (err != nil || e.Points != c.want):
				t.Errorf("paid %v, want %v; %v", e.Points, c.want, err)
			}
			if report, err := l.Replay(ctx, true); err != nil || len(report.Faults) > 0 {
				t.Errorf("replay: %+v %v", report, err)
			}
		})
	}
}

// append1 situates, scores and records a hand.
func append1(l *ledger.Ledger, h models.HandRecord) error {
	s := &script{l: l}
	return s.append(h)
}

// TestARobbedKongIsAPung claims that who tried to make a kong that was robbed is paid for the
// pung. [666s] 234m 345p 55z 66z is, by either dragon, a dragon pung 1, a dragon pair 1 and 2
// for the pung: 4 fan, 16, half 8; with the kong it would be 1 and 2 more: 7 fan, 49, half 24.
// Bo robs 6s with 11 fan and 1 for robbing: 144, half 72.
func TestARobbedKongIsAPung(t *testing.T) {
	for name, c := range map[string]struct {
		flag string
		want models.Points
	}{"robbed": {" rob-kong", models.Points{-72 + 8, 144}}, "discarded": {"", models.Points{-60 + 24, 121}}} {
		t.Run(name, func(t *testing.T) {
			l := table(t, "yuque-54", "")
			w, err := models.ParseText("456m 456m 456p 45s 88s +6s" + c.flag)
			if err != nil {
				t.Fatal(err)
			}
			kong := map[string]string{"robbed": "[666s+6s]", "discarded": "[1111s]"}[name]
			h := models.HandRecord{ID: "h", Wins: []models.WinRecord{{Place: 2, Win: *w}}, Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{2}, From: 1,
				Ready: []models.Ready{shows(t, 1, kong+" 234m 345p 55z 66z", "?")}}}
			if err := append1(l, h); err != nil {
				t.Fatal(err)
			}
			if e, _ := l.State().LastHand(); e.Points != c.want {
				t.Errorf("paid %v, want %v", e.Points, c.want)
			}
		})
	}
}

// TestTheRefereesOwnPointsNeedNoTiles claims that the last word is the referee's.
func TestTheRefereesOwnPointsNeedNoTiles(t *testing.T) {
	l := table(t, "yuque-54", "")
	if err := append1(l, models.HandRecord{ID: "h", Outcome: models.Outcome{Ending: models.Drawn, Fixed: &models.Points{1, 2, 3, 4}}}); err != nil {
		t.Fatal(err)
	}
	if got := l.State().Position.Scores; got != [4]int{1, 2, 3, 4} {
		t.Errorf("scores %v", got)
	}
}

// TestWhoMayNotWinIsPaidForWaitingAsTheClubAgreed claims that the agreement holds for the hand of the
// penalty alone.
func TestWhoMayNotWinIsPaidForWaitingAsTheClubAgreed(t *testing.T) {
	for agreed, refused := range map[string]bool{"": false, "barred-ready=paid": false, "barred-ready=unpaid": true} {
		l := scripted(t, "rules yuque-54 formal=true "+agreed, "players Ann Bo Cui Dai", "penalty Cui false-win")
		draw := strings.Fields("draw ready Cui=[555z]/234m345p99s78s!none")
		err := (&script{t: t, l: l}).step(draw)
		if (err != nil) != refused || refused && !errors.Is(err, ledger.ErrBadHand) {
			t.Errorf("%q: %v", agreed, err)
		}
		if !refused {
			continue
		}
		s := &script{t: t, l: l}
		if err := s.step(strings.Fields("draw ready nobody")); err != nil {
			t.Fatal(err)
		}
		if err := s.step(draw); err != nil {
			t.Errorf("in the next hand: %v", err)
		}
	}
}
