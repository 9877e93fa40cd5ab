package scoreboard_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"jantaku/scoreboard"
)

// FuzzHandler: whatever is asked without a login is answered, never with a fault of the program,
// and never carried out.
func FuzzHandler(f *testing.F) {
	f.Add("POST", "/api/request/confirm", `{"by":"Mei"}`, "X-Jantaku-Pin", "0000")
	f.Add("POST", "/api/login", `{"name":"mei","secret":"x"}`, "Cookie", "jantaku-t=x")
	f.Add("GET", "/words/..%2f..%2fserver.go", "", "Accept", "text/html")
	f.Add("GET", "/tiles/5m.svg", "", "Range", "bytes=0-")
	f.Add("GET", "/photo/kept", "", "If-None-Match", "*")
	f.Add("DELETE", "//config.json?x=%zz", "\x00", "Origin", "null")
	f.Fuzz(func(t *testing.T, method, path, body, key, value string) {
		r, err := http.NewRequest(method, "http://127.0.0.1/"+strings.TrimPrefix(path, "/"), strings.NewReader(body))
		if err != nil || key == "" {
			return
		}
		r.RemoteAddr = "10.0.0.66:1"
		r.Header[http.CanonicalHeaderKey(key)] = []string{value}
		d := &desk{}
		s, err := scoreboard.New(scoreboard.Config{Prefix: "jantaku", Table: "t", Broker: "tcp://127.0.0.1:1", Requests: d, Photos: album{}, Accounts: withPin(t)})
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code >= 500 && w.Code != http.StatusBadGateway { // no broker is there
			t.Errorf("%s %q: %d", method, path, w.Code)
		}
		if len(d.ops) > 0 && value != "4711" {
			t.Errorf("%s %q %q: carried out %q", method, path, value, d.ops)
		}
	})
}
