package pipeline

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/lingque"
)

// openBooks are the books of a match in which nobody moves.
type openBooks struct {
	state models.MatchState
	idle  bool // no match is on
	rules scoring.Ruleset
	with  models.Outcome // of the hand that another was won on the discard of
	in    []string       // ids of the hands in the books
}

func (b *openBooks) Table() (models.MatchState, bool) { return b.state, !b.idle }
func (b *openBooks) Rules() scoring.Ruleset           { return b.rules }
func (b *openBooks) Recorded(id string) bool          { return slices.Contains(b.in, id) }
func (b *openBooks) Barred() []models.Place           { return nil }
func (b *openBooks) Claim(models.HandRecord) (models.Place, models.Outcome, bool) {
	return b.with.From, b.with, b.with.From != 0
}
func (b *openBooks) Preview(models.HandRecord, ...scoring.Result) (models.Points, error) {
	return models.Points{}, nil
}
func (b *openBooks) Situate(h models.HandRecord) models.HandRecord {
	for i := range h.Wins {
		h.Wins[i].Win.Seat, h.Wins[i].Win.Round = models.South, models.East
		if h.From != 0 {
			h.Wins[i].Win.Discarder = models.East
		}
	}
	return h
}

// Continue is for rule books by which a hand has one ending.
func (*openBooks) Continue(h models.HandRecord) models.HandRecord { return h }

var lingque29 = sync.OnceValues(func() (scoring.Ruleset, error) { return lingque.New(29) })

// scene is a hand of which a table plays what happens; each answer is made of the commands before it.
type scene struct {
	*testing.T
	life  *Life
	books *openBooks
	last  []Command
	now   time.Time
	ids   int
}

func newScene(t *testing.T) *scene {
	rules, err := lingque29()
	if err != nil {
		t.Fatal(err)
	}
	agreed := []models.Fact{models.FactFlowers}
	for one := range models.AllFlags.Each() {
		agreed = append(agreed, models.FactOf(one))
	}
	books := &openBooks{rules: rules, state: models.MatchState{Match: models.Match{Players: make([]models.Player, 4)}}}
	return &scene{T: t, books: books, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC),
		life: &Life{weigher: weigher{books, agreed}, club: club{sure: .995, follows: true}}}
}

// a happening is an event, as it comes after what was commanded last.
type happening func(s *scene) Event

func (s *scene) happens(h happening) []string {
	s.Helper()
	s.ids++
	s.last = s.life.On(h(s), Moment{s.now, fmt.Sprintf("h%d", s.ids)})
	var words []string
	for _, c := range s.last {
		if w := wordOf(c); w != "" {
			words = append(words, w)
		}
	}
	return words
}

// wordOf says in a word what is to be done; nothing for a line of the log.
func wordOf(c Command) string {
	switch c := c.(type) {
	case Look:
		return fmt.Sprintf("look at %d", c.At)
	case Follow:
		return fmt.Sprintf("follow %d", c.At)
	case Begin:
		return "begin"
	case Stake:
		return fmt.Sprintf("stake %d %v", c.At, c.Lies)
	case Book:
		if len(c.Record.Wins) == 0 {
			return fmt.Sprintf("book %s by %s", c.Record.Ending, c.By.Source)
		}
		return fmt.Sprintf("book %d by %s", c.Record.Wins[0].Place, c.By.Source)
	case Keep:
		return fmt.Sprintf("keep %d", len(c.Waiting))
	case Ask:
		if c.Hand == nil {
			return "ask nothing"
		}
		return fmt.Sprintf("ask %d %s", c.Hand.Place, strings.Join(c.Hand.Needs, " "))
	case Wait:
		return fmt.Sprintf("wait %v", c.For)
	case Show:
		return strings.TrimSpace(fmt.Sprintf("show %s", c.Table.Notice))
	case Settle:
		return fmt.Sprintf("settle %v", c.Over)
	case Answer:
		if c.Err == nil {
			return "answer"
		}
		return "answer " + models.ReasonsOf(c.Err)[0].Code
	}
	return ""
}

func tells(e device.Event) happening {
	return func(s *scene) Event {
		if e.Time.IsZero() {
			e.Time = s.now
		}
		return e
	}
}

func table(kind device.Kind) happening { return tells(device.Event{Kind: kind}) }

func presses(at, from models.Place) happening {
	return tells(device.Event{Kind: device.WinPressed, Place: at, From: from, Tile: models.NewTile(models.Dots, 2)})
}

