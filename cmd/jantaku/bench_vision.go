package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/naive"
	"jantaku/vision/scene"
	"jantaku/vision/trial/lessons"
)

type benchVisionFlags struct {
	image, tiles, calibration string
	place                     int
	seconds                   float64
}

func newBenchVisionCommand() *cobra.Command {
	var f benchVisionFlags
	cmd := &cobra.Command{
		Use:   "vision [--image FILE --tiles FILE [--calibration FILE --place N]]",
		Short: "measure reading a hand against decoding its picture, on one core",
		Long: `Measures on one core, in one run and over one picture: OpenCV's decoding of the JPEG,
finding and reading the hand where the camera is calibrated and where it is not, and the
naive way, every learned face compared with every place of the picture. Times are medians
of processor time; what counts is how many times the decoding they are.

Without --image a hand of 14 tiles is drawn as a camera over the table sees it, 1920×1080
pixels, and the faces are learned from drawn pictures.`,
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if (f.image == "") != (f.tiles == "") || f.image == "" && f.calibration != "" {
				return fmt.Errorf("%w: bench vision needs --image and --tiles together; --calibration goes with them", errUsage)
			}
			if f.place < 1 || f.place > models.Places {
				return fmt.Errorf("%w: --place is 1 to 4", errUsage)
			}
			return benchVision(cmd.Context(), f, cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&f.image, "image", "", "picture of a hand; without it one is drawn")
	cmd.Flags().StringVar(&f.tiles, "tiles", "", "learned faces, from jantaku calibrate tiles")
	cmd.Flags().StringVar(&f.calibration, "calibration", "", "calibrated camera that took the picture, from jantaku calibrate table")
	cmd.Flags().IntVar(&f.place, "place", 1, "whose hand is read with --calibration, 1 to 4")
	cmd.Flags().Float64Var(&f.seconds, "seconds", 15, "how long to measure, in equal parts; a slow way takes what it needs")
	return cmd
}

// exhibit is a picture with everything that is needed to read it.
type exhibit struct {
	picture []byte
	faces   calibration.Faces
	camera  *calibration.Camera // nil where it is not calibrated
	place   models.Place
}

// benchVision prints what reading a hand costs.
func benchVision(ctx context.Context, f benchVisionFlags, out io.Writer) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	naive.OneCore()
	x, err := f.exhibit(ctx)
	if err != nil {
		return err
	}
	width, height, err := naive.Decode(x.picture)
	if err != nil {
		return err
	}
	contests, done, err := x.contests(ctx)
	if err != nil {
		return err
	}
	defer done()
	if err := race(ctx, contests, time.Duration(f.seconds*float64(time.Second))); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d×%d pixels, %d faces, one core, medians of processor time\n", width, height, len(x.faces.Faces))
	decoding := contests[0].median()
	for _, c := range contests {
		fmt.Fprintf(out, "  %-28s %9.1f ms", c.name, c.median())
		if c != contests[0] {
			fmt.Fprintf(out, "  %8.2f × decoding", (c.median()-decoding)/decoding)
		}
		if c.tiles > 0 {
			fmt.Fprintf(out, ", %d tiles", c.tiles)
		}
		fmt.Fprintf(out, " (%d runs)\n", len(c.millis))
	}
	fmt.Fprintln(out, "Times hold the decoding, the multiples do not.")
	return nil
}

// contest is one way to look at the picture, with what it took.
type contest struct {
	name   string
	look   func() (tiles int, err error)
	millis []float64
	tiles  int // that were found, where it looks for tiles
}

func (c *contest) median() float64 {
	slices.Sort(c.millis)
	return c.millis[len(c.millis)/2]
}

// race measures each way against decoding, which takes turns with it, so that nobody
// pays for the memory that a slower one leaves behind. A way that takes seconds is
// looked at a few times.
func race(ctx context.Context, contests []*contest, long time.Duration) error {
	const fewest = 3 // rounds
	decoding := contests[0]
	for _, c := range contests[1:] {
		runtime.GC()
		if err := measure(ctx, []*contest{decoding, c}, fewest, long/time.Duration(len(contests)-1)); err != nil {
			return err
		}
	}
	return nil
}

