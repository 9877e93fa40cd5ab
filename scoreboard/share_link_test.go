package scoreboard

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// The code at a table opens the match at the hall of the league, in the language of the display, or else the display.
func TestTheCodeAtATableOpensTheMatch(t *testing.T) {
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://10.1.1.2:8080/share/match.qr.png?match=a%26b&lang=ja", nil)
	for hall, want := range map[string]string{
		"":                           "http://10.1.1.2:8080/?lang=ja",
		"https://hall.example":       "https://hall.example/match?id=a%26b&lang=ja",
		"https://hall.example/club/": "https://hall.example/club/match?id=a%26b&lang=ja",
	} {
		s := &Server{config: Config{Hall: hall}}
		if got := s.matchPage(r, "ja"); got != want {
			t.Errorf("hall %q: %s, want %s", hall, got, want)
		}
	}
}
