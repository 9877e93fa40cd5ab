package pipeline

import (
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
)

// Life is the life of the hands at one table: of the one that is on, and of every win that is not in the books
// yet. What happens comes in as an [Event]; what is to be done about it goes out as [Command]s, whose results come
// back as events. It knows no clock, waits for nothing and keeps no file: that stands around it, in [Pipeline].
//
// The hand on the table is
//
//	cleared → dealt → laid → claimed → seen → known → asked → booked, or dropped
//
// and the sections below are these states. A hand may end more than once: each win of it is an ending, which is
// claimed, seen, known, asked and booked for itself, in the order in which they came.
type Life struct {
	weigher  // how a hand is weighed, by the rules and the standing of the match
	club     club
	layout   Understander                             // nil: tiles are not put right on the photograph
	table    Table                                    // as the board shows it
	deal     deal                                     // the hand on the table
	spent    string                                   // the course of the last hand in the books
	unbooked *models.Record                           // the course of a hand that was seen to end without a winner, until somebody says so
	booked   booking                                  // the last one since the start
	staked   [models.Places]bool                      // the table has told of a stick at the place, since the start
	drawers  func() (tells, laid [models.Places]bool) // see Parts; nil for none
	habit    throws                                   // who threw the dice in the hands since the start
	hand     *Pending                                 // the win that is looked at, or on its way into the books
	battle   *device.Battle                           // what is known of a hand in which the game went on after a win
	foughtAs string                                   // the id by which it is on its way into the books
	told     device.Event                             // what declared it
	waiting  []*Pending                               // wins for the referee, oldest first; later ones wait behind them
	at       Moment                                   // of the event that is being taken
	out      []Command                                // and what it leads to
}

// booking is a hand that went into the books.
type booking struct {
	hand models.HandRecord
	at   time.Time
}

// Moment is when an event is taken, and the name that a hand gets which begins with it.
type Moment struct {
	Now time.Time
	ID  string
}

// club is what the players agreed on; see Parts.
type club struct {
	asked    models.Flags
	sure     float64
	standing bool
	follows  bool // somebody follows the hands
}

// deal is the hand on the table.
type deal struct {
	clock    clock
	riichi   []models.Place           // sticks laid in this hand
	staked   [models.Places]time.Time // when; zero where nobody has told
	fell     [models.Places]time.Time // when a drawer fell that told so; zero where another witness did
	vague    bool                     // a drawer changed while it was not known of which hand
	left     []models.Place           // sticks of a hand that nobody declared
	playing  bool                     // tiles were dealt since the last shuffle
	over     bool                     // somebody won or the referee ended the hand since then
	endings  []*ending                // in the order in which they came
	roller   models.Place             // who threw the dice first; 0 when the table did not say
	before   *ending                  // of before the program was started; nil once the table has told of a later deal
	shuffles bool                     // the table tells when a deal begins
	told     bool                     // a person has told what changed hands in it
}

// ending is a win, or the draw, by which a hand ended.
type ending struct {
	id    string
	place models.Place // of the winner; 0 for a draw
	at    time.Time    // when its tiles were last known to lie there
}

// first is the ending that came first; nil while there is none.
func (d *deal) first() *ending {
	if len(d.endings) == 0 {
		return nil
	}
	return d.endings[0]
}

// State is how far the hand on the table has come; after its first win that of the last one.
func (l *Life) State() State {
	if n := len(l.deal.endings); n > 0 {
		id := l.deal.endings[n-1].id
		if l.hand != nil && l.hand.ID == id {
			return l.hand.State
		}
		if l.waits(id) {
			return Asked
		}
		return Booked
	}
	switch {
	case len(l.table.Laid) > 0:
		return Laid
	case l.deal.playing:
		return Dealt
	}
	return Cleared
}

// Lamps are those of the win buttons: lit for a win of the deal on the table that is in the books or about which the
// referee is asked, blinking for one that is still looked at. A win that was dropped has none.
func (l *Life) Lamps() (lamps device.Lamps) {
	for _, e := range l.deal.endings {
		if e.place != 0 {
			lamps[e.place.Index()] = l.lampOf(e.id)
		}
	}
	return lamps
}

func (l *Life) lampOf(id string) device.Lamp {
	if waiting := l.waitingAs(id); waiting != nil {
		if l.at.Now.Before(waiting.held) {
			return device.LampBlinks
		}
		return device.LampOn
	}
	if l.hand != nil && l.hand.ID == id {
		switch l.hand.State {
		case Claimed, Seen, Known:
			return device.LampBlinks
		case Booked:
			return device.LampOn
		}
	}
	if l.books.Recorded(id) {
		return device.LampOn
	}
	return device.LampOff
}

// On takes an event and gives what is to be done about it, in this order.
func (l *Life) On(e Event, at Moment) []Command {
	l.at, l.out = at, nil
	switch e := e.(type) {
	case Restored:
		l.restored(e)
	case device.Event:
		l.happens(e)
	case Begun:
		l.begun(e.Event)
	case Lies:
		l.lies(e)
	case Won:
		l.seenToWin(e)
	case DealtBy:
		l.dealtBy(e)
	case Looked:
		l.looked(e)
	case Followed:
		l.followed(e.Course)
	case Learned:
		l.learned(e.Courses)
	case Drawn:
		l.drawn(e.Drawn)
	case Fought:
		l.fought(e.Battle)
	case Due:
		l.ask()
	case Recorded:
		l.recorded(e)
	case Refused:
		l.refused(e)
	case Said:
		l.says(e)
	case Corrected:
		l.corrected(e)
	}
	return l.out
}

