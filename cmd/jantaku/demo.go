package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/vision/camera"
	"jantaku/vision/scene"
)

// demoOptions say how the demo plays.
type demoOptions struct {
	data    string
	listen  string
	mqtt    string
	rules   string
	profile string
	pace    time.Duration // between two hands
	hands   int           // how many hands to play; 0 for ever
	seed    uint64
	filmed  bool // hands are played and filmed; nobody tells who won
	// realTime shows films at their pace even where the eye cannot keep up.
	realTime bool
	// referee plays at a table that tells only shuffle, dice and win buttons, of a club that
	// agreed on nothing, and answers what is asked.
	referee bool
	out     io.Writer
}

func newDemoCommand() *cobra.Command {
	var o demoOptions
	var verbose bool
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "run the daemon with a simulated table and camera",
		Long: `Plays hand after hand without hardware and without configuration. Every hand travels as
serial bytes over a pseudo-terminal and as a rendered picture through the same eye,
pipeline, ledger, broker and pages as at a real table.`,
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.out = cmd.OutOrStdout()
			if o.filmed && o.referee {
				return fmt.Errorf("%w: --filmed and --referee are two demos", errUsage)
			}
			return runDemo(cmd.Context(), o, newLog(verbose))
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.data, "data", "", "folder of ledger and learned tiles; a temporary one when empty")
	flags.StringVar(&o.listen, "listen", "127.0.0.1:8080", "host:port of the pages")
	flags.StringVar(&o.mqtt, "mqtt", "127.0.0.1:1883", "host:port of the embedded broker")
	flags.StringVar(&o.rules, "rules", books.Default, "rule book")
	flags.StringVar(&o.profile, "profile", "", "profile of the rule book")
	flags.BoolVar(&o.filmed, "filmed", false, "players play, their hands are drawn live before a camera, and the table tells only start, shuffle and dice")
	flags.BoolVar(&o.realTime, "real-time", false, "with --filmed: films do not wait for the eye, as no table does")
	flags.DurationVar(&o.pace, "pace", 12*time.Second, "time between two hands")
	flags.IntVar(&o.hands, "hands", 0, "stop after so many hands; 0 plays for ever")
	flags.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()), "seed of the hands and of the light")
	flags.BoolVar(&o.referee, "referee", false, "a table that tells only shuffle, dice and win buttons, and a referee who answers what is asked; tells what that was")
	flags.BoolVarP(&verbose, "verbose", "v", false, "log more")
	return cmd
}

// runDemo is run with the built-in table, camera and broker.
func runDemo(ctx context.Context, o demoOptions, log *slog.Logger) error {
	if o.data == "" {
		dir, err := os.MkdirTemp("", "jantaku-demo-")
		if err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		defer os.RemoveAll(dir)
		o.data = dir
	}
	c := defaultConfig()
	c.Data, c.Web.Listen, c.MQTT.Listen, c.Match.Rules = o.data, freeOr(o.listen), freeOr(o.mqtt), o.rules
	c.Match.Profile = o.profile
	c.Match.Players = []string{"Aki 明", "Bo 波", "Chun 春", "Dai 大"}
	c.Match.Length = "open"
	c.Camera.Settle, c.Camera.Burst = 0, 1
	c.Eye.AddedBeside = true // as the studio lays them
	if !o.referee && !o.filmed {
		c.Table.Assume = nothingSpecial() // the dealer makes up no more than that
	}
	if err := os.MkdirAll(o.data, 0o755); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if o.filmed {
		return runFilmedDemo(ctx, o, c, log)
	}
	simulator, err := device.NewSimulator(device.SimulatorOptions{})
	if err != nil {
		return fmt.Errorf("demo: simulated table: %w", err)
	}
	defer simulator.Close()
	c.Table.Port = simulator.Port()

	studio := newTableStudio(o.seed)
	seen, err := calibratedScene(studio.empty)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	reader, err := studio.teach(ctx, filepath.Join(o.data, "faces.json"), log)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer reader.Close()
	t, err := startTable(ctx, c, input{camera: studio.camera(), reader: reader, calibrated: seen}, log)
	if err != nil {
		return err
	}
	fmt.Fprintf(o.out, "The demo plays at %s\nreferee: %sconsole   overlay: %soverlay   broker: %s\n", t.page(), t.page(), t.page(), t.config.MQTT.Broker)

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return t.run(ctx) })
	group.Go(func() error {
		defer stop()
		return playDemo(ctx, t, simulator, studio, o)
	})
	return group.Wait()
}

// freeOr gives the address, or any free port of its host when somebody else listens
// there: a demo should start beside whatever runs already.
func freeOr(address string) string {
	l, err := net.Listen("tcp", address)
	if err == nil {
		l.Close()
		return address
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address // refused later, with the reason
	}
	return net.JoinHostPort(host, "0")
}

