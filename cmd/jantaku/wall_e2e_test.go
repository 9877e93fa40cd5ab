package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/device"
	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
	"jantaku/internal/table"
	"jantaku/models"
)

// wallPictures is a folder for pictures of the wall, to be looked at and for docs/pictures.
var wallPictures = flag.String("walls", "", "folder to write pictures of the wall to")

// TestTheDiceSayOnThePageWhereTheWallIsBroken plays the dice over a pseudo-terminal into the
// daemon and reads from the page, in a real browser, what the people at the table read.
func TestTheDiceSayOnThePageWhereTheWallIsBroken(t *testing.T) {
	if testing.Short() {
		t.Skip("a daemon and a browser for each position")
	}
	screen, cancel := context.WithTimeout(newScreen(t, 800, 600), 3*time.Minute)
	defer cancel()
	for i, tt := range []struct {
		rules string
		can   device.Capabilities
		rolls [][2]int
		lang  string
		want  string // words; none for a table that deals by itself
		place models.Place
	}{
		{"lingque-29", device.Tiles136, [][2]int{{2, 4}, {1, 5}}, "en", "South's wall, break after the 12th stack from the right", 2},
		{"lingque-29", device.Tiles136, [][2]int{{6, 6}, {6, 5}}, "zh", "西家牌墙，从右数第6墩后开牌", 3},
		{"riichi", device.Tiles136, [][2]int{{3, 4}}, "ja", "西家の山、右から7幢目の後で開門", 3},
		{"riichi", device.Tiles136, [][2]int{{1, 1}}, "en", "South's wall, break after the 2nd stack from the right", 2},
		{"mcr", device.Tiles144, [][2]int{{6, 3}, {2, 1}}, "en", "East's wall, break after the 12th stack from the right", 1},
		{"mcr", device.AutoDeal | device.Tiles144, [][2]int{{6, 3}, {2, 1}}, "en", "", 0},
	} {
		t.Run(fmt.Sprintf("%s %v", tt.rules, tt.rolls), func(t *testing.T) {
			page := rolled(t, tt.rules, tt.can, tt.rolls)
			var words, phase string
			var place int
			var picture []byte
			settled := `document.querySelectorAll("#dice .die").length == ` + fmt.Sprint(2*len(tt.rolls))
			if err := chromedp.Run(screen, chromedp.EmulateViewport(1920, 1080), chromedp.Navigate(page+"?lang="+tt.lang),
				chromedp.Poll(settled, nil, chromedp.WithPollingTimeout(sharedtest.Patience)),
				chromedp.Text("#phase", &phase),
				// The wall whose group bears the mark: the groups stand in the order of the places.
				chromedp.Evaluate(`[...document.querySelectorAll("#wall > g")].findIndex((g) => g.querySelector(".break")) + 1`, &place),
				chromedp.Screenshot("#table", &picture)); err != nil {
				t.Fatal(err)
			}
			if tt.place != 0 {
				words = phase
			}
			if words != tt.want || models.Place(place) != tt.place {
				t.Errorf("the page says %q and marks place %d, want %q and %d", phase, place, tt.want, tt.place)
			}
			if *wallPictures != "" {
				if err := os.WriteFile(filepath.Join(*wallPictures, fmt.Sprintf("wall-%d.png", i+1)), picture, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// rolled starts a daemon whose table has rolled the dice, and gives its page.
func rolled(t *testing.T, rules string, can device.Capabilities, rolls [][2]int) string {
	t.Helper()
	board, err := device.NewSimulator(device.SimulatorOptions{Dialect: device.Reference,
		Board: device.Board{Serial: "S1", Model: "simulator", Firmware: "1", Capabilities: can}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { board.Close() })
	c := config.Default()
	c.Data, c.Table.Port, c.Table.Dialect, c.Match.Rules = t.TempDir(), board.Port(), device.Reference, rules
	c.MQTT.Listen, c.Web.Listen = fmt.Sprintf("127.0.0.1:%d", sharedtest.FreePort(t)), "127.0.0.1:0"
	c.Match.Players = []string{"Ann", "Ben", "Cho", "Dan"}
	daemon := startDaemon(t, c)
	met := device.Memory{File: filepath.Join(c.Data, "board.json")}
	waitUntil(t, func() bool { s, err := met.Load(); return err == nil && s.Boot != 0 })
	play := device.Play{Rolls: rolls, Roller: 1, Pace: 20 * time.Millisecond}
	if err := board.PlayHand(t.Context(), play); err != nil {
		t.Fatal(err)
	}
	return daemon.Page()
}

// startDaemon runs a daemon without a camera until the test ends.
func startDaemon(t *testing.T, c config.Config) *table.Table {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	daemon, err := table.Start(ctx, c, table.Parts{}, testLog())
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- daemon.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return daemon
}

// newScreen is a tab of a real Chromium, as wide and high in pixels, that is closed when the test ends.
func newScreen(t *testing.T, width, height int) context.Context {
	t.Helper()
	browser := sharedtest.Tool(t, "chromium", "chromium-browser", "google-chrome")
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", true), chromedp.WindowSize(width, height))
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // it complains of events newer than itself
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits for the process; it may be gone already
		cancel()
		end()
	})
	if err := chromedp.Run(ctx); err != nil { // starts the browser, which must outlive the contexts of the test
		t.Fatal(err)
	}
	return ctx
}