// do adds what is to be done.
func (l *Life) do(cs ...Command) { l.out = append(l.out, cs...) }

// note tells the log.
func (l *Life) note(text string, args ...any) { l.do(Note{slog.LevelInfo, text, args}) }

func (l *Life) show() { l.do(Show{l.table}) }

// ---- cleared and dealt: what the table tells ----

// happens takes what the table tells.
func (l *Life) happens(e device.Event) {
	if e.By == models.Eye {
		l.rolledInView(e)
		return
	}
	at := e.Time
	if at.IsZero() {
		at = l.at.Now
	}
	dead := 0 // how many of the tiles that the table counts may not be drawn
	if l.club.standing {
		dead = l.deadWall()
	}
	if l.counts(e); e.Kind != device.WallLeft || !l.table.Miscounted {
		l.deal.clock.follow(e, dead, at)
	}
	l.rolls(e)
	switch shown := l.table.hears(e); e.Kind {
	case device.ShuffleStarted, device.WallRaised, device.Dealt:
		l.do(Begin{e, at})
		return // Begun comes next
	case device.WinPressed:
		l.pressed(e)
		if !e.Replayed {
			return
		}
	case device.Rejected:
		if !e.Replayed {
			l.rejected(e)
			return
		}
	case device.RiichiStick:
		l.stick(e)
	case device.StateIs:
		l.sticksOf(e.Status)
	case device.DiceRolled:
		if !e.Replayed {
			l.do(Throw{e.Dice})
		}
	default:
		if !shown {
			l.note("table", "event", e.Kind, "place", e.Place, "value", e.Value, "text", e.Text)
			return
		}
	}
	l.retold(e)
	l.show()
}

// begun ends the hand on the table at the shuffle, and begins the next one with the walls. A hand that nobody
// declared is asked about: whether it was drawn or somebody won is not the program's to guess.
func (l *Life) begun(e device.Event) {
	d := &l.deal
	d.endings, d.shuffles, d.told, d.left, l.table.Laid, l.table.Shown = nil, true, false, nil, nil, nil
	l.table.Dealt, d.roller = 0, 0
	if e.Kind == device.ShuffleStarted {
		if d.playing && !d.over {
			l.table.Notice, d.left = noticeUndeclared, d.riichi
			l.do(Note{slog.LevelWarn, "the tiles went in and nobody declared the hand; asking the referee", nil})
		}
		d.playing, d.over, d.riichi, d.vague, l.table.Dice = false, false, nil, false, nil
		d.staked, d.fell = [models.Places]time.Time{}, [models.Places]time.Time{}
	} else {
		d.playing, l.table.Notice, l.unbooked = true, "", nil
	}
	l.retold(e)
	l.show()
}

// rolledInView takes dice that a camera saw, where the table tells of none itself. They say where the wall is broken and nothing
// about when the hand began: dice that somebody moves while it is on are told here, too.
func (l *Life) rolledInView(e device.Event) {
	if l.table.tellsDice {
		l.note("dice were seen, and the table tells its own", "dice", e.Dice)
		return
	}
	if l.deal.over || e.Time.Sub(l.table.Rolled) > betweenRolls {
		l.table.Dice = nil // of the deal before
	}
	l.table.hears(e)
	if !e.Replayed {
		l.do(Throw{e.Dice})
	}
	l.show()
}

// rolls notes who throws the dice first in a deal, and compares that with the dealer of the books where they
// are certain.
func (l *Life) rolls(e device.Event) {
	d := &l.deal
	if e.Kind != device.DicePressed || e.Replayed || d.roller != 0 || !l.sits(e.Place) || !l.knowsDealer() || !d.playing {
		return
	}
	d.roller = e.Place
	state, _ := l.books.Table()
	if e.Place != state.Position.Dealer {
		l.dealtBy(DealtBy{e.Place, 1})
		l.habit.other++
		return
	}
	l.habit.dealer++
}

// knowsDealer reports whether the books know who deals the hand that is on: nothing before it is open.
func (l *Life) knowsDealer() bool {
	return l.plays() && len(l.waiting) == 0 && l.table.Notice == "" && l.unseated() == nil
}

// dealtBy shows that another player deals the hand that is on than the books say, where that is likelier than
// not by the discards and by who threw the dice.
func (l *Life) dealtBy(e DealtBy) {
	if !l.knowsDealer() {
		return
	}
	state, _ := l.books.Table()
	players := 0
	for i := range models.Places {
		if l.sits(models.PlaceAt(i)) {
			players++
		}
	}
	if e.At == state.Position.Dealer || e.At == l.table.Dealt || players < 2 {
		return
	}
	odds := e.Odds * wrongDealer / (1 - wrongDealer) / float64(players-1)
	others := l.habit.others()
	each := others / float64(players-1) // of those who do not deal
	switch l.deal.roller {
	case 0:
	case e.At:
		odds *= (1 - others) / each
	case state.Position.Dealer:
		odds *= each / (1 - others)
	}
	if odds/(1+odds) < likelyDealt {
		return
	}
	l.do(Note{slog.LevelWarn, "another player deals than the books say", []any{"books", state.Position.Dealer, "seen", e.At, "odds", odds}})
	l.table.Dealt = e.At
	l.show()
}

// counts compares the tiles that a board counts in the wall with those that can be there.
func (l *Life) counts(e device.Event) {
	dead := l.deadWall()
	if e.Kind != device.WallLeft || dead == 0 || l.table.Miscounted {
		return
	}
	switch {
	case l.club.standing && e.Value < dead-models.Copies: // fewer than ever stand there: four of them replace kongs at most
	case !l.club.standing && l.deal.clock.all && e.Value > l.drawable(l.table.Tiles, dead): // more than anybody can draw
	default:
		return
	}
	l.miscounts(e.Value)
}

