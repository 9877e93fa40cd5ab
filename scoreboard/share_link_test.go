package scoreboard

import (
	"net/http"
	"net/http/httptest"
	"net/url"
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

// The code of a picture leads to the hand that was asked for, whatever its id has in it.
func TestTheCodeOfAPictureLeadsToIt(t *testing.T) {
	const id = "a/b?c#d %"
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://10.1.1.2:8080/share/x.qr.png", nil)
	for _, path := range []string{"/share/", "/share/match/"} {
		address, err := url.Parse(pictureAddress(r, path, id, "ja"))
		if err != nil || address.Path != path+id+".png" || address.RawQuery != "lang=ja" || address.Fragment != "" {
			t.Errorf("%s: leads to %v, %v", path, address, err)
		}
	}
}
