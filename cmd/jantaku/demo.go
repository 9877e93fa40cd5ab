package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"jantaku/calibration"
	"jantaku/device"
	"jantaku/internal/command"
	"jantaku/internal/config"
	"jantaku/internal/table"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/demo"
	"jantaku/laboratory/scene/film"
	"jantaku/laboratory/trial/watching"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/scoring/riichi"
)

// demoFlags say how the demo plays, and where.
type demoFlags struct {
	demo.Options
	data   string
	listen string
	mqtt   string
	tile   string // size of the tiles that are filmed
	filmed bool   // hands are played and filmed; nobody tells who won
	// realTime shows films at their pace even where the eye cannot keep up.
	realTime bool
}

// players is how many play by the rule book; of one that is not known, four.
func (o demoFlags) players() int {
	if p, err := riichi.Profile(o.Profile); o.Rules == "riichi" && err == nil {
		return p.Players
	}
	return models.Places
}

func newDemoCommand() *cobra.Command {
	var o demoFlags
	var verbose bool
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "run the daemon with a simulated table and camera",
		Long: `Plays hand after hand without hardware and without configuration. Every hand travels as
serial bytes over a pseudo-terminal and as a rendered picture through the same eye,
pipeline, ledger, broker and pages as at a real table.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Out = cmd.OutOrStdout()
			if os.Getenv("GOGC") == "" {
				debug.SetGCPercent(daemonGarbage)
			}
			if o.filmed && o.Referee {
				return fmt.Errorf("%w: --filmed and --referee are two demos", usageerror.Err)
			}
			if cmd.Flags().Changed("tile") && !o.filmed {
				return fmt.Errorf("%w: --tile is of the demo with --filmed", usageerror.Err)
			}
			if o.players() != models.Places && o.filmed {
				return fmt.Errorf("%w: hands of three players are not filmed; the profile %s plays without --filmed", usageerror.Err, o.Profile)
			}
			if _, err := books.Open(o.Rules, o.Profile, nil); err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err) // before tiles are learned for it
			}
			return runDemo(cmd.Context(), o, command.NewLog(verbose))
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.data, "data", "", "folder of ledger and learned tiles; a temporary one when empty")
	flags.StringVar(&o.listen, "listen", "127.0.0.1:8080", "host:port of the pages")
	flags.StringVar(&o.mqtt, "mqtt", "127.0.0.1:1883", "host:port of the embedded broker")
	flags.StringVar(&o.Rules, "rules", books.Default, "rule book")
	flags.StringVar(&o.Profile, "profile", "", "profile of the rule book")
	flags.BoolVar(&o.filmed, "filmed", false, "players play, their hands are drawn live before a camera, and the table tells only start, shuffle and dice")
	flags.StringVar(&o.tile, "tile", calibration.UsualTile().String(), "with --filmed: width, height and depth of a tile, mm")
	flags.BoolVar(&o.realTime, "real-time", false, "with --filmed: films do not wait for the eye, as no table does")
	flags.DurationVar(&o.Pace, "pace", 12*time.Second, "time between two hands")
	flags.IntVar(&o.Hands, "hands", 0, "stop after so many hands; 0 plays for ever")
	flags.Uint64Var(&o.Seed, "seed", uint64(time.Now().UnixNano()), "seed of the hands and of the light; another one each time where none is given")
	flags.Lookup("seed").DefValue = "0" // the help does not tell the time
	flags.BoolVar(&o.Referee, "referee", false, "a table that tells only shuffle, dice and win buttons, and a referee who answers what is asked; tells what that was")
	flags.BoolVarP(&verbose, "verbose", "v", false, "log more")
	return cmd
}

// runDemo is run with the built-in table, camera and broker.
func runDemo(ctx context.Context, o demoFlags, log *slog.Logger) error {
	o.Log = log
	if o.data == "" {
		dir, err := os.MkdirTemp("", "jantaku-demo-")
		if err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		defer os.RemoveAll(dir)
		o.data = dir
	}
	c := config.Default()
	c.Data, c.Web.Listen, c.MQTT.Listen, c.Match.Rules = o.data, freeOr(o.listen), freeOr(o.mqtt), o.Rules
	c.Match.Profile = o.Profile
	c.Match.Players = []string{"Aki 明", "Bo 波", "Chun 春", "Dai 大"}[:o.players()]
	c.Match.Length = "open"
	c.Camera.Settle, c.Camera.Burst = 0, 1
	c.Eye.AddedBeside = true // as the studio lays them
	if !o.Referee && !o.filmed {
		c.Table.Assume = config.NothingSpecial() // the dealer makes up no more than that
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

	studio := demo.NewTableStudio(o.Seed)
	studio.Hand = c.Match.HandSize()
	seen, err := studio.Calibration()
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	reader, err := taught(ctx, studio, filepath.Join(o.data, "faces.json"), log)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer reader.Close()
	t, err := table.Start(ctx, c, table.Parts{Program: version, Demo: true, Camera: studio.Camera(), Reader: reader, Calibrated: seen}, log)
	if err != nil {
		return err
	}
	fmt.Fprintf(o.Out, "The demo plays at %s\nreferee: %sconsole   overlay: %soverlay   broker: %s\n", t.Page(), t.Page(), t.Page(), t.Config.MQTT.Broker)

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return t.Run(ctx) })
	group.Go(func() error {
		defer stop()
		return demo.Play(ctx, seats(t), simulator, studio, o.Options)
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

// seats is what those who play the demo see of the table.
func seats(t *table.Table) demo.Table {
	return demo.Table{State: t.Ledger.State, Waits: t.Board.IsWaiting, Undeclared: t.Board.IsUndeclared,
		Request: func(ctx context.Context, op string, body []byte) ([]byte, error) {
			return t.Pipeline.Request(ctx, op, body)
		}}
}

// runFilmedDemo is run with players, a table that tells only what real tables tell, and a
// camera before which the hands are drawn move by move: everything else is watched.
func runFilmedDemo(ctx context.Context, o demoFlags, c config.Config, log *slog.Logger) error {
	settings := film.Defaults()
	if o.Pace < briskPace {
		settings = settings.InBrisk()
	}
	settings.Seed = o.Seed
	var err error
	if settings.Tile, err = calibration.ParseTile(o.tile); err != nil {
		return fmt.Errorf("%w: --tile: %w", usageerror.Err, err)
	}
	club, err := film.NewClub(settings)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	simulator, err := device.NewSimulator(device.SimulatorOptions{Board: device.Board{Serial: "SIM-0001", Model: "simulator", Firmware: version,
		Capabilities: device.Tiles108 | device.Tiles136 | device.Tiles144}})
	if err != nil {
		return fmt.Errorf("demo: simulated table: %w", err)
	}
	defer simulator.Close()
	c.Table.Port, c.Table.Win = simulator.Port(), config.WinSeen
	for _, declared := range []models.Flags{models.HeavenlyReady, models.EarthlyReady} { // which its players never do, and no camera hears
		c.Table.Assume = append(c.Table.Assume, declared.String())
	}
	c.Eye.Watch, c.Eye.AddedBeside = config.WatchCourse, false
	reader, seen, err := filmedEye(ctx, club, c.Match.HandSize(), o.data, log)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer reader.Close()
	show, err := demo.NewCinema(club, club.Brisk(), settings.FPS, o.realTime)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	in := table.Parts{Program: version, Demo: true, Camera: show, Reader: reader, Calibrated: seen}
	follower, err := table.FollowerOf(in)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	in.Follower = demo.Spectator{Follower: follower, Cinema: show}
	t, err := table.Start(ctx, c, in, log)
	if err != nil {
		return err
	}
	fmt.Fprintf(o.Out, "The demo plays at %s\nreferee: %sconsole   overlay: %soverlay?show=scores,round,win,rivers,dora,riichi,left   broker: %s\n",
		t.Page(), t.Page(), t.Page(), t.Config.MQTT.Broker)

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return t.Run(ctx) })
	group.Go(func() error { return show.Run(ctx) })
	group.Go(func() error {
		defer stop()
		err := demo.PlayFilms(ctx, seats(t), simulator, show, o.Options)
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
func filmedEye(ctx context.Context, club *film.Club, hand models.HandSize, folder string, log *slog.Logger) (openReader, *calibration.Camera, error) {
	files := config.Eye{Faces: filepath.Join(folder, "faces.json"), Calibration: filepath.Join(folder, "camera.json")}
	seen, err := club.Camera(hand)
	if err != nil {
		return nil, nil, err
	}
	if _, err := os.Stat(files.Faces); err != nil {
		log.Info("learning the tiles of the demo")
		if err := watching.SaveCamera(ctx, club, hand, folder, command.TellProgress(os.Stderr)); err != nil {
			return nil, nil, err
		}
	}
	reader, err := openEye(ctx, files, log)
	return reader, seen, err
}

// taught lets the eye of a drawn table learn its tiles and opens it.
func taught(ctx context.Context, s *demo.Studio, file string, log *slog.Logger) (openReader, error) {
	calibrated, err := s.Learn(ctx, file, log)
	if err != nil {
		return nil, err
	}
	return openEye(ctx, config.Eye{Faces: file, Calibration: calibrated}, log)
}
