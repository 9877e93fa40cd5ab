package config

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/go-viper/mapstructure/v2"
	"github.com/knadh/koanf/v2"
)

// decode makes a configuration of what was read. The error names every key that there is not, with the one that may
// have been meant, and every value that is not of its key's kind.
func decode(k *koanf.Koanf) (c Config, err error) {
	var seen mapstructure.Metadata
	decoder := &mapstructure.DecoderConfig{Result: &c, TagName: "koanf", WeaklyTypedInput: true, Metadata: &seen,
		DecodeHook: mapstructure.ComposeDecodeHookFunc(mapstructure.TextUnmarshallerHookFunc(), mapstructure.StringToTimeDurationHookFunc(), mapstructure.StringToSliceHookFunc(","))}
	errs := wrongValues(k.UnmarshalWithConf("", &c, koanf.UnmarshalConf{Tag: "koanf", DecoderConfig: decoder}), k)
	known := append(seen.Keys, seen.Unset...)
	slices.Sort(seen.Unused)
	for _, key := range seen.Unused {
		hint := ""
		if like := nearest(key, known); like != "" {
			hint = fmt.Sprintf("; did you mean %s?", like)
		}
		errs = append(errs, fmt.Errorf("  %s is no key%s", key, hint))
	}
	return c, errors.Join(errs...)
}

// wrongValues tells of each value that could not be decoded, by its key.
func wrongValues(err error, k *koanf.Koanf) (all []error) {
	var text *mapstructure.ParseError
	field, isField := err.(*mapstructure.DecodeError)
	several, isSeveral := err.(interface{ Unwrap() []error })
	switch one := errors.Unwrap(err); {
	case err == nil:
	case isField && errors.As(err, &text):
		all = append(all, fmt.Errorf("  %s %q is not %s", field.Name(), text.Value, kindOf(text.Expected.Type())))
	case isField:
		value := ""
		if v := k.Get(field.Name()); v != nil { // there is none of a key within a list
			value = fmt.Sprintf(" %q", fmt.Sprint(v))
		}
		all = append(all, fmt.Errorf("  %s%s: %w", field.Name(), value, one))
	case isSeveral:
		for _, one := range several.Unwrap() {
			all = append(all, wrongValues(one, k)...)
		}
	case one != nil:
		all = wrongValues(one, k)
	default:
		all = append(all, fmt.Errorf("  %w", err))
	}
	return all
}

// kindOf says what values of a type look like.
func kindOf(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "a time such as 500ms or 2s"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr:
		return "a whole number"
	case t.Kind() == reflect.Float32 || t.Kind() == reflect.Float64:
		return "a number"
	}
	return "a " + t.String()
}

// nearest gives the known key that a key differs from by up to two letters, or that has its last word; empty for none. Of
// two that differ as much it is the one with the same first letter, which is seldom mistyped.
func nearest(key string, known []string) (like string) {
	last := func(k string) string { return k[strings.LastIndexByte(k, '.')+1:] }
	least := 3
	for _, k := range known {
		if d := letters(key, k); d < least || d == least && like != "" && key != "" && strings.HasPrefix(k, key[:1]) && !strings.HasPrefix(like, key[:1]) {
			like, least = k, d
		}
	}
	for _, k := range known {
		if like == "" && last(k) == last(key) {
			like = k
		}
	}
	return like
}

// letters counts how many letters must be put in, left out or changed to make b of a.
func letters(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal, row[j+1] = row[j+1], min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
