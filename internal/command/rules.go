package command

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"jantaku/internal/cliinput"
	"jantaku/internal/usageerror"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

// Rules are the flags that choose a rule book.
type Rules struct {
	ID, Profile string
	Set         []string
}

// Add puts them to a command.
func (f *Rules) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.ID, "rules", books.Default, "rule book: "+strings.Join(books.IDs(), ", "))
	cmd.Flags().StringVar(&f.Profile, "profile", "", "profile of the rule book")
	cmd.Flags().StringArrayVar(&f.Set, "set", nil, "option of the rule book as key=value; may be repeated")
}

// Open makes the rule book. A name or an option that does not exist is wrong use.
func (f *Rules) Open() (scoring.Tabled, error) {
	return OpenBook(f.ID, f.Profile, f.Set)
}

// Match is one that is played by the rule book.
func (f *Rules) Match() models.Match {
	return models.Match{Rules: f.ID, Profile: f.Profile, Options: f.Options()}
}

// Options are the single options as a match keeps them.
func (f *Rules) Options() map[string]string {
	var options map[string]string
	for _, s := range f.Set {
		if key, value, ok := strings.Cut(s, "="); ok {
			if options == nil {
				options = map[string]string{}
			}
			options[key] = value
		}
	}
	return options
}

// OpenBook makes a rule book from a profile and options of the form key=value.
func OpenBook(id, profile string, set []string) (scoring.Tabled, error) {
	options, err := cliinput.Pairs(set)
	if err != nil {
		return nil, err
	}
	rules, err := books.Open(id, profile, options)
	if err != nil {
		return nil, fmt.Errorf("%w: %w%s", usageerror.Err, err, NearListed(err))
	}
	return rules, nil
}

// HandFlag puts the flag to a command that says how many tiles a hand has.
func HandFlag(f *pflag.FlagSet, size *models.HandSize) {
	*size = models.Thirteen
	f.Func("hand", "tiles in a hand before the win: 13 or 16 (default 13)", func(text string) error {
		for _, known := range []models.HandSize{models.Thirteen, models.Sixteen} {
			if text == strconv.Itoa(int(known)) {
				*size = known
				return nil
			}
		}
		return fmt.Errorf("hands have %d or %d tiles", models.Thirteen, models.Sixteen)
	})
}
