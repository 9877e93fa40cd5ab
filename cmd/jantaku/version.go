package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"jantaku/internal/command"

	"github.com/spf13/cobra"
)

// version is the release; a build may set it with -ldflags "-X main.version=...".
var version = "0.3.0"

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version, the commit and the Go version",
		Args:  command.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			commit := "unknown"
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, setting := range info.Settings {
					if setting.Key == "vcs.revision" {
						commit = setting.Value
					}
				}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "jantaku %s (commit %s, %s)\n", version, commit, runtime.Version())
			return nil
		},
	}
}
