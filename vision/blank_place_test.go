package vision_test

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/proposal"
)

// blankStudio draws a set whose white dragon bears no print.
func blankStudio() *scene.Studio {
	plain := image.NewRGBA(image.Rect(0, 0, 130, 175))
	draw.Draw(plain, plain.Bounds(), image.NewUniform(color.RGBA{246, 243, 234, 255}), image.Point{}, draw.Src)
	return &scene.Studio{Prints: scene.Prints{models.White: {plain}}}
}

func TestAFaceWithoutPrintIsFoundAndBareClothIsNone(t *testing.T) {
	blank := blankStudio()
	lessons, err := scene.Lessons(scene.WholeTable(), 2)
	if err != nil {
		t.Fatal(err)
	}
	faces, err := learnDrawn(lessons, func(s scene.Spec) ([]byte, scene.Truth, error) { return blank.Photograph(s) })
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(t, faces)
	whites := 0
	for _, tt := range []struct {
		seed uint64
		felt color.RGBA
	}{{seed: 0}, {seed: 2}, {2, color.RGBA{150, 162, 178, 255}}} { // the last has two thirds of the light of a tile
		seed := tt.seed
		s, err := scene.RandomTable(seed, artwork.StyleA, .2)
		if err != nil {
			t.Fatal(err)
		}
		if tt.felt.A > 0 {
			s.Table.Felt = tt.felt
		}
		picture, truth, err := blank.Photograph(s)
		if err != nil {
			t.Fatal(err)
		}
		camera, err := s.Calibration()
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Open(picture, newTable(t, camera))
		if err != nil {
			t.Fatal(err)
		}
		found, err := p.Sweep(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range truth.Table {
			if l.Tile != models.White || l.Role == scene.InWall {
				continue
			}
			whites++
			seen := false
			for _, f := range found {
				seen = seen || apart(f.At, l.Pose.At) < 8 && f.Sighting().Tile == models.White
			}
			if !seen {
				t.Errorf("table %d: the white dragon at %v is not found", seed, l.Pose)
			}
		}
		for _, f := range found {
			real := false
			for _, l := range truth.Table {
				real = real || math.Hypot(l.Pose.At.X-f.At.X, l.Pose.At.Y-f.At.Y) < 13
			}
			if !real && f.Sighting().Tile == models.White {
				t.Errorf("table %d: a white dragon is read at %v, where nothing lies", seed, f.Pose)
			}
		}
		e, err := p.ReadPlace(proposal.Spot{At: models.Point{X: 0, Y: -60}})
		if err != nil {
			t.Fatal(err)
		}
		if tile, sure := likeliest(e); tile == models.White {
			t.Errorf("table %d: bare cloth is read as a white dragon with %.3f", seed, sure)
		}
	}
	if whites < 2 {
		t.Errorf("%d white dragons", whites)
	}
}
