// Package command is what the commands of the command line share: checks of arguments, hints at what somebody may have
// meant, the flags that choose a rule book, the log and how far a long work is.
package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/internal/usageerror"
)

// Args wraps an argument check so that its error counts as wrong use.
func Args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			if check(cmd, nil) == nil && len(args) > 0 && !cmd.HasSubCommands() && check(cmd, args[:1]) != nil {
				return fmt.Errorf("%w: %s takes flags alone, and %q is none", usageerror.Err, cmd.CommandPath(), args[0])
			}
			return fmt.Errorf("%w: %s", usageerror.Err, wrongArgs(cmd, args, err))
		}
		return nil
	}
}

// wrongArgs says what a command is called with that got too few arguments or too many.
func wrongArgs(cmd *cobra.Command, args []string, err error) string {
	_, takes, named := strings.Cut(cmd.Use, " ")
	if !named || !strings.Contains(err.Error(), "arg(s)") { // cobra's own words name no argument
		return err.Error()
	}
	got := "nothing"
	if len(args) > 0 {
		got = fmt.Sprintf("%d: %s", len(args), strings.Join(args, " "))
	}
	return fmt.Sprintf("%s takes %s, and got %s", cmd.CommandPath(), strings.TrimPrefix(takes, "[flags] "), got)
}
