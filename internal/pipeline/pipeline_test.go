package pipeline_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/internal/sharedtest"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// lens is an eye that sees what it is shown.
type lens struct {
	sight pipeline.Sight
	err   error
}

func (l *lens) Look(context.Context, models.Place) (pipeline.Sight, error) { return l.sight, l.err }

// screen is a board that remembers what it shows.
type screen struct {
	mu      sync.Mutex
	pending *pipeline.Pending
	table   pipeline.Table
}

func (s *screen) ShowTable(t pipeline.Table)      { s.mu.Lock(); s.table = t; s.mu.Unlock() }
func (s *screen) ShowPending(p *pipeline.Pending) { s.mu.Lock(); s.pending = p; s.mu.Unlock() }
func (s *screen) waiting() *pipeline.Pending      { s.mu.Lock(); defer s.mu.Unlock(); return s.pending }
func (s *screen) shows(notice string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.table.Notice == notice
}

// store is the real ledger, with its errors told apart as the daemon does, or a
// ledger whose disk has failed.
type store struct {
	*ledger.Ledger
	broken error
}

func (s *store) Recorded(id string) bool {
	return slices.ContainsFunc(s.State().Entries, func(e ledger.Entry) bool {
		hand := e.Current().Hand
		return hand != nil && hand.ID == id
	})
}

func (s *store) Append(ctx context.Context, a models.Author, h models.HandRecord, results ...scoring.Result) (models.MatchState, error) {
	if s.broken != nil {
		return models.MatchState{}, s.broken
	}
	state, err := s.Ledger.Append(ctx, a, h, results...)
	if err != nil {
		err = fmt.Errorf("%w: %w", pipeline.ErrHand, err)
	}
	return state, err
}

// bench is a running pipeline with real rules and a real ledger.
type bench struct {
	t      *testing.T
	lens   *lens
	screen *screen
	store  *store
	parts  pipeline.Parts
	flow   *pipeline.Pipeline
	events chan device.Event
	done   chan error
}

func newBench(t *testing.T) *bench { return newBenchWith(t, nil) }

// newBenchWith plays Lingque in a club that agreed on what ordinary hands are like.
func newBenchWith(t *testing.T, drawer pipeline.Drawer) *bench {
	t.Helper()
	return newBenchWithParts(t, pipeline.Parts{Drawer: drawer})
}

func newBenchWithParts(t *testing.T, parts pipeline.Parts) *bench {
	t.Helper()
	book := shelf(t, "lingque-29")
	agreed := []models.Fact{models.FactFlowers}
	for one := range (models.AllFlags &^ models.KongDraw).Each() {
		agreed = append(agreed, models.FactOf(one))
	}
	parts.Assumed = agreed
	return newBenchOf(t, models.Match{Rules: "lingque-29", Course: map[string]string{"seats": "fixed"}}, book, parts)
}

// newBenchOf plays a match by a book, with parts of which all others are filled in.
func newBenchOf(t *testing.T, match models.Match, book ledger.Book, parts pipeline.Parts) *bench {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	shelf := func(models.Match) (ledger.Book, error) { return book, nil }
	books, err := ledger.Open(ctx, filepath.Join(t.TempDir(), "ledger.db"), ledger.WithShelf(shelf))
	if err != nil {
		t.Fatal(err)
	}
	match.Length = "open"
	if match.Players == nil {
		match.Players = []models.Player{{ID: "a", Name: "a"}, {ID: "b", Name: "b"}, {ID: "c", Name: "c"}, {ID: "d", Name: "d"}}
	}
	if _, err := books.StartMatch(ctx, models.Author{Source: "test"}, match); err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, lens: &lens{}, screen: &screen{}, store: &store{Ledger: books}, events: make(chan device.Event), done: make(chan error, 1)}
	parts.Eye, parts.Books, parts.Board, parts.Log = b.lens, b.store, b.screen, cmp.Or(parts.Log, slog.New(slog.DiscardHandler))
	b.parts = parts
	t.Cleanup(func() {
		cancel()
		if err := <-b.done; err != nil && b.store.broken == nil {
			t.Error(err)
		}
		books.Close()
	})
	b.start(ctx)
	return b
}

