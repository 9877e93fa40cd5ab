package reading

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

	"jantaku/calibration"
	"jantaku/laboratory/baseline"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial/lessons"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/learn"
	"jantaku/vision/plane"
)

// Cost measures what reading a hand costs beside decoding its picture.
type Cost struct {
	Image, Tiles, Calibration string  // files; without an image one is drawn
	Place                     int     // whose hand is read with a calibration, 1 to 4
	Seconds                   float64 // how long to measure, in equal parts
}

// Exhibit is a picture with everything that is needed to read it.
type Exhibit struct {
	Picture []byte
	Faces   calibration.Faces
	Camera  *calibration.Camera // nil where it is not calibrated
	Place   models.Place
}

// Measure prints what reading a hand costs.
func (f Cost) Measure(ctx context.Context, out io.Writer) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	baseline.OneCore()
	x, err := f.exhibit(ctx)
	if err != nil {
		return err
	}
	width, height, err := baseline.Decode(x.Picture)
	if err != nil {
		return err
	}
	contests, done, err := x.contests(ctx)
	if err != nil {
		return err
	}
	defer done()
	if err := race(ctx, contests, time.Duration(f.Seconds*float64(time.Second))); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d×%d pixels, %d faces, one core, medians of processor time\n", width, height, len(x.Faces.Faces))
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
func (x *Exhibit) contests(ctx context.Context) (list []*contest, done func(), err error) {
	reader, err := vision.NewReader(x.Faces)
	if err != nil {
		return nil, nil, err
	}
	matcher, err := baseline.NewMatcher(x.Faces)
	if err != nil {
		reader.Close()
		return nil, nil, err
	}
	done = func() { reader.Close(); matcher.Close() }
	add := func(name string, look func() (int, error)) { list = append(list, &contest{name: name, look: look}) }
	add("decoding", func() (int, error) { _, _, err := baseline.Decode(x.Picture); return 0, err })
	if x.Camera != nil {
		table, err := plane.NewTable(x.Camera)
		if err != nil {
			done()
			return nil, nil, err
		}
		add("reading, calibrated table", func() (int, error) {
			rows, _, err := reader.ReadTable(ctx, x.Picture, table, x.Place)
			return len(slices.Concat(rows...)), err
		})
	}
	add("reading, no calibration", func() (int, error) {
		rows, _, err := reader.Read(ctx, x.Picture)
		var unreadable *models.ReadingError
		if errors.As(err, &unreadable) && x.Camera != nil {
			err = nil // a table from above is not what this way is for
		}
		return len(slices.Concat(rows...)), err
	})
	add("every face at every place", func() (int, error) { return 0, matcher.Match(x.Picture) })
	return list, done, nil
}

// exhibit reads the files that were named, or draws.
func (f Cost) exhibit(ctx context.Context) (x *Exhibit, err error) {
	if f.Image == "" {
		return DrawnExhibit(ctx)
	}
	x = &Exhibit{Place: models.Place(f.Place)}
	if x.Picture, err = os.ReadFile(f.Image); err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	if x.Faces, err = calibration.LoadFaces(f.Tiles); err != nil {
		return nil, err
	}
	if f.Calibration != "" {
		x.Camera, err = calibration.LoadCamera(f.Calibration)
	}
	return x, err
}

// DrawnExhibit is a concealed hand among rivers and walls under a camera over the table.
func DrawnExhibit(ctx context.Context) (*Exhibit, error) {
	over, x := scene.WholeTable(), &Exhibit{Place: 1}
	specs, err := scene.Lessons(over, lessons.Times)
	if err != nil {
		return nil, err
	}
	photos, err := lessons.Photos(specs)
	if err != nil {
		return nil, err
	}
	if x.Faces, _, err = learn.Faces(ctx, photos, nil); err != nil {
		return nil, err
	}
	if x.Camera, err = over.Calibration(); err != nil {
		return nil, err
	}
	x.Picture, err = drawnHand(over, x.Place)
	return x, err
}

// drawnHand draws a hand without melds and flowers: 14 tiles.
func drawnHand(over scene.Spec, place models.Place) ([]byte, error) {
	random := rand.New(rand.NewPCG(3, 9))
	over.Seed = 3
	hand, win := scene.RandomWin(random, models.Thirteen)
	for len(hand.Melds) > 0 {
		hand, win = scene.RandomWin(random, models.Thirteen)
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