// drawnOut looks at what the table counted when the wall was empty: the dead wall stands there still.
func (l *Life) drawnOut(h models.HandRecord) {
	c, dead := l.deal.clock, l.deadWall()
	if h.Ending == models.Drawn && dead > 0 && !l.club.standing && c.counted && c.left <= dead && c.left >= dead-models.Copies {
		l.miscounts(c.left)
	}
}

// miscounts tells that table.wall is not what the board does. What it counts is believed no more.
func (l *Life) miscounts(count int) {
	l.do(Note{slog.LevelWarn, "the table counts other tiles of the wall than table.wall says", []any{"count", count, "standing", l.club.standing}})
	l.table.Miscounted, l.deal.clock.counted = true, false
	l.show()
}

// stick notes who lies in riichi. A drawer that holds less while a hand is settled was paid from.
func (l *Life) stick(e device.Event) {
	if e.By == models.Computed {
		if l.deal.over || l.deal.first() != nil {
			return
		}
		if len(l.waiting) > 0 || l.table.Notice != "" { // it may be of the hand before
			l.deal.vague = true
			return
		}
	} else {
		l.staked[e.Place.Index()] = true
	}
	l.deal.riichi = slices.DeleteFunc(l.deal.riichi, func(at models.Place) bool { return at == e.Place })
	if e.Value > 0 {
		l.deal.riichi = append(l.deal.riichi, e.Place)
		l.deal.staked[e.Place.Index()] = e.Time
	}
	l.deal.fell[e.Place.Index()] = time.Time{}
	if e.By == models.Computed {
		l.deal.fell[e.Place.Index()] = e.Time
	}
	if !e.Replayed {
		l.do(Stake{e.Place, e.Value > 0})
	}
}

// sticksOf takes the sticks that a board told after an interruption.
func (l *Life) sticksOf(s *device.Status) {
	if s == nil {
		return
	}
	for i, laid := range s.Sticks {
		if at := models.PlaceAt(i); laid && !slices.Contains(l.deal.riichi, at) {
			l.deal.riichi = append(l.deal.riichi, at)
		}
	}
}

// declares is how long a stick may lie before the player's next discard: a discard that is won on within it may be the
// one that declared riichi. The three others seldom take longer over their turns.
const declares = time.Minute

// sticksTold reports whether it is known of each player, as a hand ends, whether a stick was laid: by the table's trays, by a stick that
// the table told of at the place before, or by a drawer. A drawer that fell shortly before may have been paid from: players pay before
// they declare. One that says otherwise than what was heard may be about to tell: a stick that was laid just before the win.
func (l *Life) sticksTold(winner models.Place, at time.Time) bool {
	if !l.deal.clock.heard || l.deal.vague {
		return false
	}
	for i, fell := range l.deal.fell {
		if models.PlaceAt(i) != winner && !fell.IsZero() && at.Sub(fell) < declares {
			return false
		}
	}
	if l.table.Can.Has(device.RiichiTray) {
		return true
	}
	var tells, laid [models.Places]bool
	if l.drawers != nil {
		tells, laid = l.drawers()
	}
	for i := range models.Places {
		at := models.PlaceAt(i)
		lies := slices.Contains(l.deal.riichi, at)
		if l.sits(at) && (tells[i] && laid[i] != lies || !tells[i] && !lies && !l.staked[i]) {
			return false
		}
	}
	return true
}

// staking are the places whose stick was laid so shortly before a win that the tile won on may have declared riichi.
func (d *deal) staking(at time.Time) (places []models.Place) {
	for _, place := range d.riichi {
		if laid := d.staked[place.Index()]; laid.IsZero() || at.Sub(laid) < declares {
			places = append(places, place)
		}
	}
	return places
}

// sticks are those laid in this deal, or in the one that ended without a word.
func (l *Life) sticks() []models.Place { return slices.Concat(l.deal.riichi, l.deal.left) }

// ---- laid: somebody shows a hand and nobody has called it ----

// lies shows that a hand lies at a place while it may be a win.
func (l *Life) lies(e Lies) {
	proposed := slices.Contains(slices.Concat(l.table.Laid, l.table.Shown), e.At)
	switch {
	case !e.Lies && proposed:
		l.withdraw(e.At)
	case e.Lies && !proposed && l.mayWin(e.At):
		l.note("a hand was laid down", "place", e.At)
		into := &l.table.Laid
		if l.deal.first() != nil && l.paysReady() {
			into = &l.table.Shown
		}
		*into = append(slices.Clone(*into), e.At)
		l.show()
	}
}

// mayWin reports whether a hand at a place would be news: a match is on, somebody sits
// there, and nobody said yet how that hand of the deal ended.
func (l *Life) mayWin(at models.Place) bool {
	if !l.sits(at) || slices.ContainsFunc(l.waiting, func(hand *Pending) bool { return hand.Place == at }) {
		return false
	}
	first := l.deal.first()
	switch {
	case first == nil:
		return true
	case l.paysReady(): // as long as the hand of this deal waits, for who is ready
		return first.place != at && l.waits(first.id)
	}
	return first.place != 0 && first.place != at || l.isLate(first)
}

// withdraw takes back the proposals of a place, or all for none.
func (l *Life) withdraw(at models.Place) {
	gone := func(laid models.Place) bool { return at == 0 || laid == at }
	laid, shown := slices.DeleteFunc(slices.Clone(l.table.Laid), gone), slices.DeleteFunc(slices.Clone(l.table.Shown), gone)
	if len(laid) != len(l.table.Laid) || len(shown) != len(l.table.Shown) {
		l.table.Laid, l.table.Shown = laid, shown
		l.show()
	}
}

