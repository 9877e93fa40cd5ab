package outline_test

import (
	"testing"

	"jantaku/models"
	"jantaku/vision/outline"
	"jantaku/vision/raster"
)

// Green backs on a teal cloth, as a picture showed them; one lies in the light of a lamp.
func TestABackIsToldByTheColourOfTheOthersOfItsSet(t *testing.T) {
	green, cloth, veiled := outline.Colour{58, 93, 22}, outline.Colour{59, 58, 20}, outline.Colour{92, 122, 48}
	for name, tt := range map[string]struct {
		colour, set, cloth outline.Colour
		sim, least, most   float64
	}{
		"their colour, a weak outline":     {outline.Colour{58, 92, 23}, green, cloth, .12, .95, .99},
		"their colour under a lamp":        {veiled, outline.Colour{70, 100, 29}, outline.Colour{71, 66, 20}, .03, .7, .95},
		"the colour of the cloth":          {outline.Colour{49, 48, 17}, green, cloth, .05, .05, .05},
		"a white face":                     {outline.Colour{120, 118, 115}, green, cloth, .05, .05, .05},
		"their colour is that of a cloth":  {green, green, outline.Colour{40, 64, 15}, .12, .12, .15},
		"next to nothing that is one else": {green, green, cloth, 1e-6, 0, .01},
	} {
		if got := (outline.Back{Sim: tt.sim, Colour: tt.colour}).Tinted(outline.Tints{Set: tt.set, Cloth: tt.cloth}).Sim; got < tt.least-1e-9 || got > tt.most+1e-9 {
			t.Errorf("%s: %.4f, want %v to %v", name, got, tt.least, tt.most)
		}
	}
}

func TestTheCommonColourIsThatOfMostSureBacks(t *testing.T) {
	green, brown := outline.Colour{58, 93, 22}, outline.Colour{30, 60, 110}
	backs := []outline.Back{{Sim: .95, Colour: brown}, {Sim: .99, Colour: green}, {Sim: .93, Colour: green}, {Sim: .5, Colour: brown}, {Sim: .5, Colour: brown}}
	if got, ok := outline.CommonColour(backs); !ok || got != green {
		t.Errorf("%v, %v", got, ok)
	}
	if _, ok := outline.CommonColour(backs[3:]); ok {
		t.Error("doubtful backs tell a colour")
	}
}

// TestClothInTheShadeOfTilesIsNoBack shows cloth between tiles above, a rim below and an open tile to the right, a little darker than farther out.
func TestClothInTheShadeOfTilesIsNoBack(t *testing.T) {
	const wide, high = 400, 200
	white, rim, cloth, shade := [3]byte{202, 215, 221}, [3]byte{110, 173, 210}, [3]byte{76, 146, 87}, [3]byte{73, 141, 84}
	row := raster.Frame{Centre: [3]models.Point{{X: 300, Y: 100}, {X: 50}}, Down: [2]models.Point{{Y: 66}}} // the open tile at 0
	for name, tt := range map[string]struct {
		beside, beyond, farther [3]byte // colours of the place beside the tile, of the next one and of all farther out
		most                    int     // backs that may lie there
		told                    bool
	}{
		"cloth, where one back may lie":                   {shade, cloth, cloth, 1, false},
		"cloth, where three backs may lie":                {shade, cloth, cloth, 3, false},
		"two backs on another cloth":                      {shade, cloth, [3]byte{60, 60, 140}, 2, true},
		"a back of another colour where one back may lie": {[3]byte{150, 100, 60}, cloth, cloth, 1, true},
	} {
		p := &raster.Picture{Levels: []raster.Level{{Width: wide, Height: high}}}
		for y := range high {
			for x := range wide {
				px := tt.farther
				switch {
				case y < 67:
					px = white
				case y >= 133:
					px = rim
				case x >= 275:
					px = white
				case x >= 225:
					px = tt.beside
				case x >= 175:
					px = tt.beyond
				}
				p.Levels[0].Pix = append(p.Levels[0].Pix, px[:]...)
			}
		}
		if b := outline.Beside(p, &row, -1, -1, 221, tt.most); (b.Sim >= outline.Kongs.Least) != tt.told {
			t.Errorf("%s: a back with %.3f", name, b.Sim)
		}
	}
}
