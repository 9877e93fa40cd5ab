package commands

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/trial/reading"
	"jantaku/laboratory/trial/teaching"
	"jantaku/vision/layout"
	"jantaku/vision/learn"
	"jantaku/vision/photo"
)

func newEvaluateCommand() *cobra.Command {
	var labels, tiles, reliable, strangers string
	var kinds, tables []string
	var outside reading.Outside
	var folds, mistakes int
	var seed uint64
	var maxError float64
	var verbose, unboxed, rows, asJSON bool
	cmd := &cobra.Command{
		Use:   "evaluate --labels labels.json [--folds N | --tiles FILE]",
		Short: "measure how well labelled photographs are read",
		Long: `Reads labelled photographs from the bare picture and compares with the labels.

With --tiles the faces are those of the file; none of its photographs should be among
the labels. Without it the photographs of each set are divided into folds: each is read
with faces learned from the other folds only. Photographs of one hand stay together.
A tile counts as wrong when it is missing, added or another tile.

Hands that are complete, a winning hand of fourteen tiles or more with nothing missing, are
those whose label says "complete": true: of these it is told how many would be published
without asking. With --unboxed the photographs teach without the boxes of their labels, and
it is told which rows were found where the boxes are. Where fewer than 99 of 100 tiles are
read back calibrate tiles would write nothing; that is told, and the faces are tried all
the same.

With --rows all photographs of a set are taught at once without their boxes; of each it is told which
rows were found with every tile in its box, how far corners are off, which were learned from and why others
were not, and how many times its decoding it takes to locate the faces in it.

With --mistakes the photographs are taught so often without their boxes, each time with one
of the mistakes of setting up, by turns: one label in forty wrong, a tile left out of a row,
a photograph of --strangers, the labels of another set, among them, two labels of a row swapped, one too
many, a row written backwards, and one of several rows left out. It is told how many were named, and how many samples of what would have been written show another tile than they
are taught for.

With --tables whole tables are read instead, in pictures of a calibrated camera: each folder
holds how.json, empty.jpg, which shows the central unit, labels.json with its photographs, the
pictures and truth.json, what lies where, and zones.json where the zones are not the usual
ones. It is told what became of every tile.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if len(tables) > 0 {
				outside.Verbose, outside.Out, outside.Progress = verbose, cmd.OutOrStdout(), usageerror.NewProgress(cmd.ErrOrStderr(), "tables read")
				_, err := outside.Run(cmd.Context(), tables...)
				return err
			}
			if labels == "" || folds < 2 {
				return fmt.Errorf("%w: evaluate needs --labels, and at least 2 --folds", usageerror.Err)
			}
			if rows {
				return tryRows(cmd, labels)
			}
			if mistakes > 0 {
				some, err := teaching.ParseKinds(kinds)
				if err != nil {
					return fmt.Errorf("%w: %w", usageerror.Err, err)
				}
				return tryMistakes(cmd, labels, strangers, teaching.Mistakes{Kinds: some, Count: mistakes, Seed: seed, Verbose: verbose, Out: cmd.OutOrStdout()})
			}
			e := reading.Photos{Options: photo.Options(maxError, false), Verbose: verbose, Unboxed: unboxed, Out: cmd.OutOrStdout(), Log: cmd.OutOrStdout(),
				JSON: asJSON, Progress: usageerror.NewProgress(cmd.ErrOrStderr(), "photographs read")}
			if asJSON {
				e.Log = cmd.ErrOrStderr()
			}
			if err := e.Options.Validate(); err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err)
			}
			if err := e.Run(cmd.Context(), labels, tiles, folds); err != nil || reliable == "" {
				return err
			}
			return os.WriteFile(reliable, []byte(e.Trust.Plot()), 0o644)
		},
	}
	cmd.Flags().StringVar(&labels, "labels", "", "file that names the photographs and their tiles")
	cmd.Flags().StringVar(&tiles, "tiles", "", "learned faces; without it the photographs teach each other")
	cmd.Flags().IntVar(&folds, "folds", 5, "parts that each set is divided into")
	cmd.Flags().Float64Var(&maxError, "max-error", layout.DefaultOptions().MaxError, "probability of a wrong hand that may be accepted without asking")
	cmd.Flags().StringVar(&reliable, "reliability", "", "write how sure the eye was against how often it was right into this SVG file")
	cmd.Flags().BoolVar(&unboxed, "unboxed", false, "teach without the boxes of the labels")
	cmd.Flags().BoolVar(&rows, "rows", false, "teach without the boxes of the labels, and tell of every photograph which rows were found")
	cmd.Flags().BoolVar(&asJSON, "json", false, "the figures of each set as one JSON object on a line")
	cmd.Flags().IntVar(&mistakes, "mistakes", 0, "teach so often with a mistake of setting up instead of reading")
	cmd.Flags().StringSliceVar(&kinds, "kinds", nil, "with --mistakes: which of "+strings.Join(teaching.Words(), ", ")+"; without it all")
	cmd.Flags().StringVar(&strangers, "strangers", "", "with --mistakes: labels of photographs of another set")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "of the random mistakes")
	cmd.Flags().StringSliceVar(&tables, "tables", nil, "folders with whole tables of a calibrated camera, read instead of --labels")
	cmd.Flags().StringVar(&outside.Teach, "teach", "", "with --tables: folder inside each whose photographs teach, such as teach-fixed")
	cmd.Flags().BoolVar(&outside.Over, "over", false, "with --tables: the calibrated camera took the photographs that teach")
	cmd.Flags().StringVar(&outside.Tiles, "taught", "", "with --tables: folder with faces that were learned before, NAME.tiles.json for the folder NAME")
	cmd.Flags().BoolVar(&verbose, "verbose", false, "name every photograph with an error")
	return cmd
}

// tryRows teaches the photographs of labels, set by set, without their boxes.
func tryRows(cmd *cobra.Command, labels string) error {
	list, err := photo.LoadLabels(labels)
	if err != nil {
		return err
	}
	sets := map[string][]learn.LabelledPhoto{}
	all, err := list.All()
	if err != nil {
		return err
	}
	for i, p := range list.Photos {
		sets[p.Set] = append(sets[p.Set], all[i])
	}
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n", set)
		x := teaching.Rows{Photos: sets[set], Out: cmd.OutOrStdout()}
		if err := x.Run(cmd.Context()); err != nil {
			return err
		}
	}
	return nil
}

// tryMistakes teaches the photographs of labels with mistakes.
func tryMistakes(cmd *cobra.Command, labels, strangers string, x teaching.Mistakes) (err error) {
	if x.Photos, err = photo.LoadAll(labels); err != nil {
		return err
	}
	if strangers != "" {
		if x.Strangers, err = photo.LoadAll(strangers); err != nil {
			return err
		}
	}
	return x.Run(cmd.Context())
}
