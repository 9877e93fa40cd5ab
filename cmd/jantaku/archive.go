package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"jantaku/access"
	"jantaku/internal/command"
	"jantaku/internal/referee"
	"jantaku/internal/usageerror"
	"jantaku/league/archive"
	"jantaku/league/hall"
	"jantaku/league/store"
	"jantaku/mqtt/reader"
)

// archiveFlags say where the books of a league are, and at which broker its tables.
type archiveFlags struct {
	data, database string
	archive        archive.Config
	listen, people string
	zone           string
	hallUser       string
	hosts          []string
	verbose        bool
}

const archiveHelp = `Hears the journals of many tables at a broker and keeps them: in a folder with SQLite, as a club of some
tables needs it, or in PostgreSQL. Several archives may run beside each other, each with a --name of its own;
nothing is kept twice. A table that was away is asked for what is missing. docs/league.md tells how a league is
set up.

The passwords at the broker are read from JANTAKU_ARCHIVE_PASSWORD and, of --hall-user, JANTAKU_HALL_PASSWORD, and the database
from JANTAKU_ARCHIVE_DB where --db does not say it, since everybody on a machine can read what a program was started with.
"jantaku access broker" writes these users for Mosquitto and NATS.`

func newArchiveCommand() *cobra.Command {
	var f archiveFlags
	cmd := &cobra.Command{Use: "archive [--data FOLDER | --db URL]", Short: "keep the books of many tables, and show them", Long: archiveHelp, Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context()) }}
	f.addStore(cmd)
	cmd.Flags().StringSliceVar(&f.archive.Brokers, "broker", []string{"tcp://127.0.0.1:1883"}, "broker of the tables; more of them are its other nodes")
	cmd.Flags().StringVar(&f.archive.User, "user", "", "user at the broker")
	cmd.Flags().StringVar(&f.hallUser, "hall-user", "", "user of the pages at the broker, who may start matches where tournaments are directed; --user when empty")
	cmd.Flags().StringSliceVar(&f.archive.Prefixes, "prefix", []string{"jantaku"}, "prefix of the topics of a club, such as jantaku/riverside; + stands for any level, and it may be given again")
	cmd.Flags().StringVar(&f.listen, "listen", "127.0.0.1:8090", "where the pages are, such as :8090 for the whole network; empty for none")
	cmd.Flags().DurationVar(&f.archive.Patience, "patience", time.Minute, "how long a gap may last before the table is asked for what is missing")
	cmd.Flags().StringVar(&f.people, "people", "", "file of those who may more than look: [{\"name\", \"role\": \"referee\", \"director\" or \"admin\", \"password\"}], as jantaku access hash writes passwords")
	cmd.Flags().StringSliceVar(&f.hosts, "host", nil, "name by which the pages are reached, besides addresses and names of a local network")
	cmd.Flags().StringVar(&f.zone, "zone", "", "time zone in which seasons begin, such as Asia/Shanghai; kept with the books, that of the machine until it is given")
	cmd.Flags().StringVar(&f.archive.Name, "name", "", "name of this archive at the broker, [a-z0-9-]; that of the machine when empty")
	cmd.AddCommand(newArchiveMoveCommand(), newArchiveRenameCommand(), newArchiveStatusCommand(), newArchivePlayerCommand())
	return cmd
}

// addStore are the flags that say where the books are.
func (f *archiveFlags) addStore(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.data, "data", "archive", "folder of the books, with SQLite")
	cmd.Flags().StringVar(&f.database, "db", "", "URL of PostgreSQL in place of a folder, such as postgres://jantaku@db1,db2/league?target_session_attrs=read-write")
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "log more")
}

// where is the place of the books.
func (f *archiveFlags) where() string {
	return cmp.Or(f.database, os.Getenv("JANTAKU_ARCHIVE_DB"), f.data)
}

func (f *archiveFlags) open(ctx context.Context, log *slog.Logger) (*store.Store, error) {
	return store.Open(ctx, f.where(), referee.Shelf, log)
}

// notInNames is what a machine's name may have and a client's may not.
var notInNames = regexp.MustCompile(`[^a-z0-9-]+`)

