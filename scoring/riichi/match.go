package riichi

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jantaku/models"
)

// Course is how a match goes on. Nobody moves; the dealer stays after a win or, with a
// waiting hand, a draw (連荘); counters and sticks lie on the table until somebody wins.
//
// Length "east" is one round, "half", also the default, two, "full" four; "open" goes on
// until somebody says stop. What else clubs play differently is an option of the match,
// and the profile of the rule book gives its value:
//
//	start, return, goal  points at the start, for the result, and to end without a west round
//	uma                  such as 15/5/-5/-15, in thousands; oka is players × (return − start)
//	bust                 no, negative or zero: the match ends when somebody has that little
//	west                 true: a round more while nobody has the goal, ended by whoever reaches it
//	agari-yame           true: the match is over when the last dealer wins as the leader; ask: the dealer chooses
//	tenpai-yame          true or ask: and after a draw with a waiting hand
//	renchan              tenpai, win or none: when the dealer stays
//	leftover             top or keep: what becomes of the sticks at the end
//	chombo               mangan: paid at once, the other way round; or a number taken at the end
//	ties                 share: equal scores share uma and oka; seat: who dealt earlier ranks higher
type Course struct{}

// house is how one club or league runs a match.
type house struct {
	start, back, goal int
	uma               []float64
	floating          bool // uma by the number of players above the return points
	bust, renchan     string
	west              bool
	agari, tenpai     string // true, false or ask: whether the leader stops as the last dealer
	leftoversTop      bool
	chombo            int // taken at the end; 0 for a mangan at once
	ties              bool
}

// houses are the profiles of the rule book as the sources of its presets give them (§9);
// west rounds and stopping as the leader are general knowledge, not looked up.
//
// Equal scores share in the rules of the EMA and the WRC ("modified for ties", riichi.wiki), of the
// JPML and of the M.League (順位点を分け合う; riichi.wiki: bonus points are split evenly among tied
// players); Tenhou and Mahjong Soul rank who sits nearer to the first dealer (起家) higher, as most
// clubs do. A chombo is 20 points of the result in the tournament rules of the EMA, the WRC and the
// JPML (Pantheon's rulesets) and in the M.League, where nobody is paid.
func houses(profile string, players int) house {
	h := house{start: 30000, back: 30000, uma: []float64{15, 5, -5, -15}, bust: "no", renchan: "tenpai",
		agari: "false", tenpai: "false", leftoversTop: true}
	switch profile {
	case "ema", "ema2016", "ema2025":
		h.chombo, h.ties = 20000, true
	case "wrc", "wrc2025":
		h.leftoversTop, h.chombo, h.ties = false, 20000, true
	case "mleague":
		h.start, h.uma, h.chombo, h.ties = 25000, []float64{30, 10, -10, -30}, 20000, true
	case "tenhou", "tenhou3":
		h.start, h.uma, h.bust = 25000, []float64{20, 10, -10, -20}, "negative"
		h.west, h.agari, h.tenpai = true, "true", "true"
	case "majsoul", "majsoul3", "majiang", "double_yakuman":
		h.start, h.back, h.goal, h.bust = 25000, 25000, 30000, "negative"
		h.west, h.agari, h.tenpai = true, "true", "true"
	case "jpml-a", "jpml-a-2022":
		h.floating, h.leftoversTop, h.chombo, h.ties = true, false, 20000, true
	}
	if players == 3 {
		h.start, h.back, h.goal, h.uma = 35000, 40000, 40000, []float64{15, 0, -15}
	}
	return h
}

// floatingUma is the uma of the A rules of the JPML by the number of players with at
// least the return points.
var floatingUma = [][]float64{{8, 4, -4, -8}, {12, -1, -3, -8}, {8, 4, -4, -8}, {8, 3, 1, -12}, {8, 4, -4, -8}}

// houseOf gives the house of a match with its own options over it. What cannot be read is
// left as the profile has it; Check tells about it when the match begins.
func houseOf(m models.Match) house {
	h, _ := readHouse(m)
	return h
}

func readHouse(m models.Match) (house, error) {
	h := houses(m.Profile, len(m.Players))
	r := optionReader{match: m}
	r.number("start", &h.start)
	r.number("return", &h.back)
	r.number("goal", &h.goal)
	r.choice("bust", &h.bust, "no", "negative", "zero")
	r.choice("renchan", &h.renchan, "tenpai", "win", "none")
	r.flag("west", &h.west, "true", "false")
	r.choice("agari-yame", &h.agari, "true", "false", "ask")
	r.choice("tenpai-yame", &h.tenpai, "true", "false", "ask")
	r.flag("leftover", &h.leftoversTop, "top", "keep")
	r.flag("ties", &h.ties, models.TiesShare, models.TiesBySeat)
	if m.Option("chombo", "") == "mangan" {
		h.chombo = 0
	} else {
		r.number("chombo", &h.chombo)
	}
	if text := m.Option("uma", ""); text != "" {
		if uma, err := readUma(text, len(m.Players)); err != nil {
			r.faults = append(r.faults, err.Error())
		} else {
			h.uma, h.floating = uma, false
		}
	}
	if h.goal == 0 {
		h.goal = h.back
	}
	return h, r.err()
}

