package yuque

import (
	"fmt"
	"slices"

	"jantaku/scoring"
	"jantaku/scoring/book"
)

var _ scoring.Ruleset = (*Rules)(nil)

// New gives the rule book with the options. It is an error when they cannot be.
func New(o Options) (*Rules, error) {
	if o.SuoFanKe != 12 && o.SuoFanKe != 13 {
		return nil, fmt.Errorf("yuque: suo_fanke %d is not 13 or 12", o.SuoFanKe)
	}
	head := func(f *fan) book.Head {
		return book.Head{ID: f.ID, Excludes: []*ids{&f.Implies, &f.Excludes}, When: f.When}
	}
	r := &Rules{options: o, table: book.NewTable(edition54, head), splitter: scoring.NewSplitter()}
	r.fans, r.finder = r.table.Rows, scoring.NewFinder(r.table.Patterns())
	r.fans[r.row("qing-yi-se-suo")].WithFanKe = o.SuoFanKe
	if err := r.compileRatios(ratios); err != nil {
		return nil, fmt.Errorf("yuque: %w", err)
	}
	for row := range r.fans {
		if err := r.compileConflicts(row); err != nil {
			return nil, fmt.Errorf("yuque: %w", err)
		}
	}
	r.compileWorth()
	r.compileOrder()
	r.sheets.New = func() any { return &sheet{rules: r} }
	return r, nil
}

// compileConflicts enters for both sides what a row is not counted with.
func (r *Rules) compileConflicts(row int) error {
	f := r.fans[row]
	against := func(other int) {
		r.conflicts[row] |= rowBit(uint8(other))
		r.conflicts[other] |= rowBit(uint8(row))
	}
	against(row) // no fan is counted twice
	others, err := r.table.Named(row, slices.Concat(f.Implies, f.Excludes))
	if err != nil {
		return err
	}
	for _, other := range others {
		against(other)
	}
	for other := range r.fans {
		if f.Beside != nil && !slices.Contains(f.Beside, r.fans[other].ID) {
			against(other)
		}
	}
	return nil
}

// compileWorth tabulates what fans are worth at every ratio, rounding half to even at
// once and then deducting.
func (r *Rules) compileWorth() {
	for row, f := range r.fans {
		for ratio := range whole + 1 {
			value := f.Value
			r.worth[0][row][ratio] = int8(halfEven(value*ratio, whole) - f.Deduct)
			if f.WithFanKe != 0 {
				value = f.WithFanKe
				r.dearer |= rowBit(uint8(row))
			}
			r.worth[1][row][ratio] = int8(halfEven(value*ratio, whole) - f.Deduct)
		}
	}
}

// compileOrder ranks the rows by priority and place in the table, and notes which
// rows have to do with each other.
func (r *Rules) compileOrder() {
	rank := uint8(0)
	for level := range levels {
		for row, f := range r.fans {
			if f.Priority == level {
				r.rank[row] = rank
				rank++
			}
		}
	}
	for a, f := range r.fans {
		r.touches[a] |= r.conflicts[a] &^ rowBit(uint8(a))
		for b, g := range r.fans {
			if r.left[a][b] == whole {
				continue
			}
			r.touches[a] |= rowBit(uint8(b))
			r.touches[b] |= rowBit(uint8(a))
			if f.Priority == g.Priority && f.Priority > 0 && !r.conflicts[a].Meets(rowBit(uint8(b))) {
				r.unequal[f.Priority] = true
			}
		}
	}
}