func (f *archiveFlags) run(ctx context.Context) error {
	log := command.NewLog(f.verbose)
	f.archive.Password = os.Getenv("JANTAKU_ARCHIVE_PASSWORD")
	if f.archive.Name == "" {
		host, err := os.Hostname()
		if err != nil {
			return fmt.Errorf("archive: give it a --name: %w", err)
		}
		f.archive.Name = strings.Trim(notInNames.ReplaceAllString(strings.ToLower(host), "-"), "-")
	}
	s, err := f.open(ctx, log)
	if err != nil {
		return err
	}
	defer s.Close()
	if f.zone != "" {
		if err := s.SetZone(ctx, f.zone); err != nil {
			return err
		}
	}
	a, err := archive.New(f.archive, s, log)
	if err != nil {
		return fmt.Errorf("%w: %w", usageerror.Err, err)
	}
	log.Info("archive", "name", f.archive.Name, "brokers", f.archive.Brokers, "prefixes", f.archive.Prefixes, "books", store.Shown(f.where()))
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return a.Run(ctx) })
	if f.listen != "" {
		accounts, err := readPeople(f.people)
		if err != nil {
			return err
		}
		l, err := net.Listen("tcp", f.listen)
		if err != nil {
			return fmt.Errorf("archive: pages: %w", err)
		}
		if err := f.pages(ctx, group, hall.Config{Store: s, Accounts: accounts, Hosts: f.hosts, Metrics: a.Metrics(), Log: log}, l); err != nil {
			return err
		}
		log.Info("pages", "address", "http://"+l.Addr().String()+"/")
	}
	return group.Wait()
}

// pages serves the hall beside the archive, with what hears the tables, remembers who has signed in and starts matches.
func (f *archiveFlags) pages(ctx context.Context, group *errgroup.Group, c hall.Config, l net.Listener) (err error) {
	user, password := f.archive.User, f.archive.Password
	if f.hallUser != "" {
		user, password = f.hallUser, os.Getenv("JANTAKU_HALL_PASSWORD")
	}
	c.Live, err = hall.NewLive(reader.Config{Brokers: f.archive.Brokers, User: user, Password: password, ID: "jantaku-hall-" + rand.Text()[:8]}, f.archive.Prefixes, c.Log)
	if err != nil {
		return err
	}
	if !store.IsPostgres(f.where()) { // beside the books; a hall at a database has no folder
		c.Sessions = access.OpenSessions(filepath.Join(f.where(), "sessions.json"), c.Log)
	}
	c.Director = newDirector(c.Store.Plain(), c.Live)
	web, err := hall.New(c)
	if err != nil {
		return err
	}
	group.Go(func() error { return c.Live.Run(ctx) })
	group.Go(func() error { return web.Serve(ctx, l) })
	group.Go(func() error { return web.Follow(ctx) })
	return nil
}

// readPeople reads who may more than look; nil without a file.
func readPeople(file string) (*access.Accounts, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", usageerror.Err, err)
	}
	var people []access.Account
	if err := json.Unmarshal(text, &people); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", usageerror.Err, file, err)
	}
	accounts, err := access.New(people, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", usageerror.Err, file, err)
	}
	return accounts, nil
}

func newArchiveMoveCommand() *cobra.Command {
	var from string
	var f archiveFlags
	cmd := &cobra.Command{Use: "move --from FOLDER --db URL", Short: "bring the books of one archive into another, as from SQLite to PostgreSQL",
		Long: "Brings everything of the books at --from into those at --db or --data. What is there stays; it may be stopped and begun again, and\nan archive that runs may go on.", Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if from == "" {
				return fmt.Errorf("%w: say --from where", usageerror.Err)
			}
			log := command.NewLog(f.verbose)
			source, err := store.Open(cmd.Context(), from, referee.Shelf, log)
			if err != nil {
				return err
			}
			defer source.Close()
			target, err := f.open(cmd.Context(), log)
			if err != nil {
				return err
			}
			defer target.Close()
			moved := 0
			if err := target.Move(cmd.Context(), source, func(events int) { moved = events }); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d events are in %s\n", moved, store.Shown(f.where()))
			return nil
		}}
	f.addStore(cmd)
	cmd.Flags().StringVar(&from, "from", "", "folder or URL of the books that are brought")
	return cmd
}

func newArchiveRenameCommand() *cobra.Command {
	var f archiveFlags
	cmd := &cobra.Command{Use: "rename CLUB/TABLE CLUB/TABLE", Short: "give the books of a table to the table that it is called now", Args: command.Args(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			var names [4]string
			for i, arg := range args {
				at := strings.LastIndex(arg, "/")
				if at < 1 || at == len(arg)-1 {
					return fmt.Errorf("%w: %q is not CLUB/TABLE", usageerror.Err, arg)
				}
				names[2*i], names[2*i+1] = arg[:at], arg[at+1:]
			}
			s, err := f.open(cmd.Context(), command.NewLog(f.verbose))
			if err != nil {
				return err
			}
			defer s.Close()
			return s.Rename(cmd.Context(), names[0], names[1], names[2], names[3])
		}}
	f.addStore(cmd)
	return cmd
}

