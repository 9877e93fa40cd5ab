package scoring

import (
	"encoding/json"

	"jantaku/models"
)

// CodeNotAWin is the code of a hand that is a hand but wins in no shape of the rule book.
const CodeNotAWin models.Code = "not-a-win"

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

// LimitCap is the limit of a hand that reaches the most a club pays: 满糊, 封顶.
const LimitCap = "cap"

// Fan is one counted line of a result.
type Fan = models.Fan

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
	PartTai
)

// Payments are the signed points of a hand by seat index, East first.
type Payments [4]int

// Result is what a rule book says about a win.
type Result struct {
	ID    string
	Rules string
	Win   bool // the tiles form a winning hand
	Valid bool // and the rule book lets it win
	// Reason says why it may not win, where that is no lack of points or fans.
	Reason *models.Reason

	Fans  []Fan // in the book's order of announcing
	Parts Part  // which of the numbers below the book uses

	Fu          int
	Fan         int
	Han         int
	Yakuman     int
	Limit       string // mangan to yakuman, or LimitCap; empty below it
	BasePoints  int
	Points      int
	WinnerTotal int // what the winner receives with counters and sticks
	Tai         int // 台

	// Layout is how the tiles were laid out for this score. Groups are the same for
	// people, and Steps the arithmetic line by line; Detail fills both in.
	Layout Layout
	Groups []Group
	Steps  []Step

	Paid     bool // Payments are known: the seats were given
	Payments Payments
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
	// Fans are the ids of the fans that Detail names, in their order.
	Fans []string `json:"fans,omitempty"`
	// Names and Details are Code and Detail for people; Result.Detail fills them in.
	Names   models.Names `json:"names,omitzero"`
	Details models.Names `json:"details,omitzero"` // where Detail names fans
}

// StepBelowMinimum is the code of the step of a hand that has too few points; its value is how
// many it needs.
const StepBelowMinimum = "below-minimum"

// Explainer is a rule book that shows its arithmetic.
type Explainer interface {
	// Explain gives the steps from the counted fans of r to its points.
	Explain(w *models.Win, r *Result) []Step
}

// Grouper is a rule book whose hands are laid out otherwise than a [Layout] says, such as one of five sets.
type Grouper interface {
	// Groups writes the best reading of a win as people read it.
	Groups(w *models.Win) []Group
}

// Detail fills in what only people look at: the groups of the hand, and the arithmetic in
// every language when the rule book explains itself.
func (r *Result) Detail(rules Ruleset, w *models.Win) {
	if !r.Win {
		return
	}
	if own, ok := rules.(Grouper); ok {
		r.Groups = own.Groups(w)
	} else {
		r.Groups = groupsOf(w, r.Layout)
	}
	book, ok := rules.(Explainer)
	if !ok {
		return
	}
	r.Steps = book.Explain(w, r)
	words := WordsOf(rules)
	for i := range r.Steps {
		step := &r.Steps[i]
		if n, ok := words.Step(step.Code); ok {
			step.Names = n
		}
		if len(step.Fans) > 0 {
			step.Details = words.Detail(step.Detail, step.Fans)
		}
	}
}

// WhyNot says why the hand may not win: its tiles make no hand, nothing of what it has lets
// it win, or it has too few points. nil when it may.
func (r *Result) WhyNot(rules Ruleset, w *models.Win) error {
	switch {
	case !r.Win:
		return models.Refused(string(CodeNotAWin), nil, "the tiles make no hand")
	case r.Valid:
		return nil
	case r.Reason != nil:
		return models.Refused(r.Reason.Code, r.Reason.Data, "the hand may not win by these rules: %s", r.Reason.Code)
	}
	book, ok := rules.(Explainer)
	if !ok {
		return models.Refused("not-valid", nil, "the hand may not win by these rules")
	}
	for _, step := range book.Explain(w, r) {
		if step.Code == StepBelowMinimum {
			has := r.BasePoints
			switch {
			case r.Parts&PartTai != 0:
				has = r.Tai
			case r.Parts&PartBasePoints == 0:
				has = r.Fan
			}
			return models.Refused("below-minimum", models.Data{"points": has, "minimum": step.Value}, "the hand may not win by these rules: %d of %d", has, step.Value)
		}
	}
	return models.Refused("no-yaku", nil, "the hand may not win by these rules: nothing in it lets it win")
}

