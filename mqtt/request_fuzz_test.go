package mqtt_test

import (
	"encoding/json"
	"errors"
	"testing"

	"jantaku/mqtt"
)

// Whatever arrives on a request topic is either a request that can be handed on or
// a bad request; nothing panics.
func FuzzParseRequest(f *testing.F) {
	for _, seed := range []string{`{"transaction":"a"}`, `{"transaction":1}`, `[]`, ``, `null`, `{"transaction":"a b"}`,
		`{"transaction":"a","Transaction":"b"}`, ` {"transaction":"x","tiles":[{"index":3,"tile":"5m"}]}`, `{}{}`} {
		f.Add("confirm", []byte(seed))
	}
	f.Add("../etc", []byte(`{"transaction":"a"}`))
	f.Fuzz(func(t *testing.T, op string, payload []byte) {
		r, err := mqtt.ParseRequest(op, payload)
		if err != nil {
			if !errors.Is(err, mqtt.ErrBadRequest) {
				t.Errorf("error %v is not ErrBadRequest", err)
			}
			return
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(r.Body, &object) != nil || r.Transaction == "" || r.Op != op {
			t.Errorf("accepted %q %q as %+v", op, payload, r)
		}
	})
}
