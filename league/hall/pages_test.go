package hall_test

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"jantaku/internal/pagetest"
	"jantaku/internal/sharedtest"
	"jantaku/league/store"
	"jantaku/league/tournament"
	"jantaku/models"
	"jantaku/mqtt"
)

var (
	pictures = flag.String("pictures", "", "folder to write screenshots of all pages to, to be looked at")
	ordinary = flag.Bool("ordinary", false, "ordinary names and one language, for pictures of the documentation")
)

// browser is the one Chromium that all tests of the package share.
var browser pagetest.Browser

func TestMain(m *testing.M) {
	code := m.Run()
	browser.Close()
	os.Exit(code)
}

// longNames are as long as a name may sensibly be, in words and without a place to break.
var longNames = [4]string{"Bartholomäus Featherstonehaugh", "欧阳上官司马诸葛长孙夏侯", "Konstantinopoulou-Papadimitriou", "マクシミリアン・フォン・シュヴァルツ"}

// screens are the sizes that pages are looked at in, wide × high.
var screens = [][2]int64{{390, 844}, {1920, 1080}, {768, 1024}}

// full is a hall with everything in it that its pages show: a league of tables in every state, a tournament with teams,
// penalties and an open round, a player under two names, and what is to be looked into.
func full(t *testing.T) *site {
	t.Helper()
	if *ordinary {
		longNames = [4]string{"Anna", "佐藤 健", "林小梅", "Ben"}
	}
	s := serveTo(t, longNames[:]...)
	now := time.Now()
	for n := range 7 {
		club := []string{"jantaku/riverside", "jantaku/hillside-and-beyond"}[n%2]
		a := mqtt.Address{Prefix: club, Table: fmt.Sprint("table-", n+1), Node: fmt.Sprint("node-", n+1)}
		var players []mqtt.Standing
		for i, name := range longNames {
			players = append(players, mqtt.Standing{Player: mqtt.Player{Place: models.Place(i + 1), Seat: [...]models.Seat{models.East, models.South, models.West, models.North}[i], Name: name}, Score: 118000 - 50000*i, Rank: i + 1})
		}
		s.tell(a.Topic(mqtt.KindScore), mqtt.Score{Head: a.NewHead(mqtt.KindScore, "s", 1, now), Rules: []string{"riichi", "mcr"}[n%2], Players: players, Dealer: 1, Round: models.South, Deal: 4, Hand: 13, Honba: 2, Over: n == 4})
		s.tell(a.Topic(mqtt.KindAvailability), mqtt.Availability{Status: []string{"online", "degraded"}[n/6], Node: a.Node})
		if n < 2 {
			s.tell(a.Topic(mqtt.KindReview), mqtt.Review{Hand: &mqtt.Hand{}})
		}
		if n == 2 {
			s.tell(a.Status(), mqtt.Status{Status: "offline"})
		}
	}
	s.grandCup()
	if err := s.store.SetAside(t.Context(), "jantaku/hillside-and-beyond", "table-9", []byte("?"), fmt.Errorf("%w: it says that it is %q", store.ErrForeign, "jantaku/riverside/table-1")); err != nil {
		t.Fatal(err)
	}
	if err := s.store.RemoveName(t.Context(), s.number(longNames[2]), "ada", "asked for by letter"); err != nil {
		t.Fatal(err)
	}
	return s
}

