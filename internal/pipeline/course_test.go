package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/models"
)

// follower knows the course of the hand on the table.
type follower struct {
	course *device.Course
	before device.Ended // what is known of the hand before
	begun  int
	asked  int
	staked []string
}

func (f *follower) Begins(context.Context, bool, time.Time) device.Ended {
	f.begun++
	return f.before
}

func (f *follower) Rolled(context.Context, [2]int) {}

func (f *follower) Staked(_ context.Context, at models.Place, lies bool) {
	f.staked = append(f.staked, fmt.Sprint(at, lies))
}

func (f *follower) Course(context.Context, models.Place, bool) *device.Course {
	f.asked++
	return f.course
}

// TestTheCourseIsAWitnessBesideTableAndPicture claims that what is surely known of the whole
// hand is not asked, that what is less sure is asked where it matters, and that nobody is
// believed where two witnesses contradict each other.
func TestTheCourseIsAWitnessBesideTableAndPicture(t *testing.T) {
	two := models.NewTile(models.Dots, 2)
	four := models.NewTile(models.Bamboos, 4)
	pungs := func(sure float64) func(*device.Course) { // a pung that is won by discard is not concealed
		return func(c *device.Course) {
			c.Win.Tile, c.Win.Melds, c.Sure[models.FactTile] = four, nil, sure
		}
	}
	all := map[models.Fact]float64{models.FactFrom: 1, models.FactTile: 1, models.FactMelds: 1, models.FactSuppliers: 1, "last-discard": 1, "last-draw": 1,
		"rob-kong": 1, "kong-draw": 1, "earthly": 1, "heavenly": 1, models.FactFlowers: 1, "last-of-kind": 1, "ippatsu": 1}
	less := func(fact models.Fact, sure float64) func(*device.Course) {
		return func(c *device.Course) { c.Sure[fact] = sure }
	}
	for _, tt := range []struct {
		claim  string
		event  device.Event // what the table says besides the place
		change func(*device.Course)
		melds  []string // of the picture
		needs  []string // none: recorded by itself
	}{
		{"the course answers all", device.Event{}, nil, nil, nil},
		{"the table agrees", device.Event{From: 1, Tile: two}, nil, nil, nil},
		{"the table says another supplier", device.Event{From: 3}, nil, nil, []string{"from"}},
		{"an unsure course does not outdo the table", device.Event{From: 3}, less(models.FactFrom, .3), nil, nil},
		{"the supplier is not sure", device.Event{}, less(models.FactFrom, .98), nil, []string{"from"}},
		{"the tile is sure", device.Event{}, pungs(1), []string{}, nil},
		{"the tile is not sure", device.Event{}, pungs(.9), []string{}, []string{"tile"}},
		{"the table says another tile", device.Event{Tile: models.NewTile(models.Dots, 5)}, pungs(1), []string{}, []string{"tile"}},
		{"the tile is not in the hand", device.Event{}, func(c *device.Course) {
			c.Win.Tile, c.Win.Melds = models.EastWind, nil
		}, []string{}, []string{"tile"}},
		{"a circumstance that matters is not sure", device.Event{}, func(c *device.Course) {
			c.Win.Flags, c.Sure["last-discard"] = models.LastDiscard, .9
		}, nil, []string{"last-discard"}},
		{"the table denies what the course saw", device.Event{Without: models.LastDiscard}, func(c *device.Course) {
			c.Win.Flags = models.LastDiscard
		}, nil, []string{"last-discard"}},
		{"suppliers that matter are not sure", device.Event{}, less(models.FactSuppliers, .6), nil, []string{"suppliers"}},
		{"a circumstance that cannot be is not sure", device.Event{}, less("heavenly", .6), nil, nil},
		{"other melds than the picture's", device.Event{}, nil, []string{"[555z]", "[444s]", "[777z]"}, []string{"suppliers", "melds"}},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			course := &device.Course{From: 1, Sure: map[models.Fact]float64{}, Record: &models.Record{ID: "seen"}}
			course.Win.Tile = two
			for fact, sure := range all {
				course.Sure[fact] = sure
			}
			for _, m := range []string{"[666z<]", "[555z<]", "[777z<]"} {
				meld, err := models.ParseMeld(m)
				if err != nil {
					t.Fatal(err)
				}
				course.Win.Melds = append(course.Win.Melds, meld)
			}
			if tt.change != nil {
				tt.change(course)
			}
			b := newBenchFor(t, "lingque-29", pipeline.Parts{Sure: .995, Follower: &follower{course: course}})
			melds := []string{"[555z]", "[777z]", "[666z]"}
			if tt.melds != nil {
				melds = tt.melds
			}
			concealed := "345p22p"
			if len(melds) == 0 {
				concealed = "222m555p777s456s33z"
			}
			b.sees(models.Accepted, concealed, melds...)
			tt.event.Kind, tt.event.Place = device.WinPressed, 2
			b.press(tt.event)
			if tt.needs == nil {
				if b.hands() != 1 {
					t.Fatalf("needs %v, %v", b.screen.waiting().Needs, b.screen.waiting().Problem)
				}
				return
			}
			if p := b.screen.waiting(); p == nil || !slices.Equal(p.Needs, tt.needs) || p.Course == nil {
				t.Errorf("waits %+v, want needs %v", p, tt.needs)
			}
		})
	}
}