// ---- claimed: somebody won ----

// pressed takes a win that the table tells.
func (l *Life) pressed(e device.Event) {
	l.deal.playing, l.deal.over = true, true
	if e.Replayed {
		l.deal.endings = []*ending{{l.idOf(e), e.Place, e.Time}}
		return
	}
	l.declared(e)
}

// rejected takes a win that the table cannot have meant. It is never lost by that: the hand is looked at, and
// the referee says whether it counts.
func (l *Life) rejected(e device.Event) {
	switch {
	case e.Was != device.WinPressed || e.Repeated:
		return
	case e.Place < 1 || e.Place > models.Places:
		l.table.Notice = "win-nowhere"
		l.show()
		return
	}
	if e.From > models.Places {
		e.From = 0
	}
	if !e.Tile.IsKind() {
		e.Tile = models.NoTile
	}
	l.declared(e)
}

// seenToWin takes a win that somebody saw where no button tells it, while it may be one.
func (l *Life) seenToWin(e Won) {
	if first := l.deal.first(); e.Again && first != nil {
		first.at = l.at.Now // the tiles of that deal lie there still
	}
	if !l.mayWin(e.At) {
		return
	}
	l.note("a hand was seen to win", "place", e.At, "again", e.Again)
	l.deal.playing, l.deal.over = true, true
	l.claimed(device.Event{Kind: device.WinPressed, Place: e.At, Time: l.at.Now, Course: e.Course})
}

// lateAfter is the age at which the tiles of a win may have been cleared away.
const lateAfter = 45 * time.Second

// declared looks at a hand while it lies there, unless the program ended before it could note that this is done.
func (l *Life) declared(e device.Event) {
	id := l.idOf(e)
	if l.waits(id) || l.books.Recorded(id) {
		l.deal.endings = []*ending{{id, e.Place, e.Time}}
		return
	}
	age := l.at.Now.Sub(e.Time)
	if e.Time.IsZero() || age <= lateAfter {
		l.claimed(e)
		return
	}
	// The board kept it while the program was away: a picture taken now would show other tiles.
	l.claim(e)
	l.hand.Reading = &models.Reading{Status: models.Failed,
		Error: &models.ReadingError{Code: "late", Message: fmt.Sprintf("the win button was pressed %v ago, while nobody looked; enter the hand or dismiss it", age.Round(time.Second))}}
	l.followed(nil)
}

// claimed lets the eye look at a hand that was won.
func (l *Life) claimed(e device.Event) {
	l.withdraw(e.Place) // somebody has said so now
	l.claim(e)
	l.do(Look{l.hand.ID, e.Place})
}

// claim begins a win. Another one in the same deal may be on the same discard, or a button was
// pressed twice: that is the referee's to say.
func (l *Life) claim(e device.Event) {
	hand := &Pending{State: Claimed,
		Claim:    Claim{ID: l.idOf(e), Match: l.match(), Place: e.Place, Shot: e.Place, From: e.From, Tile: e.Tile},
		Evidence: Evidence{Known: models.Facts{}, Riichi: l.sticks()}}
	l.hand, l.told = hand, e
	first := l.deal.first()
	if first == nil || l.isLate(first) {
		l.deal.endings = []*ending{{hand.ID, hand.Place, l.at.Now}}
		l.showOthers(hand.Place)
		return
	}
	switch was := l.waitingAs(first.id); {
	case first.id == hand.ID: // told again after an outage
	case was != nil && first.place == hand.Place: // photographed again
		hand.ID, hand.Match, hand.With, hand.Again, hand.Riichi, hand.Ready = was.ID, was.Match, was.With, was.Again, was.Riichi, was.Ready
	default:
		hand.Again = true
		if first.place != hand.Place && hand.From != hand.Place {
			hand.With = first.id
		}
		l.deal.endings = append(l.deal.endings, &ending{hand.ID, hand.Place, l.at.Now})
	}
}

// nextDeal is the time in which no table shuffles, deals and sees another win. It tells
// a second winner from the next hand where the table does not say when a deal begins.
const nextDeal = time.Minute

// isLate reports whether an ending is that of an earlier deal, at a table that does not tell when one begins.
func (l *Life) isLate(first *ending) bool {
	return !l.deal.shuffles && l.at.Now.Sub(first.at) > nextDeal
}

// showOthers makes waiting hands of what was laid down beside a win, where the rule book
// pays for those and the first in turn order wins alone.
func (l *Life) showOthers(winner models.Place) {
	if l.paysReady() {
		l.table.Shown = slices.DeleteFunc(slices.Concat(l.table.Shown, l.table.Laid), func(at models.Place) bool { return at == winner })
		l.table.Laid = nil
		l.show()
	}
}

// idOf names a hand after the event that declared it, so that an event which
// comes again after a restart does not count again.
func (l *Life) idOf(e device.Event) string {
	if e.Boot != 0 && e.Seq != 0 {
		return fmt.Sprintf("board-%08x-%d", e.Boot, e.Seq)
	}
	return l.at.ID
}

// ---- seen: what the picture shows ----

// looked takes what the eye saw. Who followed the table is asked next, unless the hands before are open: who
// deals depends on them, and so does what was seen.
func (l *Life) looked(e Looked) {
	hand := l.hand
	hand.State, hand.Repeats = Seen, e.Repeats
	hand.take(e.Sight)
	again, first := hand.Again || hand.With != "", l.deal.first()
	if len(l.waiting) > 0 && !(again && first != nil && l.waiting[0].ID == first.id) && l.club.follows {
		l.followed(nil)
		return
	}
	l.do(Follow{hand.Place, again, l.told.Course})
}