// pressesSeq is a win that a board numbered, which may come again.
func pressesSeq(at, from models.Place, ago time.Duration) happening {
	return func(s *scene) Event {
		return device.Event{Kind: device.WinPressed, Place: at, From: from, Tile: models.NewTile(models.Dots, 2), Boot: 1, Seq: 7, Time: s.now.Add(-ago)}
	}
}

func begins(s *scene) Event {
	for _, c := range s.last {
		if b, ok := c.(Begin); ok {
			return Begun{b.Event}
		}
	}
	s.Fatal("nothing begins")
	return nil
}

// sees is a picture of a hand that is worth recording.
func sees(status models.Status) happening {
	return func(s *scene) Event {
		hand := &models.Hand{}
		hand.Concealed, _ = models.ParseTiles("456p789s22p")
		for _, m := range []string{"[123m<]", "[555z]"} {
			meld, err := models.ParseMeld(m)
			if err != nil {
				s.Fatal(err)
			}
			hand.Melds = append(hand.Melds, meld)
		}
		return Looked{Sight: Sight{Reading: models.Reading{Status: status, Hand: hand}}}
	}
}

func nobodyFollowed(*scene) Event { return Followed{} }

// followedAs is a course that may still say more.
func followedAs(open bool) happening {
	return func(*scene) Event {
		return Followed{&device.Course{Record: &models.Record{ID: "followed"}, Open: open}}
	}
}

func (s *scene) book() Book {
	for _, c := range s.last {
		if b, ok := c.(Book); ok {
			return b
		}
	}
	s.Fatal("nothing is booked")
	return Book{}
}

func booked(s *scene) Event { return Recorded{s.book()} }

func refusedByTheBooks(s *scene) Event {
	return Refused{s.book(), models.Refused("bad-hand", nil, "no such hand")}
}

func person(op, body string) happening {
	return func(s *scene) Event {
		said := said{signed: models.Author{Source: "console"}}
		if err := json.Unmarshal([]byte(body), &said); err != nil {
			s.Fatal(err)
		}
		return Said{op, said}
	}
}

func later(d time.Duration, h happening) happening {
	return func(s *scene) Event { s.now = s.now.Add(d); return h(s) }
}

func event(e Event) happening { return func(*scene) Event { return e } }

