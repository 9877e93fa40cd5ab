package vision

import (
	"math"
)

// A tile that lies upon the turned one of a pung hides it, and makes it a kong. It lies
// higher, so that the camera sees it a few millimetres farther out than it would see the
// turned tile; straight under the camera it does not, and nobody can tell.

// Tiles upon others.
const (
	tightAlong  = 0.8  // mm by which a turned tile stands off its neighbours, usually
	tightAcross = 1.4  // and off the edge of its row
	mostUpon    = 0.02 // of pungs with a turned tile that are such kongs
	silentUpon  = 0.005
)

// markRaised marks the turned tiles of pungs that may lie upon another tile.
func (r *Reader) markRaised(p *picture, f *field, rows []row) {
	for _, c := range rows {
		for i := range c.tiles {
			t := &c.tiles[i]
			if a, b := pungOf(c.tiles, i); t.turned && a >= 0 {
				r.settleOn(p, t)
				at := f.flatPlace(r.settledAt(p, f, c.tiles[a]), r.settledAt(p, f, c.tiles[b]), i-a, i-b)
				t.raised = f.upon(at, f.middle(t)) > silentUpon
			}
		}
	}
}

// pungOf gives the two upright tiles that make a pung with turned tile i; -1 if there
// are none.
func pungOf(tiles []reading, i int) (a, b int) {
	fits := func(k int) bool {
		return k >= 0 && k < len(tiles) && !tiles[k].turned && tiles[k].tile.Kind() == tiles[i].tile.Kind()
	}
	for _, pair := range [][2]int{{i - 1, i + 1}, {i + 1, i + 2}, {i - 2, i - 1}} {
		if fits(pair[0]) && fits(pair[1]) {
			return pair[0], pair[1]
		}
	}
	return -1, -1
}

// settleOn moves the frame of a tile to where its face is seen best.
func (r *Reader) settleOn(p *picture, t *reading) {
	t.frame = r.settledOn(p, t.frame, t.t, look{t.tile, t.flipped}, moves[:2], 4)
	t.quad = t.frame.quad(t.t, 0)
}

// settledAt is where the middle of a tile lies when it is seen best, mm.
func (r *Reader) settledAt(p *picture, f *field, t reading) vec {
	r.settleOn(p, &t)
	return f.middle(&t)
}

// flatPlace is where the middle of a turned tile lies on the cloth beside two upright
// ones, from and to which it is so many tiles: edges in one line, without a gap.
func (f *field) flatPlace(a, b vec, fromA, fromB int) vec {
	beside := (f.tile.Width + f.tile.Height) / 2
	slope := (b.Y - a.Y) / (b.X - a.X)
	near, side := a, float64(fromA)
	if math.Abs(float64(fromB)) < math.Abs(side) {
		near, side = b, float64(fromB)
	}
	at := vec{X: near.X + side*beside}
	if fromA*fromB < 0 {
		at.X = (a.X + b.X) / 2
	}
	at.Y = near.Y + slope*(at.X-near.X) - (f.tile.Height-f.tile.Width)/2
	return at
}

// upon is the probability that a turned tile that is seen at a point, and would lie at
// another on the cloth, lies upon a tile there.
func (f *field) upon(flat, seen vec) float64 {
	higher := turned4(f.view.Table(f.above.Picture(turned4(flat, f.place.Index()))), 4-f.place.Index())
	odds := func(from vec) float64 {
		x, y := (seen.X-from.X)/tightAlong, (seen.Y-from.Y)/tightAcross
		return math.Exp(-(x*x + y*y) / 2)
	}
	lies, stands := (1-mostUpon)*odds(flat), mostUpon*odds(higher)
	return stands / max(lies+stands, 1e-300)
}
