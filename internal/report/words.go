package report

import (
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard/tiles"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

// Words are what pages say in one language, by key; those of fans are in the folders of the rule books.
type Words struct {
	Lang string // zh, ja or en
	Of   map[string]string
	// Served tells that the pages stand beside others of the same program, to which they may link.
	Served bool
	// Public leaves out who corrected what.
	Public bool
	// query is what the address of a page has besides the language.
	query url.Values
}

// first gives the word of the first key that has one; the last key where none has.
func (w Words) first(keys ...string) string {
	for _, key := range keys {
		if text, ok := w.Of[key]; ok {
			return text
		}
	}
	return keys[len(keys)-1]
}

// say gives the word of a key, with {name} replaced by the value that follows the name in data.
func (w Words) say(key string, data ...any) string {
	text := w.first(key)
	for i := 0; i+1 < len(data); i += 2 {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%v}", data[i]), fmt.Sprint(data[i+1]))
	}
	return text
}

// family is that of a rule book, which decides the units: lingque-29 is lingque.
func family(rules string) string { name, _, _ := strings.Cut(rules, "-"); return name }

// unit gives a unit in the words of the rule book.
func (w Words) unit(rules, name string) string {
	return w.first("unit."+family(rules)+"."+name, "unit."+name)
}

// fans writes the fans in the book's order of announcing.
func (w Words) fans(r scoring.Result) string {
	var list []string
	words := books.Words(r.Rules)
	for _, f := range r.Fans {
		text := f.Name
		if n, ok := words.Fans[f.ID]; ok {
			text = n.In(w.Lang)
		}
		if f.Count > 1 {
			text += "×" + strconv.Itoa(f.Count)
		}
		list = append(list, fmt.Sprintf("%s %v", text, f.Value))
	}
	return strings.Join(list, " · ")
}

// worth writes the numbers that a rule book makes of a hand in the order of the arithmetic, such as "38 fu 5 fan
// 190 pts" or 30符2翻 2 000点.
func (w Words) worth(r scoring.Result) string {
	apart := map[bool]string{true: " "}[w.Lang == "en"] // Chinese and Japanese set a unit close
	var parts []string
	add := func(part scoring.Part, n int, unit string) {
		if r.Parts&part != 0 && n != 0 {
			parts = append(parts, number(n)+apart+w.unit(r.Rules, unit))
		}
	}
	if r.Yakuman > 1 {
		add(scoring.PartYakuman, r.Yakuman, "yakuman")
	}
	if r.Yakuman == 0 {
		add(scoring.PartFu, r.Fu, "fu")
		add(scoring.PartFan, r.Fan, "fan")
		add(scoring.PartHan, r.Han, "han")
		add(scoring.PartTai, r.Tai, "tai")
	}
	if r.Yakuman < 2 && r.Parts&scoring.PartLimit != 0 && r.Limit != "" {
		parts = append(parts, w.first("limit."+family(r.Rules)+"."+r.Limit, "limit."+r.Limit))
	}
	parts = []string{strings.Join(parts, apart)} // 30符2翻
	add(scoring.PartPoints, r.Points, "points")
	return strings.TrimSpace(strings.Join(parts, " "))
}

// round names the round and deal of a hand as players do: East 2, 东二局.
func (w Words) round(rules string, h ledger.HandView) string {
	return w.Round(rules, h.Before.RoundWind(), h.Deal, h.Honba, h.Number)
}

// Result names what a match gives a player by a rule book.
func (w Words) Result(rules string) string {
	return w.first("board.result."+family(rules), "board.result")
}

// Round names a round and deal as players do: East 2, 东二局; the number of the hand where the book has no rounds,
// as where it has no winds.
func (w Words) Round(rules string, wind models.Seat, deal, honba, hand int) string {
	if wind == models.NoSeat || books.All()[rules].Desk.Suits {
		return w.say("hand.number", "n", hand)
	}
	cn := strconv.Itoa(deal)
	if deal >= 1 && deal <= len(numerals) {
		cn = numerals[deal-1]
	}
	text := w.say("round.deal", "wind", w.say("wind."+wind.String()), "seat", w.say("seat."+wind.String()), "n", deal, "cn", cn)
	if honba > 0 {
		text += " · " + strings.ReplaceAll(w.first("count.honba."+family(rules), "count.honba"), "{n}", strconv.Itoa(honba))
	}
	return text
}

// ending says how a hand without a winner ended.
func (w Words) ending(e models.Ending, reason string) string {
	text := w.say("ending." + string(e))
	if reason != "" {
		text += " · " + w.first("abort."+reason, reason)
	}
	return text
}

