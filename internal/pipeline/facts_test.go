package pipeline_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/lingque"
	"jantaku/scoring/mcr"
	"jantaku/scoring/riichi"
	"jantaku/scoring/sichuan"
	"jantaku/scoring/yuque"
)

// shelved are the books that were asked for: making one takes a while.
var shelved sync.Map

// shelf are the rule books as they are played without options.
func shelf(t testing.TB, id string) ledger.Book {
	t.Helper()
	if book, ok := shelved.Load(id); ok {
		return book.(ledger.Book)
	}
	var book ledger.Book
	var err error
	switch id {
	case "lingque-26":
		book.Course = lingque.Course{Edition: 26}
		book.Rules, err = lingque.New(26)
	case "lingque-29":
		book.Course = lingque.Course{Edition: 29}
		book.Rules, err = lingque.New(29)
	case "yuque-54":
		book.Course = yuque.Course{}
		o, _ := yuque.Profile("")
		book.Rules, err = yuque.New(o)
	case "mcr":
		book.Course = mcr.Course{}
		o, _ := mcr.Profile("")
		book.Rules, err = mcr.New(o)
	case "sichuan":
		book.Course = sichuan.Course{}
		o, _ := sichuan.Profile("")
		book.Rules, err = sichuan.New(o)
	case "riichi", "riichi for three":
		book.Course = riichi.Course{}
		o, _ := riichi.Profile("")
		if id != "riichi" {
			o.Players = 3
		}
		book.Rules, err = riichi.New(o)
	}
	if err != nil {
		t.Fatal(err)
	}
	shelved.Store(id, book)
	return book
}

// newBenchFor plays by a rule book of the shelf.
func newBenchFor(t *testing.T, rules string, parts pipeline.Parts) *bench {
	t.Helper()
	return newBenchOf(t, models.Match{Rules: rules}, shelf(t, rules), parts)
}

// circumstances are those of the hand format, as facts.
func circumstances() (facts []models.Fact) {
	for one := range models.AllFlags.Each() {
		facts = append(facts, models.FactOf(one))
	}
	return facts
}

// after tells a win some minutes after the dice fell.
func after(minutes float64, e device.Event) []device.Event {
	now := time.Now()
	e.Kind, e.Time = device.WinPressed, now
	return []device.Event{
		{Kind: device.ShuffleStarted, Time: now.Add(-time.Duration((minutes + 1) * float64(time.Minute)))},
		{Kind: device.DiceRolled, Dice: [2]int{1, 2}, Time: now.Add(-time.Duration(minutes * float64(time.Minute)))}, e}
}

