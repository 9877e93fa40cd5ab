package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/sharedtest"
)

// kioskPictures is a folder for pictures of the kiosk's screen, to be looked at.
var kioskPictures = flag.String("kiosk", "", "folder to write pictures of the kiosk's screen to")

// kiosk is the display on a screen of its own, as the package jantaku-kiosk starts it, but for a screen that exists
// in memory alone.
type kiosk struct {
	t       *testing.T
	runtime string // XDG_RUNTIME_DIR
	state   string
	debug   int // port at which the browser answers
}

// nobody is who runs the kiosk where the test runs as root: cage does not let root be its user.
const nobody = 65534

// hang starts the kiosk with settings and shows a page.
func hang(t *testing.T, page, settings string) *kiosk {
	t.Helper()
	for _, tool := range []string{"cage", "Xwayland", "grim", "chromium"} {
		sharedtest.Tool(t, tool)
	}
	root, err := os.MkdirTemp("", "kiosk") // of nobody, unlike the test's own folder
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	k := &kiosk{t: t, runtime: filepath.Join(root, "run"), state: filepath.Join(root, "state"), debug: sharedtest.FreePort(t)}
	program := filepath.Join(root, "kiosk")
	for from, to := range map[string]string{"kiosk.sh": program, "wait.html": filepath.Join(root, "wait.html")} {
		text, err := os.ReadFile("../../packaging/kiosk/" + from)
		if err := errors.Join(err, os.WriteFile(to, text, 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	set := filepath.Join(root, "settings")
	err = errors.Join(os.WriteFile(set, []byte(fmt.Sprintf("PAGE='%s'\n%s\n", page, settings)), 0o644), os.Mkdir(k.runtime, 0o700), os.Mkdir(k.state, 0o700))
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "HOME="+k.state, "STATE_DIRECTORY="+k.state, "XDG_RUNTIME_DIR="+k.runtime, "JANTAKU_KIOSK_SETTINGS="+set,
		"WLR_BACKENDS=headless", "WLR_RENDERER=pixman", fmt.Sprintf("BROWSER_FLAGS=--no-sandbox --disable-gpu --remote-debugging-port=%d", k.debug))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
		err = errors.Join(err, os.Chmod(root, 0o755), os.Chown(k.runtime, nobody, nobody), os.Chown(k.state, nobody, nobody))
	}
	if testing.Verbose() {
		cmd.Stderr = os.Stderr
	}
	if err := errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
	})
	return k
}

// screen takes a picture of the screen; nil while there is none.
func (k *kiosk) screen() image.Image {
	sockets, _ := filepath.Glob(filepath.Join(k.runtime, "wayland-?"))
	if len(sockets) == 0 {
		return nil
	}
	ctx, stop := context.WithTimeout(k.t.Context(), 20*time.Second)
	defer stop()
	grim := exec.CommandContext(ctx, "grim", "-")
	grim.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+k.runtime, "WAYLAND_DISPLAY="+filepath.Base(sockets[0]))
	out, err := grim.StdoutPipe()
	if err := errors.Join(err, grim.Start()); err != nil {
		k.t.Fatal(err)
	}
	picture, err := png.Decode(out)
	if errors.Join(err, grim.Wait()) != nil {
		return nil
	}
	return picture
}

// share is how much of a picture has a colour of a kind.
func share(picture image.Image, is func(r, g, b int) bool) float64 {
	n, all := 0, 0
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			r, g, b, _ := picture.At(x, y).RGBA()
			if all++; is(int(r>>8), int(g>>8), int(b>>8)) {
				n++
			}
		}
	}
	return float64(n) / float64(all)
}

func felt(r, g, b int) bool  { return g > r+10 && g > 20 && r < 60 }
func black(r, g, b int) bool { return r+g+b == 0 }

// alarmed reports whether the corner in which the display tells of faults is not empty.
func alarmed(picture image.Image) bool {
	size := picture.Bounds().Size()
	for y := range size.Y / 11 {
		for x := size.X * 5 / 8; x < size.X; x++ {
			if r, _, _, _ := picture.At(x, y).RGBA(); r>>8 > 150 {
				return true
			}
		}
	}
	return false
}

