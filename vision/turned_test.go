package vision_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"jantaku/calibration"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/learn"
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
	return learnDrawn(specs, recompressed)
})

// drawing makes a picture of a scene: [scene.Studio.Photograph] or recompressed.
type drawing func(scene.Spec) ([]byte, scene.Truth, error)

// recompressed is a picture that was compressed a second time after the camera did.
func recompressed(s scene.Spec) ([]byte, scene.Truth, error) {
	img, truth, err := studio.Render(s)
	if err != nil {
		return nil, truth, err
	}
	data, err := scene.Encode(img, 92)
	return data, truth, err
}

// learnDrawn learns the faces of drawn lessons.
func learnDrawn(specs []scene.Spec, draw drawing) (calibration.Faces, error) {
	var photos []learn.LabelledPhoto
	for _, spec := range specs {
		data, truth, err := draw(spec)
		if err != nil {
			return calibration.Faces{}, err
		}
		label := truth.Photo("")
		photo := learn.LabelledPhoto{Image: data, Boxes: label.Boxes}
		for _, row := range label.Rows {
			photo.Rows = append(photo.Rows, row)
		}
		photos = append(photos, photo)
	}
	faces, _, err := learn.Faces(context.Background(), photos, nil)
	return faces, err
}

// layWith lays a hand of three concealed sets with melds, its winning tile apart.
func layWith(t testing.TB, s *scene.Spec, l scene.Laying, m models.Meld, flowers ...models.Tile) {
	t.Helper()
	l.Win = scene.WinApart
	h := models.Hand{Concealed: notated(t, "123m456p789s4z"), Melds: []models.Meld{m}, Flowers: models.FlowersOf(flowers...)}
	if err := s.Lay(h, notated(t, "4z")[0], l); err != nil {
		t.Fatal(err)
	}
}

// hasMeld reports whether the hand of layWith was read, with that meld from that supplier.
func hasMeld(r models.Reading, want models.Meld) bool {
	if r.Hand == nil || len(r.Hand.Melds) != 1 || len(r.Hand.Concealed) != 10 {
		return false
	}
	got := r.Hand.Melds[0]
	return got.Kind == want.Kind && got.From == want.From && sorted(got.Tiles) == sorted(want.Tiles)
}

// sorted writes tiles in their usual order.
func sorted(tiles models.Tiles) string {
	tiles = slices.Clone(tiles)
	models.SortTiles(tiles)
	return tiles.String()
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
	r, accepted, tried := handReader(t), 0, 0
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
	for i, tt := range tests {
		if !sharedtest.Sampled(i, 3) {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			s, m := overHand(), models.Meld{Kind: tt.kind, Tiles: notated(t, tt.tiles), From: tt.from}
			layWith(t, &s, scene.Neat(), m)
			got := seen(t, r, photographed(t, s))
			if !hasMeld(got, m) {
				t.Errorf("%s, read %s as %+v: %+v", got.Status, lying(got.Rows), got.Hand, got.Doubts)
			}
			if tried++; got.Status == models.Accepted {
				accepted++
			}
		})
	}
	if accepted < tried-1 {
		t.Errorf("%d of %d were accepted", accepted, tried)
	}
}

// TestTheSupplierIsToldFromAllSidesOfTheTable rolls the camera: what is left for the owner of the
// hand is not left in the picture then.
func TestTheSupplierIsToldFromAllSidesOfTheTable(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands of all sides")
	}
	t.Parallel()
	r := newReader(t, learned(t, wellTaughtByHand)) // few lessons do not tell which way up a face is
	for i, roll := range []float64{90, 180, 270} {
		for k, from := range []models.Side{models.Left, models.Right} {
			if !sharedtest.Sampled(i+k+1, 3) {
				continue
			}
			t.Run(fmt.Sprintf("%v, camera rolled by %v degrees", from, roll), func(t *testing.T) {
				s, m := overHand(), models.Meld{Kind: models.Pung, Tiles: notated(t, "888m"), From: from}
				s.Width, s.Height, s.Camera.Roll = 1600, 1600, roll
				layWith(t, &s, scene.Neat(), m)
				if got := seen(t, r, photographed(t, s)); got.Status != models.Accepted || !hasMeld(got, m) {
					t.Errorf("%s, read %s as %+v: %+v", got.Status, lying(got.Rows), got.Hand, got.Doubts)
				}
			})
		}
	}
}

// clubFaces are those of a drawn set in pictures as a club takes them.
var clubFaces = taught(artwork.StyleA, scene.RandomLessons, 3, recompressed)

// taught learns the faces of a drawn set, each shown so many times, once for all tests.
func taught(style artwork.Style, lessons func(uint64, artwork.Style, float64, int) ([]scene.Spec, error), times int, draw drawing) func() (calibration.Faces, error) {
	return sync.OnceValues(func() (calibration.Faces, error) {
		specs, err := lessons(1, style, .3, times)
		if err != nil {
			return calibration.Faces{}, err
		}
		return learnDrawn(specs, draw)
	})
}