// ---- known: every fact with its source ----

// followed takes what somebody knows who followed the hand, and with that the last source.
func (l *Life) followed(c *device.Course) {
	hand := l.hand
	if l.club.follows && c != nil && c.Record != nil && c.Record.ID == l.spent && hand.With == "" {
		l.do(Note{slog.LevelWarn, "what was followed is the hand before; the next one was not seen to begin", []any{"place", hand.Place}})
		c = nil
	}
	l.known(c)
	l.weigh(hand)
	if len(hand.Needs) == 0 && len(l.waiting) == 0 {
		l.book(hand, byItself)
		return
	}
	if c != nil && c.Open && !l.told.Time.IsZero() && len(l.waiting) == 0 {
		hand.held = l.at.Now.Add(toBeSeen)
	}
	l.asks(hand)
}

// toBeSeen is how long a hand is not asked about that may be settled by what is still to be
// seen: indicators below the dora are turned and waiting hands shown within some seconds.
// Somebody who has it read on the console waits for nothing.
const toBeSeen = 10 * time.Second

// known notes what the table tells of a win besides who won on what, what the clock excludes, and then what
// was followed.
func (l *Life) known(c *device.Course) {
	hand, e := l.hand, l.told
	hand.Win.Flags = e.With
	if e.Kind == device.Rejected {
		hand.Refused = e.Text
	}
	at := e.Time
	if at.IsZero() { // called on the console, some time after the win
		at = l.at.Now
	}
	const dead = 14 // what most clubs leave in the wall, by whatever rules
	never, by := l.deal.clock.excludes(at, !e.Time.IsZero(), l.drawable(l.table.Tiles, max(dead, l.deadWall())))
	hand.know(never&^l.club.asked, by)
	hand.know(e.With|e.Without, models.Board)
	if l.table.Tiles > 0 && l.table.Tiles <= usualTiles {
		hand.Known[models.FactFlowers] = models.Board // there are none in the set
	}
	if l.sticksTold(hand.Place, at) {
		hand.Known[models.FactRiichi] = models.Board
	}
	if e.From != 0 {
		hand.Known[models.FactFrom] = models.Board
	}
	if e.Tile != models.NoTile && hand.Tile != models.NoTile { // the picture may contradict it
		hand.Known[models.FactTile] = models.Board
	}
	hand.Staking = l.deal.staking(at)
	hand.bare = hand.copy()
	l.hears(hand, c)
}

// hears lets a hand hear who followed it.
func (l *Life) hears(hand *Pending, c *device.Course) {
	if by := hand.follows(c, l.club.sure, l.assumed); by != "" {
		l.note("the course and another witness contradict each other", "place", hand.Place, "by", by)
	}
}

// learned takes what is known by now of a hand that has ended: its wins that wait are weighed anew.
func (l *Life) learned(courses map[models.Place]*device.Course) {
	var anew *Pending // the first that waits, where more is known of it
	for i, was := range l.waiting {
		c := courses[was.Place]
		if c == nil || c.Record == nil || was.Course == nil || was.Course.ID != c.Record.ID || was.bare == nil {
			continue
		}
		hand := was.bare.copy()
		hand.State, hand.bare, hand.held = was.State, was.bare, was.held
		l.hears(hand, c)
		if !c.Open {
			hand.held = time.Time{}
		}
		l.weigh(hand)
		l.waiting[i] = hand
		if i == 0 {
			anew = hand
		}
	}
	switch {
	case anew == nil:
	case len(anew.Needs) > 0:
		l.asks(anew)
	default:
		l.book(anew, byItself)
	}
}

// weigh says what a hand is worth, as far as it is known, and what is needed to record it.
func (l *Life) weigh(hand *Pending) {
	l.weigher.weigh(hand, others{waits: l.waits(hand.With), shuffles: l.deal.shuffles})
}

// ---- asked: the referee says what is missing ----

// asks lets a hand wait for the referee, behind those that wait already: who sits
// where depends on the hands before, so they are recorded in order.
func (l *Life) asks(hand *Pending) {
	hand.State = Asked
	if i := slices.IndexFunc(l.waiting, func(other *Pending) bool { return other.ID == hand.ID }); i >= 0 {
		l.waiting[i] = hand
	} else {
		hand.Revision = max(hand.Revision, 1)
		l.waiting = append(l.waiting, hand)
	}
	l.note("hand waits for the referee", "place", hand.Place, "needs", hand.Needs, "problem", hand.Problem, "waiting", len(l.waiting))
	l.ask()
}

// keep keeps what waits over a restart.
func (l *Life) keep() {
	kept := Kept{Waiting: slices.Clone(l.waiting), Battle: l.table.Battle}
	if kept.Battle != nil {
		kept.Match, kept.Hands = l.booksNow()
	}
	l.do(Keep{kept})
}

// booksNow tells which match is played, and how many hands of it are in the books.
func (l *Life) booksNow() (match string, hands int) {
	state, _ := l.books.Table()
	return state.Match.ID, state.Position.Hands
}

// ask shows the hand that the referee is asked about and keeps all that wait.
func (l *Life) ask() {
	l.keep()
	hand := l.pending()
	if hand != nil && l.at.Now.Before(hand.held) {
		l.do(Wait{hand.held.Sub(l.at.Now)})
		hand = nil
	}
	if hand != nil {
		hand.Behind = len(l.waiting) - 1
	}
	l.do(Ask{hand})
}

// again weighs the hand that waits anew, because the books have changed under it.
func (l *Life) again() {
	if hand := l.pending(); hand != nil {
		l.weigh(hand)
		l.ask()
	}
}

