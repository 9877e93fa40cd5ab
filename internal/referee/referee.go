// Package referee carries out what a referee or a club asks of the books, from a console or
// another client: it starts, corrects and finishes matches, corrects hands and their courses,
// imposes penalties, seats the players, and shows what there is. Its requests and answers are
// those of docs/mqtt.md.
package referee

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/models/playername"
	"jantaku/scoring"
)

// Referee carries out what people ask of the books.
type Referee struct {
	Books   *ledger.Ledger
	Changed func()        // is told when something in the books is another
	Table   string        // its name, for a match that is started
	Dice    func() Thrown // of the table; nil without one
}

// Wish is the body of a request about the books; each operation uses its own part. All parts lie side by side in the body.
type Wish struct {
	models.Author
	Meant
	HandWish
	SeatWish
	PenaltyWish
	MatchWish
	ForeseeWish
	JournalWish
	// Fix is one event of a hand's course that was another.
	Fix *models.Fix `json:"fix"`
	// Position is where the match stands; what is not there stays as the books have it.
	Position struct {
		Round  *int          `json:"round"`
		Deal   *int          `json:"deal"`
		Dealer *models.Place `json:"dealer"`
		Honba  *int          `json:"honba"`
		Sticks *int          `json:"sticks"`
	} `json:"position"`
}

// Meant is what a request is about.
type Meant struct {
	Match string `json:"match"` // id; the match started last when empty
	Entry string `json:"entry"`
	// Revision is that of the hand as it was shown; nil changes the hand whatever it is.
	Revision *int         `json:"revision"`
	Place    models.Place `json:"place"` // of who has won, plays on or is penalised
	// Later says what becomes of the hands played after what is corrected: "stand", also where
	// it is empty, or "replay".
	Later ledger.Later `json:"later"`
}

// HandWish is a hand as it should be: see correction.
type HandWish struct {
	Of      models.Place    `json:"of"` // whose win is meant where several won
	From    models.Place    `json:"from"`
	Win     *models.Win     `json:"win"`
	Ending  models.Ending   `json:"ending"`
	Reason  string          `json:"reason"`
	Ready   []models.Ready  `json:"ready"`
	Lying   *models.Tiles   `json:"lying"`
	Nagashi []models.Place  `json:"nagashi"`
	Riichi  *[]models.Place `json:"riichi"`
	Fixed   *models.Points  `json:"fixed"`
	AsShown []models.Fact   `json:"as_shown"` // facts that are as the request has them
	// Settled is what changed hands, where a hand goes on after a win: what happened next in it, or for a
	// correction all of it; Wins are the hands of its winners, in their order.
	Settled []models.Settlement `json:"settled"`
	Wins    []models.Win        `json:"wins"`
}

// SeatWish is who sits where: Players of the match by place from place 1 on, empty where nobody sits, none for as it stands,
// or Name, who plays on at Place. After is the entry it holds after, or "start"; empty for from now on.
type SeatWish struct {
	After string `json:"after"`
	Name  string `json:"name"`
}

// PenaltyWish is a penalty.
type PenaltyWish struct {
	Kind   string `json:"kind"`
	Points int    `json:"points"`
	NoWin  bool   `json:"no_win"` // the offender may not win in this hand any more
}

// MatchWish is a match that begins.
type MatchWish struct {
	Rules   string            `json:"rules"`
	Profile string            `json:"profile"`
	Options map[string]string `json:"options"`
	Course  map[string]string `json:"course"`
	Length  string            `json:"length"`
	Players []string          `json:"players"`
	Dealer  string            `json:"dealer"`
	Vacant  models.Place      `json:"vacant"`
	Start   int               `json:"start"`
}

// ForeseeWish is a correction that is to be foreseen.
type ForeseeWish struct {
	Op string `json:"op"`
}

// JournalWish names the books that are meant, and the newest event of them that is known.
type JournalWish struct {
	Journal string `json:"journal"`
	Seq     int64  `json:"seq"`
}

// Request carries out one operation; see docs/mqtt.md for their bodies.
func (r Referee) Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error) {
	var w Wish
	if len(body) > 0 {
		if err := json.Unmarshal(body, &w); err != nil {
			return nil, fmt.Errorf("%s: %w", op, err)
		}
	}
	w.Author = w.Author.Signed(ctx)
	if show, ok := r.shows()[op]; ok {
		answer, err := show(ctx, w)
		if err != nil {
			return nil, err
		}
		return json.Marshal(answer)
	}
	do, ok := r.changes()[op]
	if correction, corrects := r.corrections()[op]; corrects {
		do, ok = r.carryOut(correction), true
	}
	if !ok {
		return nil, models.Refused("no-such-request", nil, "%q is nothing this program can do", op)
	}
	state, err := do(ctx, w)
	if err != nil {
		return nil, err
	}
	r.Changed()
	return json.Marshal(state.View())
}

