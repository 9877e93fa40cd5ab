package vision

import (
	"context"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/learn"
	"jantaku/vision/plane"
	"jantaku/vision/proposal"
	"jantaku/vision/raster"
)

// lessonStudio draws each face once for all pictures.
var lessonStudio scene.Studio

// taughtReader reads the faces that drawn lessons teach.
func taughtReader(t *testing.T, specs ...scene.Spec) *Reader {
	t.Helper()
	var lessons []learn.LabelledPhoto
	for _, s := range specs {
		image, truth, err := lessonStudio.Photograph(s)
		if err != nil {
			t.Fatal(err)
		}
		label := truth.Photo("")
		lesson := learn.LabelledPhoto{Image: image, Boxes: label.Boxes}
		for _, row := range label.Rows {
			lesson.Rows = append(lesson.Rows, row)
		}
		lessons = append(lessons, lesson)
	}
	faces, _, err := learn.Faces(context.Background(), lessons, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(faces)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// TestNoOtherFaceIsSureWhereATileWasLookedForBesideItsPlace reads characters, which are alike, from
// up to a fifth of a tile beside where they stand.
func TestNoOtherFaceIsSureWhereATileWasLookedForBesideItsPlace(t *testing.T) {
	if testing.Short() {
		t.Skip("draws lessons and reads tiles from many places")
	}
	t.Parallel()
	for i, style := range artwork.Styles() {
		if !sharedtest.Sampled(i, 4) {
			continue
		}
		t.Run(string(style), func(t *testing.T) {
			lessons, err := scene.RandomLessons(1, style, .3, 6)
			if err != nil {
				t.Fatal(err)
			}
			r, s := taughtReader(t, lessons...), scene.Basic()
			s.Style, s.Width, s.Height = style, 1920, 1080
			var row models.Tiles
			for rank := 1; rank <= 9; rank++ {
				row = append(row, models.NewTile(models.Characters, rank))
			}
			if err := s.Lay(models.Hand{Concealed: row}, models.NoTile, scene.Neat()); err != nil {
				t.Fatal(err)
			}
			image, truth, err := lessonStudio.Photograph(s)
			if err != nil {
				t.Fatal(err)
			}
			p, err := raster.Decode(image, r.film)
			if err != nil {
				t.Fatal(err)
			}
			right, all := 0, 0
			for _, tile := range truth.Rows[0] {
				q := tile.Quad
				along, down := q[1].Sub(q[0]).Toward(q[2].Sub(q[3]), .5), q[3].Sub(q[0]).Toward(q[2].Sub(q[1]), .5)
				for dx := -.2; dx < .21; dx += .1 {
					for dy := -.2; dy < .21; dy += .1 {
						at := q[0].Toward(q[2], .5).Toward(q[1].Toward(q[3], .5), .5).Add(along.Times(dx).Add(down.Times(dy)))
						frame := raster.Frame{Centre: [3]models.Point{at, along}, Down: [2]models.Point{down}}
						quad := frame.Quad(0, 0)
						table, err := plane.OfTile(p.Width(), p.Height(), quad)
						if err != nil {
							t.Fatal(err)
						}
						r.Forget()
						got, err := proposal.NewPicture(r.tiles, nil, p, table).LookAt(quad)
						if err != nil {
							t.Fatal(err)
						}
						known, leads := r.tiles.TrustIn(&got.Shown)
						if all++; got.Tile == tile.Tile {
							right++
						} else if known*leads > .99 {
							t.Errorf("%v, looked for %.1f and %.1f beside its place, is %v with %.4f: %v", tile.Tile, dx, dy, got.Tile, known*leads, got.Ranks[:3])
						}
					}
				}
			}
			if right < all*8/10 {
				t.Errorf("%d of %d were read rightly", right, all)
			}
		})
	}
}
