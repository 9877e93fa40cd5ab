package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"jantaku/internal/command"
	"jantaku/internal/terminal"
	"jantaku/internal/usageerror"
	"jantaku/scoring/lines"

	"github.com/spf13/cobra"
)

func newWaitsCommand() *cobra.Command {
	var rules command.Rules
	var asJSON, jsonl bool
	var lang string
	cmd := &cobra.Command{
		Use:   "waits --rules ID HAND | --jsonl",
		Short: "list the tiles that complete a hand of thirteen, with the score of each",
		Long: `Takes a hand as ` + "`jantaku score`" + ` does, without the winning tile. With --jsonl it reads hands of
the hand format without "win", one a line, with "seen": the tiles outside the hand that are
visible from its seat. Where the rule book pays waiting hands (Yuque) an answer says what
the hand is worth at the end of a hand: {"id", "ready", "waits": [{"tile", "left", "fan"}],
"fan", "points", "gain"}, "fan" null where it waits for nothing; elsewhere each wait has the
points of the win.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			book, err := rules.Open()
			if err != nil {
				return err
			}
			if jsonl {
				return lines.Answer(cmd.InOrStdin(), cmd.OutOrStdout(), func(line []byte) any { return lines.Waits(book, line) })
			}
			if len(args) == 0 {
				return fmt.Errorf("%w: give a hand, or --jsonl and hands on standard input", usageerror.Err)
			}
			waits, err := lines.FindWaits(book, strings.Join(args, " "))
			if err != nil {
				return wrongHand(err, strings.Join(args, " "))
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(waits)
			}
			return terminal.PrintWaits(cmd.OutOrStdout(), waits, lang)
		},
	}
	rules.Add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&jsonl, "jsonl", false, "read hands as JSON lines from standard input")
	cmd.Flags().StringVar(&lang, "lang", "en", "language: zh, ja or en")
	return cmd
}
