package hall

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"jantaku/mqtt/reader"
)

// TestWhatATableAnswersIsBounded claims that a table cannot fill the page of a tournament with what it writes as its reason.
func TestWhatATableAnswersIsBounded(t *testing.T) {
	l, err := NewLive(reader.Config{Brokers: []string{"tcp://127.0.0.1:1"}, ID: "hall"}, []string{"club"}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 1<<16)
	tell := func(transaction, code, reason string) {
		l.Hear(reader.Message{Topic: "club/east/response/match-new", Payload: fmt.Appendf(nil, `{"transaction":%q,"error":{"code":%q,"reasons":[{"code":%q}]}}`, transaction, code, reason)})
	}
	tell("cup-1-1", "busy", "unfinished")
	if got := l.Refused("club", "east", "cup-1-1"); len(got) != 1 || got[0].Code != "unfinished" {
		t.Errorf("refused %v", got)
	}
	tell("cup-1-1", long, long)
	if got := l.Refused("club", "east", "cup-1-1"); len(got) != 1 || len(got[0].Code) > 60 {
		t.Errorf("a reason of %d bytes is shown", len(got[0].Code))
	}
	tell(long, "busy", "unfinished")
	if got := l.Refused("club", "east", long); got != nil {
		t.Errorf("an answer to what nobody asked is remembered: %v", got)
	}
	for round := range 2 * mostTables {
		tell(fmt.Sprintf("cup-%d-1", round+2), "busy", "unfinished")
	}
	if got := l.Refused("club", "east", fmt.Sprintf("cup-%d-1", 2*mostTables+1)); len(got) != 1 || len(l.tables) != 1 {
		t.Errorf("after many rounds refused %v, %d tables are remembered", got, len(l.tables))
	}
}