func (b *bench) start(ctx context.Context) {
	b.flow = pipeline.New(b.parts)
	go func() { b.done <- b.flow.Run(ctx, b.events) }()
}

// restart ends the program, books apart, and starts it again.
func (b *bench) restart() {
	b.t.Helper()
	close(b.events)
	if err := <-b.done; err != nil {
		b.t.Fatal(err)
	}
	b.events = make(chan device.Event)
	b.start(b.t.Context())
}

// sees shows the eye a hand: concealed tiles, the winning one among them, and melds.
func (b *bench) sees(status models.Status, concealed string, melds ...string) {
	b.t.Helper()
	tiles, err := models.ParseTiles(concealed)
	if err != nil {
		b.t.Fatal(err)
	}
	hand := &models.Hand{Concealed: tiles}
	for _, text := range melds {
		m, err := models.ParseMeld(text)
		if err != nil {
			b.t.Fatal(err)
		}
		hand.Melds = append(hand.Melds, m)
	}
	b.lens.sight = pipeline.Sight{Reading: models.Reading{Status: status, Hand: hand}, Photo: &models.Photo{Type: "image/jpeg", Data: []byte(concealed)}}
}

func (b *bench) press(e device.Event) {
	b.t.Helper()
	b.events <- e
	b.events <- device.Event{Kind: device.StartPressed} // taken only when the one before is done
}

func (b *bench) ask(op, body string) (map[string]any, error) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), time.Minute)
	defer cancel()
	data, err := b.flow.Request(ctx, op, json.RawMessage(body))
	var m map[string]any
	if len(data) > 0 {
		if err := json.Unmarshal(data, &m); err != nil {
			b.t.Fatal(err)
		}
	}
	return m, err
}

func (b *bench) hands() int { return b.store.State().Position.Hands }

func (b *bench) wantPending(needs ...string) {
	b.t.Helper()
	p := b.screen.waiting()
	if p == nil {
		b.t.Fatalf("nothing waits, want a hand that needs %v", needs)
	}
	if !slices.Equal(p.Needs, needs) {
		b.t.Errorf("needs %v (%s), want %v", p.Needs, p.Problem, needs)
	}
	if b.hands() != 0 {
		b.t.Errorf("%d hands are in the books while one waits", b.hands())
	}
}

func TestACertainHandIsRecordedWithoutAsking(t *testing.T) {
	b := newBench(t)
	b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: models.NewTile(models.Dots, 2)})
	if b.screen.waiting() != nil || b.hands() != 1 {
		t.Fatalf("%d hands recorded, pending %+v", b.hands(), b.screen.waiting())
	}
	last, _ := b.store.State().LastHand()
	if got, want := last.Points, (models.Points{-72, 144, -36, -36}); got != want {
		t.Errorf("paid %v, want %v", got, want)
	}
}

func TestTheWinningTileIsAskedForOnlyWhenItChangesTheScore(t *testing.T) {
	t.Run("it does not", func(t *testing.T) {
		b := newBench(t)
		b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
		b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
		if b.hands() != 1 {
			t.Errorf("not recorded: %+v", b.screen.waiting())
		}
	})
	t.Run("it does", func(t *testing.T) {
		b := newBench(t)
		b.sees(models.Accepted, "222m555p777s456s33z") // a pung won by discard is not concealed
		b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
		b.wantPending("tile")
		if _, err := b.ask("confirm", "{}"); err == nil {
			t.Error("confirmed without the tile")
		}
		if _, err := b.ask("amend", `{"tile":"4s"}`); err != nil {
			t.Fatal(err)
		}
		if _, err := b.ask("confirm", `{"by":"referee"}`); err != nil {
			t.Fatal(err)
		}
		if b.hands() != 1 || b.screen.waiting() != nil {
			t.Errorf("%d hands, pending %+v", b.hands(), b.screen.waiting())
		}
	})
}

