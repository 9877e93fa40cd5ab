package archtest

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// Chosen are the numbers of a syntax tree that somebody chose, free of any struct and in tuning structs: every
// numeric literal, but for
//
//   - 0, 1, 2 and a half, which count, double, halve and find middles, what is at most a millionth, which
//     keeps sums from nought, quarters of a turn in degrees, and the most of a byte;
//   - lengths of arrays, indices, bounds of slices, sizes of make, conditions and steps of loops, and
//     shifts.
//
// A tuning struct is a composite literal of a type called …Tuning or of the default [Options] of layout, where
// each number has a field with its unit and evidence.
func Chosen(tree ast.Node) (free, structs []string) {
	inside := func(n ast.Node) {
		f, s := Chosen(n)
		free, structs = append(free, f...), append(structs, s...)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.ArrayType, *ast.IndexExpr, *ast.SliceExpr:
			return false
		case *ast.CompositeLit:
			for _, element := range n.Elts { // the type of an array has its length
				if f, s := Chosen(element); isTuning(n.Type) {
					structs = slices.Concat(structs, f, s)
				} else {
					free, structs = append(free, f...), append(structs, s...)
				}
			}
			return false
		case *ast.CallExpr:
			name, ok := n.Fun.(*ast.Ident)
			return !ok || name.Name != "make"
		case *ast.ForStmt:
			inside(n.Body)
			return false
		case *ast.BinaryExpr:
			return n.Op != token.SHL && n.Op != token.SHR
		case *ast.BasicLit:
			if counts(n) {
				free = append(free, n.Value)
			}
		}
		return true
	})
	return free, structs
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
