package commands

import (
	"fmt"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/trial"
	"jantaku/laboratory/trial/watching"
	"jantaku/vision/layout"
	"jantaku/vision/play/prior"
)

func newPlayCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "play",
		Short: "try how the course of a hand is made of what changes on the table",
	}
	cmd.AddCommand(newPlayEvaluateCommand(), newPlayFitCommand(), newPlayNumbersCommand())
	return cmd
}

func newPlayEvaluateCommand() *cobra.Command {
	var t watching.PlayTrial
	var clean bool
	var rules command.Rules
	var priors, faults []string
	cmd := &cobra.Command{
		Use:   "evaluate --games FILE.jsonl[.gz]|--changes FILE",
		Short: "report records as an eye with faults would, and count what is concluded rightly",
		Long: `Makes changes of the table from every record, with 3 % of the faces misread, 1 % of the events missed,
0.5 % doubled and 0.5 % swapped, and more; and compares the course and the ending with the record.
With --changes they are those that an eye reported of films, see film evaluate --keep.

Prints what was asked about, the facts in which the likeliest ending and its rivals differed
where a hand was asked about, and how often facts and hands were wrong by the error claimed.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if (t.Games == "") == (t.Changes == "") {
				return fmt.Errorf("%w: either --games or --changes is needed", usageerror.Err)
			}
			book, err := rules.Open()
			if err != nil {
				return err
			}
			t.Book, t.Game, t.Match, t.Priors = book, gameOf(rules), rules.Match(), prior.Standard()
			for _, text := range priors {
				if err := prior.SetNumber(&t.Priors, text); err != nil {
					return fmt.Errorf("%w: prior %w", usageerror.Err, err)
				}
			}
			t.Faults = trial.Usual()
			if clean {
				t.Faults = trial.Faults{}
			}
			for _, text := range faults {
				if err := prior.SetNumber(&t.Faults, text); err != nil {
					return fmt.Errorf("%w: fault %w", usageerror.Err, err)
				}
			}
			t.Progress = usageerror.NewProgress(cmd.ErrOrStderr(), "hands followed")
			return t.Run(cmd.OutOrStdout())
		},
	}
	rules.Add(cmd)
	f := cmd.Flags()
	f.StringVar(&t.Games, "games", "", "records of hands, one a line")
	f.Uint64Var(&t.Seed, "seed", 1, "seed of the faults")
	f.IntVar(&t.Limit, "limit", 0, "hands at most; 0 for all")
	f.IntVar(&t.Wall, "wall", 0, "tiles in the walls; 0 is as many as the book plays with, with flowers where the records lay them")
	f.StringArrayVar(&priors, "prior", nil, "try another figure of vision/play, such as Missed=.02; may be repeated")
	f.Float64Var(&t.MaxError, "max-error", layout.DefaultOptions().MaxError, "probability of a wrong score that may be published")
	f.BoolVar(&clean, "clean", false, "report the changes without faults")
	f.StringArrayVar(&faults, "fault", nil, "how often another fault happens than usual (laboratory/trial), such as Missed=.02 or, for a watcher\nthat begins in the middle of hands, Restart=.1; may be repeated")
	f.BoolVar(&t.Booked, "booked", false, "judge what the daemon's follower would book, too; with --changes it always is")
	f.BoolVar(&t.Verbose, "verbose", false, "print every hand that was asked about or wrong")
	f.StringVar(&t.Changes, "changes", "", "changes of films, from film evaluate --keep")
	return cmd
}
