package pipeline_test

import (
	"fmt"
	"testing"

	"jantaku/device"
	"jantaku/models"
)

// TestAPictureOfAnEarlierHandIsAskedAbout shows a winning hand, and then the picture of a camera
// that stands still, or one much like it.
func TestAPictureOfAnEarlierHandIsAskedAbout(t *testing.T) {
	const tiles = "123m456p777s555z22p"
	for name, c := range map[string]struct {
		moved  float64 // pixels from where the earlier hand lay
		sum    string
		tiles  string
		booked bool
	}{
		"the same picture":                          {0, "first", tiles, false},
		"another picture of tiles that lie still":   {.6, "second", tiles, false},
		"the same hand again, laid by its player":   {9, "second", tiles, true},
		"another hand that lies where one has lain": {0, "second", "789m123s456s999p11m", true},
	} {
		for _, restarted := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, restarted %v", name, restarted), func(t *testing.T) {
				b := newBench(t)
				b.lays(tiles, "first", 0)
				b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: models.NewTile(models.Dots, 2), Boot: 1, Seq: 5})
				if b.hands() != 1 {
					t.Fatalf("%d hands in the books, want 1", b.hands())
				}
				if restarted {
					b.restart()
				}
				b.press(device.Event{Kind: device.Dealt})
				b.lays(c.tiles, c.sum, c.moved)
				last := models.NewTile(models.Dots, 2)
				if c.tiles != tiles {
					last = models.NewTile(models.Characters, 1)
				}
				b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: last, Boot: 1, Seq: 9})
				if c.booked {
					if b.hands() != 2 {
						t.Fatalf("%d hands in the books, want 2; waits %+v", b.hands(), b.screen.waiting())
					}
					return
				}
				if hand := b.screen.waiting(); hand == nil || len(hand.Reasons) != 1 || hand.Reasons[0].Code != "same-picture" {
					t.Fatalf("want one question, about same-picture; waits %+v", hand)
				}
				if _, err := b.ask("confirm", ""); err != nil || b.hands() != 2 {
					t.Errorf("the referee could not confirm it: %v", err)
				}
			})
		}
	}
}

// TestAPictureOfTheMatchBeforeIsAskedAbout switches the box off after a match whose last hand a camera that
// stands still shows to the next one.
func TestAPictureOfTheMatchBeforeIsAskedAbout(t *testing.T) {
	const tiles = "123m456p777s555z22p"
	b := newBench(t)
	b.lays(tiles, "first", 0)
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: models.NewTile(models.Dots, 2), Boot: 1, Seq: 5})
	before, err := b.store.FinishMatch(t.Context(), models.Author{Source: "test"}, "")
	if err != nil || len(before.Entries) != 2 {
		t.Fatalf("%d entries in the books, %v", len(before.Entries), err)
	}
	next := before.Match
	next.ID = ""
	if _, err := b.store.StartMatch(t.Context(), models.Author{Source: "test"}, next); err != nil {
		t.Fatal(err)
	}
	b.restart()
	b.press(device.Event{Kind: device.Dealt})
	b.lays(tiles, "first", 0)
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: models.NewTile(models.Dots, 2), Boot: 2, Seq: 3})
	if hand := b.screen.waiting(); hand == nil || len(hand.Reasons) != 1 || hand.Reasons[0].Code != "same-picture" {
		t.Errorf("want one question, about same-picture; %d hands are booked, waits %+v", b.hands(), hand)
	}
}

// lays shows the eye a concealed hand whose tiles lie in one row, moved from where they are usually laid.
func (b *bench) lays(tiles, sum string, moved float64) {
	b.t.Helper()
	b.sees(models.Accepted, tiles)
	const width, height = 24, 32 // pixels
	var row []models.Sighting
	for i, tile := range b.lens.sight.Reading.Hand.Concealed {
		x := 100 + moved + width*float64(i)
		row = append(row, models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: 1},
			Quad: [4]models.Point{{X: x, Y: 50}, {X: x + width, Y: 50}, {X: x + width, Y: 50 + height}, {X: x, Y: 50 + height}}})
	}
	b.lens.sight.Reading.Rows = [][]models.Sighting{row}
	b.lens.sight.Photo.Data = []byte(sum)
	b.lens.sight.Photo.Sum = sum
}
