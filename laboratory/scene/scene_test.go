package scene_test

import (
	"bytes"
	"fmt"
	"image"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/layout"
)

// text writes a hand so that equal hands give equal texts.
func text(h models.Hand, win models.Tile) string {
	var words []string
	for _, m := range h.Melds {
		tiles := append(models.Tiles(nil), m.Tiles...)
		for i := range tiles {
			if m.Kind == models.ConcealedKong {
				tiles[i] = tiles[i].Kind() // a red five may lie face down
			}
		}
		models.SortTiles(tiles)
		words = append(words, fmt.Sprint(m.Kind, tiles, m.From))
	}
	tiles := append(models.Tiles(nil), h.Concealed...)
	models.SortTiles(tiles)
	flowers := append(models.Tiles(nil), h.Flowers.Tiles...)
	models.SortTiles(flowers)
	return strings.Join(append(words, tiles.String(), "+"+win.String(), flowers.String()), " ")
}

func TestHandsUnderACameraOverTheTableLieInTheirZones(t *testing.T) {
	for seed := range uint64(200) {
		s, err := scene.RandomOver(seed, artwork.StyleA, .5, scene.EveryForm, models.Thirteen)
		if err != nil {
			t.Fatal(err)
		}
		o := layout.DefaultOptions()
		o.Place, o.Zones = s.Laying.Place, calibration.DefaultZones(800, models.Thirteen, calibration.Tile{})
		got := layout.Read(scene.TruthOf(s.Spec).Rows, o)
		hand, win := s.Seen()
		if got.Status == models.Accepted && text(*got.Hand, got.WinTile) != text(hand, win) {
			t.Errorf("scene %d: a perfect eye reads %s, laid %s", seed, text(*got.Hand, got.WinTile), text(hand, win))
		}
		for _, note := range got.Inferred {
			if strings.Contains(note, "no part of the hand") {
				t.Errorf("scene %d: %s", seed, note)
			}
		}
	}
}

// TestTruthIsUnderstood lays hands down in every form and at every seat: what a
// perfect eye reports must give back the hand that was laid down.
func TestTruthIsUnderstood(t *testing.T) {
	asked := 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 9))
		h, win := scene.RandomWin(r, models.Thirteen)
		s := scene.Basic()
		s.Seed = seed
		s.Camera.Target = models.Point{}
		s.Camera.Distance = 1200
		s.Camera.Elevation = 45 + 45*r.Float64()
		l := scene.RandomLaying(r, models.PlaceAt(r.IntN(4)))
		l.Crooked = 0.7 * r.Float64()
		if err := s.Lay(h, win, l); err != nil {
			t.Fatal(err)
		}
		o := layout.DefaultOptions()
		o.View = []int{0, 270, 180, 90}[l.Place.Index()]
		got := layout.Read(scene.TruthOf(s).Rows, o)
		if len(got.Doubts) > 0 && got.Doubts[0].Code == layout.DoubtWinning && l.Win == scene.WinTurned {
			asked++ // a turned tile that ends a set at the end of the hand tells nothing
			continue
		}
		if got.Status != models.Accepted {
			t.Errorf("seed %d, %+v:\n%s is %s: %+v", seed, l, text(h, win), got.Status, got.Doubts)
			continue
		}
		want := text(h, win)
		if l.Win == scene.WinAmong {
			all := h
			all.Concealed = append(append(models.Tiles(nil), h.Concealed...), win)
			want = text(all, models.NoTile)
		}
		if have := text(*got.Hand, got.WinTile); have != want {
			t.Errorf("seed %d, %+v:\ngot  %s\nwant %s", seed, l, have, want)
		}
	}
	if asked > 30 {
		t.Errorf("%d of 600 hands are asked about", asked)
	}
}

func TestSameSpecDrawsTheSamePicture(t *testing.T) {
	drawn, err := scene.Random(5, artwork.StyleA, 0.6, scene.EveryForm, models.Thirteen)
	if err != nil {
		t.Fatal(err)
	}
	s := drawn.Spec
	s.Width, s.Height = 320, 180
	a, _, err := scene.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := scene.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.(*image.RGBA).Pix, b.(*image.RGBA).Pix) {
		t.Error("two drawings of one spec differ")
	}
	s.Seed++
	c, _, err := scene.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(a.(*image.RGBA).Pix, c.(*image.RGBA).Pix) {
		t.Error("another seed draws the same noise")
	}
}

func TestSpecSaysWhatCannotBeDrawn(t *testing.T) {
	for name, spoil := range map[string]func(*scene.Spec){
		"no pixels":     func(s *scene.Spec) { s.Width = 0 },
		"no such style": func(s *scene.Spec) { s.Style = "Z" },
		"flat tiles":    func(s *scene.Spec) { s.Size.Depth = 0 },
		"camera under":  func(s *scene.Spec) { s.Camera.Elevation = -5 },
		"unread tile":   func(s *scene.Spec) { s.Tiles = []scene.Placed{{Tile: models.Unknown}} },
	} {
		s := scene.Basic()
		spoil(&s)
		if _, _, err := scene.Render(s); err == nil {
			t.Errorf("%s: drawn without an error", name)
		}
	}
}

func TestLessonsShowEveryFace(t *testing.T) {
	lessons, err := scene.Lessons(scene.Basic(), 3)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[models.Tile]int{}
	for _, l := range lessons {
		for _, row := range scene.TruthOf(l).Rows {
			for _, s := range row {
				seen[s.Tile]++
			}
		}
	}
	for tile := models.Tile(1); tile.HasFace(); tile++ {
		if seen[tile] < 3 {
			t.Errorf("%v is shown %d times, not three", tile, seen[tile])
		}
	}
	if seen[models.Back] < 3 {
		t.Errorf("the back is shown %d times", seen[models.Back])
	}
}

