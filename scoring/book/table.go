package book

import (
	"fmt"
	"slices"

	"jantaku/scoring"
)

// IDs are rows named by their ids.
type IDs []string

// Without gives a new list that lacks some ids.
func (l IDs) Without(these IDs) IDs {
	return slices.DeleteFunc(slices.Clone(l), func(id string) bool { return slices.Contains(these, id) })
}

// Union gives a new list with the ids of both, each once.
func (l IDs) Union(other IDs) (all IDs) {
	for _, id := range slices.Concat(l, other) {
		if !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// Head is what a table needs to know of a row, whatever else the book says of it.
type Head struct {
	ID string
	// Excludes are the lists of rows that it is not counted with, the chief one first: a change enters there what
	// is excluded besides, which no other list names then.
	Excludes []*IDs
	// When says where the row stands.
	When scoring.Pattern
}

// Table is the rows of a book, to be changed and looked up.
type Table[R any] struct {
	Rows []R
	head func(*R) Head
}

// NewTable copies the rows of a book; head says what they are called.
func NewTable[R any](rows []R, head func(*R) Head) *Table[R] {
	return &Table[R]{slices.Clone(rows), head}
}

// Row is the index of a row, -1 where there is none of that id.
func (t *Table[R]) Row(id string) int {
	for i := range t.Rows {
		if t.head(&t.Rows[i]).ID == id {
			return i
		}
	}
	return -1
}

// Patterns are those of the rows, for [scoring.NewFinder].
func (t *Table[R]) Patterns() []scoring.Pattern {
	patterns := make([]scoring.Pattern, len(t.Rows))
	for i := range t.Rows {
		patterns[i] = t.head(&t.Rows[i]).When
	}
	return patterns
}

// Named are the rows with some ids. The error names the row that says so and the id that is not in the table.
func (t *Table[R]) Named(by int, ids IDs) ([]int, error) {
	rows := make([]int, len(ids))
	for i, id := range ids {
		if rows[i] = t.Row(id); rows[i] < 0 {
			return nil, fmt.Errorf("%s names %q, which is not in the table", t.head(&t.Rows[by]).ID, id)
		}
	}
	return rows, nil
}

// Change is one difference of an edition, an option or a house rule to the table of a book. It drops a row, inserts
// one, or is about one that stays.
type Change[R any] struct {
	Drop string // the row that does not exist

	After string // where Add is inserted
	Add   R

	Of       string   // the row that the rest is about
	Excludes IDs      // what it excludes besides
	Allows   IDs      // what it does not exclude any more, nor is excluded by
	Edit     func(*R) // what else is different; nil for nothing
}

// Apply makes changes. The error names the row that is not in the table.
func (t *Table[R]) Apply(changes []Change[R]) error {
	for _, c := range changes {
		named := c.Drop + c.After + c.Of
		at := t.Row(named)
		switch {
		case at < 0:
			return fmt.Errorf("change names %q, which is not in the table", named)
		case c.Drop != "":
			t.drop(at)
		case c.After != "":
			t.Rows = slices.Insert(t.Rows, at+1, c.Add)
		default:
			t.edit(at, c)
		}
	}
	return nil
}

// drop takes a row out, and from what others exclude.
func (t *Table[R]) drop(at int) {
	id := t.head(&t.Rows[at]).ID
	t.Rows = slices.Delete(t.Rows, at, at+1)
	for i := range t.Rows {
		for _, list := range t.head(&t.Rows[i]).Excludes {
			*list = list.Without(IDs{id})
		}
	}
}

func (t *Table[R]) edit(at int, c Change[R]) {
	h := t.head(&t.Rows[at])
	for i, list := range h.Excludes {
		if i == 0 {
			*list = append(list.Without(c.Allows), c.Excludes...)
		} else {
			*list = list.Without(slices.Concat(c.Excludes, c.Allows))
		}
	}
	for _, id := range c.Allows {
		if other := t.Row(id); other >= 0 {
			for _, list := range t.head(&t.Rows[other]).Excludes {
				*list = list.Without(IDs{h.ID})
			}
		}
	}
	if c.Edit != nil {
		c.Edit(&t.Rows[at])
	}
}
