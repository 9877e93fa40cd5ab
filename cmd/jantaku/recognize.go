package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"jantaku/models"
	"jantaku/vision/layout"
)

type recognizeFlags struct {
	tiles, calibration, explain string
	place                       int
	asJSON, anyTiles, table     bool
	maxError                    float64
}

func newRecognizeCommand() *cobra.Command {
	var f recognizeFlags
	cmd := &cobra.Command{
		Use:   "recognize --tiles FILE [--calibration FILE [--place N]] PHOTO...",
		Short: "read the tiles of photographs",
		Long: `Reads the tiles of photographs with learned faces (jantaku calibrate tiles).

Each photograph is accepted when the program would publish it without asking,
goes to review with what is doubted, or fails with what to do.

With --calibration the photographs are of the table's own camera (jantaku calibrate
table): the hand is looked for in the hand zone of the place, or of the one place that
shows a hand, and what lies elsewhere is no part of it. With --table all that shows its
face anywhere on the table is read: rivers in their order, melds, hands, flowers and
dora indicators of every place.`,
		Args: usage(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, photos []string) error {
			if f.tiles == "" {
				return fmt.Errorf("%w: recognize needs --tiles", errUsage)
			}
			if f.place < 0 || f.place > models.Places || f.place > 0 && f.calibration == "" {
				return fmt.Errorf("%w: --place is 1 to 4 and needs --calibration", errUsage)
			}
			if f.explain != "" && len(photos) > 1 {
				return fmt.Errorf("%w: --explain takes one photograph", errUsage)
			}
			if f.table {
				if f.calibration == "" || f.place != 0 || f.anyTiles {
					return fmt.Errorf("%w: --table needs --calibration, and no --place or --any-tiles", errUsage)
				}
				return recognizeTable(cmd, f, photos)
			}
			return recognize(cmd, f, photos)
		},
	}
	cmd.Flags().StringVar(&f.tiles, "tiles", "", "learned faces, from jantaku calibrate tiles")
	cmd.Flags().StringVar(&f.calibration, "calibration", "", "calibrated camera, from jantaku calibrate table; not needed for a photograph of a hand")
	cmd.Flags().IntVar(&f.place, "place", 0, "whose hand is read with --calibration, 1 to 4; 0 for whoever shows one")
	cmd.Flags().BoolVar(&f.table, "table", false, "read the whole table of a calibrated camera, not a hand")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write one JSON object per photograph")
	cmd.Flags().BoolVar(&f.anyTiles, "any-tiles", false, "accept tiles that make no winning hand too, when each is certain")
	cmd.Flags().Float64Var(&f.maxError, "max-error", layout.DefaultOptions().MaxError, "probability of a wrong hand that may be accepted without asking")
	cmd.Flags().StringVar(&f.explain, "explain", "", "draw what each step saw, what was read and what is doubted into this folder, one picture per step (one photograph)")
	return cmd
}

func recognize(cmd *cobra.Command, f recognizeFlags, photos []string) error {
	options := readOptions(f.maxError, f.anyTiles)
	if err := options.Validate(); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	eye, err := openAimed(f.tiles, f.calibration)
	if err != nil {
		return err
	}
	defer eye.Close()
	options.Place, options.Zones = models.Place(f.place), eye.zones
	var seen stages
	if f.explain != "" {
		eye.reader.Stages = seen.add
	}
	for _, path := range photos {
		image, err := os.ReadFile(path)
		reading := models.Reading{Status: models.Failed, Rows: [][]models.Sighting{}}
		if err != nil {
			reading.Error = &models.ReadingError{Code: "bad-image", Message: err.Error()}
		} else if reading, err = readPhoto(cmd.Context(), eye, image, options); err != nil {
			return err
		}
		reading.File = path
		if err := showReading(cmd.OutOrStdout(), reading, f.asJSON); err != nil {
			return err
		}
		if f.explain != "" {
			if err := explain(f.explain, image, seen, reading); err != nil {
				return err
			}
		}
	}
	return nil
}

// readOptions are the options of layout for photographs read one by one.
func readOptions(maxError float64, anyTiles bool) layout.Options {
	o := layout.DefaultOptions()
	o.MaxError, o.AnyTiles = maxError, anyTiles
	return o
}

// readPhoto runs the eye and the understanding over one encoded picture. A picture
// that cannot be read is a failed reading, not an error.
func readPhoto(ctx context.Context, eye *aimed, image []byte, o layout.Options) (models.Reading, error) {
	start := time.Now()
	rows, at, err := eye.look(ctx, image, o.Place)
	o.Place = at
	var unreadable *models.ReadingError
	switch {
	case errors.As(err, &unreadable):
		return models.Reading{Status: models.Failed, Rows: [][]models.Sighting{}, Error: unreadable, Millis: millisSince(start)}, nil
	case err != nil:
		return models.Reading{}, err
	}
	reading := layout.Read(rows, o)
	reading.Millis = millisSince(start)
	return reading, nil
}

func millisSince(start time.Time) float64 {
	return float64(time.Since(start).Microseconds()) / 1000
}

func showReading(w io.Writer, r models.Reading, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(r)
	}
	fmt.Fprintf(w, "%s: %s", r.File, r.Status)
	if r.Error != nil {
		fmt.Fprintf(w, ": %v\n", r.Error)
		return nil
	}
	fmt.Fprintf(w, ", %.2f %%, %.0f ms\n", 100*r.Confidence, r.Millis)
	for _, row := range r.Rows {
		fmt.Fprintf(w, "  %s\n", rowText(row))
	}
	for _, d := range r.Doubts {
		fmt.Fprintf(w, "  doubt: %s\n", d.Message)
	}
	for _, note := range r.Inferred {
		fmt.Fprintf(w, "  inferred: %s\n", note)
	}
	return nil
}

// rowText writes a row of sightings in notation, a digit and a letter each.
func rowText(row []models.Sighting) string {
	var b strings.Builder
	for _, s := range row {
		b.WriteString(s.Tile.String())
	}
	return b.String()
}
