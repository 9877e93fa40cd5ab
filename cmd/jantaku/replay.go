package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"jantaku/internal/terminal"
	"jantaku/ledger"
)

// errDisagrees reports a ledger whose parts contradict each other.
var errDisagrees = errors.New("the ledger does not agree with its events")

func newReplayCommand() *cobra.Command {
	var f ledgerFlags
	var rescore, asJSON bool
	cmd := &cobra.Command{
		Use:   "replay",
		Short: "build everything again from the events and compare",
		Long: `Reads the whole journal, checks every checksum, folds every match again and compares
the outcome with what is kept. With --rescore every win is scored again as well. Works
beside a running daemon and changes nothing.`,
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.read(cmd.Context(), func(l *ledger.Ledger) error {
				report, err := l.Replay(cmd.Context(), rescore)
				if err != nil {
					return err
				}
				if asJSON {
					err = printJSON(cmd, report)
				} else {
					err = printReport(cmd, report, rescore)
				}
				if err == nil && len(report.Faults) > 0 {
					err = errDisagrees
				}
				return err
			})
		},
	}
	f.addPath(cmd)
	cmd.Flags().BoolVar(&rescore, "rescore", false, "score every win again")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

func printReport(cmd *cobra.Command, r ledger.Report, rescore bool) error {
	p := terminal.NewPage(cmd.OutOrStdout())
	p.Line("%d events, %d matches, %d hands", r.Events, r.Matches, r.Hands)
	if rescore {
		p.Line("%d wins are scored otherwise by the rule books of today; the recorded scores count", r.Unscored)
	}
	for _, fault := range r.Faults {
		p.Line("fault: %s", fault)
	}
	if len(r.Faults) == 0 {
		p.Line("everything agrees with the events")
	}
	if err := p.Done(); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
