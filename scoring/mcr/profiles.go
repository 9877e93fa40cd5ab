package mcr

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"jantaku/scoring/book"
	"jantaku/scoring/find"
)

// value is one way in which the books of this game settle a point.
type value = book.Value[fan]

// options are the points in dispute, in the order of the table they are about. The
// first value of each is what the text of 1998 says.
var options = []book.Option[fan]{
	{Key: "two_concealed_kongs", Values: []value{
		{Name: "6"},
		{Name: "8", Changes: []change{{Of: "two-concealed-kongs", Edit: points(8)}}}}},
	{Key: "mixed_kong", Values: []value{ // one concealed and one melded kong
		{Name: "sum"},
		{Name: "5", Changes: []change{{After: "two-concealed-kongs", Add: mixedKongPair(5)}}},
		{Name: "6", Changes: []change{{After: "two-concealed-kongs", Add: mixedKongPair(6)}}}}},
	{Key: "concealed_only_selfdraw", Values: []value{ // what a self-draw adds to a hand that must be concealed
		{Name: "self-drawn"},
		{Name: "fully-concealed-hand", Changes: []change{
			{Of: "nine-gates", Allows: ids{"fully-concealed-hand"}},
			{Of: "seven-shifted-pairs", Allows: ids{"fully-concealed-hand"}},
			{Of: "thirteen-orphans", Allows: ids{"fully-concealed-hand"}},
			{Of: "four-concealed-pungs", Allows: ids{"fully-concealed-hand"}},
			{Of: "seven-pairs", Allows: ids{"fully-concealed-hand"}},
			{Of: "greater-honors-and-knitted-tiles", Allows: ids{"fully-concealed-hand"}},
			{Of: "lesser-honors-and-knitted-tiles", Allows: ids{"fully-concealed-hand"}}}}}},
	{Key: "green_half_flush", Values: []value{
		{Name: "false"},
		{Name: "true", Changes: []change{{Of: "all-green", Allows: ids{"half-flush"}}}}}},
	{Key: "terminals_double_pung", Values: []value{
		{Name: "false"},
		{Name: "true", Changes: []change{{Of: "all-terminals", Allows: ids{"double-pung"}}}}}},
	{Key: "terminals_triple_pung", Values: []value{
		{Name: "true"},
		{Name: "false", Changes: []change{{Of: "all-terminals", Excludes: ids{"triple-pung"}}}}}},
	{Key: "nine_gates_terminal_pung", Values: []value{ // which pungs of terminals nine gates leaves uncounted
		{Name: "drop-one"},
		{Name: "none", Changes: []change{{Of: "nine-gates", Excludes: ids{"pung-of-terminals-or-honors"}}}}}},
	{Key: "kong34_concealed", Values: []value{ // what three and four kongs say of the concealed ones
		{Name: "pung-series"},
		{Name: "add-kongs", Changes: []change{
			{Of: "four-kongs", Allows: ids{"concealed-kong", "two-concealed-kongs"}},
			{Of: "three-kongs", Allows: ids{"concealed-kong", "two-concealed-kongs"}}}}}},
	{Key: "knitted_wait", Values: []value{
		{Name: "not-on-body"},
		{Name: "residual", Changes: []change{
			{Of: "edge-wait", Edit: when(waitBesideKnit(edge))},
			{Of: "closed-wait", Edit: when(waitBesideKnit(closed))},
			{Of: "single-wait", Edit: when(waitBesideKnit(single))}}},
		{Name: "single-only", Changes: []change{
			{Of: "edge-wait", Edit: forms(general)},
			{Of: "closed-wait", Edit: forms(general)}}}}},
	{Key: "lesser_plus_knitted", Values: []value{
		{Name: "true"},
		{Name: "false", Changes: []change{{Of: "knitted-straight", Edit: forms(knitted)}}}}},
	{Key: "hog_sevenpairs_green_terminals", Values: []value{
		{Name: "true"},
		{Name: "false", Changes: []change{{Of: "tile-hog", Edit: when(find.Times(hogsUnlessPlainPairs))}}}}},
	{Key: "ron_pung", Values: []value{ // a pung that another's tile completes
		{Name: "exposed"},
		{Name: "concealed", Changes: []change{
			{Of: "four-concealed-pungs", Edit: when(pungsInHand(4))},
			{Of: "three-concealed-pungs", Edit: when(pungsInHand(3))},
			{Of: "two-concealed-pungs", Edit: when(pungsInHand(2))}}}}},
	{Key: "dead_wait_counts", Values: []value{{Name: "false"}, {Name: "true"}}}, // see Rules.deadWait
	{Key: "seven_pairs_whole_hand", Values: []value{
		{Name: "true"},
		{Name: "false", Changes: []change{
			{Of: "all-green", Edit: forms(general)}, {Of: "all-terminals", Edit: forms(general)},
			{Of: "all-honors", Edit: forms(general)}, {Of: "all-terminals-and-honors", Edit: forms(general)},
			{Of: "upper-tiles", Edit: forms(general)}, {Of: "middle-tiles", Edit: forms(general)},
			{Of: "lower-tiles", Edit: forms(general)}, {Of: "upper-four", Edit: forms(general)},
			{Of: "lower-four", Edit: forms(general)}}}}},
}

