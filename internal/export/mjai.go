package export

import (
	"fmt"
	"slices"

	"jantaku/models"
	"jantaku/scoring/course"
)

// Mjai writes a game as the events of mjai, one JSON object each. Actors are places from 0.
// "?" is a tile that nobody saw; `tsumogiri_unknown` stands beside a discard of which
// nobody knows whether it was the drawn tile. The error wraps ErrForm for other rules than
// riichi, course.ErrIllegal for a record that cannot be played.
func Mjai(g Game) ([]map[string]any, error) {
	lines := []map[string]any{{"type": "start_game", "names": g.Names}}
	for i := range g.Hands {
		h := &g.Hands[i]
		if h.Manners.Riichi == nil {
			return nil, fmt.Errorf("%w: mjai is for riichi, not for %s", ErrForm, h.Record.Rules)
		}
		events, err := mjaiHand(h)
		if err != nil {
			return nil, err
		}
		lines = append(lines, events...)
	}
	return append(lines, map[string]any{"type": "end_game"}), nil
}

func mjaiHand(h *Hand) ([]map[string]any, error) {
	r, _, err := h.told()
	if err != nil {
		return nil, err
	}
	hands := [models.Places][]string{}
	for i := range hands {
		hands[i] = slices.Repeat([]string{"?"}, 13)
		if len(r.Deal) > 0 && len(r.Deal[i]) > 0 {
			hands[i] = mjaiTiles(r.Deal[i])
		}
	}
	dora := "?"
	if len(r.Dora) > 0 {
		dora = mjaiTile(r.Dora[0])
	}
	lines := []map[string]any{{"type": "start_kyoku", "bakaze": models.SeatAt(h.round()).String(), "dora_marker": dora,
		"kyoku": r.Dealer.Index() + 1, "honba": r.Honba, "kyotaku": r.Sticks, "oya": r.Dealer.Index(), "scores": r.Scores, "tehais": hands}}
	var declared models.Place // whose riichi nobody has answered yet
	for _, m := range r.Events {
		if declared != 0 && m.Do != models.Wins && !(m.Do == models.DrawnGame && tripleRon(m)) {
			lines = append(lines, map[string]any{"type": "reach_accepted", "actor": declared.Index()})
		}
		declared = 0
		if m.Do == models.Discarded && m.Riichi {
			lines = append(lines, map[string]any{"type": "reach", "actor": m.Place.Index()})
			declared = m.Place
		}
		lines = append(lines, mjaiMove(h, m)...)
	}
	return append(lines, map[string]any{"type": "end_kyoku"}), nil
}

func tripleRon(m models.Move) bool {
	_, reason := course.Reason(m.Reason)
	return reason == "triple-ron"
}

// mjaiCalls are the words of calls.
var mjaiCalls = map[models.Deed]string{models.CalledChow: "chi", models.CalledPung: "pon", models.CalledKong: "daiminkan"}

func mjaiMove(h *Hand, m models.Move) []map[string]any {
	actor := m.Place.Index()
	switch m.Do {
	case models.Draw:
		return []map[string]any{{"type": "tsumo", "actor": actor, "pai": mjaiTile(m.Tile)}}
	case models.Discarded:
		line := map[string]any{"type": "dahai", "actor": actor, "pai": mjaiTile(m.Tile), "tsumogiri": m.Drawn != nil && *m.Drawn}
		if m.Drawn == nil {
			line["tsumogiri_unknown"] = true
		}
		return []map[string]any{line}
	case models.CalledChow, models.CalledPung, models.CalledKong:
		return []map[string]any{{"type": mjaiCalls[m.Do], "actor": actor, "target": m.From.Index(), "pai": mjaiTile(m.Tile), "consumed": mjaiTiles(m.With)}}
	case models.MadeAdded:
		return []map[string]any{{"type": "kakan", "actor": actor, "pai": mjaiTile(m.Tile), "consumed": mjaiTiles(pungOf(h.Record, m))}}
	case models.MadeConcealed:
		return []map[string]any{{"type": "ankan", "actor": actor, "consumed": mjaiTiles(m.Tiles)}}
	case models.TurnedDora:
		return []map[string]any{{"type": "dora", "dora_marker": mjaiTile(m.Tile)}}
	case models.DrawnGame:
		return []map[string]any{{"type": "ryukyoku", "reason": m.Reason, "deltas": deltas(m)}}
	case models.Wins:
		var lines []map[string]any
		for i, w := range m.Wins {
			from := w.From
			if from == 0 {
				from = w.Place
			}
			lines = append(lines, map[string]any{"type": "hora", "actor": w.Place.Index(), "target": from.Index(), "pai": mjaiTile(w.Tile),
				"deltas": winDeltas(h, m, i), "ura_markers": mjaiTiles(m.Ura)})
		}
		return lines
	}
	return nil
}

// pungOf are the tiles of the pung to which a tile is added.
func pungOf(r *models.Record, added models.Move) models.Tiles {
	for _, m := range r.Events {
		if m.Do == models.CalledPung && m.Place == added.Place && m.Tile.Kind() == added.Tile.Kind() {
			return append(slices.Clone(m.With), m.Tile)
		}
	}
	return nil
}

// mjaiTile writes a tile: 5mr for a red five, E S W N P F C for honours, ? unseen.
func mjaiTile(t models.Tile) string {
	switch {
	case !t.IsKind():
		return "?"
	case t.IsHonour():
		return "ESWNPFC"[t.Rank()-1 : t.Rank()]
	case t.IsRed():
		return t.Kind().String() + "r"
	}
	return t.String()
}

func mjaiTiles(tiles models.Tiles) []string {
	names := []string{}
	for _, t := range tiles {
		names = append(names, mjaiTile(t))
	}
	return names
}
