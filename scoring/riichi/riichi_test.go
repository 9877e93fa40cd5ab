package riichi_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/riichi"
	"jantaku/scoring/scoringtest"
)

// made keeps the rule books that tests made, which takes milliseconds each.
var made sync.Map

// mustNew makes the rule book of a profile with options as key=value.
func mustNew(t testing.TB, profile string, set ...string) *riichi.Rules {
	t.Helper()
	return scoringtest.New(t, riichi.Profile, riichi.New, profile, set...)
}

// names gives the ids of the fans in alphabetical order.
func names(r scoring.Result) []string {
	var ids []string
	for _, f := range r.Fans {
		ids = append(ids, f.ID)
	}
	slices.Sort(ids)
	return ids
}

func TestTableProvesItself(t *testing.T) {
	local := []string{"sanrenkou", "isshoku-sanjun", "daisharin", "daichisei"}
	for _, tt := range []struct {
		name  string
		rules *riichi.Rules
		only  []string // the rows whose examples this book can have; all when empty
	}{
		{"four", mustNew(t, "seed", "renhou=yakuman"), nil},
		{"three", mustNew(t, "majsoul3", "renhou=5"), []string{"nuki-dora", "ittsuu", "kokushi", "tsuuiisou"}},
		{"local", mustNew(t, "seed", "local="+strings.Join(local, ",")), append(local, "iipeikou", "tsuuiisou")},
	} {
		t.Run(tt.name, func(t *testing.T) { scoringtest.CheckTable(t, part{tt.rules, tt.only}) })
	}
}

// part is a rule book of which only some rows are looked at.
type part struct {
	*riichi.Rules
	only []string
}

func (p part) Rows() []scoring.Row {
	return slices.DeleteFunc(p.Rules.Rows(), func(r scoring.Row) bool {
		return p.only != nil && !slices.Contains(p.only, r.ID)
	})
}

// want is the reference result of a hand under one profile.
type want struct {
	Valid       bool     `json:"valid"`
	Han         int      `json:"han"`
	Fu          *int     `json:"fu"`
	Yakuman     int      `json:"yakuman"`
	Yaku        []string `json:"yaku"`
	WinnerTotal int      `json:"winner_total"`
}

func (w want) differs(r scoring.Result) bool {
	fu := 0
	if r.Parts&scoring.PartFu != 0 {
		fu = r.Fu
	}
	wantFu := 0
	if w.Fu != nil {
		wantFu = *w.Fu
	}
	return r.Valid != w.Valid || r.Han != w.Han || fu != wantFu || r.Yakuman != w.Yakuman ||
		r.WinnerTotal != w.WinnerTotal || !slices.Equal(names(r), w.Yaku)
}

func TestReferenceHandsAgreeInEveryProfile(t *testing.T) {
	path := sharedtest.Path(t, "rules/riichi/hands.jsonl.gz")
	books := map[string]*riichi.Rules{}
	for _, profile := range []string{"tenhou", "double_yakuman", "ema", "wrc", "mleague"} {
		books[profile] = mustNew(t, profile)
	}
	wrong := map[string]int{}
	scoringtest.Lines(t, path, func(line scoringtest.Line) {
		var wants map[string]want
		if err := json.Unmarshal(line.Want, &wants); err != nil {
			t.Fatal(err)
		}
		for profile, book := range books {
			got, err := book.Score(line.Win)
			if err != nil {
				t.Fatalf("%s: %v", line.Win.ID, err)
			}
			if wants[profile].differs(got) {
				if wrong[profile]++; wrong[profile] < 5 {
					t.Errorf("%s in %s: %s\ngot  %d han %d fu %d yakuman %d %v\nwant %s", line.Win.ID, profile, line.Text,
						got.Han, got.Fu, got.Yakuman, got.WinnerTotal, names(got), line.Want)
				}
			}
		}
	})
	for profile, n := range wrong {
		t.Errorf("%d hands differ in %s", n, profile)
	}
}

// example is a published hand with what its source asserts and the reference adds.
type example struct {
	ID, Name string
	Hand     struct {
		Concealed string `json:"concealed"`
		Melds     []struct {
			Type  string `json:"type"`
			Tiles string `json:"tiles"`
			From  int    `json:"from"` // as models.Side counts
		} `json:"melds"`
		Win                      string `json:"win"`
		WinBy                    string `json:"win_by"`
		Seat, Round              string
		RonFrom                  string   `json:"ron_from"`
		Dora                     []string `json:"dora_indicators"`
		Ura                      []string `json:"ura_indicators"`
		Riichi, Honba            int
		Sticks                   int `json:"riichi_sticks"`
		Reds                     int `json:"red_fives"`
		Ippatsu, Rinshan, Houtei bool
		Haitei, Chankan          bool
		Tenhou, Chiihou, Renhou  bool
	}
	Preset   string
	Options  map[string]any
	Expected struct {
		Win  bool
		Yaku []struct {
			ID      string
			Han     int
			Yakuman int
		}
		Fu      *int
		Han     *int
		Yakuman int
		Points  int
		Deltas  []int
	}
}