// Capped says whether the hand reaches the most that is paid. Books without a name for their limits write it only where it is reached.
func (r *Result) Capped(reached bool) {
	if reached {
		r.Limit, r.Parts = LimitCap, r.Parts|PartLimit
	}
}

// wire is a result as one JSON object; the numbers a rule book does not use are
// left out.
type wire struct {
	ID          string          `json:"id,omitempty"`
	Rules       string          `json:"rules"`
	Win         bool            `json:"win"`
	Valid       bool            `json:"valid"`
	Reason      *models.Reason  `json:"reason,omitempty"`
	Fans        []Fan           `json:"fans"`
	Fu          *int            `json:"fu,omitempty"`
	Fan         *int            `json:"fan,omitempty"`
	Han         *int            `json:"han,omitempty"`
	Yakuman     *int            `json:"yakuman,omitempty"`
	Limit       *string         `json:"limit,omitempty"`
	BasePoints  *int            `json:"base_points,omitempty"`
	Points      *int            `json:"points,omitempty"`
	WinnerTotal *int            `json:"winner_total,omitempty"`
	Tai         *int            `json:"tai,omitempty"`
	Groups      []Group         `json:"groups,omitempty"`
	Payments    *map[string]int `json:"payments,omitempty"`
	Steps       []Step          `json:"steps,omitempty"`
	// Error says that the hand, though a hand, does not win.
	Error *models.HandError `json:"error,omitempty"`
}

// number ties a part to its place in the wire form and in the result.
type number struct {
	part  Part
	field **int
	value *int
}

func (w *wire) numbers(r *Result) []number {
	return []number{
		{PartFu, &w.Fu, &r.Fu}, {PartFan, &w.Fan, &r.Fan}, {PartHan, &w.Han, &r.Han},
		{PartYakuman, &w.Yakuman, &r.Yakuman}, {PartBasePoints, &w.BasePoints, &r.BasePoints},
		{PartPoints, &w.Points, &r.Points}, {PartWinnerTotal, &w.WinnerTotal, &r.WinnerTotal}, {PartTai, &w.Tai, &r.Tai},
	}
}

// MarshalJSON writes the line of `jantaku score --jsonl`: the numbers that the
// rule book uses and no others.
func (r Result) MarshalJSON() ([]byte, error) {
	out := wire{ID: r.ID, Rules: r.Rules, Win: r.Win, Valid: r.Valid, Reason: r.Reason, Fans: r.Fans, Groups: r.Groups, Steps: r.Steps}
	if out.Fans == nil {
		out.Fans = []Fan{}
	}
	if !r.Win {
		out.Error = models.Refuse(CodeNotAWin, "the tiles make no winning hand")
	}
	for _, n := range out.numbers(&r) {
		if r.Parts&n.part != 0 {
			*n.field = n.value
		}
	}
	if r.Parts&PartLimit != 0 {
		out.Limit = &r.Limit
	}
	if r.Paid {
		paid := map[string]int{}
		for i, points := range r.Payments {
			paid[models.SeatAt(i).String()] = points
		}
		out.Payments = &paid
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes. Layout is not written and stays zero.
func (r *Result) UnmarshalJSON(b []byte) error {
	var in wire
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	*r = Result{ID: in.ID, Rules: in.Rules, Win: in.Win, Valid: in.Valid, Reason: in.Reason, Fans: in.Fans, Groups: in.Groups, Steps: in.Steps}
	for _, n := range in.numbers(r) {
		if *n.field != nil {
			*n.value = **n.field
			r.Parts |= n.part
		}
	}
	if in.Limit != nil {
		r.Limit = *in.Limit
		r.Parts |= PartLimit
	}
	if in.Payments != nil {
		r.Paid = true
		for i := range r.Payments {
			r.Payments[i] = (*in.Payments)[models.SeatAt(i).String()]
		}
	}
	return nil
}
