package report_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/internal/cliinput"
	"jantaku/internal/report"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
)

// TestTheReportTellsWhatChangedHandsWhen claims that of a hand that goes on after a win (Sichuan) the report tells each
// kong, each win and the end, with what everybody got and paid, in three languages, and numbers hands, as the book has no rounds.
func TestTheReportTellsWhatChangedHandsWhen(t *testing.T) {
	ctx := context.Background()
	l, err := ledger.Open(ctx, filepath.Join(t.TempDir(), "club.ledger"), ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	m := models.Match{ID: "m", Rules: "sichuan"}
	for _, name := range []string{"Ann", "Bo", "Cui", "Dai"} {
		m.Players = append(m.Players, models.Player{ID: name, Name: name})
	}
	author := models.Author{Source: "test"}
	if _, err := l.StartMatch(ctx, author, m); err != nil {
		t.Fatal(err)
	}
	win, err := models.ParseText("[999p] 123456m1237p +7p")
	if err != nil {
		t.Fatal(err)
	}
	ready := 1
	h := models.HandRecord{ID: "1", Wins: []models.WinRecord{{Place: 3, Win: *win}}}
	h.Ending, h.Winners = models.Won, []models.Place{3}
	h.Settled = []models.Settlement{{Do: models.MadeConcealed, Place: 1}, {Do: models.Wins, Wins: []models.SettledWin{{Place: 3, From: 4}}},
		{Do: models.HandsEnd, States: map[models.Place]models.HandState{1: {State: models.IsReady, Fan: &ready}, 2: {State: models.NotReady}, 4: {State: models.Pig}}}}
	h = l.Situate(h)
	result, err := l.State().Score(&h.Wins[0].Win)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Append(ctx, author, h, []scoring.Result{result}...); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][]string{"zh": {"第1盘", "Ann 暗杠", "Dai 花猪"}, "ja": {"1局目", "Ann 暗槓", "Dai 花猪"}, "en": {"Hand 1", "Ann concealed kong", "Cui from Dai", "wall empty: · Ann ready · Bo not ready · Dai pig"}} {
		var page bytes.Buffer
		if err := report.Match(&page, l.State(), wordsOf(t, lang)); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(page.String(), `class="step"`); n != 3 {
			t.Errorf("%s: %d moments, want 3", lang, n)
		}
		for _, text := range want {
			if !strings.Contains(page.String(), text) {
				t.Errorf("%s: the report does not say %q", lang, text)
			}
		}
	}
}
