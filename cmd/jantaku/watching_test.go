package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
	"jantaku/internal/table"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial/reading"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/vision/camera"
	"jantaku/vision/photo"
)

// TestAHandThatIsLaidDownIsProposedOverMQTTAndReadWhenTheRefereeCallsIt lets a real eye
// watch drawn pictures of a table without win buttons.
func TestAHandThatIsLaidDownIsProposedOverMQTTAndReadWhenTheRefereeCallsIt(t *testing.T) {
	if testing.Short() {
		t.Skip("learns a set of tiles as a camera over the table sees it")
	}
	x, err := reading.DrawnExhibit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	faces, calibrated := filepath.Join(t.TempDir(), "faces.json"), filepath.Join(t.TempDir(), "camera.json")
	if err := calibration.SaveFaces(faces, x.Faces); err != nil {
		t.Fatal(err)
	}
	if err := x.Camera.Save(calibrated); err != nil {
		t.Fatal(err)
	}
	reader, err := photo.Open(faces, calibrated)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	seen := &photographedTable{picture: emptyCloth(t)}
	c := openClub(t, table.Parts{Camera: seen.camera(), Reader: reader, Calibrated: x.Camera}, func(c *config.Config) {
		c.Eye.Calibration, c.Eye.Watch = calibrated, config.WatchLaid
	})
	time.Sleep(2 * time.Second) // the empty table is seen
	seen.lay(x.Picture)         // a hand at place 1; all others stand
	_, payload := c.hear("event/laid")
	var event mqtt.Event
	var who mqtt.Player
	if err := json.Unmarshal(payload, &event); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(event.Data, &who); err != nil || who.Place != x.Place || who.Name != "Ann" || who.Seat != models.East {
		t.Errorf("told %s", payload)
	}
	time.Sleep(2 * time.Second) // whatever else it may propose
	if c.table.Board.IsWaiting() || c.table.Ledger.State().Position.Hands != 0 {
		t.Fatal("read without being asked")
	}
	if laid := c.table.Board.Table().Laid; len(laid) != 1 || laid[0] != x.Place {
		t.Fatalf("proposed %v", laid)
	}
	c.request("call", map[string]any{"place": 1})
	for deadline := time.Now().Add(sharedtest.Patience); ; time.Sleep(50 * time.Millisecond) {
		if c.table.Board.IsWaiting() {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the hand that was called does not wait for the referee")
		}
	}
	if c.table.Ledger.State().Position.Hands != 0 {
		t.Error("recorded though nobody said who supplied the tile")
	}
}

func TestWatchingNeedsACalibration(t *testing.T) {
	c := config.Default()
	c.Eye.Watch = config.WatchLaid
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "calibrate table") {
		t.Errorf("%v", err)
	}
}

// photographedTable is a camera whose picture the test changes.
type photographedTable struct {
	mu      sync.Mutex
	picture []byte
}

func (p *photographedTable) lay(picture []byte) { p.mu.Lock(); p.picture = picture; p.mu.Unlock() }

func (p *photographedTable) camera() camera.Source {
	return camera.Func{Name: "drawn", Make: func(context.Context) ([]byte, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.picture, nil
	}}
}

// emptyCloth is the drawn table of reading.DrawnExhibit before anybody sat down.
func emptyCloth(t *testing.T) []byte {
	t.Helper()
	img, _, err := scene.Render(scene.WholeTable())
	if err != nil {
		t.Fatal(err)
	}
	picture, err := scene.Encode(img, 92)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// TestWordsOfWatching claims that configurations of before keep their meaning.
func TestWordsOfWatching(t *testing.T) {
	for text, want := range map[string]config.WatchMode{"off": config.WatchOff, "false": config.WatchOff, "true": config.WatchLaid, "laid": config.WatchLaid, "course": config.WatchCourse} {
		file := filepath.Join(t.TempDir(), "jantaku.yaml")
		if err := os.WriteFile(file, []byte("eye: { watch: "+text+", calibration: camera.json }\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		if !c.Eye.Watch.Is(want) {
			t.Errorf("watch: %s is %q, want %s", text, c.Eye.Watch, want)
		}
	}
	c := config.Default()
	c.Eye.Watch = "sometimes"
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "eye.watch") {
		t.Errorf("an unknown word: %v", err)
	}
}
