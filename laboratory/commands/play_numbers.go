package commands

import (
	"fmt"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/trial"
	"jantaku/laboratory/trial/watching"
	"jantaku/vision/play/prior"
)

// newPlayNumbersCommand makes "play numbers".
func newPlayNumbersCommand() *cobra.Command {
	var t watching.NumbersTrial
	var rules command.Rules
	var faults []string
	cmd := &cobra.Command{
		Use:   "numbers --games FILE.jsonl[.gz]",
		Short: "switch each number of the course of a hand off, halve and double it, and tell which no hand notices",
		Long: `Tells records as an eye with faults would, as play evaluate does, and follows them again with every number of
vision/play/prior at nought, at half and at twice its value. Prints what noticed it first: another ending or
question, or another claimed error. A number that no hand notices at all is believed by nothing here: hands in
which it matters are missing, or it can go.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if t.Games == "" {
				return fmt.Errorf("%w: --games is needed", usageerror.Err)
			}
			book, err := rules.Open()
			if err != nil {
				return err
			}
			t.Book, t.Game, t.Match, t.Priors, t.Faults = book, gameOf(rules), rules.Match(), prior.Standard(), trial.Usual()
			for _, text := range faults {
				if err := prior.SetNumber(&t.Faults, text); err != nil {
					return fmt.Errorf("%w: fault %w", usageerror.Err, err)
				}
			}
			return t.Run(cmd.OutOrStdout())
		},
	}
	rules.Add(cmd)
	f := cmd.Flags()
	f.StringVar(&t.Games, "games", "", "records of hands, one a line")
	f.Uint64Var(&t.Seed, "seed", 1, "seed of the faults")
	f.IntVar(&t.Limit, "limit", 4, "hands at most; 0 for all")
	f.Float64Var(&t.Least, "least", .02, "by how much the logarithm of a hand's claimed error changes where the hand notices")
	f.StringArrayVar(&faults, "fault", nil, "how often another fault happens than usual (laboratory/trial), such as Restart=.1; may be repeated")
	return cmd
}