// changes are the operations that add something to the books.
func (r Referee) changes() map[string]func(context.Context, Wish) (ledger.State, error) {
	return map[string]func(context.Context, Wish) (ledger.State, error){
		"penalty":   r.penalty,
		"settle":    r.settle,
		"match-new": r.newMatch,
		"match-finish": func(ctx context.Context, w Wish) (ledger.State, error) {
			return r.Books.FinishMatch(ctx, w.Author, w.Match)
		},
	}
}

// corrections are the operations that make something in the books otherwise.
func (r Referee) corrections() map[string]correction {
	return map[string]correction{
		"undo":          func(ledger.State, Wish) (ledger.Correction, error) { return ledger.Undoing(), nil },
		"redo":          func(ledger.State, Wish) (ledger.Correction, error) { return ledger.Redoing(), nil },
		"revoke":        func(_ ledger.State, w Wish) (ledger.Correction, error) { return ledger.Revocation(w.Entry), nil },
		"correct":       correctHand,
		"course":        correctCourse,
		"seats":         seats,
		"position":      position,
		"substitute":    substitute,
		"match-correct": correctMatch,
	}
}

// correction reads what is to be otherwise in a match.
type correction func(ledger.State, Wish) (ledger.Correction, error)

// carryOut makes it so.
func (r Referee) carryOut(c correction) func(context.Context, Wish) (ledger.State, error) {
	return func(ctx context.Context, w Wish) (ledger.State, error) {
		s, err := r.state(ctx, w)
		if err != nil {
			return s, err
		}
		later, err := w.later()
		if err != nil {
			return s, err
		}
		what, err := c(s, w)
		if err != nil {
			return s, err
		}
		return r.Books.Correct(ctx, w.Author, s.Match.ID, later, what)
	}
}

// foreseen is what a correction would do, for people.
type foreseen struct {
	ledger.Foresight
	Players []models.Player `json:"players"` // by their numbers
}

// foresee says what one of the corrections would make of the hands played since, and does nothing.
func (r Referee) foresee(ctx context.Context, w Wish) (any, error) {
	correct, ok := r.corrections()[w.Op]
	if !ok {
		return nil, models.Refused("no-such-request", nil, "foresee: %q corrects nothing", w.Op)
	}
	s, err := r.state(ctx, w)
	if err != nil {
		return nil, err
	}
	what, err := correct(s, w)
	if err != nil {
		return nil, err
	}
	f, err := r.Books.Foresee(ctx, s.Match.ID, what)
	return foreseen{f, s.Match.Players}, err
}

// later says what becomes of the hands played after what is corrected: they stand as they were
// dealt, unless somebody says that the books were wrong.
func (w Wish) later() (ledger.Later, error) {
	switch later := cmp.Or(w.Later, ledger.Stand); later {
	case ledger.Stand, ledger.Replay:
		return later, nil
	}
	return "", models.Refused("bad-request", nil, "later: %q is neither %s nor %s", w.Later, ledger.Stand, ledger.Replay)
}

// state folds the match that is meant.
func (r Referee) state(ctx context.Context, w Wish) (ledger.State, error) {
	if w.Match == "" {
		return r.Books.State(), nil
	}
	return r.Books.Match(ctx, w.Match)
}

// penalty imposes a penalty of the rule book's table, or points of one's own.
func (r Referee) penalty(ctx context.Context, w Wish) (ledger.State, error) {
	if w.Place < 1 || w.Place > models.Places {
		return ledger.State{}, models.Refused("place", nil, "penalty: place is not 1 to 4")
	}
	p := models.Penalty{Kind: "free", Place: w.Place}
	p.Points[w.Place.Index()] = -w.Points
	if w.Kind != "" && w.Kind != "free" {
		s, err := r.state(ctx, w)
		if err != nil {
			return s, err
		}
		if p, err = s.PenaltyFor(w.Kind, w.Place); err != nil {
			return s, err
		}
	}
	p.NoWin = p.NoWin || w.NoWin
	return r.Books.Penalize(ctx, w.Author, w.Match, p)
}

// correctHand gives a hand that counts a new version. What the request does not say
// stays as it was.
func correctHand(s ledger.State, w Wish) (ledger.Correction, error) {
	e, h, err := w.corrected(s)
	return ledger.HandCorrection(e.ID, h), err
}

