package main

import (
	"strings"
	"testing"
)

// TestSettingsThatCannotBeAreRefusedUnsent claims that what no board can be told is refused before anything is written to one.
func TestSettingsThatCannotBeAreRefusedUnsent(t *testing.T) {
	for arg, want := range map[string]string{
		"sticks":           "is not SETTING=VALUE",
		"sticks=0x48,0x48": "0x48 is named twice",
		"sticks=0x47":      "is not 0x48 to 0x4b",
		"sticks=0x48,A6":   `"A6" is not`,
		"range=5":          "is none of 6.144",
		"range=NaN":        "is none of 6.144",
	} {
		if _, err := parseSettings([]string{"D10=lamp@1", arg}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", arg, err)
		}
	}
	if changes, err := parseSettings([]string{"sticks=0x48,0x4b", "range=4.096"}); err != nil || len(changes) != 2 {
		t.Errorf("%d changes, %v", len(changes), err)
	}
}
