package referee

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jantaku/ledger"
	"jantaku/models"
)

// desk is a referee with real books.
type desk struct {
	t *testing.T
	Referee
}

func newDesk(t *testing.T) desk {
	t.Helper()
	l, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "club.db"), ledger.WithShelf(Shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return desk{t, Referee{Books: l, Changed: func() {}, Table: "table-1"}}
}

// ask carries out an operation and reads the answer.
func (d desk) ask(op, body string) map[string]any {
	d.t.Helper()
	answer, err := d.Request(d.t.Context(), op, json.RawMessage(body))
	if err != nil {
		d.t.Fatalf("%s %s: %v", op, body, err)
	}
	var m map[string]any
	if err := json.Unmarshal(answer, &m); err != nil {
		d.t.Fatalf("%s answers %s", op, answer)
	}
	return m
}

func (d desk) refused(op, body, why string) {
	d.t.Helper()
	if answer, err := d.Request(d.t.Context(), op, json.RawMessage(body)); err == nil || !strings.Contains(err.Error(), why) {
		d.t.Errorf("%s %s gives %s, %v; want %q", op, body, answer, err, why)
	}
}

// win records a win as the pipeline does.
func (d desk) win(id, text string, at, from models.Place) ledger.Entry {
	d.t.Helper()
	w, err := models.ParseText(text)
	if err != nil {
		d.t.Fatal(err)
	}
	h := models.HandRecord{ID: id, Wins: []models.WinRecord{{Place: at, Win: *w}}, Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{at}, From: from}}
	h = d.Books.Situate(h)
	result, err := d.Books.State().Score(&h.Wins[0].Win)
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := d.Books.Append(d.t.Context(), models.Author{Source: "camera"}, h, result); err != nil {
		d.t.Fatal(err)
	}
	e, _ := d.Books.State().LastHand()
	return e
}

const (
	four   = `"players":["Ann","Bo","Cui","Dai"]`
	pinfu  = "123m 456p 234s 55p 78s +9s"
	closed = `{"concealed":"123m456p234s55p78s","melds":[],"win":"6s"}`
)

func TestTheOptionsOfAMatchAreUsed(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"riichi","profile":"tenhou","options":{"multiple_ron":"head-bump"},"length":"east","start":20000,
		"course":{"uma":"30/10/-10/-30","bust":"zero","west":"false","agari-yame":"ask"},"dealer":"3",`+four+`}`)
	s := d.Books.State()
	if s.Match.Start != 20000 || s.Position.Dealer != 3 || s.Match.Players[0].Name != "Cui" || s.Match.Table != "table-1" {
		t.Fatalf("began with %+v", s.Match)
	}
	if r := s.RankingOf(); r.Uma[0] != 30 || r.Oka != 40 { // four times 30000 - 20000
		t.Errorf("the ranking is %+v", r)
	}
	for i, over := range []string{"", "", "", "length"} { // an east round
		d.win(fmt.Sprint(i), pinfu, []models.Place{4, 1, 2, 3}[i], []models.Place{3, 4, 1, 2}[i])
		if p := d.Books.State().Position; p.Over != over {
			t.Errorf("after hand %d over is %q", i+1, p.Over)
		}
	}
}

func TestALengthThatIsCorrectedLetsTheMatchGoOn(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"riichi","course":{"west":"false"},"length":"east",`+four+`}`)
	for i := range 4 {
		d.win(fmt.Sprint(i), pinfu, models.PlaceAt(i+1), models.PlaceAt(i))
	}
	if s := d.Books.State(); !s.Finished || s.Position.Over != "length" {
		t.Fatalf("over %q after an east round", s.Position.Over)
	}
	view := d.ask("match-correct", `{"length":"half","players":["Anna","Bo","Cui","Dai"],"by":"Mei","why":"agreed on two rounds"}`)
	s := d.Books.State()
	if view["finished"] != false || s.Finished || s.Position.Round != 2 || s.Match.Players[0].Name != "Anna" || s.Match.Start != 30000 {
		t.Errorf("finished %v, %+v, %+v", s.Finished, s.Position, s.Match)
	}
}

