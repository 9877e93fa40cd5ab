package ledger

import (
	"time"

	"jantaku/models"
	"jantaku/scoring"
)

// View is a match as displays and publishers need it: everything that is shown and
// nothing that is kept for proof only.
type View struct {
	Match    models.Match    `json:"match"`
	Position models.Position `json:"position"`
	// RoundWind is the wind of the round, for the books that have one.
	RoundWind models.Seat  `json:"round_wind"`
	Seq       int64        `json:"seq"`
	Time      time.Time    `json:"time"`
	Players   []PlayerView `json:"players"` // in the order of Match.Players
	Last      *HandView    `json:"last,omitempty"`
	Hands     []HandLine   `json:"hands"` // those that count, oldest first
	Penalties []PenaltyRow `json:"penalties,omitempty"`
	Finished  bool         `json:"finished"`
	Totals    []Total      `json:"totals"` // final, or as if the match ended now
	CanUndo   bool         `json:"can_undo"`
	CanRedo   bool         `json:"can_redo"`
	Undoes    *Action      `json:"undoes,omitempty"` // what undo would take back
	Redoes    *Action      `json:"redoes,omitempty"` // what redo would bring back
}

// PlayerView is a player in the hand to come.
type PlayerView struct {
	models.Player
	Place  models.Place `json:"place"`
	Seat   models.Seat  `json:"seat"`
	Score  int          `json:"score"`
	Rank   int          `json:"rank"`
	Dealer bool         `json:"dealer,omitempty"`
	// Delta is what the last hand gave or took.
	Delta int `json:"delta"`
}

// HandLine is a hand in a list.
type HandLine struct {
	Entry     string             `json:"entry"`
	ID        string             `json:"id"`
	Number    int                `json:"number"`
	Time      time.Time          `json:"time"`
	Round     int                `json:"round"`
	Deal      int                `json:"deal"`
	Honba     int                `json:"honba"`
	Ending    models.Ending      `json:"ending"`
	Reason    string             `json:"reason,omitempty"`
	Winners   []int              `json:"winners,omitempty"` // numbers of players
	From      *int               `json:"from,omitempty"`    // number of the player
	Deltas    [models.Places]int `json:"deltas"`            // by number of the player
	Scores    [models.Places]int `json:"scores"`            // after the hand
	Corrected bool               `json:"corrected,omitempty"`
	// GoesOn tells that the hand is not over: what is told so far is a kong, or a win after which the others play on.
	GoesOn bool `json:"goes_on,omitempty"`
	// Watched tells that its course was recorded, move by move.
	Watched bool `json:"watched,omitempty"`
	// Players are who played then, by number, where others play now.
	Players []models.Player `json:"players,omitempty"`
	// Steps are what changed hands when, where a hand has several endings.
	Steps []StepLine `json:"steps,omitempty"`
	// Shown are the waiting hands that were paid for their worth.
	Shown []ShownLine `json:"shown,omitempty"`
}

// StepLine is one moment of a hand at which points changed hands, by numbers of players.
type StepLine struct {
	Do      models.Deed        `json:"do"`
	Player  *int               `json:"player,omitempty"` // whose kong it was
	Winners []int              `json:"winners,omitempty"`
	From    *int               `json:"from,omitempty"` // who supplied the tile; absent where it was drawn
	Deltas  [models.Places]int `json:"deltas"`
	// States are how the hands of those stood who had not won, at the end.
	States map[int]models.State `json:"states,omitempty"`
}

// ShownLine is a waiting hand that was paid.
type ShownLine struct {
	Player int `json:"player"`
	Fan    int `json:"fan"`
	Points int `json:"points"`
}

// HandView is a hand in full, with the positions it was played in.
type HandView struct {
	HandLine
	Before models.Position `json:"before"`
	Wins   []WinView       `json:"wins"`
	Ready  []models.Ready  `json:"ready,omitempty"`
	Riichi []models.Place  `json:"riichi,omitempty"`
}

// WinView is one win with its score.
type WinView struct {
	Player int            `json:"player"`
	Place  models.Place   `json:"place"`
	From   models.Place   `json:"from,omitzero"` // who supplied the tile; 0 where it was drawn
	Win    models.Win     `json:"win"`
	Result scoring.Result `json:"result"`
	Photo  string         `json:"photo,omitempty"` // its sum, to ask for it
}

// PenaltyRow is a penalty in a list.
type PenaltyRow struct {
	Entry   string `json:"entry"`
	Kind    string `json:"kind"`
	Player  int    `json:"player"`
	Points  int    `json:"points"`
	AtEnd   int    `json:"at_end,omitempty"`
	Why     string `json:"why,omitempty"`
	Revoked bool   `json:"revoked,omitempty"`
	// Players are who played then, by number, where others play now.
	Players []models.Player `json:"players,omitempty"`
}

