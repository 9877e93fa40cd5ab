package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"jantaku/internal/cliinput"
	"jantaku/internal/tracker"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
	"jantaku/vision/play"
)

// rulesFlags are the flags that choose a rule book.
type rulesFlags struct {
	id, profile string
	set         []string
}

func (f *rulesFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.id, "rules", books.Default, "rule book: "+strings.Join(books.IDs(), ", "))
	cmd.Flags().StringVar(&f.profile, "profile", "", "profile of the rule book")
	cmd.Flags().StringArrayVar(&f.set, "set", nil, "option of the rule book as key=value; may be repeated")
}

// open makes the rule book. A name or an option that does not exist is wrong use.
func (f *rulesFlags) open() (scoring.Tabled, error) {
	return openBook(f.id, f.profile, f.set)
}

// game gives what the course of a hand depends on, for a wall of so many tiles.
func (f *rulesFlags) game(tiles int) (*play.Game, error) {
	game, err := tracker.GameOf(f.id, f.profile, f.options(), tiles)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUsage, err)
	}
	return game, nil
}

// match is one that is played by the rule book.
func (f *rulesFlags) match() models.Match {
	return models.Match{Rules: f.id, Profile: f.profile, Options: f.options()}
}

// options are the single options as a match keeps them.
func (f *rulesFlags) options() map[string]string {
	var options map[string]string
	for _, s := range f.set {
		if key, value, ok := strings.Cut(s, "="); ok {
			if options == nil {
				options = map[string]string{}
			}
			options[key] = value
		}
	}
	return options
}

// openBook makes a rule book from a profile and options of the form key=value.
func openBook(id, profile string, set []string) (scoring.Tabled, error) {
	options, err := cliinput.Pairs(set)
	if err != nil {
		return nil, err
	}
	rules, err := books.Open(id, profile, options)
	if err != nil {
		return nil, fmt.Errorf("%w: %w%s", errUsage, err, nearListed(err))
	}
	return rules, nil
}
