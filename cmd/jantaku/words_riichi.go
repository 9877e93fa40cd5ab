package main

// riichiTexts are the texts of the riichi book's arithmetic: Chinese, Japanese, English.
func riichiTexts() map[string][3]string {
	return map[string][3]string{
		"fu-base":         {"底符", "副底", "base"},
		"fu-seven-pairs":  {"七对子", "七対子", "seven pairs"},
		"fu-set":          {"刻子、杠子", "刻子・槓子", "triplet or quad"},
		"fu-pair":         {"雀头", "雀頭", "pair"},
		"fu-wait":         {"听牌形", "待ち", "wait"},
		"fu-closed-ron":   {"门前清荣和", "門前加符", "closed hand by discard"},
		"fu-self-draw":    {"自摸", "ツモ符", "self-draw"},
		"fu-open-hand":    {"副露无符荣和", "食い平和形", "open hand without fu"},
		"fu-sum":          {"符数", "符", "fu"},
		"fu-rounded":      {"进位", "切り上げ", "rounded up"},
		"han":             {"翻", "翻", "han"},
		"basic-points":    {"基本点", "基本点", "basic points"},
		"mangan":          {"满贯", "満貫", "mangan"},
		"haneman":         {"跳满", "跳満", "haneman"},
		"baiman":          {"倍满", "倍満", "baiman"},
		"sanbaiman":       {"三倍满", "三倍満", "sanbaiman"},
		"kazoe-yakuman":   {"累计役满", "数え役満", "counted yakuman"},
		"yakuman":         {"役满", "役満", "yakuman"},
		"liable-E":        {"东家包牌", "東家の責任払い", "East is liable"},
		"liable-S":        {"南家包牌", "南家の責任払い", "South is liable"},
		"liable-W":        {"西家包牌", "西家の責任払い", "West is liable"},
		"liable-N":        {"北家包牌", "北家の責任払い", "North is liable"},
		"from-discarder":  {"放铳者支付", "放銃者の支払い", "from the discarder"},
		"from-each":       {"各家支付", "各家の支払い", "from each player"},
		"from-dealer":     {"庄家支付", "親の支払い", "from the dealer"},
		"from-non-dealer": {"闲家各付", "子の支払い", "from each non-dealer"},
		"honba":           {"本场", "本場", "honba"},
		"sticks":          {"供托", "供託", "riichi sticks"},
		"winner-total":    {"和牌者所得", "和了者の収入", "winner receives"},
		"no-yaku":         {"无役", "役なし", "yaku"},
	}
}