// TestWhatNobodyToldIsAskedWhereItWouldChangeTheScore claims that a table which tells only
// shuffle, dice and win buttons is asked about what the clock and the tiles leave open,
// about nothing else, and that one plain answer settles it.
func TestWhatNobodyToldIsAskedWhereItWouldChangeTheScore(t *testing.T) {
	const open, closed = "456p789s22p", "123m456p789s555z22p"
	two := models.NewTile(models.Dots, 2)
	none := func(*bench) {}
	tests := []struct {
		name, rules, concealed string
		melds                  []string
		minutes                float64
		event                  device.Event
		before                 func(*bench)
		needs                  []string // none: recorded by itself
	}{
		{"a discard soon after the dice that completes a pair", "lingque-29", open, []string{"[123m<]", "[555z]"}, 1,
			device.Event{Place: 2, From: 1, Tile: two}, none, []string{"flowers"}},
		{"a set of 136 tiles has no flowers", "lingque-29", open, []string{"[123m<]", "[555z]"}, 1, device.Event{Place: 2, From: 1, Tile: two},
			func(b *bench) { b.press(device.Event{Kind: device.TileMode, Value: 136}) }, nil},
		{"the picture shows the whole place", "lingque-29", open, []string{"[123m<]", "[555z]"}, 1, device.Event{Place: 2, From: 1, Tile: two},
			func(b *bench) { b.lens.sight.Known = models.Facts{models.FactFlowers: models.Eye} }, nil},
		{"a discard at the end of a long deal", "lingque-29", open, []string{"[123m<]", "[555z]"}, 9, device.Event{Place: 2, From: 1, Tile: two}, none, []string{"flowers", "last-discard"}},
		{"a draw at the end of a long deal", "lingque-29", open, []string{"[123m<]", "[555z]"}, 9, device.Event{Place: 2, From: 2, Tile: two}, none, []string{"flowers", "last-draw"}},
		{"the only copy may be of a robbed kong", "lingque-29", open, []string{"[123m<]", "[555z]"}, 1,
			device.Event{Place: 2, From: 1, Tile: models.NewTile(models.Dots, 4)}, none, []string{"flowers", "rob-kong"}},
		{"the dealer draws in the first turn", "lingque-29", closed, nil, 1, device.Event{Place: 1, From: 1, Tile: two}, none, []string{"flowers", "heavenly"}},
		{"long after", "lingque-29", closed, nil, 9, device.Event{Place: 1, From: 1, Tile: two}, none, []string{"flowers", "last-draw"}},
		{"the dealer's discard in the first turn", "lingque-29", closed, nil, 1, device.Event{Place: 2, From: 1, Tile: two}, none, []string{"flowers", "earthly"}},
		{"another's discard in the first turn", "lingque-29", closed, nil, 1, device.Event{Place: 2, From: 3, Tile: two}, none, []string{"flowers"}},
		{"a draw beside a kong", "lingque-29", open, []string{"(1111m)", "[555z]"}, 1, device.Event{Place: 2, From: 2, Tile: two}, none, []string{"flowers", "kong-draw"}},
		{"three pungs of unknown suppliers", "lingque-29", "456s22p", []string{"[555z]", "[777z]", "[666z]"}, 1, device.Event{Place: 2, From: 1, Tile: two}, none, []string{"suppliers", "flowers"}},
		{"the last of its kind may lie in rivers", "mcr", "456m78s22p", []string{"[123m<]", "[678p<]"}, 1,
			device.Event{Place: 2, From: 1, Tile: models.NewTile(models.Bamboos, 9)}, func(b *bench) { b.sees(models.Accepted, "456m789s22p", "[123m<]", "[789m<]") },
			[]string{"flowers", "rob-kong", "last-of-kind"}},
		{"riichi without a tray, and dora", "riichi", closed, nil, 1, device.Event{Place: 2, From: 1, Tile: two}, none, []string{"riichi", "dora"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBenchFor(t, tt.rules, pipeline.Parts{Sure: .995})
			b.sees(models.Accepted, tt.concealed, tt.melds...)
			tt.before(b)
			for _, e := range after(tt.minutes, tt.event) {
				b.press(e)
			}
			if tt.needs == nil {
				if p := b.screen.waiting(); p != nil || b.hands() != 1 {
					t.Fatalf("not recorded: needs %v", p.Needs)
				}
				return
			}
			b.wantPending(tt.needs...)
			if _, err := b.ask("confirm", "{}"); err == nil {
				t.Error("confirmed without an answer")
			}
		})
	}
}

// TestNothingSpecialSettlesAllOpenCircumstances claims that one request denies them and
// records the hand, and that the books keep how each fact was known.
func TestNothingSpecialSettlesAllOpenCircumstances(t *testing.T) {
	b := newBenchFor(t, "lingque-29", pipeline.Parts{Assumed: []models.Fact{models.FactFlowers}})
	b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z>]")
	for _, e := range after(9, device.Event{Place: 2, From: 1, Tile: models.NewTile(models.Dots, 4)}) {
		b.press(e)
	}
	b.wantPending("last-discard", "rob-kong")
	if _, err := b.ask("confirm", `{"as_shown":["last-discard"]}`); err == nil {
		t.Error("an answer to one question is taken for an answer to two")
	}
	if _, err := b.ask("confirm", `{"as_shown":["last-discard","rob-kong"],"by":"Mei"}`); err != nil || b.hands() != 1 {
		t.Fatalf("%d hands, %v", b.hands(), err)
	}
	hand, _ := b.store.State().LastHand()
	got := hand.Current().Hand.Wins[0].Facts
	want := models.Facts{"last-discard": models.Said, "rob-kong": models.Said, "flowers": models.Agreed,
		"earthly": models.Computed, "heavenly": models.Computed, "suppliers": models.Eye, "from": models.Board, "tile": models.Board}
	for fact, want := range want {
		if got[fact] != want {
			t.Errorf("%s is known as %q, want %q", fact, got[fact], want)
		}
	}
}

