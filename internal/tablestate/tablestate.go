// Package tablestate shows a table over MQTT: what it is doing, which of its parts work, the hand
// that waits for the referee, and the course of the hand that is being played. It writes down
// what the pipeline tells and decides nothing.
package tablestate

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
)

// Board shows the table and the pending hand over MQTT; it implements
// pipeline.Board and never waits.
type Board struct {
	Address  mqtt.Address
	Retain   func(mqtt.Message) error
	Tell     func(mqtt.Message) error // once, retained nowhere
	State    func() ledger.State
	Kept     func(ctx context.Context, sum string) (models.Photo, error) // photographs in the books
	Sight    func() (camera, eye mqtt.Part)
	Books    func() mqtt.Part         // whether they can be written; nil for yes
	Followed func() (mqtt.Part, bool) // of following the hands; false where they are not followed
	Stays    func() (mqtt.Part, bool) // of the camera, that it is as it was set; nil or false where that is not known
	Linked   bool                     // a board is configured
	Watched  bool                     // a camera is configured
	Log      *slog.Logger

	mu         sync.Mutex
	shown      int64 // counts what was shown, for the ids
	shownParts map[string]mqtt.Part
	table      pipeline.Table
	waiting    bool
	sticks     []mqtt.StickDifference
	photo      *models.Photo // of the hand that waits
	course     shownCourse   // as it was told last
	doubted    string        // why a course cannot have happened, as it was logged last
}

// Photo gives the photograph of the hand that waits, or one in the books.
func (b *Board) Photo(ctx context.Context, sum string) (models.Photo, error) {
	b.mu.Lock()
	photo := b.photo
	b.mu.Unlock()
	if photo != nil && photo.Sum == sum {
		return *photo, nil
	}
	return b.Kept(ctx, sum)
}

// Parts tells of each part of the table whether it works, and of those that are missed what is wrong, each by its
// name. A part that is not configured does not work either, but nobody misses it.
func (b *Board) Parts() (parts map[string]mqtt.Part, missed []string) {
	b.mu.Lock()
	t := b.table
	b.mu.Unlock()
	link := mqtt.Part{Online: t.Online}
	camera, eye := b.Sight()
	switch {
	case !b.Linked:
		link.Code, link.Message = "no-board", "no board is configured; hands are called on the console"
	case !t.Online && t.Why == "":
		link.Message = "the table has not answered yet"
	case !t.Online:
		link.Message = t.Why
	}
	if b.Linked && !link.Online {
		missed = append(missed, "device: "+link.Message)
	}
	if b.Watched && !camera.Online {
		missed = append(missed, "camera: "+camera.Message)
	}
	if b.Watched && !eye.Online && eye != camera {
		missed = append(missed, "eye: "+eye.Message)
	}
	books := mqtt.Part{Online: true}
	if b.Books != nil {
		books = b.Books()
	}
	if !books.Online {
		missed = append(missed, "books: "+books.Message)
	}
	all := map[string]mqtt.Part{"device": link, "camera": camera, "eye": eye, "ledger": books}
	if course, meant := b.Followed(); meant {
		all["course"] = course
		if !course.Online && camera.Online && eye.Online {
			missed = append(missed, "course: "+course.Message)
		}
	}
	if b.Stays != nil {
		if held, known := b.Stays(); known {
			all["held"] = held
			if !held.Online {
				missed = append(missed, "held: "+held.Message)
			}
		}
	}
	return all, missed
}

// Refresh shows which parts of the table work when that has changed by itself, as when a
// camera goes away.
func (b *Board) Refresh() {
	parts, _ := b.Parts()
	b.mu.Lock()
	same := maps.Equal(parts, b.shownParts)
	b.mu.Unlock()
	if !same {
		b.showAvailability()
	}
}

// showAvailability publishes which parts of the table work.
func (b *Board) showAvailability() {
	parts, missed := b.Parts()
	b.mu.Lock()
	b.shownParts = parts
	b.mu.Unlock()
	a := mqtt.Availability{Head: b.head(mqtt.KindAvailability), Status: "online", Node: b.Address.Node, Parts: parts}
	if len(missed) > 0 {
		a.Status = "degraded"
	}
	b.publish(mqtt.KindAvailability, a)
}

// ShowTable publishes what the table is doing.
func (b *Board) ShowTable(t pipeline.Table) {
	b.mu.Lock()
	before := b.table.Laid
	b.table = t
	b.mu.Unlock()
	b.showState()
	for _, at := range t.Laid {
		if !slices.Contains(before, at) {
			b.tellLaid(at)
		}
	}
}

// eventLaid is the event of a hand that was laid down and that nobody has called.
const eventLaid = "laid"

// tellLaid tells those who follow what happens that a hand was laid down.
func (b *Board) tellLaid(at models.Place) {
	s := b.State()
	data, err := json.Marshal(mqtt.PlayerAt(s, s.Position, at))
	if err == nil {
		var message mqtt.Message
		event := mqtt.Event{Head: b.head(mqtt.KindEvent), Type: eventLaid, Match: s.Match.ID, Data: data}
		if message, err = mqtt.NewMessage(b.Address.Event(eventLaid), event, false); err == nil {
			err = b.Tell(message)
		}
	}
	if err != nil {
		b.Log.Error("not told", "event", eventLaid, "err", err)
	}
}

// Table is what the table is doing, as it was shown last.
func (b *Board) Table() pipeline.Table {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.table
}

// IsUndeclared reports whether the referee is asked how a hand ended that went in unsaid.
func (b *Board) IsUndeclared() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.table.Notice == "undeclared" || b.table.Battle != nil
}

// IsWaiting reports whether a hand waits for the referee.
func (b *Board) IsWaiting() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.waiting
}

