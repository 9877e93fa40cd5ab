package main

import (
	"context"
	"fmt"
	"log/slog"

	"jantaku/internal/capture"
	"jantaku/internal/config"
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
