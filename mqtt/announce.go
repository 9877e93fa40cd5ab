package mqtt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

// Announce turns one event of the ledger into the messages that tell of it: score,
// match and last hand, retained, and the event itself. They are made from the event
// alone, so that the same event gives the same messages when it is told twice. A change
// of a match before the one at the table is told as an event and retained nowhere.
func (a Address) Announce(m ledger.Message) ([]Message, error) {
	w := writer{address: a, event: m.Event, view: m.View}
	hand, played := w.lastHand()
	if m.Earlier {
		w.add(a.Event(string(m.Event.Kind)), w.happened(hand, false), false)
		w.journal(m.Journal)
		return w.messages, w.err
	}
	w.add(a.Topic(KindScore), w.score(), true)
	w.add(a.Topic(KindMatch), w.match(), true)
	if played {
		w.add(a.Topic(KindHand), hand, true)
	} else {
		w.messages = append(w.messages, Message{Topic: a.Topic(KindHand), Retained: true}) // forget the old one
	}
	w.add(a.Event(string(m.Event.Kind)), w.happened(hand, played), false)
	if m.Event.Kind == ledger.HandPlayed && m.View.Finished { // by the rules: nobody writes that down
		end := w.happened(hand, false)
		end.ID, end.Type, end.Reason = m.Event.ID+"-end", string(ledger.MatchFinished), m.View.Position.Over
		w.add(a.Event(end.Type), end, false)
	}
	w.journal(m.Journal)
	return w.messages, w.err
}

// writer builds the messages of one event.
type writer struct {
	address  Address
	event    ledger.Event
	view     ledger.View
	messages []Message
	err      error // the first
}

func (w *writer) add(topic string, payload any, retained bool) {
	m, err := NewMessage(topic, payload, retained)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("event %d: %w", w.event.Seq, err)
	}
	w.messages = append(w.messages, m)
}

func (w *writer) head(k Kind) Head {
	return w.address.NewHead(k, w.event.ID, w.event.Seq, w.event.Time)
}

// standings gives the players by place.
func (w *writer) standings() []Standing {
	all := []Standing{}
	for i := range models.Places {
		for _, p := range w.view.Players {
			if p.Place == models.PlaceAt(i) {
				all = append(all, w.standing(p))
			}
		}
	}
	return all
}

// standing is a player's, with the final result once the match is over.
func (w *writer) standing(p ledger.PlayerView) Standing {
	s := Standing{Player: Player{p.Place, p.Seat, p.Name}, Score: p.Score, Rank: p.Rank, Delta: p.Delta}
	for _, total := range w.view.Totals {
		if w.view.Finished && total.Player.ID == p.ID {
			s.Score, s.Result = total.Score, &total.Result
			if uma := total.Uma + total.Oka; uma != 0 {
				s.Uma = &uma
			}
			if total.Points != 0 {
				s.Points = &total.Points
			}
		}
	}
	return s
}

func (w *writer) score() Score {
	at, hand := w.view.Position, w.view.Position.Hands+1
	if last := w.view.Last; last != nil && last.GoesOn {
		hand = at.Hands
	}
	return Score{Head: w.head(KindScore), Match: w.view.Match.ID, Rules: w.view.Match.Rules, Players: w.standings(),
		Dealer: at.Dealer, Round: w.view.RoundWind, Deal: at.Deal, Hand: hand, Honba: at.Honba,
		Sticks: at.Sticks, Over: w.view.Finished, OverBy: at.Over, MayEnd: at.May, Seating: at.Seating}
}

// linesShown bounds the list of hands in a payload.
const linesShown = 100

