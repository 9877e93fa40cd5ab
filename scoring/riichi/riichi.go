package riichi

import (
	"fmt"

	"jantaku/scoring"
	"jantaku/scoring/book"
)

var _ scoring.Ruleset = (*Rules)(nil)

// New gives the rule book with these options. The error says which option cannot be.
func New(o Options) (*Rules, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	head := func(y *yaku) book.Head {
		return book.Head{ID: y.ID, Excludes: []*ids{&y.Excludes}, When: y.When.In(y.Forms)}
	}
	r := &Rules{options: o, table: book.NewTable(table, head), splitter: scoring.NewSplitter()}
	if err := r.table.Apply(o.changes()); err != nil {
		return nil, fmt.Errorf("riichi: %w", err)
	}
	r.yaku = r.table.Rows
	if len(r.yaku) > maxRows {
		return nil, fmt.Errorf("riichi: %d rows where %d fit", len(r.yaku), maxRows)
	}
	r.excludes = make([]book.Few, len(r.yaku))
	for i, y := range r.yaku {
		if err := r.enter(i, y); err != nil {
			return nil, err
		}
	}
	r.finder = scoring.NewFinder(r.table.Patterns())
	r.sheets.New = func() any { return &sheet{rules: r} }
	return r, nil
}
