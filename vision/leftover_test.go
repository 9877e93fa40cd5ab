package vision_test

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/layout"
)

func TestWhatLooksLikeATileAndIsNotReadIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands")
	}
	faces := learned(t, handFaces)
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

func TestAFlowerAroundTheEndOfTheHandIsToldOfWhereItsFaceIsUnknown(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands")
	}
	t.Parallel()
	r := newReader(t, without(learned(t, handFaces), "3f"))
	for _, off := range []models.Point{{X: 20, Y: 46}, {X: 30, Y: 60}, {X: 0, Y: 55}, {X: -20, Y: 50}, {X: -60, Y: -82}} { // mm
		s := overHand()
		if err := s.Lay(models.Hand{Concealed: notated(t, "123m456p789s11444z")}, models.NoTile, scene.Neat()); err != nil {
			t.Fatal(err)
		}
		flower := s.Tiles[len(s.Tiles)-1]
		flower.Tile, flower.At = notated(t, "3f")[0], models.Point{X: flower.At.X + off.X, Y: flower.At.Y + off.Y}
		s.Tiles = append(s.Tiles, flower)
		if got := seen(t, r, photographed(t, s)); got.Status == models.Accepted {
			t.Errorf("accepted with a flower at %v, %v beside the last tile", flower.At, off)
		}
	}
}

// TestAFlowerThatARowGoesOnWithIsToldOfWhereItsFaceIsUnknown lays the flowers at the end of the hand, on a ground as light
// as the tiles.
func TestAFlowerThatARowGoesOnWithIsToldOfWhereItsFaceIsUnknown(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands")
	}
	t.Parallel()
	faces := learned(t, handFaces)
	for _, known := range []bool{true, false} {
		s, l := overHand(), scene.Neat()
		s.Table.Ground, l.Parting = scene.WhiteCloth, .3
		if err := s.Lay(models.Hand{Concealed: notated(t, "123m456p789s11444z"), Flowers: models.FlowersOf(notated(t, "3f")...)}, models.NoTile, l); err != nil {
			t.Fatal(err)
		}
		read := faces
		if !known {
			read = without(faces, "3f")
		}
		if got := seen(t, newReader(t, read), photographed(t, s)); (got.Status == models.Accepted) != known {
			t.Errorf("learned %v: %s, read %s: %+v", known, got.Status, lying(got.Rows), got.Doubts)
		}
	}
}

// TestAFlowerInGlareIsToldOfHoweverManyTilesOfOthersLieThere lays pairs of others beyond the hand, each of which stands out as a tile
// does and is read as none of the hand's.
func TestAFlowerInGlareIsToldOfHoweverManyTilesOfOthersLieThere(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands")
	}
	t.Parallel()
	r := newReader(t, learned(t, handFaces))
	for _, off := range []models.Point{{}, {X: -20, Y: -46}, {X: -430, Y: 46}} { // mm
		s := overHand()
		s.Camera.Distance *= 1.25
		if err := s.Lay(models.Hand{Concealed: notated(t, "123m456p789s11444z")}, models.NoTile, scene.Neat()); err != nil {
			t.Fatal(err)
		}
		last := s.Tiles[len(s.Tiles)-1]
		for i, tile := range notated(t, "1m2z3z2m3z4z2m3s1p1m3z7m") {
			other := last
			other.Tile, other.At, other.Row = tile, models.Point{X: last.At.X + 100 - 27*float64(i) - 38*float64(i/2), Y: last.At.Y + 66}, -1
			s.Tiles = append(s.Tiles, other)
		}
		flower := off != models.Point{}
		if flower {
			last.Tile, last.At = notated(t, "3f")[0], last.At.Add(off)
			s.Tiles = append(s.Tiles, last)
			s.Light.Glare = append(s.Light.Glare, scene.Spot{At: last.At, Radius: 22, Amount: 1})
		}
		if got := seen(t, r, photographed(t, s)); (got.Status == models.Accepted) == flower {
			t.Errorf("a flower %v beside the last tile: %s, read %s: %+v", off, got.Status, lying(got.Rows), got.Doubts)
		}
	}
}

