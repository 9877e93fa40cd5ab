package scoreboard_test

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"testing"

	"jantaku/scoreboard"
)

// oneShare has the picture of one hand.
type oneShare struct{}

func (oneShare) Picture(_ context.Context, entry, lang string) ([]byte, error) {
	if entry != "haneman" {
		return nil, fs.ErrNotExist
	}
	return []byte("\x89PNG picture in " + lang), nil
}

func (oneShare) Match(_ context.Context, id, lang string) ([]byte, error) {
	if id != "m1" {
		return nil, fs.ErrNotExist
	}
	return []byte("\x89PNG match in " + lang), nil
}

// TestAWinIsSharedByItsCode claims that the picture of a hand has an address of its own, that the display shows the QR code
// of that after a win, and that of the match where no pictures are drawn.
func TestAWinIsSharedByItsCode(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	with, without := serve(t, scoreboard.Config{Broker: broker, Shares: oneShare{}}), serve(t, scoreboard.Config{Broker: broker})
	for _, tt := range []struct {
		address string
		status  int
		has     string
	}{
		{with + "/share/haneman.png?lang=ja", 200, "picture in ja"},
		{with + "/share/haneman.qr.png?lang=ja", 200, "PNG"},
		{with + "/share/other.png", 404, ""},
		{with + "/share/match/m1.png?lang=zh", 200, "match in zh"},
		{with + "/share/match/m1.qr.png?lang=ja", 200, "PNG"},
		{with + "/share/match/m2.png", 404, ""},
		{with + "/share/match/m1.html", 404, ""},
		{without + "/share/match/m1.png", 404, ""},
		{without + "/share/match/m1.qr.png", 404, ""},
		{with + "/share/haneman.jpg", 404, ""},
		{without + "/share/haneman.png", 404, ""},
		{without + "/share/match.qr.png?match=m&lang=ja", 200, "PNG"},
	} {
		answer, err := http.Get(tt.address)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body) // the status tells
		answer.Body.Close()
		if answer.StatusCode != tt.status || !strings.Contains(string(body), tt.has) {
			t.Errorf("%s: %s %.40q", tt.address, answer.Status, body)
		}
	}
	pages := map[string]*page{with: openPage(t, with+"/?lang=en", 1920, 1080), without: openPage(t, without+"/?lang=en", 1920, 1080)}
	teller.tell(longHands[0].messages(longNames))
	for address, p := range pages {
		p.until("#last .headline", longNames[0])
		if source := eval[string](p, "document.querySelector('#share').checkVisibility() ? document.querySelector('#share img').getAttribute('src') : ''"); strings.Contains(source, "match.qr.png") != (address == without) || source == "" {
			t.Errorf("with pictures %v: the code is %s", address == with, source)
		}
	}
	eventually(t, "the code", func() bool { return eval[int](pages[with], "document.querySelector('#share img').naturalWidth") > 100 })
	pages[with].picture("share")
}
