// Command measure prints what can be counted of the architecture, from the sources as they stand: run it in the
// module's root with go run ./internal/archtest/measure.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"jantaku/internal/archtest"
)

func main() {
	root := flag.String("root", ".", "the module's root")
	whole := flag.Bool("v", false, "name what is counted")
	flag.Parse()
	files, err := archtest.Files(*root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0)
	lines(out, files)
	numbers(out, files, *whole)
	row := func(what string, names []string) {
		fmt.Fprintf(out, "%s\t%d\n", what, len(names))
		named(out, names, *whole)
	}
	var long, wide []string
	for _, c := range archtest.LongFunctions(files, 5) {
		long = append(long, fmt.Sprintf("%s %d", c.Name, c.N))
	}
	for _, c := range archtest.WidestStructs(files, 12) {
		wide = append(wide, fmt.Sprintf("%s %d", c.Name, c.N))
	}
	row("functions with more than five parameters", long)
	row("imports that run up between folders", archtest.Upward(files))
	row("imports of the laboratory by the program", archtest.ToLaboratory(files))
	fmt.Fprintf(out, "fields of the widest structs\t%s\n", strings.Join(wide, ", "))
	references(out, files, *whole)
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// named prints what is counted, where that is wanted.
func named(out *tabwriter.Writer, names []string, wanted bool) {
	if !wanted {
		return
	}
	for _, name := range names {
		fmt.Fprintf(out, "  %s\t\n", name)
	}
}

// lines prints how many lines each part has, the program's own together.
func lines(out *tabwriter.Writer, files []archtest.File) {
	program := 0
	for _, a := range archtest.Areas(files) {
		fmt.Fprintf(out, "lines of %s\t%d\n", a.Name, a.Lines)
		if a.Name != "laboratory" {
			program += a.Lines
		}
	}
	fmt.Fprintf(out, "lines without the laboratory\t%d\n", program)
}

// numbers prints how many numbers of the eye somebody chose, by part, and which where the whole is wanted.
func numbers(out *tabwriter.Writer, files []archtest.File, whole bool) {
	parts := []struct {
		name    string
		folders []string
	}{
		{"bare pictures", []string{"vision/bare"}},
		{"watching and play", []string{"vision/watch", "vision/play"}},
		{"teaching", []string{"vision/learn", "vision/teach", "vision/annotate", "vision/lens"}},
		{"calibrated pictures", []string{"vision"}},
	}
	type count struct {
		free, structs int
		files         []string
	}
	counts := make([]count, len(parts))
	all := count{}
	for _, f := range files {
		if !archtest.Under(f.Folder, "vision") || archtest.Under(f.Folder, "vision/artwork") {
			continue
		}
		free, structs := archtest.Chosen(f.Tree)
		for i, p := range parts {
			if archtest.Under(f.Folder, p.folders...) {
				counts[i].free += len(free)
				counts[i].structs += len(structs)
				if chosen := slices.Concat(free, structs); len(chosen) > 0 {
					counts[i].files = append(counts[i].files, fmt.Sprintf("%s/%s %d: %s", f.Folder, f.Name, len(chosen), strings.Join(chosen, " ")))
				}
				break
			}
		}
		all.free += len(free)
		all.structs += len(structs)
	}
	for i, p := range parts {
		fmt.Fprintf(out, "numbers of the eye for %s\t%d, %d of them in structs\n", p.name, counts[i].free+counts[i].structs, counts[i].structs)
		named(out, counts[i].files, whole)
	}
	fmt.Fprintf(out, "numbers of the eye\t%d, %d of them in structs\n", all.free+all.structs, all.structs)
}

// references prints how many references between the files of a folder run back up, in all folders together and in
// those where the most do.
func references(out *tabwriter.Writer, files []archtest.File, whole bool) {
	type folder struct {
		name string
		back []string
		all  int
	}
	var folders []folder
	back, all := 0, 0
	for _, f := range files {
		if slices.ContainsFunc(folders, func(o folder) bool { return o.name == f.Folder }) {
			continue
		}
		one := folder{name: f.Folder}
		one.back, one.all = archtest.References(files, f.Folder)
		folders = append(folders, one)
		back, all = back+len(one.back), all+one.all
	}
	fmt.Fprintf(out, "references between files of a folder that run back up\t%d of %d\n", back, all)
	slices.SortStableFunc(folders, func(a, b folder) int { return len(b.back) - len(a.back) })
	const worst = 8
	for i, f := range folders {
		if i < worst || f.name == "internal/pipeline" || whole && len(f.back) > 0 {
			fmt.Fprintf(out, "  of %s\t%d of %d\n", f.name, len(f.back), f.all)
			named(out, f.back, whole)
		}
	}
}