// TestWhatTheBorderLeavesOfAFlowerIsToldOf cuts a flower off that lies above the hand, on no line of it.
func TestWhatTheBorderLeavesOfAFlowerIsToldOf(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands")
	}
	t.Parallel()
	r := newReader(t, learned(t, handFaces))
	flower := notated(t, "3f")[0]
	for _, glare := range []bool{false, true} {
		s := overHand()
		if err := s.Lay(models.Hand{Concealed: notated(t, "123m456p789s11444z")}, models.NoTile, scene.Neat()); err != nil {
			t.Fatal(err)
		}
		apart := s.Tiles[0]
		apart.Tile, apart.At = flower, apart.At.Add(models.Point{X: 31, Y: 46})
		s.Tiles = append(s.Tiles, apart)
		if glare {
			s.Light.Glare = append(s.Light.Glare, scene.Spot{At: apart.At, Radius: 22, Amount: 1})
		}
		img, truth, err := studio.Render(s)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(truth.Table, func(l scene.Lying) bool { return l.Tile == flower })
		upper, lower := truth.Table[at].Quad[0].Y, truth.Table[at].Quad[3].Y
		for _, cut := range []float64{.4, .55, .7} {
			b, above := img.Bounds(), int(upper+cut*(lower-upper))
			below := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()-above))
			draw.Draw(below, below.Bounds(), img, image.Pt(0, above), draw.Src)
			data, err := scene.Encode(below, 92)
			if err != nil {
				t.Fatal(err)
			}
			if got := seen(t, r, data); got.Status == models.Accepted {
				t.Errorf("glare %v: accepted without %v of a flower", glare, cut)
			}
		}
	}
}

// TestWhatTheBorderLeavesBesideAFlowerIsATileWhereItHasTheColourOfTiles shows a strip beside the flower that a hand ends with: of light wood, or of
// what tiles are made of.
func TestWhatTheBorderLeavesBesideAFlowerIsATileWhereItHasTheColourOfTiles(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands")
	}
	t.Parallel()
	r, l := newReader(t, learned(t, handFaces)), scene.Neat()
	l.Parting = .3
	s := overHand()
	if err := s.Lay(models.Hand{Concealed: notated(t, "123m456p789s11444z"), Flowers: models.FlowersOf(notated(t, "3f")...)}, models.NoTile, l); err != nil {
		t.Fatal(err)
	}
	img, truth, err := studio.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(truth.Table, func(l scene.Lying) bool { return l.Tile.IsFlower() })
	quad := truth.Table[at].Quad
	wide := quad[1].X - quad[0].X
	begins := int(min(quad[0].X, quad[3].X)) // it lies left of the hand
	corner := quad[0].Toward(quad[2], .06)
	white := color.RGBAModel.Convert(img.At(int(corner.X), int(corner.Y))).(color.RGBA)
	wood := color.RGBA{white.R, uint8(.85 * float64(white.R)), uint8(.68 * float64(white.R)), 255}
	for name, strip := range map[string]struct {
		colour color.RGBA
		noise  int // grey levels at most, of each colour
		asked  bool
	}{
		"wood":             {colour: wood},
		"a tile":           {colour: white, asked: true},
		"a tile, in noise": {colour: white, noise: 30, asked: true},
	} {
		b := img.Bounds()
		left := int(.45 * wide)
		shown := image.NewRGBA(image.Rect(0, 0, b.Dx()-begins+left, b.Dy()))
		draw.Draw(shown, shown.Bounds(), img, image.Pt(begins-left, 0), draw.Src)
		draw.Draw(shown, image.Rect(0, 0, left-3, b.Dy()), image.NewUniform(strip.colour), image.Point{}, draw.Src)
		noise := rand.New(rand.NewPCG(1, 2))
		for i := 0; i < len(shown.Pix) && strip.noise > 0; i++ {
			if i%4 < 3 {
				shown.Pix[i] = uint8(min(max(int(shown.Pix[i])+noise.IntN(2*strip.noise+1)-strip.noise, 0), 255))
			}
		}
		data, err := scene.Encode(shown, 92)
		if err != nil {
			t.Fatal(err)
		}
		got := seen(t, r, data)
		asked := slices.ContainsFunc(got.Doubts, func(d models.Doubt) bool { return d.Code == layout.DoubtBorder })
		if asked != strip.asked {
			t.Errorf("%s beside the flower: asked %v, %s: %+v", name, asked, got.Status, got.Doubts)
		}
	}
}

