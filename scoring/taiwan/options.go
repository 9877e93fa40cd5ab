package taiwan

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"jantaku/models"
	"jantaku/scoring/book"
)

// ID is the name of the rule book, SML that of its standard profile.
const (
	ID  = "taiwan-16"
	SML = "sml"
)

// cards are the profiles by what they have otherwise than SML's.
func cards() map[string]book.Values {
	return map[string]book.Values{
		SML:         {},
		"star31":    {"flower-set": 2, "heavenly-ready": 8, "earthly-ready": 4, "all-honors": 8},
		"shenlaiye": {"flower-set": 2, "human": 8, "earthly-ready": 4, "all-honors": 8},
	}
}

// Profiles are the names of the profiles, SML first.
func Profiles() []string {
	names := slices.Sorted(maps.Keys(cards()))
	return append([]string{SML}, slices.DeleteFunc(names, func(n string) bool { return n == SML })...)
}

// change and value are differences to the card, and ways to settle an option.
type (
	change = book.Change[fan]
	value  = book.Value[fan]
)

// Options are what clubs play otherwise than the card says.
type Options struct {
	book.Choice[fan]
	base, unit int // points of every payment, and of every tai
	values     book.Values
}

// options are the points that clubs vary, the default of the card of SML first.
var options = []book.Option[fan]{
	{Key: "minimum", Values: names("0", "1", "2", "3")},
	{Key: "cap", Values: names("none", "16", "24")},
	// 平胡: strict is without honours and flowers, unrestricted with any wait.
	{Key: "all_chows", Values: []value{{Name: "sml"},
		{Name: "strict", Changes: []change{{Of: "all-chows", Edit: func(f *fan) {
			f.When = func(r *reading) bool { return allChows(r) && !r.honours && r.win.Flowers.Count == 0 }
		}}}},
		{Name: "unrestricted", Changes: []change{{Of: "all-chows", Edit: func(f *fan) {
			f.When = anyChows
		}}}}}},
	// 八仙過海: the flowers win, the player may go on, or they are counted with an ordinary win in place of flowers and sets.
	{Key: "eight_flowers", Values: []value{{Name: "win"}, {Name: "play-on"}, {Name: "add", Changes: []change{{Of: "eight-flowers", Excludes: ids{"seat-flower", "flower-set"}, Edit: func(f *fan) {
		f.Times = once(func(h *hand) bool { return h.win.Flowers.Count == allFlowers })
	}}}}}},
	// 半求人: five sets laid, self-drawn.
	{Key: "half_exposed", Values: []value{{Name: "off"}, {Name: "1", Changes: []change{{After: "all-exposed", Add: fan{ID: "half-exposed", Name: "半求人", Tai: 1, Ref: "-",
		Times: once(func(h *hand) bool { return h.exposed && h.win.SelfDraw }), Example: "[123m] [456m] [999p] [123p] [789s] 5s +5s self-draw seat=S round=E"}}}}}},
	{Key: "last_discard", Values: []value{{Name: "off"}, {Name: "1", Changes: []change{{After: "last-draw", Add: fan{ID: "last-discard", Name: "河底撈魚", Tai: 1, Ref: "-",
		Flag: models.LastDiscard, Example: "[789s] 23m456789m123p55s +1m seat=S round=E from=N last-discard"}}}}}},
	// 嚦咕嚦咕: seven pairs and a set of three.
	{Key: "eight_pairs_half", Values: []value{{Name: "off"}, {Name: "8", Changes: []change{{After: "seven-robs-one", Add: fan{ID: "eight-pairs-half", Name: "嚦咕嚦咕", Tai: 8, Ref: "-",
		When: func(r *reading) bool { return r.shape == eightPairs }, Example: "1155m2288p3399s77z44p +4p self-draw seat=S round=E"}}}}}},
}

func names(all ...string) []value {
	values := make([]value, len(all))
	for i, name := range all {
		values[i] = value{Name: name}
	}
	return values
}

// The payments of the card: 5 points and 1 for each tai.
const (
	baseByCard, unitByCard = 5, 1
	mostPoints             = 100000
	mostTai                = 100
)

// Profile gives the options of a profile; the empty name means SML. The error names a profile that is not there.
func Profile(name string) (Options, error) {
	if name == "" {
		name = SML
	}
	values, ok := cards()[name]
	if !ok {
		return Options{}, fmt.Errorf("taiwan-16: profile %q is not one of %s", name, strings.Join(Profiles(), " "))
	}
	return Options{Choice: book.Choose(ID, options, nil), base: baseByCard, unit: unitByCard, values: values}, nil
}

// Set settles one option: one of the list, base=N or unit=N, or the value of one row, as in value-all-chows=3. The error lists
// what there is.
func (o *Options) Set(key, text string) (err error) {
	if isValue, err := o.values.Set(ID, key, text, mostTai); isValue {
		return err
	}
	switch key {
	case "base":
		o.base, err = book.Number(ID, key, text, mostPoints, "points")
	case "unit":
		o.unit, err = book.Number(ID, key, text, mostPoints, "points")
	default:
		err = o.Choice.Set(key, text)
	}
	return err
}

// Settings are the options as a club chooses among them.
func Settings() []models.Choice {
	list := []models.Choice{{Key: "base", Default: strconv.Itoa(baseByCard)}, {Key: "unit", Default: strconv.Itoa(unitByCard)}}
	for _, o := range options {
		c := models.Choice{Key: o.Key, Default: o.Values[0].Name}
		for _, v := range o.Values {
			c.Values = append(c.Values, v.Name)
		}
		list = append(list, c)
	}
	return list
}

// is reports whether an option has a value.
func (o Options) is(key, value string) bool { return o.Get(key) == value }

// minimum is how many tai a hand needs; cap the most that are paid, 0 for no cap.
func (o Options) minimum() int { return number(o.Get("minimum")) }

func (o Options) cap() int { return number(o.Get("cap")) }

func number(text string) int {
	n, _ := strconv.Atoi(text) // none is 0
	return n
}

const allFlowers = 8