// play deals hand after hand: the picture is laid under the camera, then the table
// says what a table would say. Nothing else tells the daemon what was dealt, but for
// who supplied the winning tile and which it was, which no picture shows.
func playDemo(ctx context.Context, t *table, simulator *device.Simulator, studio *studio, o demoOptions) error {
	random := rand.New(rand.NewPCG(o.seed, 1))
	rules, err := openBook(o.rules, o.profile, nil)
	if err != nil {
		return err
	}
	house := dealer{random: random, rules: rules}
	referee := &demoReferee{table: t, rules: rules, out: o.out, asked: map[string]int{}}
	if o.referee {
		defer referee.report()
	}
	for n := 0; o.hands == 0 || n < o.hands; n++ {
		state := t.ledger.State()
		hand, err := house.next(state.Position)
		if err != nil {
			return err
		}
		if err := studio.lay(hand); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		roll := func() [2]int { return [2]int{1 + random.IntN(6), 1 + random.IntN(6)} }
		told := device.Play{Rolls: [][2]int{roll(), roll()}, Roller: state.Position.Dealer,
			Winner: hand.place, From: hand.from, Tile: hand.win, Pace: o.pace / 12}
		if o.referee {
			told.From, told.Tile, told.Silent = 0, models.NoTile, true
		}
		err = simulator.PlayHand(ctx, told)
		if err == nil && o.referee {
			err = referee.settle(ctx, referee.truth(hand, random.IntN(models.Kinds)))
		}
		if err == nil {
			err = pause(ctx, o.pace/2)
		}
		if err == nil {
			err = goOn(ctx, t, o)
		}
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	return pause(ctx, o.pace/4) // the last hand is still on its way
}

// goOn leaves a hand in doubt to whoever plays the referee on the console, and drops
// it after a while, so that the demo goes on by itself.
func goOn(ctx context.Context, t *table, o demoOptions) error {
	if err := demoSeats(ctx, t, o); err != nil {
		return err
	}
	if !t.board.isWaiting() {
		return nil
	}
	if err := pause(ctx, o.pace); err != nil {
		return err
	}
	if t.board.isWaiting() {
		if _, err := t.pipeline.Request(ctx, "dismiss", []byte(`{"by":"demo"}`)); err != nil && ctx.Err() == nil {
			t.log.Info("nothing to dismiss", "err", err)
		}
	}
	return ctx.Err()
}

// demoSeats lets the players of the demo change seats as the rule book has it, once the
// display has told them to.
func demoSeats(ctx context.Context, t *table, o demoOptions) error {
	if t.ledger.State().Position.Seating == "" {
		return nil
	}
	if err := pause(ctx, o.pace/4); err != nil {
		return err
	}
	if _, err := t.pipeline.Request(ctx, "seats", []byte(`{"by":"demo"}`)); err != nil && ctx.Err() == nil {
		return err
	}
	return ctx.Err()
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// studio is a table as its camera sees it.
type studio struct {
	mu     sync.Mutex
	random *rand.Rand
	empty  scene.Spec // the table without tiles
	whole  bool       // the camera sees all four places and is calibrated
	laid   scene.Spec
	spot   func(*scene.Spec) // changes a scene before it is drawn; for tests
}

// newStudio has a camera before place 1, as somebody holds a telephone.
func newStudio(seed uint64) *studio {
	return &studio{random: rand.New(rand.NewPCG(seed, 2)), empty: scene.Basic(), laid: scene.Basic()}
}

// newTableStudio has a camera that is fixed over the whole table.
func newTableStudio(seed uint64) *studio {
	over := scene.WholeTable()
	return &studio{random: rand.New(rand.NewPCG(seed, 2)), empty: over, whole: true, laid: over}
}

// lay puts a hand on the table: before its winner, as a careful player would, among
// rivers and walls; or before the camera, no tile turned, melds apart.
func (s *studio) lay(d deal) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	spec := s.empty
	spec.Seed = s.random.Uint64()
	laying := scene.Neat()
	laying.Crooked = 0.6
	if s.whole {
		laying.Place, laying.Win = d.place, scene.WinApart
		laying.Baseline = 345 + 40*s.random.Float64() // two rows fit before the rivers
		laying.FlowerRow = s.random.IntN(2) == 0
	} else {
		laying.Turned, laying.Kong = false, "OOOO"
		d.hand.Flowers = models.FlowerSet{}
	}
	if err := spec.Lay(d.hand, d.win, laying); err != nil {
		return err
	}
	if s.whole {
		spec.Clutter(s.random, d.place)
	}
	s.laid = spec
	return nil
}

// camera photographs what lies on the table.
func (s *studio) camera() camera.Source {
	return camera.Func{Name: "demo", Make: func(context.Context) ([]byte, error) {
		s.mu.Lock()
		spec := s.laid
		spec.Tiles = append([]scene.Placed(nil), s.laid.Tiles...)
		s.random.Uint64()
		if s.spot != nil {
			s.spot(&spec)
		}
		s.mu.Unlock()
		img, _, err := scene.Render(spec)
		if err != nil {
			return nil, err
		}
		return scene.Encode(img, 92)
	}}
}
