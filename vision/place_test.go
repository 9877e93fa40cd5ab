package vision_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/artwork"
	"jantaku/vision/plane"
	"jantaku/vision/proposal"
)

// opened is a whole table, drawn and decoded.
func opened(t testing.TB, r *vision.Reader, seed uint64, hardness float64) (*proposal.Picture, scene.Truth) {
	t.Helper()
	image, truth, table := taken(t, seed, hardness)
	p, err := r.Open(image, table)
	if err != nil {
		t.Fatal(err)
	}
	return p, truth
}

// taken is a picture of a drawn table as a camera takes it, with what lies there and how the camera sees it.
func taken(t testing.TB, seed uint64, hardness float64) ([]byte, scene.Truth, *plane.Table) {
	t.Helper()
	s, err := scene.RandomTable(seed, artwork.StyleA, hardness)
	if err != nil {
		t.Fatal(err)
	}
	image, truth, err := recompressed(s)
	if err != nil {
		t.Fatal(err)
	}
	return image, truth, newTable(t, calibrated(t, s))
}

// likeliest is what a place holds, where everything is as likely before, but for tiles that were
// never learned: all were.
func likeliest(e models.Evidence) (best models.Tile, sure float64) {
	var even [models.Outcomes]float64
	for i := range even {
		even[i] = 1
	}
	even[models.Unknown] = .02
	for tile, p := range e.Posterior(&even) {
		if p > sure {
			best, sure = models.Tile(tile), p
		}
	}
	return best, sure
}

func apart(a, b models.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

func TestAPlaceIsReadFromThreeMillimetresBesideIt(t *testing.T) {
	r := tableReader(t)
	random := rand.New(rand.NewPCG(1, 1))
	read := map[scene.Role]int{}
	for seed := range uint64(2) {
		p, truth := opened(t, r, seed, .3)
		for _, l := range truth.Table {
			if l.Role == scene.InWall {
				continue
			}
			at := l.Pose.At
			at.X, at.Y = at.X+6*random.Float64()-3, at.Y+6*random.Float64()-3
			e, err := p.ReadPlace(proposal.Spot{At: at, Height: l.Pose.Height})
			if err != nil {
				t.Fatal(err)
			}
			tile, sure := likeliest(e)
			if l.Role != scene.IsHidden && tile != l.Tile || tile.HasFace() != l.Tile.HasFace() {
				t.Errorf("table %d: %v %v at %v is read as %v with %.4f", seed, l.Role, l.Tile, l.Pose, tile, sure)
			}
			// Which way up a face is depends on how it lay when it was learned.
			if tile == l.Tile && tile.HasFace() && (apart(e.At, l.Pose.At) > 3 || (e.Quarter-l.Pose.Quarter)%2 != 0 && tile != models.NewTile(models.Dots, 1)) {
				t.Errorf("table %d: %v %v lies at %v, is read at %v", seed, l.Role, l.Tile, l.Pose, e.Pose)
			}
			if tile == models.Back && apart(e.At, l.Pose.At) > 3 {
				t.Errorf("table %d: %v that lies at %v face down is seen at %v", seed, l.Role, l.Pose.At, e.At)
			}
			read[l.Role]++
		}
	}
	if read[scene.InRiver] < 50 || read[scene.InMeld] < 10 || read[scene.IsHidden] < 20 {
		t.Errorf("read only %v", read)
	}
}

// A back promises no face whichever way it is looked at, but has an outline.
func TestWhereABackLiesIsNotSurelyNothing(t *testing.T) {
	p, truth := opened(t, tableReader(t), 0, .3)
	n := 0
	for _, l := range truth.Table {
		if l.Role != scene.IsHidden {
			continue
		}
		for _, off := range []models.Point{{X: 2, Y: -2}, {X: -4, Y: 3}} {
			e, err := p.ReadPlace(proposal.Spot{At: l.Pose.At.Add(off), Height: l.Pose.Height})
			if err != nil {
				t.Fatal(err)
			}
			if tile, sure := likeliest(e); tile == models.NoTile && sure > .99 {
				t.Errorf("nothing is seen from %v beside the back at %v", off, l.Pose.At)
			}
			n++
		}
	}
	if n < 20 {
		t.Errorf("only %d places of backs", n)
	}
}

func TestWhereNothingLiesNothingIsRead(t *testing.T) {
	p, truth := opened(t, tableReader(t), 3, .5)
	random := rand.New(rand.NewPCG(2, 2))
	n := 0
	for range 100 {
		at := models.Point{X: 700*random.Float64() - 350, Y: 700*random.Float64() - 350}
		free := true
		for _, l := range truth.Table {
			free = free && apart(l.Pose.At, at) > 45
		}
		if !free {
			continue
		}
		n++
		e, err := p.ReadPlace(proposal.Spot{At: at})
		if err != nil {
			t.Fatal(err)
		}
		if tile, sure := likeliest(e); tile != models.NoTile {
			t.Errorf("bare cloth at %v is read as %v with %.3f", at, tile, sure)
		}
	}
	if n < 20 {
		t.Errorf("only %d places were bare", n)
	}
}

// What lies beside a place is not what lies there.
func TestANeighbourIsNotTakenForWhatLiesAtAPlace(t *testing.T) {
	p, truth := opened(t, tableReader(t), 4, .2)
	last := map[models.Place]scene.Lying{}
	for _, l := range truth.Table {
		if l.Role == scene.InRiver && l.Order > last[l.Owner].Order && l.Order < 12 {
			last[l.Owner] = l
		}
	}
	for place, l := range last {
		// One tile farther out there is none: a fourth row begins there at the earliest.
		away := 36 * 4. / apart(l.Pose.At, models.Point{}) * float64(3-l.Order/6) / 4
		at := models.Point{X: l.Pose.At.X * (1 + away), Y: l.Pose.At.Y * (1 + away)}
		e, err := p.ReadPlace(proposal.Spot{At: at})
		if err != nil {
			t.Fatal(err)
		}
		if apart(e.At, at) > 8.01 {
			t.Errorf("place %d: looked for at %v, found at %v", place, at, e.At)
		}
	}
	if len(last) == 0 {
		t.Error("no river")
	}
}

func TestAPictureOfAnotherSizeIsNotOpened(t *testing.T) {
	s := scene.WholeTable()
	camera := calibrated(t, s)
	camera.Width, camera.Height = 1280, 720
	_, err := tableReader(t).Open(photographed(t, s), newTable(t, camera))
	var unreadable *models.ReadingError
	if !errors.As(err, &unreadable) || unreadable.Code != "wrong-size" {
		t.Errorf("got %v, want wrong-size", err)
	}
}