// number writes a number with its thousands apart by a space that is narrow and never breaks.
func number(n int) string {
	digits := strconv.Itoa(max(n, -n))
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:]
	}
	if n < 0 {
		return "−" + digits
	}
	return digits
}

// signed writes what was gained or lost.
func signed(n int) string {
	if n > 0 {
		return "+" + number(n)
	}
	return number(n)
}

// funcs are what every page calls.
func (w Words) funcs() template.FuncMap {
	return template.FuncMap{
		"t":       w.say,
		"first":   w.first,
		"number":  number,
		"sign":    signed,
		"float":   func(x float64) string { return strings.Replace(strconv.FormatFloat(x, 'f', -1, 64), "-", "−", 1) },
		"percent": func(of, n int) string { return fmt.Sprintf("%.1f %%", 100*ledger.Rate(of, n)) },
		"picture": func(t models.Tile) template.HTML { return template.HTML(inner(tiles.SVG(t))) }, // our own drawing
		"tile":    func(t models.Tile) string { return t.String() },
		"called":  func(t models.Tile) string { return w.tile(t) },
		"served":  func() bool { return w.Served },
		"inLang":  w.inLang,
		"langs":   func() []language { return languages },
	}
}

// inLang is the address of the same page in another language.
func (w Words) inLang(code string) string {
	q := url.Values{"lang": {code}}
	maps.Copy(q, w.query)
	return "?" + q.Encode()
}

// Funcs are what the pages of others call that show the same things.
func (w Words) Funcs() template.FuncMap {
	all := w.funcs()
	for name, f := range map[string]any{
		"lang": func() string { return w.Lang }, "add": func(a, b int) int { return a + b }, "average": average,
		"fans": w.fans, "worth": w.worth, "tiles": groups, "round": w.round, "at": w.Round, "ending": w.ending,
		"book":   func(rules string) string { return w.first("rules."+rules, rules) },
		"result": w.Result,
		"riichi": func(rules string) bool { return family(rules) == "riichi" },
		"fan": func(rules, id string) string {
			if n, ok := books.Words(rules).Fans[id]; ok {
				return n.In(w.Lang)
			}
			return id
		},
	} {
		all[name] = f
	}
	return all
}

type language struct{ Code, Label string }

// languages are those of the pages, each with what it is called on its button.
var languages = []language{{"zh", "中"}, {"ja", "日"}, {"en", "EN"}}

// tile is what a tile is called.
func (w Words) tile(t models.Tile) string {
	text := t.String()
	switch {
	case t == models.Unknown:
		return w.say("tile.unknown")
	case t == models.Back:
		return w.say("tile.back")
	case t.IsHonour() || t.IsFlower():
		return w.say("tile." + text)
	}
	rank, suit := int(text[0]-'0'), text[1:]
	if rank == 0 {
		rank = 5
	}
	n := strconv.Itoa(rank)
	if w.Lang != "en" {
		n = numerals[rank-1]
	}
	name := w.say("tile."+suit, "n", n)
	if t.IsRed() {
		return w.say("tile.red", "name", name)
	}
	return name
}

// numerals are the ranks as Chinese and Japanese say them.
var numerals = [...]string{"一", "二", "三", "四", "五", "六", "七", "八", "九"}

// inner takes the drawing out of its svg element.
func inner(svg []byte) string {
	text := string(svg)
	return strings.TrimSuffix(strings.TrimSpace(text[strings.Index(text, ">")+1:]), "</svg>")
}

// deed says what happened at one moment of a hand at which points changed hands, as the pages do.
func (w Words) deed(s ledger.StepLine, name func(int) string) string {
	from, key := "", "step.from"
	if s.Do == models.Wins {
		key = "win.from"
	}
	if s.From != nil {
		from = " " + w.say(key, "name", name(*s.From))
	}
	switch s.Do {
	case models.Wins:
		var winners []string
		for _, n := range s.Winners {
			winners = append(winners, name(n))
		}
		if from == "" {
			from = " " + w.say("win.self-draw")
		}
		return strings.Join(winners, " · ") + from
	case models.HandsEnd:
		states := []string{w.say("step.end")}
		for _, n := range slices.Sorted(maps.Keys(s.States)) {
			states = append(states, name(n)+" "+w.say(fmt.Sprintf("state.%v", s.States[n])))
		}
		return strings.Join(states, " · ")
	}
	if s.Player == nil {
		return w.say(fmt.Sprintf("step.%v", s.Do))
	}
	return name(*s.Player) + " " + w.say(fmt.Sprintf("step.%v", s.Do)) + from
}
