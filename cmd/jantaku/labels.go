package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"jantaku/models"
	"jantaku/vision"
)

// labelsFile is a list of photographs whose tiles are known.
type labelsFile struct {
	Photos []labelledPhoto `json:"photos"`
	dir    string
}

type labelledPhoto struct {
	File     string         `json:"file"`
	Rows     []string       `json:"rows"`
	Boxes    [][][4]float64 `json:"boxes"`
	Set      string         `json:"set"`
	Complete bool           `json:"complete"`
	// Place is for whom the tiles stand upright, where the camera is calibrated; 0 for place 1.
	Place models.Place `json:"place"`
}

// loadLabels reads a labels file.
func loadLabels(path string) (*labelsFile, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	f := &labelsFile{dir: filepath.Dir(path)}
	if err := json.Unmarshal(data, f); err != nil {
		return nil, fmt.Errorf("labels %s: %w", path, err)
	}
	if len(f.Photos) == 0 {
		return nil, fmt.Errorf("labels %s: no photographs", path)
	}
	return f, nil
}

// path finds a photograph: absolute, or beside the labels, or in their folder images.
func (f *labelsFile) path(p labelledPhoto) string {
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

// tiles parses the rows of a photograph.
func (p labelledPhoto) tiles() ([][]models.Tile, error) {
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

// photo reads a photograph for learning.
func (f *labelsFile) photo(p labelledPhoto) (vision.LabelledPhoto, error) {
	rows, err := p.tiles()
	if err != nil {
		return vision.LabelledPhoto{}, err
	}
	if p.Place > models.Places {
		return vision.LabelledPhoto{}, fmt.Errorf("%s: place %d is none; places are 1 to %d", p.File, p.Place, models.Places)
	}
	image, err := os.ReadFile(f.path(p))
	if err != nil {
		return vision.LabelledPhoto{}, err
	}
	return vision.LabelledPhoto{Name: p.File, Image: image, Rows: rows, Boxes: p.Boxes, Place: max(p.Place, 1)}, nil
}
