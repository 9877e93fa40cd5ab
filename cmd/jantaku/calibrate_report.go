package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/learn"
	"jantaku/vision/photo"
	"jantaku/vision/teach"
)

// nothingWritten is the error of a teaching that cannot be relied on. It says first what would tell.
func nothingWritten(w io.Writer, report learn.Report, seen string) error {
	open := report.Open()
	if len(open) == 0 {
		return fmt.Errorf("calibrate: nothing was written: %d of %d tiles are read back as they were taught", report.ReadBack, report.Shown)
	}
	fmt.Fprintf(w, "to confirm %v photograph once more and add to the labels:\n", open)
	for i, lay := range teach.Again(open, slices.Sorted(maps.Keys(report.Samples)), 0) {
		fmt.Fprintf(w, "  {\"file\": \"once-more-%d.jpg\", \"rows\": [\"%v\"]}\n", i+1, lay.Rows[0])
	}
	fmt.Fprintf(w, "or look at the tiles that are named, drawn into %s, and where all these labels are right add --force %v\n", seen, open)
	return fmt.Errorf("calibrate: nothing was written: of %v nothing tells whether the labels are right", open)
}

// printLearned says what was learned and what is missing or weak.
func printLearned(w io.Writer, out string, faces calibration.Faces, report learn.Report) {
	total := 0
	for _, n := range report.Samples {
		total += n
	}
	fmt.Fprintf(w, "%s: %d faces from %d tiles\n", out, len(faces.Faces), total)
	list := func(what string, tiles []models.Tile) {
		if len(tiles) == 0 {
			return
		}
		fmt.Fprintf(w, "%s:", what)
		for _, t := range tiles {
			fmt.Fprintf(w, " %v", t)
			if n := report.Samples[t]; n > 0 {
				fmt.Fprintf(w, "(%d)", n)
			}
		}
		fmt.Fprintln(w)
	}
	list("missing", report.Missing)
	list("weak, few samples", report.Weak)
	list("no flowers or red fives of these", report.Extras)
	if report.Shown > 0 {
		fmt.Fprintf(w, "%d of %d tiles are read back from the other photographs\n", report.ReadBack, report.Shown)
	}
	photo.ShowUnused(w, report)
	printLabels(w, report)
}

// printLabels says which labels seem to be wrong.
func printLabels(w io.Writer, report learn.Report) {
	for _, label := range report.Mislabelled {
		fmt.Fprintf(w, "not used, correct the label and learn again: %s\n", label)
	}
	for _, label := range report.Doubtful {
		fmt.Fprintf(w, "is the label right? Correct it, or show the face in another photograph: %s\n", label)
	}
}
