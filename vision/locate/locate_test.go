package locate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/raster"
)

// rowPicture is a photograph of a drawn row and the middles of its tiles, from left to right.
func rowPicture(t *testing.T, ground scene.Ground) (*raster.Picture, []models.Point) {
	t.Helper()
	tiles, err := models.ParseTiles("1m2p9p3m7z")
	if err != nil {
		t.Fatal(err)
	}
	spec := scene.RandomView(11, artwork.StyleA, .3).WithRow(1, tiles)
	spec.Table.Ground = ground
	img, _, err := new(scene.Studio).Photograph(spec)
	if err != nil {
		t.Fatal(err)
	}
	var mids []models.Point
	for _, p := range spec.Tiles {
		mids = append(mids, scene.Project(spec, p.At.X, p.At.Y, p.Z+spec.Size.Depth))
	}
	slices.SortFunc(mids, func(a, b models.Point) int { return int(math.Copysign(1, a.X-b.X)) })
	film := raster.NewFilm()
	t.Cleanup(film.Close)
	pic, err := raster.Decode(img, film)
	if err != nil {
		t.Fatal(err)
	}
	if err := pic.Shrink(); err != nil {
		t.Fatal(err)
	}
	return pic, mids
}

func TestARowIsLocated(t *testing.T) {
	eye, err := New()
	if err != nil {
		t.Fatal(err)
	}
	pic, mids := rowPicture(t, 0)
	found, err := eye.Faces(pic)
	if err != nil {
		t.Fatal(err)
	}
	rows := Rows(found)
	if len(rows) == 0 || len(rows[0].Faces) != len(mids) {
		t.Fatalf("%d faces in %d rows", len(found), len(rows))
	}
	for i, f := range rows[0].Faces {
		if off := f.Mid.Sub(mids[i]).Length(); off > .25*f.Wide.Length() {
			t.Errorf("tile %d is %.0f pixels off, %.0f wide", i+1, off, f.Wide.Length())
		}
	}
}

func TestTheSamePictureIsLocatedAlike(t *testing.T) {
	pic, _ := rowPicture(t, 0)
	var first []Face
	for i := range 3 {
		eye, err := New()
		if err != nil {
			t.Fatal(err)
		}
		found, err := eye.Faces(pic)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = found
		}
		if !slices.Equal(first, found) {
			t.Fatal("the same picture shows other faces")
		}
	}
}

// faceAt is an upright face of 20 by 28 pixels.
func faceAt(x, y, turn float64) Face {
	c, s := math.Cos(turn), math.Sin(turn)
	return Face{Mid: models.Point{X: x, Y: y}, Wide: models.Point{X: 20 * c, Y: 20 * s}, Tall: models.Point{X: -28 * s, Y: 28 * c}, Sure: .9}
}

func TestFacesAreStrungIntoRows(t *testing.T) {
	for name, c := range map[string]struct {
		faces []Face
		want  []int // faces of each row
		at    []float64
	}{
		"touching":                   {[]Face{faceAt(60, 50, 0), faceAt(20, 50, 0), faceAt(40, 50.5, 0)}, []int{3}, []float64{0, 1, 2}},
		"with a gap":                 {[]Face{faceAt(20, 50, 0), faceAt(40, 50, 0), faceAt(100, 50, 0), faceAt(120, 50, 0)}, []int{4}, []float64{0, 1, 4, 5}},
		"apart from each other":      {[]Face{faceAt(20, 50, .1), faceAt(50, 52, -.1), faceAt(80, 50, .05)}, []int{3}, []float64{0, 1.5, 3}},
		"two rows that touch":        {[]Face{faceAt(20, 50, 0), faceAt(40, 50, 0), faceAt(20, 78, 0), faceAt(40, 78, 0), faceAt(60, 78, 0)}, []int{3, 2}, []float64{0, 1, 2}},
		"one that lies turned aside": {[]Face{faceAt(20, 50, 0), faceAt(40, 50, 0), faceAt(66, 54, math.Pi/2)}, []int{2, 1}, []float64{0, 1}},
		"none":                       {nil, nil, nil},
	} {
		rows := Rows(c.faces)
		var got []int
		for _, r := range rows {
			got = append(got, len(r.Faces))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: rows of %v faces, want %v", name, got, c.want)
			continue
		}
		for i, want := range c.at {
			if math.Abs(rows[0].T[i]-want) > .06 {
				t.Errorf("%s: faces stand at %v, want %v", name, rows[0].T, c.at)
				break
			}
		}
	}
}

// TestAllThatMayBeOfAHandIsLookedAtClosely claims that what lies on the line of a long row, as far beyond its end as flowers and melds of a hand do, is in
// the part of a larger copy that is looked at, to both sides and whichever way the row runs.
func TestAllThatMayBeOfAHandIsLookedAtClosely(t *testing.T) {
	for _, turned := range []float64{0, .1, math.Pi / 2} {
		sin, cos := math.Sincos(turned)
		wide, tall := models.Point{X: 20 * cos, Y: 20 * sin}, models.Point{X: -27 * sin, Y: 27 * cos}
		var faces []Face
		for i := range 8 {
			faces = append(faces, Face{Mid: models.Point{X: 600, Y: 500}.Add(wide.Times(float64(i) - 3.5)), Wide: wide, Tall: tall, Sure: 1})
		}
		level := &raster.Level{Width: 600, Height: 500, Pix: make([]byte, raster.Channels*600*500)}
		part, left, top := aboutRows(level, faces, 2)
		for _, at := range []models.Point{faces[0].Mid.Sub(wide.Times(UsualReach.Along + .5)), faces[7].Mid.Add(wide.Times(UsualReach.Along + .5))} {
			if x, y := at.X/2-float64(left), at.Y/2-float64(top); x < 0 || y < 0 || x > float64(part.Width) || y > float64(part.Height) {
				t.Errorf("turned by %.1f: (%.0f, %.0f) lies beyond %d×%d from (%d, %d)", turned, at.X, at.Y, part.Width, part.Height, left, top)
			}
		}
	}
}

// BenchmarkRows puts what may be seen in a strange picture, a wide grid of uneven faces, into rows.
func BenchmarkRows(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	off := func() float64 { return .15 * (2*r.Float64() - 1) }
	var faces []Face
	for y := range 30 {
		for x := range 45 {
			faces = append(faces, Face{
				Mid:  models.Point{X: 40 * (float64(x) + off()), Y: 60 * (float64(y) + off())},
				Wide: models.Point{X: 30 * (1 + off()), Y: 30 * off()}, Tall: models.Point{X: 40 * off(), Y: 40 * (1 + off())},
			})
		}
	}
	for b.Loop() {
		Rows(faces)
	}
}
