package photo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/plane"
	"jantaku/vision/proposal"
	"jantaku/vision/zones"
)

// Surveyor reads everything that lies on a table.
type Surveyor struct {
	Reader *vision.Reader
	table  *plane.Table
	camera *calibration.Camera
	// maxError is the probability of a wrong tile that may be accepted without asking.
	maxError float64
}

// NewSurveyor reads with learned faces under a calibrated camera. Close its reader after use.
func NewSurveyor(faces calibration.Faces, camera *calibration.Camera, maxError float64) (*Surveyor, error) {
	table, err := plane.NewTable(camera)
	if err != nil {
		return nil, err
	}
	reader, err := vision.NewReader(faces)
	return &Surveyor{Reader: reader, table: table, camera: camera, maxError: maxError}, err
}

// Read reads an encoded picture. One that cannot be read is a failed reading, not an error.
func (s *Surveyor) Read(ctx context.Context, image []byte) (models.TableReading, error) {
	start := time.Now()
	r := models.TableReading{Status: models.Failed, Zones: zones.Of(nil, s.camera)}
	picture, err := s.Reader.Open(image, s.table)
	var found []proposal.Found
	if err == nil {
		found, err = picture.Sweep(ctx)
	}
	if unreadable := (*models.ReadingError)(nil); errors.As(err, &unreadable) {
		r.Error, r.Millis = unreadable, MillisSince(start)
		return r, nil
	}
	if err != nil {
		return r, err
	}
	read := Told(found, s.camera, s.maxError)
	read.Millis = MillisSince(start)
	return read, nil
}

// Told is the reading that the tiles found on a table make. It is accepted where the probability that one of them is another is at most maxError.
func Told(found []proposal.Found, camera *calibration.Camera, maxError float64) models.TableReading {
	lying := make([]zones.Lying, len(found))
	for i := range found {
		lying[i] = zones.Lying{Sighting: found[i].Sighting(), Pose: found[i].Pose}
	}
	r := models.TableReading{Status: models.Review, Zones: zones.Of(lying, camera)}
	r.Confidence = zones.Whole(&r.Zones)
	for _, z := range tableZones(&r.Zones) {
		for _, t := range z.tiles {
			if t.Tile == models.Unknown {
				r.Confidence = 0
			}
			r.Confidence *= t.Confidence
		}
	}
	if r.Confidence >= 1-maxError {
		r.Status = models.Accepted
	}
	return r
}

// tableZone is one zone with what lies in it.
type tableZone struct {
	name  string
	tiles []models.OnTable
}

// tableZones lists the zones of a reading that hold tiles.
func tableZones(z *models.TableZones) (list []tableZone) {
	for _, of := range []struct {
		name  string
		zones map[models.Place][]models.OnTable
	}{{"river", z.River}, {"melds", z.Meld}, {"hand", z.Hand}, {"flowers", z.Flower}} {
		for _, place := range slices.Sorted(maps.Keys(of.zones)) {
			list = append(list, tableZone{fmt.Sprintf("%s of place %d", of.name, place), of.zones[place]})
		}
	}
	for _, of := range []tableZone{{"dora indicators", z.Dora}, {"elsewhere", z.Other}} {
		if len(of.tiles) > 0 {
			list = append(list, of)
		}
	}
	return list
}

// ShowTable writes the reading of a table for people, or as a line of JSON.
func ShowTable(w io.Writer, r models.TableReading, asJSON bool) error {
	var parts []string
	seen := Drawn(r)
	for i, z := range tableZones(&r.Zones) {
		parts = append(parts, z.name+": "+rowText(seen.Rows[i]))
	}
	return show(w, r, asJSON, seen, parts)
}

// Drawn is the reading of a table as one that [Explain] draws.
func Drawn(r models.TableReading) models.Reading {
	seen := models.Reading{File: r.File, Status: r.Status, Confidence: r.Confidence, Error: r.Error, Millis: r.Millis}
	for _, z := range tableZones(&r.Zones) {
		var row []models.Sighting
		for _, t := range z.tiles {
			row = append(row, t.Sighting)
		}
		seen.Rows = append(seen.Rows, row)
	}
	return seen
}
