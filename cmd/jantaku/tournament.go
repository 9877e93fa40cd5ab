package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/referee"
	"jantaku/internal/usageerror"
	"jantaku/league/director"
	"jantaku/league/store"
	"jantaku/league/tournament"
	"jantaku/ledger"
	"jantaku/models"
)

func newTournamentCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "tournament", Short: "hold a tournament over the tables of an archive"}
	cmd.AddCommand(newTournamentCreateCommand(), newTournamentShowCommand(), newTournamentDrawCommand(), newTournamentExportCommand(), newTournamentImportCommand())
	return cmd
}

// tournamentFlags say where the tournaments are, and who changes them.
type tournamentFlags struct {
	archiveFlags
	by string
}

func (f *tournamentFlags) add(cmd *cobra.Command) {
	f.addStore(cmd)
	cmd.Flags().StringVar(&f.by, "by", "", "who does this, for the trail")
}

// with opens the books and closes them after do.
func (f *tournamentFlags) with(ctx context.Context, do func(*store.Store, *director.Director) error) error {
	s, err := f.open(ctx, command.NewLog(f.verbose))
	if err != nil {
		return err
	}
	defer s.Close()
	return do(s, newDirector(s.Plain(), nil))
}

// newDirector directs the tournaments of a store; tables may be nil.
func newDirector(s *store.Store, tables director.Tables) *director.Director {
	return &director.Director{Shelf: s, Books: s, Tables: tables, Three: playedByThree, Now: time.Now}
}

// playedByThree reports whether what was agreed can be played at a table of three.
func playedByThree(m models.Match) bool {
	m.ID, m.Players = "three", []models.Player{{ID: "1"}, {ID: "2"}, {ID: "3"}}
	book, err := referee.Shelf(m)
	if err != nil {
		return false
	}
	checking, ok := book.Course.(ledger.Checking)
	return !ok || checking.Check(m) == nil
}

const tournamentHelp = `Makes a tournament. Players come from a CSV file: a line each with the name, then if there is one the team; "substitute" in
a third column fills tables that are one short. A number of players that does not fill tables, and more rounds than there are
opponents where --once is given, are refused with the numbers that would do.

--ties is an order of criteria, or a preset: points (ranking points, then results), wrc, ema, result.`

func newTournamentCreateCommand() *cobra.Command {
	var f tournamentFlags
	var t tournament.Tournament
	var players, script, ties, seating string
	cmd := &cobra.Command{Use: "create --name NAME --rules BOOK --rounds N --players FILE", Short: "make a tournament", Long: tournamentHelp, Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			t.Seating = tournament.Method(seating)
			if t.Ties, err = tiesOf(ties); err == nil {
				t.Players, err = readFile(players, readPlayers)
			}
			if err == nil && script != "" {
				t.Script, err = readFile(script, tournament.ReadScript)
			}
			if err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err)
			}
			t.ID = cmp.Or(t.ID, strings.ToLower(strings.Trim(notInNames.ReplaceAllString(strings.ToLower(t.Name), "-"), "-")), time.Now().Format("20060102-1504"))
			t.Seed = cmp.Or(t.Seed, uint64(time.Now().UnixNano()))
			return f.with(cmd.Context(), func(_ *store.Store, d *director.Director) error {
				if err := d.Create(cmd.Context(), t, f.by); err != nil {
					return err
				}
				fmt.Fprintln(cmd.OutOrStdout(), t.ID)
				return nil
			})
		}}
	f.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&t.ID, "id", "", "id; made of the name when empty")
	flags.StringVar(&t.Name, "name", "", "name")
	flags.StringVar(&t.Match.Rules, "rules", "", "rule book of every table")
	flags.StringVar(&t.Match.Profile, "profile", "", "profile of the rule book")
	flags.StringToStringVar(&t.Match.Options, "option", nil, "options of the rule book")
	flags.StringToStringVar(&t.Match.Course, "course", nil, "options of the course of a match")
	flags.StringVar(&t.Match.Length, "length", "", "length of a match")
	flags.IntVar(&t.Match.Start, "start", 0, "points at the start; those of the book when 0")
	flags.IntVar(&t.Rounds, "rounds", 0, "how many rounds")
	flags.IntVar(&t.Minutes, "minutes", 0, "how long a round lasts; 0 for no limit")
	flags.StringVar(&seating, "seating", string(tournament.Swiss), "random, swiss or scripted")
	flags.StringVar(&script, "script", "", "CSV of a prescribed seating: round, then numbers of players from East on")
	flags.StringVar(&players, "players", "", "CSV of the players")
	flags.StringSliceVar(&t.Tables, "tables", nil, "tables as CLUB/TABLE, the first table first; none are told who sits at them when empty")
	flags.StringVar(&ties, "ties", "points", "what decides between equals, in its order")
	flags.BoolVar(&t.Once, "once", false, "refuse a tournament in which somebody would have to meet somebody twice")
	flags.Uint64Var(&t.Seed, "seed", 0, "seed of the draws; by the clock when 0")
	return cmd
}

