package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/layout"
	"jantaku/vision/scene"
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
			return os.WriteFile(o.plot, []byte(trialPlot(results, o)), 0o644)
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

// trialStep is what came out at one hardness.
type trialStep struct {
	hardness                         float64
	scenes, tiles, right             int // right: tiles that stand in the reading as in the picture
	hands, accepted, wrong, readable int
}

// tryScenes draws and reads scenes, step by step.
func tryScenes(ctx context.Context, o sceneTrial, log io.Writer) ([]trialStep, error) {
	faces, err := calibration.LoadFaces(o.tiles)
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
	steps := make([]trialStep, o.steps)
	for i := range o.count {
		step := &steps[i%o.steps]
		step.hardness = float64(i%o.steps) / float64(max(1, o.steps-1))
		s, err := o.scene(i, step.hardness)
		if err != nil {
			return nil, err
		}
		studio.Prints.FitScene(&s)
		picture, _, err := studio.Photograph(s.Spec)
		if err != nil {
			return nil, err
		}
		reading, err := o.read(ctx, reader, s, picture)
		if err != nil {
			return nil, err
		}
		good := step.add(s, reading)
		if good && reading.Status == models.Accepted {
			continue
		}
		if o.verbose {
			tellTrial(log, s, step.hardness, reading)
		}
		if err := o.keepPicture(s, picture); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// scene makes up the scene of a number.
func (o *sceneTrial) scene(i int, hardness float64) (scene.Scene, error) {
	return o.random()(o.seed+uint64(i), scene.Style(o.style), hardness, o.forms())
}

// read reads a picture as any photograph, or as the daemon does with a calibrated
// camera.
func (o *sceneTrial) read(ctx context.Context, reader *vision.Reader, s scene.Scene, picture []byte) (models.Reading, error) {
	options := readOptions(o.maxError, false)
	eye := &aimed{reader: reader}
	if o.over {
		camera, err := calibratedScene(s.Spec)
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
		camera, err := calibratedScene(s.Spec)
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

// add counts one reading and tells whether the hand was read right.
func (t *trialStep) add(s scene.Scene, r models.Reading) bool {
	t.scenes++
	laid, seen := tilesIn(scene.TruthOf(s.Spec).Rows), tilesIn(r.Rows)
	for tile, n := range laid {
		t.tiles += n
		t.right += min(n, seen[tile])
	}
	good := readRight(s, r)
	if good {
		t.hands++
	}
	if r.Status != models.Failed {
		t.readable++
	}
	if r.Status == models.Accepted {
		t.accepted++
		if !good {
			t.wrong++
		}
	}
	return good
}

// readRight reports whether all that a reading claims is so. Which tile came last may stay
// open: where it changes the score, that is asked.
func readRight(s scene.Scene, r models.Reading) bool {
	if r.Hand == nil {
		return false
	}
	hand, win := s.Seen()
	if r.WinTile == models.NoTile && win != models.NoTile {
		hand.Concealed, win = append(slices.Clone(hand.Concealed), win), models.NoTile
	}
	return r.Hand.Canonical(r.WinTile) == hand.Canonical(win)
}

// tilesIn counts the tiles of rows, each kind, red fives by themselves.
func tilesIn(rows [][]models.Sighting) map[models.Tile]int {
	counts := map[models.Tile]int{}
	for _, row := range rows {
		for _, s := range row {
			counts[s.Tile]++
		}
	}
	return counts
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

func printTrial(w io.Writer, steps []trialStep) {
	fmt.Fprintln(w, "hardness  scenes  tiles %  hands %  accepted %  wrong accepted")
	var all trialStep
	for _, s := range steps {
		fmt.Fprintf(w, "%8.2f  %6d  %7.2f  %7.1f  %10.1f  %14d\n", s.hardness, s.scenes, share(s.right, s.tiles), share(s.hands, s.scenes), share(s.accepted, s.scenes), s.wrong)
		all.scenes += s.scenes
		all.tiles += s.tiles
		all.right += s.right
		all.hands += s.hands
		all.accepted += s.accepted
		all.wrong += s.wrong
	}
	fmt.Fprintf(w, "%8s  %6d  %7.2f  %7.1f  %10.1f  %14d\n", "all", all.scenes, share(all.right, all.tiles), share(all.hands, all.scenes), share(all.accepted, all.scenes), all.wrong)
}

// trialPlot draws accuracy by hardness as SVG.
func trialPlot(steps []trialStep, o sceneTrial) string {
	const left, top, width, height = 60.0, 30.0, 520.0, 260.0
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 350" font-family="sans-serif" font-size="13"><rect width="640" height="350" fill="white"/>`)
	total, wrong := 0, 0
	for _, s := range steps {
		total += s.scenes
		wrong += s.wrong
	}
	fmt.Fprintf(&b, `<text x="60" y="20">%d drawn scenes, style %s: %d wrong hands accepted</text>`, total, o.style, wrong)
	for p := 0; p <= 100; p += 20 {
		y := top + height*(1-float64(p)/100)
		fmt.Fprintf(&b, `<line x1="%.0f" x2="%.0f" y1="%.1f" y2="%.1f" stroke="#ddd"/><text x="20" y="%.1f">%d %%</text>`, left, left+width, y, y, y+4, p)
	}
	for i, line := range []struct {
		name, colour string
		of           func(trialStep) float64
	}{
		{"tiles right", "#1a7f37", func(s trialStep) float64 { return share(s.right, s.tiles) }},
		{"hands right", "#0b57d0", func(s trialStep) float64 { return share(s.hands, s.scenes) }},
		{"accepted", "#b35900", func(s trialStep) float64 { return share(s.accepted, s.scenes) }},
	} {
		var points []string
		for _, s := range steps {
			points = append(points, fmt.Sprintf("%.1f,%.1f", left+width*s.hardness, top+height*(1-line.of(s)/100)))
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2.5"/>`, strings.Join(points, " "), line.colour)
		fmt.Fprintf(&b, `<text x="%d" y="340" fill="%s">%s</text>`, 60+150*i, line.colour, line.name)
	}
	for _, s := range steps {
		fmt.Fprintf(&b, `<text x="%.0f" y="308" text-anchor="middle">%.2f</text>`, left+width*s.hardness, s.hardness)
	}
	b.WriteString(`<text x="560" y="340">hardness</text></svg>` + "\n")
	return b.String()
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
