package main

import "fmt"

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

// wordsFor gives the texts of zh, ja or en. Another language is wrong use.
func wordsFor(lang string) (words, error) {
	column := map[string]int{"zh": 0, "ja": 1, "en": 2}
	i, ok := column[lang]
	if !ok {
		return words{}, fmt.Errorf("%w: language %q is not one of zh, ja, en", errUsage, lang)
	}
	w := words{lang: lang, texts: map[string]string{}}
	for _, book := range []map[string][3]string{texts(), riichiTexts()} {
		for code, text := range book {
			w.texts[code] = text[i]
		}
	}
	return w, nil
}

// texts are the texts by code: Chinese, Japanese, English.
func texts() map[string][3]string {
	return map[string][3]string{
		"not-a-win":      {"没有和牌牌型", "和了形ではありません", "not a winning hand"},
		"not-valid":      {"不能和牌：未达到起和要求", "和了できません：最低条件に届きません", "may not win: below what the rules require"},
		"payments":       {"收支", "収支", "payments"},
		"seat-E":         {"东", "東", "East"},
		"seat-S":         {"南", "南", "South"},
		"seat-W":         {"西", "西", "West"},
		"seat-N":         {"北", "北", "North"},
		"fu":             {"副", "符", "fu"},
		"largest-fan":    {"最大番种的翻", "最大の役の翻", "largest fan"},
		"compound-jump":  {"复合跳翻", "複合跳翻", "compound jump"},
		"concealed-jump": {"门清跳翻", "門前跳翻", "concealed jump"},
		"base-points":    {"点数", "点数", "points before flowers"},
		"flowers":        {"花牌", "花牌", "flowers"},
		"below-minimum":  {"起和点数", "最低点数", "minimum points"},
		"fan":            {"番", "翻", "fan"},
		"left-out":       {"不计", "数えない", "left out"},
		"without-fan-ke": {"不计番刻", "翻刻子を数えない", "without the pung bonus"},
		"tile":           {"牌", "牌", "tile"},
		"no-waits":       {"没有听牌", "聴牌していません", "no tile completes this hand"},
		"points":         {"点", "点", "points"},
		"id":             {"编号", "ID", "id"},
		"excludes":       {"不计", "複合しない", "not counted with"},
		"example":        {"牌例", "例", "example"},
	}
}
