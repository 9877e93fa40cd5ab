package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/layout"
	"jantaku/vision/scene"
	"jantaku/vision/trial"
)

// sceneTrial says on which scenes the reader is tried.
type sceneTrial struct {
	sceneOptions
	tiles, plot string
	keep        string // folder for the pictures that were not read right, or asked about
	steps       int
	maxError    float64
	verbose     bool
	table       bool // whole tables, not hands
}

// newSceneEvaluateCommand tries the reader on scenes of growing hardness.
func newSceneEvaluateCommand() *cobra.Command {
	o := sceneTrial{sceneOptions: sceneOptions{count: 100, style: string(scene.StyleA), seed: 1_000_000}, steps: 5,
		maxError: layout.DefaultOptions().MaxError}
	cmd := &cobra.Command{
		Use:   "evaluate --tiles FILE",
		Short: "reads drawn scenes from easy to hard and tells how many hands were right",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.tiles == "" || o.steps < 1 || o.count < o.steps {
				return fmt.Errorf("%w: evaluate needs --tiles, and at least one scene per step", errUsage)
			}
			if o.table {
				results, err := tryTables(cmd.Context(), o, cmd.ErrOrStderr())
				if err == nil {
					printTables(cmd.OutOrStdout(), results)
				}
				return err
			}
			results, err := tryScenes(cmd.Context(), o, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			printTrial(cmd.OutOrStdout(), results)
			if o.plot == "" {
				return nil
			}
			return os.WriteFile(o.plot, []byte(trial.PlotSteps(results, o.style)), 0o644)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.tiles, "tiles", "", "learned faces, from jantaku calibrate tiles")
	f.IntVar(&o.count, "count", o.count, "how many scenes to read, shared by the steps")
	f.IntVar(&o.steps, "steps", o.steps, "how many steps of hardness from 0 to 1")
	f.Uint64Var(&o.seed, "seed", o.seed, "the same seed draws the same scenes")
	f.StringVar(&o.style, "style", o.style, "set of tiles, A or B")
	f.StringVar(&o.prints, "prints", "", "draw the faces of a real set: a folder with pictures such as 1m.png and 1m-2.png")
	f.BoolVar(&o.plain, "plain", false, "hands without turned tiles and tiles face down")
	f.BoolVar(&o.crowded, "crowded", false, "rivers and walls in view, rows that touch, tiles the wrong way up")
	f.Float64Var(&o.maxError, "max-error", o.maxError, "probability of a wrong hand that may be accepted without asking")
	f.StringVar(&o.plot, "plot", "", "write accuracy by hardness into this SVG file")
	f.BoolVar(&o.over, "calibrated", false, "a calibrated camera over the whole table, hands of all places among rivers and walls")
	f.BoolVar(&o.table, "table", false, "whole tables of a hand being played: rivers, melds, flowers and indicators of every place")
	f.StringVar(&o.keep, "keep", "", "write the pictures that were not read right, or asked about, into this folder")
	f.BoolVar(&o.verbose, "verbose", false, "tell every scene that was not read right, or asked about")
	cmd.MarkFlagsMutuallyExclusive("plain", "crowded")
	return cmd
}

// tryScenes draws and reads scenes, step by step.
func tryScenes(ctx context.Context, o sceneTrial, log io.Writer) ([]trial.Step, error) {
	steps := make([]trial.Step, o.steps)
	err := o.each(func(reader *vision.Reader, i int, s scene.Scene, picture []byte) error {
		reading, err := o.read(ctx, &aimed{reader: reader}, s, picture)
		if err != nil {
			return err
		}
		step := &steps[i%o.steps]
		step.Hardness = o.hardness(i)
		good := step.Add(laidIn(s), &reading)
		if good && reading.Status == models.Accepted {
			return nil
		}
		if o.verbose {
			tellTrial(log, s, step.Hardness, reading)
		}
		return o.keepPicture(s, picture)
	})
	return steps, err
}

// hardness is that of the scene of a number.
func (o *sceneTrial) hardness(i int) float64 {
	return float64(i%o.steps) / float64(max(1, o.steps-1))
}

// each draws the scenes of a trial one after another.
func (o *sceneTrial) each(try func(reader *vision.Reader, i int, s scene.Scene, picture []byte) error) error {
	faces, err := calibration.LoadFaces(o.tiles)
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
	for i := range o.count {
		s, err := o.scene(i, o.hardness(i))
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
	}
	return nil
}

// scene makes up the scene of a number.
func (o *sceneTrial) scene(i int, hardness float64) (scene.Scene, error) {
	return o.random()(o.seed+uint64(i), scene.Style(o.style), hardness, o.forms())
}

// read reads a picture as any photograph, or as the daemon does with a calibrated
// camera.
func (o *sceneTrial) read(ctx context.Context, eye *aimed, s scene.Scene, picture []byte) (models.Reading, error) {
	options := readOptions(o.maxError, false)
	if o.over {
		camera, err := s.Calibration()
		if err != nil {
			return models.Reading{}, err
		}
		if eye.table, err = vision.NewTable(camera); err != nil {
			return models.Reading{}, err
		}
		options.Place, options.Zones = s.Laying.Place, camera.Zones
	}
	return readPhoto(ctx, eye, picture, options)
}

// keepPicture writes a picture, and the calibration of its camera, into the folder for
// them.
func (o *sceneTrial) keepPicture(s scene.Scene, picture []byte) error {
	if o.keep == "" {
		return nil
	}
	if err := os.MkdirAll(o.keep, 0o755); err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	name := filepath.Join(o.keep, fmt.Sprint(s.Seed))
	if o.over {
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

func share(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }

func printTrial(w io.Writer, steps []trial.Step) {
	fmt.Fprintln(w, "hardness  scenes  tiles %  hands %  accepted %  wrong accepted")
	var all trial.Step
	for _, s := range steps {
		fmt.Fprintf(w, "%8.2f  %6d  %7.2f  %7.1f  %10.1f  %14d\n", s.Hardness, s.Scenes, share(s.Right, s.Tiles), share(s.Hands, s.Scenes), share(s.Accepted, s.Scenes), s.Wrong)
		all.Scenes += s.Scenes
		all.Tiles += s.Tiles
		all.Right += s.Right
		all.Hands += s.Hands
		all.Accepted += s.Accepted
		all.Wrong += s.Wrong
	}
	fmt.Fprintf(w, "%8s  %6d  %7.2f  %7.1f  %10.1f  %14d\n", "all", all.Scenes, share(all.Right, all.Tiles), share(all.Hands, all.Scenes), share(all.Accepted, all.Scenes), all.Wrong)
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
