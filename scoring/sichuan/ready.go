package sichuan

import (
	"jantaku/models"
	"jantaku/scoring"
)

// Inspect says how a hand of thirteen tiles stands at a draw (art. 10.3): a pig holds tiles
// of the void suit; a ready hand waits for a tile of which not all four stand concealed in
// it, and is worth the most fans that its tiles make with one of its waits. A fifth copy
// makes nothing that the four do not make.
//
// The error is a *models.HandError when the hand cannot be.
func (r *Rules) Inspect(hand models.Hand, void models.Void) (scoring.Inspection, error) {
	if err := hand.Validate(); err != nil {
		return scoring.Inspection{}, err
	}
	if err := checkHand(&hand); err != nil {
		return scoring.Inspection{}, err
	}
	look := scoring.Inspection{State: models.NotReady, Waits: []scoring.Wait{}}
	win := models.Win{Hand: hand, Void: void}
	if gone := r.void(&win); hand.HoldsAny(gone.Has) {
		look.State = models.Pig
		return look, nil
	}
	for i := range models.Kinds {
		win.Tile = models.KindAt(i)
		held := 0
		for _, t := range hand.Concealed {
			if t == win.Tile {
				held++
			}
		}
		if !win.Tile.IsNumber() || held == models.Copies {
			continue
		}
		result := r.score(&win)
		if !result.Valid {
			continue
		}
		look.State = models.IsReady
		look.Waits = append(look.Waits, scoring.Wait{Tile: win.Tile, Left: max(0, models.Copies-hand.Copies(win.Tile)), Fan: result.Fan})
		if len(look.Waits) == 1 || result.Fan > look.Fan {
			look.Fan, look.Points, look.Fans = result.Fan, result.Points, result.Fans
		}
	}
	return look, nil
}
