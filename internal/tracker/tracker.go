package tracker

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/google/uuid"

	"jantaku/calibration"
	"jantaku/device"
	"jantaku/models"
	"jantaku/vision/play"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
	"jantaku/vision/watch"
)

// New makes a Follow that has seen nothing yet.
func New(c Config) *Follow { return &Follow{Config: c, learned: c.Learned, news: make(chan struct{})} }

// Begins hears that tiles were shuffled, or dealt, at a time: another hand is on. What was
// turned in the wall since a shuffle belongs to it. Where that is told so late that tiles may
// have been played since, a part of the hand is missing. It gives what is known of the hand
// before. It implements pipeline.Follower.
func (f *Follow) Begins(ctx context.Context, shuffled bool, at time.Time) (before device.Ended) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if shuffled || f.hand.played || !f.hand.whole {
		before = f.sweeps()
		f.anew(hand{})
	}
	f.hand.begun = at
	if f.hand.whole = f.hand.fresh(); !f.hand.whole {
		f.Log.Info("the beginning of the hand was not seen", "played", f.hand.played, "told after", time.Since(at).Round(time.Millisecond))
	}
	f.noteHead()
	f.keep(ctx)
	return before
}

// Staked hears that the table tells of a riichi stick at a place that was laid, or taken back: as good
// as seen. It implements pipeline.Follower.
func (f *Follow) Staked(ctx context.Context, at models.Place, lies bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := &f.hand
	if at < 1 || at > models.Places || len(h.changes) == 0 {
		return
	}
	last := &h.changes[len(h.changes)-1]
	now := last.Told
	if !h.begun.IsZero() {
		now = max(now, time.Since(h.begun))
	}
	c := watch.Change{Kind: watch.StickGone, Set: last.Set, Area: watch.Area{Use: watch.StickZone, Place: at}, Clear: now, Seen: now, Rest: now, Told: now}
	if lies {
		c.Kind, c.Stick = watch.StickLaid, 1
	}
	f.takeOwn(&c)
	f.keep(ctx)
}

// anew begins another hand.
func (f *Follow) anew(h hand) {
	if p := f.hand.play; p != nil {
		f.learned = p.Learned(f.learned)
	}
	f.hand = h
	f.round++
	f.note(f.Journal.restart(f.head()))
}

// Heard is what changes on the table mean for who asks about hands.
type Heard struct {
	// Laid are places where a hand was laid down, Taken those where one was taken up again.
	// A hand that lies there since before a restart is none of them.
	Laid, Taken []models.Place
	// Won are the places with a hand that has surely won, each once, and Courses what is known
	// of those wins.
	Won     []models.Place
	Courses []*device.Course
	// Again says that this hand was told to have a winner before.
	Again bool
	// Ended is what is known now of a hand that was told to have a winner, or of one whose
	// tiles are gone.
	Ended device.Ended
	// Dealer is who may have dealt the hand that is on in place of the dealer of the books.
	Dealer Dealer
	// News are the changes that were not known, as the hand calls their spots, and Hand which
	// hand they are of, for [Follow.Shown]. Their times are of the clock of the changes.
	News []watch.Change
	Hand int
}

// Hear takes what has changed on the table and says what it means. Anew says that nothing is
// known of what happened since the changes before: all that lies there is told again.
func (f *Follow) Hear(ctx context.Context, changes []watch.Change, anew bool) (heard Heard) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if anew {
		f.hand.found.begin(f.hand.changes)
		f.blind = 0
	}
	before := f.head()
	for i := range changes {
		f.Log.Debug("seen", "change", &changes[i], "anew", anew)
		f.hear(&changes[i], &heard)
	}
	if f.head() != before {
		f.noteHead()
	}
	heard.Hand = f.round
	close(f.news)
	f.news = make(chan struct{})
	f.keep(ctx)
	if f.hand.play == nil || !slices.ContainsFunc(changes, tells) {
		return heard
	}
	f.catchUp()
	heard.Dealer = f.dealer()
	f.wins(&heard)
	return heard
}

// wins tells who has won the hand that is on, where it is over.
func (f *Follow) wins(heard *Heard) {
	if over, _ := f.hand.play.Over(); !over {
		return
	}
	heard.Again = f.hand.won != [models.Places]bool{}
	ending := f.hand.play.End()
	if f.hand.rules.Game.GoesOn { // its wins are told with all that changed hands besides
		heard.Ended = f.ended(ending, false)
		return
	}
	if heard.Again {
		heard.Ended = f.ended(ending, false)
	}
	for _, at := range f.winners(ending) {
		heard.Won, heard.Courses = append(heard.Won, at), append(heard.Courses, f.courseOf(ending, at, false))
	}
}

