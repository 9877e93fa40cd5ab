package pipeline_test

import (
	"slices"
	"testing"

	"jantaku/device"
	"jantaku/models"
)

// TestTheHandThatWasOnGoesOnAfterARestart claims that what the table told before the
// program ended counts, and that none of it is done twice.
func TestTheHandThatWasOnGoesOnAfterARestart(t *testing.T) {
	again := func(b *bench, events ...device.Event) {
		for _, e := range events {
			e.Replayed = true
			b.press(e)
		}
	}
	raised, stick := device.Event{Kind: device.WallRaised}, device.Event{Kind: device.RiichiStick, Place: 3, Value: 1}
	win := device.Event{Kind: device.WinPressed, Boot: 7, Seq: 12, Place: 2, From: 1}
	t.Run("riichi sticks and dice", func(t *testing.T) {
		b := newBench(t)
		again(b, device.Event{Kind: device.ShuffleStarted}, raised, device.Event{Kind: device.DiceRolled, Dice: [2]int{3, 4}}, stick)
		b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
		b.press(win)
		last, _ := b.store.State().LastHand()
		if b.hands() != 1 || !slices.Equal(last.Current().Hand.Riichi, []models.Place{3}) {
			t.Errorf("%d hands, riichi of %v", b.hands(), last.Current().Hand)
		}
		if !slices.Equal(b.screen.table.Dice, [][2]int{{3, 4}}) {
			t.Errorf("dice %v", b.screen.table.Dice)
		}
	})
	t.Run("a win is not taken twice", func(t *testing.T) {
		b := newBench(t)
		b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
		again(b, raised, win)
		b.press(device.Event{Kind: device.ShuffleStarted})
		if b.hands() != 0 || b.screen.waiting() != nil || b.screen.shows("undeclared") {
			t.Errorf("%d hands, waiting %v", b.hands(), b.screen.waiting())
		}
	})
	t.Run("a win in the books is not looked at again", func(t *testing.T) {
		b := newBench(t)
		b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
		b.press(win)
		b.sees(models.Failed, "1234m")
		b.press(win)
		if b.hands() != 1 || b.screen.waiting() != nil {
			t.Errorf("%d hands, waiting %v", b.hands(), b.screen.waiting())
		}
	})
	t.Run("a win that waits is not photographed again", func(t *testing.T) {
		b := newBench(t)
		b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
		b.press(win)
		b.sees(models.Accepted, "1112345678999m1m")
		b.press(win)
		if p := b.screen.waiting(); p == nil || len(p.Win.Melds) != 2 {
			t.Errorf("waits %+v", p)
		}
	})
	t.Run("a hand that nobody declared", func(t *testing.T) {
		b := newBench(t)
		again(b, raised, device.Event{Kind: device.ShuffleStarted, Undeclared: true})
		if !b.screen.shows("undeclared") {
			t.Error("is forgotten")
		}
	})
}
