package players

import (
	"encoding/json"
	"math"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	rulebooks "jantaku/scoring/books"
	"jantaku/scoring/course"
)

// book is a rule book as it is played in these tests.
type book struct {
	id, profile string
	rules       func() (scoring.Ruleset, error)
	going       Going
}

// books are all that people play by, riichi's of two houses first.
func books() (list []book) {
	for _, one := range append([][2]string{{"riichi", "tenhou"}, {"riichi", "jpml-a"}}, others()...) {
		list = append(list, book{one[0], one[1], func() (scoring.Ruleset, error) { return rulebooks.Open(one[0], one[1], nil) }, rulebooks.All()[one[0]].Course})
	}
	return list
}

func others() (list [][2]string) {
	for _, id := range rulebooks.Matches() {
		if id != "riichi" {
			list = append(list, [2]string{id, ""})
		}
	}
	return list
}

func seat(t *testing.T, b book, seed uint64) (*Table, scoring.Ruleset, course.Manners) {
	t.Helper()
	rules, err := b.rules()
	if err != nil {
		t.Fatal(err)
	}
	manners, err := course.MannersOf(rules)
	if err != nil {
		t.Fatal(err)
	}
	match := models.Match{ID: "test", Rules: b.id, Profile: b.profile, Players: []models.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}
	table, err := New(rules, b.going, match, manners, seed)
	if err != nil {
		t.Fatal(err)
	}
	return table, rules, manners
}

// tally counts what happens in hands.
type tally struct {
	hands, discards, pungs, chows, kongs, riichi int
	ron, selfDraw, exhausted, aborted            int
}

func (n *tally) add(r *models.Record) {
	n.hands++
	declared := false
	for _, m := range r.Events {
		switch m.Do {
		case models.Discarded:
			n.discards++
			declared = declared || m.Riichi
		case models.CalledPung:
			n.pungs++
		case models.CalledChow:
			n.chows++
		case models.CalledKong, models.MadeAdded, models.MadeConcealed:
			n.kongs++
		case models.Wins:
			if m.Wins[0].From == m.Wins[0].Place {
				n.selfDraw++
			} else {
				n.ron++
			}
		case models.DrawnGame:
			if ending, _ := course.Reason(m.Reason); ending == models.Drawn {
				n.exhausted++
			} else {
				n.aborted++
			}
		}
	}
	if declared {
		n.riichi++
	}
}

func TestRiichiIsPlayedAboutAsPeopleDo(t *testing.T) {
	hands := sharedtest.Count(150, 2000)
	table, _, _ := seat(t, books()[0], 5)
	var n tally
	for range hands {
		r, err := table.Next()
		if err != nil {
			t.Fatal(err)
		}
		n.add(r)
	}
	per := func(count int) float64 { return float64(count) / float64(n.hands) }
	for _, c := range []struct {
		what      string
		got, want float64
		within    float64
	}{
		{"discards", per(n.discards), 48.6, 4}, {"pungs", per(n.pungs), 1.16, 0.45}, {"chows", per(n.chows), 0.77, 0.3},
		{"kongs", per(n.kongs), 0.10, 0.08}, {"with riichi", per(n.riichi), 0.66, 0.12}, {"won on a discard", per(n.ron), 0.537, 0.12},
		{"drawn by the winner", per(n.selfDraw), 0.327, 0.12}, {"exhausted", per(n.exhausted), 0.113, 0.08},
	} {
		t.Logf("%s: %.3f a hand, people %.3f", c.what, c.got, c.want)
		if math.Abs(c.got-c.want) > c.within {
			t.Errorf("%s: %.3f a hand where people have %.3f", c.what, c.got, c.want)
		}
	}
}

func TestEveryHandOfEveryBookIsLegalAndPaid(t *testing.T) {
	hands := sharedtest.Count(15, 500)
	for _, b := range books() {
		t.Run(b.id+b.profile, func(t *testing.T) {
			t.Parallel()
			table, rules, manners := seat(t, b, 11)
			for range hands {
				played, err := table.Next()
				if err != nil {
					t.Fatal(err)
				}
				line, err := json.Marshal(played)
				if err != nil {
					t.Fatal(err)
				}
				r, err := models.ParseRecord(line)
				if err != nil {
					t.Fatal(err)
				}
				checkRecord(t, r, rules, manners, b.going)
			}
		})
	}
}

// checkRecord plays a record and compares what it pays.
func checkRecord(t *testing.T, r *models.Record, rules scoring.Ruleset, manners course.Manners, going Going) {
	t.Helper()
	h, err := course.Start(r, manners)
	if err != nil {
		t.Fatalf("%s: %v", r.ID, err)
	}
	at := 0.0
	for i, m := range r.Events {
		if err := h.Do(m); err != nil {
			t.Fatalf("%s event %d: %v", r.ID, i, err)
		}
		if m.T == nil || *m.T <= at {
			t.Fatalf("%s event %d comes at %v, after %v", r.ID, i, m.T, at)
		}
		at = *m.T
	}
	last := r.Events[len(r.Events)-1]
	match := course.MatchOf(r, rules, going)
	ending, err := h.End(match, last)
	if err != nil {
		t.Fatalf("%s: %v", r.ID, err)
	}
	if last.Deltas == nil || ending.Deltas != *last.Deltas {
		t.Errorf("%s: pays %v, record says %v", r.ID, ending.Deltas, last.Deltas)
	}
}

func TestTheSameSeedPlaysTheSameHands(t *testing.T) {
	for _, b := range books() {
		one, _, _ := seat(t, b, 3)
		two, _, _ := seat(t, b, 3)
		for range 3 {
			a, err := one.Next()
			if err != nil {
				t.Fatal(err)
			}
			c, err := two.Next()
			if err != nil {
				t.Fatal(err)
			}
			if text(t, a) != text(t, c) {
				t.Fatalf("%s: two different hands", b.id)
			}
		}
	}
}

func text(t *testing.T, r *models.Record) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestDistanceCountsTilesThatLack(t *testing.T) {
	m := newMeasure(models.Thirteen)
	for _, c := range []struct {
		hand  string
		sets  int
		pungs bool
		want  int
	}{
		{"123m456p789s11122z", 4, false, 0},
		{"123m456p789s1112z", 4, false, 1},
		{"147m258p369s1234z", 4, false, 9},
		{"11122233344455m", 4, true, 0},
		{"1112345678999m", 4, false, 1},
		{"19m19p19s1234567z", 4, false, 9},
		{"123m11z", 1, false, 0},
	} {
		tiles, err := models.ParseTiles(c.hand)
		if err != nil {
			t.Fatal(err)
		}
		held := countsOf(tiles)
		if got := m.general(&held, c.sets, anyKind, c.pungs); got != c.want {
			t.Errorf("%s lacks %d tiles, not %d", c.hand, got, c.want)
		}
	}
	thirteen, _ := models.ParseTiles("19m19p19s1234567z")
	held := countsOf(thirteen)
	if orphans(&held) != 1 || unconnected(&held) != 14-9 {
		t.Errorf("thirteen orphans lack %d, unconnected %d", orphans(&held), unconnected(&held))
	}
}
