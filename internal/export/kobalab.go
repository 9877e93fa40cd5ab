package export

import (
	"fmt"
	"strings"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/course"
)

// Paipu is a game in the notation of kobalab's viewer (npm @kobalab/majiang-core). Players
// are numbered by place from 0; in each hand `l` counts from the dealer. "_" is a tile
// that nobody saw. Flowers, which the viewer does not know, are left out with the draws
// they cost.
type Paipu struct {
	Title  string                `json:"title"`
	Player [models.Places]string `json:"player"`
	Qijia  int                   `json:"qijia"`
	Log    [][]map[string]any    `json:"log"`
	Defen  [models.Places]int    `json:"defen"`
	Point  [models.Places]string `json:"point"`
	Rank   [models.Places]int    `json:"rank"`
}

// Kobalab writes a game. The error wraps course.ErrIllegal for a record that cannot be
// played.
func Kobalab(g Game) (Paipu, error) {
	p := Paipu{Title: g.Title, Player: g.Names, Log: [][]map[string]any{}}
	for i := range g.Hands {
		hand := &g.Hands[i]
		log, err := kobalabHand(hand)
		if err != nil {
			return p, err
		}
		p.Log = append(p.Log, log)
		p.Defen = hand.Record.Scores
		if last, ok := hand.last(); ok {
			p.Defen = models.Points(p.Defen).Plus(deltas(last))
		}
	}
	for i, n := range p.Defen {
		p.Rank[i] = 1
		for j, other := range p.Defen {
			if other > n || other == n && j < i {
				p.Rank[i]++
			}
		}
	}
	return p, nil
}

// one is an event: its word and its fields.
func one(word string, fields map[string]any) map[string]any { return map[string]any{word: fields} }

func kobalabHand(h *Hand) ([]map[string]any, error) {
	r, end, err := h.told()
	if err != nil {
		return nil, err
	}
	deal := [models.Places]string{}
	for i := range models.Places {
		if len(r.Deal) > 0 {
			deal[h.seat(models.PlaceAt(i))] = kobalabTiles(r.Deal[i])
		}
	}
	dora := "_"
	if len(r.Dora) > 0 {
		dora = kobalabTile(r.Dora[0])
	}
	log := []map[string]any{one("qipai", map[string]any{"zhuangfeng": h.round(), "jushu": r.Dealer.Index(), "changbang": r.Honba,
		"lizhibang": r.Sticks, "defen": h.bySeat(r.Scores), "baopai": dora, "shoupai": deal})}
	replaces := false // the next draw replaces a kong
	melds := map[models.Place]map[models.Tile]string{}
	for _, m := range r.Events {
		l := h.seat(m.Place)
		switch m.Do {
		case models.Draw:
			word := "zimo"
			if replaces {
				word = "gangzimo"
			}
			replaces = false
			log = append(log, one(word, map[string]any{"l": l, "p": kobalabTile(m.Tile)}))
		case models.Discarded:
			log = append(log, one("dapai", map[string]any{"l": l, "p": kobalabDiscard(m)}))
		case models.CalledChow, models.CalledPung, models.CalledKong:
			meld := kobalabCall(m)
			if melds[m.Place] == nil {
				melds[m.Place] = map[models.Tile]string{}
			}
			if m.Do == models.CalledPung {
				melds[m.Place][m.Tile.Kind()] = meld
			}
			replaces = m.Do == models.CalledKong
			log = append(log, one("fulou", map[string]any{"l": l, "m": meld}))
		case models.MadeAdded:
			replaces = true
			log = append(log, one("gang", map[string]any{"l": l, "m": melds[m.Place][m.Tile.Kind()] + kobalabTile(m.Tile)[1:]}))
		case models.MadeConcealed:
			replaces = true
			log = append(log, one("gang", map[string]any{"l": l, "m": kobalabKong(m.Tiles)}))
		case models.TurnedDora:
			log = append(log, one("kaigang", map[string]any{"baopai": kobalabTile(m.Tile)}))
		case models.Wins:
			for i := range m.Wins {
				log = append(log, one("hule", kobalabWin(h, end, m, i)))
			}
		case models.DrawnGame:
			log = append(log, one("pingju", kobalabDraw(h, end, m)))
		}
	}
	return log, nil
}

// kobalabTile writes a tile: suit before rank, "_" for one nobody saw.
func kobalabTile(t models.Tile) string {
	if !t.IsKind() {
		return "_"
	}
	s := t.String()
	return s[1:] + s[:1]
}

// kobalabTiles writes a hand, the suits in order and unseen tiles last.
func kobalabTiles(tiles models.Tiles) string {
	sorted := append(models.Tiles(nil), tiles...)
	models.SortTiles(sorted)
	var b strings.Builder
	suit := byte(0)
	for _, t := range sorted {
		s := kobalabTile(t)
		if s[0] != suit || s == "_" {
			suit = s[0]
			b.WriteByte(s[0])
		}
		b.WriteString(s[1:])
	}
	return strings.Repeat("_", strings.Count(b.String(), "_")) + strings.ReplaceAll(b.String(), "_", "")
}

func kobalabDiscard(m models.Move) string {
	s := kobalabTile(m.Tile)
	if m.Drawn != nil && *m.Drawn {
		s += "_"
	}
	if m.Riichi {
		s += "*"
	}
	return s
}

// kobalabSides are the signs of who supplied a tile.
var kobalabSides = map[models.Side]string{models.Left: "-", models.Across: "=", models.Right: "+"}

// digit is a tile's digit, 0 for a red five.
func digit(t models.Tile) string { return t.String()[:1] }

