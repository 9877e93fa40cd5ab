package mosaic

import (
	"encoding/binary"
	"fmt"
	"image"
)

const (
	mcu  = 16 // side of a block of two by two luma units, pixels
	unit = 8  // side of what the cosine transform sees
	// longest is the most MCUs of a segment: short ones waste less where little changed,
	// each costs three bytes.
	longest = 8
)

// Encoder holds one picture. Its methods are for one goroutine.
type Encoder struct {
	width, height int
	perRow        int // segments beside each other
	run           int // MCUs of a segment
	quant         [2]quantiser
	header        []byte
	segments      [][]byte
	bits          writer
}

// New makes an encoder of pictures of a size in pixels and a JPEG quality of 1 to 100.
// Segments that were never set are missing in the picture: set all of them once.
func New(width, height, quality int) (*Encoder, error) {
	if width < 1 || height < 1 || width > 1<<16-mcu || height > 1<<16-mcu {
		return nil, fmt.Errorf("mosaic: a picture of %d×%d pixels cannot be encoded", width, height)
	}
	if quality < 1 || quality > 100 {
		return nil, fmt.Errorf("mosaic: quality %d is not 1 to 100", quality)
	}
	across, down := (width+mcu-1)/mcu, (height+mcu-1)/mcu
	e := &Encoder{width: width, height: height, run: min(longest, across)}
	for across%e.run != 0 {
		e.run-- // every row of the picture begins a segment
	}
	e.perRow = across / e.run
	e.segments = make([][]byte, e.perRow*down)
	tables := [2][64]byte{scaled(lumaQuant, quality), scaled(chromaQuant, quality)}
	for i := range tables {
		e.quant[i] = newQuantiser(&tables[i])
	}
	e.header = header(width, height, e.run, tables)
	return e, nil
}

// Segments is how many there are; Rect gives the pixels of one, which may reach over the
// right and lower edge of the picture.
func (e *Encoder) Segments() int { return len(e.segments) }

// Rect gives the pixels of a segment. All segments have the same size.
func (e *Encoder) Rect(i int) image.Rectangle {
	x, y := i%e.perRow*e.run*mcu, i/e.perRow*mcu
	return image.Rect(x, y, x+e.run*mcu, y+mcu)
}

// Touched calls do with every segment that shares pixels with a rectangle.
func (e *Encoder) Touched(r image.Rectangle, do func(i int)) {
	r = r.Intersect(image.Rect(0, 0, e.width, e.height))
	if r.Empty() {
		return
	}
	wide := e.run * mcu
	for row := r.Min.Y / mcu; row <= (r.Max.Y-1)/mcu; row++ {
		for col := r.Min.X / wide; col <= (r.Max.X-1)/wide; col++ {
			do(row*e.perRow + col)
		}
	}
}

// Set encodes the samples of a segment, 0 to 255: luma in rows as wide as its Rect, and
// both colours in rows half as wide and half as many.
func (e *Encoder) Set(i int, luma, cb, cr []float32) {
	e.bits.out = e.segments[i][:0]
	wide := e.run * mcu
	var last [3]int32
	var block [64]float32
	for m := range e.run {
		for q := range 4 {
			load(&block, luma, wide, m*mcu+q%2*unit, q/2*unit)
			last[0] = e.bits.block(&block, &e.quant[0], last[0], &lumaCodes)
		}
		load(&block, cb, wide/2, m*unit, 0)
		last[1] = e.bits.block(&block, &e.quant[1], last[1], &chromaCodes)
		load(&block, cr, wide/2, m*unit, 0)
		last[2] = e.bits.block(&block, &e.quant[1], last[2], &chromaCodes)
	}
	e.bits.flush()
	if i+1 < len(e.segments) {
		e.bits.out = append(e.bits.out, 0xff, 0xd0+byte(i%8)) // RSTn
	}
	e.segments[i] = e.bits.out
}

// Append writes the picture behind what buf holds.
func (e *Encoder) Append(buf []byte) []byte {
	buf = append(buf, e.header...)
	for _, s := range e.segments {
		buf = append(buf, s...)
	}
	return append(buf, 0xff, 0xd9) // EOI
}

func load(block *[64]float32, from []float32, stride, x, y int) {
	for row := range unit {
		line := from[(y+row)*stride+x:][:unit]
		for k, v := range line {
			block[row*unit+k] = v - 128
		}
	}
}

// header is everything before the first segment.
func header(width, height, interval int, quant [2][64]byte) []byte {
	out := []byte{0xff, 0xd8}
	marker := func(kind byte, payload ...byte) {
		out = append(out, 0xff, kind)
		out = binary.BigEndian.AppendUint16(out, uint16(len(payload)+2))
		out = append(out, payload...)
	}
	marker(0xe0, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0)
	for i, table := range quant {
		payload := []byte{byte(i)}
		for _, at := range zigzag {
			payload = append(payload, table[at])
		}
		marker(0xdb, payload...)
	}
	marker(0xc0, 8, byte(height>>8), byte(height), byte(width>>8), byte(width), 3,
		1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1)
	for _, t := range []struct {
		class byte
		spec  huffman
	}{{0x00, lumaDC}, {0x10, lumaAC}, {0x01, chromaDC}, {0x11, chromaAC}} {
		marker(0xc4, append(append([]byte{t.class}, t.spec.lengths[:]...), t.spec.values...)...)
	}
	marker(0xdd, byte(interval>>8), byte(interval))
	marker(0xda, 3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0)
	return out
}
