package checkup

import (
	"fmt"
	"image"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// Grade is how bad a finding is.
type Grade string

// The grades: what costs fewer than one tile in two hundred is green, fewer than one in thirty yellow.
const (
	Green  Grade = "green"
	Yellow Grade = "yellow"
	Red    Grade = "red"
)

// worst are the grades, the worst first.
var worst = [...]Grade{Red, Yellow, Green}

const greenCost, yellowCost = 1. / 200, 1. / 30

func gradeOf(cost float64) Grade {
	switch {
	case cost < greenCost:
		return Green
	case cost < yellowCost:
		return Yellow
	}
	return Red
}

// Code says what a finding is about.
type Code string

// What is looked at.
const (
	Pixels Code = "pixels" // width of a tile in the middle, pixels
	Angle  Code = "angle"  // how steeply the camera looks at the middle, degrees
	Blur   Code = "blur"   // sigma of what edges are blurred by, widths of a tile
	Noise  Code = "noise"  // sigma, grey levels
	Bands  Code = "bands"  // how much lines differ from picture to picture, share of the light
	Uneven Code = "uneven" // light on the lightest tiles by that on the darkest
	Lamp   Code = "lamp"   // light that a mirrored lamp adds to faces, share of white
)

// Finding is what is so in the room.
type Finding struct {
	Code  Code
	Value float64
	// Cost is the share of tiles that are not read where it is so; of a lamp, of those that it lies upon: as many as the laboratory
	// lost, or as are not read in this picture, whichever is more.
	Cost  float64
	Grade Grade
	// Place is whose river a lamp costs, and Tiles how many there; Marks goes round them in the picture, pixels.
	Place models.Place
	Tiles int
	Marks [][4]models.Point
}

// Tile is a tile that lies face up, read or not.
type Tile struct {
	At    models.Point    // its middle, mm
	Quad  [4]models.Point // corners of its face, pixels
	Place models.Place    // in whose river it lies; 0 in none
	Face  models.Tile     // which it is, as far as it was read
	Read  bool            // without doubt
}

// surelyRead is the confidence from which on a tile is read without doubt.
const surelyRead = .99

// TilesOf are the tiles that a reading of a whole table shows face up.
func TilesOf(z models.TableZones) (all []Tile) {
	add := func(place models.Place, lists ...[]models.OnTable) {
		for _, list := range lists {
			for _, t := range list {
				if t.Tile != models.Back {
					all = append(all, Tile{t.At, t.Quad, place, t.Tile, t.Tile.HasFace() && t.Confidence >= surelyRead})
				}
			}
		}
	}
	for i := range models.Places {
		at := models.PlaceAt(i)
		add(at, z.River[at])
		add(0, z.Meld[at], z.Hand[at], z.Flower[at])
	}
	add(0, z.Dora, z.Other)
	return all
}

// Room is what is looked at.
type Room struct {
	Pictures []image.Image // one after the other, of a table where nothing moved; bands need two
	Camera   *calibration.Camera
	Tiles    []Tile // of the first picture
	Ink      Ink    // of the set; nil where it was not learned
}

// Ink is how dark the darkest print of each face is, as a share of what is not printed.
type Ink map[models.Tile]float64

// InkOf measures learned faces. The error is about their pictures.
func InkOf(faces calibration.Faces) (Ink, error) {
	all := Ink{}
	for _, f := range faces.Faces {
		var inks []float64
		for _, s := range f.Samples {
			img, err := s.Image()
			if err != nil {
				return nil, fmt.Errorf("checkup: %v: %w", f.Tile, err)
			}
			b := img.Bounds()
			at := func(x, y int) models.Point { return models.Point{X: float64(b.Min.X + x), Y: float64(b.Min.Y + y)} }
			whole := Tile{Quad: [4]models.Point{at(0, 0), at(b.Dx()-1, 0), at(b.Dx()-1, b.Dy()-1), at(0, b.Dy()-1)}}
			for _, one := range facesOf(img, []Tile{whole}) {
				inks = append(inks, one.ink)
			}
		}
		if slices.Sort(inks); len(inks) > 0 {
			all[f.Tile] = inks[len(inks)/2]
		}
	}
	return all, nil
}

// leastTiles is how many tiles must lie in the rivers for what is said of light and lamps: so many tell what is usual on them.
const leastTiles = 12

// Enough reports whether so many tiles lie there that light and lamps can be told.
func Enough(tiles []Tile) bool { return len(tiles) >= leastTiles }
