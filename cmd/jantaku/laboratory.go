package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"jantaku/laboratory/commands"
	"jantaku/laboratory/league/play"
	"jantaku/mqtt"
)

// What the program takes from the laboratory stands in this file, and in demo.go.

// followSkew lets the clock of this program be set, where it was built so (packaging/skewed.sh).
func followSkew() { commands.FollowSkew() }

// addLaboratory adds the commands that measure and try the program, some of them under commands of a table.
func addLaboratory(root *cobra.Command) {
	root.AddCommand(commands.All()...)
	for under, add := range map[string][]*cobra.Command{"bench": {commands.BenchVision()}, "league": {commands.LeagueSoak(), commands.LeagueBench(), commands.LeagueNode()}} {
		if cmd, _, err := root.Find([]string{under}); err == nil {
			cmd.AddCommand(add...)
		}
	}
}

// table plays at a table until the context ends.
func (t *leagueTrial) table(ctx context.Context, n int, folder, broker string, log *slog.Logger) error {
	club := n % t.clubs
	name := fmt.Sprintf("table-%d", n/t.clubs+1)
	live, err := play.StartLive(ctx, play.Seat{Folder: filepath.Join(folder, "tables", fmt.Sprintf("club-%d-%s", club+1, name)), Broker: broker,
		Address: mqtt.Address{Prefix: fmt.Sprintf("jantaku/club-%d", club+1), Table: name, Node: "node-" + name},
		Rules:   t.rules[club%len(t.rules)], Names: play.Names(club, 12), Seed: uint64(time.Now().UnixNano())}, log)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	err = live.Run(ctx, t.pace)
	return errors.Join(err, live.Close())
}
