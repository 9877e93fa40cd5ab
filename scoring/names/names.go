// Package names holds what the fans of every rule book and the steps of their arithmetic are
// called in Chinese, Japanese and English. It is the one table that the command line, the
// pages, the report and the payloads share. Chinese books print the Chinese name, riichi the
// Japanese one.
package names

import (
	"strings"

	"jantaku/models"
)

// Fan gives the names of a fan of a rule book, such as "lingque-29", by its id; false for
// one that no book of the family has.
func Fan(rules, id string) (models.Names, bool) {
	family, _, _ := strings.Cut(rules, "-")
	names, ok := families[family][id]
	return names, ok
}

// families are the fans of the rule books by the first word of their ids.
var families = map[string]map[string]models.Names{"hongkong": hongkongFans, "lingque": lingqueFans, "mcr": mcrFans, "riichi": riichiFans, "sichuan": sichuanFans, "taiwan": taiwanFans, "yuque": yuqueFans}

// Step gives the names of a step of the arithmetic by its code. The code of a step that
// belongs to one fan is the fan's id.
func Step(rules, code string) (models.Names, bool) {
	if names, ok := steps[rules+"."+code]; ok {
		return names, true
	}
	if names, ok := steps[code]; ok {
		return names, true
	}
	return Fan(rules, code)
}

// Detail gives the detail of a step, in which fans are named as the book prints them, in the
// three languages; fans are the ids of those it names, in their order.
func Detail(rules, detail string, fans []string) models.Names {
	all := models.Names{ZH: detail, JA: detail, EN: detail}
	printed := func(n models.Names) string { return n.ZH }
	if strings.HasPrefix(rules, "riichi") {
		printed = func(n models.Names) string { return n.JA }
	}
	at := models.Names{}
	for _, id := range fans {
		if n, ok := Fan(rules, id); ok {
			all.ZH, at.ZH = renamed(all.ZH, at.ZH, printed(n), n.ZH)
			all.JA, at.JA = renamed(all.JA, at.JA, printed(n), n.JA)
			all.EN, at.EN = renamed(all.EN, at.EN, printed(n), n.EN)
		}
	}
	all.ZH, all.JA, all.EN = at.ZH+all.ZH, at.JA+all.JA, at.EN+all.EN
	return all
}

// renamed moves the text up to the first name into done, with the new name for the old.
func renamed(rest, done, old, name string) (string, string) {
	before, after, found := strings.Cut(rest, old)
	if !found {
		return rest, done
	}
	return after, done + before + name
}
