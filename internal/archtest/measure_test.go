package archtest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTheLifeOfAHandIsReadOneWay claims that no file of the pipeline, of the books and of the watch names what stands above it,
// that no folder does either, and that the pipeline's shell holds little itself.
func TestTheLifeOfAHandIsReadOneWay(t *testing.T) {
	files, err := Files(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"internal/pipeline", "ledger", "vision/watch"} {
		if back, all := References(files, folder); len(back) > 0 || all == 0 {
			t.Errorf("of %d references between files of %s these run back up: %s", all, folder, strings.Join(back, ", "))
		}
	}
	if up := Upward(files); len(up) > 0 {
		t.Errorf("imports run up between folders: %s", strings.Join(up, ", "))
	}
	const most = 12
	structs := WidestStructs(files, len(files)*10)
	if i := slices.IndexFunc(structs, func(c Count) bool { return c.Name == "internal/pipeline.Pipeline" }); i < 0 || structs[i].N > most {
		t.Errorf("Pipeline has more than %d fields, or is gone", most)
	}
}

// TestReferencesThatRunBackUpAreFound claims that a circle of files has one reference back, and a tree of them none.
func TestReferencesThatRunBackUpAreFound(t *testing.T) {
	for _, tt := range []struct {
		name string
		refs [][2]string
		want []string
	}{
		{"a tree", [][2]string{{"a", "b"}, {"a", "c"}, {"b", "c"}}, nil},
		{"a circle of two", [][2]string{{"a", "b"}, {"b", "a"}, {"a", "c"}}, []string{"b → a"}},
		{"a leaf that names its root", [][2]string{{"a", "b"}, {"a", "c"}, {"b", "d"}, {"c", "d"}, {"d", "a"}}, []string{"d → a"}},
	} {
		if got := backwards(tt.refs); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
