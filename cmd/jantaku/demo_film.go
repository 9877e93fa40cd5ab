package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"jantaku/calibration"
	"jantaku/device"
	"jantaku/internal/course"
	"jantaku/internal/lookout"
	"jantaku/internal/players"
	"jantaku/scoring/books"
	"jantaku/vision/camera"
	"jantaku/vision/scene"
	"jantaku/vision/scene/film"
	"jantaku/vision/watch"
)

// cinema is a camera before which films are drawn while they are shown. Between two films
// it shows the last picture, as a camera over an idle table does.
//
// Its clock is that of the film: it stands still until the picture before was looked at, so
// that on a slow or busy machine a film takes longer and nothing of it is passed over. In
// real time it shows what is drawn at its pace, whether anybody looks or not.
type cinema struct {
	club     *film.Club
	interval time.Duration // between two pictures
	realTime bool
	films    chan screening

	mu     sync.Mutex
	frame  camera.Frame
	shown  int           // pictures so far
	given  int           // of them, those up to the newest that Next gave
	looked int           // and those up to the newest that was looked at
	due    time.Time     // when the next may be shown at the earliest
	news   chan struct{} // closed with the next picture or look
	ended  chan struct{}
	close  sync.Once
}

// screening is a film to be shown, and what to do when the machine begins to shuffle.
type screening struct {
	film     *film.Film
	shuffles func() error
	done     chan<- error
}

// newCinema shows the table without tiles.
func newCinema(club *film.Club, fps float64, realTime bool) (*cinema, error) {
	c := &cinema{club: club, interval: time.Duration(float64(time.Second) / fps), realTime: realTime,
		films: make(chan screening), news: make(chan struct{}), ended: make(chan struct{}), frame: camera.Frame{Time: time.Now(), Source: "demo"}}
	picture, _, err := scene.Render(club.Spec())
	if err != nil {
		return nil, err
	}
	jpeg, err := scene.Encode(picture, demoQuality)
	if err == nil {
		c.put(jpeg)
	}
	return c, err
}

// demoQuality is that of the JPEG of the empty table.
const demoQuality = 92

// filmPatience is how long a film waits for somebody to look at a picture: longer than an eye
// takes that was killed for taking too long, and its successor.
const filmPatience = 30 * time.Second

// Live says that it shows its pictures whether anybody asks or not.
func (c *cinema) Live() bool { return true }

