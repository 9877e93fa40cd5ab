package vision_test

import (
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/artwork"
	"jantaku/vision/watch"
)

// shotWithout photographs a scene without some of its tiles.
func shotWithout(t *testing.T, s scene.Spec, hidden func(scene.Placed) bool) []byte {
	t.Helper()
	var tiles []scene.Placed
	for _, p := range s.Tiles {
		if !hidden(p) {
			tiles = append(tiles, p)
		}
	}
	s.Tiles = tiles
	image, _, err := recompressed(s)
	if err != nil {
		t.Fatal(err)
	}
	return image
}

func TestATileThatComesToRestAndIsTakenIsTold(t *testing.T) {
	s, err := scene.RandomTable(3, artwork.StyleA, .3)
	if err != nil {
		t.Fatal(err)
	}
	last := -1
	for i, p := range s.Tiles {
		if p.Role == scene.InRiver && p.Owner == 2 && (last < 0 || p.Order > s.Tiles[last].Order) {
			last = i
		}
	}
	if last < 0 {
		t.Fatal("nobody discarded anything")
	}
	played := s.Tiles[last]
	before := shotWithout(t, s, func(p scene.Placed) bool { return p == played })
	after := shotWithout(t, s, func(scene.Placed) bool { return false })

	f, err := vision.NewFollower(tableReader(t), calibrated(t, s), watch.Usual())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var told []watch.Change
	now := time.Duration(0)
	show := func(image []byte, times int) {
		for range times {
			changes, err := f.Follow(t.Context(), now, models.Thirteen, image)
			if err != nil {
				t.Fatal(err)
			}
			told = append(told, changes...)
			now += 125 * time.Millisecond
		}
	}
	show(before, 8)
	for _, c := range told { // all that lay there from the first picture on
		if tile, _ := watch.Likeliest(&c.Evidence); c.Kind == watch.Added && tile == models.Back {
			t.Errorf("a tile of a hand that lies face down is told at %v", c.At)
		}
	}
	told, f.Read, f.Places = nil, 0, 0
	show(after, 8)
	show(before, 8)
	if len(told) != 2 || told[0].Kind != watch.Added || told[1].Kind != watch.Gone || told[0].Spot != told[1].Spot {
		t.Fatalf("told %v, want a tile added and gone", told)
	}
	c := told[0]
	if tile, p := watch.Likeliest(&c.Evidence); tile != played.Tile || p < .99 || apart(c.At, played.At) > 3 || c.Looks < 1 {
		t.Errorf("told %v with %.4f, want %v at %v", c.String(), p, played.Tile, played.At)
	}
	if c.Area.Use != calibration.RiverZone || c.Area.Place != 2 || (c.Quarter-3)%2 != 0 {
		t.Errorf("told in %v, turned by %d", c.Area, c.Quarter)
	}
	if f.Read > 8 || f.Places > 30 { // doubtful tiles of the first picture are looked at again, too
		t.Errorf("%d pictures were decoded at full size, %d places read, for two changes", f.Read, f.Places)
	}
}

func TestAPictureOfAnotherSizeIsRefused(t *testing.T) {
	s, err := scene.RandomTable(3, artwork.StyleA, .3)
	if err != nil {
		t.Fatal(err)
	}
	c := calibrated(t, s)
	f, err := vision.NewFollower(tableReader(t), c, watch.Usual())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s.Width, s.Height, s.Tiles = s.Width/2, s.Height/2, nil
	_, err = f.Follow(t.Context(), 0, models.Thirteen, shotWithout(t, s, func(scene.Placed) bool { return false }))
	wantCode(t, err, "wrong-size")
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if r, ok := err.(*models.ReadingError); !ok || r.Code != code {
		t.Errorf("the error is %v, want %s", err, code)
	}
}
