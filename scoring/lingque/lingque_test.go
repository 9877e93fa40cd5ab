package lingque_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/lingque"
	"jantaku/scoring/scoringtest"
)

func mustNew(t testing.TB, edition int) *lingque.Rules {
	t.Helper()
	rules, err := lingque.New(edition)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func TestTableProvesItself(t *testing.T) {
	for _, edition := range []int{26, 29} {
		t.Run(fmt.Sprint(edition), func(t *testing.T) { scoringtest.CheckTable(t, mustNew(t, edition)) })
	}
}

// want is the reference result of a hand.
type want struct {
	Fu         int            `json:"fu"`
	Fan        int            `json:"fan"`
	BasePoints int            `json:"base_points"`
	Points     int            `json:"points"`
	Valid      bool           `json:"valid"`
	Win        *bool          `json:"win"`
	Fans       map[string]int `json:"fans"`
	Ties       any            `json:"ties"`
}

func counts(fans []scoring.Fan) map[string]int {
	m := map[string]int{}
	for _, f := range fans {
		m[f.ID] = f.Count
	}
	return m
}

func TestReferenceHandsAgree(t *testing.T) {
	for _, edition := range []int{26, 29} {
		t.Run(fmt.Sprint(edition), func(t *testing.T) {
			path := sharedtest.Path(t, fmt.Sprintf("rules/lingque/hands-%d.jsonl.gz", edition))
			rules := mustNew(t, edition)
			wrong := 0
			scoringtest.Lines(t, path, func(line scoringtest.Line) {
				var want want
				if err := json.Unmarshal(line.Want, &want); err != nil {
					t.Fatal(err)
				}
				got, err := rules.Score(line.Win)
				if err != nil {
					t.Fatalf("%s: %v", line.Win.ID, err)
				}
				same := got.Fu == want.Fu && got.Fan == want.Fan && got.BasePoints == want.BasePoints &&
					got.Points == want.Points && got.Valid == want.Valid
				if want.Ties == nil {
					same = same && maps.Equal(counts(got.Fans), want.Fans)
				} else {
					same = got.BasePoints == want.BasePoints && got.Points == want.Points && got.Valid == want.Valid
				}
				if !same {
					if wrong++; wrong < 10 {
						t.Errorf("%s %s:\ngot  %d×%d=%d %v\nwant %s", line.Win.ID, line.Win.Text(), got.Fu, got.Fan, got.Points, counts(got.Fans), line.Want)
					}
				}
			})
			if wrong > 0 {
				t.Errorf("%d hands differ", wrong)
			}
		})
	}
}

// printedHand is a hand in the notation of the printed examples.
type printedHand struct {
	Concealed string   `json:"concealed"`
	Melds     []string `json:"melds"`
	Win       string   `json:"win"`
	SelfDraw  bool     `json:"self_draw"`
	Seat      string   `json:"seat"`
	Flags     []string `json:"flags"`
	Flowers   int      `json:"flowers"`
}

var printedMelds = map[string]string{"chi": "chow", "pon": "pung", "okong": "kong", "akong": "added-kong", "ckong": "concealed-kong"}

// win turns the printed notation into a line of the hand format, however wrong.
func (p printedHand) win() (*models.Win, error) {
	melds := []map[string]string{}
	for _, m := range p.Melds {
		kind, tiles, _ := strings.Cut(m, ":")
		melds = append(melds, map[string]string{"type": printedMelds[kind], "tiles": tiles})
	}
	flags := []string{}
	for _, f := range p.Flags {
		flags = append(flags, strings.ReplaceAll(f, "_", "-"))
	}
	line, err := json.Marshal(map[string]any{"concealed": p.Concealed, "melds": melds, "win": p.Win,
		"self_draw": p.SelfDraw, "seat": p.Seat, "flags": flags, "flowers": p.Flowers})
	if err != nil {
		return nil, err
	}
	return models.ParseWin(line)
}

type printedResult struct {
	Fans []struct {
		ID    string `json:"id"`
		Count int    `json:"count"`
	} `json:"fans"`
	Fu         int  `json:"fu"`
	Fan        int  `json:"fan"`
	Points     int  `json:"points"`
	BasePoints int  `json:"base_points"`
	Valid      bool `json:"valid"`
}

func (p printedResult) counts() map[string]int {
	m := map[string]int{}
	for _, f := range p.Fans {
		m[f.ID] = f.Count
	}
	return m
}

func TestPrintedExamplesComeOutAsPrinted(t *testing.T) {
	for _, edition := range []int{26, 29} {
		raw, err := os.ReadFile(sharedtest.Path(t, fmt.Sprintf("rules/lingque/hands_%d.json", edition)))
		if err != nil {
			t.Fatal(err)
		}
		var examples []struct {
			printedResult
			Number    int         `json:"number"`
			Status    string      `json:"status"`
			Hand      printedHand `json:"hand"`
			Corrected []struct {
				Hand   printedHand   `json:"hand"`
				Result printedResult `json:"result"`
			} `json:"corrected"`
		}
		if err := json.Unmarshal(raw, &examples); err != nil {
			t.Fatal(err)
		}
		rules := mustNew(t, edition)
		tried := 0
		for _, e := range examples {
			if e.Status != "reproduced" {
				continue
			}
			tried++
			t.Run(fmt.Sprintf("%d/%d", edition, e.Number), func(t *testing.T) {
				win, err := e.Hand.win()
				if err != nil {
					t.Fatal(err)
				}
				got, err := rules.Score(win)
				if err != nil {
					t.Fatal(err)
				}
				if got.Fu != e.Fu || got.Fan != e.Fan || got.Points != e.Points || !maps.Equal(counts(got.Fans), e.counts()) {
					t.Errorf("%s: got %d×%d=%d %v, want %d×%d=%d %v", win.Text(), got.Fu, got.Fan, got.Points, counts(got.Fans), e.Fu, e.Fan, e.Points, e.counts())
				}
			})
		}
		if tried < 80 {
			t.Errorf("only %d printed examples of edition %d were tried", tried, edition)
		}
	}
}

func TestTrickyCasesAgreeInBothEditions(t *testing.T) {
	editions := map[int]*lingque.Rules{26: mustNew(t, 26), 29: mustNew(t, 29)}
	for _, raw := range scoringtest.RawLines(t, sharedtest.Path(t, "rules/lingque/cases.jsonl")) {
		var c struct {
			Note     string         `json:"note"`
			Hand     printedHand    `json:"hand"`
			Result26 *printedResult `json:"result_26"`
			Result29 *printedResult `json:"result_29"`
		}
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		win, err := c.Hand.win()
		if err != nil {
			t.Errorf("%s: %v", c.Note, err)
			continue
		}
		for edition, want := range map[int]*printedResult{26: c.Result26, 29: c.Result29} {
			got, err := editions[edition].Score(win)
			switch {
			case err != nil:
				t.Errorf("%s: %v", c.Note, err)
			case want == nil || len(want.Fans) == 0 && want.Points == 0:
				if got.Valid {
					t.Errorf("%d %s: wins %v where it must not", edition, c.Note, counts(got.Fans))
				}
			case got.Points != want.Points || got.Valid != want.Valid || !maps.Equal(counts(got.Fans), want.counts()):
				t.Errorf("%d %s: %s\ngot  %d %v\nwant %d %v", edition, c.Note, win.Text(), got.Points, counts(got.Fans), want.Points, want.counts())
			}
		}
	}
}

func TestWhatCannotBeIsRefusedWithACode(t *testing.T) {
	rules := mustNew(t, 29)
	for _, raw := range scoringtest.RawLines(t, sharedtest.Path(t, "rules/lingque/ref_invalid.jsonl")) {
		var line struct {
			Hand    json.RawMessage `json:"hand"`
			Error   string          `json:"error"`
			Message string          `json:"message"`
		}
		if err := json.Unmarshal(raw, &line); err != nil {
			t.Fatal(err)
		}
		var hand printedHand
		if err := json.Unmarshal(line.Hand, &hand); err != nil {
			continue // not even the shape of a hand
		}
		win, err := hand.win()
		if err == nil {
			var result scoring.Result
			if result, err = rules.Score(win); err == nil && !result.Win && line.Error == "not-a-win" {
				continue // a hand, and Result says that it does not win
			}
		}
		refusal, ok := err.(*models.HandError)
		if !ok || refusal.Code == "" || refusal.Message == "" {
			t.Errorf("%s is not refused (%s: %s): %v", line.Hand, line.Error, line.Message, err)
		}
	}
}

func TestSettlementVectors(t *testing.T) {
	for _, raw := range scoringtest.RawLines(t, sharedtest.Path(t, "rules/lingque/settle_tests.jsonl")) {
		var v struct {
			Points    int         `json:"points"`
			Winner    int         `json:"winner"`
			Discarder *int        `json:"discarder"`
			Supplied  map[int]int `json:"supplied"`
			Changes   [4]int      `json:"changes"`
		}
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		win := &models.Win{Seat: models.SeatAt(v.Winner), SelfDraw: v.Discarder == nil}
		if v.Discarder != nil {
			win.Discarder = models.SeatAt(*v.Discarder)
		}
		for seat, n := range v.Supplied {
			win.Supplied[seat] = n
		}
		if got, ok := lingque.Pay(win, v.Points); !ok || got != scoring.Payments(v.Changes) {
			t.Errorf("%s: got %v", raw, got)
		}
	}
}

// TestAChowWasFedByTheLeftPlayer claims that no picture is needed for that: with three
// claims from the left and the winning tile, the left player takes over half.
func TestAChowWasFedByTheLeftPlayer(t *testing.T) {
	for _, from := range []string{"", "<"} {
		win, err := models.ParseText("[123m" + from + "] [456p" + from + "] [789s" + from + "] 55z22p +2p seat=S from=E")
		if err != nil {
			t.Fatal(err)
		}
		if pay, ok := lingque.Pay(win, 30); !ok || pay != (scoring.Payments{-90, 120, -15, -15}) {
			t.Errorf("with %q the payments are %v", from, pay)
		}
	}
}

func TestEarthlyHandNeedsTheDealersDiscard(t *testing.T) {
	for from, right := range map[string]bool{"E": true, "S": false, "N": false} {
		win, err := models.ParseText("1155m2288p3399s7z +7z seat=W earthly from=" + from)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mustNew(t, 29).Score(win); (err == nil) != right {
			t.Errorf("from %s: %v", from, err)
		}
	}
}