// Next waits for a picture that it has not given yet.
func (c *cinema) Next(ctx context.Context) (camera.Frame, error) {
	if err := c.await(ctx, func() bool { return c.shown > c.given }); err != nil {
		return camera.Frame{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.given = c.shown
	return c.frame, nil
}

// await waits until something is so, which is asked with the lock held. The error is io.EOF
// after Close, or the context's.
func (c *cinema) await(ctx context.Context, so func() bool) error {
	for {
		c.mu.Lock()
		is, news := so(), c.news
		c.mu.Unlock()
		if is {
			return nil
		}
		select {
		case <-news:
		case <-c.ended:
			return io.EOF
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Close ends it.
func (c *cinema) Close() error {
	c.close.Do(func() { close(c.ended) })
	return nil
}

// put shows a picture that was taken an interval after the one before.
func (c *cinema) put(jpeg []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	at := c.frame.Time.Add(c.interval)
	if c.realTime {
		at = now
	}
	c.frame = camera.Frame{Data: jpeg, Time: at, Source: "demo"}
	c.shown++
	c.due = now.Add(c.interval)
	c.tell()
}

// tell wakes all who wait. The lock is held.
func (c *cinema) tell() {
	close(c.news)
	c.news = make(chan struct{})
}

// show puts up the next picture when it is time.
func (c *cinema) show(ctx context.Context, jpeg []byte) error {
	if err := pause(ctx, time.Until(c.due)); err != nil {
		return err
	}
	if !c.realTime {
		limited, cancel := context.WithTimeout(ctx, filmPatience)
		defer cancel()
		if err := c.await(limited, func() bool { return c.looked >= c.shown }); err != nil && limited.Err() == nil || ctx.Err() != nil {
			return cmp.Or(ctx.Err(), err)
		}
	}
	c.put(jpeg)
	return nil
}

// run shows films, and the last picture again while there is none, until the context ends,
// which is no error.
func (c *cinema) run(ctx context.Context) error {
	for ctx.Err() == nil {
		select {
		case s := <-c.films:
			s.done <- c.project(ctx, s)
			continue
		default:
		}
		c.mu.Lock()
		last := c.frame.Data
		c.mu.Unlock()
		if err := c.show(ctx, last); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// play shows a film at its pace, or as slowly as it is looked at; shuffles is called when the
// machine begins to shuffle at its end. run must run.
func (c *cinema) play(ctx context.Context, f *film.Film, shuffles func() error) error {
	done := make(chan error, 1)
	select {
	case c.films <- screening{f, shuffles, done}:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// project draws a film and shows it.
func (c *cinema) project(ctx context.Context, s screening) error {
	told := false
	for frame, err := range s.film.Frames() {
		if err == nil {
			err = c.show(ctx, append([]byte(nil), frame.JPEG...))
		}
		if err == nil && !told && frame.At >= s.film.Start.Shuffle {
			told = true
			err = s.shuffles()
		}
		if err != nil {
			return err
		}
	}
	if !told {
		return s.shuffles()
	}
	return ctx.Err()
}

// spectator is an eye that follows the films of a cinema, which waits for it.
type spectator struct {
	lookout.Follower
	cinema *cinema
}

// Follow looks at the next picture.
func (s spectator) Follow(ctx context.Context, at time.Duration, picture []byte) ([]watch.Change, bool, error) {
	c := s.cinema
	c.mu.Lock()
	shown := c.shown
	c.mu.Unlock()
	changes, anew, err := s.Follower.Follow(ctx, at, picture)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.looked = max(c.looked, shown)
	c.tell()
	return changes, anew, err
}

// runFilmedDemo is run with players, a table that tells only what real tables tell, and a
// camera before which the hands are drawn move by move: everything else is watched.
func runFilmedDemo(ctx context.Context, o demoOptions, c Config, log *slog.Logger) error {
	settings := film.Defaults()
	if o.pace < briskPace {
		settings = settings.InBrisk()
	}
	settings.Seed = o.seed
	club, err := film.NewClub(settings)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	simulator, err := device.NewSimulator(device.SimulatorOptions{Board: device.Board{Serial: "SIM-0001", Model: "simulator", Firmware: version,
		Capabilities: device.Tiles136 | device.Tiles144}})
	if err != nil {
		return fmt.Errorf("demo: simulated table: %w", err)
	}
	defer simulator.Close()
	c.Table.Port, c.Table.Win = simulator.Port(), winSeen
	c.Eye.Watch, c.Eye.AddedBeside = watchCourse, false
	reader, seen, err := filmedEye(ctx, club, o.data, log)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer reader.Close()
	show, err := newCinema(club, settings.FPS, o.realTime)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	in := input{camera: show, reader: reader, calibrated: seen}
	follower, err := followerOf(in)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	in.follower = spectator{follower, show}
	t, err := startTable(ctx, c, in, log)
	if err != nil {
		return err
	}
	fmt.Fprintf(o.out, "The demo plays at %s\nreferee: %sconsole   overlay: %soverlay?show=scores,round,win,rivers,dora,riichi,left   broker: %s\n",
		t.page(), t.page(), t.page(), t.config.MQTT.Broker)

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return t.run(ctx) })
	group.Go(func() error { return show.run(ctx) })
	group.Go(func() error {
		defer stop()
		err := playFilms(ctx, t, simulator, show, o)
		if ctx.Err() != nil {
			return nil
		}
		return err
	})
	return group.Wait()
}

// briskPace is the --pace below which hands are played at the pace of the fastest clubs.
const briskPace = 10 * time.Second

// filmedEye teaches an eye the club's tiles under the club's camera, once for a folder.
func filmedEye(ctx context.Context, club *film.Club, folder string, log *slog.Logger) (openReader, *calibration.Camera, error) {
	files := EyeConfig{Faces: filepath.Join(folder, "faces.json"), Calibration: filepath.Join(folder, "camera.json")}
	seen, err := club.Camera()
	if err != nil {
		return nil, nil, err
	}
	if _, err := os.Stat(files.Faces); err != nil {
		log.Info("learning the tiles of the demo")
		if err := saveFilmCamera(ctx, club, folder); err != nil {
			return nil, nil, err
		}
	}
	reader, err := openEye(ctx, files, log)
	return reader, seen, err
}

// playFilms plays hand after hand before the camera.
func playFilms(ctx context.Context, t *table, simulator *device.Simulator, show *cinema, o demoOptions) error {
	rules, err := openBook(o.rules, o.profile, nil)
	if err != nil {
		return err
	}
	manners, err := course.MannersOf(rules)
	if err != nil {
		return err
	}
	match := t.ledger.State().Match
	club, err := players.New(rules, books.All()[o.rules].Course, match, manners, o.seed)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(o.seed, 3))
	begin := func() error {
		return sayAll(ctx, simulator, device.Event{Kind: device.StateIs, State: device.Open}, device.Event{Kind: device.ShuffleStarted})
	}
	if err := begin(); err != nil {
		return err
	}
	came := filmedEvening{table: t, pace: o.pace, out: o.out}
	defer came.report()
	for n := 0; o.hands == 0 || n < o.hands; n++ {
		before := t.ledger.State().Position
		record, truth, err := club.Play(before)
		if err != nil {
			return err
		}
		shot, err := show.club.Film(record)
		if err != nil {
			return err
		}
		if err := sayDealt(ctx, simulator, shot, random); err != nil {
			return err
		}
		if err := show.play(ctx, shot, begin); err != nil {
			return err
		}
		if err := came.settle(ctx, before, truth); err != nil {
			return err
		}
		if err := pause(ctx, o.pace/4); err != nil {
			return err
		}
		if err := demoSeats(ctx, t, o); err != nil {
			return err
		}
	}
	return nil
}

// sayDealt says what a table says until a hand begins.
func sayDealt(ctx context.Context, simulator *device.Simulator, f *film.Film, random *rand.Rand) error {
	events := []device.Event{{Kind: device.TileMode, Value: f.Start.Tiles}, {Kind: device.ShuffleDone}, {Kind: device.StateIs, State: device.Raising}, {Kind: device.WallRaised}}
	rolls := f.Start.Dice
	if len(rolls) == 0 {
		rolls = [][2]int{{1 + random.IntN(6), 1 + random.IntN(6)}}
	}
	for _, roll := range rolls {
		events = append(events, device.Event{Kind: device.DicePressed, Place: f.Start.Dealer}, device.Event{Kind: device.DiceRolled, Dice: roll})
	}
	return sayAll(ctx, simulator, append(events, device.Event{Kind: device.StateIs, State: device.InHand})...)
}

// sayPace is how long the table takes between two events: keys that are pressed faster are
// taken for one that bounces.
const sayPace = 750 * time.Millisecond

func sayAll(ctx context.Context, simulator *device.Simulator, events ...device.Event) error {
	for _, e := range events {
		if err := simulator.Say(e); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		if err := pause(ctx, sayPace); err != nil {
			return err
		}
	}
	return nil
}
