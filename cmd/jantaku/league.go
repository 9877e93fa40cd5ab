package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/league/archive"
	"jantaku/league/hall"
	"jantaku/league/local"
)

func newLeagueCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "league", Short: "try out a league of many tables, and what it stands"}
	cmd.AddCommand(newLeagueTryCommand())
	return cmd
}

// leagueTrial is a league on one machine, with players of its own.
type leagueTrial struct {
	archiveFlags
	tables, clubs int
	pace          time.Duration
	rules         []string
}

func newLeagueTryCommand() *cobra.Command {
	var t leagueTrial
	cmd := &cobra.Command{Use: "try", Short: "start a broker, a database, the archive, its pages and some tables on this machine",
		Long: `Starts Mosquitto, PostgreSQL (SQLite where it is not installed), the archive with its pages, and tables at which the program's own
players play: everything that a league has, on one machine, until Ctrl-C. The data stay in --data for the next time.`, Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context(), cmd) }}
	cmd.Flags().StringVar(&t.data, "data", "league-trial", "folder of everything")
	cmd.Flags().IntVar(&t.tables, "tables", 20, "how many tables")
	cmd.Flags().IntVar(&t.clubs, "clubs", 3, "in how many clubs")
	cmd.Flags().DurationVar(&t.pace, "pace", 20*time.Second, "how long a hand takes about")
	cmd.Flags().StringSliceVar(&t.rules, "rules", []string{"riichi", "mcr", "lingque-29"}, "rule books, one club after the other")
	cmd.Flags().StringVar(&t.listen, "listen", "127.0.0.1:8090", "where the pages are")
	cmd.Flags().BoolVarP(&t.verbose, "verbose", "v", false, "log more")
	return cmd
}

func (t *leagueTrial) run(ctx context.Context, cmd *cobra.Command) (err error) {
	if t.tables < 1 || t.clubs < 1 || len(t.rules) == 0 {
		return fmt.Errorf("%w: --tables and --clubs must be 1 or more, and --rules one or more", usageerror.Err)
	}
	log := command.NewLog(t.verbose)
	folder, err := filepath.Abs(t.data)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	broker, err := local.StartMosquitto(ctx, filepath.Join(folder, "broker"), "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, broker.Stop()) }()
	t.data = filepath.Join(folder, "archive")
	if local.HasPostgres() {
		database, err := local.StartPostgres(ctx, filepath.Join(folder, "postgres"), false)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, database.Stop()) }()
		if err := database.Ensure(ctx, "league"); err != nil {
			return err
		}
		t.database = database.URL("league")
	} else {
		log.Info("without PostgreSQL the books are kept with SQLite; to install it: apt install postgresql")
	}
	s, err := t.open(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	t.archive = archive.Config{Brokers: []string{broker.URL()}, Name: "trial", Prefixes: []string{"jantaku/+"}}
	a, err := archive.New(t.archive, s, log)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", t.listen)
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return a.Run(ctx) })
	if err := t.pages(ctx, group, hall.Config{Store: s, Hosts: t.hosts, Metrics: a.Metrics(), Log: log}, l); err != nil {
		return err
	}
	for n := range t.tables {
		group.Go(func() error { return t.table(ctx, n, folder, broker.URL(), log) })
	}
	fmt.Fprintf(cmd.OutOrStdout(), "the hall: http://%s/\nbroker: %s\nCtrl-C ends it\n", l.Addr(), broker.URL())
	return group.Wait()
}
