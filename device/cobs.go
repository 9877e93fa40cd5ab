package device

import "fmt"

// COBS (Cheshire and Baker, 1999) rewrites bytes so that none is zero; a zero then
// always ends a frame, and a receiver finds the next frame after any damage. Frames
// here are shorter than 254 bytes, so the cost is one byte.

// appendCOBS appends the encoding of p to dst, without the zero that ends a frame.
func appendCOBS(dst, p []byte) []byte {
	code := len(dst) // where the distance to the next zero stands
	dst = append(dst, 1)
	for _, b := range p {
		if b != 0 {
			dst = append(dst, b)
			dst[code]++
		}
		if b == 0 || dst[code] == 0xFF {
			code = len(dst)
			dst = append(dst, 1)
		}
	}
	return dst
}

// appendUnCOBS appends to dst what was encoded as p. The error wraps ErrForm.
func appendUnCOBS(dst, p []byte) ([]byte, error) {
	for len(p) > 0 {
		code := int(p[0])
		if code == 0 || code > len(p) {
			return dst, fmt.Errorf("%w: COBS distance %d with %d bytes left", ErrForm, code, len(p))
		}
		for _, b := range p[1:code] {
			if b == 0 {
				return dst, fmt.Errorf("%w: zero inside a COBS frame", ErrForm)
			}
		}
		dst = append(dst, p[1:code]...)
		p = p[code:]
		if code < 0xFF && len(p) > 0 {
			dst = append(dst, 0)
		}
	}
	return dst, nil
}
