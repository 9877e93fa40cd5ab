package vision_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"strings"
	"testing"

	"jantaku/calibration"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/learn"
)

// worn draws a scene as it looks later: less and warmer light, a lens out of focus, and
// a haze that takes the print its strength.
func worn(t testing.TB, s scene.Spec) []byte {
	t.Helper()
	s.Light.Level, s.Light.Warmth = .7, .25
	s.Sensor.Blur, s.Sensor.Noise = 1.3, 4
	img, _, err := scene.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	b := img.Bounds()
	hazy := image.NewRGBA(b)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			veil := func(v uint32) uint8 { return uint8(70 + float64(v>>8)*.6) }
			hazy.SetRGBA(x, y, color.RGBA{veil(r), veil(g), veil(bl), 255})
		}
	}
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, hazy, &jpeg.Options{Quality: 88}); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// confirmed is a hand of place 1 that a referee has confirmed.
func confirmed(t testing.TB, seed uint64, draw func(testing.TB, scene.Spec) []byte) learn.ConfirmedHand {
	t.Helper()
	spec, _ := handFor(t, 1, seed)
	hand := learn.ConfirmedHand{Name: fmt.Sprintf("hand-%d", seed), Image: draw(t, spec)}
	for _, row := range scene.TruthOf(spec).Rows {
		for _, s := range row {
			hand.Tiles = append(hand.Tiles, learn.ConfirmedTile{Tile: s.Tile, Quad: s.Quad})
		}
	}
	return hand
}

// sureTiles counts the tiles of hands that are read rightly and the sum of how sure
// the eye is of them.
func sureTiles(t *testing.T, faces calibration.Faces, hands []learn.ConfirmedHand) (right int, sure float64) {
	t.Helper()
	reader, table := newReader(t, faces), newTable(t, calibrated(t, scene.WholeTable()))
	for _, hand := range hands {
		rows, _, err := reader.ReadTable(t.Context(), hand.Image, table, 1)
		if err != nil {
			continue
		}
		left := map[models.Tile]int{}
		for _, tile := range hand.Tiles {
			left[tile.Tile]++
		}
		for _, row := range rows {
			for _, s := range row {
				if left[s.Tile]--; left[s.Tile] >= 0 {
					right++
					sure += s.Confidence
				}
			}
		}
	}
	return right, sure
}

func TestFacesThatChangedAreReadBetterOnceLearnedAgain(t *testing.T) {
	sharedtest.ByNight(t) // draws and reads some thirty hands
	faces := learned(t, tableFaces)
	var lessons, later, early []learn.ConfirmedHand
	for seed := uint64(100); seed < 114; seed++ {
		lessons = append(lessons, confirmed(t, seed, worn))
	}
	for seed := uint64(200); seed < 204; seed++ {
		later = append(later, confirmed(t, seed, worn))
		early = append(early, confirmed(t, seed, photographed))
	}
	again, report, err := learn.Again(t.Context(), faces, lessons)
	if err != nil {
		t.Fatal(err)
	}
	added, before, after := 0, 0.0, 0.0
	for _, face := range report.Faces {
		added += face.Added
		before += face.Before / float64(len(report.Faces))
		after += face.After / float64(len(report.Faces))
		if face.Added > 4 || face.After < face.Before-1e-3 {
			t.Errorf("%+v", face)
		}
	}
	t.Logf("%d faces, %d samples added, likeness %.3f before and %.3f after; %d tiles refused", len(report.Faces), added, before, after, len(report.Refused))
	if added == 0 || after < before+.02 {
		t.Errorf("%d samples added, likeness %.3f to %.3f", added, before, after)
	}
	for i, face := range faces.Faces {
		for k, s := range face.Samples {
			if !bytes.Equal(again.Faces[i].Samples[k].PNG, s.PNG) {
				t.Fatalf("sample %d of %v was learned from a label and is gone", k, face.Tile)
			}
		}
	}
	for name, hands := range map[string][]learn.ConfirmedHand{"as they look now": later, "as they looked": early} {
		wasRight, wasSure := sureTiles(t, faces, hands)
		right, sure := sureTiles(t, again, hands)
		t.Logf("other hands, %s: %d tiles right and %.2f sure before, %d and %.2f after", name, wasRight, wasSure, right, sure)
		if right < wasRight || sure < wasSure-.05 {
			t.Errorf("%s: %d tiles right and %.2f sure, were %d and %.2f", name, right, sure, wasRight, wasSure)
		}
	}
	wasRight, wasSure := sureTiles(t, again, later)
	if again, _, err = learn.Again(t.Context(), again, lessons); err != nil {
		t.Fatal(err)
	}
	for i, face := range again.Faces {
		if len(face.Samples) > len(faces.Faces[i].Samples)+4 {
			t.Errorf("%v has %d samples, %d of labels", face.Tile, len(face.Samples), len(faces.Faces[i].Samples))
		}
	}
	if right, sure := sureTiles(t, again, later); right < wasRight-1 || sure < wasSure-1 {
		t.Errorf("the same hands once more: %d tiles right and %.2f sure, were %d and %.2f", right, sure, wasRight, wasSure)
	}
}

// What a referee says is not believed against the picture.
func TestAMistakenCorrectionDoesNotPoisonAFace(t *testing.T) {
	faces := learned(t, tableFaces)
	var hands []learn.ConfirmedHand
	for seed := uint64(100); seed < 103; seed++ {
		hands = append(hands, confirmed(t, seed, photographed))
	}
	next := func(tile models.Tile) models.Tile { return models.KindAt((tile.Kind().Index() + 1) % models.Kinds) }
	for i := range hands {
		for k := range hands[i].Tiles {
			one := &hands[i].Tiles[k]
			one.Tile, one.Corrected = next(one.Tile), k%2 == 0
		}
	}
	hands = append(hands, learn.ConfirmedHand{Name: "torn", Image: []byte("no picture"), Tiles: hands[0].Tiles})
	hands = append(hands, learn.ConfirmedHand{Name: "wild", Image: hands[0].Image, Tiles: []learn.ConfirmedTile{
		{Tile: models.White, Quad: [4]models.Point{{X: -1e9, Y: 0}, {X: 1e9, Y: 0}, {X: 1e9, Y: 1e9}, {X: -1e9, Y: 1e9}}},
		{Tile: models.White}, {Tile: models.White, Quad: hands[0].Tiles[0].Quad}}})
	again, report, err := learn.Again(t.Context(), faces, hands)
	if err != nil {
		t.Fatal(err)
	}
	for i, face := range again.Faces {
		if len(face.Samples) != len(faces.Faces[i].Samples) {
			t.Errorf("%v has %d samples, had %d", face.Tile, len(face.Samples), len(faces.Faces[i].Samples))
		}
	}
	if len(report.Faces) > 0 || len(report.Refused) < 3*14 {
		t.Errorf("%+v taken, %d refused", report.Faces, len(report.Refused))
	}
	if !slices.ContainsFunc(report.Refused, func(s string) bool { return strings.HasPrefix(s, "torn: ") }) {
		t.Errorf("nothing about the picture that is none: %q", report.Refused)
	}
}