// tells reports whether a change may tell more of a hand that has ended.
func tells(c watch.Change) bool { return c.Kind != watch.Warned && c.Kind != watch.Swept }

// fresh reports whether nobody can have played a tile yet.
func (h *hand) fresh() bool { return !h.played && time.Since(h.begun) < firstMove }

// warned hears that nothing can be seen, for whichever reason, or that all can be seen again.
// It may have begun before the hand did.
func (f *Follow) warned(c *watch.Change) {
	switch {
	case c.Warning.Blind() && f.blind == 0:
		f.blind = c.Told
	case !c.Warning.Blind() && f.blind > 0:
		if c.Told-f.blind > longBlind && !f.hand.fresh() {
			f.Log.Info("a part of the hand was not seen", "for", c.Told-f.blind)
			f.hand.whole = false
		}
		f.blind = 0
	}
}

// hear takes one change as the watch tells it.
func (f *Follow) hear(c *watch.Change, heard *Heard) {
	own := *c
	gone, another := f.hand.found.missed(c)
	for i := range gone {
		f.take(&gone[i], heard)
	}
	if another {
		f.Log.Info("another hand lies there than before", "hand", f.hand.start.ID)
		told := f.hand.found.told
		f.anew(hand{})
		for i := range told {
			f.take(&told[i], heard)
		}
	}
	if f.hand.found.lies(&own) {
		return // it is known
	}
	heard.News = append(heard.News, own)
	if at := own.Area.Place; at != 0 {
		lay := f.hand.laid[at.Index()]
		switch {
		case own.Kind == watch.Laid && !lay:
			heard.Laid = append(heard.Laid, at)
		case own.Kind == watch.Taken:
			heard.Taken = append(heard.Taken, at)
		}
	}
	f.take(&own, heard)
}

// take takes one change of the hand that is on.
func (f *Follow) take(c *watch.Change, heard *Heard) {
	h := &f.hand
	switch c.Kind {
	case watch.Swept:
		if !h.played { // the tiles of the hand before, told late
			f.anew(hand{begun: h.begun, whole: h.whole})
			return
		}
		ended := false
		if f.catchUp(); h.play != nil {
			if slices.ContainsFunc(heard.News, tells) { // told together with its tiles' leaving
				f.wins(heard)
			}
			h.play.Hear(c)
			ended, _ = h.play.Over()
			heard.Ended = f.ended(h.play.End(), true)
		}
		f.anew(hand{whole: ended})
		return
	case watch.Warned:
		f.warned(c)
	}
	if len(h.changes) >= mostChanges {
		h.whole = false
		return
	}
	if len(h.changes) == 0 {
		h.zero = c.Rest
		if !h.begun.IsZero() {
			h.zero = c.Told - time.Since(h.begun)
		}
	}
	own := *c
	own.Clear, own.Seen, own.Rest, own.Told = c.Clear-h.zero, c.Seen-h.zero, c.Rest-h.zero, c.Told-h.zero
	f.takeOwn(&own)
}

// takeOwn takes one change, on the hand's own clock.
func (f *Follow) takeOwn(c *watch.Change) {
	h := &f.hand
	h.notes(c)
	f.note(f.Journal.add(c))
	if h.play != nil {
		h.play.Hear(c)
		return
	}
	f.again()
}

// notes keeps a change, on the hand's own clock.
func (h *hand) notes(c *watch.Change) {
	switch c.Kind {
	case watch.Laid, watch.Taken:
		if c.Area.Place != 0 {
			h.laid[c.Area.Place.Index()] = c.Kind == watch.Laid
		}
	case watch.Added:
		h.opening.hears(c)
		h.played = h.played || c.Area.Use != calibration.DoraZone && c.Area.Use != watch.WallZone
	}
	h.changes = append(h.changes, *c)
}

// again makes the course of the hand anew from all that was seen, for the position that
// the books have now.
func (f *Follow) again() {
	h := &f.hand
	h.play = nil
	state, playing := f.Books.Table()
	if !playing {
		return
	}
	rules, err := f.Rules(state.Match)
	if err != nil {
		if err.Error() != f.fault {
			f.fault = err.Error()
			f.Log.Warn("hands are not followed", "err", err)
		}
		return
	}
	id := h.start.ID
	if id == "" {
		id = uuid.Must(uuid.NewV7()).String()
	}
	game := *rules.Game
	if at := slices.Index(state.Position.Seats[:], models.Empty); at >= 0 && game.Players < models.Places { // players move in the course of a match
		game.Vacant = models.PlaceAt(at)
	}
	rules.Game = &game
	f.from(startOf(id, state), rules)
	f.noteHead()
}

