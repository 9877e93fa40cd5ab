package mcr

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"jantaku/scoring"
	"jantaku/scoring/find"
)

// An option is a point that the books of this game settle differently: its values,
// each with what it changes in the table of 1998.
type option struct {
	Key    string
	Values []value
}

type value struct {
	Name    string
	Changes []change
}

// options are the points in dispute, in the order of the table they are about. The
// first value of each is what the text of 1998 says.
var options = []option{
	{"two_concealed_kongs", []value{
		{"6", nil},
		{"8", []change{{Of: "two-concealed-kongs", Points: 8}}}}},
	{"mixed_kong", []value{ // one concealed and one melded kong
		{"sum", nil},
		{"5", []change{{After: "two-concealed-kongs", Add: mixedKongPair(5)}}},
		{"6", []change{{After: "two-concealed-kongs", Add: mixedKongPair(6)}}}}},
	{"concealed_only_selfdraw", []value{ // what a self-draw adds to a hand that must be concealed
		{"self-drawn", nil},
		{"fully-concealed-hand", []change{
			{Of: "nine-gates", Allows: ids{"fully-concealed-hand"}},
			{Of: "seven-shifted-pairs", Allows: ids{"fully-concealed-hand"}},
			{Of: "thirteen-orphans", Allows: ids{"fully-concealed-hand"}},
			{Of: "four-concealed-pungs", Allows: ids{"fully-concealed-hand"}},
			{Of: "seven-pairs", Allows: ids{"fully-concealed-hand"}},
			{Of: "greater-honors-and-knitted-tiles", Allows: ids{"fully-concealed-hand"}},
			{Of: "lesser-honors-and-knitted-tiles", Allows: ids{"fully-concealed-hand"}}}}}},
	{"green_half_flush", []value{
		{"false", nil},
		{"true", []change{{Of: "all-green", Allows: ids{"half-flush"}}}}}},
	{"terminals_double_pung", []value{
		{"false", nil},
		{"true", []change{{Of: "all-terminals", Allows: ids{"double-pung"}}}}}},
	{"terminals_triple_pung", []value{
		{"true", nil},
		{"false", []change{{Of: "all-terminals", Excludes: ids{"triple-pung"}}}}}},
	{"nine_gates_terminal_pung", []value{ // which pungs of terminals nine gates leaves uncounted
		{"drop-one", nil},
		{"none", []change{{Of: "nine-gates", Excludes: ids{"pung-of-terminals-or-honors"}}}}}},
	{"kong34_concealed", []value{ // what three and four kongs say of the concealed ones
		{"pung-series", nil},
		{"add-kongs", []change{
			{Of: "four-kongs", Allows: ids{"concealed-kong", "two-concealed-kongs"}},
			{Of: "three-kongs", Allows: ids{"concealed-kong", "two-concealed-kongs"}}}}}},
	{"knitted_wait", []value{
		{"not-on-body", nil},
		{"residual", []change{
			{Of: "edge-wait", When: to(waitBesideKnit(edge))},
			{Of: "closed-wait", When: to(waitBesideKnit(closed))},
			{Of: "single-wait", When: to(waitBesideKnit(single))}}},
		{"single-only", []change{
			{Of: "edge-wait", Forms: general},
			{Of: "closed-wait", Forms: general}}}}},
	{"lesser_plus_knitted", []value{
		{"true", nil},
		{"false", []change{{Of: "knitted-straight", Forms: knitted}}}}},
	{"hog_sevenpairs_green_terminals", []value{
		{"true", nil},
		{"false", []change{{Of: "tile-hog", When: to(find.Times(hogsUnlessPlainPairs))}}}}},
	{"ron_pung", []value{ // a pung that another's tile completes
		{"exposed", nil},
		{"concealed", []change{
			{Of: "four-concealed-pungs", When: to(pungsInHand(4))},
			{Of: "three-concealed-pungs", When: to(pungsInHand(3))},
			{Of: "two-concealed-pungs", When: to(pungsInHand(2))}}}}},
	{"dead_wait_counts", []value{{"false", nil}, {"true", nil}}}, // see Rules.deadWait
	{"seven_pairs_whole_hand", []value{
		{"true", nil},
		{"false", []change{
			{Of: "all-green", Forms: general}, {Of: "all-terminals", Forms: general},
			{Of: "all-honors", Forms: general}, {Of: "all-terminals-and-honors", Forms: general},
			{Of: "upper-tiles", Forms: general}, {Of: "middle-tiles", Forms: general},
			{Of: "lower-tiles", Forms: general}, {Of: "upper-four", Forms: general},
			{Of: "lower-four", Forms: general}}}}},
}

func to(p scoring.Pattern) *scoring.Pattern { return &p }

// mixedKongPair is the row of 明暗杠, which the text of 1998 does not have.
func mixedKongPair(points int) fan {
	return fan{ID: "mixed-kong-pair", Name: "明暗杠", Points: points, Ref: "57", Forms: general,
		When:     find.Tiles(mixedKongs),
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

// DefaultProfile is the practice of the Mahjong International League.
const DefaultProfile = "gb-mil"

// Profiles gives the names of the profiles.
func Profiles() []string { return slices.Sorted(maps.Keys(profiles)) }

// Options settle every option with one of its values. The zero value is the text of
// 1998.
type Options struct {
	set     map[string]string
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
	return Options{set: maps.Clone(set)}, nil
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
	if key == "minimum" {
		n, err := strconv.Atoi(name)
		if err != nil || n < 0 || n > maxMinimum {
			return fmt.Errorf("mcr: minimum=%s is not 0 to %d points", name, maxMinimum)
		}
		o.minimum = &n
		return nil
	}
	at := slices.IndexFunc(options, func(known option) bool { return known.Key == key })
	if at < 0 {
		return fmt.Errorf("mcr: option %q is not one of %s", key, listed(options, func(o option) string { return o.Key }))
	}
	values := options[at].Values
	if !slices.ContainsFunc(values, func(v value) bool { return v.Name == name }) {
		return fmt.Errorf("mcr: option %s=%q is not one of %s", key, name, listed(values, func(v value) string { return v.Name }))
	}
	if o.set == nil {
		o.set = map[string]string{}
	}
	o.set[key] = name
	return nil
}

func listed[T any](all []T, name func(T) string) string {
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = name(one)
	}
	return strings.Join(names, " ")
}

// Get gives the value of an option, empty when there is no such option.
func (o Options) Get(key string) string {
	if name, ok := o.set[key]; ok {
		return name
	}
	for _, known := range options {
		if known.Key == key {
			return known.Values[0].Name
		}
	}
	return ""
}

// changes gives what the options change in the table.
func (o Options) changes() []change {
	var all []change
	for _, known := range options {
		for _, v := range known.Values {
			if v.Name == o.Get(known.Key) {
				all = append(all, v.Changes...)
			}
		}
	}
	return all
}

// deadWait says whether a kind of which the winner holds all four counts as waited for.
func (o Options) deadWait() bool { return o.Get("dead_wait_counts") == "true" }
