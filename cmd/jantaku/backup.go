package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"jantaku/ledger"
)

func newBackupCommand() *cobra.Command {
	var f ledgerFlags
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "copy the ledger to a file, also while the daemon runs; backup restore puts it back",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.read(cmd.Context(), func(l *ledger.Ledger) error {
				if err := l.Backup(cmd.Context(), args[0]); err != nil {
					return err
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s holds the ledger %s\n", args[0], f.path)
				return err
			})
		},
	}
	f.addPath(cmd)
	cmd.AddCommand(newRestoreCommand())
	return cmd
}

func newRestoreCommand() *cobra.Command {
	var f ledgerFlags
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "check a backup and put it in the place of the ledger, which is kept beside it",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			kept, err := ledger.Restore(cmd.Context(), args[0], f.path, ledger.WithShelf(shelf))
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