// mixedKongPair is the row of 明暗杠, which the text of 1998 does not have.
func mixedKongPair(points int) fan {
	return fan{ID: "mixed-kong-pair", Name: "明暗杠", Points: points, Ref: "57", Forms: general,
		When:     find.Laid(mixedKongs),
		Excludes: ids{"concealed-kong", "melded-kong"},
		Example:  "[3333s] (7777z) 78m77p222s +6m"}
}

// profiles are the known ways to settle the options, as differences to the text of
// 1998.
var profiles = map[string]map[string]string{
	"gb1998":   {},
	"gb-mil":   {"mixed_kong": "5", "knitted_wait": "residual", "dead_wait_counts": "true"},
	"gb-shiyi": {"mixed_kong": "5"},
	"wmo2006":  wmo("knitted_wait", "single-only", "hog_sevenpairs_green_terminals", "false"),
	"wmo2014":  wmo("knitted_wait", "residual"),
}

// wmo is what both editions of the WMO have otherwise, and the pairs given.
func wmo(pairs ...string) map[string]string {
	set := map[string]string{"two_concealed_kongs": "8", "mixed_kong": "6", "concealed_only_selfdraw": "fully-concealed-hand",
		"green_half_flush": "true", "terminals_double_pung": "true", "nine_gates_terminal_pung": "none", "kong34_concealed": "add-kongs"}
	for i := 0; i < len(pairs); i += 2 {
		set[pairs[i]] = pairs[i+1]
	}
	return set
}

// Ruling is a point that a profile settles otherwise than the table of 1998.
type Ruling struct{ Key, Value, Says string }

// says tells in words what a value of an option means.
var says = map[string]string{
	"two_concealed_kongs=8": "two concealed kongs are 8 points, not 6",
	"mixed_kong=5":          "one concealed and one melded kong are a fan of their own, 5 points",
	"mixed_kong=6":          "one concealed and one melded kong are a fan of their own, 6 points",
	"concealed_only_selfdraw=fully-concealed-hand": "a self-draw adds fully concealed hand to hands that are concealed by themselves",
	"green_half_flush=true":                        "half flush counts beside all green",
	"terminals_double_pung=true":                   "double pung counts beside all terminals",
	"nine_gates_terminal_pung=none":                "no pung of terminals counts beside nine gates",
	"kong34_concealed=add-kongs":                   "concealed kongs count beside three and four kongs",
	"knitted_wait=residual":                        "the wait of a knitted straight is that of the tiles beside it",
	"knitted_wait=single-only":                     "a knitted straight waits single or not at all",
	"hog_sevenpairs_green_terminals=false":         "seven pairs of all green or all terminals have no tile hog",
	"dead_wait_counts=true":                        "a kind of which the hand holds all four counts as waited for",
}

// Rulings are the points that a profile settles otherwise than the table of 1998, in the
// order of the table. An empty name is [DefaultProfile]; an unknown one has none.
func Rulings(profile string) (list []Ruling) {
	if profile == "" {
		profile = DefaultProfile
	}
	for _, o := range options {
		if value, ok := profiles[profile][o.Key]; ok && value != o.Values[0].Name {
			list = append(list, Ruling{o.Key, value, says[o.Key+"="+value]})
		}
	}
	return list
}

// DefaultProfile is the text of 1998 as it is written. The practice of the Mahjong International
// League, with 明暗杠 among others, is gb-mil.
const DefaultProfile = "gb1998"

// ProfileBefore was the default until matches named their profile.
const ProfileBefore = "gb-mil"

// Profiles gives the names of the profiles.
func Profiles() []string { return slices.Sorted(maps.Keys(profiles)) }

// Options settle every option with one of its values.
type Options struct {
	book.Choice[fan]
	minimum *int // nil is the book's
}

// Profile gives the options of a profile, of [DefaultProfile] when name is empty.
// An unknown name is an error that lists the right ones.
func Profile(name string) (Options, error) {
	if name == "" {
		name = DefaultProfile
	}
	set, ok := profiles[name]
	if !ok {
		return Options{}, fmt.Errorf("mcr: profile %q is not one of %s", name, strings.Join(Profiles(), " "))
	}
	return Options{Choice: book.Choose("mcr", options, set)}, nil
}

// maxMinimum bounds the minimum: no fan is worth more.
const maxMinimum = 88

// minimumPoints is what a hand needs without flowers.
func (o Options) minimumPoints() int {
	if o.minimum != nil {
		return *o.minimum
	}
	return MinPoints
}

// Set settles one option, or the minimum to win (minimum=0 to 88). An unknown key or value is an error that lists the right
// ones.
func (o *Options) Set(key, name string) error {
	if key != "minimum" {
		return o.Choice.Set(key, name)
	}
	n, err := book.Number("mcr", key, name, maxMinimum, "points")
	if err == nil {
		o.minimum = &n
	}
	return err
}

// deadWait says whether a kind of which the winner holds all four counts as waited for.
func (o Options) deadWait() bool { return o.Get("dead_wait_counts") == "true" }
