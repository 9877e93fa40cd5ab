package vision_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/layout"
	"jantaku/vision/scene"
)

// overHand is a camera that sees the hand of one player.
func overHand() scene.Spec {
	s := scene.Basic()
	s.Width, s.Height = 1920, 1080
	s.Camera.Elevation = 68
	return s
}

// handFaces are the faces of the drawn set as the camera over a hand sees them.
var handFaces = sync.OnceValues(func() (calibration.Faces, error) {
	specs, err := scene.Lessons(overHand(), 2)
	if err != nil {
		return calibration.Faces{}, err
	}
	return learnDrawn(specs)
})

// learnDrawn learns the faces of drawn lessons.
func learnDrawn(specs []scene.Spec) (calibration.Faces, error) {
	var photos []vision.LabelledPhoto
	var studio scene.Studio
	for _, spec := range specs {
		img, truth, err := studio.Render(spec)
		if err != nil {
			return calibration.Faces{}, err
		}
		data, err := scene.Encode(img, 92)
		if err != nil {
			return calibration.Faces{}, err
		}
		label := truth.Photo("")
		photo := vision.LabelledPhoto{Image: data, Boxes: label.Boxes}
		for _, row := range label.Rows {
			photo.Rows = append(photo.Rows, row)
		}
		photos = append(photos, photo)
	}
	faces, _, err := vision.Learn(context.Background(), photos, nil)
	return faces, err
}

// melded is a hand of three concealed sets, its winning tile apart, with one meld.
func melded(t *testing.T, m models.Meld) scene.Spec {
	t.Helper()
	s := overHand()
	l := scene.Neat()
	l.Win = scene.WinApart
	h := models.Hand{Concealed: notated(t, "123m456p789s4z"), Melds: []models.Meld{m}}
	if err := s.Lay(h, notated(t, "4z")[0], l); err != nil {
		t.Fatal(err)
	}
	return s
}

// lying writes rows as a person notes them, with the facing of what is not upright.
func lying(rows [][]models.Sighting) string {
	var b strings.Builder
	for _, row := range rows {
		for _, s := range row {
			fmt.Fprintf(&b, " %v", s.Tile)
			if s.Facing != 0 {
				fmt.Fprintf(&b, "/%d", s.Facing)
			}
		}
		b.WriteString(";")
	}
	return b.String()
}

func TestClaimedTilesAreReadWhereTheyLieSideways(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads every form of a meld")
	}
	faces, err := handFaces()
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(t, faces)
	tests := []struct {
		name, tiles string
		kind        models.MeldKind
		from        models.Side
	}{
		{"chow from the left", "534s", models.Chow, models.Left},
		{"pung from the left", "666z", models.Pung, models.Left},
		{"pung from across", "222p", models.Pung, models.Across},
		{"pung from the right", "888m", models.Pung, models.Right},
		{"pung of circles from across", "111p", models.Pung, models.Across},
		{"kong from the left", "2222s", models.Kong, models.Left},
		{"kong from across", "3333z", models.Kong, models.Across},
		{"kong from the right", "7777m", models.Kong, models.Right},
		{"added to a pung from the left", "2222z", models.AddedKong, models.Left},
		{"added to a pung from across", "6666s", models.AddedKong, models.Across},
		{"added to a pung from the right", "9999m", models.AddedKong, models.Right},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := melded(t, models.Meld{Kind: tt.kind, Tiles: notated(t, tt.tiles), From: tt.from})
			rows, _, err := r.Read(t.Context(), photographed(t, s))
			if err != nil {
				t.Fatal(err)
			}
			got := layout.Read(rows, layout.DefaultOptions())
			if got.Status != models.Accepted || len(got.Hand.Melds) != 1 {
				t.Fatalf("%s, read %s: %+v", got.Status, lying(rows), got.Doubts)
			}
			m := got.Hand.Melds[0]
			if m.Kind != tt.kind || m.From != tt.from || len(got.Hand.Concealed) != 10 {
				t.Errorf("read %v %v from %v, laid %v from %v", m.Kind, m.Tiles, m.From, tt.kind, tt.from)
			}
		})
	}
}