// TestTheLifeOfAHand claims of every state of a hand what each event makes of it, and what is done about it.
func TestTheLifeOfAHand(t *testing.T) {
	dealt := []happening{table(device.WallRaised), begins}
	then := func(before []happening, more ...happening) []happening { return slices.Concat(before, more) }
	with := func(more ...happening) []happening { return then(dealt, more...) }
	laid := with(event(Lies{2, true}))
	claimed := with(presses(2, 1))
	seen := then(claimed, sees(models.Accepted))
	known := then(seen, nobodyFollowed)
	done := then(known, booked)
	doubtful := with(presses(2, 1), sees(models.Review))
	asked := then(doubtful, nobodyFollowed)
	drawn := &device.Drawn{Outcome: models.Outcome{Ending: models.Drawn}, Sure: 1}

	tests := []struct {
		name  string
		given []happening
		from  State
		event happening
		to    State
		want  []string
	}{
		// cleared
		{"tiles are dealt", nil, Cleared, table(device.Dealt), Cleared, []string{"begin"}},
		{"and all of the hand before is known", []happening{table(device.Dealt)}, Cleared, begins, Dealt, []string{"show"}},
		{"a link says nothing about the hand", nil, Cleared, table(device.LinkUp), Cleared, []string{"show"}},
		{"a key that means nothing is not shown", nil, Cleared, table(device.StartPressed), Cleared, nil},
		{"a win where nobody told of a deal", nil, Cleared, presses(2, 1), Claimed, []string{"look at 2"}},

		// dealt
		{"a riichi stick", dealt, Dealt, tells(device.Event{Kind: device.RiichiStick, Place: 3, Value: 1}), Dealt, []string{"stake 3 true", "show"}},
		{"one that is told again", dealt, Dealt, tells(device.Event{Kind: device.RiichiStick, Place: 3, Value: 1, Replayed: true}), Dealt, []string{"show"}},
		{"a hand is laid down", dealt, Dealt, event(Lies{2, true}), Laid, []string{"show"}},
		{"a win", dealt, Dealt, presses(2, 1), Claimed, []string{"look at 2"}},
		{"a win that somebody saw", dealt, Dealt, event(Won{At: 2}), Claimed, []string{"look at 2"}},
		{"a win that a person tells", dealt, Dealt, person(opCall, `{"place":2}`), Claimed, []string{"settle true", "show", "look at 2"}},
		{"a win of nobody", dealt, Dealt, person(opCall, `{"place":5}`), Dealt, []string{"answer place"}},
		{"a win that the table cannot have meant", dealt, Dealt, tells(device.Event{Kind: device.Rejected, Was: device.WinPressed, Place: 2}), Claimed, []string{"look at 2"}},
		{"a button that bounced", dealt, Dealt, tells(device.Event{Kind: device.Rejected, Was: device.WinPressed, Place: 2, Repeated: true}), Dealt, nil},
		{"a win nowhere", dealt, Dealt, tells(device.Event{Kind: device.Rejected, Was: device.WinPressed, Place: 9}), Dealt, []string{"show win-nowhere"}},
		{"a win of an hour ago", dealt, Dealt, pressesSeq(2, 1, time.Hour), Asked, []string{"keep 1", "ask 2 hand"}},
		{"a win that is told again", dealt, Dealt, tells(device.Event{Kind: device.WinPressed, Place: 2, Replayed: true}), Booked, []string{"show"}},
		{"the tiles go in and nobody said anything", with(table(device.ShuffleStarted)), Dealt, begins, Cleared, []string{"show undeclared"}},
		{"a draw that a person tells", dealt, Dealt, person(opDraw, `{}`), Dealt, []string{"book draw by console"}},
		{"a draw that somebody saw", dealt, Dealt, event(Drawn{drawn}), Dealt, []string{"book draw by camera"}},
		{"a draw that somebody saw in part", dealt, Dealt, event(Drawn{&device.Drawn{Sure: .9}}), Dealt, nil},
		{"the draw is in the books", with(event(Drawn{drawn})), Dealt, booked, Booked, []string{"settle true", "show"}},
		{"the draw is not in the books", with(event(Drawn{drawn})), Dealt, refusedByTheBooks, Dealt, nil},
		{"nor one that a person told", with(person(opDraw, `{}`)), Dealt, refusedByTheBooks, Dealt, []string{"answer bad-hand"}},

		// laid
		{"it is taken up", laid, Laid, event(Lies{2, false}), Dealt, []string{"show"}},
		{"it is laid down again", laid, Laid, event(Lies{2, true}), Laid, nil},
		{"it is called", laid, Laid, presses(2, 1), Claimed, []string{"show", "look at 2"}},
		{"the next deal", then(laid, table(device.WallRaised)), Laid, begins, Dealt, []string{"show"}},

		// claimed
		{"the picture", claimed, Claimed, sees(models.Accepted), Seen, []string{"follow 2"}},
		{"no picture", claimed, Claimed, event(Looked{Sight: Sight{Reading: models.Reading{Status: models.Failed}}}), Seen, []string{"follow 2"}},

		// seen
		{"nothing is in doubt", seen, Seen, nobodyFollowed, Known, []string{"book 2 by camera"}},
		{"the picture is in doubt", doubtful, Seen, nobodyFollowed, Asked, []string{"keep 1", "ask 2 confirm"}},
		{"and more is still to be seen", doubtful, Seen, followedAs(true), Asked, []string{"keep 1", "wait 10s", "ask nothing"}},
		{"nobody saw who supplied the tile", with(presses(2, 0), sees(models.Accepted)), Seen, nobodyFollowed, Asked, []string{"keep 1", "ask 2 from"}},
		{"an old picture", with(presses(2, 1), func(s *scene) Event { e := sees(models.Accepted)(s).(Looked); e.Repeats = "h0"; return e }), Seen, nobodyFollowed, Asked, []string{"keep 1", "ask 2 confirm"}},

		// known
		{"it is in the books", known, Known, booked, Booked, []string{"keep 0", "ask nothing"}},
		{"the books refuse it", known, Known, refusedByTheBooks, Asked, []string{"keep 1", "ask 2 confirm"}},

		// asked
		{"a person confirms", asked, Asked, person(opConfirm, `{}`), Known, []string{"book 2 by console"}},
		{"and it is in the books", then(asked, person(opConfirm, `{}`)), Known, booked, Booked, []string{"keep 0", "ask nothing"}},
		{"and the books refuse it", then(asked, person(opConfirm, `{}`)), Known, refusedByTheBooks, Asked, []string{"keep 1", "ask 2 confirm", "answer bad-hand"}},
		{"a person confirms another one", asked, Asked, person(opConfirm, `{"hand":"gone"}`), Asked, []string{"answer another-hand"}},
		{"a person changes it", asked, Asked, person(opAmend, `{"from":3}`), Asked, []string{"keep 1", "ask 2 confirm", "answer"}},
		{"a person who looked at an older one", then(asked, person(opAmend, `{"from":3}`)), Asked, person(opConfirm, `{"revision":1}`), Asked, []string{"answer changed-since"}},
		{"a person drops it: the deal goes on", asked, Asked, person(opDismiss, `{}`), Dealt, []string{"keep 0", "ask nothing"}},
		{"a person asks what another would be worth", asked, Asked, person(opPreview, `{"place":1}`), Asked, []string{"answer"}},
		{"the time is up for what was still to be seen", then(doubtful, followedAs(true)), Asked, later(10*time.Second, event(Due{})), Asked, []string{"keep 1", "ask 2 confirm"}},
		{"it is seen before", then(doubtful, followedAs(true)), Asked, event(Learned{map[models.Place]*device.Course{2: {Record: &models.Record{ID: "followed"}}}}), Asked, []string{"keep 1", "ask 2 confirm"}},
		{"what is learned of another hand", asked, Asked, event(Learned{map[models.Place]*device.Course{2: {Record: &models.Record{ID: "other"}}}}), Asked, nil},
		{"the books were corrected", asked, Asked, event(Corrected{"undo", true}), Asked, []string{"keep 1", "ask 2 confirm"}},
		{"the next deal, while it waits", then(asked, table(device.WallRaised)), Asked, begins, Dealt, []string{"show"}},
		{"a win told again while it waits", with(pressesSeq(2, 1, 0), sees(models.Review), nobodyFollowed), Asked, pressesSeq(2, 1, 0), Asked, nil},
		{"it is photographed again", asked, Asked, presses(2, 1), Claimed, []string{"look at 2"}},
		{"a person tells that it is to be photographed again", asked, Asked, person(opCall, `{"place":2}`), Claimed, []string{"settle true", "show", "look at 2"}},

		// booked
		{"the next deal", then(done, table(device.WallRaised)), Booked, begins, Dealt, []string{"show"}},
		{"the tiles go in", then(done, table(device.ShuffleStarted)), Booked, begins, Cleared, []string{"show"}},
		{"it lies there still", done, Booked, event(Won{At: 2}), Booked, nil},
		{"a draw that somebody believes to have seen", done, Booked, event(Drawn{drawn}), Booked, nil},
		{"another win of the same deal", done, Booked, presses(3, 1), Claimed, []string{"look at 3"}},
		{"which is asked about", then(done, presses(3, 1), sees(models.Accepted)), Seen, nobodyFollowed, Asked, []string{"keep 1", "ask 3 also"}},
		{"and confirmed", then(done, presses(3, 1), sees(models.Accepted), nobodyFollowed), Asked, person(opConfirm, `{}`), Known, []string{"book 3 by console"}},
		{"and dropped: the first one stands", then(done, presses(3, 1), sees(models.Accepted), nobodyFollowed), Asked, person(opDismiss, `{}`), Booked, []string{"keep 0", "ask nothing"}},

		// dropped
		{"the next win of a deal that went on", then(asked, person(opDismiss, `{}`)), Dealt, presses(3, 1), Claimed, []string{"look at 3"}},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s: %s", tt.from, tt.name), func(t *testing.T) {
			s := newScene(t)
			s.books.with = models.Outcome{Ending: models.Won, From: 1, Winners: []models.Place{2, 3}}
			for _, h := range tt.given {
				s.happens(h)
			}
			if got := s.life.State(); got != tt.from {
				t.Fatalf("before: %s, want %s", got, tt.from)
			}
			got := s.happens(tt.event)
			if state := s.life.State(); state != tt.to {
				t.Errorf("the hand is %s, want %s", state, tt.to)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("commands %q, want %q", got, tt.want)
			}
		})
	}
}

