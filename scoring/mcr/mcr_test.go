package mcr_test

import (
	"encoding/json"
	"maps"
	"os"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/mcr"
	"jantaku/scoring/scoringtest"
)

// mustNew gives a profile with options such as "mixed_kong=6".
func mustNew(t testing.TB, profile string, set ...string) *mcr.Rules {
	t.Helper()
	return scoringtest.New(t, mcr.Profile, mcr.New, profile, set...)
}

func score(t testing.TB, rules *mcr.Rules, text string) scoring.Result {
	t.Helper()
	return scoringtest.Score(t, rules, text)
}

func TestTableProvesItself(t *testing.T) {
	for _, profile := range mcr.Profiles() {
		t.Run(profile, func(t *testing.T) { scoringtest.CheckTable(t, mustNew(t, profile)) })
	}
}

func names(fans []scoring.Fan) map[string]int {
	m := map[string]int{}
	for _, f := range fans {
		m[f.Name] = f.Count
	}
	return m
}

func TestReferenceHandsAgree(t *testing.T) {
	rules := mustNew(t, "gb-mil")
	wrong := 0
	scoringtest.Lines(t, sharedtest.Path(t, "rules/mcr/hands.jsonl.gz"), func(line scoringtest.Line) {
		var want struct {
			Points   int            `json:"points"`
			Valid    bool           `json:"valid"`
			Fans     map[string]int `json:"fans_zh"`
			SameList bool           `json:"same_list"`
		}
		if err := json.Unmarshal(line.Want, &want); err != nil {
			t.Fatal(err)
		}
		got, err := rules.Score(line.Win)
		if err != nil {
			t.Fatalf("%s: %v", line.Win.ID, err)
		}
		if got.Points != want.Points || got.Valid != want.Valid || want.SameList && !maps.Equal(names(got.Fans), want.Fans) {
			if wrong++; wrong < 10 {
				t.Errorf("%s %s:\ngot  %d %v\nwant %s", line.Win.ID, line.Win.Text(), got.Points, names(got.Fans), line.Want)
			}
		}
	})
	if wrong > 0 {
		t.Errorf("%d hands differ", wrong)
	}
}

// printedHand is a hand in the notation of the examples.
type printedHand struct {
	ID    string `json:"id"`
	Hand  string `json:"hand"`
	Melds []struct {
		Type  string   `json:"type"`
		Tiles []string `json:"tiles"`
	} `json:"melds"`
	Concealed  []string    `json:"concealed"`
	Win        string      `json:"win"`
	SelfDraw   bool        `json:"self_draw"`
	Prevailing models.Seat `json:"prevailing"`
	Seat       models.Seat `json:"seat"`
	LastOfKind bool        `json:"last_of_kind"`
	LastTile   bool        `json:"last_tile"`
	Kong       bool        `json:"kong"`
	Flowers    int         `json:"flowers"`
	Profile    string      `json:"profile"`
	Total      *int        `json:"total"`
	Fans       []struct {
		ID    string `json:"id"`
		Count int    `json:"count"`
	} `json:"fans"`
	Asserted bool            `json:"fans_asserted"`
	Totals   map[string]*int `json:"totals_by_profile"`
}

var printedTiles = map[string]models.Tile{"E": models.EastWind, "S": models.SouthWind, "W": models.WestWind,
	"N": models.NorthWind, "C": models.Red, "F": models.Green, "P": models.White}

func printedTile(t *testing.T, s string) models.Tile {
	t.Helper()
	if tile, ok := printedTiles[s]; ok {
		return tile
	}
	tile, err := models.ParseTile(s)
	if err != nil {
		t.Fatal(err)
	}
	return tile
}

func (p printedHand) win(t *testing.T) *models.Win {
	t.Helper()
	tiles := func(all []string) (ts models.Tiles) {
		for _, s := range all {
			ts = append(ts, printedTile(t, s))
		}
		return ts
	}
	w := &models.Win{ID: p.ID, Tile: printedTile(t, p.Win), SelfDraw: p.SelfDraw, Round: p.Prevailing, Seat: p.Seat}
	w.Concealed, w.Flowers.Count = tiles(p.Concealed), p.Flowers
	kinds := map[string]models.MeldKind{"chow": models.Chow, "pung": models.Pung, "melded-kong": models.Kong,
		"added-kong": models.AddedKong, "concealed-kong": models.ConcealedKong}
	for _, m := range p.Melds {
		w.Melds = append(w.Melds, models.Meld{Kind: kinds[m.Type], Tiles: tiles(m.Tiles)})
	}
	set := func(f models.Flags, is bool) {
		if is {
			w.Flags |= f
		}
	}
	set(models.LastOfKind, p.LastOfKind)
	set(models.LastDraw, p.LastTile && p.SelfDraw)
	set(models.LastDiscard, p.LastTile && !p.SelfDraw)
	set(models.KongDraw, p.Kong && p.SelfDraw)
	set(models.RobKong, p.Kong && !p.SelfDraw)
	if err := w.Validate(); err != nil {
		t.Fatalf("%s: %v", p.Hand, err)
	}
	return w
}

