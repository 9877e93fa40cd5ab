package sight

// How a tile that lies sideways is seen: the plane of its row says it, and turned by a quarter, its
// surroundings are compared with the faces as those of upright tiles are. A turned tile is seen a
// quarter either way, because faces are compared both ways up.
//
// LyingTuning says where such tiles are looked for, and how it is told that one is shorter than it was read.
// Places are in tiles, along its width and down its height, from the middle.
type LyingTuning struct {
	Along  float64 // tiles beyond the ends of a row that are searched
	Across float64 // heights of a tile above and below its line
	Like   float64 // similarity of a place that is looked at closely
	Most   int     // places of a row that are looked at closely
	// PeakAlong and PeakAcross are how far apart two of them lie at least.
	PeakAlong, PeakAcross float64
	// OtherView is how much otherwise, in tiles, a place that looks like none is seen in another
	// perspective that may show one there: in drawn pictures 2 of 1,481 that were seen less so.
	OtherView float64
	// Third is how far up or down a whole tile lies whose part was read.
	Third float64
	// Table shows at End where a sideways tile was read upright, and as far in as Within where one reaches
	// out that was found a little off: from side to side, Wide, or about its middle, Middle.
	End, Within, Wide, WideStep float64
	Middle                      []float64
}

// LyingDown are the figures with which the eye reads.
var LyingDown = LyingTuning{
	Along: 2.4, Across: 1, Like: .55, Most: 16, PeakAlong: .6, PeakAcross: .35, OtherView: .1, Third: 1. / 3,
	End: .44, Within: .34, Wide: .36, WideStep: .09, Middle: []float64{-.28, 0, .28},
}

// BareTable is how bright, of a tile's light, the table beside it is at most.
const BareTable = 0.5