func TestAnEarlierHandIsCorrectedAsItWasPreviewed(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"riichi","length":"east",`+four+`}`)
	first := d.win("a", pinfu, 2, 1)
	for i := range 3 {
		d.win(fmt.Sprint("b", i), pinfu, models.PlaceAt(i+2), models.PlaceAt(i+1))
	}
	match := d.Books.State().Match.ID
	if !d.Books.State().Finished {
		t.Fatal("the match goes on")
	}
	d.ask("match-new", `{"rules":"mcr",`+four+`}`) // somebody plays already; the old one is still corrected

	about := fmt.Sprintf(`"match":%q,"entry":%q`, match, first.ID)
	change := `{` + about + `,"place":3,"from":2,"win":` + closed + `,"by":"Mei","why":"misread"}`
	preview := d.ask("correct-preview", change)
	if preview["problem"] != nil || preview["result"].(map[string]any)["valid"] != true {
		t.Fatalf("preview %v", preview)
	}
	view := d.ask("correct", change)
	hand := d.ask("hand", `{`+about+`}`)
	versions := hand["versions"].([]any)
	last := versions[len(versions)-1].(map[string]any)
	if len(versions) != 2 || last["by"] != "Mei" || last["why"] != "misread" || last["source"] != "console" || last["hands"].([]any)[0] == versions[0].(map[string]any)["hands"].([]any)[0] {
		t.Errorf("versions %v", versions)
	}
	booked := hand["payments"].([]any)
	for i, p := range preview["payments"].([]any) {
		if p, b := p.(map[string]any), booked[i].(map[string]any); p["delta"] != b["delta"] || p["name"] != b["name"] {
			t.Errorf("previewed %v, booked %v", p, b)
		}
	}
	if hand["revision"] != 1. {
		t.Errorf("the corrected hand is at revision %v, want 1", hand["revision"])
	}
	for _, op := range []string{"correct", "correct-preview"} { // by somebody who has not seen the correction
		if _, err := d.Request(t.Context(), op, json.RawMessage(`{"revision":0,`+change[1:])); len(models.ReasonsOf(err)) == 0 || models.ReasonsOf(err)[0].Code != "changed-since" {
			t.Errorf("%s of what was seen before gives %v", op, err)
		}
	}
	if view["match"].(map[string]any)["id"] != match || d.Books.State().Match.ID == match {
		t.Error("another match was changed")
	}
	if matches, err := d.Request(t.Context(), "matches", nil); err != nil || !strings.Contains(string(matches), match) {
		t.Errorf("matches %s %v", matches, err)
	}
	if got := d.ask("undo", `{"match":"`+match+`"}`); got["can_redo"] != true {
		t.Errorf("undone: %v", got["can_redo"])
	}
}

// TestHandsPlayedSinceAreShownAndAskedAbout: what a correction would make of later hands is shown
// both ways, and without a word they stand.
func TestHandsPlayedSinceAreShownAndAskedAbout(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"riichi","profile":"tenhou",`+four+`}`)
	first := d.win("a", pinfu, 1, 2) // the dealer deals on
	second := d.win("b", pinfu, 2, 3)
	correct := fmt.Sprintf(`"entry":%q,"place":2,"from":3,"win":%s`, first.ID, closed)
	paid := func() models.Points {
		e, _ := d.Books.State().Entry(second.ID)
		return e.Points
	}
	was := paid()
	foreseen := d.ask("foresee", `{"op":"correct",`+correct+`}`)
	later := foreseen["later"].([]any)
	if foreseen["ask"] != true || len(later) != 1 || later[0].(map[string]any)["entry"] != second.ID || foreseen["players"].([]any)[1].(map[string]any)["name"] != "Bo" {
		t.Fatalf("foreseen %v", foreseen)
	}
	points := func(how string) (p models.Points) {
		for i, n := range later[0].(map[string]any)[how].(map[string]any)["points"].([]any) {
			p[i] = int(n.(float64))
		}
		return p
	}
	if points("was") != was || points("stand") != was || points("replay") == was || paid() != was {
		t.Errorf("foreseen %v, paid %v", later, paid())
	}
	d.ask("correct", `{`+correct+`}`)
	if paid() != was {
		t.Errorf("without a word the second hand pays %v, not %v", paid(), was)
	}
	d.ask("undo", `{}`)
	d.ask("correct", `{"later":"replay",`+correct+`}`)
	if paid() != points("replay") {
		t.Errorf("replayed the second hand pays %v, not %v", paid(), points("replay"))
	}
	for op, body := range map[string]string{"correct": `{"later":"perhaps",` + correct + `}`, "foresee": `{"op":"penalty"}`, "position": `{}`} {
		if _, err := d.Request(t.Context(), op, json.RawMessage(body)); len(models.ReasonsOf(err)) == 0 {
			t.Errorf("%s %s gives %v", op, body, err)
		}
	}
}

