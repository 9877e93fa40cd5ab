package outline_test

import (
	"testing"

	"jantaku/vision/outline"
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
