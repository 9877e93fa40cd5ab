package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/relearn"
	"jantaku/internal/usageerror"
	"jantaku/ledger"
)

type relearnFlags struct {
	ledgerFlags
	relearn.Options
}

func newCalibrateRelearnCommand() *cobra.Command {
	var f relearnFlags
	cmd := &cobra.Command{
		Use:   "relearn --tiles FILE --out FILE [--ledger FILE]",
		Short: "learn from confirmed hands how the tiles look by now",
		Long: `Tiles get dirty and lamps change. This takes the hands of the ledger whose photographs are
kept and whose tiles are known - the referee confirmed or corrected them, or they were read
beyond doubt - and adds how their tiles look to the learned faces, into a new file.

The samples of labelled photographs all stay; at most four of confirmed hands are kept of a
face, and only those that make tiles of other hands more like it. A tile that looks like
another face than the one it was corrected to is refused. The newest hands are then read
again: when one that was read rightly is not any more, nothing is written.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.Tiles == "" || f.Out == "" {
				return fmt.Errorf("%w: calibrate relearn needs --tiles and --out", usageerror.Err)
			}
			if f.Hands < 2 || f.Check < 0 || f.Sure < 0 || f.Sure > 1 {
				return fmt.Errorf("%w: at least 2 --hands, --check from 0 on, --sure from 0 to 1", usageerror.Err)
			}
			return f.read(cmd.Context(), func(l *ledger.Ledger) error { return f.Run(cmd.Context(), l, cmd.OutOrStdout()) })
		},
	}
	f.addPath(cmd)
	cmd.Flags().StringVar(&f.Tiles, "tiles", "", "learned faces that are read with now")
	cmd.Flags().StringVar(&f.Calibration, "calibration", "", "calibrated camera that took the photographs, where there is one")
	cmd.Flags().StringVar(&f.Out, "out", "", "file to write the faces to; name it as eye.faces then")
	cmd.Flags().StringVar(&f.Since, "since", "", "first day whose hands are taken, such as 2026-01-31; empty for all")
	cmd.Flags().IntVar(&f.Hands, "hands", 100, "how many hands are taken at most, the newest")
	cmd.Flags().IntVar(&f.Check, "check", 40, "how many of them are read again with the new faces")
	cmd.Flags().Float64Var(&f.Sure, "sure", 0.999, "probability of being right from which a hand counts that nobody confirmed")
	return cmd
}
