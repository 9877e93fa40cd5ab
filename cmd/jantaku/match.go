package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"jantaku/internal/cliinput"
	"jantaku/internal/command"
	"jantaku/internal/referee"
	"jantaku/internal/terminal"
	"jantaku/internal/usageerror"
	"jantaku/ledger"
	"jantaku/models"
)

func newMatchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "match",
		Short: "start, show, correct and finish matches",
		Long: `The book of a table: matches, hands, penalties and corrections.

Nothing is ever erased: a correction is a new version of a hand, and the old one stays
readable with who, when and why. While the daemon runs, use its console for changes;
show, list and standings work beside it.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newMatchNewCommand(), newMatchShowCommand(), newMatchListCommand(), newMatchStandingsCommand(),
		newMatchWinCommand(), newMatchDrawCommand(), newMatchCorrectCommand(), newMatchPenaltyCommand(),
		newMatchCancelCommand(), newMatchAgreeCommand(), newMatchSeatsCommand(), newMatchPositionCommand(), newMatchSubstituteCommand(), newMatchUndoCommand(), newMatchRedoCommand(), newMatchFinishCommand())
	return cmd
}

func newMatchNewCommand() *cobra.Command {
	var f ledgerFlags
	var rules command.Rules
	var m models.Match
	var course []string
	var p referee.Plan
	cmd := &cobra.Command{
		Use:   "new [flags] PLAYER PLAYER PLAYER [PLAYER]",
		Short: "start a match; the players by place, in turn order from place 1",
		Long: `Starts a match. The players are named in turn order from place 1 on; --dealer says who
deals first. What a rule book lets a club decide about the match is given with --length
and --course, what it leaves open about the worth of a hand with --profile and --set:

  jantaku match new Ann Bo Cui Dai --rules lingque-29 --length half --dealer dice
  jantaku match new Ann Bo Cui Dai --rules riichi --profile tenhou --course uma=15/5/-5/-15 --course west=false
  jantaku match new Ann Bo Cui --rules riichi --profile tenhou3 --vacant 2

docs/ledger.md lists the options.`,
		Args: command.Args(cobra.RangeArgs(3, 4)),
		RunE: func(cmd *cobra.Command, names []string) error {
			m.Rules, m.Profile = rules.ID, rules.Profile
			var err error
			if m.Options, err = cliinput.Pairs(rules.Set); err != nil {
				return err
			}
			if m.Course, err = cliinput.Pairs(course); err != nil {
				return err
			}
			p.Match, p.Names = m, names
			m, how, err := p.Seat()
			if err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err)
			}
			f.why = how
			if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
				return fmt.Errorf("folder of the ledger: %w", err)
			}
			return f.write(cmd.Context(), func(l *ledger.Ledger) error {
				s, err := l.StartMatch(cmd.Context(), f.author(), m)
				if err == nil {
					err = terminal.PrintMatch(cmd.OutOrStdout(), s)
				}
				return err
			})
		},
	}
	f.addPath(cmd)
	rules.Add(cmd)
	cmd.Flags().StringVar(&f.by, "by", userName(), "who starts it; the user of this machine where nobody is named")
	cmd.Flags().Lookup("by").DefValue = "" // the help is the same for everybody
	cmd.Flags().StringVar(&m.ID, "id", "", "id of the match; made when empty")
	cmd.Flags().StringVar(&m.Table, "table", "", "name of the table")
	cmd.Flags().StringVar(&m.Length, "length", "", "how long, in a word of the rule book: half, full, open ...")
	cmd.Flags().StringArrayVar(&course, "course", nil, "option of how the match goes on, as key=value; may be repeated")
	cmd.Flags().IntVar(&m.Start, "start", 0, "points of every player before the first hand")
	cmd.Flags().StringVar(&p.Dealer, "dealer", "1", "place of the first dealer, or dice")
	cmd.Flags().Uint8Var((*uint8)(&p.Vacant), "vacant", 0, "place where nobody sits with three players; 4 when it is not said")
	return cmd
}

func newMatchShowCommand() *cobra.Command {
	var f ledgerFlags
	var asJSON, versions bool
	cmd := &cobra.Command{
		Use:   "show [MATCH]",
		Short: "show a match: scores, hands, penalties",
		Args:  command.Args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				f.match = args[0]
			}
			return f.read(cmd.Context(), func(l *ledger.Ledger) error {
				s, err := f.find(cmd.Context(), l)
				switch {
				case err != nil:
					return err
				case asJSON && versions:
					return printJSON(cmd, s.Entries)
				case asJSON:
					return printJSON(cmd, s.View())
				case versions:
					return terminal.PrintVersions(cmd.OutOrStdout(), s)
				}
				return terminal.PrintMatch(cmd.OutOrStdout(), s)
			})
		},
	}
	f.addPath(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().BoolVar(&versions, "versions", false, "every version of every entry, with who, when and why")
	return cmd
}

func newMatchListCommand() *cobra.Command {
	var f ledgerFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "list the matches of a ledger, newest last",
		Args:  command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.read(cmd.Context(), func(l *ledger.Ledger) error {
				matches, err := l.Matches(cmd.Context())
				if err != nil {
					return err
				}
				if asJSON {
					return printJSON(cmd, matches)
				}
				return terminal.PrintMatches(cmd.OutOrStdout(), matches)
			})
		},
	}
	f.addPath(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

func newMatchStandingsCommand() *cobra.Command {
	var f ledgerFlags
	var asJSON bool
	var rules string
	cmd := &cobra.Command{
		Use:   "standings",
		Short: "standings and statistics of the players over all finished matches, by rule book",
		Args:  command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.read(cmd.Context(), func(l *ledger.Ledger) error {
				rows, err := l.Standings(cmd.Context(), ledger.Span{})
				if err != nil {
					return err
				}
				rows = slices.DeleteFunc(rows, func(r ledger.Row) bool { return rules != "" && r.Rules != rules })
				if asJSON {
					return printJSON(cmd, rows)
				}
				return terminal.PrintStandings(cmd.OutOrStdout(), rows)
			})
		},
	}
	f.addPath(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().StringVar(&rules, "rules", "", "only matches by this rule book")
	return cmd
}
