package demo

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"jantaku/laboratory/scene"
)

// draw gives the picture of a scene as JPEG.
func draw(studio *scene.Studio, spec scene.Spec) ([]byte, error) {
	data, _, err := studio.Photograph(spec)
	return data, err
}

// drawOnce is [draw] with a folder of what was drawn before: a picture is found there by the sum of
// all that its scene says, and is put there whole, so that several programs may share the folder.
func drawOnce(studio *scene.Studio, folder string, spec scene.Spec) ([]byte, error) {
	said, err := json.Marshal(spec)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	name := filepath.Join(folder, fmt.Sprintf("%x.jpg", sha256.Sum256(said)))
	data, err := os.ReadFile(name)
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return data, err
	}
	if data, err = draw(studio, spec); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(folder, "drawn-*")
	if err != nil {
		return nil, err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, errors.Join(err, os.Remove(file.Name()))
	}
	return data, os.Rename(file.Name(), name)
}