// grandCup is a tournament of twelve whose first round is over and whose second is being played.
func (s *site) grandCup() {
	s.Helper()
	cup := tournament.Tournament{ID: "grand", Name: map[bool]string{true: "Autumn Cup", false: "Herbstmeisterschaft 2026 秋の大会 · Riverside and Hillside"}[*ordinary], Match: models.Match{Rules: "mcr"}, Seating: tournament.Swiss, Rounds: 5, Minutes: 90, Ties: []tournament.Criterion{tournament.ByPoints}}
	for i := range 12 {
		cup.Players = append(cup.Players, tournament.Player{ID: fmt.Sprint("p", i), Name: fmt.Sprint(longNames[i%4], " ", i), Team: fmt.Sprint("Drachen von Riverside ", i%3)})
	}
	played := func(round int) tournament.Round {
		r := tournament.Round{Started: time.Now().Add(-time.Hour)}
		for table := range 3 {
			one := tournament.Table{Name: fmt.Sprint("jantaku/riverside/table-", table+1)}
			for seat := range 4 {
				one.Seats = append(one.Seats, fmt.Sprint("p", (table*4+seat*(1+round))%12))
				one.Results = append(one.Results, tournament.Result{Score: 118 - 80*seat, Rank: seat + 1, Result: float64(118 - 80*seat), Points: []float64{4, 2, 1, 0}[seat]})
			}
			r.Tables = append(r.Tables, one)
		}
		return r
	}
	cup.Played = []tournament.Round{played(0)}
	cup.Penalties = []tournament.Penalty{{Player: "p1", Round: 1, Points: 1, Why: "came half an hour late to the table", By: "mei"}}
	if err := s.director.Create(s.Context(), cup, "kai"); err != nil {
		s.Fatal(err)
	}
	if _, err := s.director.Draw(s.Context(), "grand", "kai"); err != nil {
		s.Fatal(err)
	}
	if _, err := s.director.Begin(s.Context(), "grand", "kai"); err != nil {
		s.Fatal(err)
	}
}

// number is that of a player.
func (s *site) number(name string) int64 {
	s.Helper()
	found, err := s.store.FindPlayers(s.Context(), name, 1)
	if err != nil || len(found) != 1 {
		s.Fatal(name, found, err)
	}
	return found[0].ID
}

// paper is a page that is looked at: as nobody, or as somebody who is logged in.
type paper struct{ name, path, as string }

// papers are all pages of the hall.
func (s *site) papers() []paper {
	player := fmt.Sprint(s.number(longNames[0]))
	return []paper{
		{"hall", "/?", ""},
		{"tournament", "/tournament?id=grand", ""},
		{"player", "/player?id=" + player, ""},
		{"hand", "/hand?entry=" + s.won.ID, ""},
		{"tournament-directed", "/tournament?id=grand", "kai"},
		{"hall-screen", "/?screen=1", ""},
		{"matches", "/matches?", ""},
		{"match", "/match?id=" + s.state.Match.ID, ""},
		{"standings", "/standings?rules=riichi", ""},
		{"search-players", "/search?q=a", ""},
		{"search-wins", "/search?rules=riichi&fan=riichi", ""},
		{"search-nothing", "/search?q=zzzz", ""},
		{"tournaments", "/tournaments?", "kai"},
		{"tournament-screen", "/tournament?id=grand&screen=1", ""},
		{"tournament-rounds", "/tournament?id=grand&part=rounds", ""},
		{"tournament-seating", "/tournament?id=grand&part=seating", ""},
		{"tournament-standings", "/tournament?id=grand&part=standings", ""},
		{"hand-refereed", "/hand?entry=" + s.won.ID, "mei"},
		{"player-admin", "/player?id=" + player, "ada"},
		{"people", "/people?", "kai"},
		{"trouble", "/trouble?", "mei"},
		{"enter", "/enter?", ""},
		{"forbidden", "/people?", "mei"},
		{"absent", "/match?id=x", ""},
	}
}

// sessionOf is the cookie of somebody who has logged in.
func (s *site) sessionOf(name string) *network.CookieParam {
	s.Helper()
	at, err := url.Parse(s.at)
	if err != nil {
		s.Fatal(err)
	}
	for _, cookie := range s.as(name).Jar.Cookies(at) {
		return &network.CookieParam{Name: cookie.Name, Value: cookie.Value, URL: s.at}
	}
	s.Fatalf("%s has no session", name)
	return nil
}

