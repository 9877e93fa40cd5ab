package main

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jantaku/internal/command"
	"jantaku/internal/sharedtest"
	"jantaku/internal/table"
	"jantaku/laboratory/demo"
	"jantaku/laboratory/scene"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoring/books"
	"jantaku/vision/camera"
	"jantaku/vision/layout"
)

// TestTheTableOfTheDemo plays on the demo's table: drawn pictures read by the real
// eye, with what can go wrong at a table.
func TestTheTableOfTheDemo(t *testing.T) {
	if testing.Short() {
		t.Skip("learns a set of tiles and reads hands of it")
	}
	studio := demo.NewTableStudio(1)
	seen, err := studio.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	reader, err := taught(t.Context(), studio, filepath.Join(t.TempDir(), "faces.json"), testLog())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	win, err := models.ParseText("123m456p777s555z2p +2p seat=S from=E")
	if err != nil {
		t.Fatal(err)
	}
	lay := func(t *testing.T) {
		t.Helper()
		if err := studio.Lay(demo.Deal{Place: 2, From: 1, Hand: win.Hand, Win: win.Tile}); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("painting another tile changes the published hand", func(t *testing.T) {
		defer func() { studio.Spot = nil }()
		c := openClub(t, table.Parts{Camera: studio.Camera(), Reader: reader, Calibrated: seen})
		for _, tt := range []struct {
			want, never string
			paint       func(*scene.Spec)
		}{
			{"value-white", "value-green", nil},
			{"value-green", "value-white", func(s *scene.Spec) { repaint(s, models.White, models.Green) }},
		} {
			studio.Spot = tt.paint
			lay(t)
			hand, alone := c.play(*win)
			studio.Spot = nil
			if fans := fansOf(hand); !alone || !slices.Contains(fans, tt.want) || slices.Contains(fans, tt.never) {
				t.Errorf("published %v, by itself %v, want %s", fans, alone, tt.want)
			}
		}
	})
	t.Run("pictures that cannot be read are asked about", func(t *testing.T) {
		pictures := [][]byte{[]byte("no picture at all"), cloth(t)}
		source := camera.Func{Name: "broken", Make: func(context.Context) ([]byte, error) {
			next := pictures[0]
			pictures = append(pictures[1:], next)
			return next, nil
		}}
		c := openClub(t, table.Parts{Camera: source, Reader: reader, Calibrated: seen, Limits: camera.DefaultLimits()})
		for range pictures {
			if _, alone := c.play(*win); alone {
				t.Error("recorded without asking")
			}
		}
	})
	t.Run("garbage on the line does no harm", func(t *testing.T) {
		c := openClub(t, table.Parts{Camera: studio.Camera(), Reader: reader, Calibrated: seen})
		if err := c.board.Garble([]byte("\x00\xff$9 win 1*0000\r\nwin\r\n$$$*\r\n")); err != nil {
			t.Fatal(err)
		}
		lay(t)
		if hand, alone := c.play(*win); !alone || hand.Number != 1 {
			t.Errorf("hand %d, by itself %v; want the first hand", hand.Number, alone)
		}
	})
	t.Run("a broker that comes back later hears of every hand", func(t *testing.T) {
		c := openClub(t, table.Parts{Camera: studio.Camera(), Reader: reader, Calibrated: seen})
		c.stopBroker()
		lay(t)
		c.win(*win)
		for start := time.Now(); c.table.Ledger.State().Position.Hands == 0; time.Sleep(50 * time.Millisecond) {
			if time.Since(start) > time.Minute {
				t.Fatal("without a broker nothing is recorded")
			}
		}
		c.startBroker()
		_, payload := c.hear("event/hand")
		if !bytes.Contains(payload, []byte("value-white")) {
			t.Errorf("after the broker came back it was told %s", payload)
		}
	})
	t.Run("a second start on the same books is refused", func(t *testing.T) {
		c := openClub(t, table.Parts{Camera: studio.Camera(), Reader: reader, Calibrated: seen})
		second := c.table.Config
		second.Web.Listen = "127.0.0.1:0"
		_, err := table.Start(t.Context(), second, table.Parts{}, testLog())
		if !errors.Is(err, ledger.ErrInUse) || !strings.Contains(err.Error(), "stop it first") {
			t.Errorf("got %v, want what to do about it", err)
		}
	})
}

// TestHandsOfTheDemoAreReadRightOrAskedAbout deals melds, kongs and flowers, and reads
// them as the daemon does.
func TestHandsOfTheDemoAreReadRightOrAskedAbout(t *testing.T) {
	if testing.Short() {
		t.Skip("reads some hands")
	}
	hands := sharedtest.Count(4, 48)
	studio := demo.NewTableStudio(3)
	reader, err := taught(t.Context(), studio, filepath.Join(t.TempDir(), "faces.json"), testLog())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	seen, err := studio.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	rules, err := command.OpenBook(books.Default, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	house := demo.Dealer{Random: rand.New(rand.NewPCG(3, 1)), Rules: rules}
	position := models.Position{Dealer: 1}
	accepted, melds := 0, 0
	for i := range hands {
		one, err := house.Next(position)
		if err != nil {
			t.Fatal(err)
		}
		if err := studio.Lay(one); err != nil {
			t.Fatal(err)
		}
		picture, err := studio.Camera().Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rows, err := reader.Read(t.Context(), picture.Data, one.Place)
		if err != nil {
			t.Fatal(err)
		}
		o := layout.DefaultOptions()
		o.Place, o.Zones, o.AddedBeside = one.Place, seen.Zones, true // as the demo does
		got := layout.Read(rows, o)
		melds += len(one.Hand.Melds)
		if got.Status != models.Accepted {
			t.Logf("hand %d is asked about: laid %s, doubts %v", i, one.Hand.Canonical(one.Win), got.Doubts)
			continue
		}
		accepted++
		if text := got.Hand.Canonical(got.WinTile); text != one.Hand.Canonical(one.Win) {
			t.Errorf("hand %d: accepted %s, laid %s", i, text, one.Hand.Canonical(one.Win))
		}
	}
	if 4*accepted < 3*hands || melds == 0 {
		t.Errorf("%d of %d hands with %d melds were accepted", accepted, hands, melds)
	}
}

// repaint makes tiles of one kind into another.
func repaint(s *scene.Spec, from, to models.Tile) {
	for i := range s.Tiles {
		if s.Tiles[i].Tile == from {
			s.Tiles[i].Tile = to
		}
	}
}

func fansOf(h mqtt.Hand) (ids []string) {
	for _, w := range h.Wins {
		if w.Result != nil {
			for _, f := range w.Result.Fans {
				ids = append(ids, f.ID)
			}
		}
	}
	return ids
}

// cloth is a picture of a table without tiles.
func cloth(t *testing.T) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 640, 480))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{20, 100, 70, 255}), image.Point{}, draw.Src)
	for y := 0; y < 480; y += 40 {
		draw.Draw(img, image.Rect(0, y, 640, y+2), image.NewUniform(color.RGBA{60, 140, 110, 255}), image.Point{}, draw.Src)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