// TestTheHandsOfADealAreBookedInOrder claims that what waits behind a hand in doubt is weighed and booked once that
// one has its end, by whom, and that what is dropped is not.
func TestTheHandsOfADealAreBookedInOrder(t *testing.T) {
	s := newScene(t)
	for _, h := range []happening{presses(2, 1), sees(models.Review), nobodyFollowed,
		table(device.WallRaised), begins, presses(3, 1), sees(models.Accepted)} {
		s.happens(h)
	}
	for i, step := range []struct {
		event happening
		want  []string
	}{
		{nobodyFollowed, []string{"keep 2", "ask 2 confirm"}},
		{person(opConfirm, `{}`), []string{"book 2 by console"}},
		{booked, []string{"book 3 by camera"}},
		{booked, []string{"keep 0", "ask nothing"}},
	} {
		if got := s.happens(step.event); !slices.Equal(got, step.want) {
			t.Errorf("step %d: %q, want %q", i, got, step.want)
		}
	}
}

// TestTwoWinsOfWhichMoreIsLearnedAtOnce claims that a second winner who is booked with the first is not looked
// for among those that wait.
func TestTwoWinsOfWhichMoreIsLearnedAtOnce(t *testing.T) {
	s := newScene(t)
	s.books.with = models.Outcome{Ending: models.Won, From: 1, Winners: []models.Place{2, 3}}
	course := func(at models.Place, open bool) *device.Course {
		c := &device.Course{Record: &models.Record{ID: "followed"}, Open: open, From: 1, Winners: []models.Place{2, 3}}
		if !open {
			c.Whole, c.Sure = 1, map[models.Fact]float64{}
			c.Win.Hand = *sees(models.Accepted)(s).(Looked).Sight.Reading.Hand
			c.Win.Concealed = c.Win.Concealed[:len(c.Win.Concealed)-1]
			c.Win.Tile = models.NewTile(models.Dots, 2)
		}
		return c
	}
	for at := models.Place(2); at <= 3; at++ {
		at := at
		for _, h := range []happening{presses(at, 1), sees(models.Review), event(Followed{course(at, true)})} {
			s.happens(h)
		}
	}
	got := s.happens(event(Learned{map[models.Place]*device.Course{2: course(2, false), 3: course(3, false)}}))
	for range 3 {
		if len(s.last) == 0 || !strings.HasPrefix(got[len(got)-1], "book") {
			break
		}
		got = append(got, s.happens(booked)...)
	}
	if want := []string{"book 2 by camera", "book 3 by camera", "keep 0", "ask nothing"}; !slices.Equal(got, want) {
		t.Errorf("commands %q, want %q", got, want)
	}
}

