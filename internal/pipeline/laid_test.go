package pipeline_test

import (
	"slices"
	"testing"

	"jantaku/device"
	"jantaku/models"
)

// lies lets a camera see a hand laid down at a place, or taken up.
func (b *bench) lies(at models.Place, lies bool) {
	b.t.Helper()
	if err := b.flow.Lies(b.t.Context(), at, lies); err != nil {
		b.t.Fatal(err)
	}
	b.events <- device.Event{Kind: device.StartPressed} // taken only when it is done
}

func (b *bench) wantLaid(when string, want ...models.Place) {
	b.t.Helper()
	b.screen.mu.Lock()
	got := b.screen.table.Laid
	b.screen.mu.Unlock()
	if !slices.Equal(got, want) {
		b.t.Errorf("%s: proposed %v, want %v", when, got, want)
	}
}

func TestAHandThatIsLaidDownIsProposedAndNeverRecordedByItself(t *testing.T) {
	b := newBench(t)
	b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
	b.lies(2, true)
	b.lies(2, true)
	b.wantLaid("laid down", 2)
	if b.hands() != 0 || b.screen.waiting() != nil {
		t.Fatalf("%d hands, pending %+v", b.hands(), b.screen.waiting())
	}
	b.lies(2, false)
	b.wantLaid("taken up")
	b.lies(2, true)
	if _, err := b.ask("call", `{"place":2}`); err != nil {
		t.Fatal(err)
	}
	b.wantLaid("called")
	b.wantPending("from")
	if _, err := b.ask("amend", `{"from":1}`); err != nil {
		t.Fatal(err)
	}
	if _, err := b.ask("confirm", "{}"); err != nil || b.hands() != 1 {
		t.Fatalf("%d hands, %v", b.hands(), err)
	}
	b.lies(2, true)
	b.wantLaid("recorded")
}

func TestProposalsEndWithTheDeal(t *testing.T) {
	laid := func(t *testing.T) *bench {
		b := newBench(t)
		b.press(device.Event{Kind: device.WallRaised})
		b.lies(2, true)
		b.lies(4, true)
		b.wantLaid("laid down", 2, 4)
		return b
	}
	t.Run("drawn", func(t *testing.T) { // who is ready has shown it
		b := laid(t)
		if _, err := b.ask("draw", "{}"); err != nil {
			t.Fatal(err)
		}
		b.wantLaid("drawn")
		b.lies(3, true)
		b.wantLaid("shown after the draw")
	})
	t.Run("the tiles went in", func(t *testing.T) {
		b := laid(t)
		b.press(device.Event{Kind: device.ShuffleStarted})
		b.wantLaid("shuffled")
	})
	t.Run("two on one discard", func(t *testing.T) {
		b := laid(t)
		b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
		b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
		b.wantLaid("one was recorded", 4)
		if b.hands() != 1 {
			t.Errorf("%d hands", b.hands())
		}
	})
	t.Run("the one that waits", func(t *testing.T) {
		b := laid(t)
		b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
		b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
		b.lies(2, true)
		b.wantLaid("it waits", 4)
	})
}

func TestNothingIsProposedWithoutAMatch(t *testing.T) {
	b := newBench(t)
	if _, err := b.store.FinishMatch(t.Context(), models.Author{Source: "test"}, ""); err != nil {
		t.Fatal(err)
	}
	b.lies(2, true)
	b.wantLaid("no match")
}
