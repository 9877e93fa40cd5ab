package archtest

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// File is a parsed Go file of the module that is no test.
type File struct {
	Folder string // slash-separated, relative to the module's root
	Name   string
	Lines  int
	Set    *token.FileSet // in which Tree has its places
	Tree   *ast.File
}

// Files parses every Go file below a root that is no test. Generated files are among them.
func Files(root string) (files []File, err error) {
	set := token.NewFileSet()
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(set, path, source, parser.ParseComments)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		files = append(files, File{filepath.ToSlash(folder), d.Name(), strings.Count(string(source), "\n"), set, tree})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("sources below %s: %w", root, err)
	}
	return files, nil
}

// laboratory are the folders with which the program is measured and that no table needs.
var laboratory = []string{"laboratory", "internal/sharedtest", "internal/pagetest", "internal/archtest"}

// Under reports whether a folder is one of others, or in one.
func Under(folder string, others ...string) bool {
	return slices.ContainsFunc(others, func(o string) bool { return folder == o || strings.HasPrefix(folder, o+"/") })
}

// Area is a part of the program and how many lines of Go it has.
type Area struct {
	Name  string
	Lines int
}

// Areas counts lines by the first folder, with those of the laboratory apart, most first.
func Areas(files []File) (areas []Area) {
	lines := map[string]int{}
	for _, f := range files {
		name, _, _ := strings.Cut(f.Folder, "/")
		if Under(f.Folder, laboratory...) {
			name = "laboratory"
		}
		lines[name] += f.Lines
	}
	for _, name := range slices.Collect(maps.Keys(lines)) {
		areas = append(areas, Area{name, lines[name]})
	}
	slices.SortFunc(areas, func(a, b Area) int { return cmp.Or(b.Lines-a.Lines, strings.Compare(a.Name, b.Name)) })
	return areas
}

// Count is something with how often it is there.
type Count struct {
	Name string
	N    int
}

// WidestStructs are the n structs with the most fields; an embedded one is a field.
func WidestStructs(files []File, n int) []Count {
	var all []Count
	for _, f := range files {
		ast.Inspect(f.Tree, func(node ast.Node) bool {
			if spec, ok := node.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					all = append(all, Count{f.Folder + "." + spec.Name.Name, names(s.Fields)})
				}
			}
			return true
		})
	}
	return most(all, n)
}

// LongFunctions are the functions with more than most parameters.
func LongFunctions(files []File, most int) (long []Count) {
	for _, f := range files {
		for _, d := range f.Tree.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && names(fn.Type.Params) > most {
				long = append(long, Count{f.Folder + "." + fn.Name.Name, names(fn.Type.Params)})
			}
		}
	}
	return long
}

// names counts what a list of fields or parameters declares.
func names(list *ast.FieldList) (n int) {
	for _, field := range list.List {
		n += max(1, len(field.Names))
	}
	return n
}

func most(all []Count, n int) []Count {
	slices.SortFunc(all, func(a, b Count) int { return cmp.Or(b.N-a.N, strings.Compare(a.Name, b.Name)) })
	return all[:min(n, len(all))]
}

// module is the name of this module.
const module = "jantaku"

// ranks are the areas of the module from the ground up. What stands lower knows nothing of what stands higher.
var ranks = []string{"models", "scoring", "device", "calibration", "vision", "ledger", "access", "mqtt", "scoreboard", "packaging", "internal", "league", "laboratory", "cmd"}

// Upward gives the imports that run from a lower area of the module up to a higher one.
func Upward(files []File) (up []string) {
	rank := func(folder string) int { first, _, _ := strings.Cut(folder, "/"); return slices.Index(ranks, first) }
	for _, f := range files {
		for _, spec := range f.Tree.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			to, ours := strings.CutPrefix(path, module+"/")
			if err == nil && ours && rank(to) > rank(f.Folder) && !slices.Contains(up, f.Folder+" → "+to) {
				up = append(up, f.Folder+" → "+to)
			}
		}
	}
	slices.Sort(up)
	return up
}

// ToLaboratory gives the imports of the laboratory by the program itself.
func ToLaboratory(files []File) (imports []string) {
	for _, f := range files {
		for _, spec := range f.Tree.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			to, ours := strings.CutPrefix(path, module+"/")
			line := f.Folder + " → " + to
			if err == nil && ours && Under(to, laboratory...) && !Under(f.Folder, laboratory...) && !slices.Contains(imports, line) {
				imports = append(imports, line)
			}
		}
	}
	slices.Sort(imports)
	return imports
}

// References are the pairs of files of a folder of which the first names a type, function, method, constant or
// variable that the second declares, and
// those of them that run back up however the files are laid one above the other. (The order is searched for greedily,
// so that a better one may exist.)
func References(files []File, folder string) (back []string, all int) {
	var trees []*ast.File
	var set *token.FileSet
	for _, f := range files {
		if f.Folder == folder {
			trees, set = append(trees, f.Tree), f.Set
		}
	}
	if set == nil {
		return nil, 0
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	// What stands in other packages is not read: names of this one are found without.
	config := types.Config{Importer: nothing{}, Error: func(error) {}}
	own, _ := config.Check(folder, set, trees, &info)
	refs := map[[2]string]bool{}
	for name, object := range info.Uses {
		from, to := set.Position(name.Pos()).Filename, set.Position(object.Pos()).Filename
		if field, ok := object.(*types.Var); object.Pkg() == own && from != to && !(ok && field.IsField()) {
			refs[[2]string{filepath.Base(from), filepath.Base(to)}] = true
		}
	}
	return backwards(slices.Collect(maps.Keys(refs))), len(refs)
}

// nothing imports no package.
type nothing struct{}

// Import always fails.
func (nothing) Import(path string) (*types.Package, error) {
	return nil, fmt.Errorf("%s is not read", path)
}

// backwards lays the files of some references one above the other and gives those that run back up: whoever is
// named by nobody who is left goes to the top, whoever names nobody to the bottom, and else the one that names most
// and is named least.
func backwards(refs [][2]string) (back []string) {
	left := map[string]bool{}
	for _, r := range refs {
		left[r[0]], left[r[1]] = true, true
	}
	var top, bottom []string
	for len(left) > 0 {
		out, in := map[string]int{}, map[string]int{}
		for _, r := range refs {
			if left[r[0]] && left[r[1]] {
				out[r[0]]++
				in[r[1]]++
			}
		}
		files := slices.Sorted(maps.Keys(left))
		next := slices.MaxFunc(files, func(a, b string) int { return (out[a] - in[a]) - (out[b] - in[b]) })
		if i := slices.IndexFunc(files, func(f string) bool { return out[f] == 0 }); i >= 0 {
			bottom = append(bottom, files[i])
			delete(left, files[i])
			continue
		}
		if i := slices.IndexFunc(files, func(f string) bool { return in[f] == 0 }); i >= 0 {
			next = files[i]
		}
		top = append(top, next)
		delete(left, next)
	}
	slices.Reverse(bottom)
	order := append(top, bottom...)
	for _, r := range refs {
		if slices.Index(order, r[0]) > slices.Index(order, r[1]) {
			back = append(back, r[0]+" → "+r[1])
		}
	}
	slices.Sort(back)
	return back
}
