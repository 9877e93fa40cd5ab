package models

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Choice is something about the course of a match that a club decides before it begins.
type Choice struct {
	// Key is its name in Match.Course; "length" is Match.Length.
	Key string `json:"key"`
	// Values are what can be chosen, empty for a number or a text of its own form.
	Values []string `json:"values,omitempty"`
	// Default is what holds where nobody chose.
	Default string `json:"default"`
}

// CheckCourse refuses a length or an option of the course that is not among the choices
// of a rule book; an empty length is always known.
func (m Match) CheckCourse(choices []Choice) error {
	var errs []error
	var keys []string
	for _, c := range choices {
		value, chosen := m.Course[c.Key]
		if c.Key == "length" {
			value, chosen = m.Length, m.Length != ""
		} else {
			keys = append(keys, c.Key)
		}
		if chosen && len(c.Values) > 0 && !slices.Contains(c.Values, value) {
			errs = append(errs, fmt.Errorf("%s=%s is not one of %s", c.Key, value, strings.Join(c.Values, " ")))
		}
	}
	for key := range m.Course {
		if !slices.Contains(keys, key) {
			errs = append(errs, fmt.Errorf("course option %q is not one of %s", key, strings.Join(keys, " ")))
		}
	}
	return errors.Join(errs...)
}
