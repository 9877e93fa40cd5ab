package book

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Option is a point that a book leaves open or that books settle differently: its values, the default first.
type Option[R any] struct {
	Key    string
	Values []Value[R]
}

// Value is one way to settle an option, and what it changes in the table.
type Value[R any] struct {
	Name    string
	Changes []Change[R]
}

// Choice settles the options of a book, each with one of its values.
type Choice[R any] struct {
	book    string // for errors
	options []Option[R]
	set     map[string]string // what is not the default, by key
}

// Choose settles the options of a book with their defaults but for what is given.
func Choose[R any](book string, options []Option[R], set map[string]string) Choice[R] {
	return Choice[R]{book, options, maps.Clone(set)}
}

// Set settles one option. The error lists the keys or the values that there are.
func (c *Choice[R]) Set(key, value string) error {
	at := slices.IndexFunc(c.options, func(o Option[R]) bool { return o.Key == key })
	if at < 0 {
		return fmt.Errorf("%s: option %q is not one of %s", c.book, key, listed(c.options, func(o Option[R]) string { return o.Key }))
	}
	values := c.options[at].Values
	if !slices.ContainsFunc(values, func(v Value[R]) bool { return v.Name == value }) {
		return fmt.Errorf("%s: option %s=%q is not one of %s", c.book, key, value, listed(values, func(v Value[R]) string { return v.Name }))
	}
	set := maps.Clone(c.set) // a copy of the choice stays as it is
	if set == nil {
		set = map[string]string{}
	}
	set[key], c.set = value, set
	return nil
}

func listed[T any](all []T, name func(T) string) string {
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = name(one)
	}
	return strings.Join(names, " ")
}

// Get is the value of an option, empty where there is no such option.
func (c Choice[R]) Get(key string) string {
	if value, ok := c.set[key]; ok {
		return value
	}
	for _, o := range c.options {
		if o.Key == key {
			return o.Values[0].Name
		}
	}
	return ""
}

// Changes are what the values change in the table, in the order of the options.
func (c Choice[R]) Changes() (all []Change[R]) {
	for _, o := range c.options {
		for _, v := range o.Values {
			if v.Name == c.Get(o.Key) {
				all = append(all, v.Changes...)
			}
		}
	}
	return all
}

// Number reads an option that is a number from 0 to most of some unit.
func Number(book, key, value string, most int, unit string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("%s: %s=%s is not 0 to %d %s", book, key, value, most, unit)
	}
	return n, nil
}