func (w *writer) match() Match {
	v := w.view
	m := Match{Head: w.head(KindMatch), Match: v.Match.ID, Rules: v.Match.Rules, Profile: v.Match.Profile,
		Options: v.Match.Options, Course: v.Match.Course, Length: v.Match.Length,
		Status: "running", Start: v.Match.Start, Players: w.standings(), Hands: []Line{},
		CanUndo: v.CanUndo, CanRedo: v.CanRedo, Undoes: v.Undoes, Redoes: v.Redoes}
	if v.Finished {
		m.Status = "finished"
	}
	for _, h := range v.Hands[max(0, len(v.Hands)-linesShown):] {
		m.Hands = append(m.Hands, w.line(h))
	}
	for _, p := range v.Penalties {
		if p.Revoked {
			continue
		}
		m.Fouls = append(m.Fouls, FoulEntry{Entry: p.Entry, Kind: p.Kind, Place: v.Position.PlaceOfPlayer(p.Player),
			Name: ledger.HandLine{Players: p.Players}.Who(w.view.Match.Players)[p.Player].Name, Points: p.Points, Reason: p.Why})
	}
	return m
}

// line keeps to the places of today, where the display draws the players.
func (w *writer) line(h ledger.HandLine) Line {
	l := Line{Hand: h.Entry, Number: h.Number, Kind: string(h.Ending), Status: statusOf(h), GoesOn: h.GoesOn, Watched: h.Watched, Deltas: map[string]int{}}
	for number := range w.view.Match.Players {
		place := w.view.Position.PlaceOfPlayer(number)
		l.Deltas[strconv.Itoa(int(place))] = h.Deltas[number]
	}
	for _, number := range h.Winners {
		l.Winners = append(l.Winners, int(w.view.Position.PlaceOfPlayer(number)))
	}
	return l
}

func statusOf(h ledger.HandLine) HandStatus {
	if h.Corrected {
		return Corrected
	}
	return Counted
}

// nameIn is the name of a player by number; empty where there is none.
func nameIn(players []models.Player, number int) string {
	if number < 0 || number >= len(players) {
		return ""
	}
	return players[number].Name
}

// lastHand gives the last hand that counts.
func (w *writer) lastHand() (Hand, bool) {
	last := w.view.Last
	if last == nil {
		return Hand{}, false
	}
	h, err := HandOf(w.head(KindHand), w.view, *last, w.event.Source)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("event %d: %w", w.event.Seq, err)
	}
	return h, true
}

// waitsOf are the tiles that a hand waits for by the rules of its match; none where those are no rules any more.
func waitsOf(m models.Match, hand *models.Hand) []models.Wait {
	book, err := books.OfMatch(m)
	if err != nil {
		return nil
	}
	return scoring.Completes(book, hand)
}

// HandOf gives a hand of a match, with everybody at the place and wind they had in it.
func HandOf(head Head, v ledger.View, played ledger.HandView, by string) (h Hand, err error) {
	h = Hand{Head: head, Match: v.Match.ID, Hand: played.Entry, Number: played.Number,
		Kind: string(played.Ending), Status: statusOf(played.HandLine), Rules: v.Match.Rules,
		Round: played.Before.RoundWind(), Wins: []Win{}, Payments: []Payment{}, Reason: played.Reason, By: by, GoesOn: played.GoesOn, Watched: played.Watched}
	player := func(place models.Place) Player {
		return Player{place, played.Before.SeatOf(place), nameIn(played.Who(v.Match.Players), played.Before.At(place))}
	}
	for _, ready := range played.Ready {
		h.Ready = append(h.Ready, int(ready.Place))
		if ready.Hand != nil {
			if ready.Waits == nil { // the book does not pay for them, and nobody has looked
				ready.Waits = waitsOf(v.Match, ready.Hand)
			}
			ready.Fans = books.Words(h.Rules).Named(ready.Fans)
			h.Shown = append(h.Shown, ready)
		}
	}
	for i := range models.Places {
		place := models.PlaceAt(i)
		if n := played.Before.At(place); n != models.Empty {
			h.Payments = append(h.Payments, Payment{player(place), played.Deltas[n], played.Scores[n]})
		}
	}
	h.Steps = stepsOf(played)
	for _, won := range played.Wins {
		win := Win{Winner: player(won.Place), Win: won.Win, Photo: won.Photo}
		if won.From != 0 {
			from := player(won.From)
			win.Discarder = &from
		}
		result, resultErr := ResultOf(won.Result)
		err = errors.Join(err, resultErr)
		win.Result = result
		h.Wins = append(h.Wins, win)
	}
	return h, err
}

