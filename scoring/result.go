package scoring

import (
	"encoding/json"

	"jantaku/models"
)

// Ruleset is one edition of one rule book with its options fixed. It never changes
// after it was made and may be used from several goroutines.
type Ruleset interface {
	// ID is the stable name, such as "lingque-29".
	ID() string
	// Score says what a win is worth. A hand that does not win, or wins less than
	// the book requires, is a Result that says so, not an error. The error is a
	// *models.HandError when the win cannot exist in this rule book.
	Score(w *models.Win) (Result, error)
}

// Fan is one counted line of a result.
type Fan struct {
	ID    string `json:"id"`
	Name  string `json:"name"` // as the rule book prints it
	Count int    `json:"count"`
	// Value is what the line adds, all its counts together, in the unit of the
	// rule book: fu in Lingque, fan in Yuque, points in MCR, han in riichi.
	Value int `json:"value"`
}

// Part names a number of a result that the rule book uses.
type Part uint16

// The numbers a rule book can use; Result.Parts says which of them hold.
const (
	PartFu Part = 1 << iota
	PartFan
	PartHan
	PartYakuman
	PartLimit
	PartBasePoints
	PartPoints
	PartWinnerTotal
)

// Payments are the signed points of a hand by seat index, East first.
type Payments [4]int

// Result is what a rule book says about a win.
type Result struct {
	ID    string
	Rules string
	Win   bool // the tiles form a winning hand
	Valid bool // and the rule book lets it win

	Fans  []Fan // in the book's order of announcing
	Parts Part  // which of the numbers below the book uses

	Fu          int
	Fan         int
	Han         int
	Yakuman     int
	Limit       string
	BasePoints  int
	Points      int
	WinnerTotal int // what the winner receives with counters and sticks

	// Groups are the sets and the pair the fans were counted on, melds first; seven
	// pairs are seven groups; empty for shapes without groups.
	Groups []Group

	Paid     bool // Payments are known: the seats were given
	Payments Payments

	// Steps are the arithmetic, line by line, for people.
	Steps []Step
}

// Group is a set or a pair of the scored hand.
type Group struct {
	Tiles  models.Tiles `json:"tiles"`
	Meld   string       `json:"meld,omitempty"` // kind of meld; empty when it stood in hand
	Winner bool         `json:"winner,omitempty"`
}

// Step is one line of the arithmetic: what is computed, how, and what comes out.
type Step struct {
	Code   string `json:"code"`   // stable word, for translations
	Detail string `json:"detail"` // such as "2 + 2 + 8 = 12"
	Value  int    `json:"value"`
}

// MarshalJSON writes the line of `jantaku score --jsonl`: the numbers that the
// rule book uses and no others.
func (r Result) MarshalJSON() ([]byte, error) {
	out := struct {
		ID          string         `json:"id,omitempty"`
		Rules       string         `json:"rules"`
		Win         bool           `json:"win"`
		Valid       bool           `json:"valid"`
		Fans        []Fan          `json:"fans"`
		Fu          *int           `json:"fu,omitempty"`
		Fan         *int           `json:"fan,omitempty"`
		Han         *int           `json:"han,omitempty"`
		Yakuman     *int           `json:"yakuman,omitempty"`
		Limit       *string        `json:"limit,omitempty"`
		BasePoints  *int           `json:"base_points,omitempty"`
		Points      *int           `json:"points,omitempty"`
		WinnerTotal *int           `json:"winner_total,omitempty"`
		Groups      []Group        `json:"groups,omitempty"`
		Payments    map[string]int `json:"payments,omitempty"`
		Steps       []Step         `json:"steps,omitempty"`
	}{ID: r.ID, Rules: r.Rules, Win: r.Win, Valid: r.Valid, Fans: r.Fans, Groups: r.Groups, Steps: r.Steps}
	if out.Fans == nil {
		out.Fans = []Fan{}
	}
	for part, to := range map[Part]struct {
		field **int
		value *int
	}{
		PartFu: {&out.Fu, &r.Fu}, PartFan: {&out.Fan, &r.Fan}, PartHan: {&out.Han, &r.Han},
		PartYakuman: {&out.Yakuman, &r.Yakuman}, PartBasePoints: {&out.BasePoints, &r.BasePoints},
		PartPoints: {&out.Points, &r.Points}, PartWinnerTotal: {&out.WinnerTotal, &r.WinnerTotal},
	} {
		if r.Parts&part != 0 {
			*to.field = to.value
		}
	}
	if r.Parts&PartLimit != 0 {
		out.Limit = &r.Limit
	}
	if r.Paid {
		out.Payments = map[string]int{}
		for i, points := range r.Payments {
			out.Payments[models.SeatAt(i).String()] = points
		}
	}
	return json.Marshal(out)
}