// TestARestartRestoresAState claims what is known again of a hand after the program was started, by what the table
// then tells again.
func TestARestartRestoresAState(t *testing.T) {
	last := &models.HandRecord{ID: "01a2b3c4-0000-7000-8000-000000000000", Outcome: models.Outcome{Ending: models.Won},
		Wins: []models.WinRecord{{Place: 2, Reading: &models.Reading{}}}}
	again := func(kind device.Kind, at time.Duration) happening {
		return func(s *scene) Event {
			return device.Event{Kind: kind, Time: saidAt(last.ID).Add(at), Replayed: true}
		}
	}
	for _, tt := range []struct {
		name  string
		first Restored
		then  []happening
		want  State
	}{
		{"nothing was ever booked", Restored{}, nil, Cleared},
		{"the last hand is in the books", Restored{Last: last}, nil, Booked},
		{"it is of the deal that is on", Restored{Last: last}, []happening{again(device.WallRaised, -time.Minute), begins}, Booked},
		{"it is of the deal before", Restored{Last: last}, []happening{again(device.WallRaised, time.Minute), begins}, Dealt},
		{"a typed one says nothing about the table", Restored{Last: &models.HandRecord{ID: "typed"}}, nil, Cleared},
		{"a hand waits", Restored{Kept: Kept{Waiting: []*Pending{{Claim: Claim{ID: "w", Place: 2}, Evidence: Evidence{Known: models.Facts{}}}}}, Last: last}, nil, Asked},
		{"and was not of this deal", Restored{Kept: Kept{Waiting: []*Pending{{Claim: Claim{ID: "w", Place: 2}, Evidence: Evidence{Known: models.Facts{}}}}}}, []happening{table(device.WallRaised), begins}, Dealt},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScene(t)
			s.happens(event(tt.first))
			for _, h := range tt.then {
				s.happens(h)
			}
			if got := s.life.State(); got != tt.want {
				t.Errorf("the hand is %s, want %s", got, tt.want)
			}
			if len(s.life.waiting) != len(tt.first.Waiting) {
				t.Errorf("%d hands wait", len(s.life.waiting))
			}
		})
	}
}