func examples(t *testing.T) (all struct {
	Examples []printedHand `json:"examples"`
	Payments []struct {
		Total  int    `json:"total"`
		Winner int    `json:"winner"`
		Mode   string `json:"mode"`
		Payer  *int   `json:"payer"`
		Deltas [4]int `json:"deltas"`
	} `json:"payments"`
}) {
	t.Helper()
	raw, err := os.ReadFile(sharedtest.Path(t, "rules/mcr/examples.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Examples) == 0 || len(all.Payments) == 0 {
		t.Fatal("no examples or no payments")
	}
	return all
}

func TestExamplesComeOutInEveryProfile(t *testing.T) {
	for _, profile := range mcr.Profiles() {
		rules := mustNew(t, profile)
		for _, e := range examples(t).Examples {
			got, err := rules.Score(e.win(t))
			if err != nil {
				t.Errorf("%s %s: %v", profile, e.ID, err)
				continue
			}
			want := e.Totals[profile]
			if got.Win != (want != nil) || want != nil && got.Points != *want {
				t.Errorf("%s %s %s: got %v %d %v, want %v", profile, e.ID, e.Hand, got.Win, got.Points, scoringtest.Names(got), want)
			}
			if e.Profile != profile || !e.Asserted {
				continue
			}
			fans := map[string]int{}
			for _, f := range e.Fans {
				fans[f.ID] += f.Count
			}
			listed := map[string]int{}
			for _, f := range got.Fans {
				listed[f.ID] = f.Count
			}
			if !maps.Equal(fans, listed) {
				t.Errorf("%s %s %s:\ngot  %v\nwant %v", profile, e.ID, e.Hand, listed, fans)
			}
		}
	}
}

func TestPaymentVectors(t *testing.T) {
	for _, v := range examples(t).Payments {
		win := &models.Win{Seat: models.SeatAt(v.Winner), SelfDraw: v.Mode == "self-draw"}
		if v.Payer != nil {
			win.Discarder = models.SeatAt(*v.Payer)
		}
		if got, ok := mcr.Pay(win, v.Total); !ok || got != scoring.Payments(v.Deltas) {
			t.Errorf("%+v: got %v", v, got)
		}
	}
}

// TestTheMinimumIsAnOption claims that eight points are needed unless the club agreed otherwise:
// 一般高 1, 平和 2, 断幺 2 and 门前清 2 are seven points.
func TestTheMinimumIsAnOption(t *testing.T) {
	for minimum, valid := range map[string]bool{"": false, "8": false, "7": true, "0": true} {
		o, err := mcr.Profile("")
		if err == nil && minimum != "" {
			err = o.Set("minimum", minimum)
		}
		if err != nil {
			t.Fatal(err)
		}
		rules, err := mcr.New(o)
		if err != nil {
			t.Fatal(err)
		}
		w, err := models.ParseText("223344m 678p 34s 55s +5s seat=S round=E from=E")
		if err != nil {
			t.Fatal(err)
		}
		got, err := rules.Score(w)
		if err != nil || got.BasePoints != 7 || got.Valid != valid {
			t.Errorf("minimum %q: %d points, valid %v, %v", minimum, got.BasePoints, got.Valid, err)
		}
	}
	var o mcr.Options
	if o.Set("minimum", "89") == nil || o.Set("minimum", "x") == nil {
		t.Error("any minimum is accepted")
	}
}

// TestEveryProfileSaysWhereItDiffers claims that what a profile settles otherwise than the
// table of 1998 is said in words.
func TestEveryProfileSaysWhereItDiffers(t *testing.T) {
	for _, profile := range mcr.Profiles() {
		rulings := mcr.Rulings(profile)
		if (len(rulings) == 0) != (profile == "gb1998") {
			t.Errorf("%s differs in %v", profile, rulings)
		}
		for _, r := range rulings {
			if r.Says == "" {
				t.Errorf("%s: %s=%s is said in no words", profile, r.Key, r.Value)
			}
		}
	}
	if a, b := mcr.Rulings(""), mcr.Rulings("gb-mil"); len(a) != 0 || len(b) != 3 {
		t.Errorf("the default differs in %v, the practice of the league in %v", a, b)
	}
}
