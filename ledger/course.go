package ledger

import (
	"fmt"
	"sync"

	"jantaku/models"
	"jantaku/scoring"
)

// Course is how a match goes on by one rule book: who deals, who sits where, what a
// hand without a winner pays, when it is over. All methods are pure functions of
// their arguments. A rule book implements it in its match.go, in models' words, and
// never imports this package.
type Course interface {
	// Begin gives the position before the first hand. models.Begin is what most
	// books need: round 1, players in turn order, everybody has the starting points.
	Begin(m models.Match) models.Position

	// Settle gives the signed points by place of a finished hand: o.Paid, which are
	// the payments of the wins, and what the book adds: riichi sticks laid in this
	// hand, waiting hands at a draw. p is the position before the hand.
	Settle(m models.Match, p models.Position, o models.Outcome) models.Points

	// Next gives the position after a hand: the next dealer, round and deal, the
	// counters, who moves where, and Over when the match has ended. The scores of p
	// already hold what Settle gave, and p.Hands already counts the hand.
	Next(m models.Match, p models.Position, o models.Outcome) models.Position
}

// Counting is for a Course whose wins are paid for counters on the table. Without it
// honba and sticks go to the first winner.
type Counting interface {
	// Counters says how many honba and how many sticks a winner is paid for.
	Counters(m models.Match, p models.Position, o models.Outcome, winner models.Place) (honba, sticks int)
}

// Continuing is for a Course by which a hand goes on after a win, and points change hands
// several times. Without it a hand has one ending.
type Continuing interface {
	// Steps are what each of the settlements of a hand moves, in their order; they add up to
	// what Settle gives. The error names the one that cannot follow those before it.
	Steps(m models.Match, p models.Position, o models.Outcome) ([]models.Points, error)
}

// Punishing is for a Course with a table of penalties.
type Punishing interface {
	// Penalties are the kinds the book knows.
	Penalties(m models.Match) []string
	// Penalty says what one of them costs in a position.
	Penalty(m models.Match, p models.Position, kind string, offender models.Place) (models.Penalty, error)
}

// Starting is for a Course that knows what players begin with.
type Starting interface {
	// Start gives the points at the start where the match does not say.
	Start(m models.Match) int
}

// Checking is for a Course with options of its own.
type Checking interface {
	// Check refuses a match whose options it cannot read.
	Check(m models.Match) error
}

// Choosing is for a Course with options of its own that a form can offer.
type Choosing interface {
	Choices(m models.Match) []models.Choice
}

// Aborting is for a Course by which a hand may be stopped. Without it no hand is.
type Aborting interface {
	// Aborts are the reasons, in stable words such as "nine-terminals".
	Aborts(m models.Match) []string
}

// Naming is for a Course of which something holds by default in new matches that did not in old ones.
type Naming interface {
	// Named puts it into the agreement by its name.
	Named(m models.Match) models.Match
}

// Refusing is for a Course by which some outcomes cannot be.
type Refusing interface {
	// Refuse says why a hand cannot have ended so.
	Refuse(m models.Match, p models.Position, o models.Outcome) error
}

// Discarding is for a Course by which somebody may win by the discards at a draw
// (流し満貫). Without it nobody does.
type Discarding interface {
	Nagashi(m models.Match) bool
}

// Ranked is for a Course that says how final results are made of scores. Without it
// the score is the result.
type Ranked interface {
	Ranking(m models.Match) models.Ranking
}

// Book is what the ledger needs of a rule book. Rules may be nil where nothing has to
// be scored again; Course may not.
type Book struct {
	Rules  scoring.Ruleset
	Course Course
}

// Shelf finds the book a match is played by, which depends on its Rules, Profile,
// Options and number of players alone: a ledger asks once for each.
type Shelf func(m models.Match) (Book, error)

// Remember asks a shelf once for every book. Making a book can take longer than folding
// a match.
func Remember(shelf Shelf) Shelf {
	var mu sync.Mutex
	books := map[string]Book{}
	return func(m models.Match) (Book, error) {
		// Maps print their keys in order.
		key := fmt.Sprintf("%q %q %q %d", m.Rules, m.Profile, m.Options, len(m.Players))
		mu.Lock()
		defer mu.Unlock()
		if book, ok := books[key]; ok {
			return book, nil
		}
		book, err := shelf(m)
		if err == nil {
			books[key] = book
		}
		return book, err
	}
}

// PlainShelf knows no rule book and plays every match by [Plain].
func PlainShelf(models.Match) (Book, error) { return Book{Course: Plain{}}, nil }

// Plain is the simplest course: a hand pays what the wins pay, the deal stays with a
// dealer who wins and passes otherwise, nobody moves, the match never ends by itself.
type Plain struct{}

// Begin gives the position before the first hand.
func (Plain) Begin(m models.Match) models.Position { return models.Begin(m) }

// Settle pays the wins and nothing else.
func (Plain) Settle(_ models.Match, _ models.Position, o models.Outcome) models.Points { return o.Paid }

// Next passes the deal unless the dealer won.
func (Plain) Next(m models.Match, p models.Position, o models.Outcome) models.Position {
	if o.WonBy(p.Dealer) {
		return p
	}
	return p.PassDeal(m)
}

// settle applies one hand to a position: what everybody gains or loses, and where the
// match stands afterwards. Where it stands as it was played, stand is what it paid.
func settle(c Course, m models.Match, p models.Position, o models.Outcome, stand *models.Points) (models.Points, models.Position) {
	points := c.Settle(m, p, o)
	switch {
	case stand != nil:
		points = *stand
	case o.Fixed != nil:
		points = *o.Fixed
	}
	after := p.Pay(points)
	after.Hands++
	after.Over, after.May, after.Seating = "", "", "" // the last hand alone decides
	return points, c.Next(m, after, o)
}

// steps are what each settlement of a hand moves: of a hand with one ending, or one that
// stands as it was played, all it moves. The error wraps ErrBadHand.
func steps(c Course, m models.Match, p models.Position, o models.Outcome, stand *models.Points) ([]models.Points, error) {
	goes, ok := c.(Continuing)
	switch {
	case stand != nil, o.Fixed != nil, !ok && o.Settled == nil:
		points, _ := settle(c, m, p, o, stand)
		return []models.Points{points}, nil
	case o.Settled == nil:
		return nil, models.Refused("no-settlements", nil, "%w: by these rules a hand goes on after a win: say in which order players won, made kongs and showed their hands", ErrBadHand)
	case !ok:
		return nil, errOneEnding()
	}
	moved, err := goes.Steps(m, p, o)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBadHand, err)
	}
	return moved, nil
}

func errOneEnding() error {
	return models.Refused("one-ending", nil, "%w: by these rules a hand is over with its first win", ErrBadHand)
}

// counters gives what a winner is paid for, by the course or to the first winner.
func counters(c Course, m models.Match, p models.Position, o models.Outcome, winner models.Place) (honba, sticks int) {
	if counting, ok := c.(Counting); ok {
		return counting.Counters(m, p, o, winner)
	}
	if len(o.Winners) > 0 && o.Winners[0] == winner {
		return p.Honba, p.Sticks
	}
	return 0, 0
}

// seatsOf maps payments by wind, as rule books give them, to places.
func seatsOf(p models.Position, by scoring.Payments) (models.Points, error) {
	var points models.Points
	for i, n := range by {
		if n == 0 {
			continue
		}
		at := p.PlaceOf(models.SeatAt(i))
		if at == 0 {
			return points, fmt.Errorf("%v is paid %d but nobody sits there", models.SeatAt(i), n)
		}
		points[at.Index()] += n
	}
	return points, nil
}
