package photo

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"jantaku/models"
	"jantaku/vision/learn"
)

// Labels is a list of photographs whose tiles are known.
type Labels struct {
	Photos []Labelled `json:"photos"`
	dir    string
}

// Labelled is a photograph with what it shows.
type Labelled struct {
	File     string         `json:"file"`
	Rows     []string       `json:"rows"`
	Boxes    [][][4]float64 `json:"boxes"`
	Set      string         `json:"set"`
	Complete bool           `json:"complete"`
	// Place is for whom the tiles stand upright, where the camera is calibrated; 0 for place 1.
	Place models.Place `json:"place"`
}

// LoadLabels reads a labels file.
func LoadLabels(path string) (*Labels, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	f := &Labels{dir: filepath.Dir(path)}
	if err := json.Unmarshal(data, f); err != nil {
		return nil, fmt.Errorf("labels %s: %w", path, err)
	}
	if len(f.Photos) == 0 {
		return nil, fmt.Errorf("labels %s: no photographs", path)
	}
	return f, nil
}

// Path finds a photograph: absolute, or beside the labels, or in their folder images.
func (f *Labels) Path(p Labelled) string {
	if filepath.IsAbs(p.File) {
		return p.File
	}
	beside := filepath.Join(f.dir, p.File)
	if _, err := os.Stat(beside); err != nil {
		if inside := filepath.Join(f.dir, "images", p.File); fileExists(inside) {
			return inside
		}
	}
	return beside
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Tiles parses the rows of a photograph.
func (p Labelled) Tiles() ([][]models.Tile, error) {
	rows := make([][]models.Tile, len(p.Rows))
	for i, text := range p.Rows {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", p.File, i+1, err)
		}
		rows[i] = tiles
	}
	return rows, nil
}

// Photo reads a photograph for learning.
func (f *Labels) Photo(p Labelled) (learn.LabelledPhoto, error) {
	rows, err := p.Tiles()
	if err != nil {
		return learn.LabelledPhoto{}, err
	}
	if p.Place > models.Places {
		return learn.LabelledPhoto{}, fmt.Errorf("%s: place %d is none; places are 1 to %d", p.File, p.Place, models.Places)
	}
	image, err := os.ReadFile(f.Path(p))
	if err != nil {
		return learn.LabelledPhoto{}, err
	}
	return learn.LabelledPhoto{Name: p.File, Image: image, Rows: rows, Boxes: p.Boxes, Place: max(p.Place, 1)}, nil
}

// All are all photographs of a file, in its order.
func (f *Labels) All() (photos []learn.LabelledPhoto, err error) {
	for _, p := range f.Photos {
		labelled, err := f.Photo(p)
		if err != nil {
			return nil, err
		}
		photos = append(photos, labelled)
	}
	return photos, nil
}

// LoadAll loads the photographs of a labels file, see [LoadLabels] and [Labels.Photo].
func LoadAll(path string) ([]learn.LabelledPhoto, error) {
	f, err := LoadLabels(path)
	if err != nil {
		return nil, err
	}
	return f.All()
}

// Sets lists the sets of the labels in order of appearance; labels without sets
// are one.
func (f *Labels) Sets() (sets []string) {
	for _, p := range f.Photos {
		if !slices.Contains(sets, p.Set) {
			sets = append(sets, p.Set)
		}
	}
	return sets
}
