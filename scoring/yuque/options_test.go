package yuque_test

import (
	"testing"

	"jantaku/models"
	"jantaku/scoring/yuque"
)

// TestAMinimumIsAskedForWhereTheClubPlaysSo claims that a hand below it does not win and that
// nobody waits for such a win. 23456m456p678s99p is 3 fan with 1m or 4m and 2 with 7m.
func TestAMinimumIsAskedForWhereTheClubPlaysSo(t *testing.T) {
	const hand = "23456m 456p 678s 99p seat=S +"
	for _, c := range []struct {
		minimum string
		tile    string
		valid   bool
		waits   int
		gain    int
	}{
		{"0", "7m", true, 3, 4}, {"2", "7m", true, 3, 4}, {"3", "7m", false, 2, 4}, {"3", "1m", true, 2, 4}, {"4", "1m", false, 0, 0},
	} {
		rules := mustNew(t, "minimum="+c.minimum)
		if got := mustScore(t, rules, hand+c.tile); !got.Win || got.Valid != c.valid {
			t.Errorf("minimum %s: %s wins %v, valid %v", c.minimum, c.tile, got.Win, got.Valid)
		}
		shown, err := models.ParseHand("23456m 456p 678s 99p")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := rules.ReadyHand(*shown, models.South, nil); err != nil || len(got.Waits) != c.waits || got.Gain != c.gain {
			t.Errorf("minimum %s: %d waits pay %d, %v", c.minimum, len(got.Waits), got.Gain, err)
		}
	}
	o, err := yuque.Profile("")
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []string{"-1", "36", "many", ""} {
		if o.Set("minimum", wrong) == nil {
			t.Errorf("minimum %q is accepted", wrong)
		}
	}
}

// TestTheDealStaysWithAWinnerWhereAgreed claims 古典麻雀's 连庄 as an option: by the book the
// deal passes after every hand.
func TestTheDealStaysWithAWinnerWhereAgreed(t *testing.T) {
	for _, c := range []struct {
		renchan string
		winner  models.Place
		dealer  models.Place
	}{{"", 1, 2}, {"none", 1, 2}, {"win", 1, 1}, {"win", 3, 2}, {"win", 0, 2}} {
		m := models.Match{Players: make([]models.Player, 4), Course: map[string]string{}}
		if c.renchan != "" {
			m.Course["renchan"] = c.renchan
		}
		o := models.Outcome{Ending: models.Drawn}
		if c.winner != 0 {
			o = models.Outcome{Ending: models.Won, Winners: []models.Place{c.winner}}
		}
		if got := (yuque.Course{}).Next(m, models.Begin(m), o).Dealer; got != c.dealer {
			t.Errorf("renchan %q, place %d wins: place %d deals, want %d", c.renchan, c.winner, got, c.dealer)
		}
	}
}

// TestANewMatchIsTheClassicalOne claims that 特别规则 is played where a club asks for it, and that a match
// in books of old, which does not say, goes on as it began.
func TestANewMatchIsTheClassicalOne(t *testing.T) {
	var c yuque.Course
	old := models.Match{Players: make([]models.Player, 4)}
	for formal, m := range map[bool]models.Match{
		false: c.Named(old),
		true:  c.Named(models.Match{Players: old.Players, Course: map[string]string{"formal": "true"}}),
	} {
		if got := len(c.Penalties(m)) > 0; got != formal || c.Check(m) != nil {
			t.Errorf("%v: a table of penalties: %v, want %v", m.Course, got, formal)
		}
	}
	if len(c.Penalties(old)) == 0 || old.Course != nil {
		t.Error("a match of old is another one now")
	}
	for _, choice := range c.Choices(models.Match{}) {
		if choice.Key == "formal" && choice.Default != "false" {
			t.Errorf("a form proposes formal=%s", choice.Default)
		}
	}
}

// TestFormalRulesAreAChoice claims what playing without 特别规则 changes.
func TestFormalRulesAreAChoice(t *testing.T) {
	var c yuque.Course
	m := models.Match{Players: make([]models.Player, 4)}
	p := models.Begin(m)
	p.Deal, p.Dealer = 4, 4 // the last hand of round 1
	drawn := models.Outcome{Ending: models.Drawn}
	if next := c.Next(m, p, drawn); next.Seating != models.SeatsByBook || len(c.Penalties(m)) == 0 {
		t.Errorf("formal play: %+v, %d penalties", next, len(c.Penalties(m)))
	}
	last := p
	last.Round = 4
	if next := c.Next(m, last, drawn); next.Over != "" {
		t.Errorf("formal play ends after four rounds with equal scores: %s", next.Over)
	}
	m.Course = map[string]string{"formal": "false"}
	if next := c.Next(m, p, drawn); next.Seating != "" || next.Seats != p.Seats || len(c.Penalties(m)) != 0 {
		t.Errorf("informal play: %+v, %d penalties", next, len(c.Penalties(m)))
	}
	if next := c.Next(m, last, drawn); next.Over != "length" {
		t.Errorf("informal play is four rounds, over %q", next.Over)
	}
	m.Course["seats"], m.Length = "table", "gap"
	if next := c.Next(m, p, drawn); next.Seating != models.SeatsByBook || c.Check(models.Match{Course: m.Course, Length: "gap"}) != nil {
		t.Errorf("each may be agreed by itself: %+v", next)
	}
}
