package yuque

// Penalty is a fault and what it costs (特别规则).
type Penalty struct {
	ID     string // stable word, as models.Penalty.Kind
	Name   string // as the book prints it
	Points int    // what the offender loses; nobody gets it
	// NoWin is 停和陪打: the offender may not call or win in this hand, and discards
	// freely.
	NoWin  bool
	Repair string // what is done about it
}

// Penalties gives the book's table of faults, in its order.
func Penalties() []Penalty {
	return []Penalty{
		{ID: "wrong-draw", Name: "错摭牌", Points: 40,
			Repair: "none: it is not corrected"},
		{ID: "wrong-call", Name: "错鸣牌", Points: 40,
			Repair: "at once: a chow, pung or open kong takes the right tiles from the hand; an added kong takes the right tile or discards the added one; a concealed kong is taken back and made rightly; a call of the last tile is taken back; what cannot be repaired is 停和陪打"},
		{ID: "wrong-call-word", Name: "错报鸣牌类型(鸣牌错喊成和)", Points: 40, NoWin: true,
			Repair: "others who called the tile may keep or withdraw their call"},
		{ID: "false-win", Name: "冲和", Points: 120, NoWin: true},
		{ID: "broken-river", Name: "毁坏牌河", Points: 120, NoWin: true,
			Repair: "restored as far as possible"},
		{ID: "broken-wall", Name: "毁坏牌墙", Points: 120, NoWin: true,
			Repair: "restored after the damaged part was shuffled"},
		{ID: "own-tiles-shown", Name: "错明牌(自家)", Points: 0,
			Repair: "stood up again"},
		{ID: "other-tiles-shown", Name: "错明牌(别家)", Points: 40, NoWin: true},
		{ID: "many-tiles-shown", Name: "错明牌(大量,约五张以上)", Points: 120, NoWin: true},
	}
}

// Stick is one denomination of the counting sticks (计分物).
type Stick struct {
	Value     int `json:"value"`      // points
	PerPlayer int `json:"per_player"` // sticks that every player begins with
	Pool      int `json:"pool"`       // sticks in the bank
}

// Sticks gives the book's denominations. Every player begins with 5980 points of them,
// the bank with 29920. The columns per player and pool are normative: the totals that
// the book prints for 500 and 1000 are slips.
func Sticks() []Stick {
	return []Stick{
		{1, 30, 120}, {2, 20, 80}, {5, 10, 40}, {10, 5, 20}, {20, 3, 12}, {50, 3, 12},
		{100, 5, 20}, {200, 3, 12}, {500, 3, 12}, {1000, 3, 12}, {2000, 0, 3},
	}
}
