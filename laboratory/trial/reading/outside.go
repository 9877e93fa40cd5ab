package reading

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jantaku/calibration"
	"jantaku/internal/usageerror"
	"jantaku/models"
	"jantaku/vision/centre"
	"jantaku/vision/layout"
	"jantaku/vision/learn"
	"jantaku/vision/photo"
)

// Outside measures how whole tables are read in pictures that no renderer of this program drew. Each folder holds
// how.json (the corners of the cloth, its side and the size of a tile, as for jantaku calibrate table), empty.jpg, labels.json with the photographs
// that teach, pictures of tables, truth.json with what lies on them, and zones.json where they are not the usual ones.
type Outside struct {
	// Teach is the folder inside each of those whose photographs teach; empty takes those that labels.json names.
	Teach string
	// Over teaches as the calibrated camera sees the photographs, not as bare pictures.
	Over bool
	// Tiles is a folder with faces that were learned before, NAME.tiles.json for the folder NAME; empty teaches.
	Tiles string
	// Verbose tells every tile that is not read right.
	Verbose  bool
	Out      io.Writer
	Progress usageerror.Progress
}

// OutsideTally counts what became of tiles whose place is known.
type OutsideTally struct {
	Tiles, Right int
	Unread       int // told as there and not read
	Unseen       int // nothing is told there
	Wrong, Sure  int // told as another tile, and of those with a claimed error below one in a hundred
}

// OutsideFigures is what reading some tables gave.
type OutsideFigures struct {
	Tables, Accepted int
	// Lost counts the accepted tables with a tile of a river, a meld or an indicator missing or wrong.
	Lost int
	// River and Meld hold all tiles of rivers and of melds, White those of both that are white dragons.
	River, Meld, White OutsideTally
	// Extra counts faces that are told where no tile lies, ExtraSure those with a claimed error below one in a hundred.
	Extra, ExtraSure int
	Millis           []float64
}

// lain is a tile of truth.json.
type lain struct {
	Zone  string       `json:"zone"`
	Place models.Place `json:"place"`
	Tile  models.Tile  `json:"tile"`
	At    [2]float64   `json:"at"` // mm from the middle of the cloth
	Z     float64      `json:"z"`  // of its lower side, mm over the cloth: it is told as far beside its place as it is seen
}

// Run reads the tables of some folders and writes what came out of each and of all.
func (o *Outside) Run(ctx context.Context, folders ...string) (all OutsideFigures, err error) {
	fmt.Fprintln(o.Out, "folder                tables  accepted  lost  river right  unread  unseen  wrong  sure   meld right  unread  unseen  wrong  sure   white right  wrong  extra  sure      ms")
	for _, folder := range folders {
		of, err := o.folder(ctx, folder)
		if err != nil {
			return all, fmt.Errorf("tables of %s: %w", folder, err)
		}
		of.print(o.Out, filepath.Base(folder))
		all.add(&of)
	}
	all.print(o.Out, "all")
	return all, nil
}

func (o *Outside) folder(ctx context.Context, folder string) (f OutsideFigures, err error) {
	camera, err := outsideCamera(folder)
	if err != nil {
		return f, err
	}
	faces, err := o.learn(ctx, folder, camera)
	if err != nil {
		return f, err
	}
	s, err := photo.NewSurveyor(faces, camera, layout.DefaultOptions().MaxError)
	if err != nil {
		return f, err
	}
	defer s.Reader.Close()
	truth := map[string][]lain{}
	if err := loadJSON(filepath.Join(folder, "truth.json"), &truth); err != nil {
		return f, err
	}
	for i, name := range slices.Sorted(maps.Keys(truth)) {
		image, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return f, err
		}
		r, err := s.Read(ctx, image)
		if err != nil {
			return f, err
		}
		f.compare(r, truth[name], func(format string, args ...any) {
			if o.Verbose {
				fmt.Fprintf(o.Out, "  %s/%s: "+format+"\n", append([]any{filepath.Base(folder), name}, args...)...)
			}
		})
		o.Progress.Tell(i, len(truth))
	}
	return f, nil
}

// learn learns the faces from the photographs of a folder.
func (o *Outside) learn(ctx context.Context, folder string, camera *calibration.Camera) (calibration.Faces, error) {
	if o.Tiles != "" {
		return calibration.LoadFaces(filepath.Join(o.Tiles, filepath.Base(folder)+".tiles.json"))
	}
	list, err := photo.LoadLabels(filepath.Join(folder, "labels.json"))
	if err != nil {
		return calibration.Faces{}, err
	}
	var photos []learn.LabelledPhoto
	for _, p := range list.Photos {
		if o.Teach != "" {
			p.File = filepath.Join(o.Teach, filepath.Base(p.File))
		}
		labelled, err := list.Photo(p)
		if err != nil {
			return calibration.Faces{}, err
		}
		if o.Over {
			labelled.Camera = camera
		}
		photos = append(photos, labelled)
	}
	faces, _, err := learn.Faces(ctx, photos, nil)
	return faces, err
}

