package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/internal/config"
)

// TestAfterAFalseWinTheOffenderMayNotWinInTheSameHand claims 停和陪打: Bo's false win costs him
// 120, and then only others win in that hand; in the next one he may again.
func TestAfterAFalseWinTheOffenderMayNotWinInTheSameHand(t *testing.T) {
	file := "--ledger=" + filepath.Join(t.TempDir(), "yuque.ledger")
	hand := "456m 456m 456p 45s 88s +6s"
	for _, step := range []struct {
		want string // in the output, or in the error after "!"
		args []string
	}{
		{"round 1 deal 1", []string{"match", "new", "Ann", "Bo", "Cui", "Dai", "--rules=yuque-54", "--course", "formal=true"}},
		{"-120", []string{"match", "penalty", "Bo", "false-win"}},
		{"!Bo may not win", []string{"match", "win", "Bo", hand, "--from=Ann", "--ready=none"}},
		{"Cui from Ann", []string{"match", "win", "Cui", hand, "--from=Ann", "--ready=none"}},
		{"Bo from Ann", []string{"match", "win", "Bo", hand, "--from=Ann", "--ready=none"}},
		{"!Bo may not win", []string{"match", "penalty", "Bo", "--no-win", "!", "match", "win", "Bo", hand, "--from=Ann", "--ready=none"}},
	} {
		args := step.args
		for i, arg := range args {
			if arg == "!" { // two commands
				if out, err := jantaku(t, append(args[:i:i], file)...); err != nil {
					t.Fatal(out, err)
				}
				args = args[i+1:]
				break
			}
		}
		out, err := jantaku(t, append(args, file)...)
		says, refused := strings.CutPrefix(step.want, "!")
		if refused && (err == nil || !strings.Contains(err.Error(), says)) || !refused && (err != nil || !strings.Contains(out, says)) {
			t.Fatalf("%v: want %q\n%s\n%v", step.args, step.want, out, err)
		}
	}
}

// TestAWinAfterAFalseWinIsAQuestion claims the same of the running daemon, by every rule book.
func TestAWinAfterAFalseWinIsAQuestion(t *testing.T) {
	c := config.Default()
	c.Table.Assume = config.NothingSpecial()
	c.Data, c.Web.Listen, c.MQTT.Listen = t.TempDir(), "127.0.0.1:0", "127.0.0.1:0"
	d := startDaemon(t, c)
	ask := func(op, body string) (string, error) {
		answer, err := d.Pipeline.Request(t.Context(), op, json.RawMessage(body))
		return string(answer), err
	}
	// Each match has another hand, as the same one again within a moment is asked about.
	hands := map[string]string{"yuque-54": "123456789m11z78s", "lingque-29": "123456789p11z78s", "mcr": "123456789m22z78s"}
	agreed := map[string]string{"yuque-54": `,"course":{"formal":"true"}`} // which has a table of penalties
	for rules, penalty := range map[string]string{"yuque-54": `{"place":2,"kind":"false-win"}`, "lingque-29": `{"place":2,"points":0,"no_win":true}`, "mcr": `{"place":2,"points":20,"no_win":true}`} {
		t.Run(rules, func(t *testing.T) {
			must := func(op, body string) string {
				t.Helper()
				answer, err := ask(op, body)
				if err != nil {
					t.Fatalf("%s: %v", op, err)
				}
				return answer
			}
			hand := `{"place":2,"from":1,"win":{"concealed":"` + hands[rules] + `","melds":[],"win":"9s"}}`
			must("match-new", `{"rules":"`+rules+`","players":["Ann","Bo","Cui","Dai"]`+agreed[rules]+`}`)
			must("penalty", penalty)
			if answer := must("enter", hand); !strings.Contains(answer, `"needs":["barred"`) {
				t.Errorf("the win needs %s", answer)
			}
			if answer, err := ask("confirm", `{"as_shown":["suppliers"]}`); err == nil || !strings.Contains(err.Error(), "barred") || d.Ledger.State().Position.Hands != 0 {
				t.Errorf("confirmed: %s %v", answer, err)
			}
			must("confirm", `{"as_shown":["barred"]}`)
			if answer := must("enter", hand); strings.Contains(answer, "barred") {
				t.Errorf("in the next hand the win needs %s", answer)
			}
			must("dismiss", `{}`)
			must("match-finish", `{}`)
		})
	}
}
