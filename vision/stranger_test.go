package vision_test

import (
	"errors"
	"os"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/learn"
)

func TestAPictureOfASetThatWasNeverTaughtIsRefused(t *testing.T) {
	sharedtest.ByNight(t) // it takes a whole set to be like another
	image, err := os.ReadFile(sharedtest.Path(t, "photos-other/images/lt_090.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	dir, photos := sharedPhotos(t, "hk-plain-number")
	var lessons []learn.LabelledPhoto
	for _, p := range photos {
		lessons = append(lessons, p.labelled(t, dir))
	}
	faces, _, err := learn.Faces(t.Context(), lessons, nil)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := vision.NewReader(faces)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	rows, _, err := reader.Read(t.Context(), image)
	var problem *models.ReadingError
	if !errors.As(err, &problem) || problem.Code != "other-set" || len(rows) > 0 {
		t.Errorf("%v, %v", rows, err)
	}
}
