package ledger

import (
	"fmt"
	"slices"
	"strconv"

	"jantaku/models"
	"jantaku/scoring"
)

// PantheonGame is a match as the requests that enter it into Pantheon, the club and
// tournament manager of riichi players: the messages of its Mimir service in the JSON
// form of Protocol Buffers, with the names of the .proto files.
type PantheonGame struct {
	StartGame  PantheonStart     `json:"start_game"`  // GamesStartGamePayload
	AddRound   []PantheonAdd     `json:"add_round"`   // GamesAddRoundPayload, in order
	AddPenalty []PantheonPenalty `json:"add_penalty"` // GamesAddPenaltyPayload
	Game       PantheonResult    `json:"game"`        // GameResult, what Pantheon should have then
	// Names says which player each id stands for.
	Names map[int32]string `json:"names"`
}

// PantheonStart is a GamesStartGamePayload.
type PantheonStart struct {
	EventID int32   `json:"event_id"`
	Players []int32 `json:"players"` // East, South, West, North
}

// PantheonAdd is a GamesAddRoundPayload; the session hash is what StartGame answered.
type PantheonAdd struct {
	SessionHash string        `json:"session_hash"`
	RoundData   PantheonRound `json:"round_data"`
}

// PantheonRound is a Round: exactly one of its fields.
type PantheonRound struct {
	Ron      *PantheonWin      `json:"ron,omitempty"`
	Tsumo    *PantheonWin      `json:"tsumo,omitempty"`
	Multiron *PantheonMultiron `json:"multiron,omitempty"`
	Draw     *PantheonDraw     `json:"draw,omitempty"`
	Abort    *PantheonDraw     `json:"abort,omitempty"`
	Chombo   *PantheonChombo   `json:"chombo,omitempty"`
	Nagashi  *PantheonDraw     `json:"nagashi,omitempty"`
}

// PantheonHand is what a hand was worth: the fields of MultironWin.
type PantheonHand struct {
	WinnerID    int32   `json:"winner_id"`
	PaoPlayerID int32   `json:"pao_player_id"`
	Han         int32   `json:"han"` // negative: the number of yakuman
	Fu          int32   `json:"fu"`
	Yaku        []int32 `json:"yaku"`
	Dora        int32   `json:"dora"` // dora of all kinds, as Pantheon counts them in tenhou replays
	OpenHand    bool    `json:"open_hand"`
}

// PantheonWin is a RonResult or, without LoserID, a TsumoResult.
type PantheonWin struct {
	RoundIndex int32 `json:"round_index"`
	Honba      int32 `json:"honba"`
	LoserID    int32 `json:"loser_id,omitempty"`
	PantheonHand
	RiichiBets []int32 `json:"riichi_bets"`
}

// PantheonMultiron is a MultironResult.
type PantheonMultiron struct {
	RoundIndex int32          `json:"round_index"`
	Honba      int32          `json:"honba"`
	LoserID    int32          `json:"loser_id"`
	MultiRon   int32          `json:"multi_ron"`
	Wins       []PantheonHand `json:"wins"`
	RiichiBets []int32        `json:"riichi_bets"`
}

// PantheonDraw is a DrawResult, AbortResult or NagashiResult.
type PantheonDraw struct {
	RoundIndex int32   `json:"round_index"`
	Honba      int32   `json:"honba"`
	RiichiBets []int32 `json:"riichi_bets"`
	Tempai     []int32 `json:"tempai,omitempty"`
	Nagashi    []int32 `json:"nagashi,omitempty"`
}

// PantheonChombo is a ChomboResult: a round of its own there, which is played again.
type PantheonChombo struct {
	RoundIndex int32 `json:"round_index"`
	Honba      int32 `json:"honba"`
	LoserID    int32 `json:"loser_id"`
}

// PantheonPenalty is a GamesAddPenaltyPayload.
type PantheonPenalty struct {
	EventID  int32  `json:"event_id"`
	PlayerID int32  `json:"player_id"`
	Amount   int32  `json:"amount"`
	Reason   string `json:"reason"`
}

// PantheonResult is a GameResult.
type PantheonResult struct {
	Players      []int32         `json:"players"`
	FinalResults []PantheonFinal `json:"final_results"`
	Rounds       []PantheonRound `json:"rounds"`
	Date         string          `json:"date"`
}

