package referee

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

// shows are the operations that only show something.
func (r Referee) shows() map[string]func(context.Context, Wish) (any, error) {
	return map[string]func(context.Context, Wish) (any, error){
		"rules": r.showRules, "matches": r.showMatches, "match": r.showMatch, "hand": r.showHand,
		"correct-preview": r.previewCorrection, "foresee": r.foresee, "since": r.since,
	}
}

// rulesShown are what a form for a new match, a draw or a penalty can offer.
type rulesShown struct {
	Books    []string `json:"books"`
	Profiles []string `json:"profiles"`
	Standard string   `json:"standard,omitempty"` // profile that holds where nobody chose, where that has to be said
	// Rulings are, by profile, what it settles otherwise than the rule book's table, as key=value.
	Rulings   map[string][]string `json:"rulings,omitempty"`
	Settings  []models.Choice     `json:"settings,omitempty"` // options of the rule book
	Choices   []models.Choice     `json:"choices"`
	Start     int                 `json:"start"`            // points where nobody says otherwise
	Sticks    []books.Stick       `json:"sticks,omitempty"` // counting sticks of the book
	Penalties []string            `json:"penalties"`
	Aborts    []string            `json:"aborts"`
	Nagashi   bool                `json:"nagashi"` // somebody may win by the discards
}

// showRules tells what a club can decide by a rule book, or by that of the match.
func (r Referee) showRules(_ context.Context, w Wish) (any, error) {
	m := r.Books.State().Match
	if w.Rules != "" {
		m = models.Match{Rules: w.Rules, Profile: w.Profile, Options: w.Options, Players: make([]models.Player, len(w.Players))}
	}
	known := books.All()[m.Rules]
	shown := rulesShown{Books: books.Matches(), Profiles: known.Profiles, Standard: known.Standard, Settings: known.Settings}
	for _, profile := range shown.Profiles {
		for _, r := range known.Rulings(profile) {
			if shown.Rulings == nil {
				shown.Rulings = map[string][]string{}
			}
			shown.Rulings[profile] = append(shown.Rulings[profile], r.Key+"="+r.Value)
		}
	}
	if m.Rules == "" {
		return shown, nil
	}
	book, err := Shelf(m)
	if err != nil {
		return nil, err
	}
	shown.Sticks = known.Sticks
	if c, ok := book.Course.(ledger.Choosing); ok {
		shown.Choices = c.Choices(m)
	}
	if c, ok := book.Course.(ledger.Starting); ok {
		shown.Start = c.Start(m)
	}
	if c, ok := book.Course.(ledger.Punishing); ok {
		shown.Penalties = c.Penalties(m)
	}
	if c, ok := book.Course.(ledger.Aborting); ok {
		shown.Aborts = c.Aborts(m)
	}
	if c, ok := book.Course.(ledger.Discarding); ok {
		shown.Nagashi = c.Nagashi(m)
	}
	return shown, nil
}

// matchesShown bounds the list of matches, newest first.
const matchesShown = 200

// matchShown is a match in the list.
type matchShown struct {
	ID       string         `json:"id"`
	Rules    string         `json:"rules"`
	Started  time.Time      `json:"started"`
	Hands    int            `json:"hands"`
	Finished bool           `json:"finished"`
	Totals   []ledger.Total `json:"totals"`
}

func (r Referee) showMatches(ctx context.Context, _ Wish) (any, error) {
	all, err := r.Books.NewestMatches(ctx, matchesShown)
	if err != nil {
		return nil, err
	}
	shown := []matchShown{}
	for _, d := range all {
		shown = append(shown, matchShown{d.Match.ID, d.Match.Rules, d.Started, d.Hands, d.Finished, d.Totals})
	}
	return shown, nil
}

func (r Referee) showMatch(ctx context.Context, w Wish) (any, error) {
	s, err := r.state(ctx, w)
	if err != nil {
		return nil, err
	}
	return s.View(), nil
}

// handShown is a hand with everything that is known about it.
type handShown struct {
	Match    string         `json:"match"`
	Entry    string         `json:"entry"`
	Number   int            `json:"number"`
	Rules    string         `json:"rules"`
	Ending   models.Ending  `json:"ending"`
	Reason   string         `json:"reason,omitempty"`
	Round    models.Seat    `json:"round"`
	Players  []mqtt.Player  `json:"players"` // as they sat
	Wins     []winShown     `json:"wins"`
	From     models.Place   `json:"from"`
	Ready    []models.Ready `json:"ready,omitzero"`
	Nagashi  []models.Place `json:"nagashi,omitempty"`
	Riichi   []models.Place `json:"riichi,omitempty"`
	Payments []mqtt.Payment `json:"payments"`
	Versions []versionShown `json:"versions"` // oldest first
	Revision int            `json:"revision"` // the number of the version that counts; correct refuses another
	// Course is the hand move by move, where somebody watched it.
	Course *models.Record `json:"course,omitempty"`
}

// winShown is a win of it.
type winShown struct {
	Place  models.Place      `json:"place"`
	Win    models.Win        `json:"win"`
	Result *mqtt.Result      `json:"result,omitempty"`
	Photo  string            `json:"photo,omitempty"`
	Tiles  []mqtt.ReviewTile `json:"tiles,omitempty"` // of the picture
}

