package teaching

import (
	"context"
	"fmt"
	"io"

	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial/lessons"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/learn"
	"jantaku/vision/teach"
)

// Grounds teaches drawn rows without boxes on everything that people lay tiles on for a photograph.
type Grounds struct {
	Style    string // of the tiles
	Prints   string // folder with pictures of a real set, which is drawn in its place; empty for none
	On       []scene.Ground
	Photos   int     // of one row, on each ground
	Guided   bool    // the rows are those that the guide asks for, rather than random ones
	Hardness float64 // of the view, 0 to 1
	Seed     uint64
	Verbose  bool
	Out      io.Writer
}

// shownTimes is how often every face is laid before the photographs are cut down to those wanted.
const shownTimes = 3

// Run teaches on every ground and prints, of the tiles in view, how many were learned rightly, as
// another face than stands there, and not at all.
func (x *Grounds) Run(ctx context.Context) error {
	var studio scene.Studio
	if x.Prints != "" {
		prints, err := scene.LoadPrints(x.Prints)
		if err != nil {
			return err
		}
		studio.Prints = prints
	}
	var all taught
	for _, ground := range x.On {
		photos, err := x.lay(&studio, ground, x.Seed+1000*uint64(ground))
		if err != nil {
			return err
		}
		unboxed := make([]learn.LabelledPhoto, len(photos))
		for k, p := range photos {
			p.Boxes = nil
			unboxed[k] = p
		}
		_, report, err := learn.Faces(ctx, unboxed, nil)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t := count(photos, report, err == nil && report.Learnt())
		all.add(t)
		fmt.Fprintf(x.Out, "%v: %v\n", ground, t)
		for _, why := range report.Unused {
			if x.Verbose {
				fmt.Fprintf(x.Out, "  %v\n", why)
			}
		}
	}
	fmt.Fprintf(x.Out, "all: %v\n", all)
	return nil
}

// rows are the views of what is laid.
func (x *Grounds) rows(seed uint64) (specs []scene.Spec, err error) {
	if !x.Guided {
		return scene.RandomLessons(seed, artwork.Style(x.Style), x.Hardness, shownTimes)
	}
	var flowers models.Tiles
	for rank := 1; rank <= 8; rank++ {
		flowers = append(flowers, models.NewTile(models.Flowers, rank))
	}
	for i, lay := range teach.Plan(flowers) { // there is but one side to take a photograph from
		specs = append(specs, scene.RandomView(seed+uint64(i), artwork.Style(x.Style), x.Hardness).WithRow(1, lay.Rows[0]))
	}
	return specs, nil
}

// lay photographs rows on a ground.
func (x *Grounds) lay(studio *scene.Studio, ground scene.Ground, seed uint64) (photos []learn.LabelledPhoto, err error) {
	specs, err := x.rows(seed)
	if err != nil {
		return nil, err
	}
	for i, spec := range specs[:min(x.Photos, len(specs))] {
		spec.Table.Ground = ground
		studio.Prints.Fit(&spec)
		picture, truth, err := studio.Photograph(spec)
		if err != nil {
			return nil, err
		}
		photos = append(photos, lessons.Label(i+1, picture, truth))
	}
	return photos, nil
}

// taught is what came of teaching.
type taught struct {
	teachings, written  int // those that would write what they learned
	tiles, right, wrong int // tiles in view with a face, and of those learned
	rows, refused       int
}

func (t *taught) add(o taught) {
	t.teachings, t.written = t.teachings+o.teachings, t.written+o.written
	t.tiles, t.right, t.wrong = t.tiles+o.tiles, t.right+o.right, t.wrong+o.wrong
	t.rows, t.refused = t.rows+o.rows, t.refused+o.refused
}

// String says it in a line.
func (t taught) String() string {
	return fmt.Sprintf("%d of %d tiles learned rightly, %d wrongly; %d of %d rows refused; %d of %d teachings would be written",
		t.right, t.tiles, t.wrong, t.refused, t.rows, t.written, t.teachings)
}

// count compares what was learned with photographs whose boxes are known.
func count(photos []learn.LabelledPhoto, report learn.Report, written bool) (t taught) {
	t.teachings = 1
	if written {
		t.written = 1
	}
	for _, p := range photos {
		for r, row := range p.Rows {
			t.rows++
			if report.RefusedRow(p.Name, r+1) {
				t.refused++
			}
			for _, tile := range row {
				if tile.HasFace() {
					t.tiles++
				}
			}
		}
	}
	learned, wrong := samples(report, photos)
	t.right, t.wrong = learned-wrong, wrong
	return t
}
