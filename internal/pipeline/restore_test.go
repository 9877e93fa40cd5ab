package pipeline_test

import (
	"testing"
	"time"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/models"
)

// TestAHandThatEndedBeforeARestartIsNotBookedTwice claims that a hand which was seen to win,
// and is in the books or waits, is neither proposed nor taken again while it lies there, that
// nobody is asked how its deal ended, and that the next deal is another one.
func TestAHandThatEndedBeforeARestartIsNotBookedTwice(t *testing.T) {
	for name, status := range map[string]models.Status{"it is in the books": models.Accepted, "it waits": models.Review} {
		t.Run(name, func(t *testing.T) {
			known := map[models.Fact]float64{models.FactFrom: 1, models.FactTile: 1, "kong-draw": 1}
			course := &device.Course{From: 1, Sure: known, Record: &models.Record{ID: "seen"}}
			course.Win.Tile = models.NewTile(models.Dots, 2)
			begun := time.Now()
			deal := []device.Event{{Kind: device.ShuffleStarted, Time: begun.Add(-2 * time.Minute)}, {Kind: device.WallRaised, Time: begun.Add(-time.Minute)}}
			b := newBenchWithParts(t, pipeline.Parts{Sure: .995, Drawer: &tray{}, Follower: &follower{course: course}})
			for _, e := range deal {
				b.press(e)
			}
			b.sees(status, "456p789s22p", "[123m<]", "[555z]")
			b.won(2)
			want := b.hands()
			if (want == 1) != (status == models.Accepted) || want+len(b.parts.Drawer.(*tray).kept) != 1 {
				t.Fatalf("%d hands, waiting %+v", want, b.screen.waiting())
			}

			b.restart()
			for _, e := range deal {
				e.Replayed = true
				b.press(e)
			}
			b.lies(2, true)
			b.wantLaid("after the restart")
			b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
			b.won(2)
			if n := b.hands() + len(b.parts.Drawer.(*tray).kept); n != 1 {
				t.Errorf("%d hands are booked or wait", n)
			}
			b.lies(4, true) // somebody else may have won on the same discard
			b.wantLaid("another hand", 4)
			if waits := b.screen.waiting(); waits != nil {
				if _, err := b.ask("dismiss", "{}"); err != nil {
					t.Fatal(err)
				}
				want = 0
			} else {
				b.press(device.Event{Kind: device.ShuffleStarted, Time: time.Now()})
				if b.screen.shows("undeclared") {
					t.Error("somebody is asked how a hand ended that is in the books")
				}
			}
			b.press(device.Event{Kind: device.WallRaised, Time: time.Now()})
			course.Record = &models.Record{ID: "next"}
			b.won(2)
			if b.hands() != want+1 {
				t.Errorf("%d hands after the next was won, waiting %+v", b.hands(), b.screen.waiting())
			}
		})
	}
}

// TestADealThatCameAfterTheLastHandIsOn claims that a hand of before the deal that is on, as
// the table told it, says nothing about what lies there now.
func TestADealThatCameAfterTheLastHandIsOn(t *testing.T) {
	b := newBench(t)
	b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WallRaised, Time: time.Now()})
	if _, err := b.ask("call", `{"place":2,"from":1}`); err != nil || b.hands() != 1 {
		t.Fatalf("%d hands, %v", b.hands(), err)
	}
	b.restart()
	for _, kind := range []device.Kind{device.ShuffleStarted, device.WallRaised} {
		b.press(device.Event{Kind: kind, Time: time.Now().Add(time.Second), Replayed: true})
	}
	b.lies(2, true)
	b.wantLaid("the next hand", 2)
	b.press(device.Event{Kind: device.ShuffleStarted, Time: time.Now().Add(time.Minute)})
	if !b.screen.shows("undeclared") {
		t.Error("nobody is asked how the deal that was on ended")
	}
}

// won lets a camera see a hand that has surely won.
func (b *bench) won(at models.Place) {
	b.t.Helper()
	if err := b.flow.Won(b.t.Context(), at, false, nil); err != nil {
		b.t.Fatal(err)
	}
	b.events <- device.Event{Kind: device.StartPressed} // taken only when it is done
}
