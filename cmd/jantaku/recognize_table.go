package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/layout"
)

// surveyor reads everything that lies on a table.
type surveyor struct {
	reader *vision.Reader
	table  *vision.Table
	camera *calibration.Camera
	// maxError is the probability of a wrong tile that may be accepted without asking.
	maxError float64
}

// newSurveyor reads with learned faces under a calibrated camera. Close its reader after use.
func newSurveyor(faces calibration.Faces, camera *calibration.Camera, maxError float64) (*surveyor, error) {
	table, err := vision.NewTable(camera)
	if err != nil {
		return nil, err
	}
	reader, err := vision.NewReader(faces)
	return &surveyor{reader: reader, table: table, camera: camera, maxError: maxError}, err
}

// read reads an encoded picture. One that cannot be read is a failed reading, not an error.
func (s *surveyor) read(ctx context.Context, image []byte) (models.TableReading, error) {
	start := time.Now()
	r := models.TableReading{Status: models.Failed, Zones: layout.Zoned(nil, s.camera)}
	picture, err := s.reader.Open(image, s.table)
	var found []vision.Found
	if err == nil {
		found, err = picture.Sweep(ctx)
	}
	if unreadable := (*models.ReadingError)(nil); errors.As(err, &unreadable) {
		r.Error, r.Millis = unreadable, millisSince(start)
		return r, nil
	}
	if err != nil {
		return r, err
	}
	lying := make([]layout.Lying, len(found))
	for i := range found {
		lying[i] = layout.Lying{Sighting: found[i].Sighting(), Pose: found[i].Pose}
	}
	r.Zones = layout.Zoned(lying, s.camera)
	r.Status, r.Millis, r.Confidence = models.Review, millisSince(start), 1
	for _, z := range tableZones(&r.Zones) {
		for _, t := range z.tiles {
			if t.Tile == models.Unknown {
				r.Confidence = 0
			}
			r.Confidence *= t.Confidence
		}
	}
	if r.Confidence >= 1-s.maxError {
		r.Status = models.Accepted
	}
	return r, nil
}

// recognizeTable reads whole tables from photographs.
func recognizeTable(cmd *cobra.Command, f recognizeFlags, photos []string) error {
	faces, err := calibration.LoadFaces(f.tiles)
	if err != nil {
		return err
	}
	camera, err := calibration.LoadCamera(f.calibration)
	if err != nil {
		return err
	}
	s, err := newSurveyor(faces, camera, f.maxError)
	if err != nil {
		return err
	}
	defer s.reader.Close()
	var steps stages
	if f.explain != "" {
		s.reader.Stages = steps.add
	}
	for _, path := range photos {
		image, err := os.ReadFile(path)
		reading := models.TableReading{Status: models.Failed, Zones: layout.Zoned(nil, camera)}
		if err != nil {
			reading.Error = &models.ReadingError{Code: "bad-image", Message: err.Error()}
		} else if reading, err = s.read(cmd.Context(), image); err != nil {
			return err
		}
		reading.File = path
		if err := showTable(cmd.OutOrStdout(), reading, f.asJSON); err != nil {
			return err
		}
		if f.explain != "" {
			seen := models.Reading{Status: reading.Status, Confidence: reading.Confidence, Error: reading.Error}
			for _, z := range tableZones(&reading.Zones) {
				var row []models.Sighting
				for _, t := range z.tiles {
					row = append(row, t.Sighting)
				}
				seen.Rows = append(seen.Rows, row)
			}
			if err := explain(f.explain, image, steps, seen); err != nil {
				return err
			}
		}
	}
	return nil
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

func showTable(w io.Writer, r models.TableReading, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(r)
	}
	fmt.Fprintf(w, "%s: %s", r.File, r.Status)
	if r.Error != nil {
		fmt.Fprintf(w, ": %v\n", r.Error)
		return nil
	}
	fmt.Fprintf(w, ", %.2f %%, %.0f ms\n", 100*r.Confidence, r.Millis)
	for _, z := range tableZones(&r.Zones) {
		var row []models.Sighting
		for _, t := range z.tiles {
			row = append(row, t.Sighting)
		}
		fmt.Fprintf(w, "  %s: %s\n", z.name, rowText(row))
	}
	return nil
}
