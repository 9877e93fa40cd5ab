package commands

import (
	"fmt"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/trial/reading"
	"jantaku/models"
)

// BenchVision measures reading beside decoding.
func BenchVision() *cobra.Command {
	var f reading.Cost
	cmd := &cobra.Command{
		Use:   "vision [--image FILE --tiles FILE [--calibration FILE --place N]]",
		Short: "measure reading a hand against decoding its picture, on one core",
		Long: `Measures on one core, in one run and over one picture: OpenCV's decoding of the JPEG,
finding and reading the hand where the camera is calibrated and where it is not, and the
naive way, every learned face compared with every place of the picture. Times are medians
of processor time; what counts is how many times the decoding they are.

Without --image a hand of 14 tiles is drawn as a camera over the table sees it, 1920×1080
pixels, and the faces are learned from drawn pictures.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if (f.Image == "") != (f.Tiles == "") || f.Image == "" && f.Calibration != "" {
				return fmt.Errorf("%w: bench vision needs --image and --tiles together; --calibration goes with them", usageerror.Err)
			}
			if f.Place < 1 || f.Place > models.Places {
				return fmt.Errorf("%w: --place is 1 to 4", usageerror.Err)
			}
			return f.Measure(cmd.Context(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&f.Image, "image", "", "picture of a hand; without it one is drawn")
	cmd.Flags().StringVar(&f.Tiles, "tiles", "", "learned faces, from jantaku calibrate tiles")
	cmd.Flags().StringVar(&f.Calibration, "calibration", "", "calibrated camera that took the picture, from jantaku calibrate table")
	cmd.Flags().IntVar(&f.Place, "place", 1, "whose hand is read with --calibration, 1 to 4")
	cmd.Flags().Float64Var(&f.Seconds, "seconds", 15, "how long to measure, in equal parts; a slow way takes what it needs")
	return cmd
}
