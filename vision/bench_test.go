package vision_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"jantaku/laboratory/baseline"
	"jantaku/laboratory/scene"
)

// BenchmarkReadAgainstDecode measures reading a hand of 14 tiles against OpenCV's
// decoding of the same JPEG of 1920 × 1080 pixels, in one run and on one core:
//
//	go test -tags … ./vision -run - -bench Decode -cpu 1
//
// Its metrics are milliseconds of decoding, of all of reading (which decodes too),
// and the ratio of finding and reading alone to decoding.
func BenchmarkReadAgainstDecode(b *testing.B) {
	baseline.OneCore()
	reader := tableReader(b)
	table := newTable(b, calibrated(b, scene.WholeTable()))
	spec, _ := handFor(b, 1, 3)
	image := photographed(b, spec)
	for name, read := range map[string]func() error{
		"calibrated": func() error {
			_, _, err := reader.ReadTable(context.Background(), image, table, 1)
			return err
		},
		"uncalibrated": func() error {
			_, _, err := reader.Read(context.Background(), image)
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			var decodes, reads []float64
			for b.Loop() {
				decodes = append(decodes, timed(b, func() error { return decode(image) }))
				reads = append(reads, timed(b, read))
			}
			decoding, reading := median(decodes), median(reads)
			b.ReportMetric(decoding, "ms-decode")
			b.ReportMetric(reading, "ms-read")
			b.ReportMetric((reading-decoding)/decoding, "×decode")
		})
	}
}

// BenchmarkNaive compares every face with every place of the frame, as the simplest
// reader would, at one size and one way up.
func BenchmarkNaive(b *testing.B) {
	baseline.OneCore()
	faces := learned(b, tableFaces)
	spec, _ := handFor(b, 1, 3)
	image := photographed(b, spec)
	matcher, err := baseline.NewMatcher(faces)
	if err != nil {
		b.Fatal(err)
	}
	defer matcher.Close()
	var decodes, reads []float64
	for b.Loop() {
		decodes = append(decodes, timed(b, func() error { return decode(image) }))
		reads = append(reads, timed(b, func() error { return matcher.Match(image) }))
	}
	b.ReportMetric(median(decodes), "ms-decode")
	b.ReportMetric(median(reads), "ms-read")
	b.ReportMetric((median(reads)-median(decodes))/median(decodes), "×decode")
}

func decode(image []byte) error {
	_, _, err := baseline.Decode(image)
	return err
}

// timed gives the milliseconds that a call takes.
func timed(b *testing.B, f func() error) float64 {
	start := time.Now()
	if err := f(); err != nil {
		b.Fatal(err)
	}
	return float64(time.Since(start).Microseconds()) / 1000
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
