package faces

import "slices"

// Rows that stood otherwise to the camera than the tiles of a table, or whose edges were found a little outside of their
// faces, teach all faces of a set wider or taller than its tiles by the same share. The tiles that are read tell by how much.

// StretchTuning says what of that is believed.
type StretchTuning struct {
	Least, Last int     // tiles that tell it at least, and the last ones that do
	Most        float64 // share by which faces may be wider or taller
	Changed     float64 // of a share, that is worth another look
}

// UsualStretch are the values in use. Of two sets taught from bare pictures the faces are .09 and .1 too tall.
var UsualStretch = StretchTuning{Least: 6, Last: 48, Most: .15, Changed: .02}

// Stretch is by what share faces are seen wider and taller than they were taught.
type Stretch struct{ Wide, Tall float64 }

// stretches are the last ones that were seen.
type stretches struct {
	seen []Stretch
	next int
	now  Stretch
}

// Stretch is by what share all faces of the set are seen wider and taller than tiles, as far as is known.
func (l *Learned) Stretch() Stretch { return l.stretch.now }

// Forget forgets what was seen.
func (l *Learned) Forget() { l.stretch = stretches{} }

// Saw takes by what share a face that is seen well was wider and taller than a tile.
func (l *Learned) Saw(s Stretch) {
	k, of := &UsualStretch, &l.stretch
	if len(of.seen) < k.Last {
		of.seen = append(of.seen, s)
	} else {
		of.seen[of.next], of.next = s, (of.next+1)%k.Last
	}
	if len(of.seen) < k.Least {
		return
	}
	middle := func(share func(Stretch) float64) float64 {
		all := make([]float64, len(of.seen))
		for i, s := range of.seen {
			all[i] = share(s)
		}
		slices.Sort(all)
		return min(max(all[len(all)/2], -k.Most), k.Most)
	}
	of.now = Stretch{Wide: middle(func(s Stretch) float64 { return s.Wide }), Tall: middle(func(s Stretch) float64 { return s.Tall })}
}
