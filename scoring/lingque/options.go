package lingque

import (
	"fmt"
	"slices"

	"jantaku/scoring/book"
)

// Options are what the books leave open or contradict themselves about. The default
// is the reading that their own examples ask for.
type Options struct {
	Edition int // 26 or 29
	book.Choice[fan]
}

// options are the doubtful readings that change a score, of an edition.
func options(edition int) []book.Option[fan] {
	list := []book.Option[fan]{
		// 喜相逢 is printed as 与镜同互斥, against the examples 57 and 58 of both editions.
		{Key: "mirror_with_double_chow", Values: []value{{Name: "true"}, {Name: "false", Changes: []change{
			{Of: "mirror-suits", Excludes: ids{"mixed-double-chow"}}}}}},
	}
	if edition == 26 {
		// 四连刻 implies 对对和, which the 26th edition does not list under 不计.
		return append(list, book.Option[fan]{Key: "four_consecutive_with_all_triplets", Values: []value{{Name: "false"}, {Name: "true", Changes: []change{
			{Of: "four-consecutive-triplets", Allows: ids{"all-triplets"}}}}}})
	}
	return append(list, []book.Option[fan]{
		// 清幺九 implies 二数; the 29th edition's own rule would count both, its example 29
		// and its appendix do not.
		{Key: "terminals_with_two_numbers", Values: []value{{Name: "false"}, {Name: "true", Changes: []change{
			{Of: "two-numbers", Allows: ids{"all-terminals"}}}}}},
		// 镜同对 is 16 fu in the body and in example 59, 12 in the appendix.
		{Key: "mirror_suit_pairs_fu", Values: []value{{Name: "16"}, {Name: "12", Changes: []change{
			{Of: "mirror-suit-pairs", Edit: fu(12)}}}}},
		// 全不靠 is 12 fu in the book and 8 in the author's own calculator.
		{Key: "all_unconnected_fu", Values: []value{{Name: "12"}, {Name: "8", Changes: []change{
			{Of: "all-unconnected", Edit: fu(8)}}}}},
	}...)
}

// value is one way to read what is doubtful.
type value = book.Value[fan]

// Edition gives the function that gives the options of an edition, whose only
// profile is the book itself.
func Edition(edition int) func(profile string) (Options, error) {
	return func(profile string) (Options, error) {
		if profile != "" {
			return Options{}, fmt.Errorf("lingque: there is no profile %q; the editions are rule books of their own", profile)
		}
		return Options{edition, book.Choose("lingque", options(edition), nil)}, nil
	}
}

// NewWith gives an edition with its doubtful readings chosen.
func NewWith(o Options) (*Rules, error) {
	switch o.Edition {
	case 29:
		return build("lingque-29", edition29, o.Changes())
	case 26:
		return build("lingque-26", edition29, slices.Concat(edition26, o.Changes()))
	default:
		return nil, fmt.Errorf("lingque: there is no edition %d, only 26 and 29", o.Edition)
	}
}