// View gives the state as displays need it.
func (s State) View() View {
	v := View{Match: s.Match, Position: s.Position, RoundWind: s.Position.RoundWind(), Seq: s.Seq, Time: s.Time,
		Finished: s.Finished, Totals: s.Totals, Hands: []HandLine{}, CanUndo: s.CanUndo(), CanRedo: s.CanRedo(), Undoes: s.Undoes(), Redoes: s.Redoes()}
	if !s.Finished {
		v.Totals = s.Standing()
	}
	for i := range s.Entries {
		switch e := s.Entries[i]; {
		case e.Kind == HandPlayed && e.Counts():
			line := e.line()
			line.Players, line.GoesOn = s.Then(e), s.goesOn(e)
			v.Hands = append(v.Hands, line)
		case e.Kind == PenaltyGiven && !e.Undone:
			row := e.penaltyRow()
			row.Players = s.Then(e)
			v.Penalties = append(v.Penalties, row)
		}
	}
	last, played := s.LastHand()
	if played {
		hand := s.HandView(last)
		v.Last = &hand
	}
	deltas, ranks := last.Deltas(), map[string]int{}
	for _, total := range v.Totals {
		ranks[total.Player.ID] = total.Rank
	}
	for i, player := range s.Match.Players {
		place := s.Position.PlaceOfPlayer(i)
		p := PlayerView{Player: player, Place: place, Seat: s.Position.SeatOf(place), Score: s.Position.Scores[i],
			Rank: ranks[player.ID], Dealer: place == s.Position.Dealer}
		if played {
			p.Delta = deltas[i]
		}
		v.Players = append(v.Players, p)
	}
	return v
}

// Who are the players of a hand, where now are those who play now.
func (l HandLine) Who(now []models.Player) []models.Player {
	if l.Players != nil {
		return l.Players
	}
	return now
}

// HandView gives a hand entry in full, with the players of then.
func (s State) HandView(e Entry) HandView {
	v := e.handView()
	v.Players, v.GoesOn = s.Then(e), s.goesOn(e)
	return v
}

// goesOn reports whether a hand is the last and not over, in a match that is not over either.
func (s State) goesOn(e Entry) bool {
	going, ok := s.Going()
	return ok && !s.Finished && e.Current().Hand.ID == going.ID
}

func (e Entry) line() HandLine {
	h := e.Current().Hand
	line := HandLine{Entry: e.ID, ID: h.ID, Number: e.Number, Time: e.Versions[0].Time, Round: e.Before.Round,
		Deal: e.Before.Deal, Honba: e.Before.Honba, Ending: h.Ending, Reason: h.Reason,
		Deltas: e.Deltas(), Scores: e.After.Scores, Corrected: e.Corrected(), Watched: e.Record() != nil}
	for _, place := range h.Winners {
		line.Winners = append(line.Winners, e.Before.At(place))
	}
	if h.From != 0 {
		from := e.Before.At(h.From)
		line.From = &from
	}
	if h.Settled != nil {
		line.Steps = e.stepLines(h)
	}
	for _, r := range h.Ready {
		if r.Hand != nil {
			line.Shown = append(line.Shown, ShownLine{e.Before.At(r.Place), r.Fan, r.Points})
		}
	}
	return line
}

// stepLines are the settlements of a hand for people.
func (e Entry) stepLines(h *Hand) (lines []StepLine) {
	number := func(at models.Place) *int {
		n := e.Before.At(at)
		return &n
	}
	for i, one := range h.Settled {
		line := StepLine{Do: one.Do}
		if one.Place != 0 {
			line.Player = number(one.Place)
		}
		if one.From != 0 {
			line.From = number(one.From)
		}
		for _, w := range one.Wins {
			line.Winners = append(line.Winners, e.Before.At(w.Place))
			if w.From != w.Place {
				line.From = number(w.From)
			}
		}
		for at, points := range e.moved(i) {
			if n := e.Before.Seats[at]; n != models.Empty {
				line.Deltas[n] = points
			}
		}
		for at, state := range one.States {
			if line.States == nil {
				line.States = map[int]models.State{}
			}
			line.States[e.Before.At(at)] = state.State
		}
		lines = append(lines, line)
	}
	return lines
}

// handView gives a hand entry in full.
func (e Entry) handView() HandView {
	h := e.Current().Hand
	v := HandView{HandLine: e.line(), Before: e.Before, Wins: []WinView{}, Ready: h.Ready, Riichi: h.Riichi}
	for i, w := range h.Wins {
		win := WinView{Player: e.Before.At(w.Place), Place: w.Place, From: h.Supplier(w.Place), Win: w.Win, Result: h.Results[i]}
		if w.Photo != nil {
			win.Photo = w.Photo.Sum
		}
		v.Wins = append(v.Wins, win)
	}
	return v
}

func (e Entry) penaltyRow() PenaltyRow {
	p := e.Current().Penalty
	row := PenaltyRow{Entry: e.ID, Kind: p.Kind, Player: e.Before.At(p.Place), AtEnd: p.AtEnd,
		Why: e.Versions[0].Why, Revoked: e.Revoked}
	if p.Place != 0 {
		row.Points = p.Points[p.Place.Index()]
	}
	return row
}
