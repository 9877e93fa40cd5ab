package tablestate

import (
	"encoding/json"

	"jantaku/internal/referee"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoring/course"
)

// ShowCourse publishes the course of the hand that is being played as far as it was seen:
// the table as it lies, and an event for everything that is new, was changed, or became
// final. final is how many of the record's events change no more. A nil record tells that
// no hand is being watched. Nobody is waited for.
func (b *Board) ShowCourse(r *models.Record, final int) {
	s := b.State()
	shown := mqtt.Course{Status: mqtt.CourseNone}
	if r != nil {
		manners, err := referee.Manners(s)
		if err != nil {
			b.Log.Warn("the course of the hand is not shown", "err", err)
			return
		}
		n, err := course.Legal(r, manners)
		b.doubt(r, err)
		lies := *r
		lies.Events = r.Events[:n]
		_, hand, err := course.Told(&lies, manners)
		if err != nil { // not even its beginning can have happened
			return
		}
		r = &lies
		shown = mqtt.CourseOf(r, hand, final, func(at models.Place) mqtt.Player { return mqtt.PlayerAt(s, s.Position, at) })
		shown.Match, shown.Number, shown.Rules = s.Match.ID, s.Position.Hands+1, s.Match.Rules
		if going, ok := s.Going(); ok {
			shown.Number = s.Position.Hands
			typedVoids(shown.Sides, going)
		}
	}
	shown.Head = b.head(mqtt.KindCourse)
	b.publish(mqtt.KindCourse, shown)
	b.tellMoves(r, final)
}

// typedVoids tells the suits that winners gave up, as the books have them of the hand that goes on.
func typedVoids(sides []mqtt.CourseSide, going models.HandRecord) {
	for _, w := range going.Wins {
		if side := &sides[w.Place.Index()]; w.Win.Void != 0 {
			side.Void, side.VoidLikely = w.Win.Void, false
		}
	}
}

// doubt logs once why a course cannot have happened as it was seen; what comes before is
// shown, and the next look may tell.
func (b *Board) doubt(r *models.Record, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	text := ""
	if err != nil {
		text = r.ID + ": " + err.Error()
	}
	if text != b.doubted && err != nil {
		b.Log.Info("the course of the hand is shown as far as it can have happened", "hand", r.ID, "err", err)
	}
	b.doubted = text
}

// tellMoves tells what is new in a course since it was told last.
func (b *Board) tellMoves(r *models.Record, final int) {
	b.mu.Lock()
	before := b.course
	now := shownCourse{final: final}
	if r != nil {
		now.hand = r.ID
	}
	if now.hand != before.hand {
		before = shownCourse{}
	}
	var news []mqtt.Move
	for i, m := range recordMoves(r) {
		bare := m
		bare.Confidence, bare.Photos = 0, nil // every look changes it a little, and pictures come late: no news
		text, err := json.Marshal(bare)
		if err != nil {
			b.mu.Unlock()
			b.Log.Error("not told", "event", m.Do, "err", err)
			return
		}
		now.moves = append(now.moves, string(text))
		same := i < len(before.moves) && before.moves[i] == string(text) && (i < before.final) == (i < final)
		if !same {
			news = append(news, mqtt.Move{Hand: r.ID, Index: i, Final: i < final, Revision: m.Revision, Move: m})
		}
	}
	b.course = now
	b.mu.Unlock()
	for _, m := range news {
		b.tellMove(m)
	}
}

func recordMoves(r *models.Record) []models.Move {
	if r == nil {
		return nil
	}
	return r.Events
}

// tellMove tells one move to those who follow what happens. Draws are seen by nobody, and
// how a hand ends is told by the books.
func (b *Board) tellMove(m mqtt.Move) {
	kind := m.Move.Do
	if kind == models.Draw || kind == models.Wins || kind == models.DrawnGame {
		return
	}
	data, err := json.Marshal(m)
	if err == nil {
		var message mqtt.Message
		event := mqtt.Event{Head: b.head(mqtt.KindEvent), Type: string(kind), Match: b.State().Match.ID, Data: data}
		if message, err = mqtt.NewMessage(b.Address.Event(string(kind)), event, false); err == nil {
			err = b.Tell(message)
		}
	}
	if err != nil {
		b.Log.Error("not told", "event", kind, "err", err)
	}
}
