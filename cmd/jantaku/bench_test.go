package main

import (
	"regexp"
	"strconv"
	"testing"

	"jantaku/internal/sharedtest"
)

func TestBenchVisionReadsTheWholeHandForAFractionOfTheNaiveWay(t *testing.T) {
	sharedtest.ByNight(t)
	said, err := program(t, "bench", "vision", "--seconds", "0")
	if err != nil {
		t.Fatal(err)
	}
	reading := regexp.MustCompile(`calibrated table +[\d.]+ ms +([\d.]+) × decoding, 14 tiles`).FindStringSubmatch(said)
	simple := regexp.MustCompile(`every place +[\d.]+ ms +([\d.]+) × decoding`).FindStringSubmatch(said)
	if reading == nil || simple == nil {
		t.Fatal(said)
	}
	read, _ := strconv.ParseFloat(reading[1], 64)
	naive, _ := strconv.ParseFloat(simple[1], 64)
	if read > 4 || naive < 20*read { // on a busy machine under other tests; see docs/eyes.md
		t.Errorf("reading takes %v × decoding, the naive way %v ×", read, naive)
	}
}

func TestBenchVisionNeedsAPictureWithItsTiles(t *testing.T) {
	for _, args := range [][]string{{"--image", "a.jpg"}, {"--tiles", "a.json"}, {"--calibration", "c.json"}, {"--place", "5"}} {
		if _, err := program(t, append([]string{"bench", "vision"}, args...)...); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}
