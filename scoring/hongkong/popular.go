package hongkong

import (
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/find"
)

// popular13 is what the profile popular-13 has otherwise: values for every hand, which add up, and what is dropped
// beside them.
var popular13 = []change{
	{After: "self-draw", Add: concealed(scoring.Pattern{Won: scoring.Unclaimed})},
	{After: "last-draw", Add: fan{ID: "last-discard", Name: "河底撈魚", Fan: 1, Ref: "10", Forms: anyForm,
		When:    find.Flag(models.LastDiscard),
		Example: "[789s] 123456m23p55s +4p seat=E from=S last-discard"}},
	worth("eight-flowers", 8),
	worth("little-four-winds", 6),
	worth("big-four-winds", 13, "seat-wind", "round-wind", "all-pungs"),
	worth("all-honors", 10, "all-pungs", "seat-wind", "round-wind", "dragon-pung", "mixed-terminals"),
	worth("all-terminals", 10, "all-pungs"),
	{Of: "four-concealed-pungs", Excludes: ids{"all-pungs", "concealed"}, Edit: func(f *fan) {
		f.Limit, f.Fan, f.When = false, 8, concealedPungs(kongs)
	}},
	worth("four-kongs", 13, "all-pungs"),
	worth("nine-gates", 10, "full-flush", "concealed"),
	worth("thirteen-orphans", 13, "mixed-terminals", "concealed", "all-honors"),
	worth("double-kong-draw", 8, "kong-draw"),
	worth("heavenly", 13, "self-draw", "concealed"),
	worth("earthly", 13, "concealed"),
}

// worth gives a limit hand a value of its own, beside which others are not counted.
func worth(id string, fans int, without ...string) change {
	return change{Of: id, Excludes: without, Edit: func(f *fan) { f.Limit, f.Fan = false, fans }}
}

// concealed is the row of 門前清, which has another meaning in each profile.
func concealed(when scoring.Pattern) fan {
	return fan{ID: "concealed", Name: "門前清", Fan: 1, Ref: "3", Forms: anyForm, When: when,
		Example: "123456m234p789s5p +5p self-draw seat=S round=E"}
}