// tiesOf reads a preset or a list of criteria.
func tiesOf(text string) ([]tournament.Criterion, error) {
	for _, p := range tournament.Presets() {
		if p.Name == text {
			return p.Ties, nil
		}
	}
	var ties []tournament.Criterion
	for _, one := range strings.Split(text, ",") {
		c := tournament.Criterion(strings.TrimSpace(one))
		if !slices.Contains(tournament.Criteria(), c) {
			return nil, fmt.Errorf("--ties: %q is neither a preset nor one of %v", one, tournament.Criteria())
		}
		ties = append(ties, c)
	}
	return ties, nil
}

func readFile[T any](name string, read func(io.Reader) (T, error)) (T, error) {
	var none T
	if name == "" {
		return none, fmt.Errorf("a file is missing; see --help")
	}
	file, err := os.Open(name)
	if err != nil {
		return none, err
	}
	defer file.Close()
	return read(file)
}

// readPlayers reads name, team and the word "substitute".
func readPlayers(r io.Reader) (players []tournament.Player, err error) {
	lines := csv.NewReader(r)
	lines.FieldsPerRecord, lines.TrimLeadingSpace = -1, true
	all, err := lines.ReadAll()
	if err != nil {
		return nil, err
	}
	for _, fields := range all {
		p := tournament.Player{Name: strings.TrimSpace(strings.TrimPrefix(fields[0], "\ufeff"))}
		p.ID = p.Name
		if len(fields) > 1 {
			p.Team = strings.TrimSpace(fields[1])
		}
		p.Substitute = len(fields) > 2 && strings.TrimSpace(fields[2]) == "substitute"
		players = append(players, p)
	}
	return players, nil
}

func newTournamentDrawCommand() *cobra.Command {
	var f tournamentFlags
	cmd := &cobra.Command{Use: "draw ID", Short: "seat the next round", Args: command.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd.Context(), func(_ *store.Store, d *director.Director) error {
				t, err := d.Draw(cmd.Context(), args[0], f.by)
				if err != nil {
					return err
				}
				return printRound(cmd.OutOrStdout(), t, len(t.Played))
			})
		}}
	f.add(cmd)
	return cmd
}

func newTournamentShowCommand() *cobra.Command {
	var f tournamentFlags
	cmd := &cobra.Command{Use: "show ID", Short: "print seating and standings", Args: command.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd.Context(), func(s *store.Store, d *director.Director) error {
				if _, _, err := d.Collect(cmd.Context(), args[0]); err != nil {
					return err
				}
				t, _, err := s.Tournament(cmd.Context(), args[0]) // without the names that were removed
				if err != nil {
					return err
				}
				out := cmd.OutOrStdout()
				if n := len(t.Played); n > 0 {
					if err := printRound(out, t, n); err != nil {
						return err
					}
				}
				if since := t.Provisional(); since > 0 {
					fmt.Fprintf(out, "\nprovisional since round %d\n", since)
				}
				w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
				fmt.Fprintf(w, "\nrank\tpoints\tresult\tscore\trounds\t  player\t\n")
				for _, one := range t.Standings() {
					fmt.Fprintf(w, "%d\t%g\t%g\t%d\t%d\t  %s\t\n", one.Rank, one.Points, one.Result, one.Score, one.Rounds, one.Player.Name)
				}
				return w.Flush()
			})
		}}
	f.add(cmd)
	return cmd
}

func printRound(out io.Writer, t tournament.Tournament, round int) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "round %d\tE\tS\tW\tN\n", round)
	for i, table := range t.Played[round-1].Tables {
		fmt.Fprintf(w, "%s\t%s\n", cmp.Or(table.Name, fmt.Sprint(i+1)), strings.Join(t.Names(table.Seats), "\t"))
	}
	return w.Flush()
}

func newTournamentExportCommand() *cobra.Command {
	var f tournamentFlags
	cmd := &cobra.Command{Use: "export ID", Short: "print a tournament as one file", Args: command.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd.Context(), func(s *store.Store, _ *director.Director) error {
				t, _, err := s.Tournament(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				encoder := json.NewEncoder(cmd.OutOrStdout())
				encoder.SetIndent("", " ")
				return encoder.Encode(t)
			})
		}}
	f.add(cmd)
	return cmd
}

func newTournamentImportCommand() *cobra.Command {
	var f tournamentFlags
	cmd := &cobra.Command{Use: "import FILE", Short: "take over a tournament that was exported", Args: command.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := readFile(args[0], func(r io.Reader) (t tournament.Tournament, err error) { return t, json.NewDecoder(r).Decode(&t) })
			if err != nil {
				return fmt.Errorf("%w: %w", usageerror.Err, err)
			}
			return f.with(cmd.Context(), func(_ *store.Store, d *director.Director) error {
				return d.Create(cmd.Context(), t, f.by)
			})
		}}
	f.add(cmd)
	return cmd
}
