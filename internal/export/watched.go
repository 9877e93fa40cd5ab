package export

import (
	"fmt"
	"slices"

	"jantaku/internal/referee"
	"jantaku/ledger"
	"jantaku/models"
)

// Watched gives the hands of a match whose course was seen, places turned so that the
// first dealer is the first.
func Watched(s ledger.State) (Game, error) {
	game := Game{Title: s.Match.ID}
	var before []models.Player
	for _, e := range s.Entries {
		if e.Kind != ledger.HandPlayed || !e.Counts() || e.Record() == nil {
			continue
		}
		hand, err := watchedHand(s, e)
		if err != nil {
			return game, err
		}
		for i := range game.Names {
			n := e.Before.At(turnedBack(models.PlaceAt(i), s.Match))
			switch {
			case n == models.Empty:
			case len(game.Hands) == 0:
				game.Names[i] = e.Players[n].Name
			case !slices.Equal(before, e.Players) && before[n] != e.Players[n]: // who plays on
				game.Names[i] += " / " + e.Players[n].Name
			}
		}
		before = e.Players
		game.Hands = append(game.Hands, hand)
	}
	return game, nil
}

// turned gives a place counted from the first dealer's, turnedBack the place itself again.
func turned(place models.Place, m models.Match) models.Place {
	if place == 0 {
		return 0
	}
	return models.PlaceAt(place.Index() - m.FirstDealer().Index())
}

func turnedBack(place models.Place, m models.Match) models.Place {
	return models.PlaceAt(place.Index() + m.FirstDealer().Index())
}

// watchedHand makes the record of a hand in the books complete with what the books know:
// where the match stood, how the hand ended, and what it paid.
func watchedHand(s ledger.State, e ledger.Entry) (Hand, error) {
	h := e.Current().Hand
	r := *e.Record()
	if ended := r.Ended(h.HandRecord); ended != nil {
		r = *ended
	}
	turn := func(p models.Place) models.Place { return turned(p, s.Match) }
	r.ID, r.Rules, r.Profile = h.ID, s.Match.Rules, s.Match.Profile
	r.Dealer, r.Round, r.Honba, r.Sticks = turn(e.Before.Dealer), e.Before.RoundWind(), e.Before.Honba, e.Before.Sticks
	var deltas models.Points
	for i := range models.Places {
		place := models.PlaceAt(i)
		r.Scores[turn(place).Index()] = 0
		if n := e.Before.At(place); n != models.Empty {
			r.Scores[turn(place).Index()] = e.Before.Scores[n]
		}
		deltas[turn(place).Index()] = e.Points[i]
	}
	for _, place := range h.Riichi {
		deltas[turn(place).Index()] += riichiStick // paid when it was laid
	}
	if len(r.Deal) == models.Places {
		deal := make([]models.Tiles, models.Places)
		for i := range deal {
			deal[turn(models.PlaceAt(i)).Index()] = r.Deal[i]
		}
		r.Deal = deal
	}
	events := make([]models.Move, len(r.Events))
	for i, m := range r.Events {
		events[i] = turnedMove(m, turn)
	}
	r.Events = events
	if last := len(events) - 1; last >= 0 {
		events[last].Deltas = &deltas
		for i := range events[last].Wins {
			if i < len(h.Results) {
				events[last].Wins[i].Points = h.Results[i].Points
			}
		}
	}
	manners, err := referee.Manners(s)
	if err != nil {
		return Hand{}, err
	}
	hand := Hand{Record: &r, Manners: manners, Results: h.Results}
	for _, w := range h.Wins {
		hand.Wins = append(hand.Wins, w.Win)
		hand.Shown[turn(w.Place).Index()] = w.Win.Concealed
	}
	for _, ready := range h.Ready {
		if ready.Hand != nil {
			hand.Shown[turn(ready.Place).Index()] = ready.Hand.Concealed
		}
	}
	return hand, nil
}

// riichiStick is what a stick is worth, in points.
const riichiStick = 1000

// turnedMove gives a move by other names of the places.
func turnedMove(m models.Move, turn func(models.Place) models.Place) models.Move {
	m.Place, m.From = turn(m.Place), turn(m.From)
	wins := make([]models.Winning, len(m.Wins))
	for i, w := range m.Wins {
		w.Place, w.From = turn(w.Place), turn(w.From)
		wins[i] = w
	}
	if len(wins) > 0 {
		m.Wins = wins
	}
	ready := make([]models.Place, len(m.Ready))
	for i, p := range m.Ready {
		ready[i] = turn(p)
	}
	if m.Ready != nil {
		m.Ready = ready
	}
	return m
}

// TenhouOf writes a match for tenhou.net/6: whole hands where their course was seen, the
// results of the others.
func TenhouOf(s ledger.State) (TenhouGame, error) {
	log, err := ledger.Tenhou(s)
	if err != nil {
		return TenhouGame{}, err
	}
	out := TenhouGame{Title: log.Title, Rule: log.Rule, Log: log.Log, Sc: log.Sc}
	copy(out.Name[:], log.Name)
	n := -1
	for _, e := range s.Entries {
		if e.Kind != ledger.HandPlayed || !e.Counts() {
			continue
		}
		n++
		if e.Record() == nil || len(s.Match.Players) != models.Places {
			continue
		}
		hand, err := watchedHand(s, e)
		if err != nil {
			return out, err
		}
		one, err := Tenhou(Game{Hands: []Hand{hand}})
		if err != nil {
			return out, fmt.Errorf("hand %d: %w", n+1, err)
		}
		whole := one.Log[0]
		whole[len(whole)-1] = log.Log[n][len(log.Log[n])-1] // the result as the books have it
		out.Log[n] = whole
		out.Completed = append(out.Completed, one.Completed...)
	}
	if len(out.Completed) > 0 {
		out.Title = append(out.Title, "unseen tiles completed 見えない牌は補完")
	}
	return out, nil
}
