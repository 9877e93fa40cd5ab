// Package report writes matches and standings as pages that people read and print, in their language.
// A page loads nothing from outside: tiles are drawn into it.
package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"jantaku/ledger"
	"jantaku/models"
)

//go:embed match.html
var matchText string

// match is what the template sees.
type match struct {
	ledger.View
	Lang string
	Full []ledger.HandView
	// Placed is the word for what the rule book gives for ranks: ranking points of their own, or uma and oka; empty for nothing.
	Placed string
	// Own tells that somebody's result is another number than his score.
	Own bool
	// Drawn are the tiles of all hands, each to be drawn once.
	Drawn []models.Tile
	Fixes []fix
	Graph []curve
	Zero  float64
}

// fix is a version that somebody made later.
type fix struct {
	Hand int
	ledger.Version
}

// curve is a player's score after each hand, as points of an SVG line.
type curve struct {
	Name, Points, Colour string
}

// Match writes a match as one HTML page, made to be printed.
func Match(w io.Writer, s ledger.State, words Words) error {
	how := s.RankingOf()
	r := match{View: s.View(), Lang: words.Lang}
	switch {
	case len(how.Points) > 0:
		r.Placed = "board.points"
	case len(how.Uma)+len(how.Floating) > 0 || how.Oka != 0:
		r.Placed = "board.uma"
	}
	r.Own = slices.ContainsFunc(r.Totals, func(t ledger.Total) bool {
		return t.Result != float64(t.Score) || slices.ContainsFunc(t.Shares, func(s ledger.Share) bool { return s.Result != float64(s.Score) })
	})
	for _, e := range s.Entries {
		if e.Kind == ledger.HandPlayed && e.Counts() {
			r.Full = append(r.Full, s.HandView(e))
		}
		for _, v := range e.Versions[1:] {
			if !v.Rescored && !v.Undone && !words.Public {
				r.Fixes = append(r.Fixes, fix{e.Number, v})
			}
		}
	}
	r.Drawn = tilesOf(r)
	r.Graph, r.Zero = curves(r.View, s.Entries[0].After.Scores)
	name := func(then []models.Player, n int) string {
		return ledger.HandLine{Players: then}.Who(s.Match.Players)[n].Name
	}
	page, err := template.New("report").Funcs(words.funcs()).Funcs(template.FuncMap{
		"name": name,
		"deed": func(then []models.Player, step ledger.StepLine) string {
			return words.deed(step, func(n int) string { return name(then, n) })
		},
		"fans":    words.fans,
		"worth":   words.worth,
		"tiles":   groups,
		"placing": func(of ledger.Total) float64 { return of.Placing(how) },
		"upto":    func(all [models.Places]int) []int { return all[:len(s.Match.Players)] },
		"round":   func(h ledger.HandView) string { return words.round(s.Match.Rules, h) },
		"result":  func() string { return words.Result(s.Match.Rules) },
		"unit":    func() string { return words.unit(s.Match.Rules, "points") },
		"ending":  words.ending,
		"before":  winsOf,
	}).Parse(matchText)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return page.Execute(w, r)
}

// winsOf gives the tiles of the hands that a later version says, in groups.
func winsOf(v ledger.Version) (wins [][][]models.Tile) {
	if v.Hand != nil {
		for _, w := range v.Hand.Wins {
			wins = append(wins, groups(w.Win))
		}
	}
	return wins
}

// groups gives the tiles of a win in groups: melds, hand, winning tile.
func groups(w models.Win) (all [][]models.Tile) {
	for _, m := range w.Melds {
		all = append(all, m.Tiles)
	}
	concealed := slices.Clone(w.Concealed)
	models.SortTiles(concealed)
	return append(all, concealed, []models.Tile{w.Tile})
}

// tilesOf gives every tile of a report once.
func tilesOf(r match) []models.Tile {
	var all []models.Tile
	take := func(w models.Win) {
		for _, group := range groups(w) {
			all = append(all, group...)
		}
		all = append(append(all, w.DoraIndicators...), w.UraIndicators...)
	}
	for _, hand := range r.Full {
		for _, w := range hand.Wins {
			take(w.Win)
		}
	}
	for _, f := range r.Fixes {
		if f.Version.Hand != nil {
			for _, w := range f.Version.Hand.Wins {
				take(w.Win)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// The drawing area of the graph, in its own units.
const graphWidth, graphHeight = 640.0, 180.0

// curves draws the scores; the second value is the height of zero, or negative when zero
// is not in the picture.
func curves(v ledger.View, start [models.Places]int) ([]curve, float64) {
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
		all = append(all, curve{player.Name, strings.Join(points, " "), colours[n%4]})
	}
	if low > 0 || high < 0 {
		return all, -1
	}
	return all, y(0)
}
