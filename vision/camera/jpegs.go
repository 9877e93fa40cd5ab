package camera

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// maxFrame bounds one picture of a stream, bytes.
const maxFrame = 32 << 20

// errTooBig reports a picture larger than maxFrame.
var errTooBig = errors.New("camera: a picture of the stream is larger than 32 MiB")

// jpegs cuts a stream of bytes into JPEG pictures. Whatever stands between them,
// such as the headers of a multipart stream, is skipped.
type jpegs struct{ r *bufio.Reader }

func newJPEGs(r io.Reader) *jpegs { return &jpegs{bufio.NewReaderSize(r, 64<<10)} }

const (
	prefix    = 0xFF // of every marker
	markerSOI = 0xD8 // start of image
	markerEOI = 0xD9 // end of image
	markerSOS = 0xDA // start of scan: coded data follows
)

// next gives the next complete picture. The error is io.EOF at the end of the
// stream, also in the middle of a picture.
func (j *jpegs) next() ([]byte, error) {
	if err := j.seek(); err != nil {
		return nil, err
	}
	frame := []byte{prefix, markerSOI}
	for {
		marker, err := j.marker(&frame)
		if err != nil {
			return nil, err
		}
		switch {
		case marker == markerEOI:
			return frame, nil
		case marker == markerSOI: // the picture before was cut off: start anew
			frame = []byte{prefix, markerSOI}
			continue
		case marker >= 0xD0 && marker <= 0xD7 || marker == 0x01 || marker == 0x00:
			continue // no length follows
		}
		if err := j.segment(&frame); err != nil {
			return nil, err
		}
	}
}

// seek skips to the byte after the next start of a picture.
func (j *jpegs) seek() error {
	last := byte(0)
	for {
		b, err := j.r.ReadByte()
		if err != nil {
			return err
		}
		if last == prefix && b == markerSOI {
			return nil
		}
		last = b
	}
}

// marker copies bytes up to and with the next marker: in coded data an FF that is
// followed by a zero is data, and any marker may be preceded by several FF.
func (j *jpegs) marker(frame *[]byte) (byte, error) {
	for {
		if err := j.until(frame, prefix); err != nil {
			return 0, err
		}
		b := byte(prefix)
		for b == prefix {
			var err error
			if b, err = j.r.ReadByte(); err != nil {
				return 0, err
			}
			if *frame = append(*frame, b); len(*frame) > maxFrame {
				return 0, errTooBig
			}
		}
		if b != 0x00 {
			return b, nil
		}
	}
}

// until copies bytes up to and with the next one of a value, as many at once as have arrived.
func (j *jpegs) until(frame *[]byte, value byte) error {
	for {
		if _, err := j.r.Peek(1); err != nil {
			return err
		}
		here, err := j.r.Peek(j.r.Buffered())
		if err != nil {
			return err
		}
		at := bytes.IndexByte(here, value)
		if at >= 0 {
			here = here[:at+1]
		}
		if *frame = append(*frame, here...); len(*frame) > maxFrame {
			return errTooBig
		}
		if _, err := j.r.Discard(len(here)); err != nil || at >= 0 {
			return err
		}
	}
}

// segment copies a segment that begins with its length, two bytes.
func (j *jpegs) segment(frame *[]byte) error {
	head := make([]byte, 2)
	if _, err := io.ReadFull(j.r, head); err != nil {
		return eof(err)
	}
	n := int(head[0])<<8 | int(head[1])
	if n < 2 {
		return fmt.Errorf("camera: a segment of the stream is %d bytes long", n)
	}
	body := make([]byte, n-2)
	if _, err := io.ReadFull(j.r, body); err != nil {
		return eof(err)
	}
	if *frame = append(append(*frame, head...), body...); len(*frame) > maxFrame {
		return errTooBig
	}
	return nil
}

// eof makes the end in the middle of something an ordinary end.
func eof(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return io.EOF
	}
	return err
}

// Pictures gives the JPEG pictures of a stream in their order, such as those of a film:
// picture after picture, with or without something between them. What is cut off at the end
// is left out. An error ends them.
func Pictures(r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		stream := newJPEGs(r)
		for {
			picture, err := stream.next()
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(picture, err) || err != nil {
				return
			}
		}
	}
}
