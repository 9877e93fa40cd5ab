package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/scoreboard"
	"jantaku/vision/camera"
)

func newCalibrateValuesCommand() *cobra.Command {
	var from, mode, lang string
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
			words, err := wordsIn(lang)
			if err != nil {
				return err
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
			printHeld(cmd.OutOrStdout(), how, measured.Controls)
			if measured.Dark {
				fmt.Fprintln(cmd.ErrOrStderr(), darkText(words, measured.Light))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "the camera, such as /dev/video0")
	cmd.Flags().StringVar(&mode, "mode", "", "size and rate of its pictures, such as 1920x1080@30")
	cmd.Flags().IntVar(&mains, "mains", 50, "frequency of the power line, Hz")
	addLang(cmd, &lang)
	return cmd
}

// printHeld prints the part of a configuration that holds a camera.
func printHeld(out io.Writer, how camera.Config, held camera.Controls) {
	fmt.Fprintf(out, "camera:\n  source: %s\n", how.Source)
	if how.Width > 0 {
		fmt.Fprintf(out, "  width: %d\n  height: %d\n  rate: %d\n", how.Width, how.Height, how.Rate)
	}
	fmt.Fprintln(out, "  controls:")
	for _, name := range slices.Sorted(maps.Keys(held)) {
		fmt.Fprintf(out, "    %s: %s\n", name, strconv.Quote(held[name]))
	}
}

// darkText says that white tiles stay at a grey level that is too low, as the set-up does.
func darkText(words map[string]string, level float64) string {
	return strings.ReplaceAll(words["setup.held-dark"], "{n}", fmt.Sprintf("%.0f", level))
}

// addLang adds the flag that wordsIn takes.
func addLang(cmd *cobra.Command, lang *string) {
	cmd.Flags().StringVar(lang, "lang", "en", "language: zh, ja or en")
}

// wordsIn are the words of the pages in one language.
func wordsIn(lang string) (map[string]string, error) {
	all, err := scoreboard.Words()
	if err != nil {
		return nil, err
	}
	words, ok := all[lang]
	if !ok {
		return nil, fmt.Errorf("%w: --lang %q is not one of zh, ja, en", usageerror.Err, lang)
	}
	return words, nil
}