// stepsOf are what changed hands when, by the places that everybody had in the hand.
func stepsOf(last ledger.HandView) (steps []Moment) {
	place := func(number *int) models.Place {
		if number == nil {
			return 0
		}
		return last.Before.PlaceOfPlayer(*number)
	}
	for _, line := range last.Steps {
		step := Moment{Do: string(line.Do), Place: place(line.Player), From: place(line.From), Deltas: map[string]int{}}
		for _, number := range line.Winners {
			step.Winners = append(step.Winners, int(place(&number)))
		}
		for i, number := range last.Before.Seats {
			if number != models.Empty {
				step.Deltas[strconv.Itoa(i+1)] = line.Deltas[number]
			}
		}
		for number, state := range line.States {
			if step.States == nil {
				step.States = map[string]models.State{}
			}
			step.States[strconv.Itoa(int(place(&number)))] = state
		}
		steps = append(steps, step)
	}
	return steps
}

// happened is the event for those who follow what happens rather than what is.
func (w *writer) happened(hand Hand, played bool) Event {
	e := Event{Head: w.head(KindEvent), Type: string(w.event.Kind), Match: w.event.Match, By: w.event.By, Reason: w.event.Why}
	if played && (w.event.Kind == ledger.HandPlayed || w.event.Kind == ledger.Corrected) {
		data, err := json.Marshal(hand)
		if err != nil && w.err == nil {
			w.err = err
		}
		e.Data = data
	}
	return e
}

// Journal is the ledger's own outbox: whole events, oldest first.
type Journal interface {
	// Outbox gives the oldest event that was not told; false when all were.
	Outbox(ctx context.Context) (ledger.Message, bool, error)
	// Sent says that everybody was told of an event.
	Sent(ctx context.Context, seq int64) error
}

// JournalOutbox is the [Outbox] of a ledger: each event of the journal becomes
// several messages, and the event is sent when the last of them is done. It is for
// one publisher.
type JournalOutbox struct {
	journal Journal
	address Address
	// look is how often the journal is asked without being told; a change made by
	// another process, such as `jantaku match undo`, tells nobody.
	look    time.Duration
	changed chan struct{}

	seq     int64     // event of the messages
	pending []Message // of the event, not done yet
}

// NewJournalOutbox makes the outbox of a ledger for a table.
func NewJournalOutbox(j Journal, a Address) *JournalOutbox {
	return &JournalOutbox{journal: j, address: a, look: 2 * time.Second, changed: make(chan struct{}, 1)}
}

// Changed says that the ledger has something new. It never waits and may be called
// from any goroutine.
func (o *JournalOutbox) Changed() {
	select {
	case o.changed <- struct{}{}:
	default: // it is known already
	}
}

// Next implements [Outbox].
func (o *JournalOutbox) Next(ctx context.Context) (Message, error) {
	for len(o.pending) == 0 {
		event, found, err := o.journal.Outbox(ctx)
		if err != nil {
			return Message{}, err
		}
		if found {
			if o.pending, err = o.address.Announce(event); err != nil {
				return Message{}, err
			}
			o.seq = event.Event.Seq
			break
		}
		if err := o.rest(ctx); err != nil {
			return Message{}, err
		}
	}
	m := o.pending[0]
	m.ID = o.seq
	return m, nil
}

// rest waits for a change.
func (o *JournalOutbox) rest(ctx context.Context) error {
	timer := time.NewTimer(o.look)
	defer timer.Stop()
	select {
	case <-o.changed:
	case <-timer.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// Done implements [Outbox]: it ends the oldest message of the event.
func (o *JournalOutbox) Done(ctx context.Context, seq int64) error {
	if seq != o.seq || len(o.pending) == 0 {
		return fmt.Errorf("message of event %d is not the one that was given", seq)
	}
	if len(o.pending) == 1 {
		if err := o.journal.Sent(ctx, seq); err != nil {
			return err
		}
	}
	o.pending = o.pending[1:]
	return nil
}

// journal adds the event as the books have it.
func (w *writer) journal(name string) {
	entry, err := w.address.Entry(name, w.event)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.add(w.address.Topic(KindJournal), entry, false)
}
