package pipeline

import (
	"cmp"
	"slices"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
)

// weigher weighs hands: what they are worth by the books, and what is needed to record them.
type weigher struct {
	books   Reader
	assumed []models.Fact // see Parts
}

// others is what a hand is weighed beside.
type others struct {
	waits    bool // the one that it was won With
	shuffles bool // the table tells when a deal begins
}

// plays reports whether a match is on, sits whether somebody sits at a place of it.
func (w weigher) plays() bool {
	_, playing := w.books.Table()
	return playing
}

func (w weigher) sits(at models.Place) bool {
	state, playing := w.books.Table()
	return playing && state.Position.At(at) != models.Empty
}

// match is the one that is on; empty for none.
func (w weigher) match() string {
	if state, playing := w.books.Table(); playing {
		return state.Match.ID
	}
	return ""
}

// unseated is the problem of a hand that is played before anybody has said who sits where; nil where they have.
func (w weigher) unseated() error {
	if state, playing := w.books.Table(); playing && state.Position.Seating != "" {
		return models.Refused("unseated", nil, "everybody changes seats before this hand; say who sits where")
	}
	return nil
}

// paysReady reports whether the rule book of the match pays for waiting hands.
func (w weigher) paysReady() bool {
	_, pays := w.books.Rules().(scoring.PaysReady)
	return pays && w.plays()
}

// deadWall is how many tiles are never drawn by the rule book of the match.
func (w weigher) deadWall() int {
	if played, ok := w.books.Rules().(scoring.Played); ok && w.plays() {
		return played.Manners().Dead
	}
	return 0
}

// drawable is how many tiles of a set can be drawn after the deal at most, of which so many stay in the wall; nobody
// may have told how many the set has, 0.
func (w weigher) drawable(tiles, dead int) int {
	players, usual := models.Places, usualTiles
	if state, plays := w.books.Table(); plays && len(state.Match.Players) == models.Places-1 {
		players, usual = models.Places-1, fewTiles
	}
	if book, ok := w.books.Rules().(scoring.Played); ok && book.Manners().Suits {
		usual = fewTiles
	}
	dealt := players*scoring.HandSize(w.books.Rules()).Tiles() + 1
	return cmp.Or(tiles, usual) - dealt - dead
}

// weigh scores a hand as far as it is known and says what is needed to record it.
func (w weigher) weigh(hand *Pending, beside others) {
	hand.Weighed = Weighed{}
	if !hand.Known.Knows(models.FactTile) {
		hand.reopen() // the one that was shown made no difference, by what was known then
	}
	rules := w.books.Rules()
	if !w.plays() && hand.With == "" || rules == nil {
		hand.doubt("match", models.Refused("no-match-yet", nil, "no match is being played; start one and confirm the hand"))
		return
	}
	if hand.Match != "" && hand.Match != w.match() {
		hand.doubt("confirm", models.Refused("ended-match", nil, "the hand was played in a match that has ended; dismiss it, or confirm it for the one that is played now"))
	}
	if err := w.unseated(); err != nil && hand.With == "" {
		hand.doubt(needSeats, err)
	}
	w.weighClaim(hand, beside)
	if hand.Win.Tile == models.NoTile && len(hand.Win.Concealed) == 0 {
		hand.doubt("hand", hand.Reading.Refusal())
		return
	}
	if hand.From == 0 {
		hand.Needs = append(hand.Needs, "from")
	}
	if hand.With == "" && slices.Contains(w.books.Barred(), hand.Place) && !hand.Known.Knows(models.FactBarred) {
		hand.doubt(string(models.FactBarred), models.Refused("barred", models.Data{"place": hand.Place},
			"by a penalty since the last hand this player may not win in this one; was it given for another hand?"))
	}
	w.scoreHand(hand, rules)
	w.weighStick(hand, rules)
	w.weighMelds(hand)
	if hand.Refused != "" {
		hand.Needs = append(hand.Needs, "refused")
	}
	_, kongsPaid := rules.(scoring.Settler)
	switch {
	case hand.Repeats != "":
		hand.doubt("confirm", models.Refused("same-picture", nil, "the photograph is that of hand %s; the camera may stand still", hand.Repeats))
	case hand.Disputed != "":
		hand.doubt("confirm", models.Refused("other-hand", nil, "who followed the hand saw another one than the %s shows", hand.Disputed))
	case kongsPaid: // no table tells of kongs, and no hand shows those of the others
		hand.doubt("confirm", models.Refused("kongs-told", nil, "kongs are paid at once: tell those of this deal that nobody told of yet, then confirm the win"))
	case hand.Reading != nil && hand.Reading.Status != models.Accepted && !hand.Followed:
		hand.Needs = append(hand.Needs, "confirm")
	}
}