// TestEveryFaceDiffers guards the drawings: no two faces of a style are alike.
func TestEveryFaceDiffers(t *testing.T) {
	for _, style := range artwork.Styles() {
		var faces []*image.RGBA
		for t := models.Tile(1); t.HasFace(); t++ {
			faces = append(faces, artwork.Face(style, t))
		}
		for a := models.Tile(1); a.HasFace(); a++ {
			for b := a + 1; b.HasFace(); b++ {
				if d := difference(faces[a-1], faces[b-1]); d < 0.01 {
					t.Errorf("style %s: %v and %v differ in %.2f %% of their ink", style, a, b, 100*d)
				}
			}
		}
	}
}

func difference(a, b *image.RGBA) float64 {
	n := 0
	for i := 0; i < len(a.Pix); i += 4 {
		d := 0
		for c := range 3 {
			d += max(int(a.Pix[i+c])-int(b.Pix[i+c]), int(b.Pix[i+c])-int(a.Pix[i+c]))
		}
		if d > 90 {
			n++
		}
	}
	return float64(n) / float64(len(a.Pix)/4)
}

// TestHandsOfFourPlacesAreToldApart lays four hands on one table; the zones say
// whose is whose, and millimetres where the owner sits.
func TestHandsOfFourPlacesAreToldApart(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 11))
		s := scene.Basic()
		s.Camera.Azimuth = 360 * r.Float64()
		s.Camera.Target = models.Point{}
		s.Camera.Distance = 1300
		var want [4]string
		for i := range models.Places {
			h, win := scene.RandomWin(r, models.Thirteen)
			l := scene.RandomLaying(r, models.PlaceAt(i))
			l.Win = scene.WinApart
			l.Baseline, l.MeldRow, l.FlowerRow = 330, false, false
			l.Parting = 12
			for len(h.Melds) > 2 || h.Flowers.Count > 2 { // longer than the zone
				h, win = scene.RandomWin(r, models.Thirteen)
			}
			s.Seed = seed
			if err := s.Lay(h, win, l); err != nil {
				t.Fatal(err)
			}
			want[i] = text(h, win)
		}
		for i, want := range want {
			o := layout.DefaultOptions()
			o.Place, o.Zones = models.PlaceAt(i), calibration.DefaultZones(820, models.Thirteen, calibration.Tile{})
			got := layout.Read(scene.TruthOf(s).Rows, o)
			if got.Hand == nil || text(*got.Hand, got.WinTile) != want {
				have := "-"
				if got.Hand != nil {
					have = text(*got.Hand, got.WinTile)
				}
				t.Errorf("seed %d place %d: got %s, want %s: %+v", seed, i+1, have, want, got.Doubts)
			}
		}
	}
}

// TestSeenIsWhatAPerfectEyeReads holds for what the scenes promise to show.
func TestSeenIsWhatAPerfectEyeReads(t *testing.T) {
	for _, forms := range []scene.Forms{scene.PlainForms, scene.EveryForm, scene.Crowded} {
		asked := 0
		for seed := range uint64(200) {
			s, err := scene.Random(seed, artwork.StyleA, float64(seed%5)/4, forms, models.Thirteen)
			if err != nil {
				t.Fatal(err)
			}
			got := layout.Read(scene.TruthOf(s.Spec).Rows, layout.DefaultOptions())
			if got.Status != models.Accepted {
				asked++
				continue
			}
			if have, want := text(*got.Hand, got.WinTile), text(s.Seen()); have != want {
				t.Errorf("forms %d, seed %d: got %s, want %s", forms, seed, have, want)
			}
		}
		if asked > 20 {
			t.Errorf("forms %d: %d of 200 are asked about", forms, asked)
		}
	}
}

func TestAddedTileUponAnotherIsAskedAbout(t *testing.T) {
	h := models.Hand{Melds: []models.Meld{{Kind: models.AddedKong, Tiles: models.Tiles{29, 29, 29, 29}, From: models.Across}},
		Concealed: models.Tiles{1, 2, 3, 4, 5, 6, 7, 8, 9, 28}}
	l := scene.Neat()
	l.Added, l.Win = scene.AddedUpon, scene.WinApart
	s := scene.Basic()
	s.Camera.Elevation = 55
	if err := s.Lay(h, 28, l); err != nil {
		t.Fatal(err)
	}
	got := layout.Read(scene.TruthOf(s).Rows, layout.DefaultOptions())
	if got.Status != models.Review || len(got.Doubts) != 1 || got.Doubts[0].Code != layout.DoubtMeld {
		t.Errorf("%s with %+v", got.Status, got.Doubts)
	}
}

func TestAStudioDrawsEverySceneAsIfItWereTheFirst(t *testing.T) {
	var studio scene.Studio
	for seed := range uint64(3) {
		s, err := scene.Random(seed, artwork.Styles()[seed%2], .5, scene.EveryForm, models.Thirteen)
		if err != nil {
			t.Fatal(err)
		}
		s.Width, s.Height = 480, 270
		alone, _, err := scene.Render(s.Spec)
		if err != nil {
			t.Fatal(err)
		}
		among, _, err := studio.Render(s.Spec)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(alone, among) {
			t.Errorf("scene %d looks different", seed)
		}
	}
}