// TestATileThatTheBorderCutsIsReadOrAskedAbout cuts the flower off that lies at the end of a hand: nothing else tells that one is missing.
func TestATileThatTheBorderCutsIsReadOrAskedAbout(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands")
	}
	t.Parallel()
	r, l := newReader(t, learned(t, handFaces)), scene.Neat()
	l.Parting = .1
	flower := notated(t, "3f")
	s := overHand()
	if err := s.Lay(models.Hand{Concealed: notated(t, "123m456p789s11444z"), Flowers: models.FlowersOf(flower...)}, models.NoTile, l); err != nil {
		t.Fatal(err)
	}
	img, truth, err := studio.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	quad := truth.Table[slices.IndexFunc(truth.Table, func(l scene.Lying) bool { return l.Tile == flower[0] })].Quad
	for _, part := range []float64{.3, .4, .5, .6, .7, .8, .9} { // it lies left of the hand
		b, begins := img.Bounds(), int(quad[1].X-part*(quad[1].X-quad[0].X))
		shown := image.NewRGBA(image.Rect(0, 0, b.Dx()-begins, b.Dy()))
		draw.Draw(shown, shown.Bounds(), img, image.Pt(begins, 0), draw.Src)
		data, err := scene.Encode(shown, 92)
		if err != nil {
			t.Fatal(err)
		}
		got := seen(t, r, data)
		read := slices.ContainsFunc(got.Rows, func(row []models.Sighting) bool {
			return slices.ContainsFunc(row, func(s models.Sighting) bool { return s.Tile == flower[0] })
		})
		if got.Status == models.Accepted && !read || part >= .8 && !read {
			t.Errorf("%v of the flower shown: %s, read %v: %+v", part, got.Status, read, got.Doubts)
		}
	}
}

// TestALightGroundAtTheBorderIsNoTile ends a hand without flowers near the border, on a ground as light as its tiles: that is as light above the row, too.
func TestALightGroundAtTheBorderIsNoTile(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands")
	}
	t.Parallel()
	r, s := newReader(t, learned(t, handFaces)), overHand()
	s.Table.Ground = scene.WhiteCloth
	if err := s.Lay(models.Hand{Concealed: notated(t, "123m456p789s11444z")}, models.NoTile, scene.Neat()); err != nil {
		t.Fatal(err)
	}
	img, truth, err := studio.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	first := truth.Table[0].Quad
	for _, l := range truth.Table {
		if l.Quad[0].X < first[0].X {
			first = l.Quad
		}
	}
	b, begins := img.Bounds(), int(first[0].X-.5*(first[1].X-first[0].X))
	shown := image.NewRGBA(image.Rect(0, 0, b.Dx()-begins, b.Dy()))
	draw.Draw(shown, shown.Bounds(), img, image.Pt(begins, 0), draw.Src)
	data, err := scene.Encode(shown, 92)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range seen(t, r, data).Doubts {
		if d.Code == layout.DoubtBorder {
			t.Errorf("half a tile of ground beside the hand: %+v", d)
		}
	}
}

// TestWhatTheBorderLeavesBesideABackIsComparedWithTheNearestFace ends the row with a concealed kong, whose outer tile is face down.
func TestWhatTheBorderLeavesBesideABackIsComparedWithTheNearestFace(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands")
	}
	t.Parallel()
	r, s := newReader(t, learned(t, handFaces)), overHand()
	kong := models.Meld{Kind: models.ConcealedKong, Tiles: notated(t, "4444z")}
	if err := s.Lay(models.Hand{Concealed: notated(t, "123m456p789s11z"), Melds: []models.Meld{kong}}, models.NoTile, scene.Neat()); err != nil {
		t.Fatal(err)
	}
	img, truth, err := studio.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	right, tile := 0., 0.
	for _, l := range truth.Table {
		if end := l.Quad[1].X; end > right {
			right, tile = end, l.Quad[1].X-l.Quad[0].X
		}
	}
	for _, beside := range []float64{.1, .3, .5} {
		b := img.Bounds()
		shown := image.NewRGBA(image.Rect(0, 0, int(right+beside*tile), b.Dy()))
		draw.Draw(shown, shown.Bounds(), img, image.Point{}, draw.Src)
		data, err := scene.Encode(shown, 92)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range seen(t, r, data).Doubts {
			if d.Code == layout.DoubtBorder {
				t.Errorf("%v of a tile of cloth beside a back: %+v", beside, d)
			}
		}
	}
}

func TestATileApartIsReadWholeOrAskedAbout(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads hands")
	}
	t.Parallel()
	faces := learned(t, handFaces)
	for i, tile := range []string{"4s", "2s", "4p", "2p", "6s", "8p"} { // half of a 4s is a 2s
		if !sharedtest.Sampled(i, 3) {
			continue
		}
		for _, learned := range []bool{true, false} {
			known := faces
			if !learned {
				known = without(faces, tile)
			}
			s, l := overHand(), scene.Neat()
			l.Win = scene.WinApart
			win := notated(t, tile)
			if err := s.Lay(models.Hand{Concealed: append(notated(t, "123m789s111222z"), win...)}, win[0], l); err != nil {
				t.Fatal(err)
			}
			got := seen(t, newReader(t, known), photographed(t, s))
			if learned && (got.Status != models.Accepted || got.WinTile != win[0]) || !learned && got.Status == models.Accepted {
				t.Errorf("%s, learned %v: %s, read %s: %+v", tile, learned, got.Status, lying(got.Rows), got.Doubts)
			}
		}
	}
}
