package commands

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial/reading"
	"jantaku/laboratory/trial/teaching"
	"jantaku/vision/artwork"
	"jantaku/vision/layout"
)

// newSceneCommand draws pictures of hands on a table with their labels, to try the
// other commands on.
func newSceneCommand() *cobra.Command {
	o := reading.Scenes{Count: 20, Style: string(artwork.StyleA), Hardness: 0.3, Seed: 1}
	cmd := &cobra.Command{
		Use:   "scene --out FOLDER",
		Short: "draws pictures of hands on a table, with a labels.json that tells what they show",
		Long: `Draws pictures of winning hands on a table, in perspective and with light, shadow,
glare, noise and blur, and writes labels.json beside them. With --lessons it draws
the pictures from which "jantaku calibrate tiles" learns the faces of the set.

  jantaku scene --out lessons --lessons 3
  jantaku calibrate tiles --labels lessons/labels.json --out tiles.json
  jantaku scene evaluate --tiles tiles.json --count 100`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Out == "" {
				return fmt.Errorf("%w: --out FOLDER says where to draw", usageerror.Err)
			}
			o.Progress = usageerror.NewProgress(cmd.ErrOrStderr(), "pictures drawn")
			photos, err := o.Draw(cmd.Context())
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d pictures and labels.json in %s\n", photos, o.Out)
			return nil
		},
	}
	cmd.AddCommand(newSceneEvaluateCommand(), newSceneTeachCommand(), newSceneCurvesCommand(), newSceneDiceCommand())
	f := cmd.Flags()
	f.StringVar(&o.Out, "out", "", "folder to write to; it is made when it is missing")
	f.IntVar(&o.Count, "count", o.Count, "how many hands to draw")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "the same seed draws the same pictures")
	f.StringVar(&o.Style, "style", o.Style, "set of tiles, A, B, C or D")
	f.Float64Var(&o.Hardness, "hardness", o.Hardness, "light, angle and camera: 0 is easy, 1 the worst a club would play in")
	f.BoolVar(&o.Plain, "plain", false, "hands without turned tiles and tiles face down")
	f.BoolVar(&o.Crowded, "crowded", false, "rivers and walls in view, rows that touch, tiles the wrong way up")
	command.HandFlag(f, &o.Hand)
	f.BoolVar(&o.Over, "over", false, "a camera that hangs over the whole table, rather than at the hand")
	f.StringVar(&o.Prints, "prints", "", "draw the faces of a real set: a folder with pictures such as 1m.png and 1m-2.png")
	f.IntVar(&o.Lessons, "lessons", 0, "draw every face this often instead of hands")
	cmd.MarkFlagsMutuallyExclusive("plain", "crowded")
	return cmd
}

// newSceneCurvesCommand measures what faults of rooms and cameras cost.
func newSceneCurvesCommand() *cobra.Command {
	o := reading.Curves{Tables: 2, Seed: 1, Style: string(artwork.StyleA)}
	cmd := &cobra.Command{
		Use:   "curves",
		Short: "what few pixels, blur, noise, bands, uneven light, a slanting view and mirrored lamps cost in tiles read",
		Args:  command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Tables < 1 {
				return fmt.Errorf("%w: --tables is 1 or more", usageerror.Err)
			}
			o.Progress = usageerror.NewProgress(cmd.ErrOrStderr(), "tables read")
			return o.Run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.Tables, "tables", o.Tables, "at each point")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "of the first table")
	f.StringVar(&o.Style, "style", o.Style, "set of tiles, A to F")
	f.StringVar(&o.Axis, "axis", "", "pixels, blur, noise, bands, uneven, angle or lamp alone")
	f.StringVar(&o.Out, "out", "", "file to write, as internal/checkup reads it")
	return cmd
}

