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
			return os.WriteFile(reliable, []byte(e.trust.plot()), 0o644)
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
	trust   reliability
}

func (e *evaluation) run(ctx context.Context, labels, tiles string, folds int) error {
	list, err := loadLabels(labels)
	if err != nil {
		return err
	}
	for _, set := range list.sets() {
		photos := slices.DeleteFunc(slices.Clone(list.Photos), func(p labelledPhoto) bool { return p.Set != set })
		score := tally{confusions: map[string]int{}, questions: map[string]int{}}
		if tiles != "" {
			err = e.withFaces(ctx, list, photos, tiles, &score)
		} else {
			err = e.crossValidate(ctx, list, photos, folds, &score)
		}
		if err != nil {
			return err
		}
		score.print(e.out, set)
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

func (e *evaluation) withFaces(ctx context.Context, list *labelsFile, photos []labelledPhoto, tiles string, score *tally) error {
	faces, err := calibration.LoadFaces(tiles)
	if err != nil {
		return err
	}
	return e.read(ctx, list, photos, faces, score)
}

// crossValidate reads each fold with faces learned from the others.
func (e *evaluation) crossValidate(ctx context.Context, list *labelsFile, photos []labelledPhoto, folds int, score *tally) error {
	fold := foldsOf(photos, folds)
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

// foldsOf divides photographs into folds of about the same size. Photographs with
// the same tiles are of one hand and stay together.
func foldsOf(photos []labelledPhoto, folds int) []int {
	fold := make([]int, len(photos))
	sizes := make([]int, folds)
	byHand := map[string]int{}
	for i, p := range photos {
		hand := handOf(p)
		k, seen := byHand[hand]
		if !seen {
			k = slices.Index(sizes, slices.Min(sizes))
			byHand[hand] = k
		}
		fold[i] = k
		sizes[k]++
	}
	return fold
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
func (e *evaluation) read(ctx context.Context, list *labelsFile, photos []labelledPhoto, faces calibration.Faces, score *tally) error {
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
		e.trust.add(want, got.eye)
		line := score.add(p, want, got, learned)
		if e.verbose && line != "" {
			fmt.Fprintln(e.out, line)
		}
	}
	return nil
}

// outcome is what was read of one photograph.
type outcome struct {
	eye           [][]models.Sighting // as the eye saw them
	rows          [][]models.Sighting // as they were understood
	hand, certain models.Status       // as a hand to publish; as tiles alone
	doubts        []models.Doubt      // why the hand is not accepted
	millis        float64
}

func (e *evaluation) readOne(ctx context.Context, reader *vision.Reader, image []byte) (outcome, error) {
	start := time.Now()
	rows, _, err := reader.Read(ctx, image)
	var unreadable *models.ReadingError
	if err != nil && !errors.As(err, &unreadable) {
		return outcome{}, err
	}
	alone := e.options
	alone.AnyTiles = true
	hand := layout.Read(rows, e.options)
	o := outcome{eye: rows, rows: hand.Rows, hand: hand.Status, doubts: hand.Doubts, millis: millisSince(start)}
	o.certain = layout.Read(rows, alone).Status
	return o, nil
}

// tally counts what was read of one set.
type tally struct {
	tiles, wrongTiles, unlearned        int
	hands, rightHands                   int
	complete, accepted, wrongAccepted   int
	certain, wrongCertain, withNewFaces int
	millis                              []float64
	confusions                          map[string]int
	questions                           map[string]int // codes of doubts about complete hands
}

// add counts one photograph and gives a line about it when something was wrong.
func (t *tally) add(p labelledPhoto, want [][]models.Tile, got outcome, learned map[models.Tile]bool) string {
	seen := make([][]models.Tile, len(got.rows))
	for i, row := range got.rows {
		for _, s := range row {
			seen[i] = append(seen[i], s.Tile)
		}
	}
	errs := misread(want, seen)
	fresh := false
	for _, row := range want {
		t.tiles += len(row)
		for _, tile := range row {
			if !learned[tile] {
				t.unlearned++
				fresh = true
			}
		}
	}
	for _, e := range errs {
		t.confusions[e]++
	}
	t.wrongTiles += len(errs)
	t.hands++
	t.millis = append(t.millis, got.millis)
	count := func(b bool, n *int) {
		if b {
			*n++
		}
	}
	wrong := len(errs) > 0
	count(!wrong, &t.rightHands)
	count(fresh, &t.withNewFaces)
	count(p.Complete, &t.complete)
	count(p.Complete && got.hand == models.Accepted, &t.accepted)
	if p.Complete {
		for _, code := range doubtCodes(got.doubts) {
			t.questions[code]++
		}
	}
	count(wrong && got.hand == models.Accepted, &t.wrongAccepted)
	count(got.certain == models.Accepted, &t.certain)
	count(wrong && got.certain == models.Accepted, &t.wrongCertain)
	if !wrong && (got.hand == models.Accepted || !p.Complete) && got.certain == models.Accepted {
		return ""
	}
	line := fmt.Sprintf("%s: %s (tiles alone %s) want %v got %v: %v", p.File, got.hand, got.certain, p.Rows, seen, errs)
	for _, d := range got.doubts {
		line += fmt.Sprintf("\n  %s at row %d, tile %d: %s", d.Code, d.Row+1, d.Index+1, d.Message)
	}
	return line
}

// doubtCodes gives the kinds of doubt of one photograph, each once.
func doubtCodes(doubts []models.Doubt) []string {
	var codes []string
	for _, d := range doubts {
		codes = append(codes, d.Code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

func (t *tally) print(w io.Writer, set string) {
	share := func(n, of int) string {
		return fmt.Sprintf("%d of %d, %.2f %%", n, of, 100*float64(n)/float64(max(of, 1)))
	}
	if set == "" {
		set = "all photographs"
	}
	fmt.Fprintf(w, "%s\n", set)
	fmt.Fprintf(w, "  tiles right          %s\n", share(t.tiles-t.wrongTiles, t.tiles))
	fmt.Fprintf(w, "  hands right          %s\n", share(t.rightHands, t.hands))
	fmt.Fprintf(w, "  complete hands accepted  %s\n", share(t.accepted, t.complete))
	fmt.Fprintf(w, "  wrong hands accepted     %d\n", t.wrongAccepted)
	fmt.Fprintf(w, "  all tiles certain    %s; wrong among them %d\n", share(t.certain, t.hands), t.wrongCertain)
	if t.unlearned > 0 {
		fmt.Fprintf(w, "  faces never learned  %d tiles in %d photographs\n", t.unlearned, t.withNewFaces)
	}
	slices.Sort(t.millis)
	if n := len(t.millis); n > 0 {
		fmt.Fprintf(w, "  time                 median %.0f ms, longest %.0f ms\n", t.millis[n/2], t.millis[n-1])
	}
	printCounts(w, "confusions", t.confusions)
	printCounts(w, "asked about", t.questions)
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

// misread aligns the tiles of two hands with the fewest changes and names each:
// 3m>2m for another tile, 3m>- for a missing one, ->2m for one that is not there.
// Ends of rows count as tiles of their own.
func misread(want, got [][]models.Tile) []string {
	a, b := flat(want), flat(got)
	cost := make([][]int, len(a)+1)
	for i := range cost {
		cost[i] = make([]int, len(b)+1)
		for j := range cost[i] {
			switch {
			case i == 0:
				cost[i][j] = j
			case j == 0:
				cost[i][j] = i
			default:
				change := cost[i-1][j-1]
				if a[i-1] != b[j-1] {
					change++
				}
				cost[i][j] = min(change, cost[i-1][j]+1, cost[i][j-1]+1)
			}
		}
	}
	var errs []string
	for i, j := len(a), len(b); i > 0 || j > 0; {
		switch {
		case i > 0 && j > 0 && a[i-1] == b[j-1] && cost[i][j] == cost[i-1][j-1]:
			i, j = i-1, j-1
		case i > 0 && j > 0 && cost[i][j] == cost[i-1][j-1]+1:
			errs = append(errs, a[i-1]+">"+b[j-1])
			i, j = i-1, j-1
		case i > 0 && cost[i][j] == cost[i-1][j]+1:
			errs = append(errs, a[i-1]+">-")
			i--
		default:
			errs = append(errs, "->"+b[j-1])
			j--
		}
	}
	return errs
}

// flat writes rows as one list of tiles with an end after each row.
func flat(rows [][]models.Tile) (out []string) {
	for _, row := range rows {
		for _, t := range row {
			out = append(out, t.String())
		}
		out = append(out, "|")
	}
	return out
}
