package teach

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/models/atomicfile"
	"jantaku/vision/learn"
)

// Taken is a photograph of a course.
type Taken struct {
	File string `json:"file"` // in the folder of the course
	Layout
	// Own tells that the rows are not those that were asked for: who took it said what it shows. It is never asked for again.
	Own bool `json:"own,omitempty"`
}

// Course is the teaching of one set. It may be used by one goroutine at a time.
type Course struct {
	folder string
	kept   kept
}

// kept is labels.json: the photographs as jantaku calibrate tiles reads them, and what is not
// laid yet.
type kept struct {
	Extras models.Tiles `json:"extras"`
	Photos []Taken      `json:"photos"`
	ToLay  []Layout     `json:"to_lay"`
	// Next numbers the photographs.
	Next int `json:"next"`
	// Again are the faces that were asked for again, as often as they were.
	Again models.Tiles `json:"again"`
	// Enough tells that nothing is asked for any more.
	Enough bool `json:"enough,omitempty"`
}

// mostAgain is how often a face is asked for again: what three photographs and so many more do not
// make strong is two faces that are alike, and is asked about at the table.
const mostAgain = 2

// ErrDamaged reports the folder of a course that nobody can go on with.
var ErrDamaged = errors.New("teach: the labels of the photographs are damaged")

// labelsFile is the file of a course in its folder.
const labelsFile = "labels.json"

// Open goes on with the course that a folder holds, or begins one for a set with some red fives and
// flowers. The folder is made where it is missing. A course of a set with other extras is an error.
func Open(folder string, extras models.Tiles) (*Course, error) {
	for _, t := range extras {
		if !t.IsFlower() && !t.IsRed() {
			return nil, fmt.Errorf("teach: %v is neither a flower nor a red five", t)
		}
	}
	c := &Course{folder: folder}
	data, err := os.ReadFile(filepath.Join(folder, labelsFile))
	switch {
	case errors.Is(err, os.ErrNotExist):
		c.kept = kept{Extras: extras, ToLay: Plan(extras), Next: 1}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, fmt.Errorf("teach: %w", err)
		}
		return c, c.save()
	case err != nil:
		return nil, fmt.Errorf("teach: %w", err)
	}
	if err := json.Unmarshal(data, &c.kept); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDamaged, filepath.Join(folder, labelsFile), err)
	}
	if !slices.Equal(c.kept.Extras, extras) {
		return nil, fmt.Errorf("teach: %s was begun for a set with the extras %q, not %q", folder, c.kept.Extras, extras)
	}
	return c, nil
}

// save writes what is kept, whole or not at all.
func (c *Course) save() error {
	data, err := json.MarshalIndent(c.kept, "", " ")
	if err != nil {
		return fmt.Errorf("teach: %w", err)
	}
	return c.write(labelsFile, data)
}

func (c *Course) write(name string, data []byte) error {
	if err := atomicfile.WriteFile(filepath.Join(c.folder, name), data, 0o644); err != nil {
		return fmt.Errorf("teach: %w", err)
	}
	return nil
}

// Next is what is laid next; false when everything was laid and [Course.Learn] can tell whether it
// is enough.
func (c *Course) Next() (Layout, bool) {
	if len(c.kept.ToLay) == 0 {
		return Layout{}, false
	}
	return c.kept.ToLay[0], true
}

// Join lets so many rows that follow each other be laid for one photograph, where they stand for the
// same place: a calibrated camera over the whole table sees several.
func (c *Course) Join(most int) error {
	var joined []Layout
	for _, lay := range c.kept.ToLay {
		last := len(joined) - 1
		if last >= 0 && joined[last].Place == lay.Place && len(joined[last].Rows)+len(lay.Rows) <= most {
			joined[last].Rows = slices.Concat(joined[last].Rows, lay.Rows)
		} else {
			joined = append(joined, lay)
		}
	}
	c.kept.ToLay = joined
	return c.save()
}

// Left is how many photographs are still to be taken.
func (c *Course) Left() int { return len(c.kept.ToLay) }

// Taken are the photographs there are, in the order in which they were taken.
func (c *Course) Taken() []Taken { return slices.Clone(c.kept.Photos) }

// Add takes a photograph, encoded as JPEG or PNG, of what was to be laid next.
func (c *Course) Add(image []byte) (Taken, error) {
	lay, ok := c.Next()
	if !ok {
		return Taken{}, errors.New("teach: nothing is to be laid")
	}
	t, err := c.keep(image, Taken{Layout: lay})
	if err != nil {
		return Taken{}, err
	}
	c.kept.ToLay = c.kept.ToLay[1:]
	return t, c.save()
}

// AddOwn takes a photograph of other rows than those that are to be laid: rows are what it shows, upright in the picture.
func (c *Course) AddOwn(image []byte, rows []models.Tiles) (Taken, error) {
	t, err := c.keep(image, Taken{Layout: Layout{Rows: rows, Place: 1}, Own: true})
	if err != nil {
		return Taken{}, err
	}
	return t, c.save()
}

// Relabel says anew what a photograph of one's own shows, also one that was taken out.
func (c *Course) Relabel(file string, rows []models.Tiles) error {
	if _, err := os.Stat(filepath.Join(c.folder, filepath.Base(file))); err != nil {
		return fmt.Errorf("teach: there is no photograph %q", file)
	}
	t := Taken{File: file, Layout: Layout{Rows: rows, Place: 1}, Own: true}
	if i := slices.IndexFunc(c.kept.Photos, func(o Taken) bool { return o.File == file }); i >= 0 {
		c.kept.Photos[i] = t
	} else {
		c.kept.Photos = append(c.kept.Photos, t)
	}
	return c.save()
}