func TestARefereeSaysWhereTheMatchStands(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"riichi","profile":"tenhou",`+four+`}`)
	d.win("a", pinfu, 2, 1)
	d.ask("position", `{"position":{"dealer":4,"round":2,"honba":3,"sticks":1},"players":["Bo","Ann","Cui","Dai"],"by":"Mei","why":"the table had it so"}`)
	if p := d.Books.State().Position; p.Dealer != 4 || p.Round != 2 || p.Deal != 4 || p.Honba != 3 || p.Sticks != 1 || p.Seats != [4]int{1, 0, 2, 3} {
		t.Errorf("it stands at %+v", p)
	}
	e := d.win("b", pinfu, 4, 1)
	if win := e.Current().Hand.Wins[0].Win; win.Seat != models.East || win.Round != models.South || win.Honba != 3 || win.Sticks != 1 {
		t.Errorf("the next hand is scored as %+v", win)
	}
}

func TestAHandBecomesADrawAndADrawAHand(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"riichi","profile":"tenhou",`+four+`}`)
	e := d.win("a", pinfu, 2, 1)
	entry := fmt.Sprintf(`"entry":%q`, e.ID)
	scores := func() [4]int { return d.Books.State().Position.Scores }
	d.ask("correct", `{`+entry+`,"ending":"draw","ready":[{"place":1},{"place":4}],"riichi":[4]}`)
	if scores() != [4]int{26500, 23500, 23500, 25500} {
		t.Errorf("drawn: %v", scores())
	}
	d.ask("correct", `{`+entry+`,"ending":"draw","nagashi":[3],"riichi":[]}`)
	if scores() != [4]int{21000, 23000, 33000, 23000} {
		t.Errorf("nagashi mangan: %v", scores())
	}
	d.ask("correct", `{`+entry+`,"ending":"abort","reason":"nine-terminals"}`)
	if scores() != [4]int{25000, 25000, 25000, 25000} {
		t.Errorf("aborted: %v", scores())
	}
	d.refused("correct", `{`+entry+`,"ending":"abort","reason":"boredom"}`, "no hand is aborted")
	d.refused("correct", `{`+entry+`,"win":`+closed+`}`, "who won")
	d.ask("correct", `{`+entry+`,"place":1,"from":1,"win":`+closed+`}`)
	if scores()[0] <= 25000 {
		t.Errorf("won: %v", scores())
	}
}

