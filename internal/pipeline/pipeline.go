package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
)

// Pipeline leads hands from the table to the books. Make it with New.
type Pipeline struct {
	eye      Eye
	layout   Understander // nil: tiles are not put right on the photograph
	follower Follower
	books    Books
	board    Board
	referee  Referee
	drawer   Drawer
	log      *slog.Logger
	handled  func(device.Event) error
	settled  func(over bool)
	asked    models.Flags
	assumed  []models.Fact
	sure     float64
	standing bool

	requests chan request
	lying    chan lying
	won      chan won
	ending   chan device.Ended
	pulse    chan struct{}
	table    Table
	rejects  rejects
	deal     deal
	riichi   []models.Place // sticks laid in this hand
	declared bool           // somebody won or the referee ended the hand since the last shuffle
	playing  bool           // tiles were dealt since the last shuffle
	ended    *ended         // the first win since then; nil when there was none
	before   *ended         // the same, of before the program was started; nil once the table has told of a later deal
	shuffles bool           // the table tells when a deal begins
	left     []models.Place // sticks of a hand that nobody declared
	spent    string         // the course of the last recorded hand
	album    album          // what the pictures of earlier hands showed
	waiting  []*Pending     // hands for the referee, oldest first; later hands wait behind them
	unsaved  bool           // the drawer does not hold them
	unkept   []device.Event // handled, but a restart would not know it
	patience *time.Timer    // fires when a hand that is held back is to be shown
}

// Parts are what a pipeline needs; none may be nil but Referee.
type Parts struct {
	Eye Eye
	// Understander may be nil: then tiles are typed and not put right on the photograph.
	Understander Understander
	// Follower may be nil: then nobody follows the hands.
	Follower Follower
	Books    Books
	Board    Board
	Referee  Referee
	Drawer   Drawer // may be nil: then a restart forgets the hands that wait
	Log      *slog.Logger
	// Asked are circumstances of a win that the clock does not exclude in this club.
	Asked models.Flags
	// Assumed are facts that the club agreed never to be asked about: they are as a hand
	// is shown unless somebody says otherwise.
	Assumed []models.Fact
	// Sure is the probability from which on what somebody knows who followed the whole hand
	// is not asked about.
	Sure float64
	// Standing tells that the table counts the dead wall among the tiles that are left.
	Standing bool
	// Handled is told every event after all that it means has been done and kept; may be nil. After
	// an error it is told again a little later.
	Handled func(device.Event) error
	// Settled is told when the referee has said how a hand ended: the one that lies on the
	// table (over), or one that ended without a word before. It may be nil.
	Settled func(over bool)
}

// New makes a pipeline. Run starts it.
func New(parts Parts) *Pipeline {
	if parts.Handled == nil {
		parts.Handled = func(device.Event) error { return nil }
	}
	if parts.Settled == nil {
		parts.Settled = func(bool) {}
	}
	return &Pipeline{eye: parts.Eye, layout: parts.Understander, follower: parts.Follower, books: parts.Books, board: parts.Board, referee: parts.Referee, drawer: parts.Drawer,
		log: parts.Log, handled: parts.Handled, settled: parts.Settled, asked: parts.Asked,
		assumed: parts.Assumed, sure: parts.Sure, standing: parts.Standing, rejects: newRejects(), requests: make(chan request), lying: make(chan lying), won: make(chan won), ending: make(chan device.Ended), patience: idle(), pulse: make(chan struct{})}
}

// Run takes one event or request after the other until the context ends or events
// is closed, which is no error. An error means that the books failed.
func (p *Pipeline) Run(ctx context.Context, events <-chan device.Event) error {
	p.board.ShowTable(p.table)
	if err := p.reopen(ctx); err != nil {
		return err
	}
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case event, ok := <-events:
			if !ok {
				return nil
			}
			if err = p.event(ctx, event); err == nil && ctx.Err() == nil {
				p.unkept = append(p.unkept, event)
				p.keep()
			}
		case r := <-p.requests:
			err = p.answer(ctx, r)
		case l := <-p.lying:
			p.propose(l)
		case w := <-p.won:
			err = p.claim(ctx, w)
		case e := <-p.ending:
			err = p.learn(ctx, e)
		case <-p.patience.C:
			p.showPending()
		case <-p.pulse:
			p.keep()
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
}

