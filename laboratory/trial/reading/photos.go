package reading

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"jantaku/calibration"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/layout"
	"jantaku/vision/learn"
	"jantaku/vision/photo"
)

// Photos measures reading of labelled photographs, set by set.
type Photos struct {
	Options layout.Options
	Verbose bool // names every photograph with an error
	Unboxed bool // teach without the boxes of the labels
	Out     io.Writer
	Log     io.Writer // for what happens on the way
	JSON    bool      // writes a [Figures] for each set to Out
	Trust   trial.Reliability
	// Progress hears of every photograph that was read.
	Progress usageerror.Progress
	done, of int
}

// Figures are what reading a set of photographs gave.
type Figures struct {
	Set           string         `json:"set"` // empty where the labels name none
	Tiles         int            `json:"tiles"`
	WrongTiles    int            `json:"wrong_tiles"`
	Hands         int            `json:"hands"`
	RightHands    int            `json:"right_hands"`
	Complete      int            `json:"complete"`       // whole winning hands
	Accepted      int            `json:"accepted"`       // of those, published without asking
	WrongAccepted int            `json:"wrong_accepted"` // wrong hands that would be published
	Certain       int            `json:"certain"`        // photographs whose tiles are all certain
	WrongCertain  int            `json:"wrong_certain"`  // of those, with a wrong one
	Unlearned     int            `json:"unlearned"`      // tiles whose face was not learned
	MedianMillis  float64        `json:"median_millis"`
	LongestMillis float64        `json:"longest_millis"`
	Confusions    map[string]int `json:"confusions"`
	Questions     map[string]int `json:"questions"`
}

// figuresOf sums a tally up.
func figuresOf(t *trial.Tally, set string) Figures {
	f := Figures{Set: set, Tiles: t.Tiles, WrongTiles: t.WrongTiles, Hands: t.Hands, RightHands: t.RightHands, Complete: t.Complete, Accepted: t.Accepted,
		WrongAccepted: t.WrongAccepted, Certain: t.Certain, WrongCertain: t.WrongCertain, Unlearned: t.Unlearned, Confusions: t.Confusions, Questions: t.Questions}
	if n := len(t.Millis); n > 0 {
		slices.Sort(t.Millis)
		f.MedianMillis, f.LongestMillis = t.Millis[n/2], t.Millis[n-1]
	}
	return f
}

// Run reads the photographs of a labels file with the faces of a file or, without one, with what the
// photographs of the other folds teach.
func (e *Photos) Run(ctx context.Context, labels, tiles string, folds int) error {
	list, err := photo.LoadLabels(labels)
	if err != nil {
		return err
	}
	e.of = len(list.Photos)
	for _, set := range list.Sets() {
		photos := slices.DeleteFunc(slices.Clone(list.Photos), func(p photo.Labelled) bool { return p.Set != set })
		var score trial.Tally
		if tiles != "" {
			err = e.withFaces(ctx, list, photos, tiles, &score)
		} else {
			err = e.crossValidate(ctx, list, photos, folds, &score)
		}
		if err != nil {
			return err
		}
		if !e.JSON {
			printTally(e.Out, &score, set)
			continue
		}
		if err := json.NewEncoder(e.Out).Encode(figuresOf(&score, set)); err != nil {
			return err
		}
	}
	return nil
}

func (e *Photos) withFaces(ctx context.Context, list *photo.Labels, photos []photo.Labelled, tiles string, score *trial.Tally) error {
	faces, err := calibration.LoadFaces(tiles)
	if err != nil {
		return err
	}
	return e.read(ctx, list, photos, faces, score)
}

// crossValidate reads each fold with faces learned from the others.
func (e *Photos) crossValidate(ctx context.Context, list *photo.Labels, photos []photo.Labelled, folds int, score *trial.Tally) error {
	hands := make([]string, len(photos))
	for i, p := range photos {
		hands[i] = handOf(p)
	}
	fold := trial.Folds(hands, folds)
	for k := range folds {
		var learn []learn.LabelledPhoto
		var read []photo.Labelled
		for i, p := range photos {
			if fold[i] == k {
				read = append(read, p)
				continue
			}
			labelled, err := list.Photo(p)
			if err != nil {
				return err
			}
			learn = append(learn, labelled)
		}
		if len(read) == 0 {
			continue
		}
		faces, err := e.teach(ctx, learn)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fmt.Fprintf(e.Log, "fold %d of %d: nothing was learned: %v\n", k+1, folds, err)
			continue
		}
		if err := e.read(ctx, list, read, faces, score); err != nil {
			return err
		}
	}
	return nil
}