// TestACorrectionSaysWhoPays claims that a correction books neither a riichi without a hand nor
// melds of unknown suppliers in silence.
func TestACorrectionSaysWhoPays(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"riichi","profile":"tenhou",`+four+`}`)
	entry := fmt.Sprintf(`"entry":%q`, d.win("a", pinfu, 2, 1).ID)
	d.refused("correct", `{`+entry+`,"ending":"draw","ready":[{"place":1}],"riichi":[4]}`, "place 4 laid riichi")
	d.ask("correct", `{`+entry+`,"ending":"draw","ready":[{"place":1}],"riichi":[4],"as_shown":["ready"]}`)

	d = newDesk(t)
	d.ask("match-new", `{"rules":"lingque-29",`+four+`}`)
	entry = fmt.Sprintf(`"entry":%q`, d.win("a", "[555z<] [666z<] [777z<] 456s2p +2p", 2, 1).ID)
	if got := d.Books.State().Position.Scores; got != [4]int{-576, 768, -96, -96} { // 384 and half of twice 192
		t.Fatalf("the left player supplied four tiles: %v", got)
	}
	melds := func(from string) string {
		return `{` + entry + `,"place":2,"from":1,"win":{"concealed":"456s2p","win":"2p","melds":[{"type":"pung","tiles":"555z"` + from + `},{"type":"pung","tiles":"666z"` + from + `},{"type":"pung","tiles":"777z"` + from + `}]}}`
	}
	d.refused("correct", melds(""), "who supplied the melds")
	d.ask("correct", melds(`,"from":"across"`))
}

func TestOneOfSeveralWinsIsCorrected(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"riichi","profile":"ema2025",`+four+`}`)
	d.win("a", pinfu, 4, 1)
	w, _ := models.ParseText("456m 789p 234p 22m 78s +9s")
	h := models.HandRecord{ID: "b", With: "a", Wins: []models.WinRecord{{Place: 2, Win: *w}}, Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{2}, From: 1}}
	if _, err := d.Books.Append(t.Context(), models.Author{Source: "camera"}, h); err != nil {
		t.Fatal(err)
	}
	e, _ := d.Books.State().LastHand()
	d.ask("correct", fmt.Sprintf(`{"entry":%q,"of":4,"place":3}`, e.ID))
	e, _ = d.Books.State().LastHand()
	if got := e.Current().Hand.Winners; !slices.Equal(got, []models.Place{2, 3}) {
		t.Errorf("winners %v", got)
	}
}

func TestFormsAreToldWhatTheRulesOffer(t *testing.T) {
	d := newDesk(t)
	for rules, want := range map[string]string{"riichi": "agari-yame", "yuque-54": "gap", "lingque-29": "reduced", "mcr": "seats"} {
		shown := d.ask("rules", fmt.Sprintf(`{"rules":%q,%s}`, rules, four))
		if text := fmt.Sprint(shown["choices"]); !strings.Contains(text, want) || !strings.Contains(text, "length") {
			t.Errorf("%s offers %s", rules, text)
		}
	}
	d.ask("match-new", `{"rules":"riichi","profile":"tenhou",`+four+`}`)
	shown := d.ask("rules", `{}`)
	if fmt.Sprint(shown["penalties"], shown["aborts"]) != "[chombo dead-hand] [nine-terminals four-winds four-riichi four-kongs triple-ron]" {
		t.Errorf("offers %v %v", shown["penalties"], shown["aborts"])
	}
	d.ask("penalty", `{"place":2,"kind":"chombo","why":"no hand"}`)
	if got := d.Books.State().Position.Scores; got != [4]int{29000, 17000, 27000, 27000} {
		t.Errorf("after a chombo %v", got)
	}
}

