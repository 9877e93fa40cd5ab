package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"jantaku/vision/scene"
)

// sceneOptions say which pictures to draw.
type sceneOptions struct {
	out      string
	count    int
	seed     uint64
	style    string
	hardness float64
	lessons  int
	plain    bool
	crowded  bool
	over     bool   // under a camera that hangs over the whole table
	prints   string // folder with pictures of the faces of a real set
}

// studio draws with the faces of the style, or of a real set.
func (o sceneOptions) studio() (*scene.Studio, error) {
	if o.prints == "" {
		return &scene.Studio{}, nil
	}
	prints, err := scene.LoadPrints(o.prints)
	return &scene.Studio{Prints: prints}, err
}

// random makes up scenes as the options want them.
func (o sceneOptions) random() func(uint64, scene.Style, float64, scene.Forms) (scene.Scene, error) {
	if o.over {
		return scene.RandomOver
	}
	return scene.Random
}

func (o sceneOptions) forms() scene.Forms {
	switch {
	case o.plain:
		return scene.PlainForms
	case o.crowded:
		return scene.Crowded
	}
	return scene.EveryForm
}

// newSceneCommand draws pictures of hands on a table with their labels, to try the
// other commands on.
func newSceneCommand() *cobra.Command {
	o := sceneOptions{count: 20, style: string(scene.StyleA), hardness: 0.3, seed: 1}
	cmd := &cobra.Command{
		Use:   "scene --out FOLDER",
		Short: "draws pictures of hands on a table, with a labels.json that tells what they show",
		Long: `Draws pictures of winning hands on a table, in perspective and with light, shadow,
glare, noise and blur, and writes labels.json beside them. With --lessons it draws
the pictures from which "jantaku calibrate tiles" learns the faces of the set.

  jantaku scene --out lessons --lessons 3
  jantaku calibrate tiles --labels lessons/labels.json --out tiles.json
  jantaku scene evaluate --tiles tiles.json --count 100`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.out == "" {
				return fmt.Errorf("%w: --out FOLDER says where to draw", errUsage)
			}
			photos, err := drawScenes(cmd.Context(), o)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d pictures and labels.json in %s\n", photos, o.out)
			return nil
		},
	}
	cmd.AddCommand(newSceneEvaluateCommand())
	f := cmd.Flags()
	f.StringVar(&o.out, "out", "", "folder to write to; it is made when it is missing")
	f.IntVar(&o.count, "count", o.count, "how many hands to draw")
	f.Uint64Var(&o.seed, "seed", o.seed, "the same seed draws the same pictures")
	f.StringVar(&o.style, "style", o.style, "set of tiles, A or B")
	f.Float64Var(&o.hardness, "hardness", o.hardness, "light, angle and camera: 0 is easy, 1 the worst a club would play in")
	f.BoolVar(&o.plain, "plain", false, "hands without turned tiles and tiles face down")
	f.BoolVar(&o.crowded, "crowded", false, "rivers and walls in view, rows that touch, tiles the wrong way up")
	f.BoolVar(&o.over, "over", false, "a camera that hangs over the whole table, rather than at the hand")
	f.StringVar(&o.prints, "prints", "", "draw the faces of a real set: a folder with pictures such as 1m.png and 1m-2.png")
	f.IntVar(&o.lessons, "lessons", 0, "draw every face this often instead of hands")
	cmd.MarkFlagsMutuallyExclusive("plain", "crowded")
	return cmd
}

// drawScenes writes the pictures and their labels, and tells how many.
func drawScenes(ctx context.Context, o sceneOptions) (int, error) {
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return 0, fmt.Errorf("scene: %w", err)
	}
	var labels scene.Labels
	studio, err := o.studio()
	if err != nil {
		return 0, err
	}
	draw := func(s scene.Spec, photo scene.Photo) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		photo.File = fmt.Sprintf("%s-%05d.jpg", o.style, len(labels.Photos))
		photo.Set = "drawn-" + o.style
		truth, err := drawScene(studio, s, filepath.Join(o.out, photo.File))
		if err != nil {
			return err
		}
		seen := truth.Photo(photo.File)
		photo.Rows, photo.Boxes = seen.Rows, seen.Boxes
		labels.Photos = append(labels.Photos, photo)
		return nil
	}
	if err := eachScene(o, studio.Prints, draw); err != nil {
		return 0, err
	}
	data, err := json.MarshalIndent(labels, "", " ")
	if err != nil {
		return 0, fmt.Errorf("scene: %w", err)
	}
	return len(labels.Photos), os.WriteFile(filepath.Join(o.out, "labels.json"), data, 0o644)
}

// eachScene makes up the scenes one after the other.
func eachScene(o sceneOptions, prints scene.Prints, draw func(scene.Spec, scene.Photo) error) error {
	if o.lessons > 0 {
		lesson := scene.RandomLessons
		if o.over {
			lesson = scene.RandomLessonsOver
		}
		lessons, err := lesson(o.seed, scene.Style(o.style), o.hardness, o.lessons)
		if err != nil {
			return err
		}
		for _, s := range lessons {
			prints.Fit(&s)
			if err := draw(s, scene.Photo{Layout: "row"}); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range o.count {
		s, err := o.random()(o.seed+uint64(i), scene.Style(o.style), o.hardness, o.forms())
		if err != nil {
			return err
		}
		prints.FitScene(&s)
		hand, win := s.Seen()
		if err := draw(s.Spec, scene.Photo{Complete: true, Hand: &hand, Win: win}); err != nil {
			return err
		}
	}
	return nil
}

// drawScene writes one picture and gives its truth.
func drawScene(studio *scene.Studio, s scene.Spec, path string) (scene.Truth, error) {
	picture, truth, err := studio.Photograph(s)
	if err != nil {
		return truth, err
	}
	if err := os.WriteFile(path, picture, 0o644); err != nil {
		return truth, fmt.Errorf("scene: %w", err)
	}
	return truth, nil
}