// shows waits until the screen shows a picture that is as it should be, and keeps it where -kiosk names a folder.
func (k *kiosk) shows(name string, ok func(image.Image) bool) {
	k.t.Helper()
	began := time.Now()
	for time.Since(began) < 2*time.Minute {
		picture := k.screen()
		if picture != nil && ok(picture) {
			k.t.Logf("%s after %v", name, time.Since(began).Round(100*time.Millisecond))
			k.keep(name, picture)
			return
		}
		time.Sleep(300 * time.Millisecond)
	}
	k.keep(name+" (not)", k.screen())
	k.t.Fatalf("the screen does not show: %s", name)
}

// keep writes a picture of the screen where -kiosk names a folder.
func (k *kiosk) keep(name string, picture image.Image) {
	k.t.Helper()
	if *kioskPictures == "" || picture == nil {
		return
	}
	f, err := os.Create(filepath.Join(*kioskPictures, name+".png"))
	if err := errors.Join(err, png.Encode(f, picture), f.Close()); err != nil {
		k.t.Fatal(err)
	}
}

// browser is the process of the browser itself.
func (k *kiosk) browser() int {
	k.t.Helper()
	found := 0
	waitUntil(k.t, func() bool {
		lists, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, list := range lists {
			text, _ := os.ReadFile(list)
			line := strings.ReplaceAll(string(text), "\x00", " ")
			if strings.Contains(line, "--user-data-dir="+k.state) && !strings.Contains(line, "--type=") && strings.Contains(line, "chromium/chromium") {
				found, _ = strconv.Atoi(strings.Split(list, "/")[2])
				return true
			}
		}
		return false
	})
	return found
}

// TestTheScreenComesBackByItself claims that a kiosk shows the table from its start, also where the daemon starts later,
// turned and scaled as its settings say, and shows it again after its browser and after the daemon were killed.
func TestTheScreenComesBackByItself(t *testing.T) {
	sharedtest.ByNight(t)
	data := t.TempDir()
	web := fmt.Sprintf("127.0.0.1:%d", sharedtest.FreePort(t))
	configured := filepath.Join(data, "jantaku.yaml")
	text := fmt.Sprintf("data: %s\nmatch: { length: open, players: [Ann, Ben, Cho, Dan] }\nmqtt: { listen: '127.0.0.1:%d' }\nweb: { listen: '%s' }\n", data, sharedtest.FreePort(t), web)
	if err := os.WriteFile(configured, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	// Turned, since cage 0.1 shows an upright picture in memory past what takes pictures of it.
	k := hang(t, "http://"+web+"/?lang=en", "TURN=90\nSCALE=0.9\nSLEEP=20")
	waits := func(p image.Image) bool { return share(p, black) > .9 && share(p, black) < 1 }
	table := func(p image.Image) bool { return share(p, felt) > .5 && !alarmed(p) }
	k.shows("waits for the daemon", waits)
	first := live(t, configured)
	k.shows("the table", func(p image.Image) bool { return table(p) && p.Bounds().Dx() < p.Bounds().Dy() })
	if scale := k.scale(); math.Abs(scale-.9) > .001 {
		t.Errorf("the page takes %v of the screen", scale)
	}

	killed := k.browser()
	if err := syscall.Kill(killed, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	waitUntil(t, func() bool { return syscall.Kill(killed, 0) != nil })
	k.shows("the table after a killed browser", table)
	if again := k.browser(); again == killed {
		t.Error("the browser was not killed")
	}

	first.kill(t)
	k.shows("that the daemon is away", func(p image.Image) bool { return share(p, felt) > .5 && alarmed(p) })
	live(t, configured)
	k.shows("the table after a killed daemon", table)
}

// scale is how much of the screen's width the page takes.
func (k *kiosk) scale() (share float64) {
	k.t.Helper()
	all, stop := chromedp.NewRemoteAllocator(k.t.Context(), fmt.Sprintf("http://127.0.0.1:%d", k.debug))
	defer stop()
	browser, end := chromedp.NewContext(all)
	defer end()
	pages, err := chromedp.Targets(browser)
	if err != nil {
		k.t.Fatal(err)
	}
	for _, p := range pages {
		if p.Type != "page" {
			continue
		}
		page, leave := chromedp.NewContext(browser, chromedp.WithTargetID(p.TargetID))
		defer leave()
		if err := chromedp.Run(page, chromedp.Evaluate("document.body.getBoundingClientRect().width / screen.width", &share)); err != nil {
			k.t.Fatal(err)
		}
		return share
	}
	k.t.Fatal("the browser has no page")
	return 0
}
