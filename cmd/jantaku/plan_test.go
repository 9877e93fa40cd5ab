package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/device"
	"jantaku/internal/config"
	"jantaku/internal/referee"
	"jantaku/internal/sharedtest"
)

// TestDiceThatFellJustNowFindTheFirstDealer leads the dice from the table to the match, and
// keeps them out of the first deal.
func TestDiceThatFellJustNowFindTheFirstDealer(t *testing.T) {
	simulator, err := device.NewSimulator(device.SimulatorOptions{Dialect: device.Reference})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { simulator.Close() })
	c := config.Default()
	c.Data, c.Table.Port, c.Table.Dialect = t.TempDir(), simulator.Port(), device.Reference
	c.MQTT.Listen, c.Web.Listen = fmt.Sprintf("127.0.0.1:%d", sharedtest.FreePort(t)), "127.0.0.1:0"
	daemon := startDaemon(t, c)
	story := func() uint32 { return storySeq(c.Data) }
	waitUntil(t, func() bool {
		s, err := (device.Memory{File: filepath.Join(c.Data, "board.json")}).Load()
		return err == nil && s.Boot != 0
	})
	for _, e := range []device.Event{{Kind: device.DicePressed, Place: 2}, {Kind: device.DiceRolled, Dice: [2]int{1, 2}}} {
		if err := simulator.Say(e); err != nil {
			t.Fatal(err)
		}
	}
	waitUntil(t, func() bool { return story() == 2 })
	wish := `{"rules": "mcr", "players": ["A", "B", "C", "D"], "dealer": "dice"}`
	if _, err := daemon.Pipeline.Request(t.Context(), "match-new", []byte(wish)); err != nil {
		t.Fatal(err)
	}
	if dealer := daemon.Ledger.State().Position.Dealer; dealer != 4 {
		t.Errorf("place %d deals first, want 4: 1 2 counted from place 2", dealer)
	}
	if d := daemon.Board.Thrown(); d != (referee.Thrown{}) {
		t.Errorf("the dice %v still lie there", d)
	}
}

func TestTheConfigurationDecidesTheMatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jantaku.yaml")
	text := `match:
  rules: riichi
  profile: tenhou3
  options: { multiple_ron: head-bump }
  course: { uma: 30/0/-30, agari-yame: ask, bust: zero }
  length: east
  start: 40000
  players: [A, B, C]
  first_dealer: 3
  vacant: 1
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := c.Match.Plan().Seat()
	if err != nil {
		t.Fatal(err)
	}
	if m.East != 3 || m.Vacant != 1 || m.Players[0].Name != "B" || m.Course["uma"] != "30/0/-30" || m.Options["multiple_ron"] != "head-bump" ||
		m.Start != 40000 || m.Length != "east" || m.Profile != "tenhou3" {
		t.Errorf("the match is %+v", m)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(text, "30/0/-30", "thirty", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(path); err == nil || !strings.Contains(err.Error(), "uma=thirty") {
		t.Errorf("an uma that cannot be read: %v", err)
	}
}
