package hongkong

import (
	"fmt"
	"strconv"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

// ID is the name of the rule book; HKMA and Popular13 are those of its profiles, the first the default.
const (
	ID        = "hongkong"
	HKMA      = "hkma"
	Popular13 = "popular-13"
)

// Profiles are the names of the profiles, the default first.
func Profiles() []string { return []string{HKMA, Popular13} }

// change and value are differences to the table, and ways to settle an option.
type (
	change = book.Change[fan]
	value  = book.Value[fan]
)

// Options are what clubs play otherwise than the profile says.
type Options struct {
	Profile string
	book.Choice[fan]
	unit   int // what the payments are multiplied with
	values book.Values
}

// options are the points that clubs vary, the default of the profile hkma first.
var options = []book.Option[fan]{
	{Key: "minimum", Values: names("3", "0", "1", "2", "4", "5")},
	{Key: "cap", Values: names("10", "8", "13")},
	// Without flowers a concealed hand is worth a fan (AIMJ and the association's other list).
	{Key: "flowers", Values: []value{{Name: "on"}, {Name: "off", Changes: []change{
		{Drop: "no-flowers"}, {Drop: "seat-flower"}, {Drop: "flower-set"}, {Drop: "seven-flowers"}, {Drop: "eight-flowers"}}}}},
	// What the portions are paid by: the association's, 半辣上, 全辣上, or 拉 (AIMJ).
	{Key: "table", Values: names("hkma", "half-spicy", "full-spicy", "laak")},
	// 全銃: the discarder pays for the others, 半銃: everybody pays, he twice as much.
	{Key: "responsibility", Values: names("full", "half")},
	// Seven pairs are no hand in the association's list, and 4 at some tables.
	{Key: "seven_pairs", Values: []value{{Name: "off"}, {Name: "4", Changes: []change{{After: "full-flush", Add: fan{ID: "seven-pairs", Name: "七對子", Fan: 4, Ref: "-", Forms: sevenPairs,
		When: scoring.Pattern{Tiles: func(*scoring.Hand) (scoring.Span, int) { return scoring.WholeHand, 1 }}, Example: "1155m2288p3399s7z +7z self-draw seat=S"}}}}}},
	// 包: who fed the fourth laid set or the third of dragons pays a self-draw alone.
	{Key: "liability", Values: names("on", "off")},
	// Eight flowers win at once (大花糊), and no source says what becomes of a player who goes on and wins on another's tile.
	// limit: he has the limit hand all the same, as the programs have it by which the values were checked; ordinary: his
	// tiles count, with seat flowers and sets, as after seven; refuse: nobody may go on, so that the referee is asked.
	{Key: "eight_flowers_discard", Values: names("limit", "ordinary", "refuse")},
}

func names(all ...string) []value {
	values := make([]value, len(all))
	for i, name := range all {
		values[i] = value{Name: name}
	}
	return values
}

// Profile gives the options of a profile; the empty name means hkma. The error names a profile that is not there.
func Profile(name string) (Options, error) {
	o := Options{Profile: HKMA, unit: 1}
	var set map[string]string
	switch name {
	case "", HKMA:
	case Popular13:
		o.Profile, set = Popular13, map[string]string{"cap": "13"}
	default:
		return o, fmt.Errorf("hongkong: profile %q is not one of %s", name, strings.Join(Profiles(), " "))
	}
	o.Choice = book.Choose(ID, options, set)
	return o, nil
}

const (
	mostUnit  = 1000
	mostValue = 13
)

// Set settles one option: one of the list, unit=N, or the value of one row, as in value-half-flush=4. The error lists
// what there is.
func (o *Options) Set(key, text string) (err error) {
	if isValue, err := o.values.Set(ID, key, text, mostValue); isValue {
		return err
	}
	switch {
	case text == byProfile:
	case key == "unit":
		if o.unit, err = book.Number(ID, key, text, mostUnit, "points"); err == nil && o.unit == 0 {
			err = fmt.Errorf("hongkong: unit=0 pays nothing")
		}
	default:
		err = o.Choice.Set(key, text)
	}
	return err
}

// byProfile leaves an option as the profile has it.
const byProfile = "profile"

// Settings are the options as a club chooses among them.
func Settings() []models.Choice {
	list := make([]models.Choice, 0, len(options)+1)
	for _, o := range options {
		c := models.Choice{Key: o.Key, Default: o.Values[0].Name}
		for _, v := range o.Values {
			c.Values = append(c.Values, v.Name)
		}
		if o.Key == "cap" { // of each profile another
			c.Default, c.Values = byProfile, append([]string{byProfile}, c.Values...)
		}
		list = append(list, c)
	}
	return append(list, models.Choice{Key: "unit", Default: "1"})
}

// number is an option whose values are numbers.
func (o Options) number(key string) int {
	n, _ := strconv.Atoi(o.Get(key)) // its values are numbers
	return n
}

// is reports whether an option has a value.
func (o Options) is(key, value string) bool { return o.Get(key) == value }

// table gives the rows as profile and options have them.
func (o Options) table() (*book.Table[fan], error) {
	table := book.NewTable(hkma, func(f *fan) book.Head {
		return book.Head{ID: f.ID, Excludes: []*ids{&f.Excludes}, When: f.When.In(f.Forms)}
	})
	changes := o.Changes()
	switch {
	case o.Profile == Popular13:
		changes = append(append([]change{}, popular13...), changes...)
	case o.is("flowers", "off"):
		changes = append([]change{{After: "self-draw", Add: concealed(scoring.Pattern{Laid: nothing})}}, changes...)
	}
	if err := table.Apply(changes); err != nil {
		return nil, err
	}
	err := o.values.Apply(table.Row, func(row, fans int) { table.Rows[row].Fan, table.Rows[row].Limit = fans, false })
	return table, err
}