// outsideCamera is the calibration of a folder's camera.
func outsideCamera(folder string) (*calibration.Camera, error) {
	var how struct {
		Corners string  `json:"corners"`
		Side    float64 `json:"side"`
		Tile    string  `json:"tile"`
	}
	if err := loadJSON(filepath.Join(folder, "how.json"), &how); err != nil {
		return nil, err
	}
	var corners [4]models.Point
	words := strings.Fields(how.Corners)
	if len(words) != len(corners) {
		return nil, fmt.Errorf("how.json names %d corners, four are needed", len(words))
	}
	for i, word := range words {
		if _, err := fmt.Sscanf(word, "%f,%f", &corners[i].X, &corners[i].Y); err != nil {
			return nil, fmt.Errorf("how.json: corner %q: %w", word, err)
		}
	}
	var tile calibration.Tile
	if _, err := fmt.Sscanf(how.Tile, "%fx%fx%f", &tile.Width, &tile.Height, &tile.Depth); err != nil {
		return nil, fmt.Errorf("how.json: tile %q: %w", how.Tile, err)
	}
	file, err := os.Open(filepath.Join(folder, "empty.jpg"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	empty, err := jpeg.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("empty.jpg: %w", err)
	}
	camera, err := calibration.FromCorners(empty.Bounds().Dx(), empty.Bounds().Dy(), corners, how.Side, tile, nil)
	if err != nil {
		return nil, err
	}
	if camera.Unit, err = centre.Find(empty, camera); err != nil {
		return nil, err
	}
	camera.Zones = camera.UsualZones(models.Thirteen)
	if err := loadJSON(filepath.Join(folder, "zones.json"), &camera.Zones); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return camera, camera.Validate()
}

func loadJSON(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// compare counts what a reading has of the tiles that lie on a table.
func (f *OutsideFigures) compare(r models.TableReading, truth []lain, say func(format string, args ...any)) {
	f.Tables++
	f.Millis = append(f.Millis, r.Millis)
	var told []models.OnTable
	for _, list := range []map[models.Place][]models.OnTable{r.Zones.River, r.Zones.Meld, r.Zones.Hand, r.Zones.Flower} {
		for _, place := range slices.Sorted(maps.Keys(list)) {
			told = append(told, list[place]...)
		}
	}
	told = append(append(told, r.Zones.Dora...), r.Zones.Other...)
	used := make([]bool, len(told))
	lost := false
	for _, l := range truth {
		tallies := []*OutsideTally{}
		switch l.Zone {
		case "river":
			tallies = append(tallies, &f.River)
		case "meld":
			tallies = append(tallies, &f.Meld)
		}
		if l.Tile == models.White && len(tallies) > 0 {
			tallies = append(tallies, &f.White)
		}
		at := models.Point{X: l.At[0], Y: l.At[1]}
		k := nearestWithin(told, at, sameTile+l.Z)
		lost = lost || k < 0 || told[k].Tile != l.Tile
		for _, t := range tallies {
			t.Tiles++
		}
		if k < 0 {
			say("%s of place %d, %v at %.0f is missed", l.Zone, l.Place, l.Tile, l.At)
			for _, t := range tallies {
				t.Unseen++
			}
			continue
		}
		used[k] = true
		sure := told[k].Confidence > 1-surelyWrong
		for _, t := range tallies {
			switch {
			case told[k].Tile == l.Tile:
				t.Right++
			case told[k].Tile == models.Unknown:
				t.Unread++
			default:
				t.Wrong++
				if sure {
					t.Sure++
				}
			}
		}
		if told[k].Tile != l.Tile {
			say("%s of place %d, %v at %.0f is read as %v with %.4f", l.Zone, l.Place, l.Tile, l.At, told[k].Tile, told[k].Confidence)
		}
	}
	for i := range told {
		t := &told[i]
		if used[i] || !t.Tile.HasFace() || slices.ContainsFunc(truth, func(l lain) bool { return math.Hypot(l.At[0]-t.At.X, l.At[1]-t.At.Y) < sameTile+l.Z }) {
			continue
		}
		f.Extra++
		if t.Confidence > 1-surelyWrong {
			f.ExtraSure++
		}
		say("nothing at %.0f is read as %v with %.4f", t.At, t.Tile, t.Confidence)
	}
	if r.Status == models.Accepted {
		f.Accepted++
		if lost {
			f.Lost++
			say("is accepted")
		}
	}
}

func (t *OutsideTally) add(o *OutsideTally) {
	t.Tiles, t.Right, t.Unread, t.Unseen = t.Tiles+o.Tiles, t.Right+o.Right, t.Unread+o.Unread, t.Unseen+o.Unseen
	t.Wrong, t.Sure = t.Wrong+o.Wrong, t.Sure+o.Sure
}

func (f *OutsideFigures) add(o *OutsideFigures) {
	f.Tables, f.Accepted, f.Lost = f.Tables+o.Tables, f.Accepted+o.Accepted, f.Lost+o.Lost
	f.Extra, f.ExtraSure = f.Extra+o.Extra, f.ExtraSure+o.ExtraSure
	f.River.add(&o.River)
	f.Meld.add(&o.Meld)
	f.White.add(&o.White)
	f.Millis = append(f.Millis, o.Millis...)
}

func (f *OutsideFigures) print(w io.Writer, name string) {
	r, m, d := &f.River, &f.Meld, &f.White
	fmt.Fprintf(w, "%-20s  %6d  %8d  %4d  %4d of %4d  %6d  %6d  %5d  %4d  %4d of %3d  %6d  %6d  %5d  %4d  %4d of %4d  %5d  %5d  %4d  %6.0f\n", name, f.Tables, f.Accepted, f.Lost,
		r.Right, r.Tiles, r.Unread, r.Unseen, r.Wrong, r.Sure, m.Right, m.Tiles, m.Unread, m.Unseen, m.Wrong, m.Sure, d.Right, d.Tiles, d.Wrong, f.Extra, f.ExtraSure, middleOf(f.Millis))
}
