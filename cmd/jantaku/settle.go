package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/scoring"
	"jantaku/scoring/lines"
)

func newSettleCommand() *cobra.Command {
	var rules command.Rules
	var jsonl bool
	cmd := &cobra.Command{
		Use:   "settle --rules sichuan --jsonl",
		Short: "add up the wins, kongs and the draw of hands in which the game goes on after a win",
		Long: `Reads hands as JSON lines from standard input, each with its dealer (1 to 4) and what changed hands
in the order it happened:

  {"id": "a", "dealer": 1, "events": [
    {"do": "concealed-kong", "place": 3},
    {"do": "win", "wins": [{"place": 1, "from": 3, "fan": 2}]},
    {"do": "end", "states": {"2": {"state": "ready", "fan": 1}, "3": {"state": "not-ready"}, "4": {"state": "pig"}}}]}

and answers {"id", "deltas": {place: points}, "next_dealer", "fines"?: {place: points}}. Events are win
(place, from, fan, kong_discard, kong_draw), kong (from), added-kong (drawn, robbed), concealed-kong and
end (ready with its fan, not-ready, pig).`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			book, err := rules.Open()
			if err != nil {
				return err
			}
			settler, ok := book.(scoring.Settler)
			if !ok {
				return fmt.Errorf("%w: a hand of %s is over with its first win; jantaku score pays it", usageerror.Err, book.ID())
			}
			if !jsonl {
				return fmt.Errorf("%w: give --jsonl and hands on standard input", usageerror.Err)
			}
			return lines.Answer(cmd.InOrStdin(), cmd.OutOrStdout(), func(line []byte) any { return lines.Settle(settler, line) })
		},
	}
	rules.Add(cmd)
	cmd.Flags().BoolVar(&jsonl, "jsonl", false, "read hands as JSON lines from standard input")
	return cmd
}
