// Package commands are the commands that measure and try the program: pictures and films are drawn, hands are played,
// and what was read, followed or booked is compared with the truth. The program takes them in with one line; nothing of
// a running table needs them.
package commands

import "github.com/spf13/cobra"

// All are the commands by themselves; [BenchVision], [LeagueSoak], [LeagueBench] and [LeagueNode] stand under commands of the program.
func All() []*cobra.Command {
	return []*cobra.Command{newSceneCommand(), newFilmCommand(), newWatchCommand(), newPlayCommand(), newGamesCommand(), newEvaluateCommand(), newSoakCommand()}
}
