package vision

import (
	"context"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/bare"
	"jantaku/vision/locate"
	"jantaku/vision/raster"
)

// TestAPlaneThatWasReadIsNotGivenUp claims that a few tiles that were read stay: what is looked at about them afterwards may show no face at all.
func TestAPlaneThatWasReadIsNotGivenUp(t *testing.T) {
	row := func(ranks ...int) scene.Spec {
		var tiles models.Tiles
		for _, rank := range ranks {
			tiles = append(tiles, models.NewTile(models.Dots, rank))
		}
		s := scene.Basic()
		if err := s.Lay(models.Hand{Concealed: tiles}, models.NoTile, scene.Neat()); err != nil {
			t.Fatal(err)
		}
		return s
	}
	r := taughtReader(t, row(1, 2, 3, 4, 5, 6, 7, 8, 9))
	image, _, err := new(scene.Studio).Photograph(row(5, 5, 5))
	if err != nil {
		t.Fatal(err)
	}
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
