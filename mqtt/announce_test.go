package mqtt_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoring"
	"jantaku/scoring/lingque"
)

// club is a real ledger with a match of four.
type club struct {
	*ledger.Ledger
	rules *lingque.Rules
}

var referee = models.Author{Source: "console", By: "Mei", Why: "misread"}

// lingque29 is made once for all tests.
var lingque29 = sync.OnceValues(func() (*lingque.Rules, error) { return lingque.New(29) })

func openClub(t testing.TB) club {
	t.Helper()
	rules, err := lingque29()
	if err != nil {
		t.Fatal(err)
	}
	shelf := func(models.Match) (ledger.Book, error) {
		return ledger.Book{Rules: rules, Course: lingque.Course{Edition: 29}}, nil
	}
	l, err := ledger.Open(context.Background(), filepath.Join(t.TempDir(), "club.jantaku"),
		ledger.WithShelf(shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	m := models.Match{ID: "m1", Rules: "lingque-29"}
	for _, name := range []string{"林", "Sato", "Anna", "周"} {
		m.Players = append(m.Players, models.Player{ID: name, Name: name})
	}
	if _, err := l.StartMatch(context.Background(), models.Author{Source: "setup"}, m); err != nil {
		t.Fatal(err)
	}
	return club{l, rules}
}

// won makes the record of a win typed as text.
func won(t testing.TB, id, text string, winner, from models.Place) models.HandRecord {
	t.Helper()
	w, err := models.ParseText(text)
	if err != nil {
		t.Fatal(err)
	}
	return models.HandRecord{ID: id, Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{winner}, From: from},
		Wins: []models.WinRecord{{Place: winner, Win: *w}}}
}

// play scores a hand for the position and records it, as the pipeline does.
func (c club) play(t testing.TB, h models.HandRecord) {
	t.Helper()
	h = c.Situate(h)
	var results []scoring.Result
	for i := range h.Wins {
		r, err := c.rules.Score(&h.Wins[i].Win)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	if _, err := c.Append(context.Background(), models.Author{Source: "pipeline"}, h, results...); err != nil {
		t.Fatal(err)
	}
}

// told gives the payloads of the newest event by topic, and empties the outbox.
func (c club) told(t testing.TB) map[string]mqtt.Message {
	t.Helper()
	byTopic := map[string]mqtt.Message{}
	for {
		m, found, err := c.Outbox(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !found {
			return byTopic
		}
		messages, err := here.Announce(m)
		if err != nil {
			t.Fatal(err)
		}
		clear(byTopic)
		for _, message := range messages {
			byTopic[message.Topic] = message
		}
		if err := c.Sent(context.Background(), m.Event.Seq); err != nil {
			t.Fatal(err)
		}
	}
}

func read[T any](t testing.TB, m mqtt.Message) (v T) {
	t.Helper()
	if err := json.Unmarshal(m.Payload, &v); err != nil {
		t.Fatalf("%s %s: %v", m.Topic, m.Payload, err)
	}
	return v
}

var now = time.Date(2026, 1, 10, 19, 0, 0, 0, time.UTC)

const bigHand = "123m 456m 789m 1122z +1z"

func TestWinIsToldWithTilesFansAndPayments(t *testing.T) {
	c := openClub(t)
	c.play(t, won(t, "h1", bigHand, 2, 3))
	told := c.told(t)
	h := read[mqtt.Hand](t, told[here.Topic(mqtt.KindHand)])
	if h.Status != mqtt.Counted || h.Number != 1 || len(h.Wins) != 1 {
		t.Fatalf("hand %+v", h)
	}
	w := h.Wins[0]
	if w.Winner != (mqtt.Player{Place: 2, Seat: models.South, Name: "Sato"}) || w.Discarder == nil || w.Discarder.Name != "Anna" {
		t.Errorf("winner %+v, discarder %+v", w.Winner, w.Discarder)
	}
	if w.Win.Tile != models.EastWind || w.Win.Concealed.String() != "123456789m1122z" {
		t.Errorf("tiles %s +%s", w.Win.Concealed, w.Win.Tile)
	}
	if w.Result == nil || len(w.Result.Fans) == 0 || w.Result.Points == nil {
		t.Fatalf("result %+v", w.Result)
	}
	sum := 0
	for i, p := range h.Payments {
		if int(p.Place) != i+1 || p.Delta != p.Score {
			t.Errorf("payment %+v at %d", p, i)
		}
		sum += p.Delta
	}
	if sum != 0 || h.Payments[1].Delta <= 0 {
		t.Errorf("payments %+v", h.Payments)
	}
	if m := string(told[here.Topic(mqtt.KindMatch)].Payload); !strings.Contains(m, `"winners":[2]`) {
		t.Errorf("match %s", m)
	}
	if m, ok := told[here.Event("hand")]; !ok || m.Retained {
		t.Errorf("event: %v, retained %v", ok, m.Retained)
	}
}

func TestScoreIsThatOfTheHandToCome(t *testing.T) {
	c := openClub(t)
	c.play(t, won(t, "h1", bigHand, 2, 3))
	s := read[mqtt.Score](t, c.told(t)[here.Topic(mqtt.KindScore)])
	if s.Dealer != 2 || s.Hand != 2 || s.Deal != 2 || len(s.Players) != 4 {
		t.Errorf("score %+v, want place 2 dealing hand 2", s)
	}
	if p := s.Players[1]; p.Seat != models.East || p.Rank != 1 || p.Delta != p.Score || p.Score <= 0 {
		t.Errorf("winner stands as %+v", p)
	}
}

func TestCorrectedHandKeepsItsIDAndSaysSo(t *testing.T) {
	c := openClub(t)
	c.play(t, won(t, "h1", bigHand, 2, 3))
	before := read[mqtt.Hand](t, c.told(t)[here.Topic(mqtt.KindHand)])
	right := c.Situate(won(t, "h1", bigHand, 2, 4))
	if _, err := c.Correct(context.Background(), referee, "", ledger.Stand, ledger.HandCorrection(before.Hand, right)); err != nil {
		t.Fatal(err)
	}
	told := c.told(t)
	after := read[mqtt.Hand](t, told[here.Topic(mqtt.KindHand)])
	if after.Hand != before.Hand || after.Status != mqtt.Corrected || after.Wins[0].Discarder.Name != "周" || after.Seq <= before.Seq {
		t.Errorf("corrected hand %+v", after)
	}
	if e := read[mqtt.Event](t, told[here.Event("corrected")]); e.By != "Mei" || e.Reason != "misread" {
		t.Errorf("event %+v", e)
	}
}

func TestHandThatIsTakenBackIsForgotten(t *testing.T) {
	c := openClub(t)
	c.play(t, won(t, "h1", bigHand, 2, 3))
	c.told(t)
	if _, err := c.Undo(context.Background(), referee, ""); err != nil {
		t.Fatal(err)
	}
	told := c.told(t)
	if m := told[here.Topic(mqtt.KindHand)]; len(m.Payload) != 0 || !m.Retained {
		t.Errorf("hand is %q, want the retained message removed", m.Payload)
	}
	if m := read[mqtt.Match](t, told[here.Topic(mqtt.KindMatch)]); !m.CanRedo || len(m.Hands) != 0 {
		t.Errorf("match %+v", m)
	}
}

// The whole way: ledger, outbox, publisher, broker, somebody else's client.
func TestLedgerReachesTheBroker(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		start()
		c := openClub(t)
		outbox := mqtt.NewJournalOutbox(c, here)
		run(t, mqtt.Config{Broker: url(port)}, outbox, nil)
		ear := listen(t, port, here.Topic(mqtt.KindHand))
		c.play(t, won(t, "h1", bigHand, 2, 3))
		outbox.Changed()
		began := time.Now()
		eventually(t, "hand published", func() bool { // after the empty one of the match's start
			m := ear.messages()
			return len(m) > 0 && m[len(m)-1].Payload != ""
		})
		if took := time.Since(began); took > time.Second {
			t.Errorf("took %v; the outbox was not woken", took)
		}
		heard := ear.messages()
		if last := heard[len(heard)-1]; !strings.Contains(last.Payload, `"concealed":"123456789m1122z"`) {
			t.Errorf("payload %s", last.Payload)
		}
		eventually(t, "outbox empty", func() bool { _, found, _ := c.Outbox(context.Background()); return !found })
	})
}

func TestACorrectionOfAnEarlierMatchLeavesTheTableAsItIs(t *testing.T) {
	c := openClub(t)
	c.play(t, won(t, "h1", "123m 456m 789m 11z 78s +9s", 2, 1))
	e, _ := c.State().LastHand()
	if _, err := c.FinishMatch(t.Context(), referee, ""); err != nil {
		t.Fatal(err)
	}
	next := c.State().Match
	next.ID = "m2"
	if _, err := c.StartMatch(t.Context(), referee, next); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Correct(t.Context(), referee, "m1", ledger.Replay, ledger.Revocation(e.ID)); err != nil {
		t.Fatal(err)
	}
	for {
		m, found, err := c.Outbox(t.Context())
		if err != nil || !found {
			t.Fatal("the revocation was not told", err)
		}
		messages, err := here.Announce(m)
		if err != nil {
			t.Fatal(err)
		}
		if m.Event.Kind == ledger.Revoked {
			if len(messages) != 2 || messages[0].Retained || messages[0].Topic != here.Event("revoked") || messages[1].Retained || messages[1].Topic != here.Topic(mqtt.KindJournal) {
				t.Errorf("an earlier match is told as %+v", messages)
			}
			return
		}
		if err := c.Sent(t.Context(), m.Event.Seq); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheFinalResultsAreToldWhenTheMatchIsOver(t *testing.T) {
	c := openClub(t)
	c.play(t, won(t, "h1", "123m 456m 789m 11z 78s +9s", 2, 1))
	for finished := range 2 {
		if finished == 1 {
			if _, err := c.FinishMatch(t.Context(), referee, ""); err != nil {
				t.Fatal(err)
			}
		}
		s := c.State()
		e := ledger.Event{ID: "e", Seq: s.Seq, Time: s.Time, Match: s.Match.ID, Kind: ledger.HandPlayed}
		messages, err := here.Announce(ledger.Message{Event: e, View: s.View()})
		if err != nil {
			t.Fatal(err)
		}
		var score mqtt.Score
		if err := json.Unmarshal(messages[0].Payload, &score); err != nil {
			t.Fatal(err)
		}
		for _, p := range score.Players {
			if (p.Result != nil) != (finished == 1) || p.Result != nil && *p.Result != float64(p.Score) {
				t.Errorf("finished %d: %s has %d and the result %v", finished, p.Name, p.Score, p.Result)
			}
		}
	}
}