// TestARiichiThatIsNotSureIsProposedAndAsked claims that of a course of which nothing is sure the riichi is proposed with
// its ippatsu, and that both are asked about: ippatsu alone cannot be.
func TestARiichiThatIsNotSureIsProposedAndAsked(t *testing.T) {
	sure := map[models.Fact]float64{models.FactFrom: 1, models.FactTile: 1, models.FactMelds: 1, models.FactFlowers: 1,
		models.FactDora: 1, models.FactUra: 1, models.FactNorths: 1}
	for one := range models.AllFlags.Each() {
		sure[models.FactOf(one)] = 1
	}
	sure[models.FactRiichi], sure[models.FactDouble], sure[models.FactOf(models.Ippatsu)] = .7, .7, .7
	course := &device.Course{From: 1, Sure: sure, Sticks: []models.Place{2}, Record: &models.Record{ID: "seen"}}
	course.Win.Tile, course.Win.Riichi, course.Win.Flags = models.NewTile(models.Dots, 2), 1, models.Ippatsu
	course.Win.DoraIndicators, course.Win.UraIndicators = models.Tiles{models.NewTile(models.Dots, 9)}, models.Tiles{models.NewTile(models.Dots, 9)}
	for _, from := range []float64{1, .7} { // riichi matters whoever supplied the tile
		sure[models.FactFrom] = from
		b := newBenchFor(t, "riichi", pipeline.Parts{Sure: .995, Follower: &follower{course: course}})
		b.sees(models.Accepted, "222m555p777s456s22p")
		b.press(device.Event{Kind: device.WinPressed, Place: 2})
		p := b.screen.waiting()
		if p == nil || p.Problem != "" || p.Win.Riichi != 1 || !p.Win.Flags.Has(models.Ippatsu) || !slices.Equal(p.Riichi, []models.Place{2}) {
			t.Fatalf("waits %+v, %d hands booked", p, b.hands())
		}
		if !slices.Contains(p.Needs, "riichi") || !slices.Contains(p.Needs, "ippatsu") {
			t.Errorf("needs %v", p.Needs)
		}
	}
}

// TestSticksOfAllOthersAreAskedAbout claims that sticks that are proposed of all other players are asked about: without one of them
// less is paid.
func TestSticksOfAllOthersAreAskedAbout(t *testing.T) {
	course := knownCourse()
	course.Record, course.Win.Riichi, course.Sticks = &models.Record{ID: "seen"}, 0, []models.Place{1, 3, 4}
	for _, fact := range []models.Fact{models.FactDora, models.FactUra, models.FactNorths, models.FactOrder} {
		course.Sure[fact] = 1
	}
	course.Win.DoraIndicators = models.Tiles{models.NewTile(models.Dots, 9)}
	course.Sure[models.FactRiichi], course.Sure[models.FactDouble] = .7, .7
	for _, text := range []string{"[666z<]", "[555z<]"} { // who called has laid none
		meld, err := models.ParseMeld(text)
		if err != nil {
			t.Fatal(err)
		}
		course.Win.Melds = append(course.Win.Melds, meld)
	}
	b := newBenchFor(t, "riichi", pipeline.Parts{Sure: .995, Follower: &follower{course: course}})
	b.sees(models.Accepted, "345p22p777s", "[555z]", "[666z]")
	b.press(device.Event{Kind: device.WinPressed, Place: 2})
	if p := b.screen.waiting(); p == nil || !slices.Contains(p.Needs, "riichi") {
		t.Errorf("%d hands booked, waits %+v", b.hands(), p)
	}
}