func TestWhatIsInDoubtIsAskedAndNeverRecorded(t *testing.T) {
	winning := []string{"456p789s22p", "[123m<]", "[555z]"}
	tests := []struct {
		name  string
		show  func(b *bench)
		event device.Event
		needs []string
	}{
		{"an uncertain reading", func(b *bench) { b.sees(models.Review, winning[0], winning[1:]...) },
			device.Event{Kind: device.WinPressed, Place: 2, From: 1}, []string{"confirm"}},
		{"nobody said who discarded", func(b *bench) { b.sees(models.Accepted, winning[0], winning[1:]...) },
			device.Event{Kind: device.WinPressed, Place: 2}, []string{"from"}},
		{"a hand below the minimum", func(b *bench) { b.sees(models.Accepted, "456p345s22m", "[234m<]", "[678m<]") },
			device.Event{Kind: device.WinPressed, Place: 2, From: 1}, []string{"hand"}},
		{"tiles that make no hand", func(b *bench) { b.sees(models.Accepted, "1479m258p36s12345z") },
			device.Event{Kind: device.WinPressed, Place: 2, From: 1}, []string{"hand"}},
		{"a win that the board kept while nobody looked", func(b *bench) { b.sees(models.Accepted, winning[0], winning[1:]...) },
			device.Event{Kind: device.WinPressed, Place: 2, From: 1, Time: time.Now().Add(-time.Hour)}, []string{"hand"}},
		{"a tile that was not read", func(b *bench) { b.sees(models.Review, "456p789s2p?", winning[1:]...) },
			device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: models.NewTile(models.Dots, 4)}, []string{"hand", "confirm"}},
		{"a camera that is away", func(b *bench) { b.lens.err = errors.New("camera is away") },
			device.Event{Kind: device.WinPressed, Place: 2, From: 1}, []string{"hand"}},
		{"a winning tile that is not in the picture", func(b *bench) { b.sees(models.Accepted, winning[0], winning[1:]...) },
			device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: models.Green}, []string{"hand"}},
		{"a self-draw beside a kong", func(b *bench) { b.sees(models.Accepted, "456p789s22p", "(1111m)", "[555z]") },
			device.Event{Kind: device.WinPressed, Place: 2, From: 2}, []string{"kong-draw"}},
		{"a table and a picture that name different winning tiles", func(b *bench) {
			b.sees(models.Accepted, "222m555p777s456s3z")
			b.lens.sight.Reading.WinTile = models.WestWind
		}, device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: models.NewTile(models.Bamboos, 4)}, []string{"tile"}},
		{"sets that may be melds", func(b *bench) {
			b.sees(models.Accepted, "123m456p789s555z22p")
			hand := models.Hand{Concealed: models.Tiles{models.NewTile(models.Dots, 2)}}
			for _, m := range []string{"[123m]", "[456p]", "[789s]", "[555z]"} {
				meld, _ := models.ParseMeld(m)
				hand.Melds = append(hand.Melds, meld)
			}
			b.lens.sight.Others = []pipeline.Way{{Hand: hand, Win: models.NewTile(models.Dots, 2)}}
		}, device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: models.NewTile(models.Dots, 2)}, []string{"melds"}},
		{"three claims from nobody knows whom", func(b *bench) { b.sees(models.Accepted, "456s22p", "[555z]", "[777z]", "[666z]") },
			device.Event{Kind: device.WinPressed, Place: 2, From: 1}, []string{"suppliers"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			tt.show(b)
			b.press(tt.event)
			b.wantPending(tt.needs...)
		})
	}
}

func TestLaterHandsWaitBehindOneInDoubt(t *testing.T) {
	b := newBench(t)
	b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
	for range 2 {
		b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
		b.press(device.Event{Kind: device.ShuffleStarted})
		b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
	}
	if p := b.screen.waiting(); b.hands() != 0 || p == nil || p.Behind != 2 {
		t.Fatalf("%d hands recorded, pending %+v", b.hands(), p)
	}
	if _, err := b.ask("confirm", "{}"); err != nil {
		t.Fatal(err)
	}
	if b.hands() != 3 || b.screen.waiting() != nil {
		t.Errorf("%d hands recorded, pending %+v", b.hands(), b.screen.waiting())
	}
}

// tray is a drawer that keeps what is put in.
type tray struct {
	kept []*pipeline.Pending
	all  pipeline.Kept
}

func (t *tray) Save(kept pipeline.Kept) error {
	t.kept, t.all = slices.Clone(kept.Waiting), kept
	return nil
}
func (t *tray) Load() (pipeline.Kept, error) { return t.all, nil }

