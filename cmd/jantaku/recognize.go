package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/models"
	"jantaku/vision/layout"
	"jantaku/vision/photo"
	"jantaku/vision/zones"
)

type recognizeFlags struct {
	tiles, calibration, explain string
	place                       int
	hand                        models.HandSize
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
		Args: command.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, photos []string) error {
			if f.tiles == "" {
				return fmt.Errorf("%w: recognize needs --tiles", usageerror.Err)
			}
			if f.place < 0 || f.place > models.Places || f.place > 0 && f.calibration == "" {
				return fmt.Errorf("%w: --place is 1 to 4 and needs --calibration", usageerror.Err)
			}
			if f.explain != "" && len(photos) > 1 {
				return fmt.Errorf("%w: --explain takes one photograph", usageerror.Err)
			}
			if f.table {
				if f.calibration == "" || f.place != 0 || f.anyTiles {
					return fmt.Errorf("%w: --table needs --calibration, and no --place or --any-tiles", usageerror.Err)
				}
				return recognizeTable(cmd, f, photos)
			}
			return recognize(cmd, f, photos)
		},
	}
	cmd.Flags().StringVar(&f.tiles, "tiles", "", "learned faces, from jantaku calibrate tiles")
	cmd.Flags().StringVar(&f.calibration, "calibration", "", "calibrated camera, from jantaku calibrate table; not needed for a photograph of a hand")
	cmd.Flags().IntVar(&f.place, "place", 0, "whose hand is read with --calibration, 1 to 4; 0 for whoever shows one")
	command.HandFlag(cmd.Flags(), &f.hand)
	cmd.Flags().BoolVar(&f.table, "table", false, "read the whole table of a calibrated camera, not a hand")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write one JSON object per photograph")
	cmd.Flags().BoolVar(&f.anyTiles, "any-tiles", false, "accept tiles that make no winning hand too, when each is certain")
	cmd.Flags().Float64Var(&f.maxError, "max-error", layout.DefaultOptions().MaxError, "probability of a wrong hand that may be accepted without asking")
	cmd.Flags().StringVar(&f.explain, "explain", "", "draw what each step saw, what was read and what is doubted into this folder, one picture per step (one photograph)")
	cmd.AddCommand(newRecognizeDiceCommand())
	return cmd
}

func recognize(cmd *cobra.Command, f recognizeFlags, photos []string) error {
	options := photo.Options(f.maxError, f.anyTiles)
	options.Hand = f.hand
	if err := options.Validate(); err != nil {
		return fmt.Errorf("%w: %w", usageerror.Err, err)
	}
	eye, err := photo.Open(f.tiles, f.calibration)
	if err != nil {
		return err
	}
	defer eye.Close()
	options.Place, options.Zones = models.Place(f.place), eye.Zones
	var seen photo.Stages
	if f.explain != "" {
		eye.Reader.Stages = seen.Add
	}
	for _, path := range photos {
		eye.Reader.Forget() // each photograph is read alone
		image, err := os.ReadFile(path)
		reading := models.Reading{Status: models.Failed, Rows: [][]models.Sighting{}}
		if err != nil {
			reading.Error = &models.ReadingError{Code: "bad-image", Message: err.Error()}
		} else if reading, err = photo.Read(cmd.Context(), eye, image, options); err != nil {
			return err
		}
		reading.File = path
		if err := photo.Show(cmd.OutOrStdout(), reading, f.asJSON); err != nil {
			return err
		}
		if f.explain != "" {
			if err := photo.Explain(f.explain, image, seen, reading); err != nil {
				return err
			}
		}
	}
	return nil
}

// recognizeTable reads whole tables from photographs.
func recognizeTable(cmd *cobra.Command, f recognizeFlags, photos []string) error {
	faces, err := calibration.LoadFaces(f.tiles)
	if err != nil {
		return err
	}
	camera, err := calibration.LoadCamera(f.calibration)
	if err != nil {
		return err
	}
	s, err := photo.NewSurveyor(faces, camera, f.maxError)
	if err != nil {
		return err
	}
	defer s.Reader.Close()
	var steps photo.Stages
	if f.explain != "" {
		s.Reader.Stages = steps.Add
	}
	for _, path := range photos {
		s.Reader.Forget() // each photograph is read alone
		image, err := os.ReadFile(path)
		reading := models.TableReading{Status: models.Failed, Zones: zones.Of(nil, camera)}
		if err != nil {
			reading.Error = &models.ReadingError{Code: "bad-image", Message: err.Error()}
		} else if reading, err = s.Read(cmd.Context(), image); err != nil {
			return err
		}
		reading.File = path
		if err := photo.ShowTable(cmd.OutOrStdout(), reading, f.asJSON); err != nil {
			return err
		}
		if f.explain != "" {
			if err := photo.Explain(f.explain, image, steps, photo.Drawn(reading)); err != nil {
				return err
			}
		}
	}
	return nil
}
