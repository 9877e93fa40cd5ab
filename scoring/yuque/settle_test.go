package yuque_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/scoringtest"
	"jantaku/scoring/yuque"
)

// printedMelds are the words of the reference states, by those of the hand format.
var printedMelds = map[string]string{"chi": "chow", "pon": "pung", "kong": "kong", "ankong": "concealed-kong"}

// state is a reference hand of thirteen tiles and what is wanted of it.
type state struct {
	ID        int
	Kind      string
	Seat      models.Tile
	Concealed models.Tiles
	Melds     []struct {
		Type  string       `json:"type"`
		Tiles models.Tiles `json:"tiles"`
	}
	Visible models.Tiles
	Tenpai  bool
	Fan     int
	P, Gain int
	AllDead bool         `json:"all_dead"`
	Waits   []yuque.Wait `json:"waits"`
	Empty   models.Tiles `json:"empty_waits"`
}

func (s state) hand(t *testing.T) models.Hand {
	hand := models.Hand{Concealed: s.Concealed}
	for _, m := range s.Melds {
		meld := models.Meld{Tiles: m.Tiles}
		if err := meld.Kind.UnmarshalText([]byte(printedMelds[m.Type])); err != nil {
			t.Fatal(err)
		}
		hand.Melds = append(hand.Melds, meld)
	}
	return hand
}

func TestReferenceWaitingHandsAgree(t *testing.T) {
	rules := mustNew(t)
	tried, empty, dead := 0, 0, 0
	for _, raw := range scoringtest.RawLines(t, sharedtest.Path(t, "rules/yuque/tenpai_settle.jsonl.gz")) {
		var want state
		var kind struct{ Kind string }
		if err := json.Unmarshal(raw, &kind); err != nil || kind.Kind != "tenpai" {
			continue
		}
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		tried++
		got, err := rules.Tenpai(want.hand(t), models.Seat(want.Seat-models.EastWind)+models.East, want.Visible)
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if len(want.Empty) > 0 {
			empty++
		}
		if want.AllDead {
			dead++
		}
		same := got.Ready() == want.Tenpai && got.Fan == want.Fan && got.Points() == want.P && got.Gain() == want.Gain &&
			got.AllDead == want.AllDead && slices.Equal(got.Waits, want.Waits) && slices.Equal(got.Empty, want.Empty)
		if !same {
			t.Errorf("%s\ngot %+v", raw, got)
		}
	}
	if tried < 100 || empty == 0 || dead == 0 {
		t.Errorf("tried %d states, %d with empty waits, %d with all waits dead", tried, empty, dead)
	}
}

func TestReferenceSettlementsAgree(t *testing.T) {
	variants := map[string]*yuque.Rules{"standard": mustNew(t), "winner_bonus": mustNew(t, "self_draw=winner_bonus")}
	tried := map[string]int{}
	for _, raw := range scoringtest.RawLines(t, sharedtest.Path(t, "rules/yuque/tenpai_settle.jsonl.gz")) {
		var want struct {
			Kind       string
			TenpaiFans [4]*int `json:"tenpai_fans"`
			Winner     *int
			WinFan     int `json:"win_fan"`
			Discarder  *int
			Variant    string
			Deltas     scoring.Payments
		}
		if err := json.Unmarshal(raw, &want); err != nil || want.Kind != "settle" {
			continue
		}
		e := yuque.Ending{Fan: want.WinFan, Tenpai: map[models.Seat]yuque.Tenpai{}}
		if want.Winner != nil {
			e.Winner = models.SeatAt(*want.Winner)
		}
		if want.Discarder != nil {
			e.Discarder = models.SeatAt(*want.Discarder)
		}
		for i, fan := range want.TenpaiFans {
			if fan != nil {
				e.Tenpai[models.SeatAt(i)] = yuque.Tenpai{Fan: *fan}
			}
		}
		tried[want.Variant]++
		if got := variants[want.Variant].Settle(e); got != want.Deltas {
			t.Errorf("%s\ngot %v", raw, got)
		}
	}
	if tried["standard"] == 0 || tried["winner_bonus"] == 0 {
		t.Errorf("tried %v", tried)
	}
}

func TestPointsTableAsPrinted(t *testing.T) {
	var tables struct {
		Points []struct {
			F   int
			P6  int `json:"p6"`
			P2  int `json:"p2"`
			P   int
			P76 int `json:"p76"`
		}
		Sticks []struct {
			Value     int
			PerPlayer int `json:"per_player"`
			Pool      int
		}
		Penalties []struct {
			Zh     string
			Points int
			Effect string
		}
	}
	raw, err := os.ReadFile(sharedtest.Path(t, "rules/yuque/tables.json"))
	if err == nil {
		err = json.Unmarshal(raw, &tables)
	}
	if err != nil {
		t.Fatal(err)
	}
	for f, want := range tables.Points {
		p := yuque.Points(f)
		got := fmt.Sprint(f, yuque.Sixth(p), yuque.Half(p), p, yuque.SevenSixths(p))
		if want := fmt.Sprint(want.F, want.P6, want.P2, want.P, want.P76); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if len(tables.Points) != 62 {
		t.Errorf("%d rows", len(tables.Points))
	}
	for i, got := range yuque.Sticks() {
		if want := tables.Sticks[i]; got != (yuque.Stick(want)) {
			t.Errorf("stick %+v, want %+v", got, want)
		}
	}
	if len(yuque.Penalties()) != len(tables.Penalties) {
		t.Fatalf("%d penalties, want %d", len(yuque.Penalties()), len(tables.Penalties))
	}
	for i, got := range yuque.Penalties() {
		if want := tables.Penalties[i]; got.Name != want.Zh || got.Points != want.Points {
			t.Errorf("penalty %+v, want %+v", got, want)
		}
	}
}
