package main

import (
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
	"jantaku/internal/players"
	"jantaku/scoring/books"
	"jantaku/vision/camera"
	"jantaku/vision/scene"
	"jantaku/vision/scene/film"
)

// cinema is a camera before which films are drawn while they are shown. Between two films
// it shows the last picture, as a camera over an idle table does.
type cinema struct {
	club *film.Club
	fps  float64

	mu    sync.Mutex
	frame camera.Frame
	turn  chan struct{} // closed with the next frame
	ended chan struct{}
	close sync.Once
}

// newCinema shows the table without tiles.
func newCinema(club *film.Club, fps float64) (*cinema, error) {
	c := &cinema{club: club, fps: fps, turn: make(chan struct{}), ended: make(chan struct{})}
	picture, _, err := scene.Render(club.Spec())
	if err != nil {
		return nil, err
	}
	jpeg, err := scene.Encode(picture, demoQuality)
	if err == nil {
		c.show(jpeg)
	}
	return c, err
}

// demoQuality is that of the JPEG of the empty table.
const demoQuality = 92

// Live says that it shows its pictures whether anybody asks or not.
func (c *cinema) Live() bool { return true }

// Next waits for the next picture.
func (c *cinema) Next(ctx context.Context) (camera.Frame, error) {
	c.mu.Lock()
	turn := c.turn
	c.mu.Unlock()
	select {
	case <-turn:
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.frame, nil
	case <-c.ended:
		return camera.Frame{}, io.EOF
	case <-ctx.Done():
		return camera.Frame{}, ctx.Err()
	}
}

// Close ends it.
func (c *cinema) Close() error {
	c.close.Do(func() { close(c.ended) })
	return nil
}

// show puts up a picture.
func (c *cinema) show(jpeg []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.frame = camera.Frame{Data: jpeg, Time: time.Now(), Source: "demo"}
	close(c.turn)
	c.turn = make(chan struct{})
}

// run shows the last picture again while no film is shown, until the context ends, which is
// no error.
func (c *cinema) run(ctx context.Context) error {
	for pause(ctx, c.interval()) == nil {
		c.mu.Lock()
		last := c.frame
		c.mu.Unlock()
		if time.Since(last.Time) > 2*c.interval() {
			c.show(last.Data)
		}
	}
	return nil
}

func (c *cinema) interval() time.Duration { return time.Duration(float64(time.Second) / c.fps) }

// play shows a film at its pace; shuffles is called when the machine begins to shuffle at
// its end. Pictures that are drawn too late are shown at once, and time then runs late.
func (c *cinema) play(ctx context.Context, f *film.Film, shuffles func() error) error {
	began, told := time.Now(), false
	for frame, err := range f.Frames() {
		if err != nil {
			return err
		}
		at := time.Duration(frame.At * float64(time.Second))
		if late := time.Since(began) - at; late > 0 {
			began = began.Add(late)
		} else if err := pause(ctx, -late); err != nil {
			return err
		}
		c.show(append([]byte(nil), frame.JPEG...))
		if !told && frame.At >= f.Start.Shuffle {
			told = true
			if err := shuffles(); err != nil {
				return err
			}
		}
	}
	if !told {
		return shuffles()
	}
	return ctx.Err()
}

// runFilmedDemo is run with players, a table that tells only what real tables tell, and a
// camera before which the hands are drawn move by move: everything else is watched.
func runFilmedDemo(ctx context.Context, o demoOptions, c Config, log *slog.Logger) error {
	settings := film.Defaults()
	settings.Seed, settings.Brisk = o.seed, o.pace < briskPace
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
	show, err := newCinema(club, settings.FPS)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	t, err := startTable(ctx, c, input{camera: show, reader: reader, calibrated: seen}, log)
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
	for n := 0; o.hands == 0 || n < o.hands; n++ {
		record, _, err := club.Play(t.ledger.State().Position)
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
		if err := pause(ctx, o.pace/4); err != nil {
			return err
		}
		if err := goOn(ctx, t, o); err != nil {
			return err
		}
	}
	return pause(ctx, o.pace/4) // the last hand is still on its way
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
