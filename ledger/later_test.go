package ledger_test

import (
	"compress/gzip"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/ledger"
	"jantaku/models"
)

// scripted plays lines of a script into a new ledger.
func scripted(t *testing.T, lines ...string) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(ctx, filepath.Join(t.TempDir(), "club.jantaku"), ledger.WithShelf(shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s := &script{t: t, l: l}
	for _, line := range lines {
		if err := s.step(strings.Fields(line)); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return l
}

const (
	haneman = "[234m<] 345m 678m 55m 88m +8m" // 6 fan
	east    = "111z 234m 567p 88s 99s +8s"
)

// evenings are matches in which the first hand is corrected three hands later.
var evenings = []struct {
	name  string
	lines []string
	right models.Outcome // how the first hand ended by the new ruling
	// stood and replayed are what the winners of hands 2 and 3 gain.
	stood, replayed [2]int
	over            string // by replaying
}{
	{"who was ready in riichi", []string{
		"rules riichi profile=tenhou", "players Ann Bo Cui Dai", "draw ready Ann Dai",
		"win Bo from Dai : " + haneman, "win Cui from Dai : " + haneman,
	}, models.Outcome{Ending: models.Drawn, Ready: []models.Ready{{Place: 4}}}, [2]int{12300, 12000}, [2]int{18300, 12600}, "bust"},
	{"who won in lingque", []string{
		"rules lingque-29", "players Ann Bo Cui Dai", "draw",
		"win Ann from Dai : " + east, "win Ann from Dai : " + east,
	}, models.Outcome{Ending: models.Won, Winners: []models.Place{1}}, [2]int{}, [2]int{}, ""},
}

// TestHandsThatWerePlayedStand: unless somebody says that the books were wrong, a correction of an
// earlier hand leaves later ones with their dealer, their counters and their payments.
func TestHandsThatWerePlayedStand(t *testing.T) {
	for _, tt := range evenings {
		t.Run(tt.name, func(t *testing.T) {
			l := scripted(t, tt.lines...)
			was := l.State()
			first, _ := was.Hand(1)
			h := models.HandRecord{Outcome: tt.right}
			for _, place := range tt.right.Winners {
				win, err := models.ParseText(east)
				if err != nil {
					t.Fatal(err)
				}
				h.Wins = append(h.Wins, models.WinRecord{Place: place, Win: *win})
			}
			now, err := l.Correct(ctx, referee, "", ledger.Stand, ledger.HandCorrection(first.ID, h))
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range tt.stood {
				before, _ := was.Hand(2 + i)
				after, _ := now.Hand(2 + i)
				if after.Points != before.Points || ledger.SituationOf(after.Before) != ledger.SituationOf(before.Before) {
					t.Errorf("hand %d paid %v in %+v, not %v in %+v as it was played", 2+i, after.Points, after.Before, before.Points, before.Before)
				}
				if got := gain(after); want != 0 && got != want {
					t.Errorf("hand %d gives %d, want %d", 2+i, got, want)
				}
			}
			if now.Position.Dealer != was.Position.Dealer || now.Finished {
				t.Errorf("place %d is to deal, not %d; over by %q", now.Position.Dealer, was.Position.Dealer, now.Position.Over)
			}
			if _, err := l.Undo(ctx, referee, ""); err != nil {
				t.Fatal(err)
			}
			foreseen, err := l.Foresee(ctx, "", ledger.HandCorrection(first.ID, h))
			if err != nil {
				t.Fatal(err)
			}
			now, err = l.Correct(ctx, referee, "", ledger.Replay, ledger.HandCorrection(first.ID, h))
			if err != nil {
				t.Fatal(err)
			}
			if !foreseen.Ask || len(foreseen.Later) != 2 || foreseen.Replay.Over != tt.over || now.Position.Over != tt.over || foreseen.Stand.Over != "" {
				t.Errorf("the preview shows %+v; it became %+v", foreseen, now.Position)
			}
			for i, h := range foreseen.Later {
				e, _ := now.Hand(2 + i)
				if h.Stand != h.Was || h.Replay.Points != e.Points || h.Replay.Situation != ledger.SituationOf(e.Before) {
					t.Errorf("the preview shows hand %d as %+v, it became %v in %+v", 2+i, h, e.Points, e.Before)
				}
				if want := tt.replayed[i]; want != 0 && gain(e) != want {
					t.Errorf("hand %d gives %d when replayed, want %d", 2+i, gain(e), want)
				}
			}
		})
	}
}

// gain is what the winner of a hand gains.
func gain(e ledger.Entry) int { return e.Points[e.Current().Hand.Winners[0].Index()] }

// TestAStickOfANewRulingStaysOnTheTable: sticks that a new ruling lays are there for the hand to
// come, and those that it takes away after somebody was paid them are shown as missing.
func TestAStickOfANewRulingStaysOnTheTable(t *testing.T) {
	for _, tt := range []struct {
		draw          string
		laid          []models.Place
		sticks, short int
	}{
		{"draw ready Ann", []models.Place{2}, 1, 0},
		{"draw laid Bo ready Ann Bo", nil, 0, 1},
	} {
		l := scripted(t, "rules riichi profile=ema2025", "players Ann Bo Cui Dai", tt.draw, "win Bo from Dai : "+haneman)
		first, _ := l.State().Hand(1)
		h := first.Current().Hand.HandRecord
		h.Riichi = tt.laid
		foreseen, err := l.Foresee(ctx, "", ledger.HandCorrection(first.ID, h))
		if err != nil {
			t.Fatal(err)
		}
		s, err := l.Correct(ctx, referee, "", ledger.Stand, ledger.HandCorrection(first.ID, h))
		if err != nil {
			t.Fatal(err)
		}
		second, _ := s.Hand(2)
		if s.Position.Sticks != tt.sticks || second.Short != tt.short || foreseen.Stand.Short != tt.short || foreseen.Stand.Sticks != tt.sticks {
			t.Errorf("%s, then laid by %v: %d sticks, %d missing, want %d and %d; the preview %+v", tt.draw, tt.laid, s.Position.Sticks, second.Short, tt.sticks, tt.short, foreseen.Stand)
		}
	}
}

// TestARefereeSaysWhereTheMatchStands: the dealer, the counters and the seats can be set at any
// time, also for hands that were played.
func TestARefereeSaysWhereTheMatchStands(t *testing.T) {
	place, n := func(p models.Place) *models.Place { return &p }, func(n int) *int { return &n }
	start := []string{"rules riichi profile=tenhou", "players Ann Bo Cui Dai", "draw ready nobody", "win Bo from Dai : " + haneman}
	for _, tt := range []struct {
		name  string
		at    ledger.Placing
		after bool // after the first hand
		want  string
		gain  int // of the second hand
	}{
		{"the dealer", ledger.Placing{Dealer: place(4)}, false, "at 1-4 dealer Dai honba 2 sticks 0", 18300},
		{"the next round's", ledger.Placing{Dealer: place(1), Round: n(2)}, false, "at 2-1 dealer Ann honba 2 sticks 0", 18300},
		{"the counters", ledger.Placing{Honba: n(0), Sticks: n(3)}, false, "at 1-2 dealer Bo honba 0 sticks 3", 18300},
		{"the seats", ledger.Placing{Seats: &[4]int{1, 0, 2, 3}}, false, "at 1-2 dealer Ann honba 2 sticks 0", 18300},
		{"the dealer of a hand that was played", ledger.Placing{Dealer: place(1)}, true, "at 1-2 dealer Bo honba 0 sticks 0", 12300},
	} {
		l := scripted(t, start...)
		if tt.after {
			first, _ := l.State().Hand(1)
			tt.at.After = first.ID
		}
		s, err := l.Correct(ctx, referee, "", ledger.Stand, ledger.PositionCorrection(tt.at))
		if err != nil {
			t.Fatal(tt.name, err)
		}
		if err := (&script{t: t, l: l}).expect(s, strings.Fields(tt.want)); err != nil {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
		if second, _ := s.Hand(2); gain(second) != tt.gain {
			t.Errorf("%s: the second hand gives %d, want %d", tt.name, gain(second), tt.gain)
		}
	}
	l := scripted(t, start...)
	for _, at := range []ledger.Placing{{Dealer: place(7)}, {Deal: n(5)}, {Round: n(0)}, {Round: n(20000)}, {Sticks: n(-1)}, {Honba: n(4000)}, {Seats: &[4]int{0, 0, 1, 2}}, {Honba: n(1), After: "x"}} {
		if _, err := l.Correct(ctx, referee, "", ledger.Stand, ledger.PositionCorrection(at)); err == nil {
			t.Errorf("%v is taken without complaint", at)
		}
	}
}

// TestAHandThatCannotBeReplayedStands: a correction is not refused because a later hand could not
// have been played where it would then stand.
func TestAHandThatCannotBeReplayedStands(t *testing.T) {
	seatWind := "[222z<] [234m<] 345m 678p 5s +5s" // a fan for South alone
	l := scripted(t, "rules riichi profile=tenhou", "players Ann Bo Cui Dai", "draw ready Ann", "win Bo from Dai : "+seatWind)
	first, _ := l.State().Hand(1)
	drawn := ledger.HandCorrection(first.ID, models.HandRecord{Outcome: models.Outcome{Ending: models.Drawn, Ready: []models.Ready{}}})
	foreseen, err := l.Foresee(ctx, "", drawn)
	if err != nil || !foreseen.Ask || foreseen.Replay != nil || len(foreseen.Reasons) == 0 || len(foreseen.Later) != 1 {
		t.Fatalf("the preview shows %+v, %v", foreseen, err)
	}
	if _, err := l.Correct(ctx, referee, "", ledger.Replay, drawn); !errors.Is(err, ledger.ErrNotScored) {
		t.Errorf("replayed: %v", err)
	}
	if _, err := l.Correct(ctx, referee, "", ledger.Stand, drawn); err != nil {
		t.Error(err)
	}
}

// TestALedgerOfBeforeIsReadAsItWas: a ledger that an earlier version wrote, with corrections of
// every kind, replays to the digests that it kept.
func TestALedgerOfBeforeIsReadAsItWas(t *testing.T) {
	files, err := filepath.Glob("testdata/before/*.ledger.gz")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		packed, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer packed.Close()
		unpacked, err := gzip.NewReader(packed)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(unpacked)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "club.ledger")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := ledger.Open(ctx, path, ledger.WithShelf(shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		report, err := l.Replay(ctx, true)
		if err != nil || len(report.Faults) > 0 || report.Unscored > 0 || report.Matches == 0 {
			t.Errorf("%s: %+v %v", file, report, err)
		}
	}
}