// Enough asks for no more rows: what there is has to do.
func (c *Course) Enough() error {
	c.kept.Enough, c.kept.ToLay = true, nil
	return c.save()
}

// keep writes a photograph and takes it in.
func (c *Course) keep(image []byte, t Taken) (Taken, error) {
	t.File = fileOf(c.kept.Next, image)
	if err := c.write(t.File, image); err != nil {
		return Taken{}, err
	}
	c.kept.Next++
	c.kept.Photos = append(c.kept.Photos, t)
	return t, nil
}

// fileOf is the name of a course's nth photograph.
func fileOf(n int, image []byte) string {
	ending := ".jpg"
	if bytes.HasPrefix(image, []byte("\x89PNG")) {
		ending = ".png"
	}
	return fmt.Sprintf("tiles-%02d%s", n, ending)
}

// Has reports whether a photograph was taken in before, also one that was taken out again since.
func (c *Course) Has(image []byte) (bool, error) {
	for i := 1; i < c.kept.Next; i++ {
		before, err := os.ReadFile(filepath.Join(c.folder, fileOf(i, image)))
		if err == nil && bytes.Equal(before, image) {
			return true, nil
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return false, fmt.Errorf("teach: %w", err)
		}
	}
	return false, nil
}

// Photo is a photograph of the course as it was taken.
func (c *Course) Photo(file string) ([]byte, error) {
	if !slices.ContainsFunc(c.kept.Photos, func(t Taken) bool { return t.File == file }) {
		return nil, fmt.Errorf("teach: there is no photograph %q", file)
	}
	image, err := os.ReadFile(filepath.Join(c.folder, file))
	if err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	return image, nil
}

// Repeat takes photographs out, by file, so that their rows are laid again before all others, but for those of one's own
// rows. The pictures stay in the folder.
func (c *Course) Repeat(files ...string) error {
	var back []Layout
	c.kept.Photos = slices.DeleteFunc(c.kept.Photos, func(t Taken) bool {
		if !slices.Contains(files, t.File) {
			return false
		}
		if !t.Own {
			back = append(back, t.Layout)
		}
		return true
	})
	c.kept.ToLay = append(back, c.kept.ToLay...)
	return c.save()
}

// Learn learns from the photographs there are, see [learn.Faces]. The camera is the calibrated one
// that took them, nil for a phone or a camera that sees the row alone. Before everything was laid
// it serves to show where the rows were found: report.Found.
func (c *Course) Learn(ctx context.Context, camera *calibration.Camera, progress func(float64)) (calibration.Faces, learn.Report, error) {
	var photos []learn.LabelledPhoto
	for _, t := range c.kept.Photos {
		image, err := c.Photo(t.File)
		if err != nil {
			return calibration.Faces{}, learn.Report{}, err
		}
		p := learn.LabelledPhoto{Name: t.File, Image: image, Camera: camera, Place: t.Place}
		for _, row := range t.Rows {
			p.Rows = append(p.Rows, row)
		}
		photos = append(photos, p)
	}
	return learn.Faces(ctx, photos, progress)
}

// Review asks for what a report of all photographs shows to be missing: photographs that were not
// learned from are taken again, and so are those with a tile that looks like another one than was to
// be laid there; faces that are still weak are laid once more. It reports whether the set is
// taught: nothing is to be laid, and the report says that it was learnt. A face is asked for again
// twice at most; where nothing is to be laid and the set is not taught, another light or another
// camera has to be tried.
func (c *Course) Review(report learn.Report) (taught bool, err error) {
	var repeat []string
	for _, r := range report.Unused {
		repeat = append(repeat, r.Photo)
	}
	for _, m := range report.Mislabelled {
		repeat = append(repeat, m.Photo)
	}
	repeat = slices.DeleteFunc(repeat, c.isOwn)
	weak := slices.Concat(report.Missing, report.Weak)
	for _, t := range report.Extras {
		if slices.Contains(c.kept.Extras, t) {
			weak = append(weak, t)
		}
	}
	if !report.Learnt() {
		for _, m := range report.Disagree {
			weak = append(weak, m.Tile)
		}
	}
	for _, m := range report.Doubtful {
		weak = append(weak, m.Tile)
	}
	if err := c.Repeat(repeat...); err != nil {
		return false, err
	}
	weak = slices.DeleteFunc(weak, func(t models.Tile) bool { return c.kept.Enough || c.isToLay(t) || c.askedFor(t) >= mostAgain })
	slices.Sort(weak)
	if weak = slices.Compact(weak); len(weak) > 0 {
		c.kept.ToLay = append(c.kept.ToLay, Again(weak, Faces(c.kept.Extras), len(c.kept.Again))...)
		c.kept.Again = append(c.kept.Again, weak...)
	}
	return len(c.kept.ToLay) == 0 && report.Learnt(), c.save()
}

// Own are the photographs of which who took them said what they show.
func (c *Course) Own() (files []string) {
	for _, t := range c.kept.Photos {
		if t.Own {
			files = append(files, t.File)
		}
	}
	return files
}

// isOwn reports whether who took a photograph said what it shows: nobody can be asked to take it once more.
func (c *Course) isOwn(file string) bool { return slices.Contains(c.Own(), file) }

// askedFor is how often a face was asked for again.
func (c *Course) askedFor(t models.Tile) (n int) {
	for _, o := range c.kept.Again {
		if o == t {
			n++
		}
	}
	return n
}

// isToLay reports whether a face is among what will be laid anyway.
func (c *Course) isToLay(t models.Tile) bool {
	return slices.ContainsFunc(c.kept.ToLay, func(l Layout) bool {
		return slices.ContainsFunc(l.Rows, func(row models.Tiles) bool { return slices.Contains(row, t) })
	})
}
