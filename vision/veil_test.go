package vision_test

import (
	"image"
	"image/draw"
	"math"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/proposal"
)

// A lamp that is mirrored in a river leaves of the ink of its tiles between a fifth and nearly all. A person reads them.
func TestTilesUnderAMirroredLampAreReadAndNoneIsMissed(t *testing.T) {
	r := tableReader(t)
	s, err := scene.RandomTable(11, artwork.StyleA, .2)
	if err != nil {
		t.Fatal(err)
	}
	drawn, truth, err := studio.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	img := image.NewRGBA(drawn.Bounds())
	draw.Draw(img, img.Bounds(), drawn, drawn.Bounds().Min, draw.Src)
	camera := calibrated(t, s)
	view, err := camera.View(camera.Tile.Depth)
	if err != nil {
		t.Fatal(err)
	}
	var river []scene.Lying
	for _, l := range truth.Table {
		if l.Role == scene.InRiver && l.Owner == 1 {
			river = append(river, l)
		}
	}
	lamp, wide := view.Picture(river[len(river)/3].Pose.At), 3*view.Picture(models.Point{X: camera.Tile.Width}).Sub(view.Picture(models.Point{})).Length()
	for i := 0; i+3 < len(img.Pix); i += 4 {
		x, y := float64(i%img.Stride/4)-lamp.X, float64(i/img.Stride)-lamp.Y
		left := 1 - .8*math.Exp(-(x*x+y*y)/(2*wide*wide))
		for c := range 3 {
			img.Pix[i+c] = byte(255 - left*float64(255-img.Pix[i+c]))
		}
	}
	found := swept(t, r, img, camera)
	right := 0
	for _, l := range river {
		told := false
		for _, f := range found {
			if apart(f.At, l.Pose.At) >= 8 {
				continue
			}
			told = true
			switch read, sure := likeliest(f.Evidence); {
			case read == l.Tile:
				right++
			case read != models.Unknown:
				t.Errorf("%v at %v is read as %v with %.3f", l.Tile, l.Pose, read, sure)
			}
		}
		if !told {
			t.Errorf("%v at %v is missed", l.Tile, l.Pose)
		}
	}
	if right < len(river)-1 {
		t.Errorf("%d of %d tiles are read", right, len(river))
	}
}

// What a lamp takes of the ink it adds as light. A print that is pale in the dark is none: fingers beside a hand look like a pale 2s.
func TestAPalePrintInTheDarkIsNone(t *testing.T) {
	r := tableReader(t)
	s, err := scene.RandomTable(12, artwork.StyleA, .1)
	if err != nil {
		t.Fatal(err)
	}
	drawn, truth, err := studio.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	camera := calibrated(t, s)
	view, err := camera.View(camera.Tile.Depth)
	if err != nil {
		t.Fatal(err)
	}
	var river []scene.Lying
	for _, l := range truth.Table {
		if l.Role == scene.InRiver && l.Owner == 1 && l.Tile != models.White {
			river = append(river, l)
		}
	}
	pale := river[len(river)/2]
	const left, paper, dim = .3, 235, .55 // of the ink; grey levels of a tile's face; how bright all of it is
	img := image.NewRGBA(drawn.Bounds())
	draw.Draw(img, img.Bounds(), drawn, drawn.Bounds().Min, draw.Src)
	for i := 0; i+3 < len(img.Pix); i += 4 {
		at := view.Table(models.Point{X: float64(i % img.Stride / 4), Y: float64(i / img.Stride)}).Sub(pale.Pose.At)
		if math.Hypot(at.X, at.Y) > camera.Tile.Height {
			continue
		}
		for c := range 3 {
			img.Pix[i+c] = byte(dim * (paper - left*(paper-min(float64(img.Pix[i+c]), paper))))
		}
	}
	p := pictureOf(t, r, img, camera)
	for _, l := range river { // tell how light lies upon them
		if apart(l.Pose.At, pale.Pose.At) > 2*camera.Tile.Height {
			if _, err := p.ReadPlace(proposal.Spot{At: l.Pose.At}); err != nil {
				t.Fatal(err)
			}
		}
	}
	e, err := p.ReadPlace(proposal.Spot{At: pale.Pose.At})
	if err != nil {
		t.Fatal(err)
	}
	if read, sure := likeliest(e); read.HasFace() {
		t.Errorf("a pale %v in the dark is read as %v with %.4f", pale.Tile, read, sure)
	}
}