// Alive returns nil once Run has come to take the next thing: whatever it was at has
// ended. It may be called from any goroutine; its error is the context's.
func (p *Pipeline) Alive(ctx context.Context) error {
	select {
	case p.pulse <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// win is what happens when somebody wins: look at the hand, score it, and record it
// when nothing about it is in doubt; otherwise ask.
func (p *Pipeline) win(ctx context.Context, e device.Event) error {
	p.withdraw(e.Place) // somebody has said so now
	sight, err := p.eye.Look(ctx, e.Place)
	if err != nil {
		p.log.Warn("hand not seen", "place", e.Place, "err", err)
		sight.Reading.Status = models.Failed
		sight.Reading.Error = asReadingError(err)
	}
	hand := &Pending{ID: handID(e), Place: e.Place, Shot: e.Place, From: e.From, Tile: e.Tile, Known: models.Facts{}}
	hand.take(sight)
	p.ends(hand)
	seen := glimpseOf(hand.ID, hand.Reading, hand.Photo)
	hand.Repeats = p.album.shown(seen)
	p.album.keep(seen)
	e.Course = p.follow(ctx, hand, e)
	p.told(hand, e)
	p.weigh(hand)
	if len(hand.Needs) > 0 || len(p.waiting) > 0 {
		p.hold(hand, e.Course, e.Time)
		p.ask(hand)
		return nil
	}
	return p.record(ctx, hand, models.Author{Source: "camera"})
}

// weigh scores a hand as far as it is known and says what is needed to record it.
func (p *Pipeline) weigh(hand *Pending) {
	hand.Needs, hand.Candidates, hand.Result, hand.Points, hand.Problem, hand.Reasons = nil, nil, nil, nil, "", nil
	if !hand.Known.Knows(models.FactTile) {
		hand.reopen() // the one that was shown made no difference, by what was known then
	}
	state, playing := p.books.Table()
	rules := p.books.Rules()
	if !playing && hand.With == "" || rules == nil {
		hand.doubt("match", models.Refused("no-match-yet", nil, "no match is being played; start one and confirm the hand"))
		return
	}
	if state.Position.Seating != "" && hand.With == "" {
		hand.doubt("seats", unseated())
	}
	p.weighClaim(hand)
	if hand.Win.Tile == models.NoTile && len(hand.Win.Concealed) == 0 {
		hand.doubt("hand", hand.Reading.Refusal())
		return
	}
	if hand.From == 0 {
		hand.Needs = append(hand.Needs, "from")
	}
	if hand.With == "" && slices.Contains(p.books.Barred(), hand.Place) && !hand.Known.Knows(models.FactBarred) {
		hand.doubt(string(models.FactBarred), models.Refused("barred", models.Data{"place": hand.Place},
			"by a penalty since the last hand this player may not win in this one; was it given for another hand?"))
	}
	p.scoreHand(hand, rules)
	p.weighMelds(hand)
	if hand.Refused != "" {
		hand.Needs = append(hand.Needs, "refused")
	}
	switch {
	case hand.Repeats != "":
		hand.doubt("confirm", models.Refused("same-picture", nil, "the photograph is that of hand %s; the camera may stand still", hand.Repeats))
	case hand.Disputed != "":
		hand.doubt("confirm", models.Refused("other-hand", nil, "who followed the hand saw another one than the %s shows", hand.Disputed))
	case hand.Reading != nil && hand.Reading.Status != models.Accepted && !hand.Followed:
		hand.Needs = append(hand.Needs, "confirm")
	}
}

// unseated is the problem of a hand that is played before anybody has said who sits where.
func unseated() error {
	return models.Refused("unseated", nil, "everybody changes seats before this hand; say who sits where")
}

// scoreHand scores every tile that may have come last and keeps the answer when
// they all agree; otherwise the referee has to say the tile.
func (p *Pipeline) scoreHand(hand *Pending, rules scoring.Ruleset) {
	var refused error
	var last models.Win
	for _, win := range hand.wins() {
		win, result, err := p.score(hand, win, rules)
		if err != nil {
			refused = err
			continue
		}
		result.Detail(rules, &win)
		hand.Candidates = append(hand.Candidates, Candidate{win.Tile, result, win})
		last = win
	}
	switch n := len(hand.Candidates); {
	case n == 0 && refused != nil:
		hand.doubt("hand", refused)
	case n == 0:
		hand.doubt("hand", models.Refused(string(scoring.CodeNotAWin), nil, "the tiles make no hand"))
	case !agree(hand.Candidates):
		hand.Needs = append(hand.Needs, "tile")
	default:
		hand.Win = last
		hand.settle(rules)
		if p.weighReady(hand, rules) {
			p.preview(hand)
		}
		p.compareOthers(hand, rules)
	}
	p.questions(hand, rules)
}

// score scores the hand with one winning tile for the seats and counters of now.
func (p *Pipeline) score(hand *Pending, win models.Win, rules scoring.Ruleset) (models.Win, scoring.Result, error) {
	win = p.books.Situate(hand.record(win)).Wins[0].Win
	if err := win.Validate(); err != nil { // a picture may hold tiles that were seen but not read
		return win, scoring.Result{}, err
	}
	result, err := rules.Score(&win)
	return win, result, err
}

// compareOthers asks which sets are melds when another way to understand the
// picture would score otherwise.
func (p *Pipeline) compareOthers(hand *Pending, rules scoring.Ruleset) {
	if p.known(hand).Knows(models.FactMelds) {
		return
	}
	for _, other := range hand.Others {
		if hand.Tile != models.NoTile && other.Win.Kind() != hand.Tile.Kind() {
			continue
		}
		win := hand.Win
		win.Hand, win.Tile = other.Hand, other.Win
		_, result, err := p.score(hand, win, rules)
		if err == nil && result.Win && !scoring.Same(hand.Result, &result) {
			hand.doubt("melds", models.Refused("melds-unseen", nil, "the picture does not tell which sets are melds, and the score depends on it"))
			return
		}
	}
}

// settle takes the one answer that is left.
func (hand *Pending) settle(rules scoring.Ruleset) {
	last := hand.Candidates[len(hand.Candidates)-1]
	hand.Result = &last.Result
	if why := last.Result.WhyNot(rules, &last.win); why != nil {
		hand.doubt("hand", why)
	}
}

// agree reports whether the candidates are worth the same, fan by fan.
func agree(cs []Candidate) bool {
	return !slices.ContainsFunc(cs, func(c Candidate) bool { return !scoring.Same(&c.Result, &cs[0].Result) })
}

// ask lets the hand wait for the referee, behind those that wait already: who sits
// where depends on the hands before, so they are recorded in order.
func (p *Pipeline) ask(hand *Pending) {
	if i := slices.IndexFunc(p.waiting, func(other *Pending) bool { return other.ID == hand.ID }); i >= 0 {
		p.waiting[i] = hand
	} else {
		hand.Revision = max(hand.Revision, 1)
		p.waiting = append(p.waiting, hand)
	}
	p.log.Info("hand waits for the referee", "place", hand.Place, "needs", hand.Needs, "problem", hand.Problem, "waiting", len(p.waiting))
	p.showPending()
}

// pending is the hand the referee is asked about, nil when none waits.
func (p *Pipeline) pending() *Pending {
	if len(p.waiting) == 0 {
		return nil
	}
	return p.waiting[0]
}

// reopen takes up the hands that waited when the program ended.
func (p *Pipeline) reopen(ctx context.Context) (err error) {
	if p.drawer != nil {
		if p.waiting, err = p.drawer.Load(); err != nil {
			return fmt.Errorf("hands that waited for the referee: %w", err)
		}
	}
	p.restore(ctx)
	p.again()
	return nil
}

// showPending shows the hand the referee is asked about and keeps all that wait.
func (p *Pipeline) showPending() {
	p.unsaved = p.drawer != nil
	p.save()
	hand := p.pending()
	if hand != nil && time.Now().Before(hand.held) {
		p.patience.Reset(time.Until(hand.held))
		hand = nil
	}
	if hand != nil {
		hand.Behind = len(p.waiting) - 1
	}
	p.board.ShowPending(hand)
}

// save puts the hands that wait into the drawer, if that does not hold them.
func (p *Pipeline) save() {
	if !p.unsaved {
		return
	}
	if err := p.drawer.Save(p.waiting); err != nil {
		p.log.Error("a hand that waits would be lost by a restart", "err", err)
		return
	}
	p.unsaved = false
}

// keep tells which events have been handled, once the drawer holds what they left waiting: a table tells again
// what was not handled before a restart. What cannot be kept, on a full disk, is tried again with the next event
// or pulse.
func (p *Pipeline) keep() {
	p.save()
	for !p.unsaved && len(p.unkept) > 0 && p.handled(p.unkept[0]) == nil {
		p.unkept = p.unkept[1:]
	}
}

// record writes the hand into the books. Only then is anything shown.
func (p *Pipeline) record(ctx context.Context, hand *Pending, by models.Author) error {
	record := hand.record(hand.Win)
	record.Wins[0].Facts = p.known(hand)
	_, err := p.books.Append(ctx, by, p.books.Situate(record), *hand.Result)
	if errors.Is(err, ErrHand) {
		hand.doubt("confirm", err)
		p.ask(hand)
		return nil
	}
	if err != nil {
		return fmt.Errorf("books: hand %s of place %d: %w", hand.ID, hand.Place, err)
	}
	if hand.Course != nil {
		p.spent = hand.Course.ID
	}
	p.withdraw(hand.Place)
	if p.paysReady() {
		p.withdraw(0) // who is ready has been said
	}
	p.log.Info("hand recorded", "place", hand.Place, "points", hand.Result.Points, "by", by.Source)
	if hand.Refused != "" || hand.Reading == nil {
		p.answered()
	}
	return p.leave(ctx, hand)
}

// leave takes a hand out of those that wait. The next one is weighed anew, now that
// the seats are known, and recorded when nothing about it is in doubt.
func (p *Pipeline) leave(ctx context.Context, hand *Pending) error {
	p.waiting = slices.DeleteFunc(p.waiting, func(other *Pending) bool { return other.ID == hand.ID })
	if next := p.pending(); next != nil {
		p.weigh(next)
		if len(next.Needs) == 0 {
			return p.record(ctx, next, models.Author{Source: "camera"})
		}
	}
	p.showPending()
	return nil
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// request is something that somebody asked for and waits to hear about.
type request struct {
	op    string
	body  json.RawMessage
	by    models.Author
	reply chan<- response
}

type response struct {
	data json.RawMessage
	err  error
}

// Request hands in what a person asks for and waits for the answer. It may be
// called from any goroutine. The error is shown to the person.
func (p *Pipeline) Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error) {
	reply := make(chan response, 1)
	select {
	case p.requests <- request{op, body, models.Author{}.Signed(ctx), reply}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case r := <-reply:
		return r.data, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
