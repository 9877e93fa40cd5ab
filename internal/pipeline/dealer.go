package pipeline

// A dealer whom the books do not have, and tiles that the board counts otherwise than it is configured, are
// told and never corrected: a referee sets the position, and the club says what its board counts.

// throws is who threw the dice first in the hands of which the table told it.
type throws struct{ dealer, other int }

const (
	// wrongDealer is the share of hands that somebody else deals than the books have it; assumed.
	wrongDealer = .005
	// Before anything was seen, somebody else than the dealer throws the dice in half a hand of twenty-one. It
	// is assumed, and gives way to what the table's own hands show.
	throwsAtFirst, handsAtFirst = .5, 20.
	// likelyDealt is how likely somebody else dealt before it is said. Who threw the dice is a weak witness:
	// alone it takes some eighty hands in which the dealer threw them.
	likelyDealt = .5
)

// others is how often somebody else than the dealer throws the dice.
func (h throws) others() float64 {
	return (throwsAtFirst + float64(h.other)) / (throwsAtFirst + handsAtFirst + float64(h.dealer+h.other))
}
