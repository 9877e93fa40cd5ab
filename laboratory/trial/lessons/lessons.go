// Package lessons teaches an eye the tiles of a drawn table, as a club teaches its own.
package lessons

import (
	"fmt"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/learn"
)

// Times is how often every face is shown.
const Times = 3

// quality is that of the JPEGs, as cameras make them.
const quality = 92

// Photos draws scenes as photographs whose tiles are known.
func Photos(specs []scene.Spec) ([]learn.LabelledPhoto, error) {
	var photos []learn.LabelledPhoto
	var drawing scene.Studio
	for i, spec := range specs {
		img, truth, err := drawing.Render(spec)
		if err != nil {
			return nil, err
		}
		data, err := scene.Encode(img, quality)
		if err != nil {
			return nil, err
		}
		photos = append(photos, Label(i, data, truth))
	}
	return photos, nil
}

// Label makes a labelled photograph, the one of a number, of a picture whose truth is known.
func Label(number int, picture []byte, truth scene.Truth) learn.LabelledPhoto {
	label := truth.Photo(fmt.Sprintf("lesson-%d.jpg", number))
	rows := make([][]models.Tile, len(label.Rows))
	for i, row := range label.Rows {
		rows[i] = row
	}
	return learn.LabelledPhoto{Name: label.File, Image: picture, Rows: rows, Boxes: label.Boxes}
}
