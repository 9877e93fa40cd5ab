package book

import "jantaku/scoring"

// Room gives place for the fans of results, cut from larger pieces: one allocation serves about a dozen hands.
type Room struct{ spare []scoring.Fan }

// Fans gives place for so many.
func (r *Room) Fans(n int) []scoring.Fan {
	const piece = 64
	if len(r.spare) < n {
		r.spare = make([]scoring.Fan, max(n, piece))
	}
	fans := r.spare[:n:n]
	r.spare = r.spare[n:]
	return fans
}
