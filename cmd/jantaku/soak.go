package main

import (
	"github.com/spf13/cobra"

	"jantaku/internal/config"
	"jantaku/internal/soak"
)

const soakHelp = `Plays hands on a simulated table before the real daemon, a process of its own, while faults are
drawn at random: daemon and eye killed and stopped, a camera that gives nothing or rubbish, a cable
that damages everything, rubbish on the line, the books locked by another program; with --disk also
power cuts that lose whatever was not synced, and a full disk. With --displays so many clients listen as
pages do. At the end the books are replayed and compared with what was played. It ends with an error when a hand is lost, doubled, or wrong
without having been asked about.`

func newSoakCommand() *cobra.Command {
	s := &soak.Soak{Assume: config.NothingSpecial(), Ledger: ledgerName}
	var verbose bool
	cmd := &cobra.Command{Use: "soak", Short: "play hands under faults drawn at random, and compare the books with what was played", Long: soakHelp,
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.Out, s.Log = cmd.OutOrStdout(), newLog(verbose)
			return s.Run(cmd.Context())
		}}
	cmd.Flags().IntVar(&s.Hands, "hands", 100, "how many hands are played")
	cmd.Flags().DurationVar(&s.For, "for", 0, "end after this time, such as 8h, when the hands are not yet played")
	cmd.Flags().Uint64Var(&s.Seed, "seed", 1, "of hands and faults")
	cmd.Flags().IntVar(&s.Every, "every", 2, "a fault in so many hands")
	cmd.Flags().IntVar(&s.Displays, "displays", 0, "how many displays listen, and are asked how soon they were told")
	cmd.Flags().BoolVar(&s.Disk, "disk", false, "keep the data on a small disk of its own, in a file, that loses power and runs full (needs root and mkfs.ext4)")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show the daemon's log")
	return cmd
}
