package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"jantaku/internal/usageerror"
)

// near gives the hint at what somebody may have meant, out of what is known; empty where nothing is like it.
func near(word string, known []string) string {
	names := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, name := range known {
		names.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	if found := names.SuggestionsFor(word); len(found) > 0 {
		return fmt.Sprintf("; did you mean %s?", strings.Join(found, " or "))
	}
	return ""
}

// NearListed gives the hint at what somebody may have meant out of an error that lists what there is, such as
// rules "mrc" is not one of mcr, riichi.
func NearListed(err error) string {
	said, list, ok := strings.Cut(err.Error(), `" is not one of `)
	if !ok {
		return ""
	}
	list, _, _ = strings.Cut(list, ", and ") // what is said beside the list
	return near(said[strings.LastIndex(said, `"`)+1:], strings.FieldsFunc(list, func(r rune) bool { return r == ' ' || r == ',' }))
}

// noSuchCommand is what a command says that has only subcommands and got a word that is none.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, sub := range cmd.Commands() {
		known = append(known, sub.Name())
	}
	return fmt.Errorf("%w: %s has no command %q%s", usageerror.Err, cmd.CommandPath(), args[0], near(args[0], known))
}

// WrongFlag hints at the flag that somebody may have meant.
func WrongFlag(cmd *cobra.Command, err error) error {
	hint := ""
	if word, ok := strings.CutPrefix(err.Error(), "unknown flag: --"); ok {
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if hint = near(word, known); hint != "" {
			hint = strings.ReplaceAll(strings.ReplaceAll(hint, "mean ", "mean --"), " or ", " or --")
		}
	}
	return fmt.Errorf("%w: %w%s", usageerror.Err, err, hint)
}

// HintAtCommands has every command refuse words that are none of its subcommands, with a hint, where it takes
// no words itself.
func HintAtCommands(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		HintAtCommands(sub)
	}
	if !cmd.HasSubCommands() || cmd.Args != nil && cmd.Args(cmd, []string{"word"}) == nil {
		return
	}
	cmd.Args = noSuchCommand
	if !cmd.Runnable() {
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
}