// from makes the course of the hand from a start.
func (f *Follow) from(s prior.Start, rules Rules) {
	h := &f.hand
	h.rules, h.start = rules, s
	h.play = play.New(rules.Game, h.start, f.learned.Figures(prior.Standard()))
	for i := range h.changes {
		h.play.Hear(&h.changes[i])
	}
	for spot, photos := range h.shown {
		h.play.Show(spot, photos)
	}
}

// Shown notes which pictures show a change of a hand that was told as news: before and after,
// by their sums.
func (f *Follow) Shown(ctx context.Context, hand int, spot watch.Spot, photos []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if hand != f.round || spot == 0 {
		return
	}
	f.hand.shows(spot, photos)
	f.note(f.Journal.write(entry{Shown: &shown{spot, photos}}))
	f.keep(ctx)
}

func (h *hand) shows(spot watch.Spot, photos []string) {
	if h.shown == nil {
		h.shown = map[watch.Spot][]string{}
	}
	h.shown[spot] = photos
	if h.play != nil {
		h.play.Show(spot, photos)
	}
}

// catchUp makes the course anew where the books have gone on since the hand began, as long as
// it had no winner: the hand before was still open then.
func (f *Follow) catchUp() {
	h := &f.hand
	if h.play == nil || h.won != [models.Places]bool{} {
		return
	}
	if state, playing := f.Books.Table(); playing && startOf(h.start.ID, state) != h.start {
		f.again()
	}
}

// startOf is what the books know before a hand.
func startOf(id string, s models.MatchState) prior.Start {
	p := s.Position
	start := prior.Start{ID: id, Dealer: p.Dealer, Round: p.RoundWind(), Honba: p.Honba, Sticks: p.Sticks}
	for i, n := range p.Seats {
		if n != models.Empty {
			start.Scores[i] = p.Scores[n]
		}
	}
	return start
}

// keep writes the course down.
func (f *Follow) keep(ctx context.Context) {
	if f.Keep == nil {
		return
	}
	var r *models.Record
	final := 0
	if p := f.hand.play; p != nil {
		r = p.Record()
		for final < len(r.Events) && final < len(p.Events()) && p.Events()[final].Final {
			final++
		}
	}
	if final == f.final && reflect.DeepEqual(r, f.kept) {
		return
	}
	f.kept, f.final = r, final
	if err := f.Keep(ctx, r, final); err != nil && ctx.Err() == nil {
		f.Log.Warn("the course of the hand is not kept", "err", err)
	}
}

// surelyWon is how likely a hand has won before it is read as a win though nobody said so.
// A complete hand that lies there may have been laid down by mistake, which happens some
// three times in a thousand hands (prior.Figures) and shows when it is taken up again; whether
// its score is published depends on what is known of it then.
const surelyWon = .97

// likelyWon is how likely a hand has won beside another that was told to have: nobody plays on then, so that
// the referee loses nothing by the question.
const likelyWon = .5

// mayWin reports whether a hand that was laid down is a winner's where all lay theirs down: nobody knows which
// of them is the winner's before the eye has read it, and one that the book does not let win is not.
func (f *Follow) mayWin(w *verdict.Won) bool {
	g := f.hand.rules.Game
	return !g.AllShow || w.Win.ValidateOf(g.Hand) != nil || g.Complete(&w.Win)
}

// laidPatience is how long the course waits for a hand to be seen that somebody says was
// laid down: until it lies still and was read, see watch.Tuning.
const laidPatience = 2500 * time.Millisecond

// await waits until a hand was seen at a place.
func (f *Follow) await(ctx context.Context, at models.Place) {
	limited, cancel := context.WithTimeout(ctx, laidPatience)
	defer cancel()
	for {
		f.mu.Lock()
		ready := f.hand.play == nil || at < 1 || at > models.Places || f.hand.laid[at.Index()]
		news := f.news
		f.mu.Unlock()
		if ready {
			return
		}
		select {
		case <-news:
		case <-limited.Done():
			return
		}
	}
}

// On tells which hand is on, counted from the start of the program, and what the books knew
// before it; its ID is empty while nothing was seen of it.
func (f *Follow) On() (hand int, start prior.Start) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.round, f.hand.start
}

// Events are the moves of the hand that is on, in order, as they are believed now.
func (f *Follow) Events() []verdict.Event {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hand.play == nil {
		return nil
	}
	return slices.Clone(f.hand.play.Events())
}