// weighClaim asks about a win in a deal that was over already.
func (w weigher) weighClaim(hand *Pending, beside others) {
	if hand.With != "" {
		w.weighWith(hand, beside.waits)
	}
	if hand.With == "" && hand.Again && w.books.Continue(hand.record(hand.Win)).With == "" {
		why := models.Refused("no-new-deal", nil, "the table told of no new deal since the last hand ended")
		if !beside.shuffles { // it never does
			why = models.Refused("just-ended", nil, "another hand ended just before this one")
		}
		hand.doubt("again", why)
	}
}

// weighWith asks whether the hand is won on the discard of another. It is not when that
// other hand was no win after all, or when the tile came from somebody else.
func (w weigher) weighWith(hand *Pending, waits bool) {
	from, o, counts := w.books.Claim(hand.record(hand.Win))
	switch {
	case waits: // its turn comes first
		hand.doubt("also", models.Refused("also-won", nil, "somebody else has won in this deal"))
	case !counts || hand.From != 0 && hand.From != from:
		hand.With, hand.Again = "", true
	case o.Ending == models.Aborted:
		hand.From = from
		hand.doubt("also", models.Refused("claims-abort", nil, "with so many claims the hand is aborted"))
	case !o.WonBy(hand.Place):
		hand.From = from
		hand.doubt("also", models.Refused("comes-first", nil, "another player comes first in turn order and wins alone"))
	case hand.Followed && o.WonBy(hand.Place) && slices.Equal(hand.Winners, o.Winners):
		hand.From = from // who followed the hand saw them both win
	default:
		hand.From = from
		hand.doubt("also", models.Refused("also-won", nil, "somebody else has won in this deal"))
	}
}

// scoreHand scores every tile that may have come last and keeps the answer when
// they all agree; otherwise the referee has to say the tile.
func (w weigher) scoreHand(hand *Pending, rules scoring.Ruleset) {
	var refused error
	var last models.Win
	for _, win := range hand.wins() {
		win, result, err := w.score(hand, win, rules)
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
		if w.weighReady(hand, rules) {
			w.preview(hand)
		}
		w.compareOthers(hand, rules)
	}
	w.questions(hand, rules)
}

// situated is the hand as it goes into the books, where the position is known: after a win of the
// same deal it is what happened next, if by the rule book the game goes on.
func (w weigher) situated(hand *Pending, win models.Win) models.HandRecord {
	h := hand.record(win)
	if hand.Again && hand.With == "" {
		h = w.books.Continue(h)
	}
	return w.books.Situate(h)
}

// score scores the hand with one winning tile for the seats and counters of now.
func (w weigher) score(hand *Pending, win models.Win, rules scoring.Ruleset) (models.Win, scoring.Result, error) {
	win = w.situated(hand, win).Wins[0].Win
	if err := scoring.Validate(rules, &win); err != nil { // a picture may hold tiles that were seen but not read
		return win, scoring.Result{}, err
	}
	result, err := rules.Score(&win)
	return win, result, err
}

// priced is a hand that went on after a win as it goes into the books, with what its wins are worth.
func (w weigher) priced(b *device.Battle) (models.HandRecord, []scoring.Result, error) {
	h := models.HandRecord{ID: b.Record.ID, Outcome: b.Outcome, Course: b.Record}
	for i, win := range b.Wins {
		h.Wins = append(h.Wins, models.WinRecord{Place: b.Outcome.Winners[i], Win: win, Facts: seenFacts(w.books.Rules())})
	}
	h = w.books.Situate(h)
	var results []scoring.Result
	for i := range h.Wins {
		win := &h.Wins[i].Win
		if err := scoring.Validate(w.books.Rules(), win); err != nil {
			return h, nil, err
		}
		result, err := w.books.Rules().Score(win)
		switch {
		case err != nil:
			return h, nil, err
		case !result.Valid:
			return h, nil, result.WhyNot(w.books.Rules(), win)
		}
		results = append(results, result)
	}
	return h, results, nil
}