// newSceneTeachCommand tries how drawn rows are learned from on every ground.
func newSceneTeachCommand() *cobra.Command {
	x := teaching.Grounds{Style: string(artwork.StyleA), Hardness: 0.3, Seed: 1, Photos: 7}
	var only []string
	cmd := &cobra.Command{
		Use:   "teach",
		Short: "teaches drawn rows without boxes on wood, glass, cloths and seven other grounds",
		Args:  command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			x.Out = cmd.OutOrStdout()
			for _, ground := range scene.Grounds() {
				if only == nil || slices.Contains(only, ground.String()) {
					x.On = append(x.On, ground)
				}
			}
			if len(x.On) == 0 {
				return fmt.Errorf("%w: --on %v is none of %v", usageerror.Err, only, scene.Grounds())
			}
			return x.Run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&x.Style, "style", x.Style, "set of tiles, A, B, C or D")
	f.StringVar(&x.Prints, "prints", "", "draw the faces of a real set: a folder with pictures such as 1m.png and 1m-2.png")
	f.IntVar(&x.Photos, "photos", x.Photos, "how many rows are photographed on each ground")
	f.BoolVar(&x.Guided, "guided", false, "the rows that calibrate tiles --guide asks for, rather than random ones")
	f.StringSliceVar(&only, "on", nil, "grounds, such as newsprint; without it all ten")
	f.Float64Var(&x.Hardness, "hardness", x.Hardness, "light, angle and camera: 0 is easy, 1 the worst a club would play in")
	f.Uint64Var(&x.Seed, "seed", x.Seed, "the same seed draws the same rows")
	f.BoolVar(&x.Verbose, "verbose", false, "say why rows were refused")
	return cmd
}

// newSceneEvaluateCommand tries the reader on scenes of growing hardness.
func newSceneEvaluateCommand() *cobra.Command {
	o := reading.Trial{Scenes: reading.Scenes{Count: 100, Style: string(artwork.StyleA), Seed: 1_000_000}, Steps: 5,
		MaxError: layout.DefaultOptions().MaxError}
	cmd := &cobra.Command{
		Use:   "evaluate --tiles FILE",
		Short: "reads drawn scenes from easy to hard and tells how many hands were right",
		Args:  command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Tiles == "" || o.Steps < 1 || o.Count < o.Steps {
				return fmt.Errorf("%w: evaluate needs --tiles, and at least one scene per step", usageerror.Err)
			}
			o.Progress = usageerror.NewProgress(cmd.ErrOrStderr(), "scenes read")
			return o.Run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Tiles, "tiles", "", "learned faces, from jantaku calibrate tiles")
	f.IntVar(&o.Count, "count", o.Count, "how many scenes to read, shared by the steps")
	f.IntVar(&o.Steps, "steps", o.Steps, "how many steps of hardness from 0 to 1")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "the same seed draws the same scenes")
	f.StringVar(&o.Style, "style", o.Style, "set of tiles, A, B, C or D")
	f.StringVar(&o.Prints, "prints", "", "draw the faces of a real set: a folder with pictures such as 1m.png and 1m-2.png")
	command.HandFlag(f, &o.Hand)
	f.BoolVar(&o.Plain, "plain", false, "hands without turned tiles and tiles face down")
	f.BoolVar(&o.Crowded, "crowded", false, "rivers and walls in view, rows that touch, tiles the wrong way up")
	f.Float64Var(&o.MaxError, "max-error", o.MaxError, "probability of a wrong hand that may be accepted without asking")
	f.StringVar(&o.Plot, "plot", "", "write accuracy by hardness into this SVG file")
	f.BoolVar(&o.Over, "calibrated", false, "a calibrated camera over the whole table, hands of all places among rivers and walls")
	f.BoolVar(&o.Table, "table", false, "whole tables of a hand being played: rivers, melds, flowers and indicators of every place")
	f.BoolVar(&o.Lamp, "lamp", false, "with --table: the camera sees a lamp in the tiles of one river")
	f.StringVar(&o.Keep, "keep", "", "write the pictures that were not read right, or asked about, into this folder")
	f.BoolVar(&o.Verbose, "verbose", false, "tell every scene that was not read right, or asked about")
	cmd.MarkFlagsMutuallyExclusive("plain", "crowded")
	return cmd
}
