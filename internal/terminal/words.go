package terminal

import (
	"fmt"
	"strings"

	calling "jantaku/internal/usageerror"
	"jantaku/scoring"
)

// words are the texts of the command line in one language.
type words struct {
	lang  string
	texts map[string]string
}

// say gives a text; a code without one stands for itself.
func (w words) say(code string) string {
	if text, ok := w.texts[code]; ok {
		return text
	}
	return code
}

// whyNot says why a winning hand may not win.
func (w words) whyNot(r *scoring.Result) string {
	if r.Reason != nil {
		return w.say(r.Reason.Code)
	}
	return w.say("not-valid")
}

// unit gives what a unit that a rule book prints, such as 番, is called.
func (w words) unit(rules, printed string) string {
	family, _, _ := strings.Cut(rules, "-")
	if text, ok := w.texts[family+" "+printed]; ok {
		return text
	}
	return w.say(printed)
}

// WordsFor gives the texts of zh, ja or en. Another language is wrong use.
func WordsFor(lang string) (words, error) {
	column := map[string]int{"zh": 0, "ja": 1, "en": 2}
	i, ok := column[lang]
	if !ok {
		return words{}, fmt.Errorf("%w: language %q is not one of zh, ja, en", calling.Err, lang)
	}
	w := words{lang: lang, texts: map[string]string{}}
	for code, text := range texts() {
		w.texts[code] = text[i]
	}
	return w, nil
}

// texts are the texts by code: Chinese, Japanese, English.
func texts() map[string][3]string {
	return map[string][3]string{
		"not-a-win": {"没有和牌牌型", "和了形ではありません", "not a winning hand"},
		"not-valid": {"不能和牌：未达到起和要求", "和了できません：最低条件に届きません", "may not win: below what the rules require"},
		"void-suit": {"不能和牌：有定缺花色的牌", "和了できません：欠け色の牌があります", "may not win: holds tiles of the void suit"},
		"payments":  {"收支", "収支", "payments"},
		"seat-E":    {"东", "東", "East"},
		"seat-S":    {"南", "南", "South"},
		"seat-W":    {"西", "西", "West"},
		"seat-N":    {"北", "北", "North"},
		"tile":      {"牌", "牌", "tile"},
		"no-waits":  {"没有听牌", "聴牌していません", "no tile completes this hand"},
		"points":    {"点", "点", "points"},
		"id":        {"编号", "ID", "id"},
		"excludes":  {"不计", "複合しない", "not counted with"},
		"example":   {"牌例", "例", "example"},
		// What rows are worth, in the units that the books print; a unit of one family comes first.
		"翻":         {"番", "翻", "han"},
		"翻 (副露)":    {"番（副露）", "翻（副露）", "han (open)"},
		"lingque 翻": {"翻", "翻", "fan"},
		"番":         {"番", "番", "fan"},
		"mcr 番":     {"番", "点", "points"},
		"副":         {"副", "副", "fu"},
		"台":         {"台", "台", "tai"},
		"役満":        {"倍役满", "倍役満", "× yakuman"},
		"滿":         {"满番", "満貫", "limit"},
	}
}