// versionShown says who made the hand what it is or was.
type versionShown struct {
	Time     time.Time `json:"time"`
	Source   string    `json:"source"`
	By       string    `json:"by,omitempty"`
	Why      string    `json:"why,omitempty"`
	Undone   bool      `json:"undone,omitempty"`
	Rescored bool      `json:"rescored,omitempty"` // only seats or counters changed

	Ending  models.Ending  `json:"ending"`
	Winners []models.Place `json:"winners,omitempty"`
	From    models.Place   `json:"from,omitempty"`
	Hands   []string       `json:"hands,omitempty"` // as text, in the order of the winners
}

// showHand shows a hand that counts as it was played, with all its versions.
func (r Referee) showHand(ctx context.Context, w Wish) (any, error) {
	s, err := r.state(ctx, w)
	if err != nil {
		return nil, err
	}
	e, ok := s.Entry(w.Entry)
	if !ok || e.Current().Hand == nil {
		return nil, fmt.Errorf("hand: %w: %q", ledger.ErrNoEntry, w.Entry)
	}
	h := e.Current().Hand
	shown := handShown{Revision: e.Revision(), Match: s.Match.ID, Entry: e.ID, Number: e.Number, Rules: s.Match.Rules, Ending: h.Ending, Reason: h.Reason,
		Round: e.Before.RoundWind(), From: h.From, Ready: h.Ready, Nagashi: h.Nagashi, Riichi: h.Riichi, Wins: []winShown{}, Course: e.Record()}
	for i, number := range e.Before.Seats {
		if at := models.PlaceAt(i); number != models.Empty {
			player := mqtt.PlayerAt(s, e.Before, at)
			shown.Players = append(shown.Players, player)
			shown.Payments = append(shown.Payments, mqtt.Payment{Player: player, Delta: e.Points[i], Score: e.After.Scores[number]})
		}
	}
	for i, win := range h.Wins {
		one := winShown{Place: win.Place, Win: win.Win, Tiles: mqtt.ReviewTilesOf(win.Reading)}
		if one.Result, err = explained(s, h.Results[i], &win.Win); err != nil {
			return nil, err
		}
		if win.Photo != nil {
			one.Photo = win.Photo.Sum
		}
		shown.Wins = append(shown.Wins, one)
	}
	for _, v := range e.Versions {
		one := versionShown{Time: v.Time, Source: v.Source, By: v.By, Why: v.Why, Undone: v.Undone, Rescored: v.Rescored,
			Ending: v.Hand.Ending, Winners: v.Hand.Winners, From: v.Hand.From}
		for _, win := range v.Hand.Wins {
			one.Hands = append(one.Hands, win.Win.Text())
		}
		shown.Versions = append(shown.Versions, one)
	}
	return shown, nil
}

// explained is a result with its arithmetic line by line.
func explained(s ledger.State, result scoring.Result, win *models.Win) (*mqtt.Result, error) {
	rules, err := rulesOf(s)
	if err != nil {
		return nil, err
	}
	if result.Rules == rules.ID() { // otherwise it stands as another book scored it
		result.Detail(rules, win)
	}
	return mqtt.ResultOf(result)
}

// correctionShown is what a correction would make of a hand.
type correctionShown struct {
	Result   *mqtt.Result    `json:"result,omitempty"` // of the win that is changed
	Problem  string          `json:"problem,omitempty"`
	Reasons  []models.Reason `json:"reasons,omitempty"` // the problem for people
	Payments []mqtt.Payment  `json:"payments"`          // of the hand as it would be; score as it would stand now
	Ready    []models.Ready  `json:"ready,omitzero"`    // shown hands with what they are worth
}

// previewCorrection shows what the operation correct would do, and does nothing.
func (r Referee) previewCorrection(ctx context.Context, w Wish) (any, error) {
	s, err := r.state(ctx, w)
	if err != nil {
		return nil, err
	}
	e, h, err := w.corrected(s)
	if err != nil {
		return nil, err
	}
	hand, change, err := s.PreviewCorrection(e, h)
	var refused *models.HandError
	shown := correctionShown{Payments: []mqtt.Payment{}, Ready: hand.Ready}
	switch {
	case errors.As(err, &refused), errors.Is(err, ledger.ErrNotScored), errors.Is(err, ledger.ErrBadHand):
		shown.Problem, shown.Reasons = err.Error(), models.ReasonsOf(err)
	case err != nil:
		return nil, err
	}
	for i, win := range hand.Wins {
		if i < len(hand.Results) && (len(hand.Wins) == 1 || win.Place == w.Place || win.Place == w.Of) {
			if shown.Result, err = explained(s, hand.Results[i], &win.Win); err != nil {
				return nil, err
			}
		}
	}
	if shown.Problem != "" {
		return shown, nil
	}
	for i, number := range e.Before.Seats {
		now := s.Position.PlaceOfPlayer(number)
		if number == models.Empty || now == 0 {
			continue
		}
		delta := change[now.Index()]
		shown.Payments = append(shown.Payments, mqtt.Payment{Player: mqtt.PlayerAt(s, e.Before, models.PlaceAt(i)),
			Delta: e.Points[i] + delta, Score: s.Position.Scores[number] + delta})
	}
	return shown, nil
}
