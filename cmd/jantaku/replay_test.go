package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"jantaku/internal/cliinput"
	"jantaku/internal/replay"
	"jantaku/ledger"
	"jantaku/models"
)

// TestAHandIsOpenedFromTheCommandLine claims that a recorded hand is served on this machine by its number, as the last
// one and by its id, and that one which is not there is refused; pictures to share are served beside it.
func TestAHandIsOpenedFromTheCommandLine(t *testing.T) {
	t.Setenv("PATH", "") // no browser
	path, played := watchedMatch(t, models.Match{ID: "m1", Rules: "riichi", Profile: "tenhou", Players: fourNames(), Length: "open"}, 2)
	l, err := ledger.Open(t.Context(), path, ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	first, _ := l.State().Hand(1)
	for which, want := range map[string]int{"1": 1, "last": 2, first.ID: 1} {
		ctx, cancel := context.WithCancel(t.Context())
		in, out := io.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- openReplay(ctx, out, l, which) }()
		lines := bufio.NewScanner(in)
		lines.Scan()
		address, err := url.Parse(lines.Text())
		if err != nil {
			t.Fatal(err)
		}
		go io.Copy(io.Discard, in)
		answer, err := http.Get("http://" + address.Host + "/api/replay/" + address.Query().Get("hand"))
		if err != nil {
			t.Fatal(err)
		}
		var got replay.Replay
		if err := json.NewDecoder(answer.Body).Decode(&got); err != nil || got.Hand.Number != want || len(got.Steps) < 10 {
			t.Errorf("%s at %s: hand %d with %d steps, %v; want hand %d of %d", which, address, got.Hand.Number, len(got.Steps), err, want, len(played))
		}
		answer.Body.Close()
		if picture, err := http.Get("http://" + address.Host + "/share/match/m1.png"); err != nil || picture.StatusCode != http.StatusOK {
			t.Errorf("the picture of the match, to which its report links: %v, %v", picture, err)
		} else {
			picture.Body.Close()
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if err := openReplay(t.Context(), io.Discard, l, "7"); err == nil || !strings.Contains(err.Error(), "cannot be played again") {
		t.Errorf("a hand that is not there: %v", err)
	}
}
