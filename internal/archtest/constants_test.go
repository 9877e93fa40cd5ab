package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// readingPath are the packages that turn the picture of a calibrated camera into a hand.
var readingPath = []string{"vision", "vision/raster", "vision/faces", "vision/plane", "vision/outline", "vision/propose", "vision/arrange", "vision/layout", "vision/zones"}

// mostConstants is how many constants stand in each of them outside a tuning struct; less is better,
// and whoever makes it less writes that here.
var mostConstants = map[string]int{
	"vision": 1, "vision/raster": 31, "vision/faces": 15, "vision/plane": 10, "vision/outline": 1, "vision/propose": 6, "vision/arrange": 1, "vision/layout": 7, "vision/zones": 0,
}

// TestConstantsOfReadingStandInTuningStructs counts the numbers that somebody chose: every numeric
// literal of the reading path, but for
//
//   - 0, 1, 2 and a half, which count, double, halve and find middles, what is at most a millionth, which
//     keeps sums from nought, quarters of a turn in degrees, and the most of a byte;
//   - those of a composite literal of a type called …Tuning or of the default [Options] of layout, where
//     each has a field with its unit and evidence;
//   - lengths of arrays, indices, bounds of slices, sizes of make, conditions and steps of loops, and
//     shifts.
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
			found := chosen(file)
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

// chosen are the literals of a syntax tree that count.
func chosen(tree ast.Node) (found []string) {
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.ArrayType, *ast.IndexExpr, *ast.SliceExpr:
			return false
		case *ast.CompositeLit:
			for _, element := range n.Elts { // the type of an array has its length
				if !isTuning(n.Type) {
					found = append(found, chosen(element)...)
				}
			}
			return false
		case *ast.CallExpr:
			name, ok := n.Fun.(*ast.Ident)
			return !ok || name.Name != "make"
		case *ast.ForStmt:
			found = append(found, chosen(n.Body)...)
			return false
		case *ast.BinaryExpr:
			return n.Op != token.SHL && n.Op != token.SHR
		case *ast.BasicLit:
			if counts(n) {
				found = append(found, n.Value)
			}
		}
		return true
	})
	return found
}

func isTuning(typ ast.Expr) bool {
	name, ok := typ.(*ast.Ident)
	return ok && (strings.HasSuffix(name.Name, "Tuning") || strings.HasSuffix(name.Name, "tuning") || name.Name == "Options")
}

// counts reports whether a literal is a number that somebody chose.
func counts(l *ast.BasicLit) bool {
	if l.Kind != token.INT && l.Kind != token.FLOAT {
		return false
	}
	v, err := strconv.ParseFloat(l.Value, 64)
	return err != nil || v > 1e-6 && !slices.Contains([]float64{1, 2, .5, 90, 180, 360, 255}, v)
}
