package models

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

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
