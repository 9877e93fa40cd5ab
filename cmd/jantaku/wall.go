package main

import (
	"jantaku/device"
	"jantaku/models"
	"jantaku/mqtt"
)

// wallBreak gives what the scoreboard shows of the wall after the rolls of a hand;
// nil while there is nothing to show.
func wallBreak(rules string, tiles int, can device.Capabilities, rolls [][2]int) *mqtt.WallBreak {
	rule, ok := wallRule(rules, tiles, can)
	if !ok || len(rolls) < rule.Rolls {
		return nil
	}
	b, err := rule.Break(rolls)
	if err != nil {
		return nil // dice that no table can throw were rejected before
	}
	shown := &mqtt.WallBreak{Seat: b.Tail.Seat, Stack: b.Tail.Number, Of: b.Stacks}
	if rule.Indicator > 0 {
		shown.Indicator = &b.Indicator
	}
	return shown
}

// wallRule gives how the wall is broken at a table that can do can and is filled
// with a number of tiles, 0 for as many as the rule book plays with. There is none
// for a table that deals by itself, and none for a rule book that does not say how.
func wallRule(rules string, tiles int, can device.Capabilities) (models.WallRule, bool) {
	known := map[string]struct {
		rule  models.WallRule
		tiles int
	}{
		// The 26th edition says only that the deal is as usual; the 29th says how (§7).
		"lingque-26": {models.WallRule{Rolls: 2}, 136},
		"lingque-29": {models.WallRule{Rolls: 2}, 136},
		"mcr":        {models.WallRule{Rolls: 2}, 144},
		// The first indicator is the third stack of the dead wall.
		"riichi": {models.WallRule{Rolls: 1, Indicator: 3}, 136},
	}
	book, ok := known[rules]
	if !ok || can.Has(device.AutoDeal) {
		return models.WallRule{}, false
	}
	if tiles == 0 {
		tiles = book.tiles
	}
	book.rule.Stacks = tiles / (2 * models.Places)
	return book.rule, tiles%(2*models.Places) == 0
}
