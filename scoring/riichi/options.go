package riichi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jantaku/scoring/find"
)

// Options are what clubs and leagues play differently. The zero value is not a rule
// book; Profile gives one. Every option can be set alone with Set, by the name in
// its comment.
type Options struct {
	Players int // players: 4 or 3

	Kuitan     bool   // kuitan: open tanyao counts
	Ippatsu    bool   // ippatsu
	NeedsHatsu bool   // ryuuiisou_needs_hatsu: 緑一色 needs 發
	Renhou     string // renhou: off, mangan, yakuman, or a number of han
	Doubles    ids    // double_yakuman: the yakuman that count twice
	Local      ids    // local: local yaku that are played

	Dora
	Fu
	Limits
	Liability

	SanmaSettlement string // sanma_settlement: tsumo-loss, north-bisection or fair-ron
	HonbaValue      int    // honba_value: points of a counter; 0 for 300, three players 200

	Endings
}

// Dora are the tiles that count because an indicator, or their colour, says so.
type Dora struct {
	Ura      bool // ura: the indicators below count after riichi
	KanDora  bool // kan_dora: quads turn indicators
	KanUra   bool // kan_ura: and the ones below them
	RedFives bool // red_fives: red fives are dora
}

// Fu is how the fu of a reading are counted.
type Fu struct {
	PinfuTsumo       bool // pinfu_tsumo: a self-drawn pinfu is one, with 20 fu
	DoubleWindPairFu int  // double_wind_pair_fu: 2 or 4
	RinshanTsumoFu   bool // rinshan_tsumo_fu: 2 fu for the self-draw on a quad
	OpenPinfu30      bool // open_pinfu_30: an open hand without fu is 30 fu on a discard
}

// Limits are how much a hand is worth at most.
type Limits struct {
	Kiriage         bool   // kiriage: 4 han 30 fu and 3 han 60 fu are mangan
	Kazoe           string // kazoe: 13 han are yakuman or sanbaiman
	MultipleYakuman bool   // multiple_yakuman: several yakuman add up
	YakumanCap      int    // yakuman_cap: how many are paid at most; 0 for no limit
}

// Liability is what who feeds a yakuman pays (包).
type Liability struct {
	Pao      ids    // pao: what makes the feeder of the deciding set liable
	PaoScope string // pao_scope: liable-yakuman-only or whole-hand
	PaoHonba string // pao_honba: who pays the counters beside a liable player
}

// Endings are how a hand ends: with several winners, or with none.
type Endings struct {
	NotenPenalty  int    // noten_penalty: what changes hands at a draw; 0 for 3000, three players 2000
	NagashiMangan bool   // nagashi_mangan
	MultipleRon   string // multiple_ron: head-bump, double (three abort the hand) or triple
	RonHonba      string // ron_honba: of several winners every one or the first takes the counters
	RonSticks     string // ron_sticks: own-back gives a winner his own stick, first gives the first all
	AbortiveDraws ids    // abortive_draws: what stops a hand
}

// standard is what most play; presets differ from it.
var standard = Options{
	Players: 4, Kuitan: true, Ippatsu: true, Renhou: "off",
	Dora:      Dora{Ura: true, KanDora: true, KanUra: true, RedFives: true},
	Fu:        Fu{PinfuTsumo: true, DoubleWindPairFu: 4, RinshanTsumoFu: true, OpenPinfu30: true},
	Limits:    Limits{Kazoe: "yakuman", MultipleYakuman: true},
	Liability: Liability{Pao: ids{"daisangen", "daisuushii"}, PaoScope: "liable-yakuman-only", PaoHonba: "discarder"},

	SanmaSettlement: "tsumo-loss",
	Endings: Endings{
		NagashiMangan: true, MultipleRon: "triple", RonHonba: "every", RonSticks: "own-back",
		AbortiveDraws: ids{"nine-terminals", "four-winds", "four-riichi", "four-kongs"},
	},
}

// localYaku are the rows that count only where they are asked for.
var localYaku = ids{"sanrenkou", "isshoku-sanjun", "daisharin", "daichisei"}

// setting reads one option from text. It reports what is allowed when the text is not.
type setting struct {
	key string
	set func(o *Options, value string) (allowed string, ok bool)
}

