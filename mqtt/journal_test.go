package mqtt_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"jantaku/ledger"
	"jantaku/mqtt"
)

// An event goes over the wire and is the same event, whether it fits a message or has to be packed.
func TestAnEventOfTheJournalArrivesAsItIsInTheBooks(t *testing.T) {
	for name, payload := range map[string]string{
		"small": `{"seats":[0,1,2,3]}`,
		"large": `{"why":"` + strings.Repeat("雀卓", 100_000) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			e := ledger.Event{ID: "e2", Seq: 2, Time: now, Match: "m1", Kind: ledger.SeatsTaken, Source: "console", By: "mei", Why: "late", Payload: json.RawMessage(payload)}
			entry, err := here.Entry("e1", e)
			if err != nil {
				t.Fatal(err)
			}
			m, err := mqtt.NewMessage(here.Topic(mqtt.KindJournal), entry, false)
			if err != nil {
				t.Fatal(err)
			}
			if len(m.Payload) > 200<<10 {
				t.Errorf("%d bytes", len(m.Payload))
			}
			if err := check(t, "journal", m.Payload); err != nil {
				t.Error(err)
			}
			var got mqtt.JournalEvent
			if err := json.Unmarshal(m.Payload, &got); err != nil {
				t.Fatal(err)
			}
			back, err := got.Unpacked()
			if err != nil || back.ID != e.ID || back.By != e.By || string(back.Payload) != payload || !back.Time.Equal(e.Time) {
				t.Errorf("%.100v %v", back, err)
			}
		})
	}
}

func TestAnEventThatDoesNotFitItsHeadIsRefused(t *testing.T) {
	e := ledger.Event{ID: "e1", Seq: 1, Time: now, Match: "m1", Kind: ledger.MatchStarted, Payload: json.RawMessage(`{}`)}
	good, err := here.Entry("e1", e)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := good.Unpacked(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*mqtt.JournalEvent){
		"another version":         func(j *mqtt.JournalEvent) { j.Version = 2 },
		"another id":              func(j *mqtt.JournalEvent) { j.ID = "e9" },
		"another number":          func(j *mqtt.JournalEvent) { j.Seq = 7 },
		"first of other books":    func(j *mqtt.JournalEvent) { j.Journal = "e9" },
		"no books":                func(j *mqtt.JournalEvent) { j.Journal = "" },
		"neither event nor pack":  func(j *mqtt.JournalEvent) { j.Event = nil },
		"a pack that is no gzip":  func(j *mqtt.JournalEvent) { j.Event, j.Packed = nil, "AAAA" },
		"a pack that is no bytes": func(j *mqtt.JournalEvent) { j.Event, j.Packed = nil, "!" },
	} {
		bad := good
		change(&bad)
		if _, err := bad.Unpacked(); !errors.Is(err, mqtt.ErrJournal) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzJournalEvent(f *testing.F) {
	f.Add([]byte(`{"schema":"jantaku/journal","version":1,"id":"a","seq":1,"journal":"a","event":{"id":"a","seq":1,"match":"m","kind":"hand","payload":{}}}`))
	f.Add([]byte(`{"version":1,"packed":"H4sIAAAAAAAA/6pVKs5MUbIyqgUAAAD//w=="}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var j mqtt.JournalEvent
		if json.Unmarshal(text, &j) != nil {
			return
		}
		e, err := j.Unpacked()
		if err == nil && (e.ID != j.ID || e.Seq != j.Seq || j.Journal == "") {
			t.Errorf("%q gives %+v", text, e)
		}
	})
}
