// Command jantaku is the whole program of a mahjong table: the daemon beside it,
// and the tools a club needs around it. Each subcommand is one file of this folder.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"jantaku/internal/command"
	"jantaku/internal/usageerror"

	"github.com/spf13/cobra"
)

// Exit codes of the command line.
const (
	exitDone     = 0
	exitFailed   = 1
	exitWrongUse = 2
)

func main() {
	followSkew()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// run executes the command line and gives the exit code.
func run(ctx context.Context, args []string) int {
	root := newRootCommand()
	root.SetArgs(args)
	switch err := root.ExecuteContext(ctx); {
	case err == nil:
		return exitDone
	case errors.Is(err, usageerror.Err):
		fmt.Fprintf(os.Stderr, "jantaku: %v\nSee jantaku --help.\n", err)
		return exitWrongUse
	default:
		fmt.Fprintf(os.Stderr, "jantaku: %v\n", err)
		return exitFailed
	}
}

// newRootCommand lists the subcommands. Each constructor stands in a file of its own.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "jantaku",
		Short:         "reads, scores and shows the hands of an automatic mahjong table",
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SetOut(os.Stdout)
	root.SetFlagErrorFunc(command.WrongFlag)
	for _, newCommand := range []func() *cobra.Command{
		newRunCommand,
		newDemoCommand,
		newDoctorCommand,
		newScoreCommand,
		newRulesCommand,
		newWaitsCommand,
		newSettleCommand,
		newBenchCommand,
		newMatchCommand,
		newExportCommand,
		newReplayCommand,
		newBackupCommand,
		newArchiveCommand,
		newLeagueCommand,
		newAccessCommand,
		newCalibrateCommand,
		newRecognizeCommand,
		newTableCommand,
		newSimulateCommand,
		newTournamentCommand,
		newEyeCommand,
		newVersionCommand,
	} {
		root.AddCommand(newCommand())
	}
	addLaboratory(root)
	command.HintAtCommands(root)
	return root
}
