package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/layout"
	"jantaku/vision/trial"
)

func newEvaluateCommand() *cobra.Command {
	var labels, tiles, reliable string
	var folds int
	var maxError float64
	var verbose bool
	cmd := &cobra.Command{
		Use:   "evaluate --labels labels.json [--folds N | --tiles FILE]",
		Short: "measure how well labelled photographs are read",
		Long: `Reads labelled photographs from the bare picture and compares with the labels.

With --tiles the faces are those of the file; none of its photographs should be among
the labels. Without it the photographs of each set are divided into folds: each is read
with faces learned from the other folds only. Photographs of one hand stay together.
A tile counts as wrong when it is missing, added or another tile.`,
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if labels == "" || folds < 2 {
				return fmt.Errorf("%w: evaluate needs --labels, and at least 2 --folds", errUsage)
			}
			e := evaluation{options: readOptions(maxError, false), verbose: verbose, out: cmd.OutOrStdout()}
			if err := e.options.Validate(); err != nil {
				return fmt.Errorf("%w: %w", errUsage, err)
			}
			if err := e.run(cmd.Context(), labels, tiles, folds); err != nil || reliable == "" {
				return err
			}
			return os.WriteFile(reliable, []byte(e.trust.Plot()), 0o644)
		},
	}
	cmd.Flags().StringVar(&labels, "labels", "", "file that names the photographs and their tiles")
	cmd.Flags().StringVar(&tiles, "tiles", "", "learned faces; without it the photographs teach each other")
	cmd.Flags().IntVar(&folds, "folds", 5, "parts that each set is divided into")
	cmd.Flags().Float64Var(&maxError, "max-error", layout.DefaultOptions().MaxError, "probability of a wrong hand that may be accepted without asking")
	cmd.Flags().StringVar(&reliable, "reliability", "", "write how sure the eye was against how often it was right into this SVG file")
	cmd.Flags().BoolVar(&verbose, "verbose", false, "name every photograph with an error")
	return cmd
}

// evaluation measures reading, set by set.
type evaluation struct {
	options layout.Options
	verbose bool
	out     io.Writer
	trust   trial.Reliability
}

func (e *evaluation) run(ctx context.Context, labels, tiles string, folds int) error {
	list, err := loadLabels(labels)
	if err != nil {
		return err
	}
	for _, set := range list.sets() {
		photos := slices.DeleteFunc(slices.Clone(list.Photos), func(p labelledPhoto) bool { return p.Set != set })
		var score trial.Tally
		if tiles != "" {
			err = e.withFaces(ctx, list, photos, tiles, &score)
		} else {
			err = e.crossValidate(ctx, list, photos, folds, &score)
		}
		if err != nil {
			return err
		}
		printTally(e.out, &score, set)
	}
	return nil
}

// sets lists the sets of the labels in order of appearance; labels without sets
// are one.
func (f *labelsFile) sets() (sets []string) {
	for _, p := range f.Photos {
		if !slices.Contains(sets, p.Set) {
			sets = append(sets, p.Set)
		}
	}
	return sets
}

func (e *evaluation) withFaces(ctx context.Context, list *labelsFile, photos []labelledPhoto, tiles string, score *trial.Tally) error {
	faces, err := calibration.LoadFaces(tiles)
	if err != nil {
		return err
	}
	return e.read(ctx, list, photos, faces, score)
}

// crossValidate reads each fold with faces learned from the others.
func (e *evaluation) crossValidate(ctx context.Context, list *labelsFile, photos []labelledPhoto, folds int, score *trial.Tally) error {
	hands := make([]string, len(photos))
	for i, p := range photos {
		hands[i] = handOf(p)
	}
	fold := trial.Folds(hands, folds)
	for k := range folds {
		var learn []vision.LabelledPhoto
		var read []labelledPhoto
		for i, p := range photos {
			if fold[i] == k {
				read = append(read, p)
				continue
			}
			photo, err := list.photo(p)
			if err != nil {
				return err
			}
			learn = append(learn, photo)
		}
		if len(read) == 0 {
			continue
		}
		faces, _, err := vision.Learn(ctx, learn, nil)
		if err != nil {
			return fmt.Errorf("fold %d: %w", k+1, err)
		}
		if err := e.read(ctx, list, read, faces, score); err != nil {
			return err
		}
	}
	return nil
}

