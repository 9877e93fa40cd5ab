package export

import (
	"fmt"
	"strconv"
	"strings"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/course"
)

// TenhouGame is a game in the JSON form of tenhou.net/6. Completed says of each hand what
// was made up, because the form knows no unseen tile; other readers pass over it.
type TenhouGame struct {
	Title []string              `json:"title"`
	Name  [models.Places]string `json:"name"`
	Rule  ledger.TenhouRule     `json:"rule"`
	Log   [][]any               `json:"log"`
	// Sc are the final score and result of each player in turn, once the match is over.
	Sc        []float64         `json:"sc,omitempty"`
	Completed []TenhouCompleted `json:"completed,omitempty"`
}

// TenhouCompleted counts the tiles of a hand that nobody saw.
type TenhouCompleted struct {
	ID    string `json:"id"`
	Dealt int    `json:"dealt"`
	Drawn int    `json:"drawn"`
}

// drawnAtOnce is the number that stands for the discard of the tile just drawn.
const drawnAtOnce = 60

// Tenhou writes a game by the rules riichi. The error wraps ErrForm for other rules,
// course.ErrIllegal for a record that cannot be played.
func Tenhou(g Game) (TenhouGame, error) {
	t := TenhouGame{Title: []string{g.Title, ""}, Name: g.Names, Rule: ledger.TenhouRule{Disp: "riichi", Aka: 1}, Log: [][]any{}}
	for i := range g.Hands {
		h := &g.Hands[i]
		if h.Manners.Riichi == nil {
			return t, fmt.Errorf("%w: tenhou.net/6 is for riichi, not for %s", ErrForm, h.Record.Rules)
		}
		t.Rule = ledger.TenhouRule{Disp: strings.TrimSpace("riichi " + h.Record.Profile)}
		if h.Manners.Reds {
			t.Rule.Aka = 1
		}
		full, err := course.Complete(h.Record, h.Manners, h.allShown())
		if err != nil {
			return t, fmt.Errorf("record %q: %w", h.Record.ID, err)
		}
		if full.Dealt+full.Drawn > 0 {
			t.Completed = append(t.Completed, TenhouCompleted{h.Record.ID, full.Dealt, full.Drawn})
			t.Title[1] = "unseen tiles completed 見えない牌は補完"
		}
		t.Log = append(t.Log, tenhouHand(h, full.Record))
	}
	return t, nil
}

// allShown are the shown hands, the winners' among them.
func (h *Hand) allShown() [models.Places]models.Tiles {
	shown := h.Shown
	if last, _ := h.last(); len(last.Wins) == len(h.Wins) {
		for i, w := range h.Wins {
			shown[last.Wins[i].Place.Index()] = w.Concealed
		}
	}
	return shown
}

func tenhouHand(h *Hand, r *models.Record) []any {
	var drawn, thrown [models.Places][]any
	calls := map[models.Place]map[models.Tile]string{}
	dora := r.Dora
	for _, m := range r.Events {
		i := m.Place.Index()
		switch m.Do {
		case models.Draw:
			drawn[i] = append(drawn[i], tenhouNumber(m.Tile))
		case models.Discarded:
			thrown[i] = append(thrown[i], tenhouDiscard(m))
		case models.CalledChow, models.CalledPung, models.CalledKong:
			call := tenhouCall(m)
			if calls[m.Place] == nil {
				calls[m.Place] = map[models.Tile]string{}
			}
			calls[m.Place][m.Tile.Kind()] = call
			drawn[i] = append(drawn[i], call)
			if m.Do == models.CalledKong {
				thrown[i] = append(thrown[i], 0) // nothing is discarded before the replacement
			}
		case models.MadeAdded:
			added := strings.Replace(calls[m.Place][m.Tile.Kind()], "p", "k"+strconv.Itoa(tenhouNumber(m.Tile)), 1)
			thrown[i] = append(thrown[i], added)
		case models.MadeConcealed:
			n := ledger.TenhouTiles(m.Tiles)
			thrown[i] = append(thrown[i], fmt.Sprintf("%d%d%da%d", n[0], n[1], n[2], n[3]))
		case models.TurnedDora:
			dora = append(dora[:len(dora):len(dora)], m.Tile)
		}
	}
	last, _ := h.last()
	hand := []any{[]int{4*h.round() + r.Dealer.Index(), r.Honba, r.Sticks}, r.Scores, ledger.TenhouTiles(dora), ledger.TenhouTiles(last.Ura)}
	for i := range models.Places {
		hand = append(hand, ledger.TenhouTiles(r.Deal[i]), notNil(drawn[i]), notNil(thrown[i]))
	}
	return append(hand, tenhouResult(h, last))
}

// notNil makes an absent list an empty one.
func notNil(list []any) []any {
	if list == nil {
		return []any{}
	}
	return list
}

func tenhouNumber(t models.Tile) int { return ledger.TenhouTiles(models.Tiles{t})[0] }

func tenhouDiscard(m models.Move) any {
	n := tenhouNumber(m.Tile)
	if m.Drawn != nil && *m.Drawn {
		n = drawnAtOnce
	}
	if m.Riichi {
		return "r" + strconv.Itoa(n)
	}
	return n
}

// tenhouLetters are the letters of calls.
var tenhouLetters = map[models.Deed]string{models.CalledChow: "c", models.CalledPung: "p", models.CalledKong: "m"}

// tenhouCall writes a call: the letter and the claimed tile stand first when it came from
// the left, second from across, last from the right.
func tenhouCall(m models.Move) string {
	var own []string
	for _, n := range ledger.TenhouTiles(m.With) {
		own = append(own, strconv.Itoa(n))
	}
	at := 0
	switch models.Side((m.From.Index() - m.Place.Index() + models.Places) % models.Places) {
	case models.Across:
		at = 1
	case models.Right:
		at = len(own)
	}
	claimed := tenhouLetters[m.Do] + strconv.Itoa(tenhouNumber(m.Tile))
	return strings.Join(own[:at], "") + claimed + strings.Join(own[at:], "")
}

func tenhouResult(h *Hand, last models.Move) []any {
	if last.Do == models.DrawnGame {
		ending, reason := course.Reason(last.Reason)
		outcome := models.Outcome{Ending: ending, Reason: reason}
		for _, place := range last.Ready {
			outcome.Ready = append(outcome.Ready, models.Ready{Place: place})
		}
		if last.Reason == course.Nagashi || last.Reason == "nm" {
			outcome.Nagashi = last.Ready[:0:0]
			outcome.Nagashi = append(outcome.Nagashi, h.Record.Dealer)
		}
		return []any{ledger.TenhouDraw(outcome, models.Places), deltas(last)}
	}
	result := []any{"和了"}
	for i, w := range last.Wins {
		from := w.From
		if from == 0 {
			from = w.Place
		}
		detail := []any{w.Place.Index(), from.Index(), w.Place.Index(), fmt.Sprintf("%d点", w.Points)}
		if i < len(h.Results) {
			win, scored := h.Wins[i], h.Results[i]
			if seat := ledger.LiableSeat(win, scored); seat != models.NoSeat {
				detail[2] = seat.PlaceFor(h.Record.Dealer).Index()
			}
			detail[3] = ledger.TenhouValue(win, scored)
			for _, f := range scored.Fans {
				detail = append(detail, ledger.TenhouYaku(f, win, scored))
			}
		}
		result = append(result, winDeltas(h, last, i), detail)
	}
	return result
}
