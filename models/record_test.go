package models

import (
	"encoding/json"
	"testing"

	"jantaku/internal/sharedtest"
)

func TestRealRecordsAreReadAndWrittenTheSame(t *testing.T) {
	events := 0
	for _, line := range sharedtest.RealHands(t) {
		r, err := ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		events += len(r.Events)
		again, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if same(t, line) != same(t, again) {
			t.Fatalf("%s\nbecame\n%s", line, again)
		}
	}
	if events < 10_000 {
		t.Errorf("only %d events in all records", events)
	}
}

// same is a line of JSON with its keys in order.
func same(t *testing.T, line []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(line, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestRecordThatNoTableCouldHaveSeenIsRefused(t *testing.T) {
	for claim, line := range map[string]string{
		"no dealer":     `{"id":"a","events":[]}`,
		"twelve tiles":  `{"id":"a","dealer":1,"deal":["123456789m123p","","",""],"events":[]}`,
		"a fifth place": `{"id":"a","dealer":1,"events":[{"do":"discard","place":5,"tile":"1m"}]}`,
		"unknown deed":  `{"id":"a","dealer":1,"events":[{"do":"sneeze","place":1}]}`,
		"no JSON":       `{`,
	} {
		if r, err := ParseRecord([]byte(line)); err == nil {
			t.Errorf("%s: read as %+v", claim, r)
		}
	}
}

func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"id":"a","dealer":1,"deal":["123456789m1234p","","",""],"events":[{"do":"discard","place":1,"tile":"1m"}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		r, err := ParseRecord(line)
		if err != nil {
			return
		}
		if _, err := json.Marshal(r); err != nil {
			t.Fatal(err)
		}
	})
}
