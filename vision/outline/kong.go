package outline

// A concealed kong lies partly face down: XOOO OOOX XXXO OXXX XOOX OXXO, X for a back.
// Backs have no print to be found by, so they are looked for only where such a kong has
// them: beside one to three open tiles of a kind.

// KongTuning says which places beside open tiles hold the backs of a concealed kong.
type KongTuning struct {
	// NextTo is how far apart the middles of two open tiles of one kong lie at most, widths of a tile: each is a little
	// off its place.
	NextTo float64
	// Hidden is the share of a place under another tile at which no back lies there, and PartHidden that of a back
	// from which its edges may be those of the other. Of drawn ones 0.11 do.
	Hidden, PartHidden float64
	// Least is the least probability of a back that is told of: beside three of a
	// kind, where the hand would be complete without it. Both is that of all the
	// backs of a kong that without them would be no hand.
	Least, Both float64
}

// Kongs are the figures with which the eye reads.
var Kongs = KongTuning{NextTo: 1.5, Hidden: .25, PartHidden: .13, Least: .01, Both: .3}

// OfOneKong reports whether backs are likely to be those of one kong: all there, and of one colour.
func OfOneKong(backs []Back) bool {
	p := 1.0
	for _, b := range backs {
		a := backs[0].Colour
		if k := b.Colour.sum() / max(a.sum(), 1); a.off(b.Colour) > Backs.OneColour || k < Backs.OneLight || k > 1/Backs.OneLight {
			return false
		}
		p *= b.Sim
	}
	return p >= Kongs.Both
}
