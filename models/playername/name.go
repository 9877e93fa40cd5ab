// Package playername says which names people may have in the books, and what of a typed name is part of it.
package playername

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"jantaku/models"
)

// Longest is how many characters a name may have: more does not fit a line of the board at any size.
const Longest = 64

// Clean gives a name as the books keep it: composed (NFC), without spaces at its ends, with single spaces
// inside, and without marks that nobody sees (zero width, direction), so that names that look alike are alike.
// Refusals: name-empty, name-unreadable (not UTF-8, or a control character), name-long.
func Clean(typed string) (string, error) {
	if !utf8.ValidString(typed) || strings.ContainsFunc(typed, isControl) {
		return "", models.Refused("name-unreadable", nil, "name %q has characters that are no text", typed)
	}
	name := strings.Join(strings.Fields(Same(typed)), " ")
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		return "", models.Refused("name-empty", nil, "name %q is empty", typed)
	case n > Longest:
		return "", models.Refused("name-long", models.Data{"count": Longest}, "a name of %d characters is longer than %d", n, Longest)
	}
	return name, nil
}

// Same gives text by which two spellings of one name are compared, also where it is no name that [Clean] would
// take, as in books of old and names of files.
func Same(text string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || isFiller(r) {
			return -1
		}
		return r
	}, text))
}

// isControl reports characters that end lines, bytes or terminals' patience; what separates words is none.
func isControl(r rune) bool {
	return unicode.IsControl(r) && !unicode.IsSpace(r) || r == utf8.RuneError
}

// isFiller reports letters that are drawn as nothing.
func isFiller(r rune) bool {
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u3164', '\uffa0':
		return true
	}
	return false
}