// PantheonFinal is a FinalResultOfSession.
type PantheonFinal struct {
	PlayerID    int32   `json:"player_id"`
	Score       int32   `json:"score"`
	RatingDelta float64 `json:"rating_delta"`
	Place       int32   `json:"place"`
}

// pantheonYaku are Pantheon's numbers of the yaku, from its Common/YakuMap.php. Value
// tiles are counted and have the numbers 13 to 17.
var pantheonYaku = map[string]int32{
	"toitoi": 1, "honroutou": 2, "sanankou": 3, "sanshoku-doukou": 4, "sankantsu": 5, "suukantsu": 6, "suuankou": 7,
	"pinfu": 8, "iipeikou": 9, "ryanpeikou": 10, "sanshoku-doujun": 11, "ittsuu": 12, "shousangen": 18, "daisangen": 19,
	"shousuushii": 20, "daisuushii": 21, "tsuuiisou": 22, "tanyao": 23, "chanta": 24, "junchan": 25, "chinroutou": 26,
	"honitsu": 27, "chinitsu": 28, "chuuren": 29, "ryuuiisou": 30, "chiitoitsu": 31, "kokushi": 32, "riichi": 33,
	"double-riichi": 34, "ippatsu": 35, "menzen-tsumo": 36, "haitei": 37, "rinshan": 38, "tenhou": 39, "chiihou": 40,
	"houtei": 41, "chankan": 42, "renhou": 43, "suuankou-tanki": 45, "junsei-chuuren": 46, "kokushi-13": 47,
}

const firstValueTile = 13 // Y_YAKUHAI1

var (
	valueTiles = []string{"haku", "hatsu", "chun", "round-wind", "seat-wind"}
	doraKinds  = []string{"dora", "aka-dora", "ura-dora", "nuki-dora"}
)

// Pantheon gives a match by the rules riichi as requests for Pantheon. ids are the
// players' ids there, in the order of the first deal; without them the players' own ids
// are taken where they are numbers. The error wraps ErrNotRiichi for any other match.
func Pantheon(s State, event int32, ids []int32) (PantheonGame, error) {
	if err := riichiOnly(s); err != nil {
		return PantheonGame{}, err
	}
	if slices.ContainsFunc(s.Standing(), func(t Total) bool { return len(t.Shares) > 0 }) {
		return PantheonGame{}, fmt.Errorf("match %s: Pantheon knows no change of players within a match", s.Match.ID)
	}
	ids, err := pantheonIDs(s, ids)
	if err != nil {
		return PantheonGame{}, err
	}
	g := PantheonGame{StartGame: PantheonStart{EventID: event, Players: ids}, Names: map[int32]string{},
		AddRound: []PantheonAdd{}, AddPenalty: []PantheonPenalty{},
		Game: PantheonResult{Players: ids, Date: s.Entries[0].Versions[0].Time.Format("2006-01-02 15:04:05"),
			Rounds: []PantheonRound{}}}
	for n, player := range s.Match.Players {
		g.Names[ids[n]] = player.Name
	}
	for _, e := range s.Entries {
		round, err := pantheonRound(e, ids)
		if err != nil {
			return g, fmt.Errorf("hand %d: %w", e.Number, err)
		}
		if round == (PantheonRound{}) {
			continue
		}
		g.AddRound = append(g.AddRound, PantheonAdd{RoundData: round})
		g.Game.Rounds = append(g.Game.Rounds, round)
	}
	for _, row := range s.View().Penalties {
		if amount := int32(row.AtEnd - row.Points); !row.Revoked && amount > 0 && row.Kind != chombo {
			g.AddPenalty = append(g.AddPenalty, PantheonPenalty{event, ids[row.Player], amount, row.Kind + " " + row.Why})
		}
	}
	for _, total := range s.View().Totals {
		n := slices.IndexFunc(s.Match.Players, func(p models.Player) bool { return p.ID == total.Player.ID })
		g.Game.FinalResults = append(g.Game.FinalResults, PantheonFinal{ids[n], int32(total.Score), total.Result, int32(total.Rank)})
	}
	return g, nil
}

func pantheonIDs(s State, ids []int32) ([]int32, error) {
	if len(ids) == 0 {
		for _, player := range s.Match.Players {
			id, err := strconv.ParseInt(player.ID, 10, 32)
			if err != nil {
				return nil, fmt.Errorf("player %q has no number in Pantheon; give the ids of all players", player.Name)
			}
			ids = append(ids, int32(id))
		}
	}
	if len(ids) != len(s.Match.Players) {
		return nil, fmt.Errorf("%d ids for %d players", len(ids), len(s.Match.Players))
	}
	return ids, nil
}

