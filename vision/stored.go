package vision

import "jantaku/models"

// Samples are stored with a rim of two pixels for the edges of the window.
const (
	storedMargin     = 2
	storedW, storedH = windowW + 2*storedMargin, windowH + 2*storedMargin
)

// look draws the tile again from the row's frame and computes its features.
func (s *sighted) look() error {
	cell := s.row.frame.drawTile(s.row.picture, fineRes, s.t, sampleMargin)
	r, err := cell.ratio()
	if err != nil {
		return err
	}
	s.ratio = crop(r, cell.width, sampleMargin-storedMargin, storedW, storedH)
	s.up, s.down = facesOf(s.tile, s.ratio)
	return nil
}

// crop cuts w×h pixels that lie from left and top on out of a picture.
func crop(pix []byte, width, from, w, h int) []byte {
	out := make([]byte, 0, 3*w*h)
	for y := from; y < from+h; y++ {
		out = append(out, pix[3*(y*width+from):3*(y*width+from+w)]...)
	}
	return out
}

// facesOf computes the features of a stored sample, both ways up.
func facesOf(tile models.Tile, ratio []byte) (up, down face) {
	make1 := func(r []byte, flipped bool) face {
		f := face{tile: tile, flipped: flipped, fine: make(vector, fineLength), coarse: make(vector, coarseLength)}
		features(r, storedW, storedH).window(f.fine, storedMargin/poolCell, storedMargin/poolCell, fineW, fineH)
		half := halve(r, storedW, storedH)
		features(pad(half, storedW/2, storedH/2), storedW/2+2, storedH/2+2).window(f.coarse, 1, 1, coarseW, coarseH)
		return f
	}
	return make1(ratio, false), make1(turned(ratio), true)
}

// halve averages 2×2 pixels.
func halve(pix []byte, w, h int) []byte {
	out := make([]byte, 3*(w/2)*(h/2))
	for y := 0; y < h/2; y++ {
		for x := 0; x < w/2; x++ {
			for c := 0; c < 3; c++ {
				at := func(dx, dy int) int { return int(pix[3*((2*y+dy)*w+2*x+dx)+c]) }
				out[3*(y*(w/2)+x)+c] = byte((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) / 4)
			}
		}
	}
	return out
}

// pad repeats the rim once to every side.
func pad(pix []byte, w, h int) []byte {
	out := make([]byte, 0, 3*(w+2)*(h+2))
	for y := -1; y <= h; y++ {
		for x := -1; x <= w; x++ {
			i := 3 * (min(max(y, 0), h-1)*w + min(max(x, 0), w-1))
			out = append(out, pix[i:i+3]...)
		}
	}
	return out
}

// turned is the picture turned by 180°.
func turned(pix []byte) []byte {
	out := make([]byte, len(pix))
	for i := 0; i < len(pix); i += 3 {
		copy(out[len(pix)-3-i:], pix[i:i+3])
	}
	return out
}
