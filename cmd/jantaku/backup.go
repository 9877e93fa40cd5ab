package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"jantaku/internal/cliinput"
	"jantaku/internal/command"
	"jantaku/ledger"
)

func newBackupCommand() *cobra.Command {
	var f backupFlags
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "copy the ledger to a file, also while the daemon runs; backup restore puts it back",
		Long: `Copies the ledger to a new file, photographs included, also while the daemon runs. With --keep
FILE is a folder: the copy is named after the moment, and all but the newest are removed. With
--check the copy is read to its end and every hand in it folded again, as backup restore would.`,
		Args: command.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.backup(cmd.Context(), args[0], cmd.OutOrStdout())
		},
	}
	f.addPath(cmd)
	cmd.Flags().IntVar(&f.keep, "keep", 0, "copy into a folder that keeps so many copies; 0 copies to a file")
	cmd.Flags().BoolVar(&f.check, "check", false, "read the copy, too")
	cmd.AddCommand(newRestoreCommand())
	return cmd
}

// backupFlags say what becomes of a copy.
type backupFlags struct {
	ledgerFlags
	keep  int
	check bool
}

// copyPattern is how copies in a folder are named: their order is that of time.
const copyPattern, copyTime = "ledger-*.db", "20060102T150405.000"

func (f *backupFlags) backup(ctx context.Context, to string, out io.Writer) error {
	folder := to
	if f.keep > 0 {
		if err := os.MkdirAll(folder, 0o750); err != nil {
			return fmt.Errorf("backup: %w", err)
		}
		to = filepath.Join(folder, strings.Replace(copyPattern, "*", time.Now().UTC().Format(copyTime), 1))
	}
	err := f.read(ctx, func(l *ledger.Ledger) error { return l.Backup(ctx, to) })
	if err == nil && f.check {
		err = ledger.Check(ctx, to, ledger.WithShelf(cliinput.Shelf))
	}
	if err != nil {
		return err // no older copy is removed for one that cannot be read
	}
	if f.keep > 0 {
		if err := keepNewest(folder, f.keep); err != nil {
			return fmt.Errorf("backup: %w", err)
		}
	}
	_, err = fmt.Fprintf(out, "%s holds the ledger %s\n", to, f.path)
	return err
}

// keepNewest removes the older copies of a folder.
func keepNewest(folder string, keep int) error {
	copies, err := filepath.Glob(filepath.Join(folder, copyPattern))
	if err != nil {
		return err
	}
	slices.Sort(copies)
	for _, old := range copies[:max(0, len(copies)-keep)] {
		if err := os.Remove(old); err != nil {
			return err
		}
	}
	return nil
}

func newRestoreCommand() *cobra.Command {
	var f ledgerFlags
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "check a backup and put it in the place of the ledger, which is kept beside it",
		Args:  command.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			kept, err := ledger.Restore(cmd.Context(), args[0], f.path, ledger.WithShelf(cliinput.Shelf))
			if err != nil {
				return err
			}
			if kept != "" {
				kept = "; what was there is kept as " + kept
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is restored from %s%s\n", f.path, args[0], kept)
			return err
		},
	}
	f.addPath(cmd)
	return cmd
}