// TestSeatsAreSaidHandsLater claims that a wrong seat that is noticed later is one request, and
// that the hands since are replayed: what was won at a place goes to who really sat there.
func TestSeatsAreSaidHandsLater(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"mcr","players":["Ann","Bo","Cui","Dai"]}`)
	for _, id := range []string{"h1", "h2", "h3", "h4"} {
		if _, err := d.Books.Append(t.Context(), models.Author{}, models.HandRecord{ID: id, Outcome: models.Outcome{Ending: models.Drawn}}); err != nil {
			t.Fatal(err)
		}
	}
	if p := d.Books.State().Position; p.Seating != models.SeatsByBook || p.Seats != [4]int{1, 0, 3, 2} {
		t.Fatalf("proposed %+v", p)
	}
	d.refused("seats", `{"players":["Ann","Bo","Cui","Eve"]}`, "Eve")
	d.refused("seats", `{"players":["Ann","Ann","Cui","Dai"]}`, "two of them")
	d.ask("seats", `{"by":"Mei"}`)
	fourth, _ := d.Books.State().Hand(4)
	e := d.win("h5", "123456789m 11z 78s +9s", 1, 2) // Bo from Ann
	won := e.Points[0]
	if p := d.Books.State().Position; p.Seating != "" || p.Scores[1] != won || won <= 0 {
		t.Fatalf("after the win %+v", p)
	}
	d.ask("seats", `{"by":"Mei","why":"nobody had moved","players":["Ann","Bo","Cui","Dai"],"after":"`+fourth.ID+`"}`)
	s := d.Books.State()
	if p := s.Position; p.Scores[0] != won || p.Scores[1] != e.Points[1] || p.Seats != [4]int{0, 1, 2, 3} {
		t.Errorf("replayed to %+v, want %d for Ann", p, won)
	}
	last := s.Entries[len(s.Entries)-1]
	for _, entry := range s.Entries {
		if entry.Kind == "seats" && entry.Current().Why == "nobody had moved" {
			last = entry
		}
	}
	if v := last.Current(); v.By != "Mei" || v.Why != "nobody had moved" {
		t.Errorf("the audit says %+v", v)
	}
	d.ask("undo", `{}`)
	if p := d.Books.State().Position; p.Scores[1] != won {
		t.Errorf("undone to %+v", p)
	}
}

// TestTheStandardProfileIsNamed claims that what holds where nobody chose is in the books by
// its name, and told to a form.
func TestTheStandardProfileIsNamed(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"mcr","players":["Ann","Bo","Cui","Dai"]}`)
	if m := d.Books.State().Match; m.Profile != "gb1998" {
		t.Errorf("in the books stands profile %q", m.Profile)
	}
	if rules := d.ask("rules", `{"rules":"mcr","players":["Ann","Bo","Cui","Dai"]}`); rules["standard"] != "gb1998" || len(rules["rulings"].(map[string]any)["gb-mil"].([]any)) != 3 {
		t.Errorf("a form hears %v", rules)
	}
	d.refused("match-correct", `{"options":{"minimum":"-1"}}`, "minimum")
}

func TestWhatNobodyCanHaveMeantIsNotBooked(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"mcr","players":["Ann","Bo","Cui","Dai"]}`)
	before := d.Books.State().Seq
	d.refused("match-correct", `{"by":"Mei"}`, "nothing would change")
	d.refused("penalty", `{"place":2,"points":-9223372036854775808}`, "at most")
	d.refused("penalty", `{"place":2,"points":60000000}`, "at most")
	if after := d.Books.State().Seq; after != before {
		t.Errorf("%d events were booked", after-before)
	}
}

func TestWhoPlaysOnIsSaidByThePlace(t *testing.T) {
	d := newDesk(t)
	d.ask("match-new", `{"rules":"lingque-29","players":["Ann","Bo","Cui","Dai"]}`)
	if s := d.ask("substitute", `{"place":2,"name":"Eve"}`); s["match"].(map[string]any)["players"].([]any)[1].(map[string]any)["name"] != "Eve" {
		t.Errorf("answers %v", s["match"])
	}
	d.refused("substitute", `{"place":2,"name":"Ann"}`, "plays already")
	d.refused("substitute", `{"place":0,"name":"Fay"}`, "nobody sits")
	if s := d.ask("undo", `{}`); s["match"].(map[string]any)["players"].([]any)[1].(map[string]any)["name"] != "Bo" {
		t.Errorf("taken back, answers %v", s["match"])
	}
}
