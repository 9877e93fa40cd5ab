package main

import (
	"bytes"
	"strings"
	"testing"
)

// told runs a command on a ledger and gives what it prints.
func told(t *testing.T, ledger string, args ...string) (string, error) {
	t.Helper()
	root := newRootCommand()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs(append(args, "--ledger", ledger))
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

// TestAHandOfSichuanIsTypedAsItGoesOn types a hand with two winners and the end of its wall, and
// claims that it is one hand, paid as it went, and that the next begins only then.
func TestAHandOfSichuanIsTypedAsItGoesOn(t *testing.T) {
	ledger := t.TempDir() + "/club.jantaku"
	for _, step := range []struct {
		args []string
		want string // in what is printed, or in the error
		fail bool
	}{
		{args: []string{"match", "new", "Ann", "Bo", "Cui", "Dai", "--rules", "sichuan"}},
		{args: []string{"match", "win", "Cui", "[999p] 123456m1237p +7p void=s", "--from", "Ann"}, want: "Cui from Ann"},
		{args: []string{"match", "win", "Cui", "[222s] 345678s789m6s +6s", "--from", "Bo"}, want: "a win of place 3", fail: true},
		{args: []string{"match", "win", "Ann", "[111s] 345678s789m9s +9s void=p"}, want: "Cui from Ann; Ann self-draw\n"},
		{args: []string{"match", "draw", "--ready", "Dai=[222s] 456s66m88m345m"}, want: "Ann self-draw; wall empty\n"},
		{args: []string{"match", "win", "Bo", "[999p] 123456m1237p +7p void=s", "--from", "Dai"}, want: "Bo from Dai"},
	} {
		out, err := told(t, ledger, step.args...)
		if (err != nil) != step.fail {
			t.Fatalf("%v: %v", step.args, err)
		}
		if err != nil {
			out = err.Error()
		}
		if !strings.Contains(out, step.want) {
			t.Errorf("%v: %q is not in\n%s", step.args, step.want, out)
		}
		if strings.Contains(out, "(corrected)") {
			t.Errorf("%v: a hand that went on is called corrected:\n%s", step.args, out)
		}
	}
	out, err := told(t, ledger, "match", "show")
	if err != nil || !strings.Contains(out, "+3   -3  +1   -1") {
		t.Errorf("%v\n%s", err, out)
	}
}