// TestAHandOfAnEndedMatchIsNotBookedIntoTheNext claims that what waited when its match ended is recorded in the next one only where a
// person says so, also after a restart, and that a hand which waited for its match to be started is not asked about.
func TestAHandOfAnEndedMatchIsNotBookedIntoTheNext(t *testing.T) {
	for _, tt := range []struct {
		name   string
		match  string // that is on at the claims
		now    string // that is on after them
		booked bool
	}{{"the same", "a", "a", true}, {"another", "a", "b", false}, {"none was on", "", "b", true}} {
		for _, restarts := range []bool{false, true} {
			s := newScene(t)
			s.books.state.Match.ID, s.books.idle = tt.match, tt.match == ""
			for _, h := range []happening{table(device.WallRaised), begins, presses(3, 1), sees(models.Review), nobodyFollowed,
				later(5*time.Minute, table(device.ShuffleStarted)), table(device.WallRaised), begins, presses(2, 1), sees(models.Accepted), nobodyFollowed} {
				s.happens(h)
			}
			if len(s.life.waiting) != 2 {
				t.Fatalf("%d hands wait", len(s.life.waiting))
			}
			if restarts {
				file := FileDrawer{filepath.Join(t.TempDir(), "waiting.json")}
				if err := file.Save(Kept{Waiting: s.life.waiting}); err != nil {
					t.Fatal(err)
				}
				kept, err := file.Load()
				if err != nil {
					t.Fatal(err)
				}
				s.life = &Life{weigher: s.life.weigher, club: s.life.club}
				s.happens(event(Restored{Kept: kept}))
			}
			s.books.state.Match.ID, s.books.idle = tt.now, false
			s.happens(event(Corrected{opNewMatch, true}))
			got := s.happens(person(opDismiss, "{}"))
			if booked := slices.Contains(got, "book 2 by camera"); booked != tt.booked {
				t.Errorf("%s, restarted %v: %v", tt.name, restarts, got)
			}
			if tt.booked {
				continue
			}
			if hand := s.life.pending(); !slices.Equal(hand.Needs, []string{"confirm"}) || len(hand.Reasons) == 0 || hand.Reasons[0].Code != "ended-match" {
				t.Errorf("%s, restarted %v: asked for %v: %v", tt.name, restarts, hand.Needs, hand.Reasons)
			}
			if got := s.happens(person(opConfirm, "{}")); !slices.Contains(got, "book 2 by console") {
				t.Errorf("%s, restarted %v: confirmed %v", tt.name, restarts, got)
			}
		}
	}
}

// TestADrawnHandThatWasSeenKeepsItsCourseUntilAPersonHasSaidSo claims that the course of a hand without a winner that cannot be recorded as it
// was seen goes into the books with what a person says, once, and not with another hand.
func TestADrawnHandThatWasSeenKeepsItsCourseUntilAPersonHasSaidSo(t *testing.T) {
	seen := func(sure float64) happening {
		return event(Drawn{&device.Drawn{Outcome: models.Outcome{Ending: models.Drawn}, Sure: sure, Record: &models.Record{ID: "seen"}}})
	}
	shuffled := []happening{table(device.ShuffleStarted), begins}
	for _, tt := range []struct {
		name   string
		before []happening // after the deal
		course bool
	}{
		{"nobody saw it", shuffled, false},
		{"it was in doubt", append([]happening{seen(.9)}, shuffled...), true},
		{"it was told after the tiles went in", append(slices.Clone(shuffled), seen(.9)), true},
		{"the books refused it", append([]happening{seen(1), refusedByTheBooks}, shuffled...), true},
		{"it is in the books", append([]happening{seen(1), booked}, shuffled...), false},
		{"a person has told it before", append([]happening{seen(.9), person(opDraw, `{}`), booked}, shuffled...), false},
		{"of the hand before", append([]happening{seen(.9)}, append(shuffled, table(device.WallRaised), begins)...), false},
	} {
		s := newScene(t)
		for _, h := range append([]happening{table(device.WallRaised), begins}, tt.before...) {
			s.happens(h)
		}
		s.now = s.now.Add(time.Hour) // nobody takes it for the one that was told
		s.happens(person(opDraw, `{}`))
		book, ok := s.last[0].(Book)
		if !ok {
			t.Errorf("%s: %T %v", tt.name, s.last[0], s.last[0])
			continue
		}
		if has := book.Record.Course != nil; has != tt.course {
			t.Errorf("%s: its course is booked: %v", tt.name, has)
		}
	}
}
