package main

import (
	"fmt"

	"github.com/spf13/cobra"

	calling "jantaku/internal/usage"
)

// errUsage marks an error that comes from how the program was called.
var errUsage = calling.Err

// usage wraps an argument check so that its error counts as wrong use.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			if check(cmd, nil) == nil && len(args) > 0 && !cmd.HasSubCommands() && check(cmd, args[:1]) != nil {
				return fmt.Errorf("%w: %s takes flags alone, and %q is none", errUsage, cmd.CommandPath(), args[0])
			}
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		return nil
	}
}
