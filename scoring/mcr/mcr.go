package mcr

import (
	"fmt"

	"jantaku/scoring"
	"jantaku/scoring/book"
)

var _ scoring.Ruleset = (*Rules)(nil)

// New gives the book with the given options; see [Profile].
func New(o Options) (*Rules, error) {
	head := func(f *fan) book.Head {
		return book.Head{ID: f.ID, Excludes: []*ids{&f.Excludes, &f.ExcludesOne}, When: f.When.In(f.Forms)}
	}
	r := &Rules{table: book.NewTable(table1998, head), splitter: scoring.NewSplitter(), deadWait: o.deadWait(), minimum: o.minimumPoints()}
	if err := r.table.Apply(o.Changes()); err != nil {
		return nil, fmt.Errorf("mcr: %w", err)
	}
	r.fans = r.table.Rows
	r.rows = make([]row, len(r.fans))
	var each uint8
	for i, f := range r.fans {
		r.rows[i] = row{one: scoring.Fan{ID: f.ID, Name: f.Name, Count: 1, Value: f.Points}, points: f.Points, bonus: f.Bonus, each: f.Each}
		if f.Each {
			r.rows[i].place = each
			each++
		}
	}
	if len(r.fans) > maxRows || each > maxEach {
		return nil, fmt.Errorf("mcr: a table of %d fans, %d for each set, is too large", len(r.fans), each)
	}
	for i := range r.fans {
		if err := r.exclude(i); err != nil {
			return nil, fmt.Errorf("mcr: %s: %w", r.fans[i].ID, err)
		}
	}
	r.finder = scoring.NewFinder(r.table.Patterns())
	r.rest = r.row("chicken-hand")
	for how, id := range waitRows {
		r.waitForms[how] = r.fans[r.row(id)].Forms
	}
	r.sheets.New = func() any { return &sheet{rules: r} }
	return r, nil
}

// exclude enters what a fan leaves uncounted.
func (r *Rules) exclude(at int) error {
	f, from := r.fans[at], &r.rows[at]
	for _, id := range f.Excludes {
		switch other := r.row(id); {
		case other < 0:
			return fmt.Errorf("excludes %q, which is not in the table", id)
		case r.rows[other].each:
			from.absorbs = append(from.absorbs, r.rows[other].place)
		default:
			from.without.Add(other)
		}
	}
	for _, id := range f.ExcludesOne {
		other := r.row(id)
		if other < 0 || !r.rows[other].each {
			return fmt.Errorf("excludes one of %q, which does not count for each set", id)
		}
		from.lessOne = append(from.lessOne, r.rows[other].place)
	}
	return nil
}
