package device

import (
	"testing"

	"jantaku/models"
)

// TestEverythingThatATableKnowsFitsALine claims that a win with all that may be known of it is not cut, also when the hand
// format gets another circumstance.
func TestEverythingThatATableKnowsFitsALine(t *testing.T) {
	win := Event{Kind: WinPressed, Seq: 1<<32 - 1, Place: 2, From: 3, Tile: models.Red, With: 1, Without: models.AllFlags &^ 1}
	if line := AppendLine(nil, win); len(line) > maxLine {
		t.Errorf("%d bytes, more than %d: %s", len(line), maxLine, line)
	}
}
