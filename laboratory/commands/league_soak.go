package commands

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/league/soak"
)

const leagueSoakHelp = `Plays an evening of a league: tables without pictures, three nodes of NATS (or with --mosquitto one broker), two archives and
PostgreSQL, each a process of its own. While the tables play every node is killed, and cut off by a network that swallows what it says and
hears, in turn, those first that lead the streams in which MQTT is kept; both archives are killed and cut off, the database is killed and restarted,
connections of half of the tables are swallowed, and one table is offline all evening. At the end every event, hand and correction of every table's books must stand in the database once; it ends with an error otherwise.`

// LeagueSoak plays an evening of a league under faults.
func LeagueSoak() *cobra.Command {
	s := &soak.Soak{}
	var verbose bool
	cmd := &cobra.Command{Use: "soak", Short: "play an evening of a league under faults, and compare the database with the tables' books", Long: leagueSoakHelp, Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if s.Tables < 2 || s.Pace <= 0 || s.For <= 0 {
				return fmt.Errorf("%w: two tables at least, and --pace and --for above 0", usageerror.Err)
			}
			s.Out, s.Log = cmd.OutOrStdout(), command.NewLog(verbose)
			return s.Run(cmd.Context())
		}}
	cmd.Flags().IntVar(&s.Tables, "tables", 100, "how many tables play")
	cmd.Flags().DurationVar(&s.Pace, "pace", 30*time.Second, "how long a hand takes about")
	cmd.Flags().DurationVar(&s.For, "for", 10*time.Minute, "how long is played; the faults are spread over it")
	cmd.Flags().BoolVar(&s.Mosquitto, "mosquitto", false, "one Mosquitto in place of three nodes of NATS")
	cmd.Flags().IntVar(&s.Kills, "kills", 20, "how often the one Mosquitto is killed")
	cmd.Flags().BoolVar(&s.SQLite, "sqlite", false, "keep the books with SQLite in place of PostgreSQL")
	cmd.Flags().BoolVar(&s.Quiet, "quiet", false, "no faults: to see how long an event takes to the database")
	cmd.Flags().DurationVar(&s.Patience, "patience", 10*time.Second, "how long a gap may last before a table is asked")
	cmd.Flags().StringVar(&s.Folder, "data", "", "folder of everything, with what the processes said; one that is removed when empty")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "log more")
	return cmd
}

// LeagueNode is one node of the cluster of a soak.
func LeagueNode() *cobra.Command {
	var n soak.Node
	cmd := &cobra.Command{Use: "node", Short: "run one node of NATS for a soak", Hidden: true, Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return n.Run(cmd.Context()) }}
	cmd.Flags().StringVar(&n.Name, "name", "", "name of the node")
	cmd.Flags().StringVar(&n.MQTT, "mqtt", "", "host and port for clients")
	cmd.Flags().StringVar(&n.Cluster, "cluster", "", "host and port for the other nodes")
	cmd.Flags().StringVar(&n.Monitor, "monitor", "", "host and port at which it tells how it is")
	cmd.Flags().StringSliceVar(&n.Routes, "routes", nil, "the other nodes")
	cmd.Flags().StringVar(&n.Store, "store", "", "folder")
	return cmd
}
