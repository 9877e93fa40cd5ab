package prior

import (
	"cmp"

	"jantaku/models"
)

// Learned is what hands teach about the table at which the next is played. The zero value knows nothing.
type Learned struct {
	// InView is how likely this club lays its riichi sticks where the camera sees them, see [Sticks]; 0 where nothing is known.
	InView float64
	// Overlooked and Expected are what the hands before add to those of [Eye].
	Overlooked, Expected float64
	// Flowerless is by how much likelier than before the first hand, as a logarithm, it is that none of the flowers of
	// each place is ever seen.
	Flowerless [models.Places]float64
}

// Hand is what one hand teaches, in the terms of [Learned].
type Hand Learned

// Figures are the figures for the next hand.
func (l Learned) Figures(f Figures) Figures {
	f.InView = cmp.Or(l.InView, f.InView)
	f.Overlooked += l.Overlooked
	f.Expected += l.Expected
	for i, ratio := range l.Flowerless {
		f.Flowerless[i] += ratio
	}
	return f
}

// After adds a hand; those before count as much less as [Eye] says by fades.
func (l Learned) After(h Hand, fades float64) Learned {
	next := Learned{InView: h.InView, Overlooked: fades * (l.Overlooked + h.Overlooked), Expected: fades * (l.Expected + h.Expected)}
	for i := range next.Flowerless {
		next.Flowerless[i] = fades * (l.Flowerless[i] + h.Flowerless[i])
	}
	return next
}
