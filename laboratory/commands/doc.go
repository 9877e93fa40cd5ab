// Package commands are the commands that measure and try the program: pictures and films are drawn, hands are played,
// and what was read, followed or booked is compared with the truth. The program takes them in with one line; nothing of
// a running table needs them.
package commands

import (
	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/tracker"
	"jantaku/internal/usageerror"
	"jantaku/vision/play/prior"

	"fmt"
)

// All are the commands by themselves; [BenchVision], [LeagueSoak], [LeagueBench] and [LeagueNode] stand under commands of the program.
func All() []*cobra.Command {
	return []*cobra.Command{newSceneCommand(), newFilmCommand(), newWatchCommand(), newPlayCommand(), newGamesCommand(), newEvaluateCommand(), newSoakCommand()}
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
