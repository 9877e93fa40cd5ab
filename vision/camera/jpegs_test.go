package camera

import (
	"bytes"
	"image"
	"image/jpeg"
	"testing"
)

func small(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 24, 16)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPicturesAreCutFromAnyStream(t *testing.T) {
	one := small(t)
	stream := append([]byte("--boundary\r\nContent-Length: 3\r\n\r\n"), one...)
	stream = append(append(stream, "\r\n--boundary\r\n\r\n"...), one...)
	stream = append(stream, one[:len(one)-5]...) // cut off
	stream = append(stream, one...)
	got := 0
	for data, err := range Pictures(bytes.NewReader(stream)) {
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(data, one) {
			got++
		}
	}
	if got != 3 {
		t.Errorf("%d whole pictures, want 3", got)
	}
}

func FuzzStream(f *testing.F) {
	one := small(f)
	f.Add(one)
	f.Add(append([]byte("--x\r\n\r\n"), one[:40]...))
	f.Add([]byte{0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xD9})
	f.Fuzz(func(t *testing.T, b []byte) {
		j := newJPEGs(bytes.NewReader(b))
		for range 100 {
			data, err := j.next()
			if err != nil {
				return
			}
			if len(data) < 4 || data[0] != 0xFF || data[1] != markerSOI || data[len(data)-1] != markerEOI {
				t.Fatalf("not a picture: % x", data)
			}
			_, _ = Inspect(Frame{Data: data}, DefaultLimits()) // must not panic
		}
	})
}
