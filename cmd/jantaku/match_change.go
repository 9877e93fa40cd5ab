package main

import (
	"fmt"
	"reflect"

	"github.com/spf13/cobra"

	"jantaku/internal/cliinput"
	"jantaku/internal/command"
	"jantaku/internal/terminal"
	"jantaku/internal/usageerror"
	"jantaku/ledger"
	"jantaku/models"
)

// changeCommand makes a command that changes a match and shows it.
func changeCommand(use, short string, args cobra.PositionalArgs, do func(*cobra.Command, *ledger.Ledger, ledger.State, *ledgerFlags, []string) (ledger.State, error)) *cobra.Command {
	var f ledgerFlags
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  command.Args(args),
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

// correctCommand makes a command that makes something in the books otherwise, says what becomes
// of the hands played since, and shows the match.
func correctCommand(use, short string, args cobra.PositionalArgs, what func(*cobra.Command, ledger.State, []string) (ledger.Correction, error)) *cobra.Command {
	var f ledgerFlags
	var later string
	var preview bool
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  command.Args(args),
		RunE: func(cmd *cobra.Command, args []string) error {
			how := ledger.Later(later)
			if how != ledger.Stand && how != ledger.Replay {
				return fmt.Errorf("%w: --later is %s or %s", usageerror.Err, ledger.Stand, ledger.Replay)
			}
			return f.write(cmd.Context(), func(l *ledger.Ledger) error {
				s, err := f.find(cmd.Context(), l)
				if err != nil {
					return err
				}
				c, err := what(cmd, s, args)
				if err != nil {
					return err
				}
				foresight, err := l.Foresee(cmd.Context(), s.Match.ID, c)
				if err != nil {
					return err
				}
				if err := terminal.PrintForesight(cmd.OutOrStdout(), s, foresight); err != nil || preview {
					return err
				}
				if s, err = l.Correct(cmd.Context(), f.author(), s.Match.ID, how, c); err != nil {
					return err
				}
				return terminal.PrintMatch(cmd.OutOrStdout(), s)
			})
		},
	}
	f.addChange(cmd)
	cmd.Flags().StringVar(&later, "later", string(ledger.Stand), "hands played since: stand (the ruling changed: they keep dealer, seats and payments) or replay (the books were wrong: they are replayed)")
	cmd.Flags().BoolVar(&preview, "preview", false, "say what it would make of the hands played since, and change nothing")
	return cmd
}

func newMatchUndoCommand() *cobra.Command {
	return correctCommand("undo", "take back the newest action of a match", cobra.NoArgs,
		func(*cobra.Command, ledger.State, []string) (ledger.Correction, error) {
			return ledger.Undoing(), nil
		})
}

func newMatchRedoCommand() *cobra.Command {
	return correctCommand("redo", "bring back what undo took back last", cobra.NoArgs,
		func(*cobra.Command, ledger.State, []string) (ledger.Correction, error) {
			return ledger.Redoing(), nil
		})
}

func newMatchFinishCommand() *cobra.Command {
	return changeCommand("finish", "close a match and record the final results", cobra.NoArgs,
		func(cmd *cobra.Command, l *ledger.Ledger, s ledger.State, f *ledgerFlags, _ []string) (ledger.State, error) {
			return l.FinishMatch(cmd.Context(), f.author(), s.Match.ID)
		})
}

func newMatchCancelCommand() *cobra.Command {
	return correctCommand("cancel ENTRY", "take the effect from a penalty or a hand, by its entry id (match show --versions lists them)", cobra.ExactArgs(1),
		func(_ *cobra.Command, _ ledger.State, args []string) (ledger.Correction, error) {
			return ledger.Revocation(args[0]), nil
		})
}

func newMatchPenaltyCommand() *cobra.Command {
	var points []int
	var atEnd int
	var noWin bool
	cmd := changeCommand("penalty PLAYER [KIND]", "impose a penalty: a kind of the rule book's table, or --points", cobra.RangeArgs(1, 2),
		func(cmd *cobra.Command, l *ledger.Ledger, s ledger.State, f *ledgerFlags, args []string) (ledger.State, error) {
			place, err := cliinput.Place(s, args[0])
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
				return s, fmt.Errorf("%w: give a kind of penalty, --points N, --points with four numbers by place, or --at-end N", usageerror.Err)
			}
			p.NoWin = p.NoWin || noWin
			return l.Penalize(cmd.Context(), f.author(), s.Match.ID, p)
		})
	cmd.Flags().IntSliceVar(&points, "points", nil, "one number that the offender loses, or four signed numbers by place")
	cmd.Flags().BoolVar(&noWin, "no-win", false, "the offender may not win in this hand any more, as after a false win of Yuque (停和陪打)")
	cmd.Flags().IntVar(&atEnd, "at-end", 0, "taken from the offender's final result, in points of the score: 20000 are 20 of a result in thousands")
	return cmd
}

