package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"jantaku/internal/report"
	"jantaku/ledger"
	"jantaku/models"
)

// wordsOf reads what the pages say.
func wordsOf(t *testing.T, lang string) report.Words {
	t.Helper()
	text, err := os.ReadFile("../../scoreboard/web/words/" + lang + ".json")
	if err != nil {
		t.Fatal(err)
	}
	w := report.Words{Lang: lang}
	if err := json.Unmarshal(text, &w.Of); err != nil {
		t.Fatal(err)
	}
	return w
}

// digest is a finished match of two players.
func digest(id, rules string, first, second int) ledger.Digest {
	players := []models.Player{{ID: "ann", Name: "Ann"}, {ID: "bo", Name: "<b>Bo</b>"}}
	return ledger.Digest{Match: models.Match{ID: id, Rules: rules, Players: players}, Finished: true, Hands: 8,
		Totals: []ledger.Total{{Player: players[0], Score: first, Result: float64(first) / 10, Rank: 1}, {Player: players[1], Score: second, Rank: 2}}}
}

// oneShelf are books with some digests and no match in full.
type oneShelf []ledger.Digest

func (o oneShelf) Matches(context.Context) ([]ledger.Digest, error) { return o, nil }
func (oneShelf) Match(_ context.Context, id string) (ledger.State, error) {
	return ledger.State{}, fmt.Errorf("%w: %s", ledger.ErrNoMatch, id)
}
func (oneShelf) EachMatch(context.Context, func(ledger.Digest) bool, func(ledger.State) error) error {
	return nil
}

// TestStandingsOfARuleBookStandApart claims that points of different rule books are never added or ranked
// together, that names are written as text, and that no word is missing in a language.
func TestStandingsOfARuleBookStandApart(t *testing.T) {
	matches := []ledger.Digest{digest("m1", "riichi", 41000, 19000), digest("m2", "mcr", 120, -120), digest("m3", "riichi", 30000, 30000)}
	unsaid := regexp.MustCompile(`>(report|rules|board|win|unit)\.[a-z.-]+<`)
	for lang, rules := range map[string][]string{"zh": {"立直麻将", "国标麻将"}, "ja": {"リーチ麻雀", "国際"}, "en": {"Riichi", "Mahjong Competition Rules"}} {
		var page bytes.Buffer
		if err := report.Standings(&page, matches, wordsOf(t, lang)); err != nil {
			t.Fatal(err)
		}
		sections := strings.Split(page.String(), "<section")[1:]
		if len(sections) != 2 || !strings.Contains(sections[0], "71\u202f000") || !strings.Contains(sections[1], ">120<") || strings.Contains(page.String(), "71\u202f120") {
			t.Errorf("%s: %d sections:\n%s", lang, len(sections), page.String())
		}
		for i, name := range rules {
			if i < len(sections) && !strings.Contains(sections[i], name) {
				t.Errorf("%s: section %d does not name %s", lang, i, name)
			}
		}
		if strings.Contains(page.String(), "<b>Bo</b>") {
			t.Errorf("%s: a name is taken for markup", lang)
		}
		if got := unsaid.FindAllString(page.String(), -1); got != nil {
			t.Errorf("%s: no words for %q", lang, got)
		}
	}
}

func TestTheArchiveGivesWhatThereIs(t *testing.T) {
	a := report.Archive{Books: oneShelf{digest("m1", "riichi", 41000, 19000), digest("m2", "mcr", 120, -120)}, Words: map[string]report.Words{"en": wordsOf(t, "en")}}
	page, err := a.File(t.Context(), "matches.html", "xx")
	if err != nil {
		t.Fatal(err)
	}
	newest, oldest := strings.Index(string(page), "matches/m2.html"), strings.Index(string(page), "matches/m1.html")
	if newest < 0 || oldest < newest || strings.Contains(string(page), "m2.tenhou.json") || !strings.Contains(string(page), "m1.tenhou.json") {
		t.Errorf("the list is\n%s", page)
	}
	for _, name := range []string{"m9.html", "m1.exe", "", "standings", "all.xml"} {
		if _, err := a.File(t.Context(), name, "en"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q gives %v, want fs.ErrNotExist", name, err)
		}
	}
}