// settings are the options in the order in which people are told of them.
var settings = []setting{
	{"players", number(func(o *Options) *int { return &o.Players }, 3, 4)},
	{"kuitan", boolean(func(o *Options) *bool { return &o.Kuitan })},
	{"ippatsu", boolean(func(o *Options) *bool { return &o.Ippatsu })},
	{"ura", boolean(func(o *Options) *bool { return &o.Ura })},
	{"kan_dora", boolean(func(o *Options) *bool { return &o.KanDora })},
	{"kan_ura", boolean(func(o *Options) *bool { return &o.KanUra })},
	{"red_fives", boolean(func(o *Options) *bool { return &o.RedFives })},
	{"pinfu_tsumo", boolean(func(o *Options) *bool { return &o.PinfuTsumo })},
	{"ryuuiisou_needs_hatsu", boolean(func(o *Options) *bool { return &o.NeedsHatsu })},
	{"renhou", renhou},
	{"double_yakuman", list(func(o *Options) *ids { return &o.Doubles }, strings.Split(allDoubles, ",")...)},
	{"local", list(func(o *Options) *ids { return &o.Local }, localYaku...)},
	{"double_wind_pair_fu", number(func(o *Options) *int { return &o.DoubleWindPairFu }, 2, 4)},
	{"rinshan_tsumo_fu", boolean(func(o *Options) *bool { return &o.RinshanTsumoFu })},
	{"open_pinfu_30", boolean(func(o *Options) *bool { return &o.OpenPinfu30 })},
	{"kiriage", boolean(func(o *Options) *bool { return &o.Kiriage })},
	{"kazoe", word(func(o *Options) *string { return &o.Kazoe }, "yakuman", "sanbaiman")},
	{"multiple_yakuman", boolean(func(o *Options) *bool { return &o.MultipleYakuman })},
	{"yakuman_cap", upTo(func(o *Options) *int { return &o.YakumanCap }, 12)},
	{"pao", list(func(o *Options) *ids { return &o.Pao }, "daisangen", "daisuushii", "suukantsu", "rinshan")},
	{"pao_scope", word(func(o *Options) *string { return &o.PaoScope }, "liable-yakuman-only", "whole-hand")},
	{"pao_honba", word(func(o *Options) *string { return &o.PaoHonba }, "discarder", "liable")},
	{"sanma_settlement", word(func(o *Options) *string { return &o.SanmaSettlement }, "tsumo-loss", "north-bisection", "fair-ron")},
	{"honba_value", upTo(func(o *Options) *int { return &o.HonbaValue }, 3000)},
	{"noten_penalty", upTo(func(o *Options) *int { return &o.NotenPenalty }, 12000)},
	{"nagashi_mangan", boolean(func(o *Options) *bool { return &o.NagashiMangan })},
	{"multiple_ron", word(func(o *Options) *string { return &o.MultipleRon }, "head-bump", "double", "triple")},
	{"ron_honba", word(func(o *Options) *string { return &o.RonHonba }, "every", "first")},
	{"ron_sticks", word(func(o *Options) *string { return &o.RonSticks }, "own-back", "first")},
	{"abortive_draws", list(func(o *Options) *ids { return &o.AbortiveDraws }, standard.AbortiveDraws...)},
}

// OptionNames gives the names that Set knows.
func OptionNames() []string {
	var names []string
	for _, s := range settings {
		names = append(names, s.key)
	}
	return names
}

// Set changes one option. The error lists the options or the values that there are.
func (o *Options) Set(key, value string) error {
	for _, s := range settings {
		if s.key != key {
			continue
		}
		if allowed, ok := s.set(o, value); !ok {
			return fmt.Errorf("riichi: %s=%s is not %s", key, value, allowed)
		}
		return nil
	}
	return fmt.Errorf("riichi: option %q is not one of %s", key, strings.Join(OptionNames(), " "))
}

func boolean(at func(o *Options) *bool) func(*Options, string) (string, bool) {
	return func(o *Options, value string) (string, bool) {
		holds, err := strconv.ParseBool(value)
		if err != nil {
			return "true or false", false
		}
		*at(o) = holds
		return "", true
	}
}

func word(at func(o *Options) *string, words ...string) func(*Options, string) (string, bool) {
	return func(o *Options, value string) (string, bool) {
		if slices.Contains(words, value) {
			*at(o) = value
			return "", true
		}
		return "one of " + strings.Join(words, " "), false
	}
}

func number(at func(o *Options) *int, numbers ...int) func(*Options, string) (string, bool) {
	return func(o *Options, value string) (string, bool) {
		if n, err := strconv.Atoi(value); err == nil && slices.Contains(numbers, n) {
			*at(o) = n
			return "", true
		}
		return fmt.Sprintf("one of %v", numbers), false
	}
}

func upTo(at func(o *Options) *int, most int) func(*Options, string) (string, bool) {
	return func(o *Options, value string) (string, bool) {
		if n, err := strconv.Atoi(value); err == nil && n >= 0 && n <= most {
			*at(o) = n
			return "", true
		}
		return fmt.Sprintf("a number from 0 to %d", most), false
	}
}

