package mosaic

import (
	"math"
	"math/bits"
)

// quantiser divides the coefficients of [transform], in their order in the block.
type quantiser [64]float32

// newQuantiser takes up the scale that transform leaves in its coefficients.
func newQuantiser(table *[64]byte) (q quantiser) {
	var scale [8]float64
	for i := range scale {
		if scale[i] = 1; i > 0 {
			scale[i] = math.Cos(float64(i)*math.Pi/16) * math.Sqrt2
		}
	}
	for i := range q {
		q[i] = float32(1 / (float64(table[i]) * 8 * scale[i/8] * scale[i%8]))
	}
	return q
}

// transform is the discrete cosine transform of Arai, Agui and Nakajima (1988): five
// multiplications per line, the scale of its results left to the quantiser.
func transform(b *[64]float32) {
	for i := 0; i < 64; i += 8 {
		line(b[i:i+8:i+8], 1)
	}
	for i := range 8 {
		line(b[i:], 8)
	}
}

func line(b []float32, step int) {
	_ = b[7*step]
	d0, d1, d2, d3 := b[0], b[step], b[2*step], b[3*step]
	d4, d5, d6, d7 := b[4*step], b[5*step], b[6*step], b[7*step]
	s0, t7 := d0+d7, d0-d7
	s1, t6 := d1+d6, d1-d6
	s2, t5 := d2+d5, d2-d5
	s3, t4 := d3+d4, d3-d4

	e0, e3 := s0+s3, s0-s3
	e1, e2 := s1+s2, s1-s2
	b[0], b[4*step] = e0+e1, e0-e1
	z := (e2 + e3) * 0.70710678
	b[2*step], b[6*step] = e3+z, e3-z

	o0, o1, o2 := t4+t5, t5+t6, t6+t7
	z5 := (o0 - o2) * 0.38268343
	z2 := 0.54119610*o0 + z5
	z4 := 1.30656296*o2 + z5
	z3 := o1 * 0.70710678
	y0, y1 := t7+z3, t7-z3
	b[5*step], b[3*step] = y1+z2, y1-z2
	b[step], b[7*step] = y0+z4, y0-z4
}

// writer packs words of bits, stuffing a zero behind every byte of ones.
type writer struct {
	out  []byte
	held uint64
	n    uint // bits held
}

func (w *writer) put(word uint32, length uint) {
	w.held = w.held<<length | uint64(word)
	for w.n += length; w.n >= 8; w.n -= 8 {
		b := byte(w.held >> (w.n - 8))
		w.out = append(w.out, b)
		if b == 0xff {
			w.out = append(w.out, 0)
		}
	}
}

// flush fills the last byte with ones.
func (w *writer) flush() {
	if w.n > 0 {
		w.put(1<<(8-w.n)-1, 8-w.n)
	}
	w.held, w.n = 0, 0
}

// block transforms and writes one block and gives its DC value.
func (w *writer) block(b *[64]float32, q *quantiser, last int32, c *codes) int32 {
	transform(b)
	dc := rounded(b[0] * q[0])
	w.value(&c.dc, 0, dc-last)
	run := 0
	for _, at := range zigzag[1:] {
		v := b[at] * q[at]
		if v > -0.5 && v < 0.5 {
			run++
			continue
		}
		for ; run > 15; run -= 16 {
			w.put(c.ac[0xf0]&0xffff, uint(c.ac[0xf0]>>16))
		}
		w.value(&c.ac, run, rounded(v))
		run = 0
	}
	if run > 0 {
		w.put(c.ac[0]&0xffff, uint(c.ac[0]>>16))
	}
	return dc
}

// value writes a value behind a run of zeros: how many bits it has, then these.
func (w *writer) value(words *[256]uint32, run int, v int32) {
	magnitude, low := v, v
	if v < 0 {
		magnitude, low = -v, v-1
	}
	n := uint(bits.Len32(uint32(magnitude)))
	word := words[run<<4|int(n)]
	w.put(word&0xffff, uint(word>>16))
	if n > 0 {
		w.put(uint32(low)&(1<<n-1), n)
	}
}

func rounded(v float32) int32 {
	if v < 0 {
		return int32(v - 0.5)
	}
	return int32(v + 0.5)
}