// corrected finds the hand that is meant and makes it what it should be.
func (w Wish) corrected(s ledger.State) (e ledger.Entry, h models.HandRecord, err error) {
	e, ok := s.Entry(w.Entry)
	if !ok || e.Current().Hand == nil {
		return e, h, fmt.Errorf("correct: %w: %q", ledger.ErrNoEntry, w.Entry)
	}
	if w.Revision != nil && *w.Revision != e.Revision() {
		return e, h, models.Refused("changed-since", nil, "correct: hand %s is at revision %d, not %d any more; look at it again", w.Entry, e.Revision(), *w.Revision)
	}
	h = e.Current().Hand.HandRecord
	if w.Riichi != nil {
		h.Riichi = *w.Riichi
	}
	if w.Fixed != nil {
		h.Fixed = w.Fixed
	}
	switch {
	case w.Ending == models.Drawn || w.Ending == models.Aborted:
		h.Outcome = models.Outcome{Ending: w.Ending, Reason: w.Reason, Ready: w.Ready, Lying: w.Lying, Nagashi: w.Nagashi, Riichi: h.Riichi, Fixed: w.Fixed}
		h.Wins = nil
		return e, h, w.unnamed(h)
	case len(h.Wins) == 0 && w.Win == nil:
		return e, h, nil // a drawn hand with other sticks
	}
	if h, err = w.winOf(h); err == nil && w.Win != nil {
		err = w.unfed(s, e, h)
	}
	return e, s.Judge(e.Before, h), err
}

// unnamed refuses a drawn hand of which somebody laid riichi and is not named as ready, unless
// the request says that it is so.
func (w Wish) unnamed(h models.HandRecord) error {
	if h.Ending != models.Drawn || h.Fixed != nil || slices.Contains(w.AsShown, models.FactReady) {
		return nil
	}
	for _, at := range h.Riichi {
		if !h.IsReady(at) {
			return models.Refused("riichi-unready", models.Data{"place": at}, "correct: place %d laid riichi and is not named as ready: name it, or say that the hand did not wait (as_shown: ready)", at)
		}
	}
	return nil
}

// unfed refuses a corrected win that does not say who supplied its melds where that decides
// who pays, unless the request says that nobody knows.
func (w Wish) unfed(s ledger.State, e ledger.Entry, h models.HandRecord) error {
	if h.Fixed != nil || slices.Contains(w.AsShown, models.FactSuppliers) {
		return nil
	}
	rules, err := rulesOf(s)
	if err != nil {
		return err
	}
	for _, one := range h.Wins {
		win := one.Win
		win.Seat, win.Round, win.Discarder = e.Before.SeatOf(one.Place), e.Before.RoundWind(), e.Before.SeatOf(h.Supplier(one.Place))
		result, err := rules.Score(&win)
		if err == nil && scoring.Matters(rules, models.FactSuppliers, &win, &result) {
			return models.Refused("suppliers-unsaid", nil, "correct: say who supplied the melds: it decides who pays")
		}
	}
	return nil
}

// winOf changes one win of a hand, or makes a drawn hand a win.
func (w Wish) winOf(h models.HandRecord) (models.HandRecord, error) {
	if h.Settled != nil {
		return w.settledOf(h)
	}
	h.Ending, h.Reason, h.Nagashi = models.Won, "", nil
	wins, at := append([]models.WinRecord{}, h.Wins...), 0
	if len(wins) == 0 {
		wins = []models.WinRecord{{Place: w.Place}}
	}
	for i := range wins {
		if w.Of != 0 && wins[i].Place == w.Of {
			at = i
		}
	}
	one := &wins[at]
	if w.Place != 0 {
		one.Place = w.Place
	}
	if w.Win != nil {
		one.Facts = one.Facts.Corrected(&one.Win, w.Win)
		one.Win = *w.Win
	}
	if w.Ready != nil {
		h.Ready, h.Lying = w.Ready, w.Lying
	}
	if w.From != 0 {
		h.From = w.From
	}
	if one.Place < 1 || one.Place > models.Places || h.From > models.Places {
		return h, models.Refused("place", nil, "correct: say who won, and who supplied the tile, as places 1 to 4")
	}
	if h.From == one.Place || w.From == 0 && one.Win.SelfDraw {
		h.From, wins = 0, []models.WinRecord{*one} // nobody else wins on a self-draw
	}
	h.Wins, h.Winners = wins, nil
	for i := range h.Wins {
		h.Wins[i].Win.SelfDraw = h.From == 0
		h.Winners = append(h.Winners, h.Wins[i].Place)
	}
	return h, nil
}

