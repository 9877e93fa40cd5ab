package pipeline_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/models"
)

func TestDrawerKeepsHandsWithTheirPhotographs(t *testing.T) {
	d := pipeline.FileDrawer{Path: filepath.Join(t.TempDir(), "waiting.json")}
	if kept, err := d.Load(); err != nil || kept.Waiting != nil || kept.Battle != nil {
		t.Fatalf("an empty drawer holds %v, %v", kept, err)
	}
	win, err := models.ParseText("[123m<] [555z] 456p789s2p +2p")
	if err != nil {
		t.Fatal(err)
	}
	hand := &pipeline.Pending{Win: *win, Claim: pipeline.Claim{ID: "a", Place: 2, From: 1}, Weighed: pipeline.Weighed{Needs: []string{"confirm"}},
		Evidence: pipeline.Evidence{Reading: &models.Reading{Status: models.Review}, Photo: &models.Photo{Type: "image/jpeg", Sum: "x", Data: []byte("picture")}}}
	if err := d.Save(pipeline.Kept{Waiting: []*pipeline.Pending{hand}}); err != nil {
		t.Fatal(err)
	}
	kept, err := d.Load()
	if err != nil || len(kept.Waiting) != 1 {
		t.Fatalf("got %v, %v", kept, err)
	}
	got := kept.Waiting[0]
	if got.ID != "a" || got.Win.Text() != win.Text() || string(got.Photo.Data) != "picture" || got.Reading.Status != models.Review {
		t.Errorf("comes back as %+v", got)
	}
	if err := os.WriteFile(d.Path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Load(); err == nil || !strings.Contains(err.Error(), "move the file away") {
		t.Errorf("a damaged drawer: %v", err)
	}
}

// TestHandsThatWaitedInAnOlderVersionGoOn claims that a file of waiting hands that an earlier version wrote is read:
// both hands wait, the second one behind the first.
func TestHandsThatWaitedInAnOlderVersionGoOn(t *testing.T) {
	kept, err := os.ReadFile(filepath.Join("testdata", "waiting-0.2.json"))
	if err != nil {
		t.Fatal(err)
	}
	drawer := pipeline.FileDrawer{Path: filepath.Join(t.TempDir(), "waiting.json")}
	if err := os.WriteFile(drawer.Path, kept, 0o600); err != nil {
		t.Fatal(err)
	}
	b := newBenchWith(t, drawer)
	b.press(device.Event{Kind: device.LinkUp})
	for _, needs := range []string{"confirm", "also"} {
		if p := b.screen.waiting(); p == nil || !slices.Equal(p.Needs, []string{needs}) || len(p.Win.Melds) != 2 || string(p.Photo.Data) == "" {
			t.Fatalf("waits %+v, want a hand with its photograph that needs %s", p, needs)
		}
		if _, err := b.ask("confirm", "{}"); err != nil {
			t.Fatal(err)
		}
	}
	if b.hands() != 1 || b.screen.waiting() != nil {
		t.Errorf("%d hands, waits %+v", b.hands(), b.screen.waiting())
	}
}