// chombo is the kind of penalty that Pantheon enters as a round.
const chombo = "chombo"

// pantheonRound gives the round of a hand or a chombo, an empty one for everything else.
func pantheonRound(e Entry, ids []int32) (PantheonRound, error) {
	switch v := e.Current(); {
	case !e.Counts():
		return PantheonRound{}, nil
	case e.Kind == PenaltyGiven && v.Penalty.Kind == chombo:
		return PantheonRound{Chombo: &PantheonChombo{RoundIndex: pantheonIndex(e), Honba: int32(e.Before.Honba),
			LoserID: ids[e.Before.At(v.Penalty.Place)]}}, nil
	case e.Kind != HandPlayed:
		return PantheonRound{}, nil
	}
	return pantheonHandRound(e, ids)
}

// pantheonIndex counts rounds of four hands, also with three players.
func pantheonIndex(e Entry) int32 { return int32(4*(e.Before.Round-1) + e.Before.Deal) }

func pantheonHandRound(e Entry, ids []int32) (PantheonRound, error) {
	h := e.Current().Hand
	of := func(places ...models.Place) []int32 {
		list := []int32{}
		for _, place := range places {
			list = append(list, ids[e.Before.At(place)])
		}
		return list
	}
	index, honba := pantheonIndex(e), int32(e.Before.Honba)
	draw := &PantheonDraw{RoundIndex: index, Honba: honba, RiichiBets: of(h.Riichi...)}
	for _, r := range h.Ready {
		draw.Tempai = append(draw.Tempai, of(r.Place)...)
	}
	switch {
	case len(h.Nagashi) > 0:
		draw.Nagashi = of(h.Nagashi...)
		return PantheonRound{Nagashi: draw}, nil
	case h.Ending == models.Drawn:
		return PantheonRound{Draw: draw}, nil
	case h.Ending == models.Aborted:
		draw.Tempai = nil
		return PantheonRound{Abort: draw}, nil
	case len(h.Wins) == 0:
		return PantheonRound{}, fmt.Errorf("%w: the referee wrote down the points alone", ErrNotScored)
	}
	var wins []PantheonHand
	for i, w := range h.Wins {
		win := pantheonHand(w.Win, h.Results[i])
		win.WinnerID = of(w.Place)[0]
		if seat := LiableSeat(w.Win, h.Results[i]); seat != models.NoSeat {
			win.PaoPlayerID = of(e.Before.PlaceOf(seat))[0]
		}
		wins = append(wins, win)
	}
	switch win := (&PantheonWin{RoundIndex: index, Honba: honba, PantheonHand: wins[0], RiichiBets: draw.RiichiBets}); {
	case h.From == 0:
		return PantheonRound{Tsumo: win}, nil
	case len(wins) == 1:
		win.LoserID = of(h.From)[0]
		return PantheonRound{Ron: win}, nil
	}
	return PantheonRound{Multiron: &PantheonMultiron{RoundIndex: index, Honba: honba, LoserID: of(h.From)[0],
		MultiRon: int32(len(wins)), Wins: wins, RiichiBets: draw.RiichiBets}}, nil
}

func pantheonHand(w models.Win, r scoring.Result) PantheonHand {
	hand := PantheonHand{Han: int32(r.Han), Fu: int32(r.Fu), Yaku: []int32{}}
	if r.Yakuman > 0 {
		hand.Han, hand.Fu = -int32(r.Yakuman), 0
	}
	values := int32(0)
	for _, f := range r.Fans {
		switch {
		case slices.Contains(valueTiles, f.ID):
			values += int32(f.Count)
		case slices.Contains(doraKinds, f.ID):
			hand.Dora += int32(f.Value)
		case pantheonYaku[f.ID] != 0:
			hand.Yaku = append(hand.Yaku, pantheonYaku[f.ID])
		}
	}
	if values > 0 {
		hand.Yaku = append(hand.Yaku, firstValueTile+values-1)
	}
	for _, m := range w.Melds {
		hand.OpenHand = hand.OpenHand || m.Kind.IsOpen()
	}
	return hand
}
