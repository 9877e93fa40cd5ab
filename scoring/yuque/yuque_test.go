package yuque_test

import (
	"encoding/json"
	"maps"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/scoring"
	"jantaku/scoring/scoringtest"
	"jantaku/scoring/yuque"
)

// mustNew makes the rule book with options such as "suo_fanke=12".
func mustNew(t testing.TB, set ...string) *yuque.Rules {
	t.Helper()
	return scoringtest.New(t, yuque.Profile, yuque.New, "", set...)
}

func mustScore(t testing.TB, rules *yuque.Rules, text string) scoring.Result {
	t.Helper()
	return scoringtest.Score(t, rules, text)
}

func TestTableProvesItself(t *testing.T) { scoringtest.CheckTable(t, mustNew(t)) }

// values gives what each fan of a result counted.
func values(fans []scoring.Fan) map[string]int {
	m := map[string]int{}
	for _, f := range fans {
		m[f.ID] = f.Value
	}
	return m
}

func TestReferenceHandsAgree(t *testing.T) {
	main, short := mustNew(t), mustNew(t, "suo_fanke=12")
	wrong, differ := 0, 0
	scoringtest.Lines(t, sharedtest.Path(t, "rules/yuque/hands.jsonl.gz"), func(line scoringtest.Line) {
		var want struct {
			Fan    int            `json:"fan"`
			Points int            `json:"points"`
			Valid  bool           `json:"valid"`
			Fans   map[string]int `json:"fans"`
			Suo12  *int           `json:"fan_if_suo_12"`
		}
		if err := json.Unmarshal(line.Want, &want); err != nil {
			t.Fatal(err)
		}
		got, err := main.Score(line.Win)
		if err != nil {
			t.Fatalf("%s: %v", line.Win.ID, err)
		}
		other, err := short.Score(line.Win)
		if err != nil {
			t.Fatalf("%s: %v", line.Win.ID, err)
		}
		fan12 := want.Fan
		if want.Suo12 != nil {
			fan12 = *want.Suo12
			differ++
		}
		if got.Fan != want.Fan || got.Points != want.Points || got.Valid != want.Valid || !maps.Equal(values(got.Fans), want.Fans) || other.Fan != fan12 {
			if wrong++; wrong < 10 {
				t.Errorf("%s %s:\ngot  %d (%d with suo_fanke=12) %v\nwant %s", line.Win.ID, line.Win.Text(), got.Fan, other.Fan, got.Fans, line.Want)
			}
		}
	})
	if wrong > 0 {
		t.Errorf("%d hands differ", wrong)
	}
	if differ == 0 {
		t.Error("no hand depends on suo_fanke")
	}
}
