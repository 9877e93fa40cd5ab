package reading

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"jantaku/internal/usageerror"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
)

// Scenes say which pictures to draw.
type Scenes struct {
	Out      string
	Count    int
	Seed     uint64
	Style    string
	Hardness float64
	Lessons  int
	Plain    bool
	Crowded  bool
	Over     bool            // under a camera that hangs over the whole table
	Hand     models.HandSize // tiles before the win
	Prints   string          // folder with pictures of the faces of a real set
	Progress usageerror.Progress
}

// studio draws with the faces of the style, or of a real set.
func (o Scenes) studio() (*scene.Studio, error) {
	if o.Prints == "" {
		return &scene.Studio{}, nil
	}
	prints, err := scene.LoadPrints(o.Prints)
	return &scene.Studio{Prints: prints}, err
}

// random makes up scenes as the options want them.
func (o Scenes) random() func(uint64, artwork.Style, float64, scene.Forms, models.HandSize) (scene.Scene, error) {
	if o.Over {
		return scene.RandomOver
	}
	return scene.Random
}

func (o Scenes) forms() scene.Forms {
	switch {
	case o.Plain:
		return scene.PlainForms
	case o.Crowded:
		return scene.Crowded
	}
	return scene.EveryForm
}

// Draw writes the pictures and their labels, and tells how many.
func (o Scenes) Draw(ctx context.Context) (int, error) {
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return 0, fmt.Errorf("scene: %w", err)
	}
	var labels scene.Labels
	studio, err := o.studio()
	if err != nil {
		return 0, err
	}
	draw := func(s scene.Spec, photo scene.Photo) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		photo.File = fmt.Sprintf("%s-%05d.jpg", o.Style, len(labels.Photos))
		photo.Set = "drawn-" + o.Style
		truth, err := DrawOne(studio, s, filepath.Join(o.Out, photo.File))
		if err != nil {
			return err
		}
		seen := truth.Photo(photo.File)
		photo.Rows, photo.Boxes = seen.Rows, seen.Boxes
		labels.Photos = append(labels.Photos, photo)
		return nil
	}
	if err := eachScene(o, studio.Prints, draw); err != nil {
		return 0, err
	}
	data, err := json.MarshalIndent(labels, "", " ")
	if err != nil {
		return 0, fmt.Errorf("scene: %w", err)
	}
	return len(labels.Photos), os.WriteFile(filepath.Join(o.Out, "labels.json"), data, 0o644)
}

// eachScene makes up the scenes one after the other.
func eachScene(o Scenes, prints scene.Prints, draw func(scene.Spec, scene.Photo) error) error {
	if o.Lessons > 0 {
		lesson := scene.RandomLessons
		if o.Over {
			lesson = scene.RandomLessonsOver
		}
		lessons, err := lesson(o.Seed, artwork.Style(o.Style), o.Hardness, o.Lessons)
		if err != nil {
			return err
		}
		for i, s := range lessons {
			prints.Fit(&s)
			if err := draw(s, scene.Photo{Layout: "row"}); err != nil {
				return err
			}
			o.Progress.Tell(i+1, len(lessons))
		}
		return nil
	}
	for i := range o.Count {
		s, err := o.random()(o.Seed+uint64(i), artwork.Style(o.Style), o.Hardness, o.forms(), o.Hand)
		if err != nil {
			return err
		}
		prints.FitScene(&s)
		hand, win := s.Seen()
		if err := draw(s.Spec, scene.Photo{Complete: true, Hand: &hand, Win: win}); err != nil {
			return err
		}
		o.Progress.Tell(i+1, o.Count)
	}
	return nil
}

// DrawOne writes one picture and gives its truth.
func DrawOne(studio *scene.Studio, s scene.Spec, path string) (scene.Truth, error) {
	picture, truth, err := studio.Photograph(s)
	if err != nil {
		return truth, err
	}
	if err := os.WriteFile(path, picture, 0o644); err != nil {
		return truth, fmt.Errorf("scene: %w", err)
	}
	return truth, nil
}
