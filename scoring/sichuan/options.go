package sichuan

import (
	"fmt"
	"strconv"

	"jantaku/models"
	"jantaku/scoring/book"
)

// ID is the name of the rule book.
const ID = "sichuan"

// change and value are differences to the table, and ways to settle an option.
type (
	change = book.Change[fan]
	value  = book.Value[fan]
)

// Options are what clubs play otherwise than the book, whose own reading is the default.
type Options struct{ book.Choice[fan] }

// options are the points that clubs vary, with where that comes from.
var options = []book.Option[fan]{
	// The most fans that are paid. The edition of 2016 plays 4 too, servers 2 to 6.
	{Key: "cap", Values: names("3", "4", "5", "6", "none")},
	// What a self-draw is paid besides: one point from each, one fan (自摸加番), or nothing.
	{Key: "self_draw", Values: names("add-base", "add-fan", "none")},
	// Where the income of a kong goes whose discard is won: back, to the winner (呼叫转移),
	// or nowhere.
	{Key: "kong_discard", Values: names("refund", "transfer", "keep")},
	// 点杠花: after an exposed kong the one who fed it may have to pay alone, as for a discard.
	{Key: "exposed_kong_draw", Values: names("self-draw", "feeder-pays")},
	// 及时雨: an added kong is paid whenever its tile came.
	{Key: "added_kong", Values: names("drawn-only", "always")},
	// Servers let the others pay 1 for an exposed kong, besides the 2 of the one who fed it.
	{Key: "exposed_kong", Values: names("feeder", "feeder-and-one-each")},
	// The edition of 2016 counts every pair wait beside four pungs.
	{Key: "golden_hook", Values: []value{{Name: "laid"}, {Name: "pair-wait", Changes: []change{
		{Of: "golden-hook", Edit: func(f *fan) { f.When = pairWait }}}}}},
	// The edition of 2016 does not count the shot after a kong with the robbing of another.
	{Key: "shot_and_rob", Values: []value{{Name: "both"}, {Name: "rob-only", Changes: []change{
		{Of: "kong-discard", Edit: func(f *fan) { f.When = shotAlone }}}}}},
	// What a player loses who kept tiles of the void suit though he held others (活花猪): 48 to
	// nobody in the edition of 2016; on servers he pays the cap to everybody who is no pig.
	{Key: "pig", Values: names("fine-24", "fine-48", "pays-cap")},
	// 换三张 is in neither edition, most servers have it. It changes no score.
	{Key: "exchange", Values: names("none", "three-one-suit", "three-any")},
	// In doubles nothing is declared, and a hand needs only to have two suits at the end.
	{Key: "void", Values: names("declared", "free")},
	// 天和 and 地和 are worth the cap, or three fans, on tours and servers.
	{Key: "heavenly", Values: []value{{Name: "off"}, {Name: "cap", Changes: firstTurn}, {Name: "3-fan", Changes: firstTurn}}},
	// In special formats the deal goes round.
	{Key: "dealer", Values: names("first-winner", "rotate")},
	// Fans of servers alone, without a published text: none until a club asks.
	{Key: "extra_fans", Values: names("off")},
}

// firstTurn adds the wins of the first turn.
var firstTurn = []change{
	{After: "last-tile", Add: heavenly(heavenlyFans)},
	{After: "heavenly", Add: earthly(heavenlyFans)},
}

// heavenlyFans is what 天和 and 地和 are worth where that is not the cap.
const heavenlyFans = 3

func names(all ...string) []value {
	values := make([]value, len(all))
	for i, name := range all {
		values[i] = value{Name: name}
	}
	return values
}

// Profile gives the options of a profile. The book has one, "standard", which the
// empty name means too; another name is an error.
func Profile(name string) (Options, error) {
	if name != "" && name != "standard" {
		return Options{}, fmt.Errorf("sichuan: profile %q is not standard", name)
	}
	return Options{book.Choose("sichuan", options, nil)}, nil
}

// Settings are the options as a club chooses among them.
func Settings() []models.Choice {
	list := make([]models.Choice, 0, len(options))
	for _, o := range options {
		c := models.Choice{Key: o.Key, Default: o.Values[0].Name}
		for _, v := range o.Values {
			c.Values = append(c.Values, v.Name)
		}
		if len(c.Values) > 1 {
			list = append(list, c)
		}
	}
	return list
}

// uncapped is the cap of a table that has none: no hand has so many fans.
const uncapped = 30

// cap is the most fans that are paid.
func (o Options) cap() int {
	n, err := strconv.Atoi(o.Get("cap"))
	if err != nil {
		return uncapped
	}
	return n
}

// is reports whether an option has a value.
func (o Options) is(key, value string) bool { return o.Get(key) == value }

// check refuses options that contradict each other.
func (o Options) check() error {
	if o.is("cap", "none") && (o.is("heavenly", "cap") || o.is("pig", "pays-cap")) {
		return fmt.Errorf("sichuan: heavenly=cap and pig=pays-cap need a cap, and cap=none has none")
	}
	return nil
}

// points are what so many fans make: 1, 2, 4, 8 and no more.
func (o Options) points(fan int) int { return 1 << min(fan, o.cap()) }

// share is what each player pays for a self-draw of so many fans.
func (o Options) share(fan int) int {
	switch o.Get("self_draw") {
	case "add-fan":
		return o.points(fan + 1)
	case "none":
		return o.points(fan)
	}
	return o.points(fan) + 1
}
