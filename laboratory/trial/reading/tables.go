package reading

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/artwork"
	"jantaku/vision/photo"
	"jantaku/vision/plane"
	"jantaku/vision/proposal"
)

// tableStep is what came out of reading whole tables at one hardness.
type tableStep struct {
	hardness float64
	tables   int
	roles    map[scene.Role]*roleTally
	accepted int // tables that nobody is asked about
	lost     int // and of those the ones with a tile that is missing, wrong, or none
	extra    int // tiles in rivers and melds where none lies
	sure     int // wrong tiles there, or extra ones, with a claimed error below one in a hundred
	rivers   [2]int
	looks    []float64 // a tile
	decode   []float64 // ms of processors
	sweep    []float64 // ms, without decoding
	place    []float64 // ms, of one place, without decoding
}

// roleTally counts the tiles of a role.
type roleTally struct{ tiles, right, missed, wrong int }

// surelyWrong is the claimed error of a tile that may not be wrong.
const surelyWrong = 0.01

// tryTables draws and reads whole tables, step by step.
func tryTables(ctx context.Context, o Trial, log io.Writer) ([]tableStep, error) {
	faces, err := calibration.LoadFaces(o.Tiles)
	if err != nil {
		return nil, err
	}
	reader, err := vision.NewReader(faces)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	studio, err := o.studio()
	if err != nil {
		return nil, err
	}
	steps := make([]tableStep, o.Steps)
	for i := range o.Count {
		step := &steps[i%o.Steps]
		step.hardness = float64(i%o.Steps) / float64(max(1, o.Steps-1))
		s, err := scene.RandomTable(o.Seed+uint64(i), artwork.Style(o.Style), step.hardness)
		if err != nil {
			return nil, err
		}
		o.Progress.Tell(i, o.Count)
		if o.Lamp {
			s = scene.UnderLamp(s)
		}
		studio.Prints.Fit(&s)
		image, truth, err := studio.Photograph(s)
		if err != nil {
			return nil, err
		}
		camera, err := s.Calibration()
		if err != nil {
			return nil, err
		}
		good, err := step.try(ctx, reader, camera, image, truth, o, log)
		if err != nil {
			return nil, err
		}
		if !good && o.Keep != "" {
			if err := KeepTable(o.Keep, s.Seed, camera, image); err != nil {
				return nil, err
			}
		}
	}
	return steps, nil
}

// KeepTable writes a picture of a table and the calibration of its camera into a folder.
func KeepTable(folder string, seed uint64, camera *calibration.Camera, image []byte) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	name := filepath.Join(folder, fmt.Sprint(seed))
	if err := camera.Save(name + ".camera.json"); err != nil {
		return err
	}
	return os.WriteFile(name+".jpg", image, 0o644)
}

// try reads one table and counts what came out; true if all of it was right.
func (t *tableStep) try(ctx context.Context, reader *vision.Reader, camera *calibration.Camera, image []byte, truth scene.Truth, o Trial, log io.Writer) (bool, error) {
	table, err := plane.NewTable(camera)
	if err != nil {
		return false, err
	}
	start := spent()
	picture, err := reader.Open(image, table)
	if err != nil {
		return false, err
	}
	t.decode = append(t.decode, spent()-start)
	start = spent()
	found, err := picture.Sweep(ctx)
	if err != nil {
		return false, err
	}
	t.sweep = append(t.sweep, spent()-start)
	t.looks = append(t.looks, float64(picture.Looks)/float64(max(1, len(found))))
	if err := t.onePlace(picture, truth); err != nil {
		return false, err
	}
	r := photo.Told(found, camera, o.MaxError)
	good := t.add(truth, r.Zones, o, log)
	if r.Status == models.Accepted {
		t.accepted++
		if !good {
			t.lost++
			fmt.Fprintf(log, "hardness %.2f, table %d is accepted and not right\n", t.hardness, t.seed(&o))
		}
	}
	return good, nil
}

// onePlace reads the last discard of the table by itself, from three millimetres beside it.
func (t *tableStep) onePlace(p *proposal.Picture, truth scene.Truth) error {
	at := slices.IndexFunc(truth.Table, func(l scene.Lying) bool { return l.Role == scene.InRiver })
	if at < 0 {
		return nil
	}
	spot := proposal.Spot{At: truth.Table[at].Pose.At}
	spot.At.X, spot.At.Y = spot.At.X+2, spot.At.Y-2
	start := spent()
	_, err := p.ReadPlace(spot)
	t.place = append(t.place, spent()-start)
	return err
}

