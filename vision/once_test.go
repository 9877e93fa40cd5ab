package vision_test

import (
	"fmt"
	"testing"

	"jantaku/models"
	"jantaku/vision/scene"
)

// drawnTable is a table to read, such as one that was once read wrong and accepted.
type drawnTable struct {
	shows    string
	seed     uint64
	hardness float64
}

func TestTablesThatWereReadWrongAreReadRightOrAskedAbout(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads tables")
	}
	reader := tableReader(t)
	read := func(t *testing.T, s scene.Scene) models.Reading {
		return understood(t, reader, calibrated(t, s.Spec), photographed(t, s.Spec), s.Laying.Place)
	}
	rightOrAsked(t, scene.RandomOver, read, 4, []drawnTable{
		{"a fourth 2p upon the claimed one, nearly under the camera", 20001341, 1},
		{"a fourth 6p upon the claimed one at the end of the row", 20002706, 0},
		{"a kong whose upper tile passes for the winning one", 20002721, .4},
		{"a fourth 3z upon the one in the middle", 20002933, .7},
		{"a fourth 7z upon the last tile of the row, far from the camera", 20003229, .6},
		{"a fourth 3p upon the claimed one, beside another pung", 20004083, .2},
		{"a fourth circle, which looks the same sideways", 20004390, .1},
		{"a fourth 7z that was found last", 20004823, .3},
		{"a fourth 9p in glare beyond the claimed one", 20003499, 1},
		{"three flowers, one dark with print", 20004140, .4},
		{"a flower beyond an added tile", 20002162, .4},
		{"a back in glare", 20004693, .7},
		{"a claimed chow a third of a tile from the pair", 20002053, .5},
		{"a circle at the end of its row", 50000336, .6},
		{"a claimed circle before a chow", 81003489, .2},
		{"a claimed five found half a cell off", 83003224, .1},
	})
}

func TestBarePicturesThatWereReadWrongAreReadRightOrAskedAbout(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads tables")
	}
	reader := newReader(t, learned(t, clubFaces))
	read := func(t *testing.T, s scene.Scene) models.Reading { return seen(t, reader, photographed(t, s.Spec)) }
	rightOrAsked(t, scene.Random, read, 4, []drawnTable{
		{"a claimed circle in a second row", 60000203, .5},
		{"a back that lies aslant", 60000292, .6},
		{"three concealed circles, one in a shadow", 70000080, .3},
		{"a claimed tile that was found apart from its chow", 70000899, .8},
		{"a kong with a back whose tiles were found in two rows", 70000129, .8},
		{"two flowers apart on the line of the hand", 60000731, .5},
		{"a flower that the border of the picture cuts off", 91000369, .6},
		{"a circle beside the back of its kong", 91000886, .6},
		{"a claimed tile that was turned over and seen twice", 91001047, .2},
		{"two flowers that touch, above the hand", 91001097, .8},
	})
}

// Faces learned as little sharp as the camera over a table sees them look like edges and
// joints, too: nothing but tiles may be read as tiles.
func TestHandsAreReadWithFacesLearnedUnderTheTablesCamera(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads tables")
	}
	lessons, err := scene.RandomLessonsOver(1, scene.StyleA, .6, 6)
	if err != nil {
		t.Fatal(err)
	}
	faces, err := learnDrawn(lessons)
	if err != nil {
		t.Fatal(err)
	}
	reader := newReader(t, faces)
	read := func(t *testing.T, s scene.Scene) models.Reading {
		return understood(t, reader, calibrated(t, s.Spec), photographed(t, s.Spec), s.Laying.Place)
	}
	plain := func(seed uint64, style scene.Style, hardness float64, _ scene.Forms) (scene.Scene, error) {
		return scene.RandomOver(seed, style, hardness, scene.PlainForms)
	}
	tables := make([]drawnTable, 22)
	for i := range tables {
		tables[i] = drawnTable{shows: fmt.Sprint("table ", i), seed: 82000000 + uint64(i), hardness: float64(i%6) / 10}
	}
	rightOrAsked(t, plain, read, 19, tables)
}

// rightOrAsked checks that no table is accepted wrongly, and at least some rightly.
func rightOrAsked(t *testing.T, draw func(uint64, scene.Style, float64, scene.Forms) (scene.Scene, error),
	read func(*testing.T, scene.Scene) models.Reading, least int, tables []drawnTable) {
	t.Helper()
	accepted := 0
	for _, tt := range tables {
		t.Run(tt.shows, func(t *testing.T) {
			s, err := draw(tt.seed, scene.StyleA, tt.hardness, scene.EveryForm)
			if err != nil {
				t.Fatal(err)
			}
			want, win := s.Seen()
			got := read(t, s)
			if got.Status != models.Accepted {
				return
			}
			if accepted++; !sameHand(*got.Hand, want) || got.WinTile != win {
				t.Errorf("accepted %+v with %v, laid %+v with %v", got.Hand, got.WinTile, want, win)
			}
		})
	}
	if accepted < least {
		t.Errorf("%d of %d tables were accepted", accepted, len(tables))
	}
}