// ShowSticks publishes the drawers that do not hold what the books say, when they are others than before.
func (b *Board) ShowSticks(sticks []mqtt.StickDifference) {
	b.mu.Lock()
	same := slices.Equal(sticks, b.sticks)
	b.sticks = sticks
	b.mu.Unlock()
	if !same {
		b.showState()
	}
}

// Sticks are the drawers that differ from the books, as they were shown last.
func (b *Board) Sticks() []mqtt.StickDifference {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.sticks)
}

func (b *Board) showState() {
	b.mu.Lock()
	t, waiting, sticks := b.table, b.waiting, b.sticks
	b.mu.Unlock()
	s := mqtt.State{Head: b.head(mqtt.KindState), Phase: t.Phase, Dice: []int{}, Reviewing: waiting, Notice: t.Notice, Laid: t.Laid, Shown: t.Shown, Emergency: t.Halted, Sticks: sticks,
		Dealt: t.Dealt, Miscounted: t.Miscounted}
	if battle := t.Battle; battle != nil {
		s.Battle = &mqtt.Battle{Hand: battle.Record.ID, Settled: battle.Outcome.Settled, Wins: append([]models.Win{}, battle.Wins...), Needs: append([]string{}, battle.Needs...), Passed: battle.Passed}
	}
	if t.Fault.Kind != device.NoKind {
		s.Fault = &mqtt.TableFault{Code: t.Fault.Value, Severity: t.Fault.Severity.String()}
	}
	if !t.Online {
		s.Phase = "offline"
	}
	for _, roll := range t.Dice {
		s.Dice = append(s.Dice, roll[0], roll[1])
	}
	if len(s.Dice) > 0 {
		s.DiceBy = t.DiceBy
	}
	s.Break = wallBreak(b.State().Match.Rules, t.Tiles, t.Can, t.Dice)
	b.publish(mqtt.KindState, s)
	b.showAvailability()
}

// ShowPending publishes the hand that waits for the referee, or that none does.
func (b *Board) ShowPending(p *pipeline.Pending) {
	b.mu.Lock()
	b.waiting, b.photo = p != nil, nil
	if p != nil {
		b.photo = p.Photo
	}
	b.mu.Unlock()
	review := mqtt.Review{Head: b.head(mqtt.KindReview)}
	if p != nil {
		hand := b.pendingHand(p)
		review.Likely, review.Revision, review.Behind = likelyOf(p), p.Revision, p.Behind
		review.Asks = asksOf(p)
		review.Hand, review.Problem, review.Reasons, review.Needs, review.With, review.Riichi, review.Ready = &hand, p.Problem, p.Reasons, p.Needs, p.With, p.Riichi, p.Ready
		for _, c := range p.Candidates {
			if result, err := mqtt.ResultOf(c.Result); err == nil && len(p.Candidates) > 1 {
				review.Candidates = append(review.Candidates, mqtt.Candidate{Tile: c.Tile, Result: result})
			}
		}
		review.Tiles = mqtt.ReviewTilesOf(p.Reading)
	}
	b.publish(mqtt.KindReview, review)
	b.showState()
}

// pendingHand writes a pending hand as it would be published if it counted.
func (b *Board) pendingHand(p *pipeline.Pending) mqtt.Hand {
	s := b.State()
	player := func(at models.Place) mqtt.Player { return mqtt.PlayerAt(s, s.Position, at) }
	h := mqtt.Hand{Head: b.head(mqtt.KindHand), Match: s.Match.ID, Hand: p.ID, Number: s.Position.Hands + 1, Kind: string(models.Won),
		Status: mqtt.Pending, Rules: s.Match.Rules, Round: s.Position.RoundWind(), Payments: []mqtt.Payment{}, By: "camera"}
	win := mqtt.Win{Winner: player(p.Place), Win: p.Win}
	if p.From != 0 && p.From != p.Place {
		from := player(p.From)
		win.Discarder = &from
	}
	if p.Photo != nil {
		win.Photo = p.Photo.Sum
	}
	if p.Reading != nil {
		h.Doubts = p.Reading.Doubts
	}
	if p.Result != nil {
		if result, err := mqtt.ResultOf(p.Result); err == nil {
			win.Result = result
		}
		h.Payments = previewPayments(s, p.Points, player)
	}
	h.Wins = []mqtt.Win{win}
	return h
}

// previewPayments says who would pay whom: what the books would write, with sticks,
// counters and liability. There are none while the books could not write the hand.
func previewPayments(s ledger.State, points *models.Points, player func(models.Place) mqtt.Player) []mqtt.Payment {
	list := []mqtt.Payment{}
	if points == nil {
		return list
	}
	for i, delta := range points {
		if at, n := models.PlaceAt(i), s.Position.Seats[i]; n != models.Empty {
			list = append(list, mqtt.Payment{Player: player(at), Delta: delta, Score: s.Position.Scores[n] + delta})
		}
	}
	return list
}

func (b *Board) head(kind mqtt.Kind) mqtt.Head {
	b.mu.Lock()
	b.shown++
	id := fmt.Sprintf("%s-%d-%d", kind, time.Now().UnixMilli(), b.shown)
	b.mu.Unlock()
	return b.Address.NewHead(kind, id, b.State().Seq, time.Now())
}

func (b *Board) publish(kind mqtt.Kind, payload any) {
	message, err := mqtt.NewMessage(b.Address.Topic(kind), payload, true)
	if err == nil {
		err = b.Retain(message)
	}
	if err != nil {
		b.Log.Error("not shown", "topic", kind, "err", err)
	}
}

// shownCourse is the course that was told last, so that only what is new is told again.
type shownCourse struct {
	hand  string
	moves []string // as JSON
	final int
}
