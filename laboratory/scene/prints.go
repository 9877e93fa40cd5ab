package scene

import (
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // the forms in which prints may be
	_ "image/png"
	"os"
	"path/filepath"
	"strings"

	"jantaku/models"
)

// Prints are pictures of the faces of a real set, upright and without the cloth
// around, several of a face where its tiles differ. A set without red fives has no
// pictures of them.
type Prints map[models.Tile][]*image.RGBA

// LoadPrints reads the pictures of a folder. The name of each begins with the tile it
// shows: 1m.png, 1m-2.jpg. The error names the file that shows none, or a kind of which there
// is no picture.
func LoadPrints(folder string) (Prints, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("scene: prints: %w", err)
	}
	prints := Prints{}
	for _, e := range entries {
		name, _, _ := strings.Cut(strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())), "-")
		tile, err := models.ParseTile(name)
		if err != nil || !tile.HasFace() {
			return nil, fmt.Errorf("scene: prints: %s: its name does not begin with a tile, such as 1m", e.Name())
		}
		img, err := loadPrint(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("scene: prints: %s: %w", e.Name(), err)
		}
		prints[tile] = append(prints[tile], img)
	}
	for t := models.Tile(1); t.HasFace(); t++ {
		if len(prints[t]) == 0 && !t.IsRed() {
			return nil, fmt.Errorf("scene: prints: %s has no picture of %v", folder, t)
		}
	}
	return prints, nil
}

func loadPrint(path string) (*image.RGBA, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Src)
	return out, nil
}

// Of gives the face as the set has it: a red five that it has not is a black one.
func (p Prints) Of(t models.Tile) models.Tile {
	if p != nil && t.IsRed() && len(p[t]) == 0 {
		return t.Kind()
	}
	return t
}

// Fit takes out of a spec the red fives that the set has not.
func (p Prints) Fit(s *Spec) {
	for i := range s.Tiles {
		s.Tiles[i].Tile = p.Of(s.Tiles[i].Tile)
	}
}

// FitScene is Fit, also in what was laid down.
func (p Prints) FitScene(s *Scene) {
	p.Fit(&s.Spec)
	for i, t := range s.Hand.Concealed {
		s.Hand.Concealed[i] = p.Of(t)
	}
	s.Win = p.Of(s.Win)
}