// TestWhatTheBoardTellsIsScored claims that what it says holds is counted, what it says does
// not is not asked about, and what cannot be is shown.
func TestWhatTheBoardTellsIsScored(t *testing.T) {
	two := models.NewTile(models.Dots, 2)
	press := func(melds []string, concealed string, e device.Event) *bench {
		b := newBenchFor(t, "lingque-29", pipeline.Parts{Assumed: []models.Fact{models.FactFlowers}})
		b.sees(models.Accepted, concealed, melds...)
		for _, one := range after(9, e) {
			b.press(one)
		}
		return b
	}
	b := press([]string{"[123m<]", "[555z]"}, "456p789s22p", device.Event{Place: 2, From: 1, Tile: two, With: models.LastDiscard})
	hand, ok := b.store.State().LastHand()
	if !ok || !slices.ContainsFunc(hand.Current().Hand.Results[0].Fans, func(f scoring.Fan) bool { return f.ID == "last-tile-claim" }) {
		t.Errorf("the last discard is not counted: %+v", b.screen.waiting())
	}
	b = press([]string{"(1111m)", "[555z]"}, "456p789s22p", device.Event{Place: 2, From: 2, Tile: two, Without: models.KongDraw | models.LastDraw})
	if b.hands() != 1 {
		t.Errorf("asked about what the board denies: %v", b.screen.waiting().Needs)
	}
	b = press(nil, "123m456p789s555z22p", device.Event{Place: 2, From: 1, Tile: two, With: models.LastDraw})
	if p := b.screen.waiting(); p == nil || p.Needs[0] != "hand" {
		t.Errorf("last-draw on a discard is believed: %+v", p)
	}
}

// TestTypedAndCalledHandsAreAskedAsPicturesAre claims that what is typed is said, and what
// is not typed is asked.
func TestTypedAndCalledHandsAreAskedAsPicturesAre(t *testing.T) {
	b := newBenchFor(t, "lingque-29", pipeline.Parts{})
	if _, err := b.ask("enter", `{"place":2,"from":1,"win":{"concealed":"456s2p","win":"2p","flags":[],
		"melds":[{"type":"pung","tiles":"555z"},{"type":"pung","tiles":"777z"},{"type":"pung","tiles":"666z"}]}}`); err != nil {
		t.Fatal(err)
	}
	b.wantPending("suppliers", "flowers", "last-discard")
	if _, err := b.ask("amend", `{"win":{"flowers":2,"flags":["last-discard"],"melds":[{"type":"pung","tiles":"555z","from":"left"},{"type":"pung","tiles":"777z","from":"left"},{"type":"pung","tiles":"666z","from":"across"}]}}`); err != nil {
		t.Fatal(err)
	}
	b.wantPending()
	b = newBenchFor(t, "lingque-29", pipeline.Parts{Assumed: []models.Fact{models.FactFlowers}})
	b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
	if _, err := b.ask("call", `{"place":2}`); err != nil {
		t.Fatal(err)
	}
	b.wantPending("from", "last-draw", "last-discard", "rob-kong")
}

// TestOneTouchingRowMayHoldMelds claims that a row without a turned tile is not taken for
// concealed where claimed sets at its end would score otherwise, and that one answer settles it.
func TestOneTouchingRowMayHoldMelds(t *testing.T) {
	b := newBenchFor(t, "lingque-29", pipeline.Parts{Assumed: append(circumstances(), models.FactFlowers)})
	b.sees(models.Accepted, "22p456p789s123m555z")
	melds := models.Hand{Concealed: models.Tiles{models.NewTile(models.Dots, 2), models.NewTile(models.Dots, 4), models.NewTile(models.Dots, 5), models.NewTile(models.Dots, 6),
		models.NewTile(models.Bamboos, 7), models.NewTile(models.Bamboos, 8), models.NewTile(models.Bamboos, 9)}}
	for _, m := range []string{"[123m]", "[555z]"} {
		meld, err := models.ParseMeld(m)
		if err != nil {
			t.Fatal(err)
		}
		melds.Melds = append(melds.Melds, meld)
	}
	two := models.NewTile(models.Dots, 2)
	b.lens.sight.Others = []pipeline.Way{{Hand: melds, Win: two}}
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: two})
	b.wantPending("melds")
	if _, err := b.ask("confirm", "{}"); err == nil {
		t.Error("confirmed without an answer")
	}
	if _, err := b.ask("confirm", `{"as_shown":["melds"]}`); err != nil || b.hands() != 1 {
		t.Errorf("%d hands, %v", b.hands(), err)
	}
}

