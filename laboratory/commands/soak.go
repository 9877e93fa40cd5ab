package commands

import (
	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/config"
	"jantaku/laboratory/soak"
)

const soakHelp = `Plays hands on a simulated table before the real daemon, a process of its own, while faults are
drawn at random: daemon and eye killed and stopped, a camera that gives nothing, rubbish or an earlier
hand, a cable that damages everything, rubbish on the line, the books locked by another program, the
broker's store filled by one that never returns; with --disk also power cuts that lose whatever was not
synced, some of them while the daemon starts for the first time, and a full disk (the store is not filled
then); with --mosquitto a broker of its own that is killed. A program of packaging/skewed.sh also has its clock set back and forth. With --displays so
many clients listen as pages do.

The books are compared with what was played every 50 hands, and replayed at the end, which Ctrl-C may
bring about. It ends with an error when a hand is lost, doubled, or wrong without having been asked about,
and when the daemon ends by itself again and again, whose last words it says.`

func newSoakCommand() *cobra.Command {
	s := &soak.Soak{Settings: soak.Settings{Assume: config.NothingSpecial(), Ledger: config.LedgerName, Trouble: soak.Trouble{Skewed: skewed}}}
	var verbose bool
	cmd := &cobra.Command{Use: "soak", Short: "play hands under faults drawn at random, and compare the books with what was played", Long: soakHelp,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.Out, s.Log = cmd.OutOrStdout(), command.NewLog(verbose)
			if !cmd.Flags().Changed("faults") {
				s.Faults = s.Seed
			}
			return s.Run(cmd.Context())
		}}
	cmd.Flags().IntVar(&s.Hands, "hands", 100, "how many hands are played")
	cmd.Flags().DurationVar(&s.For, "for", 0, "end after this time, such as 8h, when the hands are not yet played")
	cmd.Flags().Uint64Var(&s.Seed, "seed", 1, "of hands, and of faults where --faults gives none")
	cmd.Flags().Uint64Var(&s.Faults, "faults", 0, "seed of faults, to play the same hands under others")
	cmd.Flags().StringVar(&s.Pictures, "pictures", "", "folder in which the pictures of the hands stay, for the next soak with the same seed")
	cmd.Flags().IntVar(&s.Every, "every", 2, "a fault in so many hands")
	cmd.Flags().IntVar(&s.Times, "times", 1, "faults at most in such a hand, one after the other")
	cmd.Flags().StringArrayVar(&s.Only, "only", nil, "draw only this fault, such as 'daemon killed'; may be given again")
	cmd.Flags().DurationVar(&s.Pace, "pace", soak.UsualPace, "time between two events of the table")
	cmd.Flags().IntVar(&s.Displays, "displays", 0, "how many displays listen, and are asked how soon they were told")
	cmd.Flags().BoolVar(&s.Disk, "disk", false, "keep the data on a small disk of its own, in a file, that loses power and runs full (needs root and mkfs.ext4)")
	cmd.Flags().BoolVar(&s.Mosquitto, "mosquitto", false, "publish to a Mosquitto, which is killed now and then, in place of the embedded broker")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show the daemon's log")
	return cmd
}
