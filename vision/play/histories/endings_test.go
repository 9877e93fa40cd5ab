package histories

import (
	"jantaku/models"
	"jantaku/vision/play/prior"
	"testing"
)

// TestWhoHasDeclaredRiichiShowsTheHandAfterTheLastTile claims that of two players, one of whom may
// have declared riichi with a discard that nobody saw, it is not the one who shows no hand.
func TestWhoHasDeclaredRiichiShowsTheHandAfterTheLastTile(t *testing.T) {
	h := History{}
	h.End.How, h.End.Reason = models.DrawnGame, prior.Exhausted
	h.End.Shown = [models.Places]int16{none, 7, none, none}
	h.Players[1].Riichi = 1
	if cost := h.unexplained(); cost != 0 {
		t.Errorf("who shows the hand costs %.2f", cost)
	}
	h.Players[2].Riichi = 1
	if cost := h.unexplained(); cost > log(.05) {
		t.Errorf("who shows no hand costs %.2f", cost)
	}
	h.End.Reason = prior.FourRiichi
	if cost := h.unexplained(); cost != 0 {
		t.Errorf("where the hand was stopped it costs %.2f", cost)
	}
}
