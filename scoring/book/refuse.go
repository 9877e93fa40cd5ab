package book

import "jantaku/models"

// FirstTurn refuses wins in the first turn as no hand can have them: heavenly is the dealer's own draw, earthly the
// dealer's discard, and neither goes with a meld or another flag.
func FirstTurn(w *models.Win) error {
	f, alone := w.Flags, len(w.Melds) == 0
	switch {
	case f.Has(models.Heavenly) && (f != models.Heavenly || !w.SelfDraw || w.Seat != models.East || !alone):
		return models.Refuse(models.CodeBadFlags, "heavenly needs a self-draw of the dealer, no meld and no other flag")
	case f.Has(models.Earthly) && (f != models.Earthly || w.SelfDraw || w.Seat == models.East || !alone):
		return models.Refuse(models.CodeBadFlags, "earthly needs the dealer's discard, another seat, no meld and no other flag")
	case f.Has(models.Earthly) && w.Discarder != models.NoSeat && w.Discarder != models.East:
		return models.Refuse(models.CodeBadFlags, "earthly needs the dealer's discard, not that of %v", w.Discarder)
	}
	return nil
}

// RobbedKong refuses a robbed kong of which the winner holds a tile.
func RobbedKong(w *models.Win) error {
	if w.Flags.Has(models.RobKong) && w.Holds(w.Tile) {
		return models.Refuse(models.CodeBadFlags, "rob-kong: the hand holds another %v, so nobody has three of them", w.Tile)
	}
	return nil
}