// measure lets the contests take turns, so that whatever else the machine does meets
// all of them.
func measure(ctx context.Context, contests []*contest, fewest int, long time.Duration) error {
	for begun, round := time.Now(), 0; round < fewest || time.Since(begun) < long; round++ {
		for _, c := range contests {
			if err := ctx.Err(); err != nil {
				return err
			}
			start := worked()
			tiles, err := c.look()
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			c.tiles = tiles
			c.millis = append(c.millis, (worked()-start).Seconds()*1000)
		}
	}
	return nil
}

// worked is the processor time of this program up to now: what else the machine does
// is not in it, and threads beside the first are.
func worked() time.Duration {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return 0 // it knows no other error than a wrong argument
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// contests are decoding first, the naive way last.
func (x *exhibit) contests(ctx context.Context) (list []*contest, done func(), err error) {
	reader, err := vision.NewReader(x.faces)
	if err != nil {
		return nil, nil, err
	}
	matcher, err := naive.NewMatcher(x.faces)
	if err != nil {
		reader.Close()
		return nil, nil, err
	}
	done = func() { reader.Close(); matcher.Close() }
	add := func(name string, look func() (int, error)) { list = append(list, &contest{name: name, look: look}) }
	add("decoding", func() (int, error) { _, _, err := naive.Decode(x.picture); return 0, err })
	if x.camera != nil {
		table, err := vision.NewTable(x.camera)
		if err != nil {
			done()
			return nil, nil, err
		}
		add("reading, calibrated table", func() (int, error) {
			rows, _, err := reader.ReadTable(ctx, x.picture, table, x.place)
			return len(slices.Concat(rows...)), err
		})
	}
	add("reading, no calibration", func() (int, error) {
		rows, _, err := reader.Read(ctx, x.picture)
		var unreadable *models.ReadingError
		if errors.As(err, &unreadable) && x.camera != nil {
			err = nil // a table from above is not what this way is for
		}
		return len(slices.Concat(rows...)), err
	})
	add("every face at every place", func() (int, error) { return 0, matcher.Match(x.picture) })
	return list, done, nil
}

// exhibit reads the files that were named, or draws.
func (f benchVisionFlags) exhibit(ctx context.Context) (x *exhibit, err error) {
	if f.image == "" {
		return drawnExhibit(ctx)
	}
	x = &exhibit{place: models.Place(f.place)}
	if x.picture, err = os.ReadFile(f.image); err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	if x.faces, err = calibration.LoadFaces(f.tiles); err != nil {
		return nil, err
	}
	if f.calibration != "" {
		x.camera, err = calibration.LoadCamera(f.calibration)
	}
	return x, err
}

// drawnExhibit is a concealed hand among rivers and walls under a camera over the table.
func drawnExhibit(ctx context.Context) (*exhibit, error) {
	over, x := scene.WholeTable(), &exhibit{place: 1}
	specs, err := scene.Lessons(over, lessons.Times)
	if err != nil {
		return nil, err
	}
	photos, err := lessons.Photos(specs)
	if err != nil {
		return nil, err
	}
	if x.faces, _, err = vision.Learn(ctx, photos, nil); err != nil {
		return nil, err
	}
	if x.camera, err = over.Calibration(); err != nil {
		return nil, err
	}
	x.picture, err = drawnHand(over, x.place)
	return x, err
}

// drawnHand draws a hand without melds and flowers: 14 tiles.
func drawnHand(over scene.Spec, place models.Place) ([]byte, error) {
	random := rand.New(rand.NewPCG(3, 9))
	over.Seed = 3
	hand, win := scene.RandomWin(random)
	for len(hand.Melds) > 0 {
		hand, win = scene.RandomWin(random)
	}
	hand.Flowers = models.FlowerSet{}
	laying := scene.Neat()
	laying.Place, laying.Win = place, scene.WinApart
	if err := over.Lay(hand, win, laying); err != nil {
		return nil, err
	}
	over.Clutter(random, place)
	img, _, err := scene.Render(over)
	if err != nil {
		return nil, err
	}
	return scene.Encode(img, 92)
}