// optionReader reads options of the course and collects what is wrong with them.
type optionReader struct {
	match  models.Match
	faults []string
}

func (r *optionReader) number(key string, to *int) {
	text := r.match.Option(key, "")
	if text == "" {
		return
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		r.faults = append(r.faults, fmt.Sprintf("%s=%s is not a number", key, text))
		return
	}
	*to = n
}

func (r *optionReader) choice(key string, to *string, words ...string) {
	text := r.match.Option(key, "")
	switch {
	case text == "":
	case slices.Contains(words, text):
		*to = text
	default:
		r.faults = append(r.faults, fmt.Sprintf("%s=%s is not one of %s", key, text, strings.Join(words, " ")))
	}
}

func (r *optionReader) flag(key string, to *bool, yes, no string) {
	text := map[bool]string{true: yes, false: no}[*to]
	r.choice(key, &text, yes, no)
	*to = text == yes
}

func (r *optionReader) err() error {
	if len(r.faults) == 0 {
		return nil
	}
	return fmt.Errorf("riichi: %s", strings.Join(r.faults, "; "))
}

func readUma(text string, players int) ([]float64, error) {
	var uma []float64
	for _, part := range strings.Split(text, "/") {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return nil, fmt.Errorf("uma=%s is not numbers between slashes", text)
		}
		uma = append(uma, n)
	}
	if len(uma) != players {
		return nil, fmt.Errorf("uma=%s has %d numbers for %d players", text, len(uma), players)
	}
	return uma, nil
}

// optionsOf gives the options of the rule book of a match. Unknown ones are refused when
// the rule book is opened, not here.
func optionsOf(m models.Match) Options {
	o, err := Profile(m.Profile)
	if err != nil {
		o = standard
	}
	for key, value := range m.Options {
		if err := o.Set(key, value); err != nil {
			continue
		}
	}
	o.Players = len(m.Players)
	return o
}

// Check refuses options of the course that cannot be read, and a table of other players
// than the rule book's profile has.
func (c Course) Check(m models.Match) error {
	if o, err := Profile(m.Profile); err == nil {
		if players, ok := m.Options["players"]; ok {
			err = o.Set("players", players)
		}
		if err == nil && o.Players != len(m.Players) {
			return fmt.Errorf("riichi: the rules are for %d players and %d play; choose another profile or set players", o.Players, len(m.Players))
		}
	}
	if err := m.CheckCourse(c.Choices(m)); err != nil {
		return err
	}
	_, err := readHouse(m)
	return err
}

// Choices are what a club decides, with what the profile of the rule book says.
func (Course) Choices(m models.Match) []models.Choice {
	h := houses(m.Profile, len(m.Players))
	flags, yame := []string{"true", "false"}, []string{"true", "false", "ask"}
	chombo := "mangan"
	if h.chombo > 0 {
		chombo = strconv.Itoa(h.chombo)
	}
	return []models.Choice{
		{Key: "length", Values: []string{"half", "east", "full", "open"}, Default: "half"},
		{Key: "start", Default: strconv.Itoa(h.start)}, {Key: "return", Default: strconv.Itoa(h.back)},
		{Key: "goal", Default: strconv.Itoa(cmp.Or(h.goal, h.back))}, {Key: "uma", Default: umaText(h)},
		{Key: "bust", Values: []string{"no", "negative", "zero"}, Default: h.bust},
		{Key: "west", Values: flags, Default: strconv.FormatBool(h.west)},
		{Key: "agari-yame", Values: yame, Default: h.agari}, {Key: "tenpai-yame", Values: yame, Default: h.tenpai},
		{Key: "renchan", Values: []string{"tenpai", "win", "none"}, Default: h.renchan},
		{Key: "leftover", Values: []string{"top", "keep"}, Default: map[bool]string{true: "top", false: "keep"}[h.leftoversTop]},
		{Key: "chombo", Default: chombo}, models.TiesChoice(h.ties),
	}
}

// umaText writes the uma as the option has it; floating uma has no such form.
func umaText(h house) string {
	if h.floating {
		return ""
	}
	var parts []string
	for _, n := range h.uma {
		parts = append(parts, strconv.FormatFloat(n, 'f', -1, 64))
	}
	return strings.Join(parts, "/")
}

// Nagashi says whether nagashi mangan is played.
func (Course) Nagashi(m models.Match) bool {
	options := optionsOf(m)
	return options.NagashiMangan
}

// Aborts are the reasons for which a hand is stopped, by the options of the rule book.
func (Course) Aborts(m models.Match) []string {
	options := optionsOf(m)
	reasons := slices.Clone([]string(options.AbortiveDraws))
	if options.Players == 4 && options.Aborts("triple-ron") {
		reasons = append(reasons, "triple-ron")
	}
	return reasons
}

// Start gives the points everybody has at the start where the match does not say.
func (Course) Start(m models.Match) int { return houseOf(m).start }

// Begin gives the position before the first hand.
func (Course) Begin(m models.Match) models.Position { return models.Begin(m) }
