package learn_test

import (
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/vision/learn"
	"jantaku/vision/photo"
)

// sharedPhotos are the labelled photographs of a real set: those of some files, in their order, or all.
func sharedPhotos(t testing.TB, set string, files ...string) (lessons []learn.LabelledPhoto) {
	t.Helper()
	labels, err := photo.LoadLabels(sharedtest.Path(t, "photos/labels.json"))
	if err != nil {
		t.Fatal(err)
	}
	list := slices.DeleteFunc(slices.Clone(labels.Photos), func(p photo.Labelled) bool { return p.Set != set })
	if files == nil {
		for _, p := range list {
			files = append(files, p.File)
		}
	}
	for _, file := range files {
		at := slices.IndexFunc(list, func(p photo.Labelled) bool { return p.File == file })
		lesson, err := labels.Photo(list[at])
		if err != nil {
			t.Fatal(err)
		}
		lessons = append(lessons, lesson)
	}
	return lessons
}

// labelled is a tile as a person writes it.
func labelled(t testing.TB, text string) models.Tile {
	t.Helper()
	tile, err := models.ParseTile(text)
	if err != nil {
		t.Fatal(err)
	}
	return tile
}

func TestLearnNamesPhotographsItCannotUse(t *testing.T) {
	_, report, err := learn.Faces(t.Context(), []learn.LabelledPhoto{{Name: "torn.jpg", Image: []byte{1}}}, nil)
	if err == nil || len(report.Unused) != 1 {
		t.Errorf("Learn = %v, unused %v", err, report.Unused)
	}
}
