package prior

import "cmp"

// Learned is what hands teach about the table at which the next is played. The zero value knows nothing.
type Learned struct {
	// InView is how likely this club lays its riichi sticks where the camera sees them, see [Sticks]; 0 where nothing is known.
	InView float64
	// Overlooked and Expected are what the hands before add to those of [Eye].
	Overlooked, Expected float64
}

// Figures are the figures for the next hand.
func (l Learned) Figures(f Figures) Figures {
	f.InView = cmp.Or(l.InView, f.InView)
	f.Overlooked += l.Overlooked
	f.Expected += l.Expected
	return f
}

// After adds a hand in which so many tiles were overlooked, and of which so many were expected to be; the hands before count as
// much less as [Eye] says by fades.
func (l Learned) After(inView, overlooked, expected, fades float64) Learned {
	return Learned{InView: inView, Overlooked: fades * (l.Overlooked + overlooked), Expected: fades * (l.Expected + expected)}
}
