package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/vision/camera"
)

func newCalibrateValuesCommand() *cobra.Command {
	var from, mode string
	var mains int
	cmd := &cobra.Command{
		Use:   "values",
		Short: "measure a V4L2 camera over a table in play and hold its exposure, focus and white balance there",
		Long: "Lets the camera choose its values, switches off everything automatic, chooses the exposure by the lightest tile, raises\n" +
			"the gain where the longest exposure leaves it dark, reads everything back, prints what to write into the configuration, and\n" +
			"says when the table is too dark nevertheless. The daemon must not have the camera open.",
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			how := camera.Config{Source: from, Patience: camera.DefaultPatience()}
			if mode != "" {
				if n, err := fmt.Sscanf(mode, "%dx%d@%d", &how.Width, &how.Height, &how.Rate); n < 2 {
					return fmt.Errorf("%w: --mode %q is not WIDTHxHEIGHT or WIDTHxHEIGHT@RATE: %w", usageerror.Err, mode, err)
				}
			}
			if !strings.HasPrefix(from, "/dev/") || mains != 50 && mains != 60 {
				return fmt.Errorf("%w: --from is the device of a V4L2 camera, such as /dev/video0, and --mains 50 or 60", usageerror.Err)
			}
			source, err := camera.Open(how)
			if err != nil {
				return err
			}
			defer source.Close()
			measured, err := camera.HoldNow(cmd.Context(), from, mains, nil, source.Next)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "camera:\n  source: %s\n", from)
			if how.Width > 0 {
				fmt.Fprintf(out, "  width: %d\n  height: %d\n  rate: %d\n", how.Width, how.Height, how.Rate)
			}
			fmt.Fprintln(out, "  controls:")
			for _, name := range slices.Sorted(maps.Keys(measured.Controls)) {
				fmt.Fprintf(out, "    %s: %s\n", name, strconv.Quote(measured.Controls[name]))
			}
			if measured.Dark {
				fmt.Fprintf(cmd.ErrOrStderr(), "the table is too dark: with the longest exposure at 30 pictures a second and the highest gain white tiles are at %.0f of 255; light the table more\n", measured.Light)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "the camera, such as /dev/video0")
	cmd.Flags().StringVar(&mode, "mode", "", "size and rate of its pictures, such as 1920x1080@30")
	cmd.Flags().IntVar(&mains, "mains", 50, "frequency of the power line, Hz")
	return cmd
}