// list reads words between commas; nothing or "none" is the empty list.
func list(at func(o *Options) *ids, words ...string) func(*Options, string) (string, bool) {
	return func(o *Options, value string) (string, bool) {
		var got ids
		if value != "" && value != "none" {
			got = strings.Split(value, ",")
		}
		for _, w := range got {
			if !slices.Contains(words, w) {
				return "none or a list of " + strings.Join(words, ","), false
			}
		}
		slices.Sort(got)
		*at(o) = slices.Compact(got)
		return "", true
	}
}

// renhou reads off, mangan, yakuman or a number of han.
func renhou(o *Options, value string) (string, bool) {
	if n, err := strconv.Atoi(value); err == nil && n >= 1 && n <= yakumanHan {
		o.Renhou = value
		return "", true
	}
	return word(func(o *Options) *string { return &o.Renhou }, "off", "mangan", "yakuman", "1 to 13")(o, value)
}

// validate refuses options that no profile gave and payments that do not divide.
func (o *Options) validate() error {
	if o.Players != 3 && o.Players != 4 || o.DoubleWindPairFu == 0 || o.Kazoe == "" || o.Renhou == "" {
		return fmt.Errorf("riichi: the options are incomplete; start from a profile: %s", strings.Join(Profiles(), " "))
	}
	if o.HonbaValue%6 != 0 || o.NotenPenalty%6 != 0 {
		return fmt.Errorf("riichi: honba_value %d and noten_penalty %d must divide among one, two or three players", o.HonbaValue, o.NotenPenalty)
	}
	return nil
}

// changes are the differences of these options to the table.
func (o *Options) changes() []change {
	shows := next
	if o.Players == 3 {
		shows = nextOfThree
	}
	dora, ura := doraIndicators, uraIndicators
	if !o.KanDora {
		dora = first(dora)
	}
	if !o.KanUra {
		ura = first(ura)
	}
	cs := []change{
		{Of: "dora", Edit: func(y *yaku) { y.When = find.Times(shown(shows, dora)) }},
		{Of: "ura-dora", Edit: func(y *yaku) { y.When = find.Times(shown(shows, ura)) }},
		o.renhouChange(),
	}
	for _, id := range o.Doubles {
		cs = append(cs, change{Of: id, Edit: func(y *yaku) { y.Yakuman, y.Closed, y.Open = 2, 2*y.Closed, 2*y.Open }})
	}
	for _, id := range localYaku {
		if !slices.Contains(o.Local, id) {
			cs = append(cs, change{Drop: id})
		}
	}
	for _, option := range []struct {
		holds bool
		change
	}{
		{!o.Ippatsu, change{Drop: "ippatsu"}},
		{!o.Ura, change{Drop: "ura-dora"}},
		{!o.RedFives, change{Drop: "aka-dora"}},
		{o.Players == 4, change{Drop: "nuki-dora"}},
		{!o.Kuitan, change{Of: "tanyao", Edit: func(y *yaku) { y.Open = 0 }}},
		{!o.PinfuTsumo, change{Of: "pinfu", Edit: func(y *yaku) { y.When = find.Completing(pinfuByDiscard) }}},
		{o.NeedsHatsu, change{Of: "ryuuiisou", Edit: func(y *yaku) { y.When = find.Tiles(greenWithHatsu) }}},
	} {
		if option.holds {
			cs = append(cs, option.change)
		}
	}
	return cs
}

// renhouChange makes 人和 what the option says. As mangan it is not added to
// anything; a better count without it wins.
func (o *Options) renhouChange() change {
	switch o.Renhou {
	case "off":
		return change{Drop: "renhou"}
	case "mangan":
		return change{Of: "renhou", Edit: func(y *yaku) { y.Closed, y.Yakuman, y.Alone = 5, 0, true }}
	case "yakuman":
		return change{Of: "renhou", Edit: func(y *yaku) {}}
	default:
		han, _ := strconv.Atoi(o.Renhou) // Set lets only numbers through
		return change{Of: "renhou", Edit: func(y *yaku) { y.Closed, y.Yakuman = han, 0 }}
	}
}

// Profile gives the options of a preset or profile, of DefaultProfile when the name
// is empty. The error lists the names.
func Profile(name string) (Options, error) {
	if name == "" {
		name = DefaultProfile
	}
	for _, p := range presets {
		if p.name != name {
			continue
		}
		o := standard
		for _, difference := range strings.Fields(p.differences) {
			key, value, _ := strings.Cut(difference, "=")
			if err := o.Set(key, value); err != nil {
				return Options{}, fmt.Errorf("profile %s: %w", name, err)
			}
		}
		return o, nil
	}
	return Options{}, fmt.Errorf("riichi: profile %q is not one of %s", name, strings.Join(Profiles(), " "))
}
