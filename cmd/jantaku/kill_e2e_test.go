package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/internal/cliinput"
	"jantaku/internal/config"
	"jantaku/internal/pipeline"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/demo"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
)

// killsVariable says how often TestNothingIsLostWhenTheDaemonIsKilled kills the daemon.
const killsVariable = "JANTAKU_KILLS"

// kills is how often the daemon is killed; each life costs about a second.
func kills(t *testing.T) int {
	t.Helper()
	if text := os.Getenv(killsVariable); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%s: %v", killsVariable, err)
		}
		return n
	}
	if testing.Short() {
		return 3
	}
	return sharedtest.Count(3, 24)
}

// TestNothingIsLostWhenTheDaemonIsKilled plays hands on a simulated board while the whole
// program, eye and all, is killed at random moments. Each hand of which the board told must
// be in the books once, in order, with the riichi sticks that were laid before the kill.
func TestNothingIsLostWhenTheDaemonIsKilled(t *testing.T) {
	board, err := device.NewSimulator(device.SimulatorOptions{Dialect: device.Reference})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { board.Close() })
	data := t.TempDir()
	studio := demo.NewStudio(1)
	config := furnish(t, studio, data, board.Port())
	rules, err := books.Open("lingque-29", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	told := &teller{board: board, data: data, studio: studio, house: demo.Dealer{Random: rand.New(rand.NewPCG(11, 5)), Rules: rules, Plain: true}}

	life := live(t, config)
	life.await(t, "table port open")
	waitUntil(t, func() bool { _, err := os.Stat(filepath.Join(data, "board.json")); return err == nil })
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan error, 1)
	go func() { done <- told.play(ctx) }()
	start := time.Now()
	life.await(t, "hand recorded")
	lifetime := 4 * (time.Since(start) - 10*pace) // enough to read a few hands, on this machine
	random := rand.New(rand.NewPCG(11, 4))
	start = time.Now()
	for range kills(t) {
		time.Sleep(time.Duration(random.IntN(int(lifetime))))
		life.kill(t)
		life = live(t, config)
		if random.IntN(4) > 0 { // the others are killed while they start
			life.await(t, "table port open")
		}
	}
	told.last.Store(true)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	wins := told.wins
	waitUntil(t, func() bool { return storySeq(data) == told.seq })
	life.kill(t)
	compareHands(t, data, wins)
	t.Logf("%d kills in %v, %d hands, each in the books once", kills(t), time.Since(start).Round(time.Second), len(wins))
}

// pace is the time between two events: within 0.7 s the same button cannot be meant twice.
const pace = 75 * time.Millisecond

// teller plays hands without end, and notes which events of the board declared a win.
type teller struct {
	board *device.Simulator
	data  string
	last  atomic.Bool // finish the hand that is on and stop
	seq   uint32
	wins  []toldWin

	studio *demo.Studio
	house  demo.Dealer
	before uint32 // the win before
}

// toldWin is a hand that the board told.
type toldWin struct {
	seq    uint32
	riichi []models.Place
}

// play keeps a hand ahead of what the daemon has dealt with, so that it is always in the middle
// of one and the log of the board never overflows. Each hand has a picture of its own, which
// comes when that of the one before is needed no more.
func (p *teller) play(ctx context.Context) error {
	for n := 0; !p.last.Load(); n++ {
		sticks := []models.Place{3, 4}[:n%3%2+n%2]
		deal, err := p.house.Next(models.Position{Seats: [models.Places]int{0, 1, 2, 3}, Dealer: 1})
		if err != nil {
			return err
		}
		deal.Place, deal.From = 2, 1 // nobody who laid a stick: the book has no riichi
		play := device.Play{Rolls: [][2]int{{3, 4}, {1, 6}}, Roller: 1, Winner: deal.Place, From: deal.From, Tile: deal.Win, Sticks: sticks}
		for _, e := range play.Events(device.RiichiTray) {
			for p.seq > storySeq(p.data)+20 && ctx.Err() == nil {
				time.Sleep(pace)
			}
			if e.Kind == device.WinPressed {
				for p.before > storySeq(p.data) && ctx.Err() == nil {
					time.Sleep(pace)
				}
				err, p.before = p.show(ctx, deal), p.seq+1
			}
			if err := errors.Join(err, p.board.Say(e)); err != nil {
				return err
			}
			p.seq++
			if e.Kind == device.WinPressed {
				p.wins = append(p.wins, toldWin{p.seq, sticks})
			}
			time.Sleep(pace)
		}
	}
	return nil
}

// show puts a hand before the camera.
func (p *teller) show(ctx context.Context, deal demo.Deal) error {
	if err := p.studio.Lay(deal); err != nil {
		return err
	}
	photo, err := p.studio.Camera().Next(ctx)
	next := filepath.Join(p.data, "next.jpg")
	return errors.Join(err, os.WriteFile(next, photo.Data, 0o600), os.Rename(next, filepath.Join(p.data, "pictures", "1.jpg")))
}

