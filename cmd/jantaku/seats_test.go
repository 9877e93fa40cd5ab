package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/internal/config"
)

// hand27 is a hand of MCR: pure straight 16 and the like; its worth does not matter here.
const hand27 = "123456789m 11z 78s +9s"

// TestSeatsChangeWhenSomebodySaysSo claims that nobody is moved without a word: after the
// first round of MCR East and South change, and West and North, by the rule book's table; the
// next hand is refused until somebody says that they sit so, or how.
func TestSeatsChangeWhenSomebodySaysSo(t *testing.T) {
	for name, c := range map[string]struct {
		course string
		asks   string // after the fourth hand
		say    []string
		sits   string // at place 1, with the wind
	}{
		"by the rule book":          {"seats=table", "change seats: E Bo (place 1), S Ann (place 2), W Dai (place 3), N Cui (place 4)", nil, "1      E     Bo"},
		"otherwise than proposed":   {"seats=table", "change seats: E Bo (place 1)", []string{"Cui", "Ann", "Bo", "Dai"}, "1      E     Cui"},
		"by drawing":                {"seats=drawn", "change seats: the winds are drawn anew", []string{"Dai", "Ann", "Bo", "Cui"}, "1      E     Dai"},
		"by dice":                   {"seats=dice", "change seats by dice", []string{"Dai", "Ann", "Bo", "Cui"}, "1      E     Dai"},
		"nobody moves":              {"seats=fixed", "", nil, "1      E     Ann"},
		"as the rule book, unasked": {"", "change seats: E Bo (place 1)", nil, "1      E     Bo"},
	} {
		t.Run(name, func(t *testing.T) {
			file := "--ledger=" + filepath.Join(t.TempDir(), "mcr.ledger")
			run := func(args ...string) string {
				t.Helper()
				out, err := jantaku(t, append(args, file)...)
				if err != nil {
					t.Fatalf("%v: %v\n%s", args, err, out)
				}
				return out
			}
			args := []string{"match", "new", "Ann", "Bo", "Cui", "Dai", "--rules=mcr"}
			if c.course != "" {
				args = append(args, "--course="+c.course)
			}
			run(args...)
			for range 4 {
				run("match", "draw")
			}
			if out := run("match", "show"); !strings.Contains(out, c.asks) || c.asks == "" && strings.Contains(out, "change seats") {
				t.Errorf("after the round:\n%s", out)
			}
			if c.asks != "" {
				if out, err := jantaku(t, "match", "win", "Bo", hand27, "--from=Cui", file); err == nil || !strings.Contains(err.Error(), "change") {
					t.Errorf("a hand before anybody said who sits where: %v\n%s", err, out)
				}
				run(append([]string{"match", "seats"}, c.say...)...)
			}
			if out := run("match", "draw"); !strings.Contains(out, "5 hands played") || strings.Contains(out, "change seats") {
				t.Errorf("after the word:\n%s", out)
			}
			if out := run("match", "show", "--json"); !strings.Contains(strings.ReplaceAll(out, " ", ""), `"round":2`) {
				t.Errorf("the round:\n%s", out)
			}
			run("match", "undo") // the fifth hand
			if out := run("match", "show"); !strings.Contains(out, c.sits) {
				t.Errorf("want %q:\n%s", c.sits, out)
			}
		})
	}
}

func TestDrawnSeatsMustBeNamed(t *testing.T) {
	file := "--ledger=" + filepath.Join(t.TempDir(), "mcr.ledger")
	for _, args := range [][]string{{"match", "new", "Ann", "Bo", "Cui", "Dai", "--rules=mcr", "--course=seats=drawn"}, {"match", "draw"}, {"match", "draw"}, {"match", "draw"}, {"match", "draw"}} {
		if out, err := jantaku(t, append(args, file)...); err != nil {
			t.Fatal(out, err)
		}
	}
	if out, err := jantaku(t, "match", "seats", file); err == nil {
		t.Errorf("nobody said who drew which wind:\n%s", out)
	}
}

// TestAHandWaitsForTheSeats claims that the running daemon publishes nothing before anybody has
// said who sits where.
func TestAHandWaitsForTheSeats(t *testing.T) {
	c := config.Default()
	c.Data, c.Web.Listen, c.MQTT.Listen = t.TempDir(), "127.0.0.1:0", "127.0.0.1:0"
	d := startDaemon(t, c)
	ask := func(op, body string) (string, error) {
		answer, err := d.Pipeline.Request(t.Context(), op, json.RawMessage(body))
		return string(answer), err
	}
	must := func(op, body string) string {
		t.Helper()
		answer, err := ask(op, body)
		if err != nil {
			t.Fatalf("%s: %v", op, err)
		}
		return answer
	}
	must("match-new", `{"rules":"mcr","players":["Ann","Bo","Cui","Dai"]}`)
	for range 4 {
		must("draw", `{}`)
	}
	if answer := must("enter", `{"place":1,"from":2,"win":{"concealed":"123456789m11z78s","melds":[],"win":"9s"}}`); !strings.Contains(answer, `"seats"`) {
		t.Errorf("the hand needs %s", answer)
	}
	for _, op := range []string{"confirm", "draw"} {
		if answer, err := ask(op, `{}`); err == nil || !strings.Contains(err.Error(), "who sits where") {
			t.Errorf("%s: %s %v", op, answer, err)
		}
	}
	must("seats", `{}`)
	must("confirm", `{"as_shown":["flowers","last-discard","rob-kong","last-of-kind"]}`)
	if s := d.Ledger.State(); s.Position.Hands != 5 || s.Position.Scores[1] <= 0 {
		t.Errorf("Bo sat at place 1 and won: %+v", s.Position)
	}
}
