package pipeline_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/models"
)

// wholeCourse knows all of a win of place 2 on a discard of place 1: 123m456p789s555z22p.
func wholeCourse(t *testing.T) *device.Course {
	t.Helper()
	c := knownCourse()
	concealed, err := models.ParseTiles("123m456p789s555z2p")
	if err != nil {
		t.Fatal(err)
	}
	c.Win.Concealed = concealed
	c.Whole, c.Winners, c.Record = 1, []models.Place{2}, &models.Record{ID: "seen"}
	return c
}

// TestAHandOfWhichTheWholeCourseIsKnown claims that a hand is booked as its course has it though
// the picture of it cannot be read, and asked about where the course is not sure or the table or
// the picture surely shows something else.
func TestAHandOfWhichTheWholeCourseIsKnown(t *testing.T) {
	sighting := func(text string, confidence float64) (row []models.Sighting) {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, tile := range tiles {
			row = append(row, models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: confidence}})
		}
		return row
	}
	covered := func(text string, confidence float64) models.Reading {
		return models.Reading{Status: models.Review, Rows: [][]models.Sighting{sighting(text, confidence)}}
	}
	accepted := func(text string) models.Reading {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		return models.Reading{Status: models.Accepted, Hand: &models.Hand{Concealed: tiles}}
	}
	for _, tt := range []struct {
		claim   string
		reading models.Reading
		change  func(*device.Course)
		event   device.Event
		needs   []string // none: booked
	}{
		{"nothing was read", models.Reading{Status: models.Failed}, nil, device.Event{}, nil},
		{"an arm covers a part", covered("123m456p7s", .999), nil, device.Event{}, nil},
		{"what is seen besides is not sure", covered("123m456p789s555z22p9m", .9), nil, device.Event{}, nil},
		{"the same hand was read", accepted("123m456p789s555z22p"), nil, device.Event{}, nil},
		{"the tile won on lies elsewhere", accepted("123m456p789s555z2p"), nil, device.Event{}, nil},
		{"the picture surely shows another tile", covered("123m456p789s555z22p9m", .999), nil, device.Event{}, []string{"confirm"}},
		{"an indicator lies by the hand", covered("123m456p789s555z22p9m", .999), func(c *device.Course) { c.Win.DoraIndicators = models.Tiles{models.NewTile(models.Characters, 9)} }, device.Event{}, nil},
		{"a discard lies by the hand", covered("123m456p789s555z22p9m", .999), func(c *device.Course) {
			c.Record.Events = []models.Move{{Do: models.Discarded, Place: 3, Tile: models.NewTile(models.Characters, 9)}}
		}, device.Event{}, nil},
		{"the indicator lies where a tile of the hand should", covered("23m456p789s555z22p9m", .999), func(c *device.Course) { c.Win.DoraIndicators = models.Tiles{models.NewTile(models.Characters, 9)} }, device.Event{}, []string{"confirm"}},
		{"another hand was read", accepted("123m456p789s555z33p"), nil, device.Event{}, []string{"confirm"}},
		{"the table says another supplier", accepted("123m456p789s555z22p"), nil, device.Event{From: 3}, []string{"from"}},
		{"the course is not sure of all", models.Reading{Status: models.Failed}, func(c *device.Course) { c.Whole = .99 }, device.Event{}, []string{"confirm"}},
		{"something was not seen", models.Reading{Status: models.Failed}, func(c *device.Course) { c.Whole = 0 }, device.Event{}, []string{"hand"}},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			c := wholeCourse(t)
			if tt.change != nil {
				tt.change(c)
			}
			b := newBenchFor(t, "lingque-29", pipeline.Parts{Sure: .995, Follower: &follower{course: c}})
			b.lens.sight = pipeline.Sight{Reading: tt.reading}
			tt.event.Kind, tt.event.Place = device.WinPressed, 2
			b.press(tt.event)
			if tt.needs != nil {
				b.wantPending(tt.needs...)
				return
			}
			if b.hands() != 1 {
				t.Fatalf("waits %+v", b.screen.waiting())
			}
			hand, _ := b.store.State().LastHand()
			if w := hand.Current().Hand; w.From != 1 || w.Wins[0].Win.Tile != models.NewTile(models.Dots, 2) || len(w.Wins[0].Win.Concealed) != 13 {
				t.Errorf("booked %+v", w)
			}
		})
	}
}

