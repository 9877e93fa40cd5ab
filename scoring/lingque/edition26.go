package lingque

import (
	"jantaku/scoring"
	"jantaku/scoring/find"
)

// edition26 is the 26th edition (second draft) as changes to the 29th. Example
// hands, clauses and forms that did not change are those of the 29th.
var edition26 = []change{
	{Drop: "all-five-types"},
	{After: "four-of-a-kind-unkonged", Add: fan{ID: "big-seven-stars", Name: "大七星", Fu: 128, Fan: 5, In: honours, Ref: "5.1", Forms: sevenPairs,
		When:     find.Only(scoring.HonourMask),
		Excludes: ids{"half-flush", "value-green", "value-seat-wind", "all-terminals-and-honors", "value-white", "value-red", "four-winds-pairs", "all-honors", "three-dragons-pairs", "seven-pairs", "concealed-hand"},
		Example:  "1223344556677z +1z seat=S"}},
	{After: "nine-gates", Add: fan{ID: "seven-consecutive-pairs", Name: "连七对", Fu: 96, Fan: 5, In: suits, Ref: "7.2", Forms: sevenPairs,
		When:     find.Tiles(find.SevenConsecutive),
		Excludes: ids{"one-suit-missing", "full-flush", "mirror-number-pairs", "half-flush", "seven-pairs", "concealed-hand"},
		Example:  "2334455667788m +2m seat=W"}},
	{After: "mixed-straight", Add: fan{ID: "mirror-dragons", Name: "镜龙会", Fu: 12, Fan: 3, In: relation, Ref: "11.22", Forms: general,
		When: find.Sets(4, find.Chows, find.TwoSuits, find.MirrorSuits, find.Any(
			find.TwoPairs(find.OneSuit, find.Stepping(3)), find.TwoPairs(find.OneSuit, find.Ranks(1, 7)))),
		Excludes: ids{"mixed-double-chow", "mirror-suits", "twin-dragons", "short-straight", "two-terminal-chows"},
		Example:  "[456m] [123p] [456p] 12m22z +3m seat=E"}},
	{Of: "all-unconnected", Edit: fu(8)},
	{Of: "thirteen-orphans", Excludes: ids{"all-terminals-and-honors"}},
	{Of: "four-kongs", Excludes: ids{"three-kongs", "one-kong", "two-kongs"}},
	{Of: "three-kongs", Excludes: ids{"two-kongs", "one-kong"}},
	{Of: "two-kongs", Excludes: ids{"one-kong"}},
	{Of: "four-concealed-triplets", Excludes: ids{"two-concealed-triplets", "three-concealed-triplets"}},
	{Of: "three-concealed-triplets", Excludes: ids{"two-concealed-triplets"}},
	{Of: "all-triplets", Excludes: ids{"two-numbers", "big-four-winds", "four-consecutive-triplets", "all-terminals"}},
	{Of: "all-honors", Edit: jumps(5), Excludes: ids{"all-terminals-and-honors", "half-flush"}},
	{Of: "big-four-winds", Edit: fu(96), Excludes: ids{"half-flush"}},
	{Of: "little-four-winds", Edit: jumps(5), Excludes: ids{"half-flush"}},
	{Of: "all-terminals", Edit: fu(96), Excludes: ids{"double-triplets", "all-terminals-and-honors"}},
	{Of: "all-terminals-and-honors", Edit: fu(24)},
	{Of: "nine-gates", Edit: fu(128)},
	{Of: "full-flush", Excludes: ids{"half-flush"}},
	{Of: "one-suit-missing", Allows: ids{"four-identical-chows", "four-consecutive-triplets", "four-step-chows", "four-chain-chows"}},
	{Of: "two-numbers", Edit: worth(48, 5), Excludes: ids{"double-triplets"}},
	{Of: "four-identical-chows", Edit: fu(128), Excludes: ids{"one-double-chow", "three-identical-chows"}},
	{Of: "three-identical-chows", Excludes: ids{"one-double-chow"}},
	{Of: "four-consecutive-triplets", Edit: fu(64)},
	{Of: "mixed-straight", Edit: jumps(2)},
}