func newMatchAgreeCommand() *cobra.Command {
	var rules command.Rules
	var course, names []string
	var length string
	var start int
	cmd := correctCommand("agree", "correct what was agreed at the start", cobra.NoArgs,
		func(cmd *cobra.Command, s ledger.State, _ []string) (c ledger.Correction, err error) {
			m, given := s.Match, cmd.Flags().Changed
			if given("rules") {
				m.Rules, m.Profile, m.Options = rules.ID, "", nil
			}
			if given("profile") {
				m.Profile = rules.Profile
			}
			if given("set") {
				if m.Options, err = cliinput.Pairs(rules.Set); err != nil {
					return c, err
				}
			}
			if given("course") {
				if m.Course, err = cliinput.Pairs(course); err != nil {
					return c, err
				}
			}
			if given("length") {
				m.Length = length
			}
			if given("start") {
				m.Start = start
			}
			if m.Players, err = cliinput.Renamed(s, names); err != nil {
				return c, err
			}
			return ledger.MatchCorrection(m), nil
		})
	rules.Add(cmd)
	cmd.Flags().StringArrayVar(&names, "name", nil, "another name for a player, as OLD=NEW; may be repeated")
	cmd.Flags().StringVar(&length, "length", "", "how long, in a word of the rule book; open lets a match that is over go on")
	cmd.Flags().StringArrayVar(&course, "course", nil, "all options of how the match goes on, each as key=value")
	cmd.Flags().IntVar(&start, "start", 0, "points of every player before the first hand")
	return cmd
}

func newMatchSeatsCommand() *cobra.Command {
	var after string
	cmd := correctCommand("seats [PLACE1 PLACE2 PLACE3 [PLACE4]]", "say who sits at which place, from now on or from after an earlier hand; nobody named: as it stands", cobra.MaximumNArgs(4),
		func(_ *cobra.Command, s ledger.State, args []string) (c ledger.Correction, err error) {
			how := s.Position.Seating
			switch proposed := how != models.SeatsDrawn && how != models.SeatsByDice && after == ""; {
			case len(args) == 0 && proposed:
				return ledger.SeatCorrection(s.Position.Seats, ""), nil
			case len(args) < 3:
				return c, fmt.Errorf("%w: say who sits at which place, from place 1 on", usageerror.Err)
			}
			seats, err := seatsOf(s, args)
			if err != nil {
				return c, err
			}
			entry, err := entryAfter(s, after)
			return ledger.SeatCorrection(seats, entry), err
		})
	cmd.Flags().StringVar(&after, "after", "", "the seats hold after this hand (its number, or start), not only from now on; hands since are replayed")
	return cmd
}

func newMatchSubstituteCommand() *cobra.Command {
	var after string
	cmd := correctCommand("substitute PLAYER NAME", "say who plays on for a player, from the next hand on or from after an earlier one; what was played before stays with who played it", cobra.ExactArgs(2),
		func(_ *cobra.Command, s ledger.State, args []string) (c ledger.Correction, err error) {
			place, err := cliinput.Place(s, args[0])
			if err != nil {
				return c, err
			}
			entry, err := entryAfter(s, after)
			return ledger.SubstitutionOf(s.Position.At(place), args[1], entry), err
		})
	cmd.Flags().StringVar(&after, "after", "", "it holds after this hand (its number, or start), not only from now on")
	return cmd
}

func newMatchPositionCommand() *cobra.Command {
	var after, dealer string
	var round, deal, honba, sticks int
	var players []string
	cmd := correctCommand("position", "say where the match stands: who deals which hand, what lies on the table, who sits where; what is not said stays", cobra.NoArgs,
		func(cmd *cobra.Command, s ledger.State, _ []string) (c ledger.Correction, err error) {
			var at ledger.Placing
			for flag, into := range map[string]struct {
				to   **int
				from *int
			}{"round": {&at.Round, &round}, "deal": {&at.Deal, &deal}, "honba": {&at.Honba, &honba}, "sticks": {&at.Sticks, &sticks}} {
				if cmd.Flags().Changed(flag) {
					*into.to = into.from
				}
			}
			if dealer != "" {
				place, err := cliinput.Place(s, dealer)
				if err != nil {
					return c, err
				}
				at.Dealer = &place
			}
			if len(players) > 0 {
				seats, err := seatsOf(s, players)
				if err != nil {
					return c, err
				}
				at.Seats = &seats
			}
			if reflect.DeepEqual(at, ledger.Placing{}) {
				return c, fmt.Errorf("%w: give at least one of --dealer, --round, --deal, --honba, --sticks, --seats", usageerror.Err)
			}
			at.After, err = entryAfter(s, after)
			return ledger.PositionCorrection(at), err
		})
	cmd.Flags().StringVar(&dealer, "dealer", "", "who deals, by name or place")
	cmd.Flags().IntVar(&round, "round", 0, "the round, from 1")
	cmd.Flags().IntVar(&deal, "deal", 0, "the number of the dealer in the round, from 1; by default it follows from --dealer")
	cmd.Flags().IntVar(&honba, "honba", 0, "repeats on the table")
	cmd.Flags().IntVar(&sticks, "sticks", 0, "riichi sticks on the table")
	cmd.Flags().StringSliceVar(&players, "seats", nil, "who sits at which place, from place 1 on; - where nobody does")
	cmd.Flags().StringVar(&after, "after", "", "it holds after this hand (its number, or start), not only from now on; hands since are replayed")
	return cmd
}

// seatsOf reads who sits at which place, from place 1 on.
func seatsOf(s ledger.State, names []string) ([models.Places]int, error) {
	seats := [models.Places]int{models.Empty, models.Empty, models.Empty, models.Empty}
	if len(names) > len(seats) {
		return seats, fmt.Errorf("%w: there are %d places", usageerror.Err, len(seats))
	}
	for i, name := range names {
		if name == "-" {
			continue
		}
		place, err := cliinput.Place(s, name)
		if err != nil {
			return seats, err
		}
		seats[i] = s.Position.At(place)
	}
	return seats, nil
}

// entryAfter gives the entry after which something holds, by the number of a hand or "start".
func entryAfter(s ledger.State, after string) (string, error) {
	switch after {
	case "":
		return "", nil
	case "start":
		return s.Entries[0].ID, nil
	}
	e, err := cliinput.HandEntry(s, after)
	return e.ID, err
}
