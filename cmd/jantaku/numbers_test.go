package main

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"jantaku/internal/pipeline"
	"jantaku/internal/referee"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
)

// encoding/json takes a list of small numbers for bytes and writes base64, which no
// reader of the journal or of the topics expects.
func TestNoListOfNumbersIsWrittenAsBytes(t *testing.T) {
	marshaler, text := reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()
	seen := map[reflect.Type]bool{}
	lists := 0
	var walk func(reflect.Type, string)
	walk = func(at reflect.Type, path string) {
		if seen[at] {
			return
		}
		seen[at] = true
		switch at.Kind() {
		case reflect.Pointer, reflect.Array, reflect.Map:
			walk(at.Elem(), path)
		case reflect.Slice:
			if at.Elem().Kind() == reflect.Uint8 && at != reflect.TypeFor[json.RawMessage]() {
				one := reflect.PointerTo(at.Elem())
				if lists++; !at.Implements(marshaler) && !one.Implements(marshaler) && !one.Implements(text) {
					t.Errorf("%s is a %v and would be written as bytes", path, at)
				}
			}
			walk(at.Elem(), path)
		case reflect.Struct:
			for i := range at.NumField() {
				if field := at.Field(i); field.IsExported() && field.Tag.Get("json") != "-" {
					walk(field.Type, path+"."+field.Name)
				}
			}
		}
	}
	for _, payload := range []any{ledger.Event{}, ledger.Hand{}, ledger.Change{}, ledger.Seating{}, ledger.Finish{}, ledger.Entry{}, ledger.View{},
		ledger.Message{}, ledger.Digest{}, models.Match{}, models.Penalty{}, pipeline.Pending{}, referee.Wish{},
		mqtt.Status{}, mqtt.Availability{}, mqtt.State{}, mqtt.Score{}, mqtt.Match{}, mqtt.Hand{}, mqtt.Review{}, mqtt.Event{}, mqtt.Response{}} {
		walk(reflect.TypeOf(payload), reflect.TypeOf(payload).String())
	}
	if lists == 0 {
		t.Error("no list was looked at")
	}
	written, err := json.Marshal(models.Outcome{Ending: models.Won, Winners: []models.Place{2, 4}, Riichi: []models.Place{1}})
	if err != nil || !strings.Contains(string(written), `"winners":[2,4]`) || !strings.Contains(string(written), `"riichi":[1]`) {
		t.Errorf("an outcome is written as %s (%v)", written, err)
	}
	record, err := json.Marshal(models.Record{Dora: []models.Tile{models.NewTile(models.Bamboos, 4)}})
	if err != nil || !strings.Contains(string(record), `"dora":["4s"]`) {
		t.Errorf("a record is written as %s (%v)", record, err)
	}
	var old models.Outcome // as journals written before have it
	if err := json.Unmarshal([]byte(`{"ending":"win","winners":"AgQ="}`), &old); err != nil || len(old.Winners) != 2 || old.Winners[1] != 4 {
		t.Errorf("a journal of before is read as %+v (%v)", old, err)
	}
}
