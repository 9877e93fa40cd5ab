package main

import (
	"bytes"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring/books"
)

func TestGamesAreRecordsOfTheRuleBook(t *testing.T) {
	for _, rules := range books.Matches() {
		out, err := program(t, "games", "--rules", rules, "--count", "2", "--seed", "4")
		if err != nil {
			t.Fatalf("%s: %v", rules, err)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if len(lines) != 2 {
			t.Fatalf("%s: %d lines, not 2", rules, len(lines))
		}
		for _, line := range lines {
			r, err := models.ParseRecord([]byte(line))
			if err != nil {
				t.Fatal(err)
			}
			if r.Rules != rules || len(r.Events) < 2 {
				t.Errorf("%s: record of %q with %d events", rules, r.Rules, len(r.Events))
			}
		}
	}
}

func TestRecordsAreExportedForViewers(t *testing.T) {
	records, err := program(t, "games", "--rules", "mcr", "--count", "1")
	if err != nil {
		t.Fatal(err)
	}
	for format, sign := range map[string]string{"kobalab": `"qipai"`, "botzone": "Player 0 Deal"} {
		export := newExportCommand()
		var out bytes.Buffer
		export.SetIn(strings.NewReader(records))
		export.SetOut(&out)
		export.SetArgs([]string{"--records", "-", "--format", format})
		if err := export.Execute(); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		if !strings.Contains(out.String(), sign) {
			t.Errorf("%s: no %s in %.200s", format, sign, out.String())
		}
	}
}