const archivePlayerHelp = `Says who is who over all tables and clubs; the number of a player is in the address of the player's page.

merge NUMBER INTO   both are one person: what either did counts for INTO
split NUMBER        a name that was merged is another person after all
remove NUMBER       removes the name of a person who asks for it, from pages, searches, exports and from what was typed about the
                    person; results stay, as those of "removed player NUMBER"
restore NUMBER      gives the name back
trail               who changed what, and why`

func newArchivePlayerCommand() *cobra.Command {
	var f archiveFlags
	var by, why string
	cmd := &cobra.Command{Use: "player merge|split|remove|restore|trail [NUMBER] [INTO]", Short: "say who is who, and remove a name for a person who asks", Long: archivePlayerHelp, Args: command.Args(cobra.RangeArgs(1, 3)),
		RunE: func(cmd *cobra.Command, args []string) error {
			want := map[string]int{"merge": 2, "split": 1, "remove": 1, "restore": 1, "trail": 0}
			n, known := want[args[0]]
			if !known || n != len(args)-1 {
				return fmt.Errorf("%w: %q is none of merge NUMBER INTO, split NUMBER, remove NUMBER, restore NUMBER, trail", usageerror.Err, strings.Join(args, " "))
			}
			var numbers [2]int64
			for i, arg := range args[1:] {
				var err error
				if numbers[i], err = strconv.ParseInt(arg, 10, 64); err != nil {
					return fmt.Errorf("%w: %q is no number of a player", usageerror.Err, arg)
				}
			}
			s, err := f.open(cmd.Context(), command.NewLog(f.verbose))
			if err != nil {
				return err
			}
			defer s.Close()
			switch ctx := cmd.Context(); args[0] {
			case "merge":
				return s.Merge(ctx, numbers[0], numbers[1], by, why)
			case "split":
				return s.Split(ctx, numbers[0], by, why)
			case "remove":
				return s.RemoveName(ctx, numbers[0], by, why)
			case "restore":
				return s.RestoreName(ctx, numbers[0], by, why)
			}
			trail, err := s.PeopleTrail(cmd.Context(), math.MaxInt32)
			for _, c := range trail {
				fmt.Fprintf(cmd.OutOrStdout(), "%s\t%s\t%d %s\t%s\t%s\t%s\n", c.Time.Format("2006-01-02 15:04:05"), c.What, c.Player, c.Name, c.OtherAs, c.By, c.Why)
			}
			return err
		}}
	f.addStore(cmd)
	cmd.Flags().StringVar(&by, "by", "", "who does this, for the trail")
	cmd.Flags().StringVar(&why, "why", "", "why, for the trail")
	return cmd
}

func newArchiveStatusCommand() *cobra.Command {
	var f archiveFlags
	cmd := &cobra.Command{Use: "status", Short: "say how far the books of each table are, and what could not be read", Args: command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := f.open(cmd.Context(), command.NewLog(f.verbose))
			if err != nil {
				return err
			}
			defer s.Close()
			return archiveStatus(cmd.Context(), cmd, s)
		}}
	f.addStore(cmd)
	return cmd
}

func archiveStatus(ctx context.Context, cmd *cobra.Command, s *store.Store) error {
	out := cmd.OutOrStdout()
	size, err := s.Size(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d tables' books, %d events, %d matches, %d hands, %d players\n", size.Journals, size.Events, size.Matches, size.Hands, size.Players)
	gaps, err := s.Gaps(ctx)
	if err != nil {
		return err
	}
	for _, g := range gaps {
		fmt.Fprintf(out, "%s/%s: whole up to event %d of %d\n", g.Club, g.Table, g.Upto, g.Known)
	}
	faults, err := s.Faults(ctx)
	if err != nil {
		return err
	}
	for _, one := range faults {
		fmt.Fprintf(out, "%s/%s: match %s cannot be read: %s\n", one.Club, one.Table, one.Match, one.Why)
	}
	refused, err := s.AllRefusals(ctx)
	if err != nil {
		return err
	}
	for _, r := range refused {
		fmt.Fprintf(out, "%s/%s: %d messages were refused, the last at %s\n", r.Club, r.Table, r.Times, r.Last.Format("2006-01-02 15:04:05"))
	}
	return nil
}
