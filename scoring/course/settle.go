package course

import (
	"fmt"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/yuque"
)

// Match is what payments depend on besides the tiles: what was agreed and where the
// match stood before the hand. Going is how the rule book says a match goes on.
type Match struct {
	models.Match
	models.Position
	Rules scoring.Ruleset
	Going Going
}

// Going is how a match goes on by a rule book.
type Going interface {
	// Settle gives the signed points by place of a finished hand.
	Settle(m models.Match, p models.Position, o models.Outcome) models.Points
}

// counting is for books whose wins are paid for counters on the table.
type counting interface {
	Counters(m models.Match, p models.Position, o models.Outcome, winner models.Place) (honba, sticks int)
}

// StickValue is what a riichi stick is worth, in points.
const StickValue = 1000

// Ending is how a hand ended and what it pays.
type Ending struct {
	Outcome models.Outcome
	// Wins and Results are one for each winner, in the order of the outcome.
	Wins    []models.Win
	Results []scoring.Result
	// Deltas are what changes hands when the hand ends, by place; sticks were paid
	// when they were laid, so they are in it only for who takes them.
	Deltas models.Points
}

// End gives how a hand ended with its last move, which is a win or a drawn game. The
// error names a hand that the rule book does not let win or cannot score.
func (h *Hand) End(m Match, move models.Move) (Ending, error) {
	if h.Manners.GoesOn {
		return h.endBattle(m, move)
	}
	e := Ending{Outcome: models.Outcome{Ending: models.Won}}
	for i := range h.Sides {
		if h.Sides[i].Accepted {
			e.Outcome.Riichi = append(e.Outcome.Riichi, models.PlaceAt(i))
		}
	}
	if move.Do == models.DrawnGame {
		e.Outcome.Ending, e.Outcome.Reason = Reason(move.Reason)
		e.Outcome.Nagashi = h.nagashi(e.Outcome.Ending)
	}
	for _, w := range move.Wins {
		e.Outcome.Winners = append(e.Outcome.Winners, w.Place)
		if w.From != w.Place {
			e.Outcome.From = w.From
		}
	}
	for _, w := range move.Wins {
		if err := e.add(h, m, w, move.Ura); err != nil {
			return e, fmt.Errorf("win of place %d: %w", w.Place, err)
		}
	}
	if err := h.showReady(&e, m, move.Ready); err != nil {
		return e, err
	}
	e.Deltas = m.Going.Settle(m.Match, m.Position, e.Outcome)
	for _, place := range e.Outcome.Riichi {
		e.Deltas[place.Index()] += StickValue
	}
	return e, nil
}

// add scores one win and adds what it pays.
func (e *Ending) add(h *Hand, m Match, w models.Winning, ura []models.Tile) error {
	win := h.Win(w)
	win.Round = m.RoundWind()
	if c, ok := m.Going.(counting); ok {
		win.Honba, win.Sticks = c.Counters(m.Match, m.Position, e.Outcome, w.Place)
	}
	if win.Riichi > 0 {
		win.UraIndicators = ura
	}
	if err := scoring.Validate(m.Rules, &win); err != nil {
		return err
	}
	result, err := m.Rules.Score(&win)
	switch {
	case err != nil:
		return err
	case !result.Valid:
		return fmt.Errorf("%w: %s does not let it win", ErrIllegal, m.Rules.ID())
	}
	e.Wins, e.Results = append(e.Wins, win), append(e.Results, result)
	for i, points := range result.Payments {
		e.Outcome.Paid[models.SeatAt(i).PlaceFor(h.Dealer).Index()] += points
	}
	return nil
}

// tenpaiPaid is a rule book that pays waiting hands for what they are worth.
type tenpaiPaid interface {
	Tenpai(hand models.Hand, seat models.Seat, seen models.Tiles) (yuque.Tenpai, error)
}

