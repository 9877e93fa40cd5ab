package photo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"jantaku/models"
	"jantaku/vision/layout"
	"jantaku/vision/learn"
)

// Options are the options of layout for photographs read one by one.
func Options(maxError float64, anyTiles bool) layout.Options {
	o := layout.DefaultOptions()
	o.MaxError, o.AnyTiles = maxError, anyTiles
	return o
}

// Read runs the eye and the understanding over one encoded picture. A picture
// that cannot be read is a failed reading, not an error.
func Read(ctx context.Context, eye *Eye, image []byte, o layout.Options) (models.Reading, error) {
	start := time.Now()
	rows, at, err := eye.Look(ctx, image, o.Place)
	o.Place = at
	var unreadable *models.ReadingError
	switch {
	case errors.As(err, &unreadable):
		return models.Reading{Status: models.Failed, Rows: [][]models.Sighting{}, Error: unreadable, Millis: MillisSince(start)}, nil
	case err != nil:
		return models.Reading{}, err
	}
	reading := layout.Read(rows, o)
	reading.Millis = MillisSince(start)
	return reading, nil
}

// MillisSince is how long something took, ms.
func MillisSince(start time.Time) float64 {
	return float64(time.Since(start).Microseconds()) / 1000
}

// Show writes a reading for people, or as a line of JSON.
func Show(w io.Writer, r models.Reading, asJSON bool) error {
	var parts []string
	for _, row := range r.Rows {
		parts = append(parts, rowText(row))
	}
	for _, d := range r.Doubts {
		parts = append(parts, "doubt: "+d.Message)
	}
	for _, note := range r.Inferred {
		parts = append(parts, fmt.Sprintf("inferred: %s", note))
	}
	return show(w, r, asJSON, r, parts)
}

// show writes how a reading ended, and its parts line by line; or all of it as a line of JSON.
func show(w io.Writer, all any, asJSON bool, r models.Reading, parts []string) error {
	if asJSON {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(all)
	}
	fmt.Fprintf(w, "%s: %s", r.File, r.Status)
	if r.Error != nil {
		fmt.Fprintf(w, ": %v\n", r.Error)
		return nil
	}
	fmt.Fprintf(w, ", %.2f %%, %.0f ms\n", 100*r.Confidence, r.Millis)
	for _, part := range parts {
		fmt.Fprintf(w, "  %s\n", part)
	}
	return nil
}

// rowText writes a row of sightings in notation, a digit and a letter each.
func rowText(row []models.Sighting) string {
	var b strings.Builder
	for _, s := range row {
		b.WriteString(s.Tile.String())
	}
	return b.String()
}

// ShowUnused names the rows and tiles that were not learned from, those that nothing confirms, and
// the tiles that look like other faces.
func ShowUnused(w io.Writer, report learn.Report) {
	for _, reason := range report.Unused {
		fmt.Fprintf(w, "not used: %s\n", reason)
	}
	for _, photo := range report.Burnt {
		fmt.Fprintf(w, "overexposed: %s: the white of its tiles is saturated, thin print is lost; take it darker\n", photo)
	}
	for _, tile := range report.Unsure {
		fmt.Fprintf(w, "not used: %s\n", tile)
	}
	for _, row := range report.Unconfirmed {
		fmt.Fprintf(w, "not confirmed: %s\n", row)
	}
	for _, tile := range report.Disagree {
		fmt.Fprintf(w, "not read back: %s\n", tile)
	}
}
