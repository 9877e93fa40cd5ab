package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"jantaku/device"
	"jantaku/internal/cliinput"
	"jantaku/internal/config"
	"jantaku/internal/pipeline"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/demo"
	"jantaku/laboratory/oracle"
	"jantaku/laboratory/players"
	"jantaku/laboratory/scene/film"
	"jantaku/laboratory/soak"
	"jantaku/laboratory/trial/watching"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
)

// stretched is by how much a film is slower than what it shows, so that a machine with other
// work keeps up.
const stretched = 1.5

// TestFilmedHandsAreRecordedOnceWhenTheDaemonIsKilled films hands in front of a camera of its
// own while the whole program is killed at random moments. A referee answers what is asked,
// truly. Each hand must be in the books once, with the points that it was worth.
func TestFilmedHandsAreRecordedOnceWhenTheDaemonIsKilled(t *testing.T) {
	sharedtest.ByNight(t)
	settings := film.Defaults().InBrisk()
	settings.Seed = 31050
	club, err := film.NewClub(settings)
	if err != nil {
		t.Fatal(err)
	}
	show, err := demo.NewCinema(club, club, settings.FPS/stretched, true)
	if err != nil {
		t.Fatal(err)
	}
	camera := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { stream(w, r, show) }))
	t.Cleanup(camera.Close)
	board, err := device.NewSimulator(device.SimulatorOptions{Dialect: device.Reference, Board: device.Board{Serial: "SIM-0001", Model: "simulator", Firmware: "1", Capabilities: device.Tiles136 | device.Tiles144}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { board.Close() })
	data := t.TempDir()
	if err := watching.SaveCamera(t.Context(), club, models.Thirteen, data, nil); err != nil {
		t.Fatal(err)
	}
	page := fmt.Sprintf("127.0.0.1:%d", sharedtest.FreePort(t))
	config := filepath.Join(data, "jantaku.yaml")
	text := fmt.Sprintf("data: %s\ntable: { port: %s, dialect: reference, win: seen }\ncamera: { source: '%s' }\n"+
		"eye: { faces: %s/faces.json, calibration: %s/camera.json, watch: course }\n"+
		"match: { rules: mcr, length: open, course: { seats: fixed }, players: [Ann, Ben, Cho, Dan] }\n"+
		"mqtt: { listen: '127.0.0.1:%d' }\nweb: { listen: '%s' }\n", data, board.Port(), camera.URL, data, data, sharedtest.FreePort(t), page)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	life := live(t, config)
	life.await(t, "table port open")
	evening := &filmedNight{data: data, page: "http://" + page, board: board, show: show, asked: map[string]int{}}

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return show.Run(ctx) })
	done := make(chan error, 1)
	go func() { done <- evening.play(ctx, club) }()
	random := rand.New(rand.NewPCG(31, 50))
	for killed := range kills(t) {
		select {
		case err := <-done:
			t.Fatalf("after %d kills: %v", killed, err)
		case <-time.After(time.Duration(random.Int64N(int64(24 * time.Second)))):
		}
		life.kill(t)
		life = live(t, config)
	}
	evening.last.Store(true)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	stop()
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
	life.kill(t)
	evening.compare(t)
	t.Logf("%d kills, %d hands, each in the books once; by themselves %d; asked %v", kills(t), len(evening.truths), evening.alone, evening.asked)
}

// stream sends the pictures as MJPEG.
func stream(w http.ResponseWriter, r *http.Request, show *demo.Cinema) {
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=picture")
	for {
		frame, err := show.Next(r.Context())
		if err != nil {
			return
		}
		if _, err := fmt.Fprintf(w, "--picture\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(frame.Data), frame.Data); err != nil {
			return
		}
		if flusher, ok := w.(http.Flusher); ok {
			flusher.Flush()
		}
	}
}

// filmedNight plays hands in front of a camera, and is the referee of the daemon that watches.
type filmedNight struct {
	data, page string
	board      *device.Simulator
	show       *demo.Cinema
	last       atomic.Bool // finish the hand that is on and stop
	truths     []course.Ending
	alone      int            // hands that nobody was asked about
	asked      map[string]int // in how many hands
}

// books gives the match as it is in the ledger.
func (n *filmedNight) books(ctx context.Context) (ledger.State, error) {
	l, err := ledger.OpenForReading(ctx, filepath.Join(n.data, config.LedgerName), ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		return ledger.State{}, err
	}
	defer l.Close()
	return l.State(), nil
}