// TestWhoIsLiableIsAskedInRiichi claims that unknown suppliers and an unknown order of calls
// are asked where somebody may be liable, and that naming the liable player answers both.
func TestWhoIsLiableIsAskedInRiichi(t *testing.T) {
	agreed := append(circumstances(), models.FactRiichi, models.FactDora)
	for _, tt := range []struct {
		name  string
		melds []string
		needs []string
	}{
		{"nobody knows the suppliers", []string{"[555z]", "[666z]", "[777z]"}, []string{"suppliers"}},
		{"nobody knows the order", []string{"[555z<]", "[666z^]", "[777z>]"}, []string{"call-order"}},
		{"one player fed them all", []string{"[555z<]", "[666z<]", "[777z<]"}, nil},
		{"no set decides", []string{"[555z]", "[123m]", "[999s]"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBenchFor(t, "riichi", pipeline.Parts{Assumed: agreed})
			b.sees(models.Accepted, "456s22p", tt.melds...)
			b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 2, Tile: models.NewTile(models.Dots, 2)})
			if tt.needs == nil {
				if b.hands() != 1 {
					t.Errorf("needs %v", b.screen.waiting().Needs)
				}
				return
			}
			b.wantPending(tt.needs...)
			if _, err := b.ask("amend", `{"win":{"liable":"E"}}`); err != nil {
				t.Fatal(err)
			}
			if p := b.screen.waiting(); len(p.Needs) > 0 || p.Points == nil || *p.Points != (models.Points{-32000, 32000, 0, 0}) {
				t.Errorf("needs %v, pays %v", p.Needs, p.Points)
			}
		})
	}
}

// TestATrayTellsWhoLaidRiichiUnlessItWentUnheard claims that the sticks of a table that has a
// tray are believed for a hand that was heard from its start, and are asked about after a gap.
func TestATrayTellsWhoLaidRiichiUnlessItWentUnheard(t *testing.T) {
	hello := device.Event{Kind: device.Hello, Board: &device.Board{Capabilities: device.RiichiTray}}
	for _, lost := range []bool{false, true} {
		b := newBenchFor(t, "riichi", pipeline.Parts{Assumed: append(circumstances(), models.FactDora)})
		b.sees(models.Accepted, "123m456p789s555z22p")
		b.press(hello)
		told := after(9, device.Event{Place: 2, From: 1, Tile: models.NewTile(models.Dots, 2)})
		for i, e := range told {
			if lost && i == len(told)-1 {
				b.press(device.Event{Kind: device.Lost, Value: 3, Time: time.Now()})
			}
			b.press(e)
		}
		if lost {
			b.wantPending("riichi")
		} else if b.hands() != 1 {
			t.Errorf("asked for %v", b.screen.waiting().Needs)
		}
	}
}

// TestADrawIsAskedWhatNobodySaid claims that who laid riichi and is not named as ready is asked
// about, and that neither sticks nor waiting hands are taken as absent.
func TestADrawIsAskedWhatNobodySaid(t *testing.T) {
	b := newBenchFor(t, "riichi", pipeline.Parts{})
	for _, refused := range []string{`{}`, `{"riichi":[]}`, `{"ready":[]}`, `{"riichi":[3],"ready":[{"place":1}]}`, `{"reason":"nine-terminals"}`} {
		if _, err := b.ask("draw", refused); err == nil || b.hands() != 0 {
			t.Errorf("%s is recorded: %v", refused, err)
		}
	}
	if _, err := b.ask("draw", `{"riichi":[3],"ready":[{"place":1}],"as_shown":["ready"]}`); err != nil || b.hands() != 1 {
		t.Errorf("%d hands, %v", b.hands(), err)
	}
	if _, err := b.ask("draw", `{"riichi":[3],"ready":[{"place":3}]}`); err != nil || b.hands() != 2 {
		t.Errorf("%d hands, %v", b.hands(), err)
	}
	b = newBenchFor(t, "mcr", pipeline.Parts{})
	if _, err := b.ask("draw", `{}`); err != nil || b.hands() != 1 {
		t.Errorf("where nothing depends on it: %d hands, %v", b.hands(), err)
	}
}

