package scene_test

import (
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
)

// printed writes the faces of a style into a folder but for those left out.
func printed(t *testing.T, style artwork.Style, without ...models.Tile) string {
	t.Helper()
	folder := t.TempDir()
	left := map[models.Tile]bool{}
	for _, tile := range without {
		left[tile] = true
	}
	for tile := models.Tile(1); tile.HasFace(); tile++ {
		if left[tile] {
			continue
		}
		f, err := os.Create(filepath.Join(folder, tile.String()+"-1.png"))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(f, artwork.Face(style, tile)); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestPrintsAreDrawnInPlaceOfTheStyle draws a scene of style A with pictures of the faces of style
// A, which is the same, and with those of style B, which is not.
func TestPrintsAreDrawnInPlaceOfTheStyle(t *testing.T) {
	s, err := scene.Random(5, artwork.StyleA, 0.2, scene.PlainForms, models.Thirteen)
	if err != nil {
		t.Fatal(err)
	}
	draw := func(prints scene.Prints) []byte {
		picture, _, err := (&scene.Studio{Prints: prints}).Photograph(s.Spec)
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	load := func(style artwork.Style) scene.Prints {
		prints, err := scene.LoadPrints(printed(t, style))
		if err != nil {
			t.Fatal(err)
		}
		return prints
	}
	drawn := draw(nil)
	if !reflect.DeepEqual(draw(load(artwork.StyleA)), drawn) {
		t.Error("with its own faces as prints the scene looks otherwise")
	}
	if reflect.DeepEqual(draw(load(artwork.StyleB)), drawn) {
		t.Error("with the prints of another set the scene looks the same")
	}
}

func TestASetWithoutRedFivesShowsNone(t *testing.T) {
	red := []models.Tile{models.NewTile(models.Characters, 0), models.NewTile(models.Dots, 0), models.NewTile(models.Bamboos, 0)}
	prints, err := scene.LoadPrints(printed(t, artwork.StyleB, red...))
	if err != nil {
		t.Fatal(err)
	}
	had := 0
	for seed := range uint64(40) {
		s, err := scene.Random(seed, artwork.StyleB, 0, scene.EveryForm, models.Thirteen)
		if err != nil {
			t.Fatal(err)
		}
		for _, tile := range append(s.Hand.Concealed, s.Win) {
			if tile.IsRed() {
				had++
			}
		}
		prints.FitScene(&s)
		for _, placed := range s.Tiles {
			if placed.Tile.IsRed() {
				t.Fatalf("scene %d shows %v", seed, placed.Tile)
			}
		}
		for _, tile := range append(s.Hand.Concealed, s.Win) {
			if tile.IsRed() {
				t.Fatalf("scene %d was laid with %v", seed, tile)
			}
		}
	}
	if had == 0 {
		t.Error("no scene had a red five before")
	}
}

func TestPrintsNameWhatIsMissingOrStrange(t *testing.T) {
	strange := printed(t, artwork.StyleA)
	if err := os.WriteFile(filepath.Join(strange, "cat.png"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	broken := printed(t, artwork.StyleA)
	if err := os.WriteFile(filepath.Join(broken, "5m-2.png"), []byte("no picture"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, folder, want string }{
		{"a face without a picture", printed(t, artwork.StyleA, models.White), "5z"},
		{"a file that names no tile", strange, "cat.png"},
		{"a file that is no picture", broken, "5m-2.png"},
		{"a folder that is not there", filepath.Join(t.TempDir(), "none"), "none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := scene.LoadPrints(tt.folder); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("LoadPrints = %v, want an error about %q", err, tt.want)
			}
		})
	}
}
