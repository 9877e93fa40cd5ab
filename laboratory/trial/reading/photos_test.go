package reading

import (
	"strings"
	"testing"

	"jantaku/laboratory/trial"
)

func TestASetOfWhichNothingWasLearnedHasNoFigures(t *testing.T) {
	var out strings.Builder
	printTally(&out, &trial.Tally{}, "a")
	if got := out.String(); strings.Contains(got, "0 of 0") || !strings.Contains(got, "no photograph was read") {
		t.Error(got)
	}
}
