package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/internal/cliinput"
	"jantaku/internal/config"
	"jantaku/internal/pipeline"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/chip"
	"jantaku/laboratory/demo"
	"jantaku/laboratory/soak"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
)

// TestTheDaemonBeforeTheBoard has the whole program at one end of a line and the built image of the board, in simavr, at
// the other. A press becomes a hand that the referee is asked about and then a hand in the books, its lamp blinks until the one
// and is lit until the tiles go in; presses while the daemon is dead and while the board is without power are asked about too.
func TestTheDaemonBeforeTheBoard(t *testing.T) {
	sharedtest.ByNight(t)
	rules, err := books.Open("lingque-29", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	port, board := chip.New(t).Live()
	data, studio := t.TempDir(), demo.NewStudio(1)
	page := fmt.Sprintf("127.0.0.1:%d", sharedtest.FreePort(t))
	configured := furnish(t, studio, data, port)
	text, err := os.ReadFile(configured)
	if err := errors.Join(err, os.WriteFile(configured, []byte(strings.Replace(string(text), "127.0.0.1:0", page, 1)), 0o600)); err != nil {
		t.Fatal(err)
	}
	house := demo.Dealer{Random: rand.New(rand.NewPCG(56, 2)), Rules: rules, Plain: true}
	shown := &teller{data: data, studio: studio}
	waiting := func() []*pipeline.Pending {
		all, err := (pipeline.FileDrawer{Path: filepath.Join(data, "waiting.json")}).Load()
		if err != nil {
			t.Fatal(err)
		}
		return all.Waiting
	}
	lamp := func(when string, place models.Place, want string) {
		t.Helper()
		is := ""
		for end := time.Now().Add(sharedtest.Patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			if board.At(func(c *chip.Chip) { is = c.Lit(int(place)) }); is == want {
				return
			}
		}
		t.Fatalf("%s: the lamp of place %d %s, want %s", when, place, is, want)
	}
	d := live(t, configured)
	d.await(t, "table port open")
	booked := 0
	for n := range 30 {
		deal, err := house.Next(models.Position{Seats: [models.Places]int{0, 1, 2, 3}, Dealer: 1})
		if err != nil {
			t.Fatal(err)
		}
		deal.Place, deal.From = models.Place(1+n%4), models.Place(1+(n+1)%4)
		board.Press("D8", 300*time.Millisecond) // the motor mixes the tiles
		lamp("the tiles went in", deal.Place, "off")
		time.Sleep(2200 * time.Millisecond) // and has been still: the walls stand
		if err := shown.show(t.Context(), deal); err != nil {
			t.Fatal(err)
		}
		button := chip.Button(int(deal.Place))
		switch n % 3 {
		case 0: // the daemon is dead
			d.kill(t)
			board.Press(button, 80*time.Millisecond)
			lamp("the host is dead", deal.Place, "blinks")
			d = live(t, configured)
		case 1: // the board loses its power after the press was taken
			board.At(func(c *chip.Chip) {
				c.Close(button)
				c.Run(60 * time.Millisecond)
				c.Do("cut %d", n)
				c.Run(80 * time.Millisecond)
				c.Open(button)
			})
		default:
			board.Press(button, 80*time.Millisecond)
		}
		waitUntil(t, func() bool { return len(waiting()) > 0 })
		hands := waiting()
		if len(hands) != 1 || hands[0].Place != deal.Place {
			t.Fatalf("hand %d: %d hands wait, the first at place %d, want one at %d", n, len(hands), hands[0].Place, deal.Place)
		}
		lamp("the referee is asked", deal.Place, "on")
		if n == 0 { // it was pressed by mistake, and then in earnest
			if err := soak.Ask(t.Context(), "http://"+page, "dismiss", map[string]any{}, nil); err != nil {
				t.Fatal(err)
			}
			lamp("nobody won", deal.Place, "off")
			board.Press(button, 80*time.Millisecond)
			waitUntil(t, func() bool { return len(waiting()) > 0 })
			lamp("the referee is asked again", deal.Place, "on")
		}
		answer := map[string]any{"from": deal.From, "tile": deal.Win, "as_shown": config.NothingSpecial()}
		if err := soak.Ask(t.Context(), "http://"+page, "confirm", answer, nil); err != nil {
			t.Fatalf("hand %d: %v", n, err)
		}
		waitUntil(t, func() bool { return len(waiting()) == 0 })
		booked++
		lamp("it is booked", deal.Place, "on")
	}
	d.kill(t)
	kept, err := ledger.OpenForReading(t.Context(), filepath.Join(data, config.LedgerName), ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	if hands := kept.State().Position.Hands; hands != booked {
		t.Errorf("%d hands in the books, %d were confirmed", hands, booked)
	}
}
