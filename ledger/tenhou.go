package ledger

import (
	"fmt"
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// TenhouLog is a match in the JSON form of tenhou.net/6, with the results of the hands
// and without their discards, which no camera has seen: a record of results, not a
// replay. Players stand in the order of the first deal.
//
// Form: {"title", "name", "rule", "log": [[[hand, honba, sticks], scores, dora, ura,
// (dealt, drawn, discarded) × players, result]]}; a result is ["和了", changes, [winner,
// from, liable, value, yaku...], ...] or [the name of the draw, changes], without changes where there are none.
type TenhouLog struct {
	Title []string   `json:"title"`
	Name  []string   `json:"name"`
	Rule  TenhouRule `json:"rule"`
	Log   [][]any    `json:"log"`
	// Sc are the final score and result of each player in turn.
	Sc []float64 `json:"sc,omitempty"`
}

// TenhouRule is the rule shown above the log.
type TenhouRule struct {
	Disp string `json:"disp"`
	Aka  int    `json:"aka"`
}

// Tenhou gives a match by the rules riichi in the form of tenhou.net/6. The error wraps
// ErrNotRiichi for any other.
func Tenhou(s State) (TenhouLog, error) {
	if err := riichiOnly(s); err != nil {
		return TenhouLog{}, err
	}
	log := TenhouLog{Title: []string{s.Match.ID, s.Entries[0].Versions[0].Time.Format("2006-01-02 15:04")},
		Rule: TenhouRule{Disp: "riichi " + s.Match.Profile}, Log: [][]any{}}
	for _, e := range s.handsOf() {
		log.Log = append(log.Log, tenhouHand(s, e))
	}
	totals := s.View().Totals
	for _, player := range s.Match.Players {
		i := slices.IndexFunc(totals, func(t Total) bool { return t.Player.ID == player.ID })
		total := totals[i]
		log.Name = append(log.Name, total.Names())
		log.Sc = append(log.Sc, float64(total.Score), total.Result)
	}
	return log, nil
}

func tenhouHand(s State, e Entry) []any {
	h, n := e.Current().Hand, len(s.Match.Players)
	dora, ura := []int{}, []int{}
	for _, w := range h.Wins {
		dora, ura = TenhouTiles(w.Win.DoraIndicators), TenhouTiles(w.Win.UraIndicators)
	}
	hand := []any{
		[]int{4*(e.Before.Round-1) + e.Before.Deal - 1, e.Before.Honba, e.Before.Sticks},
		e.Before.Scores[:n], dora, ura,
	}
	for range n {
		hand = append(hand, []int{}, []int{}, []int{}) // dealt, drawn, discarded: not seen
	}
	return append(hand, tenhouResult(e, h, n))
}

// tenhouResult writes how a hand ended. The changes leave out the sticks laid in this
// hand, which the form charges with the discard that declares riichi.
func tenhouResult(e Entry, h *Hand, players int) []any {
	changes := e.Deltas()
	for _, place := range h.Riichi {
		changes[e.Before.At(place)] += 1000
	}
	if h.Ending != models.Won {
		result := []any{TenhouDraw(h.Outcome, players)}
		if changes != [models.Places]int{} {
			result = append(result, changes[:players])
		}
		return result
	}
	result := []any{"和了"}
	if len(h.Wins) == 0 { // a referee wrote down the points alone
		return append(result, changes[:players], []any{e.Before.At(h.Winners[0]), tenhouFrom(e, h, h.Winners[0]), e.Before.At(h.Winners[0]), ""})
	}
	for i, w := range h.Wins {
		each := changes
		if len(h.Wins) > 1 {
			each = winChanges(e, h, i)
		}
		winner := e.Before.At(w.Place)
		liable := winner // by convention when nobody is
		if seat := LiableSeat(w.Win, h.Results[i]); seat != models.NoSeat {
			liable = e.Before.At(e.Before.PlaceOf(seat))
		}
		detail := []any{winner, tenhouFrom(e, h, w.Place), liable, TenhouValue(w.Win, h.Results[i])}
		for _, f := range h.Results[i].Fans {
			detail = append(detail, TenhouYaku(f, w.Win, h.Results[i]))
		}
		result = append(result, each[:players], detail)
	}
	return result
}

// winChanges are the changes by one of several wins; the first takes the sticks laid in
// this hand.
func winChanges(e Entry, h *Hand, i int) (by [models.Places]int) {
	for seat, points := range h.Results[i].Payments {
		if at := e.Before.PlaceOf(models.SeatAt(seat)); at != 0 {
			by[e.Before.At(at)] += points
		}
	}
	if i == 0 {
		by[e.Before.At(h.Wins[0].Place)] += 1000 * len(h.Riichi)
	}
	return by
}

// LiableSeat gives who is liable for a win: whom the win names, or who pays although
// another supplied the tile, or who alone pays a self-draw.
func LiableSeat(w models.Win, r scoring.Result) models.Seat {
	if w.Liable != models.NoSeat {
		return w.Liable
	}
	var payers []models.Seat
	for i, points := range r.Payments {
		if seat := models.SeatAt(i); points < 0 && seat != w.Discarder {
			payers = append(payers, seat)
		}
	}
	if len(payers) == 1 {
		return payers[0]
	}
	return models.NoSeat
}

func tenhouFrom(e Entry, h *Hand, winner models.Place) int {
	if h.From == 0 {
		return e.Before.At(winner)
	}
	return e.Before.At(h.From)
}

// TenhouDraw names a drawn game as the form does.
func TenhouDraw(o models.Outcome, players int) string {
	switch {
	case len(o.Nagashi) > 0:
		return "流し満貫"
	case o.Ending == models.Drawn && len(o.Ready) == players:
		return "全員聴牌"
	case o.Ending == models.Drawn && len(o.Ready) == 0:
		return "全員不聴"
	case o.Ending == models.Drawn:
		return "流局"
	}
	if name, ok := map[string]string{"nine-terminals": "九種九牌", "four-winds": "四風連打", "four-riichi": "四家立直",
		"four-kongs": "四槓散了", "triple-ron": "三家和了"}[o.Reason]; ok {
		return name
	}
	return "流局"
}

// TenhouTiles writes tiles by number: 11-19 characters, 21-29 dots, 31-39 bamboos, 41-47
// honours, 51-53 red fives.
func TenhouTiles(tiles models.Tiles) []int {
	numbers := []int{}
	for _, t := range tiles {
		suit := int(t.Suit()) + 1
		if t.IsRed() {
			numbers = append(numbers, 50+suit)
		} else {
			numbers = append(numbers, 10*suit+t.Rank())
		}
	}
	return numbers
}

var tenhouLimits = map[string]string{"mangan": "満貫", "haneman": "跳満", "baiman": "倍満", "sanbaiman": "三倍満", "yakuman": "役満",
	"kazoe-yakuman": "数え役満"}

// TenhouValue writes what a hand is worth: "30符2飜2000点", "30符2飜500-1000点",
// "満貫4000点∀".
func TenhouValue(w models.Win, r scoring.Result) string {
	head := fmt.Sprintf("%d符%d飜", r.Fu, r.Han)
	if name, ok := tenhouLimits[r.Limit]; ok {
		head = name
	}
	if !w.SelfDraw || LiableSeat(w, r) != models.NoSeat {
		return fmt.Sprintf("%s%d点", head, r.Points)
	}
	share := func(seat models.Seat) int { return -r.Payments[seat.Index()] - 100*w.Honba }
	if w.Seat == models.East {
		return fmt.Sprintf("%s%d点∀", head, share(models.South))
	}
	other := models.South
	if w.Seat == models.South {
		other = models.West
	}
	return fmt.Sprintf("%s%d-%d点", head, share(other), share(models.East))
}

// tenhouNames are the yaku that the form calls otherwise than the rule book.
var tenhouNames = map[string]string{"haku": "役牌 白", "hatsu": "役牌 發", "chun": "役牌 中", "double-riichi": "両立直",
	"kokushi-13": "国士無双１３面"}

// TenhouYaku writes one line of a riichi hand.
func TenhouYaku(f scoring.Fan, w models.Win, r scoring.Result) string {
	name := f.Name
	if other, ok := tenhouNames[f.ID]; ok {
		name = other
	}
	switch f.ID {
	case "round-wind":
		name = "場風 " + windName(w.Round)
	case "seat-wind":
		name = "自風 " + windName(w.Seat)
	}
	if r.Yakuman > 0 {
		return name + "(役満)"
	}
	return fmt.Sprintf("%s(%d飜)", name, f.Value)
}

func windName(s models.Seat) string {
	if s == models.NoSeat {
		return ""
	}
	return string([]rune("東南西北")[s.Index()])
}
