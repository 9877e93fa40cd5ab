package scoring

import (
	"slices"
	"strings"

	"jantaku/models"
)

// Words are what a rule book calls things in Chinese, Japanese and English. They stand in its folder.
type Words struct {
	// Fans are its fans by their ids.
	Fans map[string]models.Names
	// Steps are the steps of its arithmetic by their codes, beyond those that several books have; the step of one
	// fan is called like the fan.
	Steps map[string]models.Names
	// Pages are what the pages and reports say of the book alone, by the keys that they have there: rules.ID, choice.KEY,
	// fault.KIND, unit.FAMILY.fan. Choices that several books have stand in the words of the pages.
	Pages map[string]models.Names
	// Japanese says that the book is printed in Japanese; the others are in Chinese.
	Japanese bool
}

// Worded is a rule book that says what it calls things.
type Worded interface {
	Words() Words
}

// WordsOf are the words of a rule book; none where it says nothing.
func WordsOf(rules Ruleset) Words {
	if book, ok := rules.(Worded); ok {
		return book.Words()
	}
	return Words{}
}

// Step gives the names of a step of the arithmetic by its code.
func (w Words) Step(code string) (models.Names, bool) {
	for _, names := range []map[string]models.Names{w.Steps, steps, w.Fans} {
		if n, ok := names[code]; ok {
			return n, true
		}
	}
	return models.Names{}, false
}

// Named gives the fans with their names in every language; a fan that the book has no more has none.
func (w Words) Named(fans []Fan) []Fan {
	named := slices.Clone(fans)
	for i := range named {
		if n, ok := w.Fans[named[i].ID]; ok {
			named[i].Names = &n
		}
	}
	return named
}

// Detail gives the detail of a step, in which fans are named as the book prints them, in the three languages; fans are
// the ids of those it names, in their order.
func (w Words) Detail(detail string, fans []string) models.Names {
	all, at := models.Names{ZH: detail, JA: detail, EN: detail}, models.Names{}
	for _, id := range fans {
		if n, ok := w.Fans[id]; ok {
			all.ZH, at.ZH = renamed(all.ZH, at.ZH, w.Printed(n), n.ZH)
			all.JA, at.JA = renamed(all.JA, at.JA, w.Printed(n), n.JA)
			all.EN, at.EN = renamed(all.EN, at.EN, w.Printed(n), n.EN)
		}
	}
	all.ZH, all.JA, all.EN = at.ZH+all.ZH, at.JA+all.JA, at.EN+all.EN
	return all
}

// Printed is the name that the book prints.
func (w Words) Printed(n models.Names) string {
	if w.Japanese {
		return n.JA
	}
	return n.ZH
}

// renamed moves the text up to the first name into done, with the new name for the old.
func renamed(rest, done, old, name string) (string, string) {
	before, after, found := strings.Cut(rest, old)
	if !found {
		return rest, done
	}
	return after, done + before + name
}

// steps are the steps of the arithmetic that several books have, by code.
var steps = map[string]models.Names{
	"fu":             {ZH: "副", JA: "符", EN: "fu"},
	"base-points":    {ZH: "点数", JA: "点数", EN: "points before flowers"},
	"flowers":        {ZH: "花牌", JA: "花牌", EN: "flowers"},
	"below-minimum":  {ZH: "起和点数", JA: "最低点数", EN: "minimum points"},
	"fan":            {ZH: "番", JA: "翻", EN: "fan"},
	"points":         {ZH: "点", JA: "点", EN: "points"},
	"cap":            {ZH: "封顶", JA: "上限", EN: "cap"},
	"from-discarder": {ZH: "放铳者支付", JA: "放銃者の支払い", EN: "from the discarder"},
	"from-each":      {ZH: "各家支付", JA: "各家の支払い", EN: "from each player"},
}
