package pipeline_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"jantaku/device"
	"jantaku/models"
)

// wins lets the eye see a good hand and presses a win button.
func (b *bench) wins(at, from models.Place) {
	b.t.Helper()
	b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WinPressed, Place: at, From: from})
}

func TestASecondWinInOneDealIsNeverRecordedByItself(t *testing.T) {
	b := newBench(t)
	b.press(device.Event{Kind: device.WallRaised})
	b.wins(3, 1)
	if b.hands() != 1 {
		t.Fatalf("%d hands", b.hands())
	}
	b.wins(2, 0)
	p := b.screen.waiting()
	if p == nil || !slices.Equal(p.Needs, []string{"also"}) || p.From != 1 || b.hands() != 1 {
		t.Fatalf("%d hands, pending %+v", b.hands(), p)
	}
	if _, err := b.ask("confirm", `{"by":"Mei"}`); err != nil {
		t.Fatal(err)
	}
	last, _ := b.store.State().LastHand()
	if w := last.Current().Hand.Winners; b.hands() != 1 || len(w) != 1 || w[0] != 2 { // 截和
		t.Errorf("%d hands, winners %v", b.hands(), w)
	}
	if got := last.Current().Source + " " + last.Current().By; got != "console Mei" {
		t.Errorf("written by %q", got)
	}
}

func TestTheRefereeSaysThatASecondWinIsAHandOfItsOwn(t *testing.T) {
	b := newBench(t)
	b.wins(3, 1)
	b.wins(2, 1) // the table told of no deal, but that may be the table's fault
	if _, err := b.ask("amend", `{"with":""}`); err != nil {
		t.Fatal(err)
	}
	if p := b.screen.waiting(); p == nil || !slices.Equal(p.Needs, []string{"again"}) {
		t.Fatalf("pending %+v", p)
	}
	if _, err := b.ask("confirm", "{}"); err != nil || b.hands() != 2 {
		t.Errorf("%d hands, %v", b.hands(), err)
	}
}

// TestAHandTypedTwiceIsAskedAbout claims that two referees who type what they have seen, one a second
// after the other, do not book it twice unasked: with a hand, with another reading of it, with a draw.
func TestAHandTypedTwiceIsAskedAbout(t *testing.T) {
	const hand, other = `"place":3,"from":3,"win":{"concealed":"23344555p678s77z","win":"7z","melds":[]}`, `"place":3,"from":3,"win":{"concealed":"23344555p678s66z","win":"6z","melds":[]}`
	enter := func(b *bench, body string) {
		if _, err := b.ask("enter", `{`+body+`}`); err != nil {
			t.Fatal(err)
		}
	}
	for name, second := range map[string]func(*bench){
		"both before one is confirmed": func(b *bench) {
			enter(b, hand)
			enter(b, other)
			if _, err := b.ask("confirm", "{}"); err != nil {
				t.Fatal(err)
			}
		},
		"the same a moment later": func(b *bench) {
			enter(b, hand)
			if _, err := b.ask("confirm", "{}"); err != nil {
				t.Fatal(err)
			}
			enter(b, hand)
		},
		"another reading, begun before the first was booked": func(b *bench) {
			enter(b, hand)
			if _, err := b.ask("confirm", "{}"); err != nil {
				t.Fatal(err)
			}
			enter(b, other+`,"hands":0`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			second(b)
			if p := b.screen.waiting(); p == nil || !slices.Equal(p.Needs, []string{"again"}) || b.hands() != 1 {
				t.Fatalf("%d hands, pending %+v", b.hands(), p)
			}
			if _, err := b.ask("confirm", "{}"); err != nil || b.hands() != 2 {
				t.Errorf("as a hand of its own: %d hands, %v", b.hands(), err)
			}
		})
	}
	t.Run("another hand", func(t *testing.T) {
		b := newBench(t)
		enter(b, hand)
		if _, err := b.ask("confirm", "{}"); err != nil {
			t.Fatal(err)
		}
		enter(b, other+`,"hands":1`)
		if p := b.screen.waiting(); p == nil || len(p.Needs) > 0 {
			t.Errorf("pending %+v", p)
		}
	})
	t.Run("a draw", func(t *testing.T) {
		b := newBench(t)
		for _, step := range []struct {
			body   string
			booked int
		}{{`{"hands":0}`, 1}, {`{"hands":0}`, 1}, {`{"hands":1}`, 2}, {`{}`, 3}} {
			if _, err := b.ask("draw", step.body); b.hands() != step.booked {
				t.Errorf("draw %s: %d hands, want %d, %v", step.body, b.hands(), step.booked, err)
			}
		}
	})
}

