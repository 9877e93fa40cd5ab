package access

import "slices"

// firstGuesses is what somebody tries first: few, as each takes the time of a hash.
func firstGuesses(name string) []string {
	return []string{name, "jantaku", "password", "admin", "mahjong", "0000", "1111", "1234", "12345", "123456", "12345678", "1234567890"}
}

// Guessable reports whether the secret of an account is among what somebody tries first.
func (one Account) Guessable() bool {
	if isHash(one.Password) {
		h, err := parseHash(one.Password)
		return err == nil && slices.ContainsFunc(firstGuesses(one.Name), h.matches)
	}
	return slices.Contains(firstGuesses(one.Name), one.Password)
}
