package scoreboard_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"jantaku/scoreboard"
)

var (
	pictures = flag.String("pictures", "", "folder to write screenshots of all pages to, to be looked at")
	running  = flag.String("at", "", "address of a running jantaku to take pictures of, instead of the recorded match")
)

// Pictures are for people; run with -pictures FOLDER, and -at http://127.0.0.1:8080 for
// those of a running program.
func TestPictures(t *testing.T) {
	if *pictures == "" {
		t.Skip("no -pictures folder given")
	}
	address, shots := serve(t, scoreboard.Config{Requests: &desk{}}), recordedShots
	if *running != "" {
		address, shots = *running, liveShots
	}
	for _, shot := range shots {
		p := openPage(t, address+shot.path, shot.width, shot.height)
		time.Sleep(1500*time.Millisecond + shot.wait)
		if err := os.WriteFile(filepath.Join(*pictures, shot.name+".png"), p.screenshot(), 0o644); err != nil {
			t.Fatal(err)
		}
		if len(p.faults) > 0 {
			t.Errorf("%s: %q", shot.name, p.faults)
		}
	}
}

// picture writes what a test looks at to the folder of -pictures, where one is given.
func (p *page) picture(name string) {
	p.t.Helper()
	if *pictures == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(*pictures, name+".png"), p.screenshot(), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// shot is one picture of one page.
type shot struct {
	name, path    string
	width, height int
	wait          time.Duration
}

var recordedShots = []shot{
	{"board", "/?mock=-2&still=1&lang=en", 1920, 1080, 0},
	{"board-720", "/?mock=42&still=1&lang=zh", 1280, 720, 0},
	{"board-start", "/?mock=5&still=1&lang=ja", 1280, 720, 0},
	{"board-phone", "/?mock=-2&still=1&lang=ja", 412, 915, 0},
	{"overlay", "/overlay?mock=38&lang=zh&bg=%23446655", 1920, 1080, 14500 * time.Millisecond},
	{"console", "/console?mock=999&still=1&lang=en", 412, 915, 0},
	{"console-wide", "/console?mock=999&still=1&lang=zh", 1280, 800, 0},
}

var liveShots = []shot{
	{"live-board", "/?lang=en", 1920, 1080, 20 * time.Second},
	{"live-overlay", "/overlay?lang=zh&bg=%23446655", 1920, 1080, 15 * time.Second},
	{"live-console", "/console?lang=en", 412, 915, time.Second},
	{"live-console-wide", "/console?lang=zh", 1280, 900, time.Second},
}
