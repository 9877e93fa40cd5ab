package ledger

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
)

//go:embed report.html
var reportText string

// Report language words, by language; English is what is missing elsewhere.
var reportWords = map[string]map[string]string{
	"en": {"match": "Match", "players": "Players", "hands": "Hands", "penalties": "Penalties", "corrections": "Corrections",
		"rank": "Rank", "player": "Player", "score": "Score", "result": "Result", "points": "Points", "placing": "Rank points", "hand": "Hand",
		"round": "Round", "what": "What happened", "draw": "drawn", "abort": "stopped", "self": "self-draw", "from": "from",
		"corrected": "corrected", "cancelled": "cancelled", "finished": "finished", "playing": "being played", "by": "By", "why": "Why",
		"when": "When", "scores": "Scores after each hand", "kind": "Kind", "unit": "points"},
	"zh": {"match": "对局", "players": "选手", "hands": "各局", "penalties": "罚分", "corrections": "更正",
		"rank": "名次", "player": "选手", "score": "得分", "result": "成绩", "points": "分", "placing": "名次分", "hand": "局",
		"round": "圈", "what": "经过", "draw": "流局", "abort": "中途流局", "self": "自摸", "from": "点炮:",
		"corrected": "已更正", "cancelled": "已取消", "finished": "已结束", "playing": "进行中", "by": "更正人", "why": "原因",
		"when": "时间", "scores": "各局后得分", "kind": "种类",
		"fu": "副", "fan": "翻", "han": "番", "unit": "分", "yakuman": "倍役满", "riichi.fu": "符", "yuque-54.fan": "番", "mcr.unit": "番",
		"mangan": "满贯", "haneman": "跳满", "baiman": "倍满", "sanbaiman": "三倍满", "kazoe-yakuman": "累计役满"},
	"ja": {"match": "対局", "players": "対局者", "hands": "各局", "penalties": "罰則", "corrections": "訂正",
		"rank": "順位", "player": "対局者", "score": "持ち点", "result": "成績", "points": "点", "placing": "順位点", "hand": "局",
		"round": "場", "what": "内容", "draw": "流局", "abort": "途中流局", "self": "ツモ", "from": "放銃:",
		"corrected": "訂正済み", "cancelled": "取消", "finished": "終了", "playing": "対局中", "by": "訂正者", "why": "理由",
		"when": "日時", "scores": "各局後の持ち点", "kind": "種類",
		"fu": "符", "fan": "翻", "han": "飜", "unit": "点", "yakuman": "倍役満",
		"mangan": "満貫", "haneman": "跳満", "baiman": "倍満", "sanbaiman": "三倍満", "kazoe-yakuman": "数え役満"},
}

// Languages of reports.
var reportLanguages = []string{"en", "zh", "ja"}

// report is what the template sees.
type report struct {
	View
	Lang string
	Full []HandView
	// Placed tells that the rule book gives something for ranks.
	Placed bool
	Fixes  []fix
	Graph  []curve
	Zero   float64
}

// fix is a version that somebody made later.
type fix struct {
	Hand int
	Version
}

// curve is a player's score after each hand, as points of an SVG line.
type curve struct {
	Name, Points, Colour string
	X, Y                 float64 // where the name stands
}

// WriteReport writes a match as one HTML page without anything from outside, made to be
// printed. lang is en, zh or ja.
func WriteReport(w io.Writer, s State, lang string) error {
	words, ok := reportWords[lang]
	if !ok {
		return fmt.Errorf("report: language %q is not one of %v", lang, reportLanguages)
	}
	how := s.RankingOf()
	r := report{View: s.View(), Lang: lang, Placed: len(how.Points)+len(how.Uma)+len(how.Floating) > 0 || how.Oka != 0}
	for _, e := range s.Entries {
		if e.Kind == HandPlayed && e.Counts() {
			r.Full = append(r.Full, e.HandView())
		}
		for _, v := range e.Versions[1:] {
			if !v.Rescored && !v.Undone {
				r.Fixes = append(r.Fixes, fix{e.Number, v})
			}
		}
	}
	r.Graph, r.Zero = curves(r.View, s.Entries[0].After.Scores)
	page, err := template.New("report").Funcs(template.FuncMap{
		"t":       func(key string) string { return words[key] },
		"name":    func(n int) string { return s.Match.Players[n].Name },
		"fans":    func(r scoring.Result) string { return fanList(r, lang) },
		"worth":   func(r scoring.Result) string { return worth(r, words) },
		"sign":    func(n int) string { return fmt.Sprintf("%+d", n) },
		"tiles":   tileSpans,
		"placing": func(of Total) float64 { return of.placing(how) },
		"upto":    func(all [models.Places]int) []int { return all[:len(s.Match.Players)] },
		"what":    versionWords,
	}).Parse(reportText)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return page.Execute(w, r)
}

// The drawing area of the graph, in its own units.
const graphWidth, graphHeight = 640.0, 180.0

// curves draws the scores; the second value is the height of zero, or negative when zero
// is not in the picture.
func curves(v View, start [models.Places]int) ([]curve, float64) {
	rows := [][models.Places]int{start}
	for _, h := range v.Hands {
		rows = append(rows, h.Scores)
	}
	low, high := 0, 1
	for i, row := range rows {
		for n := range v.Match.Players {
			if i == 0 && n == 0 {
				low, high = row[n], row[n]+1
			}
			low, high = min(low, row[n]), max(high, row[n])
		}
	}
	y := func(score int) float64 { return graphHeight * (1 - float64(score-low)/float64(high-low)) }
	colours := []string{"#b3202a", "#1f5fa8", "#2c7a3d", "#8a5a00"}
	var all []curve
	for n, player := range v.Match.Players {
		var points []string
		for i, row := range rows {
			x := graphWidth * float64(i) / float64(max(len(rows)-1, 1))
			points = append(points, fmt.Sprintf("%.1f,%.1f", x, y(row[n])))
		}
		all = append(all, curve{player.Name, strings.Join(points, " "), colours[n%4], graphWidth + 6, y(rows[len(rows)-1][n])})
	}
	spread(all)
	if low > 0 || high < 0 {
		return all, -1
	}
	return all, y(0)
}

// spread moves names apart that would stand on each other.
func spread(all []curve) {
	const line = 13.0
	order := make([]*curve, len(all))
	for i := range all {
		order[i] = &all[i]
	}
	slices.SortStableFunc(order, func(a, b *curve) int { return cmp.Compare(a.Y, b.Y) })
	for i := 1; i < len(order); i++ {
		order[i].Y = max(order[i].Y, order[i-1].Y+line)
	}
}

// tileSpans writes the tiles of a win in groups: melds, hand, winning tile.
func tileSpans(w models.Win) []string {
	var groups []string
	for _, m := range w.Melds {
		groups = append(groups, m.Text())
	}
	concealed := append(models.Tiles(nil), w.Concealed...)
	models.SortTiles(concealed)
	return append(groups, concealed.String(), "+"+w.Tile.String())
}

// versionWords says what a later version says.
func versionWords(v Version) string {
	switch {
	case v.Hand != nil && len(v.Hand.Wins) > 0:
		var wins []string
		for _, w := range v.Hand.Wins {
			wins = append(wins, w.Win.Text())
		}
		return strings.Join(wins, " / ")
	case v.Hand != nil:
		return string(v.Hand.Ending)
	case v.Match != nil:
		return v.Match.Rules
	}
	return ""
}