// teach learns from photographs and says what was used of them.
func (e *Photos) teach(ctx context.Context, photos []learn.LabelledPhoto) (calibration.Faces, error) {
	boxes := map[string][][][4]float64{}
	if e.Unboxed {
		photos = slices.Clone(photos)
		for i := range photos {
			boxes[photos[i].Name], photos[i].Boxes = photos[i].Boxes, nil
		}
	}
	start := time.Now()
	faces, report, err := learn.Faces(ctx, photos, nil)
	if ctx.Err() != nil { // what it had come to tells nothing
		return faces, ctx.Err()
	}
	places := trial.Places(report, boxes)
	fmt.Fprintf(e.Log, "taught by %d photographs, %d refused, in %.0f s: %d of %d tiles read back", len(photos), len(report.Unused), time.Since(start).Seconds(), report.ReadBack, report.Shown)
	if e.Unboxed {
		fmt.Fprintf(e.Log, "; rows used where their boxes are %d, elsewhere %d; refused where their boxes are %d, elsewhere %d",
			places.Right, places.Wrong, places.RefusedRight, places.RefusedWrong)
	}
	if err == nil && !report.Learnt() {
		fmt.Fprint(e.Log, "; calibrate tiles would write nothing")
	}
	fmt.Fprintln(e.Log)
	if e.Verbose || err != nil {
		photo.ShowUnused(e.Log, report)
		for _, off := range places.Off {
			fmt.Fprintln(e.Log, off)
		}
	}
	return faces, err
}

// handOf names a photograph's hand by its tiles, whatever their order.
func handOf(p photo.Labelled) string {
	text := strings.Join(p.Rows, "")
	var tiles []string
	for i := 0; i+1 < len(text); i += 2 {
		tiles = append(tiles, text[i:i+2])
	}
	slices.Sort(tiles)
	return strings.Join(tiles, "")
}

// read reads photographs with the faces and counts.
func (e *Photos) read(ctx context.Context, list *photo.Labels, photos []photo.Labelled, faces calibration.Faces, score *trial.Tally) error {
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
		want, err := p.Tiles()
		if err != nil {
			return err
		}
		image, err := os.ReadFile(list.Path(p))
		if err != nil {
			return err
		}
		got, err := e.readOne(ctx, reader, image)
		if err != nil {
			return err
		}
		got.Want, got.Complete = want, p.Complete
		e.Trust.Add(want, got.Eye)
		e.done++
		e.Progress.Tell(e.done, e.of)
		misread := score.Add(&got, learned)
		if !e.Verbose || got.Fine(misread) {
			continue
		}
		fmt.Fprintf(e.Log, "%s: %s (tiles alone %s) want %v got %v: %v\n", p.File, got.Hand, got.Certain, p.Rows, got.Seen(), misread)
		for _, d := range got.Doubts {
			fmt.Fprintf(e.Log, "  %s at row %d, tile %d: %s\n", d.Code, d.Row+1, d.Index+1, d.Message)
		}
	}
	return nil
}

func (e *Photos) readOne(ctx context.Context, reader *vision.Reader, image []byte) (trial.Photo, error) {
	start := time.Now()
	rows, _, err := reader.Read(ctx, image)
	var unreadable *models.ReadingError
	if err != nil && !errors.As(err, &unreadable) {
		return trial.Photo{}, err
	}
	alone := e.Options
	alone.AnyTiles = true
	hand := layout.Read(rows, e.Options)
	o := trial.Photo{Eye: rows, Rows: hand.Rows, Hand: hand.Status, Doubts: hand.Doubts, Millis: photo.MillisSince(start)}
	o.Certain = layout.Read(rows, alone).Status
	return o, nil
}

// printTally prints the counts of a set.
func printTally(w io.Writer, t *trial.Tally, set string) {
	share := func(n, of int) string {
		return fmt.Sprintf("%d of %d, %.2f %%", n, of, trial.Percent(n, of))
	}
	if set == "" {
		set = "all photographs"
	}
	fmt.Fprintf(w, "%s\n", set)
	if t.Hands == 0 {
		fmt.Fprintln(w, "  no photograph was read, because nothing was learned to read them with")
		return
	}
	fmt.Fprintf(w, "  tiles right          %s\n", share(t.Tiles-t.WrongTiles, t.Tiles))
	fmt.Fprintf(w, "  hands right          %s\n", share(t.RightHands, t.Hands))
	if t.Complete == 0 {
		fmt.Fprintln(w, `  complete hands accepted  no label says "complete": true, that a whole winning hand is shown`)
	} else {
		fmt.Fprintf(w, "  complete hands accepted  %s\n", share(t.Accepted, t.Complete))
	}
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