// handOf names a photograph's hand by its tiles, whatever their order.
func handOf(p labelledPhoto) string {
	text := strings.Join(p.Rows, "")
	var tiles []string
	for i := 0; i+1 < len(text); i += 2 {
		tiles = append(tiles, text[i:i+2])
	}
	slices.Sort(tiles)
	return strings.Join(tiles, "")
}

// read reads photographs with the faces and counts.
func (e *evaluation) read(ctx context.Context, list *labelsFile, photos []labelledPhoto, faces calibration.Faces, score *trial.Tally) error {
	reader, err := vision.NewReader(faces)
	if err != nil {
		return err
	}
	defer reader.Close()
	learned := map[models.Tile]bool{}
	for _, f := range faces.Faces {
		learned[f.Tile] = true
	}
	for _, p := range photos {
		want, err := p.tiles()
		if err != nil {
			return err
		}
		image, err := os.ReadFile(list.path(p))
		if err != nil {
			return err
		}
		got, err := e.readOne(ctx, reader, image)
		if err != nil {
			return err
		}
		got.Want, got.Complete = want, p.Complete
		e.trust.Add(want, got.Eye)
		misread := score.Add(&got, learned)
		if !e.verbose || got.Fine(misread) {
			continue
		}
		fmt.Fprintf(e.out, "%s: %s (tiles alone %s) want %v got %v: %v\n", p.File, got.Hand, got.Certain, p.Rows, got.Seen(), misread)
		for _, d := range got.Doubts {
			fmt.Fprintf(e.out, "  %s at row %d, tile %d: %s\n", d.Code, d.Row+1, d.Index+1, d.Message)
		}
	}
	return nil
}

func (e *evaluation) readOne(ctx context.Context, reader *vision.Reader, image []byte) (trial.Photo, error) {
	start := time.Now()
	rows, _, err := reader.Read(ctx, image)
	var unreadable *models.ReadingError
	if err != nil && !errors.As(err, &unreadable) {
		return trial.Photo{}, err
	}
	alone := e.options
	alone.AnyTiles = true
	hand := layout.Read(rows, e.options)
	o := trial.Photo{Eye: rows, Rows: hand.Rows, Hand: hand.Status, Doubts: hand.Doubts, Millis: millisSince(start)}
	o.Certain = layout.Read(rows, alone).Status
	return o, nil
}

// printTally prints the counts of a set.
func printTally(w io.Writer, t *trial.Tally, set string) {
	share := func(n, of int) string {
		return fmt.Sprintf("%d of %d, %.2f %%", n, of, 100*float64(n)/float64(max(of, 1)))
	}
	if set == "" {
		set = "all photographs"
	}
	fmt.Fprintf(w, "%s\n", set)
	fmt.Fprintf(w, "  tiles right          %s\n", share(t.Tiles-t.WrongTiles, t.Tiles))
	fmt.Fprintf(w, "  hands right          %s\n", share(t.RightHands, t.Hands))
	fmt.Fprintf(w, "  complete hands accepted  %s\n", share(t.Accepted, t.Complete))
	fmt.Fprintf(w, "  wrong hands accepted     %d\n", t.WrongAccepted)
	fmt.Fprintf(w, "  all tiles certain    %s; wrong among them %d\n", share(t.Certain, t.Hands), t.WrongCertain)
	if t.Unlearned > 0 {
		fmt.Fprintf(w, "  faces never learned  %d tiles in %d photographs\n", t.Unlearned, t.WithNewFaces)
	}
	slices.Sort(t.Millis)
	if n := len(t.Millis); n > 0 {
		fmt.Fprintf(w, "  time                 median %.0f ms, longest %.0f ms\n", t.Millis[n/2], t.Millis[n-1])
	}
	printCounts(w, "confusions", t.Confusions)
	printCounts(w, "asked about", t.Questions)
}

// printCounts lists names with how often each occurred, the most frequent first.
func printCounts(w io.Writer, what string, counts map[string]int) {
	if len(counts) == 0 {
		return
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	fmt.Fprintf(w, "  %-20s", what)
	for _, name := range names {
		fmt.Fprintf(w, " %s×%d", name, counts[name])
	}
	fmt.Fprintln(w)
}