// TestThePagesOfTheHallCanBeReadAndUsed claims that on every page of the hall nothing is cut or lies over something else,
// and that axe finds no fault, in three languages on a phone, a tablet and a large screen; by day a few of them.
func TestThePagesOfTheHallCanBeReadAndUsed(t *testing.T) {
	s := full(t)
	papers, langs, sizes := s.papers(), []string{"en", "zh", "ja"}, screens
	if !sharedtest.Night() && *pictures == "" {
		papers, langs, sizes = papers[1:3], langs[:1], sizes[:1]
	}
	if *ordinary {
		langs = langs[:1]
	}
	for _, one := range papers {
		t.Run(one.name, func(t *testing.T) {
			s.look(t, one, langs, sizes, func(tab context.Context, what string) {
				for _, fault := range append(pagetest.Misfits(t, tab), scrolls(t, tab)...) {
					t.Errorf("%s: %s", what, fault)
				}
				if *pictures != "" {
					s.picture(tab, what)
				}
			})
			t.Run("axe", func(t *testing.T) {
				axe := pagetest.Axe(t)
				s.look(t, one, langs, sizes[:min(2, len(sizes))], func(tab context.Context, what string) {
					for _, fault := range pagetest.Violations(t, tab, axe, reviewed) {
						t.Errorf("%s: %s", what, fault)
					}
				})
			})
		})
	}
}

// reviewed are the questions of axe that somebody has looked at, with what was seen.
var reviewed = map[string]string{
	"color-contrast": "what is left are ranks of one digit, and letters of a chart beside its bars",
}

// scrolls gives the tables of a page that lie beside the screen; the page of a match is made for paper, and rounds lie beside
// each other.
func scrolls(t *testing.T, tab context.Context) (faults []string) {
	t.Helper()
	if err := chromedp.Run(tab, chromedp.Evaluate(`!document.body.matches(".hall") ? [] :
		[...document.querySelectorAll(".wide:not(.rounds)")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => "beside the screen: " + e.innerText.slice(0, 80))`, &faults)); err != nil {
		t.Fatal(err)
	}
	return faults
}

// picture writes a page to the folder of -pictures.
func (s *site) picture(tab context.Context, name string) {
	s.Helper()
	var png []byte
	var size [2]int64
	if err := chromedp.Run(tab, chromedp.Evaluate("[innerWidth, Math.max(innerHeight, document.documentElement.scrollHeight)]", &size)); err != nil {
		s.Fatal(err)
	}
	// As tall as it is: a ground that does not scroll would end otherwise.
	if err := chromedp.Run(tab, chromedp.EmulateViewport(size[0], size[1]), chromedp.CaptureScreenshot(&png)); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*pictures, name+".png"), png, 0o644); err != nil {
		s.Fatal(err)
	}
}

// look opens a page in every language and size, with its folded parts open, and has it looked at.
func (s *site) look(t *testing.T, one paper, langs []string, sizes [][2]int64, do func(tab context.Context, what string)) {
	t.Helper()
	tab := browser.Tab(t)
	var faults []string
	chromedp.ListenTarget(tab, func(event any) {
		if e, is := event.(*runtime.EventExceptionThrown); is {
			faults = append(faults, e.ExceptionDetails.Error())
		}
	})
	run := func(actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(tab, actions...); err != nil {
			t.Fatal(err)
		}
	}
	run(network.Enable(), runtime.Enable(), network.ClearBrowserCookies())
	if one.as != "" {
		run(network.SetCookies([]*network.CookieParam{s.sessionOf(one.as)}))
	}
	for _, lang := range langs {
		for _, size := range sizes {
			run(chromedp.EmulateViewport(size[0], size[1]), chromedp.Navigate(s.at+one.path+"&lang="+lang),
				chromedp.Evaluate(`document.querySelectorAll("details").forEach((d) => { d.open = true })`, nil))
			do(tab, fmt.Sprintf("%s-%s-%d", one.name, lang, size[0]))
		}
	}
	for _, fault := range faults {
		t.Errorf("%s: %s", one.name, fault)
	}
}
