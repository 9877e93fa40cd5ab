package vision_test

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"sync"
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/proposal"
)

// blankStudio draws a set whose white dragon bears no print.
var blankStudio = sync.OnceValue(func() *scene.Studio {
	plain := image.NewRGBA(image.Rect(0, 0, 130, 175))
	draw.Draw(plain, plain.Bounds(), image.NewUniform(color.RGBA{246, 243, 234, 255}), image.Point{}, draw.Src)
	return &scene.Studio{Prints: scene.Prints{models.White: {plain}}}
})

// blankFaces are the faces of that set as the camera over the table sees them.
var blankFaces = sync.OnceValues(func() (calibration.Faces, error) {
	lessons, err := scene.Lessons(scene.WholeTable(), 2)
	if err != nil {
		return calibration.Faces{}, err
	}
	return learnDrawn(lessons, blankStudio().Photograph)
})

func TestAFaceWithoutPrintIsFoundAndBareClothIsNone(t *testing.T) {
	blank := blankStudio()
	r := newReader(t, learned(t, blankFaces))
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

// What is as even and as large as a tile, but .6 as light as those beside it, as a unit of the table or a case is, is no white dragon for sure.
func TestAnEvenGreyThingIsNoWhiteDragon(t *testing.T) {
	s, err := scene.RandomTable(2, artwork.StyleA, .2)
	if err != nil {
		t.Fatal(err)
	}
	drawn, truth, err := blankStudio().Render(s)
	if err != nil {
		t.Fatal(err)
	}
	camera := calibrated(t, s)
	img := image.NewRGBA(drawn.Bounds())
	draw.Draw(img, img.Bounds(), drawn, drawn.Bounds().Min, draw.Src)
	things := []models.Point{{X: -290, Y: -110}, {X: -240, Y: -300}, {X: -20, Y: -150}, {X: 170, Y: 110}, {X: 210, Y: 300}, {X: 240, Y: -250}}
	for _, at := range things {
		for _, l := range truth.Table {
			if apart(at, l.Pose.At) < 45 {
				t.Fatalf("a tile lies at %v", l.Pose)
			}
		}
		fill(img, outline(t, camera, models.Pose{At: at}, 1), color.RGBA{R: 120, G: 120, B: 120})
	}
	found := swept(t, newReader(t, learned(t, blankFaces)), img, camera)
	for _, f := range found {
		for _, at := range things {
			if tile, sure := likeliest(f.Evidence); apart(f.At, at) < 13 && tile == models.White && sure > .95 {
				t.Errorf("a white dragon is read at %v with %.4f", at, sure)
			}
		}
	}
}

// The seam between two tiles without print looks like a bamboo, and has none of the outline of a tile.
func TestTwoBlankTilesSideBySideAreNoBambooBetweenThem(t *testing.T) {
	r := newReader(t, learned(t, blankFaces))
	for _, tt := range []struct {
		seed     uint64
		hardness float64
	}{{730003, .3}, {8230002, .2}} {
		s, err := scene.RandomTable(tt.seed, artwork.StyleA, tt.hardness)
		if err != nil {
			t.Fatal(err)
		}
		img, truth, err := blankStudio().Render(s)
		if err != nil {
			t.Fatal(err)
		}
		found := swept(t, r, img, calibrated(t, s))
		for _, l := range truth.Table {
			told := func(f proposal.Found) bool {
				return apart(f.At, l.Pose.At) < 8 && f.Sighting().Tile == models.White
			}
			if l.Tile == models.White && l.Role != scene.InWall && !slices.ContainsFunc(found, told) {
				t.Errorf("table %d: the white dragon at %v is not found", tt.seed, l.Pose)
			}
		}
	}
}