// pending is the hand the referee is asked about, nil when none waits.
func (l *Life) pending() *Pending {
	if len(l.waiting) == 0 {
		return nil
	}
	return l.waiting[0]
}

// waitingAs is the hand that waits by an id, nil when none does.
func (l *Life) waitingAs(id string) *Pending {
	if i := slices.IndexFunc(l.waiting, func(hand *Pending) bool { return hand.ID == id }); i >= 0 {
		return l.waiting[i]
	}
	return nil
}

func (l *Life) waits(id string) bool { return l.waitingAs(id) != nil }

// says takes what a person says.
func (l *Life) says(e Said) {
	var err error
	switch e.Op {
	case opCall:
		err = l.call(e.said)
	case opPreview, opEnter, opAmend:
		err = l.edit(e)
	case opConfirm:
		err = l.confirm(e.said)
	case opDismiss:
		err = l.dismiss(e.said)
	case opDraw:
		err = l.draw(e.said)
	}
	if err != nil {
		l.do(Answer{Err: err})
	}
}

// call looks at a hand of which a person says that it won.
func (l *Life) call(s said) error {
	if s.Place == nil || *s.Place < 1 || *s.Place > models.Places {
		return models.Refused("place", nil, "call: place is not 1 to 4")
	}
	l.answered()
	if hand := l.pending(); hand != nil && hand.Place == *s.Place { // the same hand, photographed again
		l.deal.endings = []*ending{{hand.ID, hand.Place, l.at.Now}}
	}
	l.claimed(device.Event{Kind: device.WinPressed, Place: *s.Place, From: value(s.From), Tile: value(s.Tile)})
	return nil
}

// edit changes the pending hand (amend), makes a typed hand the pending one
// (enter), or only shows what a typed hand would be worth (preview).
func (l *Life) edit(e Said) error {
	hand := &Pending{State: Known, Claim: Claim{ID: l.at.ID, Match: l.match()}, Evidence: Evidence{Riichi: l.sticks(), Known: models.Facts{}}}
	if e.Op == opAmend {
		waiting, err := l.meant(e.said)
		if err != nil {
			return err
		}
		hand = waiting.copy()
		hand.Revision++
		if e.Pictured {
			hand.pictured()
		}
		if err := hand.mend(l.layout, e.Seen, e.Pictured); err != nil {
			return err
		}
	}
	if err := hand.change(e.said); err != nil {
		return fmt.Errorf("%s: %w", e.Op, err)
	}
	if e.Op == opEnter {
		hand.Typed, hand.Again = true, l.unseen(e.said) || l.justBooked(hand)
	}
	l.weigh(hand)
	if e.Op != opPreview {
		l.asks(hand)
	}
	l.do(Answer{Data: preview{Needs: append([]string{}, hand.Needs...), Problem: hand.Problem, Reasons: hand.Reasons, Win: &hand.Win, Result: hand.Result, Candidates: hand.Candidates}})
	return nil
}

// unseen reports whether a hand was recorded since a person began to say how one ended.
func (l *Life) unseen(s said) bool {
	state, _ := l.books.Table()
	return s.Hands != nil && *s.Hands < state.Position.Hands
}

// justBooked reports whether a typed hand is the one that was recorded last, a moment ago.
func (l *Life) justBooked(hand *Pending) bool {
	return l.at.Now.Sub(l.booked.at) <= nextDeal && l.booked.hand.HasWin(hand.Place, hand.From, &hand.Win)
}

// typedBefore notes that a hand was recorded while typed ones wait: each may be the same hand.
func (l *Life) typedBefore(booked models.HandRecord) {
	l.booked = booking{booked, l.at.Now}
	for _, hand := range l.waiting {
		if hand.Typed && hand.ID != booked.ID {
			hand.Again = true
		}
	}
}

// meant is the hand that waits. A person who names another one looked at what is gone: a late
// tap changes nothing.
func (l *Life) meant(s said) (*Pending, error) {
	hand := l.pending()
	switch {
	case hand == nil:
		return nil, models.Refused("nothing-waits", nil, "no hand waits for the referee")
	case s.Hand != "" && s.Hand != hand.ID:
		return nil, models.Refused("another-hand", nil, "hand %s does not wait any more; look at the one that does", s.Hand)
	case s.Revision != nil && *s.Revision != hand.Revision:
		return nil, models.Refused("changed-since", nil, "hand %s was changed since revision %d; look at it again", hand.ID, *s.Revision)
	}
	return hand, nil
}

// confirm records the pending hand: a person has looked at it, and may say the last words
// about it at once. What nobody has said stays a question and is not taken for anything.
func (l *Life) confirm(s said) error {
	waiting, err := l.meant(s)
	if err != nil {
		return err
	}
	hand := waiting.copy()
	if err := hand.change(s); err != nil {
		return fmt.Errorf("confirm: %w", err)
	}
	l.weigh(hand)
	if err := hand.unsaid(); err != nil {
		return err
	}
	l.book(hand, s.author())
	return nil
}

// corrected takes a change of the books by the referee.
func (l *Life) corrected(e Corrected) {
	if state, playing := l.books.Table(); l.table.Dealt != 0 && playing && state.Position.Dealer == l.table.Dealt {
		l.table.Dealt = 0 // somebody has set the position
		l.show()
	}
	if e.Op == opNewMatch && e.Done && len(l.table.Dice) > 0 {
		l.table.Dice = nil // they may have found the first dealer; those of the deal come now
		l.do(Settle{true})
		l.show()
	}
	if e.Op == opSettle && e.Done { // somebody has said what changed hands
		l.deal.told = true
		if l.table.Battle != nil {
			l.deal.over, l.table.Battle = true, nil
			l.keep()
			l.answered()
		}
	}
	hand := l.pending()
	if e.Op != opSeats || !e.Done || hand == nil || !slices.Contains(hand.Needs, needSeats) {
		l.again()
		return
	}
	if l.weigh(hand); len(hand.Needs) == 0 && hand.Reading != nil { // nothing else was in doubt
		l.book(hand, byItself)
		return
	}
	l.ask()
}

