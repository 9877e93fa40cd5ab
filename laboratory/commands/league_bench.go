package commands

import (
	"fmt"
	"net/http"

	"github.com/spf13/cobra"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/laboratory/league/bench"
	"jantaku/league/hall"
	"jantaku/league/store"
)

const leagueBenchHelp = `Fills a database of PostgreSQL with hands that the program's own players have played, copied for 20,000 players at 1,000 tables
of 200 clubs, and measures how long pages take over it. The database is started in a folder and removed afterwards; with --data it stays, so
that a later run goes on filling it. One of your own (--db) must be empty, and its user a superuser. Ten million hands
need 20 GB.`

// LeagueBench fills a database and measures its pages.
func LeagueBench() *cobra.Command {
	b := &bench.Bench{}
	var verbose bool
	cmd := &cobra.Command{Use: "bench", Short: "fill a database with many hands, and measure its pages", Long: leagueBenchHelp, Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if b.Hands < 1 || b.Patterns < 1 || b.Samples < 1 {
				return fmt.Errorf("%w: --hands, --patterns and --samples must be 1 or more", usageerror.Err)
			}
			b.Out, b.Log = cmd.OutOrStdout(), command.NewLog(verbose)
			b.Pages = func(s *store.Store) (http.Handler, error) {
				web, err := hall.New(hall.Config{Store: s, Log: b.Log})
				if err != nil {
					return nil, err
				}
				return web.Handler(), nil
			}
			return b.Run(cmd.Context())
		}}
	cmd.Flags().Int64Var(&b.Hands, "hands", 1_000_000, "how many hands the database has")
	cmd.Flags().IntVar(&b.Patterns, "patterns", 30, "how many matches by each rule book are played, and copied")
	cmd.Flags().Float64Var(&b.Watched, "watched", .2, "share of the matches, 0 to 1, whose hands have their courses: 3 kB each")
	cmd.Flags().IntVar(&b.Samples, "samples", 200, "how often each kind of page is asked for")
	cmd.Flags().StringVar(&b.Database, "db", "", "URL of an empty database of PostgreSQL, in place of one that is started")
	cmd.Flags().StringVar(&b.Folder, "data", "", "folder in which PostgreSQL is started; it stays")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "log more")
	return cmd
}