// kobalabCall writes a called set: own tiles and the claimed one with the sign of its
// supplier, a chow in the order of its ranks.
func kobalabCall(m models.Move) string {
	from := models.Side((m.From.Index() - m.Place.Index() + models.Places) % models.Places)
	claimed := digit(m.Tile) + kobalabSides[from]
	suit := m.Tile.String()[1:]
	if m.Do != models.CalledChow {
		return suit + reds(m.With) + claimed
	}
	own := append(models.Tiles(nil), m.With...)
	models.SortTiles(own)
	low, high := own[0], own[1]
	switch {
	case m.Tile.Kind() < low.Kind():
		return suit + claimed + digit(low) + digit(high)
	case m.Tile.Kind() > high.Kind():
		return suit + digit(low) + digit(high) + claimed
	}
	return suit + digit(low) + claimed + digit(high)
}

// reds writes the digits of equal tiles, red ones last.
func reds(tiles models.Tiles) string {
	plain, red := "", ""
	for _, t := range tiles {
		if t.IsRed() {
			red += "0"
		} else {
			plain += digit(t)
		}
	}
	return plain + red
}

func kobalabKong(tiles models.Tiles) string {
	if len(tiles) == 0 || !tiles[0].IsKind() {
		return ""
	}
	return tiles[0].String()[1:] + reds(tiles)
}

// kobalabMelds writes the melds of a place as they lie at the end.
func kobalabMelds(h *Hand, place models.Place) (all string) {
	var melds []string
	at := map[models.Tile]int{}
	for _, m := range h.Record.Events {
		if m.Place != place {
			continue
		}
		switch m.Do {
		case models.CalledPung:
			at[m.Tile.Kind()] = len(melds)
			melds = append(melds, kobalabCall(m))
		case models.CalledChow, models.CalledKong:
			melds = append(melds, kobalabCall(m))
		case models.MadeConcealed:
			melds = append(melds, kobalabKong(m.Tiles))
		case models.MadeAdded:
			melds[at[m.Tile.Kind()]] += digit(m.Tile)
		}
	}
	for _, m := range melds {
		all += "," + m
	}
	return all
}

func kobalabWin(h *Hand, end *course.Hand, m models.Move, i int) map[string]any {
	w := m.Wins[i]
	concealed := append(models.Tiles(nil), h.shownBy(w.Place, end)...)
	if w.From == w.Place && len(concealed)%3 == 2 { // the drawn tile is among them
		for j := len(concealed) - 1; j >= 0; j-- {
			if concealed[j] == w.Tile || !concealed[j].HasFace() {
				concealed = append(concealed[:j], concealed[j+1:]...)
				break
			}
		}
	}
	fields := map[string]any{"l": h.seat(w.Place), "shoupai": kobalabTiles(concealed) + kobalabTile(w.Tile) + kobalabMelds(h, w.Place),
		"baojia": nil, "fubaopai": nil, "defen": w.Points, "fenpei": h.bySeat(winDeltas(h, m, i))}
	if w.From != 0 && w.From != w.Place {
		fields["baojia"] = h.seat(w.From)
	}
	if end.Side(w.Place).Riichi > 0 && len(m.Ura) > 0 {
		var ura []string
		for _, t := range m.Ura {
			ura = append(ura, kobalabTile(t))
		}
		fields["fubaopai"] = ura
	}
	if i >= len(h.Results) {
		return fields
	}
	fields["defen"] = h.Results[i].Points
	for key, value := range kobalabScore(h.Results[i]) {
		fields[key] = value
	}
	return fields
}

// yakumanHan is how many han a yakuman is entered with in a result.
const yakumanHan = 13

// kobalabScore writes fu, han and the yaku of a result; books without han tell their fans.
func kobalabScore(r scoring.Result) map[string]any {
	fields := map[string]any{}
	var yaku []map[string]any
	for _, f := range r.Fans {
		worth := fmt.Sprint(f.Value)
		if r.Yakuman > 0 {
			worth = strings.Repeat("*", max(1, f.Value/yakumanHan))
		}
		yaku = append(yaku, map[string]any{"name": f.Name, "fanshu": worth})
	}
	fields["hupai"] = yaku
	switch {
	case r.Yakuman > 0:
		fields["damanguan"] = r.Yakuman
	case r.Parts&scoring.PartHan != 0:
		fields["fu"], fields["fanshu"] = r.Fu, r.Han
	default:
		fields["fu"], fields["fanshu"] = r.Fu, r.Fan
	}
	return fields
}

// winDeltas are what one of several wins pays: the payments of its result, and for the
// first what is left of the whole.
func winDeltas(h *Hand, m models.Move, i int) models.Points {
	all := deltas(m)
	if len(m.Wins) == 1 || len(h.Results) != len(m.Wins) {
		if i > 0 {
			return models.Points{}
		}
		return all
	}
	each := func(i int) (points models.Points) {
		for seat, n := range h.Results[i].Payments {
			points[models.SeatAt(seat).PlaceFor(h.Record.Dealer).Index()] = n
		}
		return points
	}
	if i > 0 {
		return each(i)
	}
	for j := 1; j < len(m.Wins); j++ {
		for at, n := range each(j) {
			all[at] -= n
		}
	}
	return all
}

func kobalabDraw(h *Hand, end *course.Hand, m models.Move) map[string]any {
	shown := [models.Places]string{}
	for _, place := range m.Ready {
		shown[h.seat(place)] = kobalabTiles(h.shownBy(place, end)) + kobalabMelds(h, place)
	}
	name := "荒牌平局"
	if ending, reason := course.Reason(m.Reason); ending == models.Aborted {
		name = ledger.TenhouDraw(models.Outcome{Ending: ending, Reason: reason}, models.Places)
	} else if m.Reason == course.Nagashi || m.Reason == "nm" {
		name = "流し満貫"
	}
	return map[string]any{"name": name, "shoupai": shown, "fenpei": h.bySeat(deltas(m))}
}
