package report_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"jantaku/internal/cliinput"
	"jantaku/internal/report"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard"
)

// wordsOf reads what the pages say.
func wordsOf(t *testing.T, lang string) report.Words {
	t.Helper()
	words, err := scoreboard.Words()
	if err != nil {
		t.Fatal(err)
	}
	w := report.Words{Lang: lang, Of: words[lang]}
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

func (o oneShelf) MatchesBefore(_ context.Context, id string, limit int) ([]ledger.Digest, error) {
	all := slices.Clone(o)
	slices.Reverse(all)
	if id != "" {
		all = all[slices.IndexFunc(all, func(d ledger.Digest) bool { return d.Match.ID == id })+1:]
	}
	return all[:min(limit, len(all))], nil
}
func (oneShelf) Match(_ context.Context, id string) (ledger.State, error) {
	return ledger.State{}, fmt.Errorf("%w: %s", ledger.ErrNoMatch, id)
}
func (oneShelf) EachMatch(context.Context, func(ledger.Digest) bool, func(ledger.State) error) error {
	return nil
}

func (o oneShelf) Standings(_ context.Context, within ledger.Span) ([]ledger.Row, error) {
	return ledger.Standings(o, func(d ledger.Digest) bool {
		return within == ledger.Span{} || !d.Started.Before(within.From) && d.Started.Before(within.To)
	}), nil
}
func (o oneShelf) ResultsOf(_ context.Context, id string) ([]ledger.Result, error) {
	return slices.DeleteFunc(ledger.Results(o), func(r ledger.Result) bool { return r.Player.ID != id }), nil
}
func (o oneShelf) Began(_ context.Context, since time.Time) (at time.Time, ok bool, err error) {
	for _, d := range o {
		if d.Finished && !d.Started.Before(since) && (!ok || d.Started.Before(at)) {
			at, ok = d.Started, true
		}
	}
	return at, ok, nil
}

// page is a page of the archive of some matches.
func (o oneShelf) page(t *testing.T, name, lang string, words report.Words) string {
	t.Helper()
	page, err := report.Archive{Books: o, Words: map[string]report.Words{lang: words}}.File(t.Context(), name, lang)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// TestStandingsOfARuleBookStandApart claims that points of different rule books are never added or ranked
// together, that names are written as text, and that no word is missing in a language.
func TestStandingsOfARuleBookStandApart(t *testing.T) {
	matches := oneShelf{digest("m1", "riichi", 41000, 19000), digest("m2", "mcr", 120, -120), digest("m3", "riichi", 30000, 30000)}
	unsaid := regexp.MustCompile(`>(report|rules|board|win|unit)\.[a-z.-]+<`)
	for lang, rules := range map[string][]string{"zh": {"立直麻将", "国标麻将"}, "ja": {"リーチ麻雀", "国際"}, "en": {"Riichi", "Mahjong Competition Rules"}} {
		page := matches.page(t, "standings.html", lang, wordsOf(t, lang))
		sections := strings.Split(page, "<section")[1:]
		if len(sections) != 2 || !strings.Contains(sections[0], "71\u202f000") || !strings.Contains(sections[1], ">120<") || strings.Contains(page, "71\u202f120") {
			t.Errorf("%s: %d sections:\n%s", lang, len(sections), page)
		}
		for i, name := range rules {
			if i < len(sections) && !strings.Contains(sections[i], name) {
				t.Errorf("%s: section %d does not name %s", lang, i, name)
			}
		}
		if strings.Contains(page, "<b>Bo</b>") {
			t.Errorf("%s: a name is taken for markup", lang)
		}
		if got := unsaid.FindAllString(page, -1); got != nil {
			t.Errorf("%s: no words for %q", lang, got)
		}
	}
}

// TestRankingPointsHaveTheWordOfTheirBook claims that what a book gives for ranks is named as on the display: ranking points
// of MCR and Sichuan otherwise than uma and oka of riichi.
func TestRankingPointsHaveTheWordOfTheirBook(t *testing.T) {
	placed := digest("m1", "mcr", 120, -120)
	placed.Totals[0].Points = 4
	for lang, want := range map[string][2]string{"zh": {"标准分", "顺位点"}, "ja": {"順位点", "順位点"}, "en": {"Table points", "Place points"}} {
		words := wordsOf(t, lang)
		if page := (oneShelf{placed}).page(t, "standings.html", lang, words); !strings.Contains(page, `<th class="n">`+want[0]+`</th>`) {
			t.Errorf("%s: standings of MCR do not name %s:\n%s", lang, want[0], page)
		}
		for i, rules := range []string{"mcr", "riichi"} {
			l, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "club.jantaku"), ledger.WithShelf(cliinput.Shelf))
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			m := models.Match{ID: "m", Rules: rules}
			for _, name := range []string{"Ann", "Bo", "Cui", "Dai"} {
				m.Players = append(m.Players, models.Player{ID: name, Name: name})
			}
			if _, err := l.StartMatch(t.Context(), models.Author{Source: "test"}, m); err != nil {
				t.Fatal(err)
			}
			var page bytes.Buffer
			if err := report.Match(&page, l.State(), words); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(page.String(), `<th class="n">`+want[i]) {
				t.Errorf("%s: a match of %s does not name %s", lang, rules, want[i])
			}
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

// TestAllMatchesAreListedPageByPage claims that the pages of the list have every match once, the newest first, and that the
// last of them leads no further.
func TestAllMatchesAreListedPageByPage(t *testing.T) {
	words := wordsOf(t, "en")
	var all oneShelf
	for i := range 250 {
		all = append(all, digest(fmt.Sprintf("m%d", i), "mcr", 10, -10))
	}
	link := regexp.MustCompile(`matches/(m\d+)\.html`)
	older := regexp.MustCompile(`matches\?before=(m\d+)&`)
	var listed []string
	next := "matches.html"
	for pages := 1; next != ""; pages++ {
		page := all.page(t, next, "en", words)
		for _, found := range link.FindAllStringSubmatch(page, -1) {
			listed = append(listed, found[1])
		}
		next = ""
		if way := older.FindAllStringSubmatch(page, -1); way != nil {
			next = "matches/" + way[len(way)-1][1] + ".html"
		}
		if pages > 3 || pages > 1 != strings.Contains(page, words.Of["report.newest"]) {
			t.Fatalf("page %d is\n%s", pages, page)
		}
	}
	if len(listed) != 250 || listed[0] != "m249" || listed[100] != "m149" || listed[249] != "m0" || len(slices.Compact(listed)) != 250 {
		t.Errorf("%d matches are listed: %q", len(listed), listed)
	}
}

// TestAPlayerHasAPage claims that a player's page has, by rule book and season, matches, ranks and rates, the sum of the
// results night by night, and the best hands with the way to them; that the standings of a season have only its matches;
// and that there is no page of somebody who never finished a match.
func TestAPlayerHasAPage(t *testing.T) {
	words := report.Words{Lang: "en", Of: map[string]string{}}
	var all oneShelf
	for i, at := range []time.Time{time.Date(2026, 2, 3, 19, 0, 0, 0, time.UTC), time.Date(2026, 5, 3, 19, 0, 0, 0, time.UTC), time.Date(2026, 5, 4, 19, 0, 0, 0, time.UTC)} {
		d := ledger.Digest{Match: models.Match{ID: fmt.Sprint("m", i), Rules: "riichi"}, Started: at, Hands: 10, Finished: i < 2}
		for n, name := range []string{"ann", "bo"} {
			p := models.Player{ID: name, Name: strings.ToUpper(name)}
			d.Match.Players = append(d.Match.Players, p)
			d.Totals = append(d.Totals, ledger.Total{Player: p, Score: 30000 - 10000*n, Rank: n + 1, Result: 20.5 - 41*float64(n)})
			d.Played = append(d.Played, ledger.Played{Hands: 10, Wins: 4 - n, Selfs: 1, DealIns: 2, Gained: 12000, Lost: 5000, Riichi: 3, Watched: 8, Called: 3, BestGain: 8000 + i, Best: []string{"123m456p789s1122z +2z", "123m +4p"}[n], BestEntry: "e" + fmt.Sprint(i)})
		}
		all = append(all, d)
	}
	page := all.page(t, "player/ann.html", "en", words)
	for _, want := range []string{">ANN<", ">2026-Q2<", ">2026-Q1<", ">2-0-0-0<", ">20<", ">40.0 %<", ">25.0 %<", ">20.0 %<", ">3\u202f000<", ">2\u202f500<", ">30.0 %<", ">37.5 %<", ">41<", `tiles/2z.svg" alt="`, "8\u202f001", "share/e1.png", "?id=ann&amp;lang=ja", "matches/m0.html", "polyline"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if strings.Contains(page, "m2.html") {
		t.Error("a match that is being played counts")
	}
	page = all.page(t, "standings/2026-Q1.html", "en", words)
	if !strings.Contains(page, ">1-0-0-0<") || strings.Contains(page, ">2-0-0-0<") || !strings.Contains(page, ">2026-Q2<") {
		t.Error("the standings of a season are\n", page)
	}
	if page := all.page(t, "standings/2026-Q9.html", "en", words); strings.Contains(page, ">1-0-0-0<") {
		t.Error("a season that never was has standings")
	}
	if _, err := (report.Archive{Books: all, Words: map[string]report.Words{"en": words}}).File(t.Context(), "player/nobody.html", "en"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a page of nobody: %v", err)
	}
}
