package lingque

import (
	"fmt"
	"slices"
	"strings"
)

// Options are what the books leave open or contradict themselves about. The default
// is the reading that their own examples ask for.
type Options struct {
	Edition int // 26 or 29
	// choices are the options that were set otherwise, by key.
	choices map[string]string
}

// option is one doubtful reading: its values, the default first, and what another
// value changes in the table.
type option struct {
	Key     string
	Values  []string
	Changes map[string][]change // by value
	Only    int                 // the edition that has the doubt; 0 for both
}

// options are the doubtful readings that change a score.
var options = []option{
	// 喜相逢 is printed as 与镜同互斥, against the examples 57 and 58 of both editions.
	{Key: "mirror_with_double_chow", Values: []string{"true", "false"}, Changes: map[string][]change{
		"false": {{Of: "mirror-suits", Excludes: ids{"mixed-double-chow"}}}}},
	// 清幺九 implies 二数; the 29th edition's own rule would count both, its example 29
	// and its appendix do not.
	{Key: "terminals_with_two_numbers", Values: []string{"false", "true"}, Only: 29, Changes: map[string][]change{
		"true": {{Of: "two-numbers", Allows: ids{"all-terminals"}}}}},
	// 四连刻 implies 对对和, which the 26th edition does not list under 不计.
	{Key: "four_consecutive_with_all_triplets", Values: []string{"false", "true"}, Only: 26, Changes: map[string][]change{
		"true": {{Of: "four-consecutive-triplets", Allows: ids{"all-triplets"}}}}},
	// 镜同对 is 16 fu in the body and in example 59, 12 in the appendix.
	{Key: "mirror_suit_pairs_fu", Values: []string{"16", "12"}, Only: 29, Changes: map[string][]change{
		"12": {{Of: "mirror-suit-pairs", Fu: 12}}}},
	// 全不靠 is 12 fu in the book and 8 in the author's own calculator.
	{Key: "all_unconnected_fu", Values: []string{"12", "8"}, Only: 29, Changes: map[string][]change{
		"8": {{Of: "all-unconnected", Fu: 8}}}},
}

// Edition gives the function that gives the options of an edition, whose only
// profile is the book itself.
func Edition(edition int) func(profile string) (Options, error) {
	return func(profile string) (Options, error) {
		if profile != "" {
			return Options{}, fmt.Errorf("lingque: there is no profile %q; the editions are rule books of their own", profile)
		}
		return Options{Edition: edition}, nil
	}
}

// Set chooses a reading by key and value. The error lists what there is.
func (o *Options) Set(key, value string) error {
	var keys []string
	for _, opt := range options {
		if opt.Only != 0 && opt.Only != o.Edition {
			continue
		}
		keys = append(keys, opt.Key)
		if opt.Key != key {
			continue
		}
		if !slices.Contains(opt.Values, value) {
			return fmt.Errorf("lingque: %s=%s is not one of %s", key, value, strings.Join(opt.Values, " "))
		}
		choices := map[string]string{key: value}
		for k, v := range o.choices {
			if k != key {
				choices[k] = v
			}
		}
		o.choices = choices
		return nil
	}
	return fmt.Errorf("lingque: option %q is not one of %s", key, strings.Join(keys, " "))
}

// changes are what the chosen readings change, in the order of the table of options.
func (o Options) changes() (all []change) {
	for _, opt := range options {
		all = append(all, opt.Changes[o.choices[opt.Key]]...)
	}
	return all
}

// NewWith gives an edition with its doubtful readings chosen.
func NewWith(o Options) (*Rules, error) {
	switch o.Edition {
	case 29:
		return build("lingque-29", edition29, o.changes())
	case 26:
		return build("lingque-26", edition29, slices.Concat(edition26, o.changes()))
	default:
		return nil, fmt.Errorf("lingque: there is no edition %d, only 26 and 29", o.Edition)
	}
}