// TestTheCourseOfTheHandAnswers claims that what is surely known of the whole hand is not
// asked, and that what is less sure is shown and asked.
func TestTheCourseOfTheHandAnswers(t *testing.T) {
	sure := map[models.Fact]float64{models.FactFlowers: 1, models.FactSuppliers: .999, "last-discard": 1, "rob-kong": 1}
	course := &device.Course{Sure: sure}
	course.Win.Flowers.Count = 1
	for _, m := range []string{"[666z<]", "[555z<]", "[777z<]"} {
		meld, err := models.ParseMeld(m)
		if err != nil {
			t.Fatal(err)
		}
		course.Win.Melds = append(course.Win.Melds, meld)
	}
	press := func() *bench {
		b := newBenchFor(t, "lingque-29", pipeline.Parts{Sure: .995})
		b.sees(models.Accepted, "456s22p", "[555z]", "[777z]", "[666z]")
		for _, e := range after(9, device.Event{Place: 2, From: 1, Tile: models.NewTile(models.Dots, 2), Course: course}) {
			b.press(e)
		}
		return b
	}
	b := press()
	hand, _ := b.store.State().LastHand()
	if b.hands() != 1 || hand.Current().Hand.Wins[0].Facts[models.FactSuppliers] != models.Course {
		t.Fatalf("%d hands, waits %+v", b.hands(), b.screen.waiting())
	}
	if w := hand.Current().Hand.Wins[0].Win; w.Flowers.Count != 1 || w.Melds[0].From != models.Left {
		t.Errorf("recorded %+v", w)
	}
	sure["flowers"] = .9
	b = press()
	b.wantPending("flowers")
	if b.screen.waiting().Win.Flowers.Count != 1 {
		t.Error("what is likely is not shown")
	}
}

// TestTheLastTileIsTheLastBeforeTheDeadWall claims that a table which counts the dead wall too
// is not believed to have tiles to draw when that alone stands, in any book with one.
func TestTheLastTileIsTheLastBeforeTheDeadWall(t *testing.T) {
	for _, rules := range []string{"yuque-54", "riichi"} {
		for left, asked := range map[int]bool{14: true, 15: false} {
			t.Run(fmt.Sprint(rules, " ", left), func(t *testing.T) {
				b := newBenchFor(t, rules, pipeline.Parts{Standing: true})
				b.sees(models.Accepted, "123m456p789s555z22p")
				e := after(9, device.Event{Place: 2, From: 2, Tile: models.NewTile(models.Dots, 2)})
				b.press(e[0])
				b.press(e[1])
				b.press(device.Event{Kind: device.WallLeft, Value: left, Time: time.Now()})
				b.press(e[2])
				p := b.screen.waiting()
				if p == nil {
					t.Fatal("recorded without any question")
				}
				if got := slices.Contains(p.Needs, "last-draw"); got != asked {
					t.Errorf("needs %v; last-draw asked: %v, want %v", p.Needs, got, asked)
				}
			})
		}
	}
}

// TestAStickOfTheTileWonOnIsAsked claims that a tray is not believed of a player who laid his stick just before he was
// won on: when the tile was the one that declared riichi, the stick goes back.
func TestAStickOfTheTileWonOnIsAsked(t *testing.T) {
	for _, tt := range []struct {
		name  string
		stake models.Place
		ago   time.Duration
		from  models.Place
		asked bool
	}{
		{"a stick of just now", 1, 8 * time.Second, 1, true},
		{"one of some turns ago", 1, 3 * time.Minute, 1, false},
		{"another's stick", 3, 8 * time.Second, 1, false},
		{"a self-draw", 1, 8 * time.Second, 2, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBenchFor(t, "riichi", pipeline.Parts{Assumed: append(circumstances(), models.FactDora, models.FactReady)})
			b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
			b.press(device.Event{Kind: device.Hello, Board: &device.Board{Capabilities: device.RiichiTray}})
			for _, e := range after(10, device.Event{Place: 2, From: tt.from, Tile: models.NewTile(models.Dots, 2)}) {
				if e.Kind == device.WinPressed {
					b.press(device.Event{Kind: device.RiichiStick, Place: tt.stake, Value: 1, Time: e.Time.Add(-tt.ago)})
				}
				b.press(e)
			}
			if !tt.asked {
				if b.hands() != 1 {
					t.Fatalf("pending %+v", b.screen.waiting())
				}
				return
			}
			b.wantPending("riichi")
			if _, err := b.ask("confirm", `{"riichi":[]}`); err != nil || b.hands() != 1 {
				t.Fatalf("%v, %d hands", err, b.hands())
			}
			if last, _ := b.store.State().LastHand(); len(last.Current().Hand.Riichi) != 0 {
				t.Errorf("the stick is paid: %v", last.Current().Hand.Riichi)
			}
		})
	}
}