// line turns the notation of the examples into a line of the hand format.
func (e example) line(t *testing.T) []byte {
	h := e.Hand
	kinds := map[string]string{"chi": "chow", "pon": "pung", "daiminkan": "kong", "kakan": "added-kong", "ankan": "concealed-kong"}
	melds := []map[string]any{}
	for _, m := range h.Melds {
		melds = append(melds, map[string]any{"type": kinds[m.Type], "tiles": m.Tiles, "from": models.Side(m.From)})
	}
	flags := []string{}
	for flag, holds := range map[string]bool{"ippatsu": h.Ippatsu, "kong-draw": h.Rinshan, "last-discard": h.Houtei,
		"last-draw": h.Haitei, "rob-kong": h.Chankan, "heavenly": h.Tenhou, "earthly": h.Chiihou || h.Renhou} {
		if holds {
			flags = append(flags, flag)
		}
	}
	line, err := json.Marshal(map[string]any{"id": e.ID, "concealed": h.Concealed, "melds": melds, "win": h.Win,
		"self_draw": h.WinBy == "tsumo", "seat": h.Seat, "round": h.Round, "discarder": h.RonFrom, "flags": flags,
		"riichi": h.Riichi, "honba": h.Honba, "sticks": h.Sticks, "dora_indicators": h.Dora, "ura_indicators": h.Ura})
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// redden makes n of the fives red.
func redden(w *models.Win, n int) {
	fives := []*models.Tile{&w.Tile}
	for i := range w.Concealed {
		fives = append(fives, &w.Concealed[i])
	}
	for _, m := range w.Melds {
		for i := range m.Tiles {
			fives = append(fives, &m.Tiles[i])
		}
	}
	for _, t := range fives {
		if n > 0 && t.IsNumber() && t.Rank() == 5 && !t.IsRed() {
			*t = models.NewTile(t.Suit(), 0)
			n--
		}
	}
}

func (e example) rules(t *testing.T) *riichi.Rules {
	var set []string
	profile := e.Preset
	if profile == "" {
		set = []string{"double_wind_pair_fu=4"}
	}
	for key, value := range e.Options {
		text := fmt.Sprint(value)
		if list, ok := value.([]any); ok {
			text = strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ",")
		}
		set = append(set, key+"="+text)
	}
	slices.Sort(set)
	return mustNew(t, profile, set...)
}

// fans gives the expected lines as "id han".
func (e example) fans() []string {
	var lines []string
	for _, y := range e.Expected.Yaku {
		if y.ID == "red-five" {
			y.ID = "aka-dora"
		}
		lines = append(lines, fmt.Sprint(y.ID, " ", y.Han+13*y.Yakuman))
	}
	slices.Sort(lines)
	return lines
}

func TestPublishedExamplesComeOutAsPublished(t *testing.T) {
	raw, err := os.ReadFile(sharedtest.Path(t, "rules/riichi/examples.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Examples []example }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Examples) < 300 {
		t.Errorf("only %d examples", len(file.Examples))
	}
	for _, e := range file.Examples {
		t.Run(e.ID, func(t *testing.T) { e.check(t) })
	}
}

func (e example) check(t *testing.T) {
	win, err := models.ParseWin(e.line(t))
	if err != nil {
		if e.Expected.Win {
			t.Fatal(err)
		}
		return
	}
	redden(win, e.Hand.Reds)
	got, err := e.rules(t).Score(win)
	if err != nil {
		t.Fatal(err)
	}
	want := e.Expected
	if got.Valid != want.Win {
		t.Fatalf("%s: valid %v, want %v", e.Name, got.Valid, want.Win)
	}
	if !want.Win {
		return
	}
	var fans []string
	for _, f := range got.Fans {
		fans = append(fans, fmt.Sprint(f.ID, " ", f.Value))
	}
	slices.Sort(fans)
	deltas := got.Payments[:len(want.Deltas)]
	if !slices.Equal(fans, e.fans()) || got.Points != want.Points || got.Yakuman != want.Yakuman ||
		want.Fu != nil && got.Fu != *want.Fu || want.Han != nil && got.Han != *want.Han || !got.Paid || !slices.Equal(deltas, want.Deltas) {
		t.Errorf("%s: %s\ngot  %v %d fu %d han %d yakuman %d points %v\nwant %+v", e.Name, win.Text(), fans, got.Fu, got.Han, got.Yakuman, got.Points, got.Payments, want)
	}
}
