package scoreboard_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/pagetest"
	"jantaku/laboratory/players"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoreboard"
	"jantaku/scoring"
	"jantaku/scoring/course"
	"jantaku/scoring/mcr"
	"jantaku/scoring/riichi"
	"jantaku/scoring/sichuan"
)

// watchedHand plays a hand of the program's players and gives its course, draws untold,
// after the first share of its events, and after all of them.
func watchedHand(t testing.TB, rules scoring.Ruleset, going players.Going, seed uint64, share float64) (part, whole mqtt.Course) {
	t.Helper()
	manners, err := course.MannersOf(rules)
	if err != nil {
		t.Fatal(err)
	}
	match := models.Match{ID: "m1", Rules: rules.ID(), Players: []models.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}
	table, err := players.New(rules, going, match, manners, seed)
	if err != nil {
		t.Fatal(err)
	}
	r, err := table.Next()
	if err != nil {
		t.Fatal(err)
	}
	seen := *r
	seen.Deal, seen.Events = nil, nil
	for _, m := range r.Events {
		if m.Do != models.Draw {
			seen.Events = append(seen.Events, m)
		}
	}
	names := []string{"林小梅", "佐藤 健", "Anna", "周文"}
	tell := func(n int) mqtt.Course {
		some := seen
		some.Events = seen.Events[:n]
		_, hand, err := course.Told(&some, manners)
		if err != nil {
			t.Fatal(err)
		}
		c := mqtt.CourseOf(&some, hand, n-1, func(at models.Place) mqtt.Player {
			return mqtt.Player{Place: at, Seat: at.SeatFor(r.Dealer), Name: names[at.Index()]}
		})
		c.Head = here.NewHead(mqtt.KindCourse, "c1", 1, time.Unix(0, 0))
		return c
	}
	return tell(int(share * float64(len(seen.Events)))), tell(len(seen.Events))
}

