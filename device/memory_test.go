package device

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"jantaku/models"
)

func TestMemoryKeepsTheStory(t *testing.T) {
	m := Memory{filepath.Join(t.TempDir(), "board.json")}
	if s, err := m.Load(); err != nil || !reflect.DeepEqual(s, Story{}) {
		t.Errorf("nothing was saved: %+v, %v", s, err)
	}
	var want Story
	for i, e := range everyKind() {
		e.Boot, e.Seq, e.Time = 7, uint32(i), time.Unix(int64(i), 0).UTC()
		want.Add(e)
		if err := m.Save(want); err != nil {
			t.Fatal(err)
		}
		if got, err := m.Load(); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, %v, want %+v", got, err, want)
		}
	}
	files, err := os.ReadDir(filepath.Dir(m.File))
	if err != nil || len(files) != 1 {
		t.Errorf("%d files are left, %v", len(files), err)
	}
	if err := os.WriteFile(m.File, []byte(`{"boot":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := m.Load(); err == nil || !reflect.DeepEqual(s, Story{}) {
		t.Errorf("half a file gives %+v, %v", s, err)
	}
	if err := (Memory{filepath.Join(t.TempDir(), "no", "board.json")}).Save(Story{}); err == nil {
		t.Error("saving into a folder that is not there is no error")
	}
}

func TestAStoryIsThatOfOneHand(t *testing.T) {
	var s Story
	for _, e := range script(t, "shuffle raised win,@1 shuffle shuffled raised dice,d34") {
		s.Add(e)
	}
	if len(s.Events) != 4 || s.Events[0].Kind != ShuffleStarted {
		t.Errorf("the story is %+v", s.Events)
	}
	for _, e := range script(t, "shuffle raised dice,d34") {
		e.Undeclared = e.Kind == ShuffleStarted
		s.Add(e)
	}
	if len(s.Events) != 7 {
		t.Errorf("before the referee has said how the hand ended the story is %+v", s.Events)
	}
	if s.Answer(false); len(s.Events) != 3 {
		t.Errorf("after that it is %+v", s.Events)
	}
	if s.Answer(true); len(s.Events) != 0 {
		t.Errorf("once the hand is over it is %+v", s.Events)
	}
	for range 2 * longestStory {
		s.Add(Event{Kind: DiceRolled})
	}
	if len(s.Events) != longestStory {
		t.Errorf("a table that never shuffles makes a story of %d events", len(s.Events))
	}
}

// TestTheHandThatWasOnIsToldAgain claims that a link which begins in the middle of a hand
// knows what a link that heard it whole would know.
func TestTheHandThatWasOnIsToldAgain(t *testing.T) {
	sim := startSimulator(t, SimulatorOptions{Dialect: Reference})
	var story Story
	link, err := NewLink(Options{Port: sim.Port(), Dialect: Reference})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	first, done := make(chan Event, 64), make(chan error, 1)
	go func() { done <- link.Run(ctx, first) }()
	await(t, first, StateIs)
	play := testPlay
	play.Winner, play.Sticks = 0, []models.Place{3}
	if err := sim.PlayHand(t.Context(), play); err != nil {
		t.Fatal(err)
	}
	for story.Seq < uint32(len(play.Events(RiichiTray))) {
		story.Add(<-first)
	}
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	second := startLink(t, Options{Port: sim.Port(), Dialect: Reference, Resume: story.Position, Story: story.Events})
	for _, want := range story.Events {
		if got := await(t, second, want.Kind); !got.Replayed || !got.Same(want) {
			t.Errorf("told again as %+v, want %+v", got, want)
		}
	}
	await(t, second, StateIs)
	if err := sim.Say(Event{Kind: RiichiStick, Place: 3, Value: 1}); err != nil {
		t.Fatal(err)
	}
	if got := await(t, second, Rejected); got.Was != RiichiStick || got.Replayed {
		t.Errorf("a stick that lies there already is %+v", got)
	}
	if err := sim.Say(Event{Kind: WinPressed, Place: 1}); err != nil {
		t.Fatal(err)
	}
	if got := await(t, second, WinPressed); got.Replayed {
		t.Errorf("a win is told again: %+v", got)
	}
}

func TestHandTravelsInTheReferenceDialect(t *testing.T) {
	sim := startSimulator(t, SimulatorOptions{Dialect: Reference})
	events := startLink(t, Options{Port: sim.Port(), Dialect: Reference})
	if e := await(t, events, StateIs); e.Status == nil {
		t.Errorf("the full state is %+v", e)
	}
	if err := sim.PlayHand(t.Context(), testPlay); err != nil {
		t.Fatal(err)
	}
	for _, want := range testPlay.Events(0) {
		got := await(t, events, want.Kind)
		if !got.Same(want) || got.Boot == 0 || got.Seq == 0 {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	sim.Reboot()
	if hello := await(t, events, Hello); hello.Seq != 0 {
		t.Errorf("after a restart the position is %d", hello.Seq)
	}
}