// seats says who sits where: as the rule book has it after a round, otherwise than it has it,
// or otherwise than everybody thought some hands ago. Hands since then are replayed.
func seats(s ledger.State, w Wish) (c ledger.Correction, err error) {
	at := s.Position.Seats
	switch how := s.Position.Seating; {
	case len(w.Players) > 0:
		if at, err = seatsOf(s, w.Players); err != nil {
			return c, err
		}
	case w.After != "":
		return c, models.Refused("unseated", nil, "seats: say who sat where")
	case how == models.SeatsDrawn || how == models.SeatsByDice:
		return c, models.Refused("unseated", nil, "seats: say who sits where: the players have drawn or thrown for it")
	}
	return ledger.SeatCorrection(at, w.after(s)), nil
}

// position says where the match stands: who deals which hand, what lies on the table, who sits
// where. What the request does not say stays as the books have it.
func position(s ledger.State, w Wish) (c ledger.Correction, err error) {
	at := ledger.Placing{Round: w.Position.Round, Deal: w.Position.Deal, Dealer: w.Position.Dealer,
		Honba: w.Position.Honba, Sticks: w.Position.Sticks, After: w.after(s)}
	if len(w.Players) > 0 {
		seats, err := seatsOf(s, w.Players)
		if err != nil {
			return c, err
		}
		at.Seats = &seats
	}
	if reflect.DeepEqual(at, ledger.Placing{After: at.After}) {
		return c, models.Refused("unchanged", nil, "position: name the dealer, the round, the deal, honba, sticks or players")
	}
	return ledger.PositionCorrection(at), nil
}

// substitute says who plays on at a place for whoever plays there now, or played there after an earlier hand. What
// was played before stays with who played it; a name that was typed wrongly is put right by match-correct.
func substitute(s ledger.State, w Wish) (ledger.Correction, error) {
	after, p := w.after(s), s.Position
	if e, ok := s.Entry(after); ok {
		p = e.After
	}
	number := p.At(w.Place)
	if number == models.Empty {
		return ledger.Correction{}, models.Refused("nobody-there", models.Data{"place": w.Place}, "substitute: nobody sits at place %d", w.Place)
	}
	return ledger.SubstitutionOf(number, w.Name, after), nil
}

// after is the entry after which something holds; empty for from now on.
func (w Wish) after(s ledger.State) string {
	if w.After == "start" && len(s.Entries) > 0 {
		return s.Entries[0].ID
	}
	return w.After
}

// seatsOf reads the names of those who sit at the places from place 1 on; an empty name or
// "-" is a place where nobody sits.
func seatsOf(s ledger.State, names []string) (seats [models.Places]int, err error) {
	if len(names) > models.Places {
		return seats, models.Refused("seats-count", nil, "seats: %d places, not %d", len(names), models.Places)
	}
	for i := range seats {
		seats[i] = models.Empty
	}
	for i, name := range names {
		if name == "" || name == "-" {
			continue
		}
		seats[i] = slices.IndexFunc(s.Match.Players, func(p models.Player) bool { return playername.Same(p.Name) == playername.Same(name) })
		if seats[i] < 0 {
			return seats, models.Refused("seats-name", models.Data{"name": name}, "seats: nobody called %q plays this match", name)
		}
	}
	return seats, nil
}

// newMatch starts a match, finishing none.
func (r Referee) newMatch(ctx context.Context, w Wish) (ledger.State, error) {
	agreed := Plan{Match: w.agreed(models.Match{Table: r.Table}), Names: w.Players, Dealer: w.Dealer, Vacant: w.Vacant}
	if r.Dice != nil {
		agreed.Thrown = r.Dice()
	}
	m, how, err := agreed.Seat()
	if err != nil {
		return ledger.State{}, models.Refused("agreement", nil, "match-new: %w", err)
	}
	if w.Why == "" {
		w.Why = how
	}
	return r.Books.StartMatch(ctx, w.Author, m)
}

// agreed puts what the request says over a match.
func (w Wish) agreed(m models.Match) models.Match {
	if w.Rules != "" {
		m.Rules, m.Profile = w.Rules, w.Profile
	}
	if w.Options != nil {
		m.Options = w.Options
	}
	if w.Course != nil {
		m.Course = w.Course
	}
	if w.Length != "" {
		m.Length = w.Length
	}
	if w.Start != 0 {
		m.Start = w.Start
	}
	return m
}

// correctMatch changes what was agreed: names, by the order of the first deal, the rule
// book, its options, the length. A match that was over may go on.
func correctMatch(s ledger.State, w Wish) (ledger.Correction, error) {
	m := w.agreed(s.Match)
	if len(w.Players) > 0 {
		m.Players = nil
		for _, name := range w.Players {
			m.Players = append(m.Players, models.Player{ID: name, Name: name})
		}
	}
	if reflect.DeepEqual(m, s.Match) {
		return ledger.Correction{}, models.Refused("unchanged", nil, "match-correct: nothing would change; name players, rules, options, length or start")
	}
	return ledger.MatchCorrection(m), nil
}
