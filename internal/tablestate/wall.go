package tablestate

import (
	"jantaku/device"
	"jantaku/mqtt"
	"jantaku/scoring/books"
)

// wallBreak gives what the scoreboard shows of the wall after the rolls of a hand;
// nil while there is nothing to show, as at a table that deals by itself.
func wallBreak(rules string, tiles int, can device.Capabilities, rolls [][2]int) *mqtt.WallBreak {
	rule, ok := books.All()[rules].WallRule(tiles)
	if !ok || can.Has(device.AutoDeal) || len(rolls) < rule.Rolls {
		return nil
	}
	b, err := rule.Break(rolls)
	if err != nil {
		return nil // dice that no table can throw were rejected before
	}
	shown := &mqtt.WallBreak{Seat: b.Tail.Seat, Stack: b.Tail.Number, Of: b.Length(b.Tail.Seat)}
	if rule.Indicator > 0 {
		shown.Indicator = &b.Indicator
	}
	return shown
}