// add compares a reading with the truth and tells whether all of it is right.
func (t *tableStep) add(truth scene.Truth, zones models.TableZones, o Trial, log io.Writer) bool {
	t.tables++
	if t.roles == nil {
		t.roles = map[scene.Role]*roleTally{}
	}
	var tally tableStep
	rivers := map[models.Place]bool{}
	used := map[*models.OnTable]bool{}
	say := func(format string, args ...any) {
		tally.extra++ // anything that is not right
		if o.Verbose {
			fmt.Fprintf(log, "hardness %.2f, table %d: "+format+"\n", append([]any{t.hardness, t.seed(&o)}, args...)...)
		}
	}
	for _, l := range truth.Table {
		in, ok := ZoneFor(l, &zones)
		if !ok {
			continue
		}
		count := t.roles[l.Role]
		if count == nil {
			count = &roleTally{}
			t.roles[l.Role] = count
		}
		count.tiles++
		k := NearestOf(in, l.Pose.At)
		if l.Role == scene.InRiver {
			if _, told := rivers[l.Owner]; !told {
				rivers[l.Owner] = true
			}
			rivers[l.Owner] = rivers[l.Owner] && k == l.Order
		}
		switch turned := (l.Pose.Quarter-l.Owner.Index())%2 != 0; {
		case k < 0:
			count.missed++
			say("%v of place %d, %v at %v is missed", l.Role, l.Owner, l.Tile, l.Pose)
		case in[k].Tile != l.Tile || in[k].Turned != turned && l.Role != scene.IsIndicator:
			used[&in[k]] = true
			count.wrong++
			if in[k].Tile.HasFace() && in[k].Confidence > 1-surelyWrong {
				t.sure++
			}
			say("%v of place %d, %v at %v is read as %v with %.4f, turned %v", l.Role, l.Owner, l.Tile, l.Pose, in[k].Tile, in[k].Confidence, in[k].Turned)
		default:
			used[&in[k]] = true
			count.right++
		}
	}
	for _, list := range []map[models.Place][]models.OnTable{zones.River, zones.Meld} {
		for place, tiles := range list {
			for i := range tiles {
				if used[&tiles[i]] || isTruth(truth, &tiles[i]) {
					continue
				}
				t.extra++
				if tiles[i].Tile.HasFace() && tiles[i].Confidence > 1-surelyWrong {
					t.sure++
				}
				say("nothing at %v, place %d, is read as %v with %.4f", tiles[i].At, place, tiles[i].Tile, tiles[i].Confidence)
			}
		}
	}
	for _, right := range rivers {
		t.rivers[0]++
		if right {
			t.rivers[1]++
		}
	}
	return tally.extra == 0
}

// seed is that of the table that was read last.
func (t *tableStep) seed(o *Trial) uint64 {
	return o.Seed + uint64(t.tables-1)*uint64(o.Steps) + uint64(math.Round(t.hardness*float64(o.Steps-1)))
}

// ZoneFor gives the zone of a reading in which a tile of the truth belongs; false for what lies
// face down and in no meld.
func ZoneFor(l scene.Lying, z *models.TableZones) ([]models.OnTable, bool) {
	switch l.Role {
	case scene.InRiver:
		return z.River[l.Owner], true
	case scene.InMeld:
		return z.Meld[l.Owner], true
	case scene.IsFlower:
		return z.Flower[l.Owner], true
	case scene.IsIndicator:
		return z.Dora, true
	}
	return nil, false
}

// sameTile is how far, mm, from its place a tile may be told; one higher than the cloth is seen
// some millimetres off.
const sameTile = 13

// NearestOf is the number of the tile that lies nearest to a point, -1 for none near enough.
func NearestOf(tiles []models.OnTable, at models.Point) int {
	return nearestWithin(tiles, at, sameTile)
}

func nearestWithin(tiles []models.OnTable, at models.Point, most float64) int {
	nearest, best := -1, most
	for i := range tiles {
		if d := math.Hypot(tiles[i].At.X-at.X, tiles[i].At.Y-at.Y); d < best {
			nearest, best = i, d
		}
	}
	return nearest
}

// isTruth reports whether a tile lies where one was read, for whatever it is there.
func isTruth(truth scene.Truth, t *models.OnTable) bool {
	return slices.ContainsFunc(truth.Table, func(l scene.Lying) bool {
		return l.Tile == t.Tile && math.Hypot(l.Pose.At.X-t.At.X, l.Pose.At.Y-t.At.Y) < sameTile
	})
}

func printTables(w io.Writer, steps []tableStep) {
	fmt.Fprintln(w, "hardness  tables  accepted  lost  river tiles      %  meld tiles      %  flowers      %  dora      %  rivers in order %  extra  wrong and sure  looks  decode ms  sweep ×  place ×")
	var all tableStep
	all.hardness = math.NaN()
	all.roles = map[scene.Role]*roleTally{}
	for i := range steps {
		s := &steps[i]
		s.print(w)
		all.tables += s.tables
		all.accepted += s.accepted
		all.lost += s.lost
		all.extra += s.extra
		all.sure += s.sure
		all.rivers[0] += s.rivers[0]
		all.rivers[1] += s.rivers[1]
		all.looks, all.decode = append(all.looks, s.looks...), append(all.decode, s.decode...)
		all.sweep, all.place = append(all.sweep, s.sweep...), append(all.place, s.place...)
		for role, n := range s.roles {
			sum := all.roles[role]
			if sum == nil {
				sum = &roleTally{}
				all.roles[role] = sum
			}
			sum.tiles, sum.right = sum.tiles+n.tiles, sum.right+n.right
		}
	}
	all.print(w)
}

func (t *tableStep) print(w io.Writer) {
	if math.IsNaN(t.hardness) {
		fmt.Fprintf(w, "%8s  %6d  %8d  %4d", "all", t.tables, t.accepted, t.lost)
	} else {
		fmt.Fprintf(w, "%8.2f  %6d  %8d  %4d", t.hardness, t.tables, t.accepted, t.lost)
	}
	for _, of := range []struct {
		role scene.Role
		wide int
	}{{scene.InRiver, 11}, {scene.InMeld, 10}, {scene.IsFlower, 7}, {scene.IsIndicator, 4}} {
		n := t.roles[of.role]
		if n == nil {
			n = &roleTally{}
		}
		fmt.Fprintf(w, "  %*d %6.2f", of.wide, n.tiles, trial.Percent(n.right, n.tiles))
	}
	decode := max(middleOf(t.decode), 1e-9)
	fmt.Fprintf(w, "  %17.1f  %5d  %14d  %5.1f  %9.1f  %7.1f  %7.2f\n", trial.Percent(t.rivers[1], t.rivers[0]), t.extra, t.sure,
		middleOf(t.looks), decode, middleOf(t.sweep)/decode, middleOf(t.place)/decode)
}

// spent is how much time of processors the program has used, ms: on a busy machine it says more
// than a clock.
func spent() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
}

// middleOf is the median.
func middleOf(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}
