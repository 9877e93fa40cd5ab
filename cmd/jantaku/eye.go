package main

import (
	"context"
	"fmt"
	"log/slog"

	"jantaku/internal/capture"
	"jantaku/internal/config"
	"jantaku/laboratory/demo"
	"jantaku/vision/photo"
)

// openReader is a reader that is closed after use.
type openReader interface {
	capture.Eye
	Close() error
}

// openEye checks the learned faces and the calibration and gives an eye that reads with them in a child
// process. The child starts with the first picture.
func openEye(_ context.Context, c config.Eye, log *slog.Logger) (openReader, error) {
	eye, err := photo.Open(c.Faces, c.Calibration)
	if err != nil {
		return nil, fmt.Errorf("eye: %w", err)
	}
	eye.Close()
	log.Info("eye opened", "faces", c.Faces, "calibration", c.Calibration)
	return eyeProcess(c.Faces, c.Calibration)
}

// taught lets the eye of a drawn table learn its tiles and opens it.
func taught(ctx context.Context, s *demo.Studio, file string, log *slog.Logger) (openReader, error) {
	calibrated, err := s.Learn(ctx, file, log)
	if err != nil {
		return nil, err
	}
	return openEye(ctx, config.Eye{Faces: file, Calibration: calibrated}, log)
}
