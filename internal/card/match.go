package card

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"slices"
	"strconv"
	"strings"

	"jantaku/internal/report"
	"jantaku/ledger"
	"jantaku/models"
)

// Match gives a match by its id as PNG, in a language (zh, ja or en): the ranking, or how it stands, the scores after each
// hand as lines, the hand that gained most, and what each hand gave. The error wraps fs.ErrNotExist where there is none.
func (a *Archive) Match(ctx context.Context, id, lang string) ([]byte, error) {
	s, err := a.books.Match(ctx, id)
	if errors.Is(err, ledger.ErrNoMatch) {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	if err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	m := matchCard{State: s, View: s.View(), words: report.Words{Lang: lang, Of: a.words[lang]}, word: func(keys ...string) string { return a.word(lang, keys...) }}
	m.canvas = newCanvas(a.letters, lang, m.tall())
	if err := m.draw(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m.img); err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	return b.Bytes(), nil
}

// The picture of a match in pixels; it is as tall as its hands need.
const (
	rankTop    = 92  // of the rows of the ranking
	rankLine   = 62  // a row of it
	chartLeft  = 700 // of the lines of the scores
	chartTop   = 100
	chartTall  = 220
	bestTop    = rankTop + models.Places*rankLine + 34 // of the hand that gained most
	bestTall   = 96
	handLine   = 34 // a row of the list of hands
	deltaWide  = 126
	mostHands  = 48 // a longer match shows its last hands
	swatch     = 14
	lineWidth  = 3
	bestSize   = 44  // a tile of the hand that gained most
	handsTitle = 40  // above the first row
	nameWide   = 148 // of a name in the list of hands, so that both have room
)

// colours are those of the players, by number.
var colours = [models.Places]color.RGBA{{0xff, 0x8f, 0x7a, 0xff}, {0x7f, 0xb8, 0xff, 0xff}, {0x8f, 0xdc, 0xa6, 0xff}, {0xe9, 0xc4, 0x6a, 0xff}}

// matchCard is the picture of a match that is being drawn.
type matchCard struct {
	ledger.State
	ledger.View
	*canvas
	words report.Words
	word  func(keys ...string) string
}

// tall is the height of the picture.
func (m *matchCard) tall() int {
	rows := min(len(m.View.Hands), mostHands)
	if rows == 0 {
		return bestTop + margin/2
	}
	return m.handsTop() + handsTitle + rows*handLine + margin/2
}

// handsTop is where the list of hands begins.
func (m *matchCard) handsTop() int {
	if _, ok := m.best(); ok {
		return bestTop + bestTall
	}
	return bestTop
}

func (m *matchCard) draw() error {
	match := m.View.Match
	about := []string{m.word("rules."+match.Rules, match.Rules)}
	if match.Profile != "" {
		about = append(about, m.word("profile."+match.Profile, match.Profile))
	}
	if match.Table != "" {
		about = append(about, match.Table)
	}
	about = append(about, m.Entries[0].Versions[0].Time.Local().Format("2006-01-02"), m.word(map[bool]string{true: "report.finished", false: "report.playing"}[m.View.Finished]))
	m.text("雀卓", margin, 56, text{size: 30, bold: true})
	m.text(strings.Join(about, " · "), margin+84, 56, text{size: 24, colour: dim, most: width - 2*margin - 84})
	m.ranking()
	if len(m.View.Hands) > 0 {
		m.chart()
		m.hands()
	}
	return m.bestHand()
}

// ranking writes who has what.
func (m *matchCard) ranking() {
	for i, t := range m.View.Totals {
		y, colour := rankTop+(i+1)*rankLine-22, ink
		if t.Rank == 1 {
			colour = gold
		}
		n := slices.IndexFunc(m.View.Match.Players, func(p models.Player) bool { return p.ID == t.Player.ID })
		m.box(margin, y-swatch, swatch, swatch, colours[max(n, 0)%len(colours)])
		m.text(strconv.Itoa(t.Rank), margin+26, y, text{size: 34, bold: true, colour: colour})
		m.text(t.Names(), margin+62, y, text{size: 34, bold: true, colour: colour, most: 330})
		m.right(number(t.Score), chartLeft-140, y, text{size: 34, bold: true, colour: colour})
		result := strings.Replace(strconv.FormatFloat(t.Result, 'f', -1, 64), "-", "−", 1)
		if t.Points != 0 {
			result += " · " + strconv.FormatFloat(t.Points, 'f', -1, 64)
		}
		if result != strconv.Itoa(t.Score) {
			m.right(result, chartLeft-40, y, text{size: 24, colour: dim})
		}
	}
	m.right(m.word("report.score"), chartLeft-140, rankTop, text{size: 18, colour: dim, most: 150})
	m.right(m.words.Result(m.View.Match.Rules), chartLeft-40, rankTop, text{size: 18, colour: dim, most: 96})
}

// chart draws the scores after each hand.
func (m *matchCard) chart() {
	rows := [][models.Places]int{m.Entries[0].After.Scores}
	for _, h := range m.View.Hands {
		rows = append(rows, h.Scores)
	}
	players := len(m.View.Match.Players)
	low, high := rows[0][0], rows[0][0]+1
	for _, row := range rows {
		low, high = min(low, slices.Min(row[:players])), max(high, slices.Max(row[:players]))
	}
	right := width - margin
	y := func(score int) float64 { return chartTop + chartTall*(1-float64(score-low)/float64(high-low)) }
	if low < 0 && high > 0 {
		m.line([][2]float64{{chartLeft, y(0)}, {float64(right), y(0)}}, 1, dim)
	}
	for n := range players {
		var points [][2]float64
		for i, row := range rows {
			points = append(points, [2]float64{chartLeft + float64(right-chartLeft)*float64(i)/float64(len(rows)-1), y(row[n])})
		}
		m.line(points, lineWidth, colours[n])
	}
	m.text(m.word("report.scores"), chartLeft, chartTop+chartTall+34, text{size: 18, colour: dim, most: 300})
	m.right(number(low)+" … "+number(high), right, chartTop+chartTall+34, text{size: 18, colour: dim})
}

// best is the win that gained most; false where nobody won.
func (m *matchCard) best() (best struct {
	name string
	gain int
	win  models.Win
}, ok bool) {
	for _, e := range m.Entries {
		if e.Kind != ledger.HandPlayed || !e.Counts() {
			continue
		}
		wins := e.Current().Hand.Wins
		for i, gain := range e.Gains() {
			if i < len(wins) && gain > best.gain {
				best.gain, best.win, ok = gain, wins[i].Win, true
				best.name = e.Players[e.Before.At(wins[i].Place)].Name
			}
		}
	}
	return best, ok
}

// bestHand lays the hand that gained most.
func (m *matchCard) bestHand() error {
	best, ok := m.best()
	if !ok {
		return nil
	}
	y := bestTop
	m.text(m.word("report.best"), margin, y+4, text{size: 18, colour: dim, most: 180})
	m.text(best.name, margin, y+34, text{size: 24, bold: true, most: 190})
	m.text(signed(best.gain), margin, y+66, text{size: 24, bold: true, colour: gain})
	_, err := m.tiles(best.win, margin+210, y+2, width-2*margin-210, bestSize)
	return err
}

// hands lists what each hand gave.
func (m *matchCard) hands() {
	players := m.View.Match.Players
	list := m.View.Hands[max(len(m.View.Hands)-mostHands, 0):]
	deltas := width - margin - len(players)*deltaWide
	y := m.handsTop() + handsTitle - 12
	for n, p := range players {
		at := deltas + (n+1)*deltaWide
		m.box(at-deltaWide+8, y+4, deltaWide-8, 2, colours[n])
		m.right(p.Name, at, y-2, text{size: 18, bold: true, most: deltaWide - 12})
	}
	for _, h := range list {
		y += handLine
		then := h.Who(players)
		m.right(strconv.Itoa(h.Number), margin+36, y, text{size: 20, colour: dim})
		entry, _ := m.Entry(h.Entry)
		m.text(m.words.Round(m.View.Match.Rules, entry.Before.RoundWind(), h.Deal, h.Honba, h.Number), margin+52, y, text{size: 20, colour: dim, most: 190})
		m.text(m.what(h, then), margin+250, y, text{size: 20, most: deltas - margin - 256})
		for n := range players {
			colour := map[bool]color.RGBA{true: gain, false: loss}[h.Deltas[n] > 0]
			if h.Deltas[n] == 0 {
				colour = dim
			}
			m.right(signed(h.Deltas[n]), deltas+(n+1)*deltaWide, y, text{size: 20, colour: colour})
		}
	}
}

// what says how a hand ended.
func (m *matchCard) what(h ledger.HandLine, then []models.Player) string {
	if len(h.Winners) == 0 {
		if h.GoesOn {
			return m.word("ending.goes-on")
		}
		end := m.word("ending." + string(h.Ending))
		if h.Reason != "" {
			end += " · " + m.word("abort."+h.Reason, h.Reason)
		}
		return end
	}
	name := func(n int) string { return m.short(then[n].Name, text{size: 20, most: nameWide}) }
	var names []string
	for _, n := range h.Winners {
		names = append(names, name(n))
	}
	if len(h.Steps) > 0 { // each of whom won otherwise
		return strings.Join(names, " / ")
	}
	how := m.word("win.self-draw")
	if h.From != nil {
		how = strings.ReplaceAll(m.word("win.from"), "{name}", name(*h.From))
	}
	return cmp.Or(strings.Join(names, " / "), "–") + " · " + how
}
