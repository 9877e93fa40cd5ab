package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/device"
	"jantaku/internal/config"
)

func TestConfigurationHoldsPatternsAndContacts(t *testing.T) {
	tests := []struct{ name, yaml, says string }{
		{"patterns", `
  dialect: pattern
  patterns:
    - { match: '^WIN (?P<place>[A-D])$', event: win, places: { A: 1, B: 2, C: 3, D: 4 } }
    - { match: '^ERR (?P<value>\d+)$', event: fault, severity: warning }`, ""},
		{"contacts", `
  dialect: contact
  debounce: 50ms
  contacts:
    - { input: IN1, event: shuffle }
    - { input: IN1, open: true, event: shuffled }
    - { input: IN3, event: win, place: 1 }`, ""},
		{"speed to be found", "\n  baud: 0", ""},
		{"misspelt event", "\n  dialect: pattern\n  patterns:\n    - { match: x, event: wind }", `no event is called "wind"`},
		{"misspelt key", "\n  dialect: contact\n  contacts:\n    - { pin: IN1, event: shuffle }", "pin"},
		{"misspelt dialect", "\n  dialect: morse", `dialect "morse" is not one of`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "jantaku.yaml")
			if err := os.WriteFile(path, []byte("table:\n  port: /dev/ttyUSB0"+tt.yaml+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			c, err := config.Load(path)
			if tt.says != "" {
				if err == nil || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("loadConfig says %v, want %q", err, tt.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if c.Table.Dialect == device.Pattern && c.Table.Patterns[0].Places["C"] != 3 {
				t.Errorf("patterns are %+v", c.Table.Patterns)
			}
			if c.Table.Dialect == device.Contact && (!c.Table.Contacts[1].Open || c.Table.Contacts[2].Place != 1) {
				t.Errorf("contacts are %+v", c.Table.Contacts)
			}
		})
	}
}
