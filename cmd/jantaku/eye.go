package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"jantaku/calibration"
	"jantaku/internal/lookout"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/scene"
)

// openReader is a reader that is closed after use.
type openReader interface {
	lookout.Eye
	Close() error
}

// openEye checks the learned faces and the calibration and gives an eye that reads with them in a child
// process. The child starts with the first picture.
func openEye(_ context.Context, c EyeConfig, log *slog.Logger) (openReader, error) {
	eye, err := openAimed(c.Faces, c.Calibration)
	if err != nil {
		return nil, fmt.Errorf("eye: %w", err)
	}
	eye.Close()
	log.Info("eye opened", "faces", c.Faces, "calibration", c.Calibration)
	return eyeProcess(c.Faces, c.Calibration)
}

// lessonTimes is how often the demo's eye sees every face before it reads.
const lessonTimes = 3

// teach lets the demo's eye learn the tiles of the demo from pictures, as a club
// would, and opens it. What was learned is kept in the file.
func (s *studio) teach(ctx context.Context, file string, log *slog.Logger) (openReader, error) {
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		log.Info("learning the tiles of the demo")
		photos, err := s.lessons()
		if err != nil {
			return nil, err
		}
		faces, report, err := vision.Learn(ctx, photos, nil)
		if err != nil {
			return nil, fmt.Errorf("learn: %w", err)
		}
		log.Info("tiles learned", "missing", report.Missing, "weak", report.Weak, "unused", len(report.Unused), "mislabelled", len(report.Mislabelled))
		if err := calibration.SaveFaces(file, faces); err != nil {
			return nil, fmt.Errorf("learn: %w", err)
		}
	}
	if !s.whole {
		return openEye(ctx, EyeConfig{Faces: file}, log)
	}
	seen, err := calibratedScene(s.empty)
	if err != nil {
		return nil, err
	}
	camera := filepath.Join(filepath.Dir(file), "camera.json")
	if err := seen.Save(camera); err != nil {
		return nil, err
	}
	return openEye(ctx, EyeConfig{Faces: file, Calibration: camera}, log)
}

// lessons are labelled pictures of the demo's tiles.
func (s *studio) lessons() ([]vision.LabelledPhoto, error) {
	specs, err := scene.Lessons(s.empty, lessonTimes)
	if err != nil {
		return nil, err
	}
	return labelledScenes(specs)
}

// labelledScenes draws scenes as photographs whose tiles are known.
func labelledScenes(specs []scene.Spec) ([]vision.LabelledPhoto, error) {
	var photos []vision.LabelledPhoto
	var drawing scene.Studio
	for i, spec := range specs {
		img, truth, err := drawing.Render(spec)
		if err != nil {
			return nil, err
		}
		data, err := scene.Encode(img, 92)
		if err != nil {
			return nil, err
		}
		label := truth.Photo(fmt.Sprintf("lesson-%d.jpg", i))
		photos = append(photos, vision.LabelledPhoto{Name: label.File, Image: data, Rows: rows(label.Rows), Boxes: label.Boxes})
	}
	return photos, nil
}

// rows gives rows of tiles as plain slices.
func rows(list []models.Tiles) [][]models.Tile {
	plain := make([][]models.Tile, len(list))
	for i, row := range list {
		plain[i] = row
	}
	return plain
}
