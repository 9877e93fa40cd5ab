package vision_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jantaku/calibration"
	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/layout"
	"jantaku/vision/learn"
	"jantaku/vision/raster"
)

// photo is an entry of the shared labels.
type photo struct {
	File  string         `json:"file"`
	Rows  []models.Tiles `json:"rows"`
	Set   string         `json:"set"`
	Boxes [][][4]float64 `json:"boxes"`
}

func sharedPhotos(t testing.TB, set string) (dir string, photos []photo) {
	path := sharedtest.Path(t, "photos/labels.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Photos []photo }
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	for _, p := range list.Photos {
		if p.Set == set {
			photos = append(photos, p)
		}
	}
	return filepath.Join(filepath.Dir(path), "images"), photos
}

func (p photo) labelled(t testing.TB, dir string) learn.LabelledPhoto {
	image, err := os.ReadFile(filepath.Join(dir, p.File))
	if err != nil {
		t.Fatal(err)
	}
	out := learn.LabelledPhoto{Name: p.File, Image: image, Boxes: p.Boxes}
	for _, row := range p.Rows {
		out.Rows = append(out.Rows, row)
	}
	return out
}

// named are the photographs of some files, in their order.
func named(photos []photo, files ...string) (out []photo) {
	for _, file := range files {
		out = append(out, photos[slices.IndexFunc(photos, func(p photo) bool { return p.File == file })])
	}
	return out
}

// learnAllBut learns a set from all photographs but some.
func learnAllBut(t testing.TB, dir string, photos []photo, but ...string) calibration.Faces {
	return learnFrom(t, dir, slices.DeleteFunc(slices.Clone(photos), func(p photo) bool { return slices.Contains(but, p.File) }))
}

func learnFrom(t testing.TB, dir string, photos []photo) calibration.Faces {
	var list []learn.LabelledPhoto
	for _, p := range photos {
		list = append(list, p.labelled(t, dir))
	}
	faces, _, err := learn.Faces(context.Background(), list, nil)
	if err != nil {
		t.Fatal(err)
	}
	return faces
}

func newReader(t testing.TB, f calibration.Faces) *vision.Reader {
	r, err := vision.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func TestPhotographsThatWereNotLearnedAreReadFromTheBarePicture(t *testing.T) {
	dir, photos := sharedPhotos(t, "hk-plain-season")
	held := []string{"rf_062.jpg", "rfm_003.jpg", "rfm_027.jpg"}
	r := newReader(t, learnAllBut(t, dir, photos, held...))
	for _, p := range photos {
		if p.File != held[0] && p.File != held[1] && p.File != held[2] {
			continue
		}
		t.Run(p.File, func(t *testing.T) {
			rows, _, err := r.Read(t.Context(), p.labelled(t, dir).Image)
			if err != nil {
				t.Fatal(err)
			}
			if got := tilesOf(withoutUnread(rows)); !slices.EqualFunc(got, p.Rows, slices.Equal) {
				t.Errorf("read %v, want %v", got, p.Rows)
			}
		})
	}
}

// withoutUnread are rows without those that were only seen.
func withoutUnread(rows [][]models.Sighting) [][]models.Sighting {
	return slices.DeleteFunc(slices.Clone(rows), func(row []models.Sighting) bool {
		return !slices.ContainsFunc(row, func(s models.Sighting) bool { return s.Tile != models.Unknown })
	})
}

// Most faces of these lessons are shown once.
func TestWhatFewLessonsTaughtIsReadRightOrAskedAbout(t *testing.T) {
	if testing.Short() {
		t.Skip("learns seven sets")
	}
	fiveLessons := []string{"rfm_177.jpg", "lt_034.jpg", "lt_000.jpg", "rf_137.jpg", "lt_046.jpg"}
	tests := []struct {
		shows, set string
		lessons    []string
		file       string
	}{
		{"two flowers far from the melds on their line", "hk-index", fiveLessons, "ltm_080.jpg"},
		{"a 7s of which two thirds look like a 6s", "hk-index", fiveLessons, "rf_000.jpg"},
		{"flowers whose edges are weak, and one not seen", "hk-index", []string{"rf_119.jpg", "rfm_177.jpg", "rf_004.jpg", "rf_101.jpg", "lt_044.jpg", "ltm_036.jpg", "lt_061.jpg"}, "rfm_175.jpg"},
		{"9s of which two thirds look like a 9s and a 6s", "hk-index", []string{"rfm_177.jpg", "rf_119.jpg", "rf_021.jpg", "ltm_028.jpg", "rf_000.jpg", "ltm_103.jpg"}, "ltm_087.jpg"},
		{"a pair of 2m, of which the lesson is blurred, that looks like 3m", "hk-index", []string{"rf_119.jpg", "rfm_177.jpg", "rf_021.jpg", "ltm_028.jpg", "ltm_075.jpg", "rf_137.jpg"}, "rf_134.jpg"},
		{"a flower beside a tile that is read aslant", "hk-plain-number", []string{"lt_084.jpg", "lt_096.jpg", "rfm_022.jpg", "lt_088.jpg", "rf_070.jpg", "rf_121.jpg", "rf_093.jpg"}, "lt_095.jpg"},
	}
	for i, tt := range tests {
		if !sharedtest.Sampled(i, 3) {
			continue
		}
		t.Run(tt.shows, func(t *testing.T) {
			dir, photos := sharedPhotos(t, tt.set)
			shown := named(photos, tt.file)[0]
			got := seen(t, newReader(t, learnFrom(t, dir, named(photos, tt.lessons...))), shown.labelled(t, dir).Image)
			left := map[models.Tile]int{}
			for _, row := range shown.Rows {
				for _, tile := range row {
					left[tile]++
				}
			}
			for _, row := range got.Rows {
				for _, s := range row {
					if left[s.Tile]--; left[s.Tile] < 0 && s.Confidence > .99 {
						t.Errorf("a %v is read, surely", s.Tile)
					}
				}
			}
			for tile, n := range left {
				if n > 0 && !asked(got, layout.DoubtUnread) && !asked(got, layout.DoubtTile) {
					t.Errorf("a %v is missing, and nobody asks", tile)
				}
			}
		})
	}
}

// TestPhotographsAreReadHoweverTheyWereTaken reads them with faces of which most were shown once or twice: half of them rightly, none
// wrongly without a question, and no tile surely as another one: the two samples of the 9s lean either way, and it looks like a 6s.
func TestPhotographsAreReadHoweverTheyWereTaken(t *testing.T) {
	if testing.Short() {
		t.Skip("learns a set")
	}
	cut := func(img image.Image) image.Image {
		b := img.Bounds()
		smaller := image.NewRGBA(image.Rect(0, 0, b.Dx()-2, b.Dy()-2))
		draw.Draw(smaller, smaller.Bounds(), img, b.Min.Add(image.Pt(2, 2)), draw.Src)
		return smaller
	}
	warm := func(img image.Image) image.Image {
		return relit(img, func(v float64, channel int) float64 { return v * []float64{1.08, 1, .78}[channel] })
	}
	contrasty := func(img image.Image) image.Image {
		return relit(img, func(v float64, _ int) float64 { return math.Pow(v, 1.4) })
	}
	plain := func(img image.Image) image.Image { return img }
	tests := []struct {
		shows, file string
		taken       func(image.Image) image.Image
		quality     int // of the JPEG
	}{
		{"a woven cloth, two pixels cut off", "ltm_089.jpg", cut, 95},
		{"rows that touch above and below, poorly packed", "rfm_175.jpg", plain, 45},
		{"a hand under a warm lamp", "rf_041.jpg", warm, 85},
		{"rows that touch above and below, with much contrast", "ltm_097.jpg", contrasty, 90},
	}
	dir, photos := sharedPhotos(t, "hk-index")
	r := newReader(t, learnFrom(t, dir, named(photos, "rf_119.jpg", "rfm_177.jpg", "rf_004.jpg", "rf_101.jpg", "lt_044.jpg", "ltm_036.jpg", "lt_061.jpg")))
	right, tried := 0, 0
	for i, tt := range tests {
		if !sharedtest.Sampled(i, 2) {
			continue
		}
		t.Run(tt.shows, func(t *testing.T) {
			shown := named(photos, tt.file)[0]
			img, err := jpeg.Decode(bytes.NewReader(shown.labelled(t, dir).Image))
			if err != nil {
				t.Fatal(err)
			}
			var buf bytes.Buffer
			if err := jpeg.Encode(&buf, tt.taken(img), &jpeg.Options{Quality: tt.quality}); err != nil {
				t.Fatal(err)
			}
			rows, _, err := r.Read(t.Context(), buf.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			for i, row := range rows[:min(len(rows), len(shown.Rows))] {
				for k, s := range row {
					if len(row) == len(shown.Rows[i]) && s.Tile != shown.Rows[i][k] && s.Confidence >= .9 {
						t.Errorf("%v is told as %v with %.3f", shown.Rows[i][k], s.Tile, s.Confidence)
					}
				}
			}
			tried++
			if got := tilesOf(rows); slices.EqualFunc(got, shown.Rows, slices.Equal) {
				right++
			} else if layout.Read(rows, layout.DefaultOptions()).Status == models.Accepted {
				t.Errorf("accepted %v, want %v", got, shown.Rows)
			}
		})
	}
	if 2*right < tried {
		t.Errorf("%d of %d were read rightly", right, tried)
	}
}

// relit is a picture whose light, 0 to 1 in each channel (red, green, blue), is given anew.
func relit(img image.Image, light func(v float64, channel int) float64) image.Image {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Bounds(), img, b.Min, draw.Src)
	for i := range out.Pix {
		if channel := i % 4; channel < 3 {
			out.Pix[i] = uint8(255 * min(light(float64(out.Pix[i])/255, channel), 1))
		}
	}
	return out
}

func TestAFaceThatWasNotLearnedIsNotTrusted(t *testing.T) {
	dir, photos := sharedPhotos(t, "hk-plain-season")
	r := newReader(t, without(learnAllBut(t, dir, photos, "rf_062.jpg"), "3z"))
	for _, p := range photos {
		if p.File != "rf_062.jpg" {
			continue
		}
		rows, _, err := r.Read(t.Context(), p.labelled(t, dir).Image)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range rows[0] {
			if s.Confidence > .99 && s.Tile.String() == "2z" {
				t.Errorf("an unlearned west wind is %v with confidence %.3f", s.Tile, s.Confidence)
			}
		}
		seen := 0 // in the hand, or told as unread beside it
		for _, row := range rows {
			seen += len(row)
		}
		if seen != 15 {
			t.Errorf("%d tiles seen, want 15: unknown tiles must not vanish", seen)
		}
	}
}

func TestANumberThatWasNotLearnedIsNotTakenForItsNeighbour(t *testing.T) {
	if testing.Short() {
		t.Skip("learns a whole set")
	}
	dir, photos := sharedPhotos(t, "hk-index")
	held := []string{"rf_134.jpg", "rf_048.jpg", "lt_087.jpg"}
	all := learnAllBut(t, dir, photos, held...)
	for i, pair := range [][2]string{{"2m", "3m"}, {"3m", "2m"}, {"4p", "5p"}, {"5p", "4p"}, {"6s", "9s"}, {"9s", "6s"}} {
		if !sharedtest.Sampled(i, 4) {
			continue
		}
		r := newReader(t, without(all, pair[0]))
		for _, p := range photos {
			if !slices.Contains(held, p.File) {
				continue
			}
			rows, _, err := r.Read(t.Context(), p.labelled(t, dir).Image)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range rows[0] {
				if s.Confidence > .9 && p.Rows[0][i].String() == pair[0] {
					t.Errorf("%s: an unlearned %s is %v with confidence %.3f", p.File, pair[0], s.Tile, s.Confidence)
				}
			}
		}
	}
}

// without drops a face.
func without(f calibration.Faces, tile string) calibration.Faces {
	var kept []calibration.Face
	for _, face := range f.Faces {
		if face.Tile.String() != tile {
			kept = append(kept, face)
		}
	}
	f.Faces = kept
	return f
}

// drawn are faces of two made-up tiles, enough for a reader that sees no tiles.
func drawn(t testing.TB) calibration.Faces {
	f := calibration.Faces{Version: calibration.FacesVersion, Width: 36, Height: 48}
	for i := range 2 {
		img := image.NewRGBA(image.Rect(0, 0, 36, 48))
		for y := range 48 {
			for x := range 36 {
				v := uint8(255)
				if (x/6+i*(y/6))%2 == 0 {
					v = 40
				}
				img.SetRGBA(x, y, color.RGBA{v, v, v, 255})
			}
		}
		var buf bytes.Buffer
		if err := png.Encode(&buf, img); err != nil {
			t.Fatal(err)
		}
		f.Faces = append(f.Faces, calibration.Face{Tile: models.KindAt(i), Samples: []calibration.Sample{{PNG: buf.Bytes()}}})
	}
	return f
}

func encoded(t testing.TB, w, h int, at func(x, y int) color.Color) []byte {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, at(x, y))
		}
	}
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, nil); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// hugePNG is the header of a picture of 60,000 × 60,000 pixels.
func hugePNG(t testing.TB) []byte {
	var buf bytes.Buffer
	if err := png.Encode(&buf, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	// Width and height stand at 16 of the file; the checksum of the header follows
	// its 13 bytes, and Go checks it.
	head := append([]byte(nil), buf.Bytes()...)
	copy(head[16:], []byte{0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60})
	fixCRC(head)
	return head
}

func TestBadPicturesAreNamed(t *testing.T) {
	r := newReader(t, drawn(t))
	grey := func(v uint8) func(x, y int) color.Color {
		return func(_, _ int) color.Color { return color.Gray{v} }
	}
	good := encoded(t, 320, 240, grey(120))
	tests := []struct {
		name, code string
		image      []byte
	}{
		{"nothing", "bad-image", nil},
		{"no picture", "bad-image", []byte("hello, this is no picture")},
		{"a header alone", "bad-image", good[:20]},
		{"a tiny picture", "bad-image", encoded(t, 8, 8, grey(120))},
		{"a bomb", "too-large", hugePNG(t)},
		{"a black picture", "too-dark", encoded(t, 320, 240, grey(2))},
		{"a white picture", "overexposed", encoded(t, 320, 240, grey(255))},
		{"an empty table", "no-tiles", encoded(t, 320, 240, func(x, y int) color.Color {
			return color.RGBA{20, uint8(90 + (x*7+y*13)%30), 40, 255}
		})},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := r.Read(t.Context(), tt.image)
			var unreadable *models.ReadingError
			if !errors.As(err, &unreadable) || unreadable.Code != tt.code {
				t.Errorf("Read = %v, want code %s", err, tt.code)
			}
		})
	}
}

func TestReadingStopsWithItsContext(t *testing.T) {
	r := newReader(t, drawn(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stripes := encoded(t, 640, 480, func(x, y int) color.Color {
		if (x/5)%3 == 0 && y/40%3 == 1 {
			return color.Gray{30}
		}
		return color.Gray{230}
	})
	if _, _, err := r.Read(ctx, stripes); !errors.Is(err, context.Canceled) {
		t.Errorf("Read = %v, want context canceled", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(encoded(f, 96, 80, func(x, y int) color.Color { return color.Gray{uint8(x * y)} }))
	f.Add(hugePNG(f))
	f.Add([]byte{0xff, 0xd8, 0xff})
	r := newReader(f, drawn(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		if width, height, err := raster.SizeOf(data); err == nil && width*height > 1<<20 {
			t.Skip("an execution may take ten seconds, also on a busy machine")
		}
		rows, _, err := r.Read(context.Background(), data)
		var unreadable *models.ReadingError
		if err != nil && !errors.As(err, &unreadable) {
			t.Errorf("Read: %v", err)
		}
		if err == nil && len(rows) == 0 {
			t.Error("neither rows nor an error")
		}
	})
}