// TestAHandWaitsForWhatIsStillToBeSeen claims that a hand is not asked about while its tiles lie
// there, but for some seconds, and booked when its course says the rest; not when a person has
// taken it up.
func TestAHandWaitsForWhatIsStillToBeSeen(t *testing.T) {
	for _, tt := range []struct {
		claim  string
		sure   float64 // of the course in the end
		amend  bool
		waits  time.Duration
		booked int
		asked  bool
	}{
		{"the rest is seen", 1, false, time.Second, 1, false},
		{"it stays open", .9, false, time.Second, 0, true},
		{"nothing more is seen for long", 0, false, 20 * time.Second, 0, true},
		{"somebody is at it", 1, true, time.Second, 0, true},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := wholeCourse(t)
				c.Whole, c.Open = 0, true
				b := newBenchFor(t, "lingque-29", pipeline.Parts{Sure: .995, Follower: &follower{}})
				b.lens.sight = pipeline.Sight{Reading: models.Reading{Status: models.Failed}}
				if err := b.flow.Won(t.Context(), 2, false, c); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				if b.screen.waiting() != nil {
					t.Fatal("it is asked about at once")
				}
				if tt.amend {
					if _, err := b.ask("amend", `{"from":3}`); err != nil {
						t.Fatal(err)
					}
				}
				time.Sleep(tt.waits)
				if tt.sure > 0 {
					c = wholeCourse(t)
					c.Whole = tt.sure
					if err := b.flow.Ended(t.Context(), device.Ended{Courses: map[models.Place]*device.Course{2: c}}); err != nil {
						t.Fatal(err)
					}
				}
				synctest.Wait()
				if asked := b.screen.waiting() != nil; b.hands() != tt.booked || asked != tt.asked {
					t.Errorf("%d hands, waits %+v", b.hands(), b.screen.waiting())
				}
			})
		})
	}
}

// TestADrawnHandThatWasSeenIsBooked claims that a hand which nobody won is booked once as it was
// seen, before the shuffle or after it, and left to the referee where it is not sure, was won,
// or other sticks lie there.
func TestADrawnHandThatWasSeenIsBooked(t *testing.T) {
	for _, tt := range []struct {
		claim  string
		sure   float64
		before []device.Event
		again  bool // told once more
		late   bool // told after the shuffle
		hands  int
		notice string
	}{
		{"before the shuffle", 1, nil, false, false, 1, ""},
		{"after the shuffle", 1, nil, false, true, 1, ""},
		{"twice", 1, nil, true, false, 1, ""},
		{"not sure", .9, nil, false, false, 0, "undeclared"},
		{"somebody has won", 1, []device.Event{{Kind: device.WinPressed, Place: 2, From: 1}}, false, false, 0, ""},
		{"another stick", 1, []device.Event{{Kind: device.RiichiStick, Place: 2, Value: 1}}, false, false, 0, "undeclared"},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			f := &follower{}
			b := newBenchFor(t, "riichi", pipeline.Parts{Sure: .995, Follower: f})
			b.sees(models.Review, "123m456p789s555z22p")
			b.press(device.Event{Kind: device.ShuffleStarted})
			b.press(device.Event{Kind: device.Dealt})
			for _, e := range tt.before {
				b.press(e)
			}
			drawn := device.Ended{Drawn: &device.Drawn{Sure: tt.sure, Record: &models.Record{ID: "seen"},
				Outcome: models.Outcome{Ending: models.Drawn, Ready: []models.Ready{{Place: 3}}}}}
			tell := func() {
				t.Helper()
				if err := b.flow.Ended(t.Context(), drawn); err != nil {
					t.Fatal(err)
				}
			}
			if !tt.late {
				tell()
			}
			b.press(device.Event{Kind: device.ShuffleStarted})
			if tt.late || tt.again {
				tell()
			}
			b.press(device.Event{Kind: device.ShuffleDone})
			b.screen.mu.Lock()
			notice := b.screen.table.Notice
			b.screen.mu.Unlock()
			if sticks := slices.ContainsFunc(tt.before, func(e device.Event) bool { return e.Kind == device.RiichiStick }); slices.Equal(f.staked, []string{"2 true"}) != sticks {
				t.Errorf("who follows hears of sticks %q", f.staked)
			}
			if b.hands() != tt.hands || notice != tt.notice {
				t.Errorf("%d hands, notice %q", b.hands(), notice)
			}
			if entry, _ := b.store.State().LastHand(); tt.hands > 0 && !slices.ContainsFunc(entry.Current().Hand.Ready, func(r models.Ready) bool { return r.Place == 3 }) {
				t.Errorf("booked %+v", entry.Current().Hand.Outcome)
			}
		})
	}
}
