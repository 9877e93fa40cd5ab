package book

import (
	"fmt"
	"maps"
	"strings"
)

// Values are what a club has single rows worth, by id, where the cards of clubs differ: the option value-half-flush=4.
type Values map[string]int

// valueKey stands before the id of a row.
const valueKey = "value-"

// Set takes the option in when it is the value of a row, of 0 to most. It reports whether it is one.
func (v *Values) Set(book, key, text string, most int) (bool, error) {
	id, ok := strings.CutPrefix(key, valueKey)
	if !ok {
		return false, nil
	}
	n, err := Number(book, key, text, most, "for each")
	if err != nil {
		return true, err
	}
	set := maps.Clone(*v) // a copy of the options stays as it is
	if set == nil {
		set = Values{}
	}
	set[id], *v = n, set
	return true, nil
}

// Apply changes the rows of a table. The error names a row that is not there.
func (v Values) Apply(row func(id string) int, change func(row, value int)) error {
	for id, n := range v {
		at := row(id)
		if at < 0 {
			return fmt.Errorf("%s%s: there is no such row", valueKey, id)
		}
		change(at, n)
	}
	return nil
}
