package table

import (
	"testing"
	"time"

	"jantaku/device"
	"jantaku/internal/config"
	"jantaku/internal/drawers"
	"jantaku/models"
	"jantaku/mqtt"
)

// TestSticksThatDifferFromTheBooksAreShown lets a board tell its drawers over a pseudo-terminal, and a
// hand be booked that nobody pays as it stands there.
func TestSticksThatDifferFromTheBooksAreShown(t *testing.T) {
	sim, err := device.NewSimulator(device.SimulatorOptions{Dialect: device.Reference,
		Board: device.Board{Serial: "S", Model: "sticks", Firmware: "1", Capabilities: device.PointSticks}})
	if err != nil {
		t.Fatal(err)
	}
	defer sim.Close()
	c := fourOfRiichi(t.TempDir())
	c.Table.Assume, c.Table.Port, c.Table.Dialect = config.NothingSpecial(), sim.Port(), device.Reference
	table, end := starts(t, c, Parts{}, func(table *Table) {
		table.drawers = drawers.New(drawers.Tuning{Still: 300 * time.Millisecond, Unpaid: time.Hour})
	})
	defer end()
	await := func(what string, done func([]mqtt.StickDifference) bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !done(table.Board.Sticks()); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: waited in vain, told %v", what, table.Board.Sticks())
			}
		}
	}
	lay := func(points ...int) {
		for i, p := range points {
			if err := sim.Say(device.Event{Kind: device.StickPoints, Place: models.PlaceAt(i), Value: p}); err != nil {
				t.Fatal(err)
			}
		}
	}
	online := func([]mqtt.StickDifference) bool { return table.Board.Table().Online }
	await("the board is heard", online)
	lay(25000, 25000, 25000, 25000)
	time.Sleep(2*stickPulse + time.Second) // until they agree
	if _, err := table.Pipeline.Request(t.Context(), "draw", []byte(`{"ready":[{"place":1},{"place":4}]}`)); err != nil {
		t.Fatal(err)
	}
	lay(26500, 23500, 24000, 26000) // place 3 owes 1,500 and paid 1,000
	await("a wrong payment is told", func(told []mqtt.StickDifference) bool {
		return len(told) == 2 && told[0] == mqtt.StickDifference{Place: 3, Books: 23500, Drawer: 24000} && told[1] == mqtt.StickDifference{Place: 4, Books: 26500, Drawer: 26000}
	})
	lay(26500, 23500, 23500, 26500)
	await("it was put right", func(told []mqtt.StickDifference) bool { return len(told) == 0 })
}
