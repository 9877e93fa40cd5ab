package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"jantaku/vision/learn"
	"jantaku/vision/teach"
)

// drawSeen draws what was seen in a photograph into a folder and gives the picture's path.
func drawSeen(folder string, photo []byte, found learn.FoundRows, report learn.Report) (string, error) {
	seen, err := teach.Glance(photo, found, report)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("calibrate: %w", err)
	}
	name := strings.ReplaceAll(filepath.Clean(found.Photo), string(filepath.Separator), "_")
	path := filepath.Join(folder, strings.TrimSuffix(name, filepath.Ext(name))+".jpg")
	if err := os.WriteFile(path, seen, 0o644); err != nil {
		return "", fmt.Errorf("calibrate: %w", err)
	}
	return path, nil
}

// drawNamed draws what was seen in every photograph that was not learned from, or of which a label is in doubt or
// not confirmed, where that can be drawn, and says where.
func drawNamed(folder string, photos []learn.LabelledPhoto, report learn.Report, say func(path string)) error {
	for i, found := range report.Found {
		if !report.Refused(found.Photo) && len(report.OpenIn(found.Photo)) == 0 || len(found.Rows) == 0 {
			continue
		}
		path, err := drawSeen(folder, photos[i].Image, found, report)
		if err != nil {
			return err
		}
		say(path)
	}
	return nil
}
