package store

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"testing"
)

// released are the steps of the schema that archives have taken already, by the sum of their text: who changes one of
// them gives new archives another schema than these have.
var released = []struct {
	name string
	lite bool
	sum  string
}{
	{"0001_archive.sql", true, "8554297e784ec003eacc94b1e2dd20cf7154e143a23fdee704c49492b1bcd073"},
	{"0001_archive.sql", false, "9616e2554d47c0d737149b0be4d1dab4a3ccbb20847131d09ce687e16b4916fb"},
	{"0002_tournaments.sql", true, "b68b5d7430dcbd59247d3cb86e6c812a960041d94d2e83607c6f98bb469a9237"},
	{"0002_tournaments.sql", false, "b68b5d7430dcbd59247d3cb86e6c812a960041d94d2e83607c6f98bb469a9237"},
}

func TestReleasedStepsOfTheSchemaStay(t *testing.T) {
	for _, step := range released {
		files, err := schema(step.lite)
		if err != nil {
			t.Fatal(err)
		}
		text, err := fs.ReadFile(files, step.name)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != step.sum {
			t.Errorf("%s (SQLite: %v) is another than it was:\n%s", step.name, step.lite, text)
		}
	}
}
