// Package trial tries what the eye reads and what vision concludes where the truth is known.
// It counts what was read of labelled photographs and drawn scenes, and how far what the eye
// claims can be relied on. It makes the changes of a table from records as an eye would tell
// them, with its faults, and compares what was concluded with the record.
package trial
