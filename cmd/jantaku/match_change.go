package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"jantaku/internal/terminal"
	"jantaku/internal/typed"
	"jantaku/ledger"
	"jantaku/models"
)

// changeCommand makes a command that changes a match and shows it.
func changeCommand(use, short string, args cobra.PositionalArgs, do func(*cobra.Command, *ledger.Ledger, ledger.State, *ledgerFlags, []string) (ledger.State, error)) *cobra.Command {
	var f ledgerFlags
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  usage(args),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.write(cmd.Context(), func(l *ledger.Ledger) error {
				s, err := f.find(cmd.Context(), l)
				if err != nil {
					return err
				}
				if s, err = do(cmd, l, s, &f, args); err != nil {
					return err
				}
				return terminal.PrintMatch(cmd.OutOrStdout(), s)
			})
		},
	}
	f.addChange(cmd)
	return cmd
}

func newMatchUndoCommand() *cobra.Command {
	return changeCommand("undo", "take back the newest action of a match", cobra.NoArgs,
		func(cmd *cobra.Command, l *ledger.Ledger, s ledger.State, f *ledgerFlags, _ []string) (ledger.State, error) {
			return l.Undo(cmd.Context(), f.author(), s.Match.ID)
		})
}

func newMatchRedoCommand() *cobra.Command {
	return changeCommand("redo", "bring back what undo took back last", cobra.NoArgs,
		func(cmd *cobra.Command, l *ledger.Ledger, s ledger.State, f *ledgerFlags, _ []string) (ledger.State, error) {
			return l.Redo(cmd.Context(), f.author(), s.Match.ID)
		})
}

func newMatchFinishCommand() *cobra.Command {
	return changeCommand("finish", "close a match and record the final results", cobra.NoArgs,
		func(cmd *cobra.Command, l *ledger.Ledger, s ledger.State, f *ledgerFlags, _ []string) (ledger.State, error) {
			return l.FinishMatch(cmd.Context(), f.author(), s.Match.ID)
		})
}

func newMatchCancelCommand() *cobra.Command {
	return changeCommand("cancel ENTRY", "take the effect from a penalty or a hand, by its entry id (match show --versions lists them)", cobra.ExactArgs(1),
		func(cmd *cobra.Command, l *ledger.Ledger, s ledger.State, f *ledgerFlags, args []string) (ledger.State, error) {
			return l.Revoke(cmd.Context(), f.author(), s.Match.ID, args[0])
		})
}

func newMatchPenaltyCommand() *cobra.Command {
	var points []int
	var atEnd int
	var noWin bool
	cmd := changeCommand("penalty PLAYER [KIND]", "impose a penalty: a kind of the rule book's table, or --points", cobra.RangeArgs(1, 2),
		func(cmd *cobra.Command, l *ledger.Ledger, s ledger.State, f *ledgerFlags, args []string) (ledger.State, error) {
			place, err := typed.Place(s, args[0])
			if err != nil {
				return s, err
			}
			p := models.Penalty{Kind: "free", Place: place, AtEnd: atEnd}
			switch {
			case len(args) == 2:
				if p, err = s.PenaltyFor(args[1], place); err != nil {
					return s, err
				}
			case len(points) == models.Places:
				p.Points = models.Points(points)
			case len(points) == 1:
				p.Points[place.Index()] = -points[0]
			case noWin && atEnd == 0:
			case len(points) > 0 || atEnd == 0:
				return s, fmt.Errorf("%w: give a kind of penalty, --points N, --points with four numbers by place, or --at-end N", errUsage)
			}
			p.NoWin = p.NoWin || noWin
			return l.Penalize(cmd.Context(), f.author(), s.Match.ID, p)
		})
	cmd.Flags().IntSliceVar(&points, "points", nil, "one number that the offender loses, or four signed numbers by place")
	cmd.Flags().BoolVar(&noWin, "no-win", false, "the offender may not win in this hand any more, as after a false win of Yuque (停和陪打)")
	cmd.Flags().IntVar(&atEnd, "at-end", 0, "taken from the offender's final result, in points")
	return cmd
}

func newMatchAgreeCommand() *cobra.Command {
	var rules rulesFlags
	var course, names []string
	var length string
	var start int
	cmd := changeCommand("agree", "correct what was agreed at the start; all hands are replayed", cobra.NoArgs,
		func(cmd *cobra.Command, l *ledger.Ledger, s ledger.State, f *ledgerFlags, _ []string) (ledger.State, error) {
			m, given := s.Match, cmd.Flags().Changed
			var err error
			if given("rules") {
				m.Rules, m.Profile, m.Options = rules.id, "", nil
			}
			if given("profile") {
				m.Profile = rules.profile
			}
			if given("set") {
				if m.Options, err = typed.Pairs(rules.set); err != nil {
					return s, err
				}
			}
			if given("course") {
				if m.Course, err = typed.Pairs(course); err != nil {
					return s, err
				}
			}
			if given("length") {
				m.Length = length
			}
			if given("start") {
				m.Start = start
			}
			if m.Players, err = typed.Renamed(s, names); err != nil {
				return s, err
			}
			return l.CorrectMatch(cmd.Context(), f.author(), s.Match.ID, m)
		})
	rules.add(cmd)
	cmd.Flags().StringArrayVar(&names, "name", nil, "another name for a player, as OLD=NEW; may be repeated")
	cmd.Flags().StringVar(&length, "length", "", "how long, in a word of the rule book; open lets a match that is over go on")
	cmd.Flags().StringArrayVar(&course, "course", nil, "all options of how the match goes on, each as key=value")
	cmd.Flags().IntVar(&start, "start", 0, "points of every player before the first hand")
	return cmd
}

func newMatchSeatsCommand() *cobra.Command {
	var after string
	cmd := changeCommand("seats [PLACE1 PLACE2 PLACE3 [PLACE4]]", "say who sits at which place, from now on or from after an earlier hand; nobody named: as it stands", cobra.MaximumNArgs(4),
		func(cmd *cobra.Command, l *ledger.Ledger, s ledger.State, f *ledgerFlags, args []string) (ledger.State, error) {
			seats := [models.Places]int{models.Empty, models.Empty, models.Empty, models.Empty}
			how := s.Position.Seating
			switch proposed := how != models.SeatsDrawn && how != models.SeatsByDice && after == ""; {
			case len(args) == 0 && proposed:
				return l.Seat(cmd.Context(), f.author(), s.Match.ID, s.Position.Seats, "")
			case len(args) < 3:
				return s, fmt.Errorf("%w: say who sits at which place, from place 1 on", errUsage)
			}
			for i, name := range args {
				if name == "-" {
					continue
				}
				place, err := typed.Place(s, name)
				if err != nil {
					return s, err
				}
				seats[i] = s.Position.At(place)
			}
			entry := ""
			switch after {
			case "":
			case "start":
				entry = s.Entries[0].ID
			default:
				e, err := typed.HandEntry(s, after)
				if err != nil {
					return s, err
				}
				entry = e.ID
			}
			return l.Seat(cmd.Context(), f.author(), s.Match.ID, seats, entry)
		})
	cmd.Flags().StringVar(&after, "after", "", "the seats hold after this hand (its number, or start), not only from now on")
	return cmd
}
