package vision_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
)

var update = flag.Bool("update", false, "write the golden files anew")

// goldenFaces are few samples of each face, the same in short tests and long ones.
var goldenFaces = taught(artwork.StyleA, scene.RandomLessonsOver, 4, studio.Photograph)

// TestCalibratedReadingsAreThoseOfTheGoldenFile shows what a change of the eye changes: one line
// for each of some drawn tables.
func TestCalibratedReadingsAreThoseOfTheGoldenFile(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round otherwise")
	}
	tables := sharedtest.Count(11, 22) // every hardness once, or twice
	switch {
	case *update:
		tables = 22
	case testing.Short():
		tables = 8
	}
	reader := newReader(t, learned(t, goldenFaces))
	var b strings.Builder
	for i := range tables {
		seed, hardness := 1600000000+uint64(i), float64(i%11)/10
		s, err := scene.RandomOver(seed, artwork.StyleA, hardness, scene.EveryForm, models.Thirteen)
		if err != nil {
			t.Fatal(err)
		}
		picture, _, err := studio.Photograph(s.Spec)
		if err != nil {
			t.Fatal(err)
		}
		r := understood(t, reader, calibrated(t, s.Spec), picture, s.Laying.Place)
		fmt.Fprintf(&b, "%d %.1f %s %s\n", seed, hardness, readingLine(r), verdictOn(r, s))
	}
	path := filepath.Join("testdata", "calibrated.golden")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.SplitAfter(b.String(), "\n")[:tables], strings.SplitAfter(string(want), "\n")
	if len(got) > len(lines) {
		t.Fatalf("%d lines, the golden file has %d", len(got), len(lines))
	}
	for i := range got {
		if got[i] != lines[i] {
			t.Errorf("read\n%sgolden\n%s", got[i], lines[i])
		}
	}
}

// verdictOn tells whether a reading is what was laid.
func verdictOn(r models.Reading, s scene.Scene) string {
	if r.Hand != nil && readRight(r, s) {
		return "right"
	}
	return "other than laid"
}

// readingLine is a reading in one line: its status, the rows and the doubts.
func readingLine(r models.Reading) string {
	line := string(r.Status)
	for _, row := range r.Rows {
		var tiles models.Tiles
		for _, s := range row {
			tiles = append(tiles, s.Tile)
		}
		line += fmt.Sprintf(" %v", tiles)
	}
	if r.Error != nil {
		line += " " + r.Error.Code
	}
	for _, d := range r.Doubts {
		line += " " + d.Code
	}
	return line
}
