package setup

import (
	"context"
	"strings"

	"jantaku/models"
	"jantaku/vision/camera"
)

// camera chooses the camera and looks whether it gives a picture.
func (s *Setup) camera(ctx context.Context, wish struct {
	Source string `json:"source"`
}) (any, error) {
	if wish.Source == "" {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.values["camera.source"] = ""
		return struct{}{}, s.eye.close()
	}
	// Who may set a table up from a browser may not run any program on its machine.
	if strings.HasPrefix(strings.ToLower(strings.TrimSpace(wish.Source)), "exec:") && wish.Source != text(s.config.Values["camera.source"]) {
		return nil, models.Refused("setup-program", nil, "setup: a program as a camera is written into the configuration by hand")
	}
	if err := s.eye.use(wish.Source); err != nil {
		return nil, err
	}
	_, note, err := s.eye.now(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.values["camera.source"] = wish.Source; wish.Source != text(s.config.Values["camera.source"]) {
		s.values["camera.controls"] = camera.Controls{} // they are another camera's
	} else {
		delete(s.values, "camera.controls")
	}
	return note, nil
}

// hold lets a V4L2 camera choose its values over the table as it is now, chooses exposure and gain by the lightest tile, and
// holds it there. mains is the frequency of the power line, 50 or 60 Hz.
func (s *Setup) hold(ctx context.Context, wish struct {
	Mains int `json:"mains"`
}) (any, error) {
	source := s.eye.source()
	switch {
	case source == "":
		return nil, models.Refused("setup-no-camera", nil, "setup: no camera is chosen")
	case !strings.HasPrefix(source, "/dev/"):
		return nil, models.Refused("setup-not-held", models.Data{"name": source}, "setup: the values of %s are set at the camera itself or in the configuration", source)
	case wish.Mains != 50 && wish.Mains != 60:
		return nil, models.Refused("bad-request", nil, "setup: the power line has 50 or 60 Hz")
	}
	ctx, cancel := context.WithTimeout(ctx, holdTime)
	defer cancel()
	held := s.eye.held(s.config.Held)
	if held != nil {
		held.Rest()
	}
	measured, err := camera.HoldNow(ctx, source, wish.Mains, s.cloth(ctx), s.eye.frame)
	if held != nil {
		held.HoldAt(measured.Controls) // as it was where there are none
	}
	if err != nil {
		return nil, faulty(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values["camera.controls"] = measured.Controls
	return map[string]any{"controls": measured.Controls, "light": measured.Light, "dark": measured.Dark}, nil
}

// cloth is where the table lies in the pictures; nil while that is not known.
func (s *Setup) cloth(ctx context.Context) []models.Point {
	f, err := s.eye.frame(ctx)
	if err != nil {
		return nil // who measures will say so
	}
	seen, _ := camera.Inspect(f, camera.Limits{}) // of a picture that cannot be read the size is 0
	s.mu.Lock()
	defer s.mu.Unlock()
	shown := s.table.shown()
	if shown == nil || shown.Width != seen.Width || shown.Height != seen.Height {
		return nil
	}
	return shown.Corners[:]
}
