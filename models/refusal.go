package models

import (
	"errors"
	"fmt"
)

// Data are what a reason is about, by name: place (1 to 4), tile, hand (its number), points,
// minimum, count, name, facts (a list of their words).
type Data map[string]any

// Reason is why something that a person asked for is not done, or what is in doubt: a stable
// word with its data, which a page puts into the reader's language.
type Reason struct {
	Code string `json:"code"`
	Data Data   `json:"data,omitempty"`
}

// Refusal is an error with the reasons for people; its text is English, for logs.
type Refusal struct {
	Reasons []Reason
	err     error
}

// Refused makes a refusal with one reason; format and args are those of fmt.Errorf.
func Refused(code string, data Data, format string, args ...any) *Refusal {
	return &Refusal{[]Reason{{code, data}}, fmt.Errorf(format, args...)}
}

// Told makes a refusal of reasons that were kept with their text.
func Told(reasons []Reason, text string) *Refusal { return &Refusal{reasons, errors.New(text)} }

// Error gives the English text.
func (r *Refusal) Error() string { return r.err.Error() }

// Unwrap gives the error that it was made of.
func (r *Refusal) Unwrap() error { return r.err }

// ReasonsOf gives the reasons of an error and of all that it wraps, the outer ones first; none
// for an error that is not meant for people.
func ReasonsOf(err error) (reasons []Reason) {
	switch e := err.(type) {
	case nil:
		return nil
	case *Refusal:
		reasons = append(reasons, e.Reasons...)
	case *HandError:
		return []Reason{{Code: string(e.Code)}}
	case *ReadingError:
		return []Reason{{Code: e.Code}}
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		reasons = append(reasons, ReasonsOf(e.Unwrap())...)
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			reasons = append(reasons, ReasonsOf(one)...)
		}
	}
	return reasons
}

// Refusal says for people why the reading is not accepted; nil when it is.
func (r *Reading) Refusal() error {
	text := r.Why()
	switch {
	case r == nil:
		return Refused("no-photo", nil, "%s", text)
	case r.Error != nil:
		return Refused(r.Error.Code, nil, "%s", text)
	case len(r.Doubts) > 0:
		return Refused(r.Doubts[0].Code, nil, "%s", text)
	case text != "":
		return Refused("unread", nil, "%s", text)
	}
	return nil
}
