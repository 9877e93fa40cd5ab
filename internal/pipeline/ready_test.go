package pipeline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/models"
	"jantaku/scoring/yuque"
)

// yuqueBench plays Yuque. The eye sees 456m456m456p456s88s, which is 11 fan: 121 points, of
// which a discarder loses 60 (60.5 to even).
func yuqueBench(t *testing.T) *bench {
	t.Helper()
	b := newBenchOf(t, models.Match{Rules: yuque.ID}, shelf(t, yuque.ID), pipeline.Parts{Assumed: circumstances()})
	b.sees(models.Accepted, "445566m456p45688s")
	return b
}

func sixSou(t *testing.T) models.Tile {
	tile, err := models.ParseTile("6s")
	if err != nil {
		t.Fatal(err)
	}
	return tile
}

// scored checks how many hands the books hold and what the last one paid.
func (b *bench) scored(hands int, want models.Points) {
	b.t.Helper()
	last, _ := b.store.State().LastHand()
	if b.hands() != hands || hands > 0 && last.Points != want {
		b.t.Errorf("%d hands, the last paid %v, want %d and %v", b.hands(), last.Points, hands, want)
	}
}

// ready is a shown hand of place 4 as the console sends it; by either dragon a pung 1, a pair
// 1 and 2 for the pung: 4 fan, 16 points, of which 8 are paid.
const dragons = `{"place":4,"hand":{"concealed":"234m345p55z66z","melds":[{"type":"pung","tiles":"111s"}]}}`

// example waits for 1m 4m 7m with 3, 3 and 2 fan: 9 points pay 4, 4 points 2.
const example = `"place":3,"hand":{"concealed":"23456m456p678s99p","melds":[]}`

func TestAWinIsAskedWhoElseIsReady(t *testing.T) {
	b := yuqueBench(t)
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: sixSou(t)})
	b.scored(0, models.Points{})
	b.wantPending("ready")
	if _, err := b.ask("confirm", "{}"); err == nil || !strings.Contains(err.Error(), ": ready;") {
		t.Errorf("confirmed: %v", err)
	}
	b.scored(0, models.Points{})
	if _, err := b.ask("confirm", `{"ready":[]}`); err != nil { // one tap
		t.Fatal(err)
	}
	b.scored(1, models.Points{-60, 121})
}

func TestTheBooksComputeWhatReadyHandsAreWorth(t *testing.T) {
	b := yuqueBench(t)
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: sixSou(t)})
	if _, err := b.ask("amend", `{"ready":[{"place":4,"points":5000}]}`); err != nil {
		t.Fatal(err)
	}
	if _, err := b.ask("confirm", "{}"); err == nil {
		t.Error("a number was taken for a hand")
	}
	if _, err := b.ask("amend", `{"ready":[`+dragons+`,{`+example+`}]}`); err != nil {
		t.Fatal(err)
	}
	b.wantPending("gone")
	if p := b.screen.waiting(); len(p.Ready) != 2 || p.Ready[0].Fan != 4 || p.Ready[0].Unsure || !p.Ready[1].Unsure || p.Points != nil {
		t.Fatalf("weighed %+v", p.Ready)
	}
	if _, err := b.ask("amend", `{"ready":[`+dragons+`,{"gone":"14m",`+example+`}]}`); err != nil {
		t.Fatal(err)
	}
	if p := b.screen.waiting(); p == nil || p.Points == nil || *p.Points != (models.Points{-60, 121, 2, 8}) {
		t.Fatalf("pending %+v", p)
	}
	if _, err := b.ask("confirm", "{}"); err != nil {
		t.Fatal(err)
	}
	b.scored(1, models.Points{-60, 121, 2, 8})
}

func TestADrawnHandIsAskedWhoIsReady(t *testing.T) {
	b := yuqueBench(t)
	if _, err := b.ask("draw", "{}"); err == nil || !strings.Contains(err.Error(), "waiting hand") {
		t.Errorf("a draw without a word about who is ready: %v", err)
	}
	shown, err := b.ask("draw-preview", `{"ready":[{`+example+`}]}`)
	if text := fmt.Sprint(shown["ready"]); err != nil || !strings.Contains(text, "unsure:true") || shown["problem"] == nil {
		t.Errorf("preview %v, %v", shown, err)
	}
	if _, err := b.ask("draw", `{"ready":[`+dragons+`,{"gone":"",`+example+`}]}`); err != nil {
		t.Fatal(err)
	}
	b.scored(1, models.Points{0, 0, 4, 8})
}

func TestTheEyeReadsAHandThatIsShown(t *testing.T) {
	b := yuqueBench(t)
	b.sees(models.Review, "23456m456p678s99p")
	seen, err := b.ask("look", `{"place":3}`)
	if text := fmt.Sprint(seen["hand"]); err != nil || !strings.Contains(text, "concealed:23456m456p678s99p") {
		t.Errorf("read %v, %v", seen, err)
	}
	b.scored(0, models.Points{})
	if b.screen.waiting() != nil {
		t.Error("looking is no win")
	}
}

func TestHandsThatAreShownBesideAWinAreProposedAsReady(t *testing.T) {
	b := yuqueBench(t)
	b.lies(3, true)
	b.wantLaid("before anybody won", 3)
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: sixSou(t)})
	b.lies(4, true)
	b.lies(2, true) // the winner's own
	b.wantLaid("after the win")
	b.wantShown("after the win", 3, 4)
	b.lies(3, false)
	b.wantShown("taken up", 4)
	if _, err := b.ask("confirm", `{"ready":[]}`); err != nil {
		t.Fatal(err)
	}
	b.lies(1, true)
	b.wantShown("recorded")
	b.wantLaid("recorded")
}

func (b *bench) wantShown(when string, want ...models.Place) {
	b.t.Helper()
	b.screen.mu.Lock()
	got := b.screen.table.Shown
	b.screen.mu.Unlock()
	if !slices.Equal(got, want) {
		b.t.Errorf("%s: proposed as ready %v, want %v", when, got, want)
	}
}