func riichiBook(t testing.TB) scoring.Ruleset {
	t.Helper()
	o, err := riichi.Profile("tenhou")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := riichi.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func sichuanBook(t testing.TB, options map[string]string) scoring.Ruleset {
	t.Helper()
	o, err := sichuan.Profile("")
	for key, value := range options {
		if err == nil {
			err = o.Set(key, value)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	rules, err := sichuan.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// TestWhatPlayersOfSichuanGaveAwayStandsAtTheirNames claims that display and overlay say the void suit of everybody and the
// three tiles that were exchanged, in three languages, without a name or a score being cut, and that a void suit which
// follows from a first discard alone has a question mark.
func TestWhatPlayersOfSichuanGaveAwayStandsAtTheirNames(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(said(mqtt.KindScore, `{"match":"m1","rules":"sichuan","players":[{"place":1,"seat":"E","name":"林小梅","score":-12,"rank":4,"delta":-2},{"place":2,"seat":"S","name":"佐藤 健","score":20,"rank":1,"delta":6},{"place":3,"seat":"W","name":"Anna","score":-4,"rank":2,"delta":-2},{"place":4,"seat":"N","name":"周文","score":-4,"rank":2,"delta":-2}],"dealer":1,"round":"E","deal":1,"hand":2,"honba":0,"sticks":0,"over":false}`))
	address := serve(t, scoreboard.Config{Broker: broker})
	exchanged, _ := watchedHand(t, sichuanBook(t, map[string]string{"exchange": "three-one-suit"}), sichuan.Course{}, 3, .5)
	likely, _ := watchedHand(t, sichuanBook(t, nil), sichuan.Course{}, 3, .5)
	suits := map[string][3]string{"en": {"no characters", "no dots", "no bamboos"}, "zh": {"缺万", "缺筒", "缺条"}, "ja": {"欠萬", "欠筒", "欠索"}}
	for i := range likely.Sides {
		likely.Sides[i].VoidLikely = true
	}
	for _, lang := range []string{"en", "zh", "ja"} {
		for _, path := range []string{"/?", "/overlay?show=scores,round,rivers,table&"} {
			teller.course(exchanged)
			p := openPage(t, address+path+"lang="+lang, 1920, 1080)
			eventually(t, "four void suits and exchanges", func() bool {
				return eval[[]int](p, `[".given .void", ".given .passed .tile", ".edge text"].map((s) => document.querySelectorAll(s).length)`)[0] == 4
			})
			if n := eval[int](p, `document.querySelectorAll(".given .passed .tile").length`); n != 12 {
				t.Errorf("%s %s: %d tiles passed on, want 12", path, lang, n)
			}
			for _, side := range exchanged.Sides {
				want := suits[lang][side.Void.Suit()]
				at := fmt.Sprintf(`document.querySelector('[data-place="%d"] .given .void').innerText`, side.Place)
				if got := eval[string](p, at); got != want {
					t.Errorf("%s %s: %q at place %d, want %q", path, lang, got, side.Place, want)
				}
			}
			if cut := eval[[]string](p, `[...document.querySelectorAll(".given, .seat .name, .seat .score, #players .name, #players .score, #players .place")].filter((e) => e.checkVisibility() && (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline" || e.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right + 1)).map((e) => e.outerHTML)`); len(cut) > 0 {
				t.Errorf("%s %s: cut: %q", path, lang, cut)
			}
			p.picture(fmt.Sprintf("given-%s-%s", map[bool]string{true: "display", false: "overlay"}[path == "/?"], lang))
			teller.course(likely)
			eventually(t, "four likely void suits", func() bool {
				return eval[int](p, `[...document.querySelectorAll(".given .void.likely")].filter((e) => e.innerText.endsWith("?")).length`) == 4
			})
			if n := eval[int](p, `document.querySelectorAll(".given .passed").length`); n != 0 {
				t.Errorf("%s %s: %d exchanges where none was", path, lang, n)
			}
			if len(p.faults) > 0 {
				t.Errorf("faults %q", p.faults)
			}
		}
	}
}

func mcrBook(t testing.TB) scoring.Ruleset {
	t.Helper()
	o, err := mcr.Profile("")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := mcr.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func (p teller) course(c mqtt.Course) {
	p.t.Helper()
	m, err := mqtt.NewMessage(here.Topic(mqtt.KindCourse), c, true)
	if err == nil {
		err = p.Retain(m)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

func tilesIn(c mqtt.Course) (rivers, melds int) {
	for _, s := range c.Sides {
		rivers += len(s.River)
		for _, m := range s.Melds {
			melds += len(m.Tiles)
		}
		melds += len(s.Flowers)
	}
	return rivers, melds
}

// TestTheHandThatIsOnLiesOnTheTable claims that rivers and melds are drawn as the course
// tells them, that they grow, and that they go with the tiles.
func TestTheHandThatIsOnLiesOnTheTable(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(calm(readTape(t)))
	part, whole := watchedHand(t, riichiBook(t), riichi.Course{}, 3, .6)
	teller.course(part)
	p := openPage(t, serve(t, scoreboard.Config{Broker: broker})+"/?lang=en", 1920, 1080)
	count := func(selector string) int {
		return eval[int](p, "document.querySelectorAll(\""+selector+"\").length")
	}
	for _, c := range []mqtt.Course{part, whole} {
		teller.course(c)
		rivers, melds := tilesIn(c)
		eventually(t, "the rivers", func() bool { return count("#cloth .river image") == rivers && count("#cloth .melds image") == melds })
	}
	p.until("#left", "tiles left")
	if count("#dora .tile") != len(whole.Dora) {
		t.Errorf("%d dora indicators of %d", count("#dora .tile"), len(whole.Dora))
	}
	gone := mqtt.Course{Head: here.NewHead(mqtt.KindCourse, "c2", 2, time.Unix(1, 0)), Status: mqtt.CourseNone}
	teller.course(gone)
	eventually(t, "the tiles are gone", func() bool { return count("#cloth image") == 0 && count("#table.watched") == 0 })
	if len(p.faults) > 0 {
		t.Errorf("faults %q", p.faults)
	}
}

// TestNoTileOfTheDisplayLiesOverAnother claims so of a table as full as it gets: three rows of
// discards, four kongs and all flowers before everybody.
func TestNoTileOfTheDisplayLiesOverAnother(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(calm(readTape(t)))
	full := mqtt.Course{Head: here.NewHead(mqtt.KindCourse, "c1", 1, time.Unix(0, 0)), Status: mqtt.CoursePlaying, Match: "m1", Hand: "c1", Rules: "mcr", Dealer: 1, Turn: 1, Events: 99}
	tiles := func(text string) models.Tiles {
		all, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	for place := models.Place(1); place <= models.Places; place++ {
		side := mqtt.CourseSide{Player: mqtt.Player{Place: place, Seat: place.SeatFor(1), Name: "A"}, Flowers: tiles("12345678f")}
		for range 21 {
			side.River = append(side.River, mqtt.CourseTile{Tile: models.NewTile(models.Dots, 1)})
		}
		for range 4 {
			side.Melds = append(side.Melds, models.Meld{Kind: models.Kong, Tiles: tiles("1111m"), From: models.Left})
		}
		full.Sides = append(full.Sides, side)
	}
	address := serve(t, scoreboard.Config{Broker: broker})
	p := openPage(t, address+"/?lang=en", 1920, 1080)
	const images = 4 * (21 + 4*4 + 8)
	for _, settled := range []bool{false, true} { // while it is played, and beside the result
		if settled {
			full.Number = 7 // the hand that was recorded last
		}
		teller.course(full)
		eventually(t, "all tiles", func() bool {
			return eval[int](p, "document.querySelectorAll('#cloth image').length") == images && eval[bool](p, "document.body.matches('.live')") != settled
		})
		over := eval[[]string](p, `(() => {
			const all = [...document.querySelectorAll("#cloth image, .spread img, .seat, #round, #left, #dora img")].filter((e) => e.checkVisibility())
				.map((e) => ({ name: e.alt || e.textContent || e.className, box: e.getBoundingClientRect() }));
			const within = (a, b, c, d) => Math.min(b, d) - Math.max(a, c);
			return all.flatMap((a, i) => all.slice(i + 1).filter((b) => within(a.box.left, a.box.right, b.box.left, b.box.right) > 1 && within(a.box.top, a.box.bottom, b.box.top, b.box.bottom) > 1)
				.map((b) => a.name + " and " + b.name));
		})()`)
		if len(over) > 0 {
			t.Errorf("settled %v: %d lie over others: %q", settled, len(over), over[:min(len(over), 4)])
		}
		p.picture(fmt.Sprint("course-full-", settled))
	}
}

// tooSmall is JavaScript that gives what cannot be read from afar: text lower than 1.6 % of a display's height and
// tiles of a river narrower than 6 % of it. On a page that is higher than wide the width counts.
const tooSmall = `(() => {
	const side = Math.min(innerHeight, innerWidth), found = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node; (node = walker.nextNode());) {
		const e = node.parentElement;
		if (!node.textContent.trim() || !e.checkVisibility() || e.closest(".unseen, title")) continue;
		let size = parseFloat(getComputedStyle(e).fontSize);
		if (e.ownerSVGElement) size *= e.ownerSVGElement.getScreenCTM().a;
		else for (let up = e; up; up = up.parentElement) size *= Number(up.style?.zoom || 1);
		if (size < 0.016 * side - 0.05) found.push(e.tagName + "." + (e.className.baseVal ?? e.className) + " " + node.textContent.trim().slice(0, 20) + ": " + size.toFixed(1) + " of " + (0.016 * side).toFixed(1) + " px");
	}
	for (const e of document.querySelectorAll(".live .river image")) {
		const { width, height } = e.getBoundingClientRect();
		if (Math.min(width, height) < 0.06 * side - 0.05) found.push("a tile of a river: " + width + " of " + 0.06 * side + " px");
	}
	return found;
})()`

// TestTheTableFillsTheScreenWhileAHandIsPlayed claims that the rivers are read from afar while a hand is played, on
// televisions and telephones, that nothing is cut, and that the table makes room for the result.
func TestTheTableFillsTheScreenWhileAHandIsPlayed(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(calm(readTape(t)))
	address := serve(t, scoreboard.Config{Broker: broker})
	playing, _ := watchedHand(t, riichiBook(t), riichi.Course{}, 3, .95)
	playing.Match, playing.Number = "m1", 8
	sizes := [][2]int64{{1920, 1080}, {1366, 768}, {768, 1024}, {390, 844}}
	for _, lang := range languages() {
		p := openPage(t, address+"/?lang="+lang, 1920, 1080)
		teller.course(playing)
		eventually(t, "the table", func() bool { return eval[bool](p, "document.body.matches('.live')") })
		for _, size := range sizes {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			faults := pagetest.Misfits(t, p.ctx)
			faults = append(faults, eval[[]string](p, tooSmall)...)
			p.picture(fmt.Sprintf("live-%s-%d", lang, size[0]))
			for _, fault := range faults {
				t.Errorf("%s at %d×%d: %s", lang, size[0], size[1], fault)
			}
		}
		over := playing
		over.Number = 7 // the books have it
		teller.course(over)
		eventually(t, "the result", func() bool {
			return eval[bool](p, "!document.body.matches('.live') && document.querySelector('#last').checkVisibility()")
		})
	}
}

// TestCallsAreAnnounced claims that a call is said over the river of who called it, in the words of the page's
// language and the rule book, and goes again.
func TestCallsAreAnnounced(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(calm(readTape(t)))
	p := openPage(t, serve(t, scoreboard.Config{Broker: broker})+"/?lang=ja", 1920, 1080)
	now, _ := watchedHand(t, riichiBook(t), riichi.Course{}, 3, .3)
	now.Match, now.Number = "m1", 8
	for i := range now.Sides {
		now.Sides[i].Melds, now.Sides[i].Riichi = nil, 0
	}
	teller.course(now)
	eventually(t, "the table", func() bool { return eval[bool](p, "document.body.matches('.live')") })
	tiles, err := models.ParseTiles("555z")
	if err != nil {
		t.Fatal(err)
	}
	now.Sides[1].Melds = []models.Meld{{Kind: models.Pung, Tiles: tiles, From: models.Left}}
	teller.course(now)
	p.until("#calls [data-place='2']", "ポン")
	now.Sides[2].Riichi = 1
	teller.course(now)
	p.until("#calls [data-place='3']", "リーチ")
	p.picture("called")
	p.untilEmpty("#calls")
}

// TestALateStreamShowsNoCourseBeforeItsTime claims that the delay holds for a course that
// was retained before the overlay came, too.
func TestALateStreamShowsNoCourseBeforeItsTime(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(calm(readTape(t)))
	part, _ := watchedHand(t, riichiBook(t), riichi.Course{}, 3, .6)
	teller.course(part)
	address := serve(t, scoreboard.Config{Broker: broker}) + "/overlay?lang=ja&show=scores,rivers,dora,riichi,left&delay="
	rivers, _ := tilesIn(part)
	now, late := openPage(t, address+"0", 1920, 1080), openPage(t, address+"30", 1920, 1080)
	now.until("#course .left", "残り")
	if n := eval[int](now, "document.querySelectorAll('#course .river .tile').length"); n != rivers {
		t.Errorf("%d tiles in the rivers of the overlay, not %d", n, rivers)
	}
	late.until("#players", "Anna")
	if !eval[bool](late, "document.querySelector('#course').hidden") {
		t.Error("a stream that is 30 s late shows the hand that is on")
	}
}

// TestThePartsOfTheOverlayArePlaced claims that a part is moved and scaled by its own parameters, and that the whole
// table is shown where it is asked for, in the colours that a stream sets.
func TestThePartsOfTheOverlayArePlaced(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(calm(readTape(t)))
	part, _ := watchedHand(t, riichiBook(t), riichi.Course{}, 3, .6)
	teller.course(part)
	address := serve(t, scoreboard.Config{Broker: broker}) + "/overlay?lang=en&show=scores,round,table"
	box := func(p *page, part string) (b [3]float64) { // left, top, width
		return eval[[3]float64](p, "(({ left, top, width }) => [left, top, width])(document.querySelector('#"+part+"').getBoundingClientRect())")
	}
	plain := openPage(t, address, 1920, 1080)
	placed := openPage(t, address+"&table.x=20&table.scale=0.5&bar.y=-10", 1920, 1080)
	rivers, _ := tilesIn(part)
	for _, p := range []*page{plain, placed} {
		eventually(t, "the table", func() bool { return eval[int](p, "document.querySelectorAll('#table .river image').length") == rivers })
		p.until("#players", "Anna")
	}
	was, is := box(plain, "table"), box(placed, "table")
	if math.Abs(is[2]-was[2]/2) > 1 || math.Abs(is[0]+is[2]/2-was[0]-was[2]/2-.2*1920) > 1 {
		t.Errorf("the table lies at %v, and at half its size and moved by a fifth at %v", was, is)
	}
	if was, is := box(plain, "bar"), box(placed, "bar"); math.Abs(is[1]-was[1]+108) > 1 || is[2] != was[2] {
		t.Errorf("the scores lie at %v, and moved up by a tenth at %v", was, is)
	}
	placed.do(chromedp.Evaluate("document.head.append(Object.assign(document.createElement('style'), { textContent: ':root { --panel: rgb(1, 2, 3) }' }))", nil))
	if got := eval[string](placed, "getComputedStyle(document.querySelector('#bar')).backgroundColor"); got != "rgb(1, 2, 3)" {
		t.Errorf("a stream that sets its colour sees %s", got)
	}
}

// Pictures of the course are for people; run with -pictures FOLDER.
func TestPicturesOfTheCourse(t *testing.T) {
	if *pictures == "" {
		t.Skip("no -pictures folder given")
	}
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(calm(readTape(t)))
	address := serve(t, scoreboard.Config{Broker: broker})
	var riichiPart mqtt.Course
	for seed := uint64(1); !slices.ContainsFunc(riichiPart.Sides, func(s mqtt.CourseSide) bool { return s.Riichi > 0 }); seed++ {
		riichiPart, _ = watchedHand(t, riichiBook(t), riichi.Course{}, seed, .97)
	}
	mcrPart, _ := watchedHand(t, mcrBook(t), mcr.Course{}, 5, .9)
	for _, shot := range []struct {
		name, path    string
		course        mqtt.Course
		width, height int
	}{
		{"course-riichi", "/?lang=ja", riichiPart, 1920, 1080},
		{"course-mcr", "/?lang=zh", mcrPart, 1280, 720},
		{"course-phone", "/?lang=en", riichiPart, 412, 915},
		{"course-overlay-table", "/overlay?lang=zh&bg=%23446655&show=scores,round,table&table.x=24&table.scale=.9&bar.scale=.9", riichiPart, 1920, 1080},
		{"course-overlay", "/overlay?lang=en&bg=%23446655&show=scores,round,rivers,dora,riichi,left", riichiPart, 1920, 1080},
	} {
		teller.course(shot.course)
		p := openPage(t, address+shot.path, shot.width, shot.height)
		time.Sleep(2 * time.Second)
		if err := os.WriteFile(filepath.Join(*pictures, shot.name+".png"), p.screenshot(), 0o644); err != nil {
			t.Fatal(err)
		}
		if len(p.faults) > 0 {
			t.Errorf("%s: %q", shot.name, p.faults)
		}
	}
}
