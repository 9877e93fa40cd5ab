package learn

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"testing"

	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/raster"
)

// noisy photographs a row of tiles that show some faces, with so much noise: at 100, of 255, those of one face are only about as
// like each other as 2m and 3m are.
func noisy(t *testing.T, random *rand.Rand, noise int, drawn func(models.Tile) *image.RGBA, shows []models.Tile) *raster.Picture {
	t.Helper()
	const wide, high = 72, 96
	img := image.NewRGBA(image.Rect(0, 0, wide*len(shows), high))
	for i, tile := range shows {
		face := drawn(tile)
		for y := range high {
			for x := range wide {
				c := face.RGBAAt(x*face.Bounds().Dx()/wide, y*face.Bounds().Dy()/high)
				img.SetRGBA(i*wide+x, y, c)
			}
		}
	}
	for y := 0; y < high; y += 4 { // grains that survive the features' averaging
		for x := 0; x < wide*len(shows); x += 4 {
			k := uint8(random.IntN(noise))
			draw.Draw(img, image.Rect(x, y, x+4, y+4), image.NewUniform(color.RGBA{A: k}), image.Point{}, draw.Over)
		}
	}
	return asPicture(t, img)
}

// asPicture takes a picture in as a photograph is taken in.
func asPicture(t *testing.T, img image.Image) *raster.Picture {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	film := raster.NewFilm()
	t.Cleanup(func() { film.Close() })
	picture, err := raster.Decode(b.Bytes(), film)
	if err != nil {
		t.Fatal(err)
	}
	if err := picture.Shrink(); err != nil {
		t.Fatal(err)
	}
	return picture
}

// notated are tiles as a person writes them.
func notated(t testing.TB, text string) models.Tiles {
	t.Helper()
	tiles, err := models.ParseTiles(text)
	if err != nil {
		t.Fatal(err)
	}
	return tiles
}

// TestTheOnlyTileOfAFaceIsDoubtedWhereItIsOneOfAnother has tiles that are the only ones with their label.
func TestTheOnlyTileOfAFaceIsDoubtedWhereItIsOneOfAnother(t *testing.T) {
	pictures := map[models.Tile]*image.RGBA{}
	drawn := func(tile models.Tile) *image.RGBA {
		if pictures[tile] == nil {
			pictures[tile] = artwork.Face(artwork.Styles()[0], tile)
		}
		return pictures[tile]
	}
	for name, c := range map[string]struct {
		shows  string // by the lone tile, which is labelled 1z
		others int    // tiles that are labelled 2m, and are
		sought bool   // its row was looked for
		want   bool
	}{
		"one of three others":                {"2m", 3, true, true},
		"its own face, alike that of others": {"3m", 3, true, false},
		"two are no face":                    {"2m", 2, true, false},
		"it stands where its box says":       {"2m", 3, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 8))
			l := learner{byTile: map[models.Tile][]*sighted{}}
			add := func(shows, labels []models.Tile, sought bool) {
				row := &labelledRow{photo: &photo{sought: sought, picture: noisy(t, random, 100, drawn, shows)}}
				row.frame = raster.Frame{Centre: [3]models.Point{{X: 35.5, Y: 47.5}, {X: 72}}, Down: [2]models.Point{{Y: 96}}}
				for i, tile := range labels {
					s := &sighted{tile: tile, row: row, place: i + 1, t: float64(i)}
					row.tiles = append(row.tiles, s)
					l.byTile[tile] = append(l.byTile[tile], s)
				}
				l.rows = append(l.rows, row)
			}
			for range c.others {
				add(notated(t, "2m"), notated(t, "2m"), c.sought)
			}
			rest := notated(t, "4m19p5s2z6z")
			add(rest, rest, c.sought)
			add(notated(t, c.shows), notated(t, "1z"), c.sought)
			if err := l.average(); err != nil {
				t.Fatal(err)
			}
			lone := l.byTile[notated(t, "1z")[0]][0]
			m := l.compared(lone, nil, l.seen(lone))
			if m.like != notated(t, "2m")[0] || m.sim <= wellLike || m.sim > onlyAnother {
				t.Fatalf("it is like %v by %.2f, of which nothing is said here", m.like, m.sim)
			}
			if got, err := l.oneOf(&m); err != nil || got != c.want {
				t.Errorf("it is one of those: %v (%v), by %.2f", got, err, m.sim)
			}
		})
	}
}
