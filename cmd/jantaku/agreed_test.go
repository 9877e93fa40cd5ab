package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestWhatIsAgreedIsSaid claims that what holds besides a rule book's table is in the books by
// its name and said in words, also where nobody chose.
func TestWhatIsAgreedIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		says []string
	}{
		"MCR as the league plays it": {[]string{"--rules=mcr", "--profile=gb-mil"}, []string{"profile gb-mil: one concealed and one melded kong are a fan of their own, 5 points; the wait of a knitted straight", "holds all four counts as waited for"}},
		"MCR, unasked, as printed":   {[]string{"--rules=mcr"}, nil},
		"reduced scores":             {[]string{"--rules=lingque-26", "--course=reduced=480"}, []string{"约化分数: T0 480, α 1, own score minus the others'"}},
		"reduced scores, as printed": {[]string{"--rules=lingque-26", "--course=reduced=240", "--course=alpha=1.5", "--course=sign=printed"}, []string{"T0 240, α 1.5, the others' scores minus one's own"}},
	} {
		t.Run(name, func(t *testing.T) {
			file := "--ledger=" + filepath.Join(t.TempDir(), "club.ledger")
			out, err := jantaku(t, append([]string{"match", "new", "Ann", "Bo", "Cui", "Dai", file}, c.args...)...)
			if err != nil {
				t.Fatal(out, err)
			}
			for _, text := range c.says {
				if !strings.Contains(out, text) {
					t.Errorf("want %q:\n%s", text, out)
				}
			}
			if c.says == nil && strings.Contains(out, "profile") {
				t.Errorf("something is said:\n%s", out)
			}
		})
	}
}