// TestSticksAreKnownOfPlacesThatTold claims that one stick which the table told of says nothing about the trays of others: each is
// known by a stick that was laid there before, by its drawer, or by a table that has all trays.
func TestSticksAreKnownOfPlacesThatTold(t *testing.T) {
	all := [models.Places]bool{true, true, true, true}
	const open models.Place = 4 // who lays while the hand before is open
	for _, tt := range []struct {
		name    string
		before  []models.Place // laid and taken back before the hand
		laid    models.Place
		by      models.Source
		ago     time.Duration
		drawers [models.Places]bool
		fell    models.Place // whose drawer holds a thousand less
		asked   bool
	}{
		{"one stick alone", nil, 3, "", 3 * time.Minute, [models.Places]bool{}, 0, true},
		{"a stick of everybody before", []models.Place{1, 2, 3, 4}, 3, "", 3 * time.Minute, [models.Places]bool{}, 0, false},
		{"drawers of the others", nil, 3, "", 3 * time.Minute, [models.Places]bool{true, true, false, true}, 0, false},
		{"a drawer that fell, and those of the others", nil, 3, models.Computed, 3 * time.Minute, all, 3, false},
		{"a drawer that fell, and one that is unclear", nil, 3, models.Computed, 3 * time.Minute, [models.Places]bool{true, false, true, true}, 3, true},
		{"a drawer from which a thousand was paid before the win was declared", nil, 3, models.Computed, 5 * time.Second, all, 3, true},
		{"a stick in a tray, just as late", nil, 3, "", 5 * time.Second, all, 3, false},
		{"a drawer that fell while the hand before was open", nil, open, models.Computed, 3 * time.Minute, all, open, true},
		{"drawers, and nothing laid", nil, 0, "", 0, all, 0, false},
		{"a drawer that fell so late that nobody has heard it", nil, 0, "", 0, all, 3, true},
		{"a stick that was taken back so late", nil, 3, models.Computed, 3 * time.Minute, all, 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBenchFor(t, "riichi", pipeline.Parts{Assumed: append(circumstances(), models.FactDora, models.FactReady), Drawers: func() (tells, laid [models.Places]bool) {
				for i := range laid {
					laid[i] = models.PlaceAt(i) == tt.fell
				}
				return tt.drawers, laid
			}})
			b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
			for _, at := range tt.before {
				for _, v := range []int{1, -1} {
					b.press(device.Event{Kind: device.RiichiStick, Place: at, Value: v, Time: time.Now().Add(-time.Hour)})
				}
			}
			if tt.laid == open {
				b.press(device.Event{Kind: device.WallRaised, Time: time.Now().Add(-time.Hour)})
			}
			for _, e := range after(10, device.Event{Place: 2, From: 1, Tile: models.NewTile(models.Dots, 2)}) {
				if e.Kind == device.WinPressed && tt.laid != 0 {
					b.press(device.Event{Kind: device.RiichiStick, Place: tt.laid, Value: 1, By: tt.by, Time: e.Time.Add(-tt.ago)})
				}
				b.press(e)
			}
			if p := b.screen.waiting(); (p != nil) != tt.asked || p != nil && !slices.Contains(p.Needs, "riichi") {
				t.Errorf("asked %v, want %v", p, tt.asked)
			}
			if last, ok := b.store.State().LastHand(); ok && slices.Contains(last.Current().Hand.Riichi, tt.laid) != (tt.laid != 0) {
				t.Errorf("booked with sticks of %v, want that of %d", last.Current().Hand.Riichi, tt.laid)
			}
		})
	}
}
