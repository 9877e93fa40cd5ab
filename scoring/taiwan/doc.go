// Package taiwan is the rule book of Taiwanese mahjong with sixteen tiles (台灣十六張): five sets and a pair. The profile
// sml is the card "SML 2026 quick reference"; star31 and shenlaiye are cards of other clubs. There is no text for the whole
// island, so that every value of a card may be set (value-all-chows=3). What a card leaves open is decided as the
// most complete public program of these rules has it; where that is all the evidence, the row or option says so.
//
// A hand scores the sum of its tai (台). A payer pays a base and so much a tai, and one tai more, or two more for each time
// that the dealer has stayed, where he or the winner is the dealer (連莊拉莊).
//
// The files read in this order: table.go is the card, tiles.go and reading.go how tiles are read as sets, taiwan.go the arithmetic,
// payment.go who pays, options.go what clubs vary.
package taiwan
