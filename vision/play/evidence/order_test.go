package evidence

import (
	"math"
	"math/rand/v2"
	"testing"

	"jantaku/models"
	"jantaku/vision/play/prior"
)

// rowOf are faces read well, but for one that may as well be another.
func rowOf(tiles models.Tiles, doubtful int, other models.Tile) (row []*Faces) {
	const misread = 1e-5
	for i, t := range tiles {
		q := &Faces{}
		for f := models.Tile(1); int(f) <= models.Kinds; f++ {
			q[f] = misread / models.Kinds
		}
		q[t] = 1
		if i == doubtful {
			q[other] = 1
		}
		sum := 0.0
		for _, v := range q {
			sum += v
		}
		for f := range q {
			q[f] /= sum
		}
		row = append(row, q)
	}
	return row
}

func TestInASortedHandATileIsWhatItsNeighboursLeave(t *testing.T) {
	priors := prior.Standard()
	priors.Sorted, priors.Astray = .9, .01
	for name, c := range map[string]struct {
		hand     string
		at       int
		other    string
		min, max float64 // chance of the first face
	}{
		"between its neighbours":          {"1234m567p2378s11z", 2, "9s", .99, 1},
		"the other one stands as well":    {"1334m567p2378s11z", 1, "2m", .3, .5},
		"from right to left":              {"11z8732s765p4321m", 11, "9s", .99, 1},
		"suits in another order":          {"567p2378s11z1234m", 11, "9p", .99, 1},
		"one other tile stands elsewhere": {"9p1234m567p2378s1z", 3, "9s", .95, 1},
		"all customs of either count":     {"2244567m345789s", 12, "1p", .7, .8},
		"an unsorted hand":                {"7p2z1m8s5p3m1z6p2s4m3s7s2m", 5, "9s", .45, .55},
	} {
		tiles, err := models.ParseTiles(c.hand)
		if err != nil {
			t.Fatal(err)
		}
		got := orderly(rowOf(tiles, c.at, tile(c.other)), arrangements(), &priors)[c.at]
		sum := 0.0
		for _, v := range got {
			sum += v
		}
		if chance := got[tiles[c.at]] / sum; chance < c.min || chance > c.max {
			t.Errorf("%s: %v of %s is told with %.4f, want %.2f to %.2f", name, tiles[c.at], c.hand, chance, c.min, c.max)
		}
	}
}

// An order is likelier in a sorted hand by how many orders there are, over how many customs.
func TestOrderTellsHowLikelyAHandIsSorted(t *testing.T) {
	for name, c := range map[string]struct {
		row      string
		min, max float64
	}{
		"one suit":      {"123456789m", 362880 / 2, 362880 / 2},         // one half of the customs go up
		"a pair":        {"123455678m", 362880 / 4, 362880 / 4},         // which lies two ways
		"two suits":     {"12345m6789p", 362880 / 4, 362880 / 4 * 1.01}, // which may follow each other
		"four of order": {"9m5m1m8m4m7m2m6m3m", 0, 1e-3},
	} {
		row, err := models.ParseTiles(c.row)
		if err != nil {
			t.Fatal(err)
		}
		if got := Order(row, 0); got < c.min-1 || got > c.max+1 {
			t.Errorf("%s: %.4f times as likely, want %.4f to %.4f", name, got, c.min, c.max)
		}
	}
}

// Sequences drawn as the model says must be told with the chances that it claims.
func TestTheOrderOfAHandClaimsWhatIsTrue(t *testing.T) {
	priors := prior.Standard()
	priors.Sorted, priors.Astray = .5, .05
	customs := arrangements()
	rng := rand.New(rand.NewPCG(5, 5))
	claimed, wrong := 0.0, 0
	const hands = 120
	for range hands {
		var tiles models.Tiles
		for range 9 {
			tiles = append(tiles, models.KindAt(rng.IntN(models.Kinds)))
		}
		if rng.Float64() < priors.Sorted {
			sortBy(tiles, &customs[rng.IntN(len(customs))])
			for i := range tiles {
				if rng.Float64() < priors.Astray {
					tiles[i] = models.KindAt(rng.IntN(models.Kinds))
				}
			}
		}
		at := rng.IntN(len(tiles))
		other := models.KindAt(rng.IntN(models.Kinds))
		if other == tiles[at] {
			continue
		}
		got := orderly(rowOf(tiles, at, other), customs, &priors)[at]
		sum := 0.0
		for _, v := range got {
			sum += v
		}
		first, _ := Best(&got)
		claimed += 1 - got[first]/sum
		if first != tiles[at] {
			wrong++
		}
	}
	if math.Abs(float64(wrong)-claimed) > 3*math.Sqrt(claimed) {
		t.Errorf("%v tiles wrong, %.1f claimed", wrong, claimed)
	}
}

func sortBy(tiles models.Tiles, a *arrangement) {
	for i := range tiles {
		for j := i; j > 0 && a[tiles[j]] < a[tiles[j-1]]; j-- {
			tiles[j], tiles[j-1] = tiles[j-1], tiles[j]
		}
	}
}

func tile(text string) models.Tile {
	tiles, err := models.ParseTiles(text)
	if err != nil || len(tiles) != 1 {
		panic("no tile: " + text)
	}
	return tiles[0]
}
