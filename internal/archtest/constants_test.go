package archtest

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readingPath are the packages that turn the picture of a calibrated camera into a hand.
var readingPath = []string{"vision", "vision/raster", "vision/faces", "vision/plane", "vision/outline", "vision/proposal", "vision/arrange", "vision/layout", "vision/zones"}

// mostConstants is how many constants stand in each of them outside a tuning struct; less is better,
// and whoever makes it less writes that here.
var mostConstants = map[string]int{
	"vision": 1, "vision/raster": 23, "vision/faces": 12, "vision/plane": 9, "vision/outline": 1, "vision/proposal": 6, "vision/arrange": 1, "vision/layout": 7, "vision/zones": 0,
}

// TestConstantsOfReadingStandInTuningStructs counts the numbers of the reading path that somebody chose and that
// stand in no tuning struct; see Chosen.
func TestConstantsOfReadingStandInTuningStructs(t *testing.T) {
	all := 0
	for _, folder := range readingPath {
		n := 0
		paths, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(folder), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			found, _ := Chosen(file)
			if testing.Verbose() {
				t.Logf("%s: %d %v", strings.TrimPrefix(filepath.ToSlash(path), "../../"), len(found), found)
			}
			n += len(found)
		}
		if most := mostConstants[folder]; n > most {
			t.Errorf("%s has %d constants outside tuning structs, %d are allowed", folder, n, most)
		}
		all += n
	}
	t.Logf("%d constants of the reading path stand outside tuning structs", all)
}
