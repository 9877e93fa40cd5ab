package book

import "math/bits"

// Set is a set of rows of a table of fewer than 128.
type Set [2]uint64

// Add adds a row.
func (s *Set) Add(row int) { s[row>>6] |= 1 << (row & 63) }

// AddAll adds the rows of another set.
func (s *Set) AddAll(other Set) { s[0] |= other[0]; s[1] |= other[1] }

// Has reports whether a row is in the set.
func (s Set) Has(row int) bool { return s[row>>6]&(1<<(row&63)) != 0 }

// Meets reports whether two sets have a row in common.
func (s Set) Meets(other Set) bool { return s[0]&other[0]|s[1]&other[1] != 0 }

// And are the rows that are in both.
func (s Set) And(other Set) Set { return Set{s[0] & other[0], s[1] & other[1]} }

// With is the set with a row more.
func (s Set) With(row int) Set { s.Add(row); return s }

// Len is how many rows are in the set.
func (s Set) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// Each walks the rows in the order of the table.
func (s Set) Each(yield func(row int) bool) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(i<<6 + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}

// Few is a set of rows of a table of at most 64.
type Few uint64

// Meets reports whether two sets have a row in common.
func (s Few) Meets(other Few) bool { return s&other != 0 }

// Len is how many rows are in the set.
func (s Few) Len() int { return bits.OnesCount64(uint64(s)) }

// Each walks the rows in the order of the table.
func (s Few) Each(yield func(row int) bool) {
	for ; s != 0 && yield(bits.TrailingZeros64(uint64(s))); s &= s - 1 {
	}
}

// Before reports whether the list of the rows of a set comes before that of another as long.
func (s Few) Before(other Few) bool {
	differ := s ^ other
	return s&differ&-differ != 0
}