// String tells how far the hand was followed, for logs.
func (f *Follow) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return fmt.Sprintf("hand %s: %d changes, whole %v", f.hand.start.ID, len(f.hand.changes), f.hand.whole && !f.hand.found.lost())
}

// Course tells what is known of a win at a place; nil when nothing is. Again says that the
// hand on the table has had a winner before, so that the books may have gone on since. It
// implements pipeline.Follower.
func (f *Follow) Course(ctx context.Context, at models.Place, again bool) *device.Course {
	f.await(ctx, at)
	f.mu.Lock()
	defer f.mu.Unlock()
	h := &f.hand
	if h.play == nil || at < 1 || at > models.Places {
		return nil
	}
	if !h.won[at.Index()] { // somebody says so
		h.won[at.Index()], h.said[at.Index()] = true, true
	}
	if state, playing := f.Books.Table(); playing && !again && startOf(h.start.ID, state) != h.start {
		f.again()
		if h.play == nil {
			return nil
		}
	}
	began := time.Now()
	ending := h.play.End()
	course := f.courseOf(ending, at, false)
	f.Log.Info("course asked", "place", at, "whole", h.whole && !h.found.lost(), "known", course != nil, "sure", sureOf(course), "verdicts", len(ending.Verdicts), "millis", time.Since(began).Milliseconds())
	return course
}

// sweeps lets the hand that is on end because another one begins, and tells what is known of it.
func (f *Follow) sweeps() device.Ended {
	h := &f.hand
	if f.catchUp(); h.play == nil || !h.played {
		return device.Ended{}
	}
	if _, swept := h.play.Over(); !swept {
		last := h.changes[len(h.changes)-1]
		h.play.Hear(&watch.Change{Kind: watch.Swept, Set: last.Set + 1, Clear: last.Told, Seen: last.Told, Rest: last.Told, Told: last.Told})
	}
	return f.ended(h.play.End(), true)
}

// Resume takes up the hand that was on when the program ended. The watch begins anew after
// that and tells all that lies on the table: what was known is found again, and what came
// meanwhile is news. now is the time on the clock of the changes to come, and told are the ids
// of courses of hands that are recorded or wait for the referee. False means that nothing was
// kept.
func (f *Follow) Resume(ctx context.Context, now time.Duration, told ...string) bool {
	if f.Journal == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	k, err := f.Journal.load()
	if err != nil {
		f.Log.Warn("what was seen of the hand that is on is followed as far as it was kept", "err", err, "changes", len(k.changes))
		k.Whole = false
	}
	f.hand, f.learned = hand{begun: k.Begun, whole: k.Whole, start: k.Start}, k.Learned
	h := &f.hand
	for i := range k.changes {
		h.notes(&k.changes[i])
	}
	for _, s := range k.shown {
		h.shows(s.Spot, s.Photos)
	}
	n := len(k.changes)
	if n == 0 {
		return false
	}
	h.zero = now - k.changes[n-1].Told - time.Since(k.wall)
	if slices.Contains(told, h.start.ID) {
		h.won = h.laid
	}
	state, playing := f.Books.Table()
	if !playing {
		return false
	}
	if rules, err := f.Rules(state.Match); err != nil || h.start.ID == "" {
		f.again() // which says what is wrong
	} else {
		f.from(h.start, rules)
	}
	f.Log.Info("the hand that was on is followed on", "hand", h.start.ID, "changes", n, "whole", h.whole, "away", time.Since(k.wall).Round(time.Millisecond))
	f.keep(ctx)
	return h.play != nil
}

// winners are the places with a hand that has surely won, and was not told before. Where somebody has won, so
// are those that have most likely won too: whoever is not told is neither paid nor asked about.
func (f *Follow) winners(ending *verdict.Ending) (won []models.Place) {
	h := &f.hand
	if !h.whole || h.found.lost() {
		return nil
	}
	tells := func(least float64) {
		for i, laid := range h.laid {
			if at := models.PlaceAt(i); laid && !h.won[i] && f.wonChance(ending, at) >= least {
				h.won[i] = true
				won = append(won, at)
			}
		}
	}
	tells(surelyWon)
	if h.won != [models.Places]bool{} {
		tells(likelyWon)
	}
	return won
}

// wonChance is the probability that a place has won by an ending.
func (f *Follow) wonChance(ending *verdict.Ending, at models.Place) (chance float64) {
	for i := range ending.Verdicts {
		if w := wonBy(&ending.Verdicts[i], at); w != nil && f.mayWin(w) {
			chance += ending.Verdicts[i].Chance
		}
	}
	return chance
}