// seenFacts are the facts that a rule book depends on, told by who followed the hand.
func seenFacts(rules scoring.Ruleset) models.Facts {
	facts := models.Facts{}
	if book, ok := rules.(scoring.Informed); ok {
		for _, use := range book.Facts() {
			facts[use.Fact] = models.Course
		}
	}
	return facts
}

// agree reports whether the candidates are worth the same, fan by fan.
func agree(cs []Candidate) bool {
	return !slices.ContainsFunc(cs, func(c Candidate) bool { return !scoring.Same(&c.Result, &cs[0].Result) })
}

// weighReady asks who shows a waiting hand, where the rule book pays for them, and which of
// its waits are gone where its worth depends on that. It reports whether all is said.
func (w weigher) weighReady(hand *Pending, rules scoring.Ruleset) bool {
	if _, pays := rules.(scoring.PaysReady); !pays {
		return true
	}
	if hand.Ready == nil && w.facts(hand).Knows(models.FactReady) {
		hand.Ready = []models.Ready{}
	}
	if hand.Ready == nil {
		hand.Needs = append(hand.Needs, "ready")
		return false
	}
	hand.Ready = w.situated(hand, hand.Win).Ready
	if slices.ContainsFunc(hand.Ready, func(r models.Ready) bool { return r.Unsure }) {
		hand.Needs = append(hand.Needs, "gone")
		return false
	}
	return true
}

// preview asks the books what the hand would give and take.
func (w weigher) preview(hand *Pending) {
	if !hand.Result.Valid || hand.From == 0 {
		return
	}
	points, err := w.books.Preview(w.situated(hand, hand.Win), *hand.Result)
	if err != nil {
		hand.doubt("confirm", err)
		return
	}
	hand.Points = &points
}

// compareOthers asks which sets are melds when another way to understand the
// picture would score otherwise.
func (w weigher) compareOthers(hand *Pending, rules scoring.Ruleset) {
	if w.facts(hand).Knows(models.FactMelds) {
		return
	}
	for _, other := range hand.Others {
		if hand.Tile != models.NoTile && other.Win.Kind() != hand.Tile.Kind() {
			continue
		}
		win := hand.Win
		win.Hand, win.Tile = other.Hand, other.Win
		_, result, err := w.score(hand, win, rules)
		if err == nil && result.Win && !scoring.Same(hand.Result, &result) {
			hand.doubt("melds", models.Refused("melds-unseen", nil, "the picture does not tell which sets are melds, and the score depends on it"))
			return
		}
	}
}

// weighStick asks whether a tile was won on with which its player declared riichi: his stick is then not paid, and a tray
// alone does not tell.
func (w weigher) weighStick(hand *Pending, rules scoring.Ruleset) {
	book, ok := rules.(scoring.Informed)
	if !ok || !scoring.Knows(book, models.FactRiichi) || hand.From == hand.Place || hand.Known[models.FactRiichi] != models.Board || hand.Win.Flags.Has(models.RobKong) {
		return
	}
	if slices.Contains(hand.Staking, hand.From) && slices.Contains(hand.Riichi, hand.From) {
		hand.doubt(string(models.FactRiichi), models.Refused("riichi-tile", models.Data{"place": hand.From},
			"place %d laid a stick just before: was the tile won on the one that declared riichi? Its stick goes back then", hand.From))
	}
}

// weighMelds asks which sets are melds where those who saw the hand contradict each other.
func (w weigher) weighMelds(hand *Pending) {
	if slices.Contains(hand.Unsettled, models.FactMelds) && !hand.Known.Knows(models.FactMelds) {
		hand.doubt(string(models.FactMelds), models.Refused("other-melds", nil, "who followed the hand saw other melds than the picture shows"))
	}
}