// answered notes that the referee has said how a hand ended: the one that the table
// asks about, or else the one that lies on it.
func (l *Life) answered() {
	over := l.table.Notice == ""
	l.deal.over = l.deal.over || over
	l.table.Notice = ""
	l.do(Settle{over})
	l.show()
}

// ---- booked ----

// byItself is who records what nobody had to be asked about.
var byItself = models.Author{Source: "camera"}

// book lets a win be recorded. Only then is anything shown.
func (l *Life) book(hand *Pending, by models.Author) {
	hand.State, l.hand = Known, hand
	record := l.situated(hand, hand.Win)
	record.Wins[0].Facts = l.facts(hand)
	l.do(Book{By: by, Record: record, Results: []scoring.Result{*hand.Result}})
}

// recorded takes that a hand is in the books.
func (l *Life) recorded(e Recorded) {
	l.unbooked = nil
	if e.Record.Course != nil {
		l.spent = e.Record.Course.ID
	}
	l.typedBefore(e.Record)
	if l.foughtAs == e.Record.ID {
		l.foughtOut(e.Record.ID)
		return
	}
	if len(e.Record.Wins) == 0 {
		l.drawnOut(e.Record)
		if e.By == byItself {
			l.note("a hand without a winner is recorded", "reason", e.Record.Reason)
		}
		l.drew(e.Record.ID)
		return
	}
	hand := l.hand
	hand.State = Booked
	l.withdraw(hand.Place)
	if l.paysReady() {
		l.withdraw(0) // who is ready has been said
	}
	l.note("hand recorded", "place", hand.Place, "points", hand.Result.Points, "by", e.By.Source)
	if hand.Refused != "" || hand.Reading == nil {
		l.answered()
	}
	l.leave(hand)
}

// refused takes that a hand cannot be recorded as it is: the referee is asked.
func (l *Life) refused(e Refused) {
	switch hand := l.hand; {
	case l.foughtAs == e.Record.ID:
		l.do(Note{slog.LevelWarn, "a hand that went on after a win cannot be recorded as it was seen", []any{"err", e.Err}})
		l.propose()
	case len(e.Record.Wins) > 0:
		hand.doubt("confirm", e.Err)
		l.asks(hand)
		if e.By != byItself {
			l.do(Answer{Err: hand.problem()})
		}
	case e.By == byItself:
		l.do(Note{slog.LevelWarn, "a hand without a winner cannot be recorded as it was seen", []any{"err", e.Err}})
	default:
		l.do(Answer{Err: e.Err})
	}
}

// leave takes a hand out of those that wait. The next one is weighed anew, now that
// the seats are known, and recorded when nothing about it is in doubt.
func (l *Life) leave(hand *Pending) {
	l.waiting = slices.DeleteFunc(l.waiting, func(other *Pending) bool { return other.ID == hand.ID })
	if next := l.pending(); next != nil {
		l.weigh(next)
		if len(next.Needs) == 0 {
			l.book(next, byItself)
			return
		}
	}
	l.ask()
}

// draw records a hand without a winner, as a person says it.
func (l *Life) draw(s said) error {
	if err := l.unseated(); err != nil {
		return err
	}
	if l.unseen(s) {
		return models.Refused("just-ended", nil, "draw: somebody has recorded a hand since; is this another one?")
	}
	h := models.HandRecord{ID: l.at.ID, Outcome: models.Outcome{Ending: models.Drawn, Riichi: l.sticks(),
		Ready: value(s.Ready), Lying: s.Lying, Nagashi: s.Nagashi, Reason: s.Reason}}
	if h.Reason != "" {
		h.Ending = models.Aborted
	}
	if s.Riichi != nil {
		h.Riichi = *s.Riichi
	}
	if err := l.drawOpen(h, s, l.sticksTold(0, l.at.Now)); err != nil {
		return err
	}
	if h = l.books.Continue(h); h.With == "" {
		h.Course = l.unbooked
	}
	l.do(Book{By: s.author(), Record: l.books.Situate(h)})
	return nil
}

// drawn records a hand that nobody won, as who followed it saw it, where nothing about it is in
// doubt; otherwise the referee is asked when the tiles go in.
func (l *Life) drawn(d *device.Drawn) {
	asked := l.table.Notice == noticeUndeclared
	switch {
	case !l.plays() || l.unseated() != nil || len(l.waiting) > 0:
	case d.Record != nil && d.Record.ID == l.spent:
	case !asked && (l.deal.first() != nil || l.deal.over || l.deal.shuffles && !l.deal.playing):
		// It was won, or somebody has said how it ended.
	case d.Sure < l.club.sure:
		l.unbooked = d.Record
		l.note("a hand without a winner is asked about", "sure", d.Sure, "reason", d.Outcome.Reason)
	case len(l.sticks()) > 0 && !samePlaces(l.sticks(), d.Outcome.Riichi):
		l.unbooked = d.Record
		l.note("the table tells of other riichi sticks than were seen", "table", l.sticks(), "seen", d.Outcome.Riichi)
	default:
		l.unbooked = d.Record // should the books refuse it
		l.do(Book{By: byItself, Record: l.books.Situate(models.HandRecord{ID: l.at.ID, Outcome: d.Outcome, Course: d.Record})})
	}
}