// fullTray is a drawer on a disk that is full for a while.
type fullTray struct {
	tray
	full atomic.Bool
}

func (t *fullTray) Save(kept pipeline.Kept) error {
	if t.full.Load() {
		return syscall.ENOSPC
	}
	return t.tray.Save(kept)
}

// TestWhatAFullDiskDidNotKeepIsKeptLater: the table tells a hand again that was not handled before a restart, so
// one that waits is not handled until the drawer holds it.
func TestWhatAFullDiskDidNotKeepIsKeptLater(t *testing.T) {
	drawer := &fullTray{}
	var handled, refused atomic.Int64
	b := newBenchWithParts(t, pipeline.Parts{Drawer: drawer, Handled: func(device.Event) error {
		if refused.Add(-1) >= 0 {
			return syscall.ENOSPC
		}
		handled.Add(1)
		return nil
	}})
	drawer.full.Store(true)
	b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
	pulse := func(say string, hands, events int) {
		t.Helper()
		if err := b.flow.Alive(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := b.flow.Alive(t.Context()); err != nil { // the first one is over
			t.Fatal(err)
		}
		if len(drawer.kept) != hands || int(handled.Load()) != events {
			t.Errorf("%s: %d hands are kept and %d events handled, want %d and %d", say, len(drawer.kept), handled.Load(), hands, events)
		}
	}
	pulse("on a full disk", 0, 0)
	refused.Store(2)
	drawer.full.Store(false)
	pulse("with room for the hand alone", 1, 0)
	pulse("with room", 1, 2) // press sends another one
}

func TestHandsThatWaitSurviveARestart(t *testing.T) {
	drawer := &tray{}
	for restart := range 2 {
		b := newBenchWith(t, drawer)
		if restart == 0 {
			b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
			b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
			continue
		}
		if _, err := b.ask("confirm", "{}"); err != nil {
			t.Fatal(err)
		}
		if b.hands() != 1 || len(drawer.kept) != 0 {
			t.Errorf("%d hands recorded, %d still kept", b.hands(), len(drawer.kept))
		}
	}
}

func TestADismissedHandIsDroppedAndTheNextGoesOn(t *testing.T) {
	b := newBench(t)
	b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
	b.press(device.Event{Kind: device.ShuffleStarted})
	b.sees(models.Accepted, "23344555p678s777z")
	b.press(device.Event{Kind: device.WinPressed, Place: 3, From: 3, Tile: models.Red})
	if _, err := b.ask("dismiss", "{}"); err != nil {
		t.Fatal(err)
	}
	last, _ := b.store.State().LastHand()
	if b.hands() != 1 || last.Current().Hand.Winners[0] != 3 {
		t.Errorf("%d hands recorded, the last is %+v", b.hands(), last.Current().Hand)
	}
}

func TestAnEventThatComesAgainCountsOnce(t *testing.T) {
	b := newBench(t)
	b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
	for range 2 {
		b.press(device.Event{Kind: device.WinPressed, Boot: 7, Seq: 12, Place: 2, From: 1})
	}
	if b.hands() != 1 {
		t.Errorf("%d hands recorded", b.hands())
	}
}

func TestAHandThatNobodyDeclaredIsAskedAbout(t *testing.T) {
	b := newBench(t)
	b.press(device.Event{Kind: device.WallRaised})
	b.press(device.Event{Kind: device.ShuffleStarted})
	if !b.screen.shows("undeclared") {
		t.Fatal("the shuffle closed a hand in silence")
	}
	if _, err := b.ask("draw", "{}"); err != nil {
		t.Fatal(err)
	}
	if b.hands() != 1 || b.screen.shows("undeclared") {
		t.Errorf("%d hands, still asking %v", b.hands(), b.screen.shows("undeclared"))
	}
}

func TestATypedHandIsShownBeforeItIsRecorded(t *testing.T) {
	b := newBench(t)
	body := `{"place":3,"from":3,"win":{"concealed":"23344555p678s77z","win":"7z","melds":[]}}`
	answer, err := b.ask("preview", body)
	if err != nil || b.screen.waiting() != nil {
		t.Fatalf("preview: %v, %v", answer, err)
	}
	if points := answer["result"].(map[string]any)["points"]; points != 20.0 {
		t.Errorf("preview gives %v points, want 20", points)
	}
	if _, err := b.ask("enter", body); err != nil {
		t.Fatal(err)
	}
	b.wantPending()
	if _, err := b.ask("confirm", "{}"); err != nil || b.hands() != 1 {
		t.Errorf("%d hands, %v", b.hands(), err)
	}
}

func TestRequestsThatMakeNoSenseAreRefusedInWords(t *testing.T) {
	b := newBench(t)
	for _, r := range []struct{ op, body string }{
		{"confirm", "{}"}, {"amend", "{}"}, {"dismiss", "{}"}, {"call", `{"place":9}`}, {"enter", `{"place":1,"win":7}`},
		{"enter", `{}`}, {"fly", "{}"}, {"draw", `{"ready":[{"place":8}]}`}, {"call", "not json"},
	} {
		if _, err := b.ask(r.op, r.body); err == nil || strings.Contains(err.Error(), "panic") {
			t.Errorf("%s %s: %v", r.op, r.body, err)
		}
	}
	if b.hands() != 0 {
		t.Errorf("%d hands recorded", b.hands())
	}
}

func TestBooksThatFailStopTheProgram(t *testing.T) {
	b := newBench(t)
	b.store.broken = errors.New("disk on fire")
	b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
	b.events <- device.Event{Kind: device.WinPressed, Place: 2, From: 1}
	select {
	case err := <-b.done:
		if err == nil || !strings.Contains(err.Error(), "disk on fire") {
			t.Errorf("stopped with %v", err)
		}
		b.done <- nil
	case <-time.After(sharedtest.Patience):
		t.Fatal("goes on without books")
	}
}

// TestAWinThatTheTableCannotHaveMeantIsNotLost claims that the referee accepts or
// dismisses it, whatever the table thinks.
func TestAWinThatTheTableCannotHaveMeantIsNotLost(t *testing.T) {
	late := device.Event{Kind: device.Rejected, Was: device.WinPressed, Place: 2, From: 1, Text: "win while the table is shuffling"}
	for _, op := range []string{"confirm", "dismiss"} {
		b := newBench(t)
		b.sees(models.Accepted, "456p789s22p", "[123m<]", "[555z]")
		b.press(device.Event{Kind: device.WallRaised})
		b.press(device.Event{Kind: device.ShuffleStarted})
		b.press(late)
		b.wantPending("refused")
		if _, err := b.ask(op, "{}"); err != nil {
			t.Fatal(err)
		}
		won := op == "confirm"
		if b.screen.waiting() != nil || (b.hands() == 1) != won || b.screen.shows("undeclared") == won {
			t.Errorf("%s: %d hands, waiting %v, still asks who won %v", op, b.hands(), b.screen.waiting(), b.screen.shows("undeclared"))
		}
	}
	t.Run("a button that bounced is no win", func(t *testing.T) {
		b := newBench(t)
		bounce := late
		bounce.Repeated = true
		b.press(bounce)
		if b.screen.waiting() != nil {
			t.Error("asks about it")
		}
	})
	t.Run("nobody knows whose", func(t *testing.T) {
		b := newBench(t)
		nowhere := late
		nowhere.Place = 9
		b.press(nowhere)
		if !b.screen.shows("win-nowhere") {
			t.Error("lost in silence")
		}
	})
}

// TestABrokenBoardDoesNotFillTheLog claims that impossible events are told of a few times and then counted.
func TestABrokenBoardDoesNotFillTheLog(t *testing.T) {
	var log bytes.Buffer // written by the pipeline alone, read when it has ended
	b := newBenchWithParts(t, pipeline.Parts{Log: slog.New(slog.NewTextHandler(&log, nil))})
	for range 500 {
		b.press(device.Event{Kind: device.Rejected, Was: device.DiceRolled, Text: "dice of seven"})
	}
	b.restart()
	if lines := strings.Count(log.String(), "the table told what cannot be"); lines < 1 || lines > 10 {
		t.Errorf("%d lines of the log for 500 impossible events", lines)
	}
}