// facts adds what is agreed or computed to what was told about a hand.
func (w weigher) facts(hand *Pending) models.Facts {
	all := models.Facts{}
	if hand.Ready != nil {
		all[models.FactReady] = models.Said
	}
	for _, fact := range w.assumed {
		if !slices.Contains(hand.Unsettled, fact) {
			all[fact] = models.Agreed
		}
	}
	for fact, by := range hand.Known {
		all[fact] = by
	}
	return all
}

// questions asks about every fact that the rule book depends on, that nobody has told,
// and that would change the score, the payments or the course of the match.
func (w weigher) questions(hand *Pending, rules scoring.Ruleset) {
	book, ok := rules.(scoring.Informed)
	if !ok {
		return
	}
	known := w.facts(hand)
	for _, use := range book.Facts() {
		if use.Fact == models.FactReady || use.Fact == models.FactGone { // see weighReady
			continue
		}
		if !known.Knows(use.Fact) && w.matters(hand, use.Fact, rules) {
			hand.Needs = append(hand.Needs, string(use.Fact))
		}
	}
}

// matters reports whether a hand may be worth something else while nobody knows a fact,
// whichever tile came last and whoever supplied it, as far as that is open too.
func (w weigher) matters(hand *Pending, fact models.Fact, rules scoring.Ruleset) bool {
	for _, as := range hand.unstaked(fact).possible() {
		for _, c := range hand.Candidates {
			win := w.situated(as, hand.untold(fact, c.win)).Wins[0].Win
			result, err := rules.Score(&win)
			if err == nil && scoring.Matters(rules, fact, &win, &result) {
				return true
			}
		}
	}
	return fact == models.FactRiichi && w.sticksPay(hand)
}

// sticksPay reports whether the books would pay otherwise if another player had laid a stick, or one who is said to have had not.
func (w weigher) sticksPay(hand *Pending) bool {
	if hand.Result == nil || !hand.Result.Valid || hand.From == 0 {
		return false
	}
	situated := w.situated(hand, hand.Win)
	before, err := w.books.Preview(situated, *hand.Result)
	if err != nil {
		return false
	}
	for i := range models.Places {
		at := models.PlaceAt(i)
		if at == hand.Place {
			continue
		}
		other := situated
		other.Riichi = slices.DeleteFunc(slices.Clone(situated.Riichi), func(laid models.Place) bool { return laid == at })
		if len(other.Riichi) == len(situated.Riichi) {
			other.Riichi = append(other.Riichi, at)
		}
		if after, err := w.books.Preview(other, *hand.Result); err == nil && after != before {
			return true
		}
	}
	return false
}

// drawOpen refuses a drawn hand while nobody has said what its book depends on: who laid
// riichi, who shows a waiting hand, and that somebody who laid riichi does not wait after all.
// sticksTold tells that the table told of the sticks.
func (w weigher) drawOpen(h models.HandRecord, by said, sticksTold bool) error {
	if !w.plays() {
		return nil // the books say so
	}
	book, ok := w.books.Rules().(scoring.Informed)
	if !ok {
		return nil
	}
	open := func(fact models.Fact, said bool) bool {
		lists := slices.ContainsFunc(book.Facts(), func(u scoring.Use) bool { return u.Fact == fact && u.Course })
		return lists && !said && !slices.Contains(by.AsShown, fact) && !slices.Contains(w.assumed, fact)
	}
	if open(models.FactRiichi, by.Riichi != nil || sticksTold) {
		return models.Refused("riichi-unsaid", nil, "say who laid a riichi stick, or that nobody did")
	}
	if h.Ending != models.Drawn {
		return nil
	}
	if open(models.FactReady, by.Ready != nil) {
		return models.Refused("ready-unsaid", nil, "say who shows a waiting hand, or that nobody does")
	}
	if open(models.FactReady, false) {
		for _, at := range h.Riichi {
			if !h.IsReady(at) {
				return models.Refused("riichi-unready", models.Data{"place": at}, "place %d laid riichi and is not named as ready: name it, or say that the hand did not wait (as_shown: ready)", at)
			}
		}
	}
	return nil
}
