package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"

	"github.com/spf13/cobra"

	"jantaku/internal/cliinput"
	"jantaku/internal/config"
	"jantaku/ledger"
	"jantaku/models"
)

// defaultLedger is the ledger of the daemon that runs with the default configuration,
// unless JANTAKU_LEDGER names a file or JANTAKU_DATA a folder.
func defaultLedger() string {
	folder := cmp.Or(os.Getenv("JANTAKU_DATA"), config.Default().Data)
	return cmp.Or(os.Getenv("JANTAKU_LEDGER"), filepath.Join(folder, config.LedgerName))
}

// ledgerFlags choose a ledger and say who changes it and why.
type ledgerFlags struct {
	path, by, why, match string
}

func (f *ledgerFlags) addPath(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.path, "ledger", defaultLedger(), "file of the ledger")
}

func (f *ledgerFlags) addChange(cmd *cobra.Command) {
	f.addPath(cmd)
	cmd.Flags().StringVar(&f.by, "by", userName(), "who makes the change; the user of this machine where nobody is named")
	cmd.Flags().Lookup("by").DefValue = "" // the help is the same for everybody
	cmd.Flags().StringVar(&f.why, "why", "", "why")
	cmd.Flags().StringVar(&f.match, "match", "", "id of the match; the one started last when empty")
}

func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return ""
}

func (f *ledgerFlags) author() models.Author {
	return models.Author{Source: "command line", By: f.by, Why: f.why}
}

// read opens the ledger beside a running daemon and closes it after do.
func (f *ledgerFlags) read(ctx context.Context, do func(*ledger.Ledger) error) error {
	l, err := ledger.OpenForReading(ctx, f.path, ledger.WithShelf(cliinput.Shelf))
	if errors.Is(err, ledger.ErrNoLedger) {
		return fmt.Errorf("%w; name its file with --ledger, or make one with jantaku match new", err)
	}
	if err != nil {
		return err
	}
	return errors.Join(do(l), l.Close())
}

// write opens the ledger alone and closes it after do.
func (f *ledgerFlags) write(ctx context.Context, do func(*ledger.Ledger) error) error {
	l, err := ledger.Open(ctx, f.path, ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		return err
	}
	return errors.Join(do(l), l.Close())
}

// find gives a match of a ledger, the one started last when no id is given.
func (f *ledgerFlags) find(ctx context.Context, l *ledger.Ledger) (ledger.State, error) {
	if f.match != "" {
		return l.Match(ctx, f.match)
	}
	if s := l.State(); s.Match.ID != "" {
		return s, nil
	}
	return ledger.State{}, ledger.ErrNoMatch
}

func printJSON(cmd *cobra.Command, what any) error {
	enc := json.NewEncoder(cmd.OutOrStdout())
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(what)
}
