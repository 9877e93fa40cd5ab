package faces

import (
	"math"

	"jantaku/vision/raster"
)

// A tile that lies farther off than the ones that taught its face, or out of focus, is seen softer than it was taught; and where it is lighter than
// the picture can tell its palest ink is lost first. A camera that looks into a lamp takes what it taught lighter than that darker. None of it is known
// of a tile, so its face is compared as it was taught and as it may be seen.

// WorseTuning is how a face may be seen worse than it was taught.
type WorseTuning struct {
	Soft  int     // how often each strip pixel is averaged with those beside it: each time half a square pixel more of variance
	Burnt float64 // how many times as light as the picture can tell the tile is
	// Dark is how many times as light as the picture can tell the tile was where it was taught, which it is no more. There what was white may
	// have been any lighter; so ink from Print on was printed and gets deeper, of which Full is surely none of the noise.
	Dark, Print, Full float64
}

// usualWorse is the one in use. Of tiles of another renderer that are 28 pixels wide and were taught 40 wide, under a lamp that left half of their ink, the
// right face gains .03 to .1. Only softer, thin bamboo was like the backs of a wall under a mirrored lamp, .44 to .97 sure. Of tiles under two lamps that were
// taught 1.5 times as light, far beyond white, 106 of 180 are read without Dark, 125 with 1.2, 130 with 1.4 and with 1.7.
var usualWorse = WorseTuning{Soft: 1, Burnt: 1.15, Dark: 1.4, Print: .05, Full: .15}

// worse is a face as it may be seen softer and lighter, by a stored sample of it. It keeps its ink: less would make it like what has none.
func (f *Face) worse(ratio []byte, k *WorseTuning) Face {
	out := f.seen(ratio, k.Soft, func(share float64) float64 { return min(k.Burnt*share, 1) })
	out.deepen(f.deeper(&out))
	return out
}

// darker is a face as it may be seen softer and darker, with no less ink than it has.
func (f *Face) darker(ratio []byte, k *WorseTuning) Face {
	out := f.seen(ratio, k.Soft, func(share float64) float64 {
		printed := min(max((1-share-k.Print)/(k.Full-k.Print), 0), 1)
		return share - printed*(share-share/k.Dark)
	})
	out.deepen(max(f.deeper(&out), 1))
	out.Darker = true
	return out
}

// deeper is how many times as much ink a face has as another.
func (f *Face) deeper(than *Face) float64 {
	squares := raster.Squares(append(append(raster.Vector{}, f.Fine...), than.Fine...), len(f.Fine), nil)
	return math.Sqrt(float64(squares[0]) / math.Max(float64(squares[1]), 1))
}

// deepen gives a face so many times its ink.
func (f *Face) deepen(times float64) {
	for i, v := range f.Fine {
		f.Fine[i] = int16(min(times*float64(v), raster.MostOfCell))
	}
}

// seen is a face as a sample has it of which every share of the light is another one, made softer so many times.
func (f *Face) seen(ratio []byte, soft int, as func(share float64) float64) Face {
	const full = 255
	var shares [full + 1]byte
	for v := range shares {
		shares[v] = byte(full * as(float64(v)/full))
	}
	seen := make([]byte, len(ratio))
	for i, v := range ratio {
		seen[i] = shares[v]
	}
	for range soft {
		seen = softened(seen, StoredW, StoredH)
	}
	out, down := Of(f.Tile, seen)
	if f.Flipped {
		out = down
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