func (n *filmedNight) play(ctx context.Context, club *film.Club) error {
	rules, err := books.Open("mcr", "", nil)
	if err != nil {
		return err
	}
	manners, err := course.MannersOf(rules)
	if err != nil {
		return err
	}
	state, err := n.books(ctx)
	if err != nil {
		return err
	}
	all, err := players.New(rules, books.All()["mcr"].Course, state.Match, manners, 3150)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(5, 31))
	begin := func() error { return demo.SayShuffle(ctx, n.board) }
	if err := begin(); err != nil {
		return err
	}
	for !n.last.Load() {
		record, truth, err := all.Play(state.Position)
		if err != nil {
			return err
		}
		shot, err := club.Film(record, manners.Laying)
		if err != nil {
			return err
		}
		if err := demo.SayDealt(ctx, n.board, shot, random); err != nil {
			return err
		}
		if err := n.show.Play(ctx, shot, false, begin); err != nil {
			return err
		}
		n.truths = append(n.truths, truth)
		if state, err = n.settle(ctx, truth, state); err != nil {
			return fmt.Errorf("hand %d: %w", len(n.truths), err)
		}
	}
	return nil
}

// unheard is how long after the shuffle a hand may still be read, or asked about, by a daemon
// that was started just now.
const unheard = 20 * time.Second

// handTold is how long it may take until a hand is in the books, with what the referee says.
const handTold = 2 * time.Minute

// settle waits until a hand is in the books, and answers what is asked about it. A hand that
// nobody has seen is told.
func (n *filmedNight) settle(ctx context.Context, truth course.Ending, before ledger.State) (ledger.State, error) {
	needs := []string{}
	for begun := time.Now(); ; time.Sleep(300 * time.Millisecond) {
		after, err := n.books(ctx)
		if err == nil && after.Position.Hands > before.Position.Hands {
			slices.Sort(needs)
			needs = slices.Compact(needs)
			for _, need := range needs {
				n.asked[need]++
			}
			if len(needs) == 0 {
				n.alone++
			}
			return after, nil
		}
		if time.Since(begun) > handTold {
			return after, fmt.Errorf("neither booked nor asked about: %v", needs)
		}
		waiting, err := (pipeline.FileDrawer{Path: filepath.Join(n.data, "waiting.json")}).Load()
		switch {
		case err != nil:
			return after, err
		case len(waiting.Waiting) > 0:
			needs = append(needs, n.answer(ctx, truth)...)
		case time.Since(begun) > unheard:
			needs = append(needs, "all")
			n.tell(ctx, truth)
		}
	}
}

// answer says what a hand that waits really was; a daemon that is away is asked later again.
func (n *filmedNight) answer(ctx context.Context, truth course.Ending) []string {
	if len(truth.Wins) == 0 {
		_ = soak.Ask(ctx, n.page, "dismiss", map[string]any{}, nil)
		return []string{"no win"}
	}
	h := oracle.Hand{Place: truth.Outcome.Winners[0], From: truth.Outcome.From, Win: truth.Wins[0]}
	if h.From == 0 {
		h.From = h.Place
	}
	var shown struct {
		Needs []string `json:"needs"`
	}
	if soak.Ask(ctx, n.page, "amend", map[string]any{"place": h.Place, "from": h.From, "win": h.Win}, &shown) != nil {
		return nil
	}
	plain := slices.DeleteFunc(slices.Clone(shown.Needs), func(need string) bool { return !models.Fact(need).Plain() && models.Fact(need) != models.FactMelds })
	if soak.Ask(ctx, n.page, "confirm", map[string]any{"as_shown": plain}, nil) != nil {
		return nil
	}
	return append(shown.Needs, "confirm")
}

// tell says how a hand ended that nobody asks about.
func (n *filmedNight) tell(ctx context.Context, truth course.Ending) {
	if len(truth.Wins) == 0 {
		_ = soak.Ask(ctx, n.page, "draw", map[string]any{"ready": []models.Ready{}, "riichi": []models.Place{}, "as_shown": []models.Fact{models.FactReady}}, nil)
		return
	}
	from := truth.Outcome.From
	if from == 0 {
		from = truth.Outcome.Winners[0]
	}
	_ = soak.Ask(ctx, n.page, "enter", map[string]any{"place": truth.Outcome.Winners[0], "from": from, "win": truth.Wins[0]}, nil)
}

// compare claims that the books hold just what was played.
func (n *filmedNight) compare(t *testing.T) {
	state, err := n.books(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, e := range state.Entries {
		if e.Kind != ledger.HandPlayed || !e.Counts() {
			continue
		}
		if played++; played > len(n.truths) {
			continue
		}
		if want := n.truths[played-1].Deltas; e.Points != want {
			t.Errorf("hand %d (%s): points %v instead of %v", played, e.Versions[0].Source, e.Points, want)
		}
	}
	if played != len(n.truths) {
		t.Errorf("%d hands are in the books, %d were played", played, len(n.truths))
	}
}