// fought records a hand in which the game went on after a win, as who followed it saw it, where
// nothing about it is in doubt; otherwise the referee is asked, who is shown what was seen.
func (l *Life) fought(b *device.Battle) {
	switch {
	case !l.plays() || l.unseated() != nil || l.deal.told:
	case b.Record != nil && b.Record.ID == l.spent:
	case len(b.Outcome.Settled) == 0 || !l.ofThisDeal(b.Outcome.Winners):
	case b.Sure < l.club.sure, slices.ContainsFunc(l.books.Barred(), func(at models.Place) bool { return slices.Contains(b.Outcome.Winners, at) }):
		l.note("a hand that went on after a win is asked about", "sure", b.Sure, "needs", b.Needs)
		l.battle = b
		l.propose()
	default:
		l.battle = b
		record, results, err := l.priced(b)
		if err != nil {
			l.do(Note{slog.LevelWarn, "a hand that went on after a win cannot be scored as it was seen", []any{"err", err}})
			l.propose()
			return
		}
		l.foughtAs = record.ID
		l.do(Book{By: byItself, Record: record, Results: results})
	}
}

// ofThisDeal reports whether the wins that wait for the referee are those of some places, in the deal that is on.
func (l *Life) ofThisDeal(winners []models.Place) bool {
	return !slices.ContainsFunc(l.waiting, func(hand *Pending) bool {
		in := slices.ContainsFunc(l.deal.endings, func(e *ending) bool { return e.id == hand.ID })
		return !in || !slices.Contains(winners, hand.Place)
	})
}

// propose shows what is known of a hand that went on after a win, for the referee to complete.
func (l *Life) propose() {
	l.foughtAs, l.table.Battle = "", l.battle
	l.deal.over = true
	l.keep()
	l.show()
}

// foughtOut notes that a hand which went on after a win is in the books: wins of it that waited were told with it.
func (l *Life) foughtOut(id string) {
	l.note("a hand that went on after a win is recorded", "winners", l.battle.Outcome.Winners)
	l.waiting, l.table.Laid, l.table.Shown, l.table.Battle, l.battle, l.foughtAs = nil, nil, nil, nil, nil, ""
	l.deal.endings, l.deal.over = []*ending{{id: id, at: l.at.Now}}, true
	l.answered()
	l.ask()
}

// drew notes that a hand without a winner is in the books.
func (l *Life) drew(id string) {
	if l.deal.left = nil; l.table.Notice == "" {
		l.deal.endings = []*ending{{id: id, at: l.at.Now}}
	}
	l.table.Laid, l.table.Shown = nil, nil // tiles that were shown
	l.answered()
}

// ---- dropped ----

// dismiss drops the pending hand: nobody won.
func (l *Life) dismiss(s said) error {
	hand, err := l.meant(s)
	if err != nil {
		return err
	}
	l.note("hand dismissed by the referee", "place", hand.Place)
	hand.State = Dropped
	if first := l.deal.first(); first != nil && first.id == hand.ID {
		l.deal.endings, l.deal.over = nil, false // the deal goes on
	}
	l.deal.endings = slices.DeleteFunc(l.deal.endings, func(e *ending) bool { return e.id == hand.ID })
	l.leave(hand)
	return nil
}

// ---- after a restart ----

// restored takes up the hands that waited when the program ended, and knows again which hand ended the deal
// that is on: it may lie on the table still, and is not to be proposed and booked another time. It is the newest of
// those that wait or, when none does, the last in the books that the eye has read. Whether it is of this deal the
// table tells with what it told before.
func (l *Life) restored(e Restored) {
	l.waiting = e.Waiting
	for _, hand := range l.waiting {
		hand.State = Asked
	}
	if e.Last != nil && e.Last.Course != nil {
		l.spent = e.Last.Course.ID
	}
	var last *ending
	switch n := len(l.waiting); {
	case n > 0:
		hand := l.waiting[n-1]
		last = &ending{hand.ID, hand.Place, saidAt(hand.ID)}
	case e.Last != nil && len(e.Last.Wins) > 0 && e.Last.Wins[0].Reading != nil:
		last = &ending{e.Last.ID, e.Last.Wins[0].Place, saidAt(e.Last.ID)}
	}
	if l.deal.before = last; last != nil {
		l.deal.endings, l.deal.over = []*ending{last}, true
	}
	// Otherwise it was recorded as the program ended, or the match is over.
	if match, hands := l.booksNow(); e.Battle != nil && e.Match == match && e.Hands == hands {
		l.battle, l.table.Battle, l.deal.over, l.spent = e.Battle, e.Battle, true, e.Battle.Record.ID
		l.show()
	}
	l.again()
}

// retold notes, while the table tells again what it told before the program was started, that the
// hand that ended the deal came after it.
func (l *Life) retold(e device.Event) {
	switch before := l.deal.before; {
	case before == nil:
	case !e.Replayed:
		switch e.Kind {
		case device.ShuffleStarted, device.WallRaised, device.Dealt:
			l.deal.before, l.deal.over = nil, false // another deal
		}
	case !e.Time.After(before.at):
		l.deal.endings, l.deal.over = []*ending{before}, true
	}
}

// saidAt is when a hand was seen that no board has told; the zero time for one that a board
// has, which it tells again by itself.
func saidAt(id string) time.Time {
	u, err := uuid.Parse(id)
	if err != nil || u.Version() != 7 {
		return time.Time{}
	}
	return time.Unix(u.Time().UnixTime())
}
