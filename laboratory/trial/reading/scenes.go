package reading

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/artwork"
	"jantaku/vision/photo"
	"jantaku/vision/plane"
)

// Trial says on which scenes the reader is tried.
type Trial struct {
	Scenes
	Tiles    string // file of learned faces
	Plot     string // file for accuracy by hardness, SVG; empty for none
	Keep     string // folder for the pictures that were not read right, or asked about
	Steps    int
	MaxError float64
	Verbose  bool
	Table    bool // whole tables, not hands
	Lamp     bool // with a lamp that the tiles of a river mirror
}

// Run reads the scenes, or whole tables, and prints what came of them; what was not read right, or
// asked about, is told to log where that is wanted.
func (o Trial) Run(ctx context.Context, out, log io.Writer) error {
	if o.Table {
		results, err := tryTables(ctx, o, log)
		if err == nil {
			printTables(out, results)
		}
		return err
	}
	results, err := tryScenes(ctx, o, log)
	if err != nil {
		return err
	}
	printTrial(out, results)
	if o.Plot == "" {
		return nil
	}
	return os.WriteFile(o.Plot, []byte(trial.PlotSteps(results, o.Style)), 0o644)
}

// tryScenes draws and reads scenes, step by step.
func tryScenes(ctx context.Context, o Trial, log io.Writer) ([]trial.Step, error) {
	steps := make([]trial.Step, o.Steps)
	err := o.each(func(reader *vision.Reader, i int, s scene.Scene, picture []byte) error {
		reading, err := o.read(ctx, &photo.Eye{Reader: reader}, s, picture)
		if err != nil {
			return err
		}
		step := &steps[i%o.Steps]
		step.Hardness = o.step(i)
		good := step.Add(laidIn(s), &reading)
		if good && reading.Status == models.Accepted {
			return nil
		}
		if o.Verbose {
			tellTrial(log, s, step.Hardness, reading)
		}
		return o.keepPicture(s, picture)
	})
	return steps, err
}

// step is the hardness of the scene of a number.
func (o *Trial) step(i int) float64 {
	return float64(i%o.Steps) / float64(max(1, o.Steps-1))
}

// each draws the scenes of a trial one after another.
func (o *Trial) each(try func(reader *vision.Reader, i int, s scene.Scene, picture []byte) error) error {
	faces, err := calibration.LoadFaces(o.Tiles)
	if err != nil {
		return err
	}
	reader, err := vision.NewReader(faces)
	if err != nil {
		return err
	}
	defer reader.Close()
	studio, err := o.studio()
	if err != nil {
		return err
	}
	for i := range o.Count {
		s, err := o.scene(i, o.step(i))
		if err != nil {
			return err
		}
		studio.Prints.FitScene(&s)
		picture, _, err := studio.Photograph(s.Spec)
		if err != nil {
			return err
		}
		if err := try(reader, i, s, picture); err != nil {
			return err
		}
		o.Progress.Tell(i+1, o.Count)
	}
	return nil
}

// scene makes up the scene of a number.
func (o *Trial) scene(i int, hardness float64) (scene.Scene, error) {
	return o.random()(o.Seed+uint64(i), artwork.Style(o.Style), hardness, o.forms(), o.Hand)
}

// read reads a picture as any photograph, or as the daemon does with a calibrated
// camera.
func (o *Trial) read(ctx context.Context, eye *photo.Eye, s scene.Scene, picture []byte) (models.Reading, error) {
	options := photo.Options(o.MaxError, false)
	options.Hand = o.Hand
	if o.Over {
		camera, err := s.Calibration()
		if err != nil {
			return models.Reading{}, err
		}
		camera.Fit(o.Hand)
		if eye.Table, err = plane.NewTable(camera); err != nil {
			return models.Reading{}, err
		}
		options.Place, options.Zones = s.Laying.Place, camera.Zones
	}
	return photo.Read(ctx, eye, picture, options)
}

// keepPicture writes a picture, and the calibration of its camera, into the folder for
// them.
func (o *Trial) keepPicture(s scene.Scene, picture []byte) error {
	if o.Keep == "" {
		return nil
	}
	if err := os.MkdirAll(o.Keep, 0o755); err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	name := filepath.Join(o.Keep, fmt.Sprint(s.Seed))
	if o.Over {
		camera, err := s.Calibration()
		if err != nil {
			return err
		}
		if err := camera.Save(name + ".camera.json"); err != nil {
			return err
		}
	}
	return os.WriteFile(name+".jpg", picture, 0o644)
}

func codesOf(r models.Reading) (codes []string) {
	if r.Error != nil {
		return []string{r.Error.Code}
	}
	for _, d := range r.Doubts {
		codes = append(codes, d.Code)
	}
	return codes
}

// laidIn is what a scene shows.
func laidIn(s scene.Scene) trial.Laid {
	hand, win := s.Seen()
	return trial.Laid{Rows: scene.TruthOf(s.Spec).Rows, Hand: hand, Win: win}
}

func rowsOf(rows [][]models.Sighting) []models.Tiles {
	var list []models.Tiles
	for _, row := range rows {
		var tiles models.Tiles
		for _, s := range row {
			tiles = append(tiles, s.Tile)
		}
		list = append(list, tiles)
	}
	return list
}

func printTrial(w io.Writer, steps []trial.Step) {
	fmt.Fprintln(w, "hardness  scenes  tiles %  hands %  accepted %  wrong accepted")
	var all trial.Step
	for _, s := range steps {
		fmt.Fprintf(w, "%8.2f  %6d  %7.2f  %7.1f  %10.1f  %14d\n", s.Hardness, s.Scenes, trial.Percent(s.Right, s.Tiles), trial.Percent(s.Hands, s.Scenes), trial.Percent(s.Accepted, s.Scenes), s.Wrong)
		all.Scenes += s.Scenes
		all.Tiles += s.Tiles
		all.Right += s.Right
		all.Hands += s.Hands
		all.Accepted += s.Accepted
		all.Wrong += s.Wrong
	}
	fmt.Fprintf(w, "%8s  %6d  %7.2f  %7.1f  %10.1f  %14d\n", "all", all.Scenes, trial.Percent(all.Right, all.Tiles), trial.Percent(all.Hands, all.Scenes), trial.Percent(all.Accepted, all.Scenes), all.Wrong)
}

// tellTrial tells what a scene shows and what was read in it.
func tellTrial(w io.Writer, s scene.Scene, hardness float64, r models.Reading) {
	hand, win := s.Seen()
	read := "none"
	if r.Hand != nil {
		read = r.Hand.Canonical(r.WinTile)
	}
	fmt.Fprintf(w, "scene %d, hardness %.2f: %s %v\n  laid %v, %s\n  read %v, %s\n", s.Seed, hardness, r.Status, codesOf(r),
		rowsOf(scene.TruthOf(s.Spec).Rows), hand.Canonical(win), rowsOf(r.Rows), read)
}
