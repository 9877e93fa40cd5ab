package faces

import (
	"math"

	"jantaku/vision/raster"
)

// A tile that lies farther off than the ones that taught its face, or out of focus, is seen softer than it was taught; and where it is lighter than
// the picture can tell its palest ink is lost first. Neither is known of a tile, so its face is compared as it was taught and as it may be seen.

// WorseTuning is how a face may be seen worse than it was taught.
type WorseTuning struct {
	Soft  int     // how often each strip pixel is averaged with those beside it: each time half a square pixel more of variance
	Burnt float64 // how many times as light as the picture can tell the tile is
}

// usualWorse is the one in use. Of tiles of another renderer that are 28 pixels wide and were taught 40 wide, under a lamp that left half of their ink, the
// right face gains .03 to .1. Only softer, thin bamboo was like the backs of a wall under a mirrored lamp, .44 to .97 sure.
var usualWorse = WorseTuning{Soft: 1, Burnt: 1.15}

// worse is a face as it may be seen, by a stored sample of it. It keeps its ink: less would make it like what has none.
func (f *Face) worse(ratio []byte, k *WorseTuning) Face {
	seen := make([]byte, len(ratio))
	for i, v := range ratio {
		seen[i] = byte(min(k.Burnt*float64(v), 255))
	}
	for range k.Soft {
		seen = softened(seen, StoredW, StoredH)
	}
	out, down := Of(f.Tile, seen)
	if f.Flipped {
		out = down
	}
	squares := raster.Squares(append(append(raster.Vector{}, f.Fine...), out.Fine...), len(f.Fine), nil)
	deeper := math.Sqrt(float64(squares[0]) / math.Max(float64(squares[1]), 1))
	for i, v := range out.Fine {
		out.Fine[i] = int16(min(deeper*float64(v), raster.MostOfCell))
	}
	out.Worse = true
	return out
}

// softened averages each pixel with those beside it, a quarter to each side; what lies outside is as the rim.
func softened(pix []byte, w, h int) []byte {
	lines := func(from []byte, n, step, others, apart int) []byte {
		out := make([]byte, len(from))
		for line := range others {
			for i := range n {
				at, before, after := line*apart+i*step, line*apart+max(i-1, 0)*step, line*apart+min(i+1, n-1)*step
				for c := range raster.Channels {
					out[at+c] = byte((int(from[before+c]) + 2*int(from[at+c]) + int(from[after+c]) + 2) / 4)
				}
			}
		}
		return out
	}
	across := lines(pix, w, raster.Channels, h, raster.Channels*w)
	return lines(across, h, raster.Channels*w, w, raster.Channels)
}
