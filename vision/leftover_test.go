package vision_test

import (
	"testing"

	"jantaku/models"
	"jantaku/vision/layout"
	"jantaku/vision/scene"
)

func TestWhatLooksLikeATileAndIsNotReadIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands")
	}
	faces, err := handFaces()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, unlearned string
		flowers         string
		glare           scene.Spot // on the last tile of the hand
		unread          int
	}{
		{name: "a hand that is read whole", flowers: "3f"},
		{name: "a flower above the hand whose face was never learned", unlearned: "3f", flowers: "3f", unread: 1},
		{name: "a tile at the end of the row under a lamp", glare: scene.Spot{Radius: 22, Amount: 1}, unread: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newReader(t, without(faces, tt.unlearned))
			s := overHand()
			l := scene.Neat()
			l.FlowerRow = true
			h := models.Hand{Concealed: notated(t, "123m456p789s1144z4z"), Flowers: models.FlowersOf(notated(t, tt.flowers)...)}
			if err := s.Lay(h, models.NoTile, l); err != nil {
				t.Fatal(err)
			}
			if tt.glare.Amount > 0 {
				tt.glare.At = s.Tiles[len(s.Tiles)-1].At
				s.Light.Glare = append(s.Light.Glare, tt.glare)
			}
			got := seen(t, r, photographed(t, s))
			unread := 0
			for _, d := range got.Doubts {
				if d.Code == layout.DoubtUnread {
					unread++
				}
			}
			if unread != tt.unread || (got.Status == models.Accepted) != (tt.unread == 0) {
				t.Errorf("%s with %d unread, want %d; read %s: %+v", got.Status, unread, tt.unread, lying(got.Rows), got.Doubts)
			}
		})
	}
}
