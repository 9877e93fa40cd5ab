package vision

import (
	"context"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/bare"
	"jantaku/vision/learn"
	"jantaku/vision/locate"
	"jantaku/vision/raster"
)

// TestAPlaneThatWasReadIsNotGivenUp claims that a few tiles that were read stay: what is looked at about them afterwards may show no face at all.
func TestAPlaneThatWasReadIsNotGivenUp(t *testing.T) {
	draw := func(ranks ...int) ([]byte, scene.Photo) {
		var row models.Tiles
		for _, rank := range ranks {
			row = append(row, models.NewTile(models.Dots, rank))
		}
		s := scene.Basic()
		if err := s.Lay(models.Hand{Concealed: row}, models.NoTile, scene.Neat()); err != nil {
			t.Fatal(err)
		}
		image, truth, err := new(scene.Studio).Photograph(s)
		if err != nil {
			t.Fatal(err)
		}
		return image, truth.Photo("")
	}
	lesson, label := draw(1, 2, 3, 4, 5, 6, 7, 8, 9)
	photo := learn.LabelledPhoto{Image: lesson, Boxes: label.Boxes}
	for _, row := range label.Rows {
		photo.Rows = append(photo.Rows, row)
	}
	faces, _, err := learn.Faces(context.Background(), []learn.LabelledPhoto{photo}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(faces)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	image, _ := draw(5, 5, 5)
	p, err := raster.Decode(image, r.film)
	if err != nil {
		t.Fatal(err)
	}
	locator, err := locate.New()
	if err != nil {
		t.Fatal(err)
	}
	found, err := locator.FacesOfHand(p)
	if err != nil {
		t.Fatal(err)
	}
	planes, err := bare.Planes(r.tiles, p, found)
	if err != nil || len(planes) == 0 {
		t.Fatalf("%d planes: %v", len(planes), err)
	}
	var shown bare.Shown
	h, rows, err := r.inPlane(context.Background(), p, &planes[0], &shown)
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for i := range 200 {
		if h.Watch != nil && !h.Watch.Saw(models.Point{X: 1000 + 50*float64(i)}, models.NoTile, .5) {
			t.Fatalf("given up after %d more places", i+1)
		}
	}
}