// furnish writes what the daemon needs: faces, a folder for photographs and a configuration.
func furnish(t *testing.T, studio *demo.Studio, data, port string) string {
	t.Helper()
	faces := filepath.Join(data, "faces.json")
	reader, err := taught(t.Context(), studio, faces, testLog())
	if err != nil {
		t.Fatal(err)
	}
	reader.Close()
	pictures := filepath.Join(data, "pictures")
	configured := filepath.Join(data, "jantaku.yaml")
	text := fmt.Sprintf("data: %s\ntable: { port: %s, dialect: reference, assume: [%s] }\ncamera: { source: 'folder+loop:%s', settle: 0s, burst: 1 }\n"+
		"eye: { faces: %s }\nmatch: { length: open, course: { seats: fixed }, players: [Ann, Ben, Cho, Dan] }\n"+
		"mqtt: { broker: 'tcp://127.0.0.1:%d' }\nweb: { listen: '127.0.0.1:0' }\n", data, port, strings.Join(config.NothingSpecial(), ", "), pictures, faces, sharedtest.FreePort(t))
	if err := errors.Join(os.Mkdir(pictures, 0o755), os.WriteFile(configured, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
	return configured
}

// life is the daemon between its start and its death.
type life struct {
	cmd *exec.Cmd
	log chan string
}

// live starts the program as a club does.
func live(t *testing.T, config string) *life {
	t.Helper()
	l := &life{cmd: exec.Command(os.Args[0], "run", "--config", config), log: make(chan string, 1000)}
	out, err := l.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.cmd.Process.Kill() })
	go func() {
		defer close(l.log)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if testing.Verbose() {
				fmt.Fprintln(os.Stderr, lines.Text())
			}
			select {
			case l.log <- lines.Text():
			default: // nobody reads the log of a long life
			}
		}
	}()
	return l
}

// await waits until the log holds the words.
func (l *life) await(t *testing.T, words string) {
	t.Helper()
	limit := time.After(sharedtest.Patience)
	for {
		select {
		case line, ok := <-l.log:
			if !ok {
				t.Fatalf("the daemon ended by itself before it said %q", words)
			}
			if strings.Contains(line, words) {
				return
			}
		case <-limit:
			t.Fatalf("the daemon did not say %q", words)
		}
	}
}

func (l *life) kill(t *testing.T) {
	t.Helper()
	if err := l.cmd.Process.Kill(); err != nil {
		t.Fatalf("the daemon ended by itself: %v", err)
	}
	for range l.log { // to its end, so that Wait does not close the pipe under the scanner
	}
	var end *exec.ExitError
	if err := l.cmd.Wait(); !errors.As(err, &end) || end.Exited() {
		t.Fatalf("the daemon ended by itself: %v", err)
	}
}

// storySeq is the newest event that the daemon has dealt with.
func storySeq(data string) uint32 {
	story, err := device.Memory{File: filepath.Join(data, "board.json")}.Load()
	if err != nil {
		return 0
	}
	return story.Seq
}

func waitUntil(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(sharedtest.Patience); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited in vain")
		}
	}
}

// compareHands claims that the books hold just the hands that the board told. On a machine so
// slow that the tiles of one may have been cleared away before the daemon looked, that one waits
// for the referee, and with it those after it.
func compareHands(t *testing.T, data string, wins []toldWin) {
	t.Helper()
	books, err := ledger.OpenForReading(t.Context(), filepath.Join(data, config.LedgerName), ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		t.Fatal(err)
	}
	defer books.Close()
	kept, err := (pipeline.FileDrawer{Path: filepath.Join(data, "waiting.json")}).Load()
	if err != nil {
		t.Fatal(err)
	}
	waiting := kept.Waiting
	for _, w := range waiting {
		t.Logf("waits: %s needs %v: %s", w.ID, w.Needs, w.Problem)
	}
	if len(waiting) > 0 && (waiting[0].Reading.Error == nil || waiting[0].Reading.Error.Code != "late") {
		t.Errorf("%d hands wait for the referee, the first of which was looked at in time", len(waiting))
	}
	var ids []string
	for i, e := range books.State().Entries {
		if e.Kind != ledger.HandPlayed {
			continue
		}
		if riichi := e.Current().Hand.Riichi; len(ids) < len(wins) && !slices.Equal(riichi, wins[len(ids)].riichi) {
			t.Errorf("entry %d: riichi of %v, told of %v", i+1, riichi, wins[len(ids)].riichi)
		}
		ids = append(ids, e.Current().Hand.ID)
	}
	for _, w := range waiting {
		ids = append(ids, w.ID)
	}
	if len(ids) != len(wins) {
		t.Errorf("%d hands in the books or waiting, %d were told", len(ids), len(wins))
	}
	for i, id := range ids[:min(len(ids), len(wins))] {
		if _, number, _ := strings.Cut(strings.TrimPrefix(id, "board-"), "-"); number != fmt.Sprint(wins[i].seq) {
			t.Fatalf("hand %d is %s, told as event %d", i+1, id, wins[i].seq)
		}
	}
}