func TestAButtonPressedTwiceAndAnotherDiscarderAreNoSecondWinner(t *testing.T) {
	for name, second := range map[string][2]models.Place{"the same player": {3, 1}, "another discarder": {2, 4}, "a self-draw": {2, 2}} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.wins(3, 1)
			b.wins(second[0], second[1])
			if p := b.screen.waiting(); p == nil || !slices.Equal(p.Needs, []string{"again"}) || b.hands() != 1 {
				t.Errorf("%d hands, pending %+v", b.hands(), p)
			}
		})
	}
}

func TestANewDealIsANewHand(t *testing.T) {
	b := newBench(t)
	b.wins(3, 1)
	b.press(device.Event{Kind: device.ShuffleStarted})
	b.press(device.Event{Kind: device.WallRaised})
	b.wins(2, 1)
	if b.hands() != 2 || b.screen.waiting() != nil {
		t.Errorf("%d hands, pending %+v", b.hands(), b.screen.waiting())
	}
}

func TestTheSecondWinnerWaitsBehindTheFirst(t *testing.T) {
	b := newBench(t)
	b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
	b.wins(3, 1)
	for _, needs := range []string{"confirm", "also"} {
		if p := b.screen.waiting(); p == nil || !slices.Equal(p.Needs, []string{needs}) {
			t.Fatalf("pending %+v, want one that needs %s", p, needs)
		}
		if _, err := b.ask("confirm", "{}"); err != nil {
			t.Fatal(err)
		}
	}
	last, _ := b.store.State().LastHand()
	if w := last.Current().Hand.Winners; b.hands() != 1 || len(w) != 1 || w[0] != 2 || b.screen.waiting() != nil {
		t.Errorf("%d hands, winners %v", b.hands(), w)
	}
}

func TestTheWinOfADismissedHandStandsAlone(t *testing.T) {
	b := newBench(t)
	b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
	b.wins(3, 1)
	if _, err := b.ask("dismiss", "{}"); err != nil {
		t.Fatal(err)
	}
	if p := b.screen.waiting(); p == nil || !slices.Equal(p.Needs, []string{"again"}) {
		t.Fatalf("pending %+v", p)
	}
	if _, err := b.ask("confirm", "{}"); err != nil || b.hands() != 1 {
		t.Errorf("%d hands, %v", b.hands(), err)
	}
}

func TestATapThatComesLateNeverMeetsTheNextHand(t *testing.T) {
	b := newBench(t)
	b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
	gone := b.screen.waiting().ID
	b.wins(3, 1)
	naming := func(id string) string { return fmt.Sprintf(`{"hand":%q}`, id) }
	if _, err := b.ask("dismiss", naming(gone)); err != nil {
		t.Fatal(err)
	}
	next := b.screen.waiting()
	for _, op := range []string{"confirm", "amend", "dismiss"} {
		var refused *models.Refusal
		if _, err := b.ask(op, naming(gone)); !errors.As(err, &refused) || b.hands() != 0 || b.screen.waiting() == nil {
			t.Errorf("%s of a hand that is gone: %v, %d hands, pending %+v", op, err, b.hands(), b.screen.waiting())
		}
	}
	if _, err := b.ask("confirm", naming(next.ID)); err != nil || b.hands() != 1 {
		t.Errorf("%d hands, %v", b.hands(), err)
	}
}

func TestThePreviewIsWhatTheBooksThenSay(t *testing.T) {
	b := newBench(t)
	b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
	preview := b.screen.waiting().Points
	if _, err := b.ask("confirm", "{}"); err != nil {
		t.Fatal(err)
	}
	last, _ := b.store.State().LastHand()
	if preview == nil || *preview != last.Points {
		t.Errorf("previewed %v, booked %v", preview, last.Points)
	}
}

