package pipeline_test

import (
	"slices"
	"testing"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/models"
)

// TestTheNextWinOfADealGoesOnWithItsHand plays a deal of Sichuan with win buttons: a win on a
// discard, and another player who draws. It claims that both are one hand, that who has won pays
// nothing more, and that no win is booked before somebody has said that all kongs are told.
func TestTheNextWinOfADealGoesOnWithItsHand(t *testing.T) {
	b := newBenchFor(t, "sichuan", pipeline.Parts{Assumed: append(circumstances(), models.FactVoid, models.FactMelds)})
	b.press(device.Event{Kind: device.WallRaised})
	confirmed := func(hands int, want models.Points) {
		t.Helper()
		if p := b.screen.waiting(); p == nil || !slices.Equal(p.Needs, []string{"confirm"}) {
			t.Fatalf("pending %+v", p)
		}
		if _, err := b.ask("confirm", `{"by":"Mei"}`); err != nil {
			t.Fatal(err)
		}
		if got := b.store.State().Position; got.Hands != hands || models.Points(got.Scores) != want {
			t.Fatalf("%d hands, scores %v; want %d, %v", got.Hands, got.Scores, hands, want)
		}
	}
	b.sees(models.Accepted, "123456m12377p", "[999p]")
	b.press(device.Event{Kind: device.WinPressed, Place: 3, From: 1, Tile: models.NewTile(models.Dots, 7)})
	confirmed(1, models.Points{-1, 0, 1, 0})
	b.sees(models.Accepted, "345678s789m99s", "[111s]")
	b.press(device.Event{Kind: device.WinPressed, Place: 1, From: 1, Tile: models.NewTile(models.Bamboos, 9)})
	confirmed(1, models.Points{3, -2, 1, -2})
	last, _ := b.store.State().LastHand()
	if h := last.Current().Hand; len(h.Settled) != 2 || len(h.Wins[1].Win.Out) != 1 {
		t.Errorf("the hand is %+v", h.Settled)
	}
}