// showReady adds the waiting hands that were shown, with their worth where the book pays.
func (h *Hand) showReady(e *Ending, m Match, ready []models.Place) error {
	book, pays := m.Rules.(tenpaiPaid)
	for _, place := range ready {
		r := models.Ready{Place: place}
		if pays && !e.Outcome.WonBy(place) {
			hand := h.held(place)
			tenpai, err := book.Tenpai(hand, place.SeatFor(h.Dealer), h.seen(place, e.Outcome))
			if err != nil {
				return fmt.Errorf("waiting hand of place %d: %w", place, err)
			}
			r.Hand, r.Points = &hand, tenpai.Points()
		}
		e.Outcome.Ready = append(e.Outcome.Ready, r)
	}
	return nil
}

// held is the hand of a place; a kong that was robbed is a pung again.
func (h *Hand) held(place models.Place) models.Hand {
	hand := models.Hand{Concealed: h.Side(place).Concealed, Melds: h.Side(place).Melds}
	if h.last.Do == models.MadeAdded && h.last.Place == place {
		hand = yuque.Robbed(hand, h.last.Tile)
	}
	return hand
}

// seen is what a place sees outside its hand when the hand is over; a robbed tile lies
// before the winner, and its own robber's pung keeps three.
func (h *Hand) seen(place models.Place, o models.Outcome) models.Tiles {
	tiles := h.Visible(place)
	if h.last.Do == models.MadeAdded && h.last.Place == place && o.Ending == models.Won {
		tiles = append(tiles, h.last.Tile)
	}
	return tiles
}

// Waits gives the kinds that complete the hand of a place by the rule book, in a way
// that need not be worth enough to win.
func (h *Hand) Waits(rules scoring.Ruleset, place models.Place, round models.Seat) (waits []models.Tile) {
	side := h.Side(place)
	if len(side.Concealed)%3 != 1 {
		return nil
	}
	win := models.Win{Hand: models.Hand{Concealed: side.Concealed, Melds: side.Melds}, Void: h.Void(place),
		Seat: place.SeatFor(h.Dealer), Round: round, SelfDraw: true}
	for i := range models.Kinds {
		win.Tile = models.KindAt(i)
		if scoring.Validate(rules, &win) != nil {
			continue // all four are in the hand
		}
		if result, err := rules.Score(&win); err == nil && result.Win {
			waits = append(waits, win.Tile)
		}
	}
	return waits
}

// nagashi are the places whose discards were all terminals and honours, none called,
// when the wall was exhausted.
func (h *Hand) nagashi(ending models.Ending) (places []models.Place) {
	if h.Manners.Riichi == nil || !h.Manners.Riichi.NagashiMangan || ending != models.Drawn {
		return nil
	}
	for i := range h.Sides {
		pure := len(h.Sides[i].River) > 0
		for _, t := range h.Sides[i].River {
			pure = pure && t.By == 0 && t.Tile.IsTerminalOrHonour()
		}
		if pure {
			places = append(places, models.PlaceAt(i))
		}
	}
	return places
}

// The reasons of a drawn game in records of our own. Aborts are the words of the rule book.
const (
	Exhausted = "exhaustive"
	Nagashi   = "nagashi"

	tripleRon = "triple-ron" // three win on one discard, so that a riichi on it does not stand
)

// tenhouReasons are the words that tenhou.net's records have for drawn games.
var tenhouReasons = map[string]string{"yao9": "nine-terminals", "kaze4": "four-winds", "kan4": "four-kongs",
	"reach4": "four-riichi", "ron3": tripleRon, "nm": Nagashi}

// Reason reads the reason of a drawn game, in our words or tenhou.net's: whether the wall
// was exhausted or a rule stopped the hand, and which.
func Reason(word string) (models.Ending, string) {
	if ours, ok := tenhouReasons[word]; ok {
		word = ours
	}
	switch word {
	case "", Exhausted, "exhausted", Nagashi:
		return models.Drawn, ""
	}
	return models.Aborted, word
}