func TestAHandThatWaitsIsPhotographedAgainAndStaysOne(t *testing.T) {
	b := newBench(t)
	b.sees(models.Review, "456p789s2p?", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
	b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
	for _, again := range []func(){
		func() { b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1}) },
		func() {
			if _, err := b.ask("call", `{"place":2,"from":1}`); err != nil {
				t.Fatal(err)
			}
		},
	} {
		again()
		if p := b.screen.waiting(); p == nil || p.Behind != 0 || !slices.Equal(p.Needs, []string{"confirm"}) {
			t.Fatalf("pending %+v", p)
		}
	}
	if _, err := b.ask("confirm", "{}"); err != nil || b.hands() != 1 || b.screen.waiting() != nil {
		t.Errorf("%d hands, %v, pending %+v", b.hands(), err, b.screen.waiting())
	}
}

// What was laid in a deal belongs to its hand, also when the referee says only after the
// shuffle how it ended.
func TestSticksStayWithTheirHand(t *testing.T) {
	laid := func(b *bench) []models.Place {
		last, _ := b.store.State().LastHand()
		return last.Current().Hand.Riichi
	}
	stick := device.Event{Kind: device.RiichiStick, Place: 4, Value: 1}
	t.Run("a win that waits", func(t *testing.T) {
		b := newBench(t)
		b.press(stick)
		b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
		b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
		b.press(device.Event{Kind: device.ShuffleStarted})
		b.press(device.Event{Kind: device.WallRaised})
		b.press(device.Event{Kind: device.RiichiStick, Place: 3, Value: 1})
		if _, err := b.ask("confirm", "{}"); err != nil || !slices.Equal(laid(b), []models.Place{4}) {
			t.Errorf("laid by %v, %v", laid(b), err)
		}
	})
	t.Run("a draw that nobody declared", func(t *testing.T) {
		b := newBench(t)
		b.press(device.Event{Kind: device.WallRaised})
		b.press(stick)
		b.press(device.Event{Kind: device.ShuffleStarted})
		if _, err := b.ask("draw", "{}"); err != nil || !slices.Equal(laid(b), []models.Place{4}) {
			t.Errorf("laid by %v, %v", laid(b), err)
		}
	})
	t.Run("the referee's word", func(t *testing.T) {
		b := newBench(t)
		b.press(stick)
		if _, err := b.ask("draw", `{"riichi":[1,2]}`); err != nil || !slices.Equal(laid(b), []models.Place{1, 2}) {
			t.Errorf("laid by %v, %v", laid(b), err)
		}
	})
}

// TestWithoutABoardTimeTellsTheNextHand claims that a hand which is called so long after the last
// one that tiles were dealt again is one of its own, unless the table tells of its deals: then it
// is asked about, and so is one that comes at once, which may be a second winner or a correction.
func TestWithoutABoardTimeTellsTheNextHand(t *testing.T) {
	for _, tc := range []struct {
		name  string
		board bool
		pause time.Duration // between one call and the next
		hands int           // of three that are recorded unasked
		why   string        // the others are asked about
	}{
		{"no board, after the time of a deal", false, 61 * time.Second, 3, ""},
		{"no board, at once", false, 20 * time.Second, 1, "another hand ended just before this one"},
		{"a board that told of no deal since", true, 10 * time.Minute, 1, "the table told of no new deal since the last hand ended"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t)
				if tc.board {
					b.press(device.Event{Kind: device.ShuffleStarted})
					b.press(device.Event{Kind: device.WallRaised})
				}
				b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
				for i, call := range []string{`{"place":3,"from":1}`, `{"place":3,"from":2}`, `{"place":3,"from":4}`} {
					if i > 0 {
						time.Sleep(tc.pause)
					}
					if _, err := b.ask("call", call); err != nil {
						t.Fatal(err)
					}
				}
				why := ""
				if p := b.screen.waiting(); p != nil {
					why = p.Problem
				}
				if b.hands() != tc.hands || why != tc.why {
					t.Errorf("%d hands, want %d; asked %q, want %q", b.hands(), tc.hands, why, tc.why)
				}
			})
		})
	}
}