// TestTheCourseIsAskedOnlyWhileWhoDealsIsKnown claims that a hand behind another that
// waits hears no course: by whose deal it was followed is open.
func TestTheCourseIsAskedOnlyWhileWhoDealsIsKnown(t *testing.T) {
	f := &follower{}
	b := newBenchFor(t, "lingque-29", pipeline.Parts{Sure: .995, Follower: f})
	b.sees(models.Review, "123m456p789s555z22p")
	deal := func(place models.Place) {
		b.press(device.Event{Kind: device.ShuffleStarted})
		b.press(device.Event{Kind: device.Dealt})
		b.press(device.Event{Kind: device.WinPressed, Place: place})
	}
	deal(1)
	if f.asked != 1 || f.begun != 2 {
		t.Errorf("asked %d times, begun %d times; want once and twice", f.asked, f.begun)
	}
	b.press(device.Event{Kind: device.WinPressed, Place: 2}) // on the same discard
	if f.asked != 2 {
		t.Errorf("a second winner of the hand: asked %d times, want 2", f.asked)
	}
	deal(3)
	if f.asked != 2 {
		t.Errorf("the next hand: asked %d times, want 2", f.asked)
	}
}

// TestAPipelineIsAliveWhileItTakesWhatComes claims that one that takes nothing any more is
// not taken for alive.
func TestAPipelineIsAliveWhileItTakesWhatComes(t *testing.T) {
	b := newBench(t)
	if err := b.flow.Alive(t.Context()); err != nil {
		t.Errorf("a running pipeline: %v", err)
	}
	idle := pipeline.New(pipeline.Parts{})
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := idle.Alive(short); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("one that does not run: %v", err)
	}
}

// TestAWinThatWasSeenIsReadWhereItMayBeOne claims that a hand which who followed the table
// saw to win is read once, and not while nobody sits there.
func TestAWinThatWasSeenIsReadWhereItMayBeOne(t *testing.T) {
	f := &follower{course: knownCourse()}
	b := newBenchFor(t, "lingque-29", pipeline.Parts{Sure: .995, Follower: f})
	b.sees(models.Accepted, "123m456p789s555z22p")
	for range 2 { // it is told again while the hand lies there
		if err := b.flow.Won(t.Context(), 2, false, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.flow.Alive(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p := b.screen.waiting(); b.hands() != 1 || f.asked != 1 {
		t.Errorf("%d hands, the course was asked %d times, waits %+v", b.hands(), f.asked, p)
	}
}

// TestAHandThatLiesForLongIsNoNextHand claims that a win that was seen in a hand that has had
// a winner is never taken for the next hand, however long the tiles lie there, at a table that
// does not tell when a deal begins.
func TestAHandThatLiesForLongIsNoNextHand(t *testing.T) {
	for name, at := range map[string]models.Place{"the winner, seen again": 2, "somebody else": 3} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBenchFor(t, "lingque-29", pipeline.Parts{Sure: .995, Follower: &follower{course: knownCourse()}})
				b.sees(models.Accepted, "123m456p789s555z22p")
				if err := b.flow.Won(t.Context(), 2, false, nil); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				time.Sleep(2 * time.Minute)
				if err := b.flow.Won(t.Context(), at, true, nil); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				if b.hands() != 1 {
					t.Errorf("%d hands are in the books", b.hands())
				}
			})
		})
	}
}

// TestACourseIsOfOneHand claims that what was followed of a hand in the books says nothing
// about the next one, whose beginning nobody noticed.
func TestACourseIsOfOneHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		course := knownCourse()
		b := newBenchFor(t, "lingque-29", pipeline.Parts{Sure: .995, Follower: &follower{course: course}})
		b.sees(models.Accepted, "123m456p789s555z22p")
		for i, id := range []string{"first", "first"} {
			course.Record = &models.Record{ID: id}
			if err := b.flow.Won(t.Context(), 2, false, nil); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			time.Sleep(2 * time.Minute)
			if b.hands() != 1 || (b.screen.waiting() != nil) != (i > 0) {
				t.Errorf("win %d: %d hands in the books, waits %+v", i+1, b.hands(), b.screen.waiting())
			}
		}
	})
}

// knownCourse knows everything of a win.
func knownCourse() *device.Course {
	course := &device.Course{From: 1, Sure: map[models.Fact]float64{models.FactFrom: 1, models.FactTile: 1, models.FactMelds: 1, models.FactSuppliers: 1, models.FactFlowers: 1}}
	course.Win.Tile = models.NewTile(models.Dots, 2)
	for one := range models.AllFlags.Each() {
		course.Sure[models.FactOf(one)] = 1
	}
	return course
}
