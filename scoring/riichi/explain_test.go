package riichi_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestExplainIsTheArithmeticOnPaper explains the hands of testdata/explain.hands, a
// profile with options and a hand on each line.
func TestExplainIsTheArithmeticOnPaper(t *testing.T) {
	hands, err := os.ReadFile("testdata/explain.hands")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, text := range strings.Split(strings.TrimSpace(string(hands)), "\n") {
		played, hand, _ := strings.Cut(text, ": ")
		set := strings.Fields(played)
		rules := mustNew(t, set[0], set[1:]...)
		win := mustParse(t, hand)
		got, err := rules.Score(win)
		if err != nil {
			t.Fatal(err)
		}
		got.Detail(rules, win)
		fmt.Fprintf(&b, "%s\n", text)
		for _, step := range got.Steps {
			fmt.Fprintf(&b, "  %s: %s = %d\n", step.Code, step.Detail, step.Value)
		}
		fmt.Fprintf(&b, "  %v\n", got.Payments)
	}
	const golden = "testdata/explain.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("%s is stale; run go test ./scoring/riichi -update and read the diff\ngot:\n%s", golden, b.String())
	}
}
