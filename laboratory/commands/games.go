package commands

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/tracker"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/players"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
	"jantaku/vision/play/prior"
)

func newGamesCommand() *cobra.Command {
	var rules command.Rules
	var count int
	var seed uint64
	var flowers bool
	cmd := &cobra.Command{
		Use:   "games --rules ID --count N --seed S",
		Short: "play hands with players of its own, as records",
		Long: `Four players of the program play match after match by a rule book; every hand is one
JSON line on standard output, move by move (the record of a hand, docs/records.md). The same
seed plays the same hands.`,
		Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			table, err := playersFor(rules, flowers, seed)
			if err != nil {
				return err
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			lines := json.NewEncoder(out)
			for i := 0; i < count && cmd.Context().Err() == nil; i++ {
				record, err := table.Next()
				if err != nil {
					return err
				}
				if err := lines.Encode(record); err != nil {
					return fmt.Errorf("games: %w", err)
				}
			}
			return out.Flush()
		},
	}
	rules.Add(cmd)
	cmd.Flags().IntVar(&count, "count", 1, "how many hands")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the walls and of what players do")
	cmd.Flags().BoolVar(&flowers, "flowers", true, "play with flowers where the rule book knows them")
	return cmd
}

// playersFor seats the program's own players for a rule book.
func playersFor(rules command.Rules, flowers bool, seed uint64) (*players.Table, error) {
	book, err := rules.Open()
	if err != nil {
		return nil, err
	}
	manners, err := course.MannersOf(book)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", usageerror.Err, err)
	}
	manners.Flowers = manners.Flowers && flowers
	going := books.All()[rules.ID].Course
	if going == nil {
		return nil, fmt.Errorf("%w: hands of %s are scored and not played; choose one of %s", usageerror.Err, rules.ID, strings.Join(books.Matches(), ", "))
	}
	match := models.Match{ID: "games", Rules: rules.ID, Profile: rules.Profile, Options: rules.Options(),
		Players: []models.Player{{ID: "1"}, {ID: "2"}, {ID: "3"}, {ID: "4"}}}
	if starting, ok := going.(ledger.Starting); ok {
		match.Start = starting.Start(match)
	}
	return players.New(book, going, match, manners, seed)
}

// gameOf gives what the course of a hand by a rule book depends on, for a wall of so many tiles.
func gameOf(rules command.Rules) func(tiles int) (*prior.Game, error) {
	return func(tiles int) (*prior.Game, error) {
		game, err := tracker.GameOf(rules.ID, rules.Profile, rules.Options(), tiles)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", usageerror.Err, err)
		}
		return game, nil
	}
}
