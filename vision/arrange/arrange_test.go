package arrange_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/vision/arrange"
)

// Tiles of 26×35 mm.
var tiles = arrange.Usual(26, 35)

func at(x, y float64, quarter int, gain float64) arrange.Proposal {
	return arrange.Proposal{Pose: models.Pose{At: models.Point{X: x, Y: y}, Quarter: quarter}, Gain: gain}
}

func TestTheLikeliestTilesThatShareNoClothAreChosen(t *testing.T) {
	for name, tt := range map[string]struct {
		proposals []arrange.Proposal
		want      []int
	}{
		"one tile":                                     {[]arrange.Proposal{at(0, 0, 0, 5)}, []int{0}},
		"nothing rather than what is unlikely":         {[]arrange.Proposal{at(0, 0, 0, -5)}, nil},
		"neighbours that touch":                        {[]arrange.Proposal{at(0, 0, 0, 5), at(26, 0, 0, 5)}, []int{0, 1}},
		"neighbours that seem to overlap":              {[]arrange.Proposal{at(0, 0, 0, 5), at(23.5, 1, 0, 5)}, []int{0, 1}},
		"upright rather than sideways":                 {[]arrange.Proposal{at(0, 0, 0, 9), at(2, 1, 1, 6)}, []int{0}},
		"sideways rather than upright":                 {[]arrange.Proposal{at(0, 0, 0, 6), at(2, 1, 1, 9)}, []int{1}},
		"a turned tile has more room along":            {[]arrange.Proposal{at(0, 0, 0, 5), at(26, -4, 1, 4)}, []int{0}},
		"a turned tile beside an upright one":          {[]arrange.Proposal{at(0, 0, 0, 5), at(30.5, -4, 1, 5)}, []int{0, 1}},
		"two tiles rather than what lies half on each": {[]arrange.Proposal{at(0, 0, 0, 5), at(13, 0, 0, 8), at(26, 0, 0, 5)}, []int{0, 2}},
		"unless that is likelier than both":            {[]arrange.Proposal{at(0, 0, 0, 3), at(13, 0, 0, 8), at(26, 0, 0, 3)}, []int{1}},
	} {
		if got := arrange.Choose(tt.proposals, tiles); !slices.Equal(got.Tiles, tt.want) {
			t.Errorf("%s: chose %v, want %v", name, got.Tiles, tt.want)
		}
	}
}

// What is as light as a tile is taken for one where it reaches into its neighbours by a fifth of a width: it must not give way to them, or nobody is
// asked about it.
func TestATileOfNoKnownFaceHasRoomWhereItWasFound(t *testing.T) {
	for _, beside := range []arrange.Proposal{at(.8*26, 0, 0, 20), at(0, .5*26+.5*35-.2*26, 0, 20), at(.5*26+.5*35-.2*26, 0, 1, 20)} {
		unread := at(0, 0, 0, 2)
		unread.Tile = models.Unknown
		if got := arrange.ChooseInRows([]arrange.Proposal{unread, beside}, tiles); !slices.Equal(got.Tiles, []int{0, 1}) {
			t.Errorf("beside %+v, of both %v are chosen", beside.Pose, got.Tiles)
		}
	}
}

func TestWhatTheNextArrangementsHaveOtherwiseIsDoubted(t *testing.T) {
	got := arrange.Choose([]arrange.Proposal{at(0, 0, 0, 6), at(2, 0, 1, 5), at(200, 0, 0, 20)}, tiles)
	// Either of the first two, or neither.
	sum := math.Exp(6) + math.Exp(5) + 1
	for i, want := range []float64{math.Exp(6) / sum, math.Exp(5) / sum, 1} {
		if math.Abs(got.Sure[i]-want) > 1e-6 {
			t.Errorf("proposal %d is sure by %.4f, want %.4f", i, got.Sure[i], want)
		}
	}
	if len(got.Clusters) != 2 || got.Clusters[0].Bounded {
		t.Errorf("clusters %+v", got.Clusters)
	}
}

// Tiles that each may as well lie a little otherwise have more likely arrangements than are kept: all of these may have one tile that hardly lies there.
func TestATileIsAsDoubtfulAmongManyAsAlone(t *testing.T) {
	proposals := []arrange.Proposal{at(0, 0, 0, .5)}
	proposals[0].Tile = models.Red
	for i := range 6 {
		x := 40 * float64(i+1)
		proposals = append(proposals, at(x, 0, 0, 20), at(x, 1, 1, 19.9), at(x-20, 0, 0, -30)) // the last reaches into both
	}
	want := 1 / (1 + math.Exp(-.5))
	if got := arrange.Choose(proposals, tiles); math.Abs(got.Sure[0]-want) > .05 {
		t.Errorf("it is sure by %.4f, alone by %.4f", got.Sure[0], want)
	}
}

func TestWhatCannotLieThereHasNoProbability(t *testing.T) {
	for _, gain := range []float64{-20, -1000, math.Inf(-1)} {
		proposals := []arrange.Proposal{at(0, 0, 0, 5), at(3, 0, 1, gain), at(100, 0, 0, gain)}
		for i, sure := range arrange.Choose(proposals, tiles).Sure {
			if want := []float64{1 / (1 + math.Exp(-5)), 0, 0}[i]; !(math.Abs(sure-want) < 1e-6) {
				t.Errorf("a gain of %v: proposal %d is sure by %v, want %v", gain, i, sure, want)
			}
		}
	}
}

func TestTwoSightsOfOneTileAreNoDoubt(t *testing.T) {
	proposals := []arrange.Proposal{at(0, 0, 0, 6), at(4, 0, 2, 6)}
	if got := arrange.Choose(proposals, tiles); math.Abs(got.Sure[0]-1) > .01 {
		t.Errorf("the same tile, twice seen, is sure by %.3f", got.Sure[0])
	}
	proposals[1].Tile = models.Red
	if got := arrange.Choose(proposals, tiles); math.Abs(got.Sure[0]-.5) > .01 {
		t.Errorf("one of two tiles is sure by %.3f", got.Sure[0])
	}
}

// The search must find what trying all subsets finds.
func TestTheSearchFindsWhatTryingAllFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var proposals []arrange.Proposal
		for range 1 + r.IntN(11) {
			proposals = append(proposals, at(90*r.Float64(), 90*r.Float64(), r.IntN(2), 12*r.Float64()-2))
		}
		best := 0.0
		for set := range 1 << len(proposals) {
			gain, fits := 0.0, true
			for i := range proposals {
				if set>>i&1 == 0 {
					continue
				}
				gain += proposals[i].Gain
				for j := range i {
					fits = fits && (set>>j&1 == 0 || tiles.Overlap(proposals[i].Pose, proposals[j].Pose) <= tiles.Slack)
				}
			}
			if fits {
				best = max(best, gain)
			}
		}
		if got := arrange.Choose(proposals, tiles); math.Abs(got.Gain-best) > 1e-9 {
			t.Fatalf("found %v, best %v of %+v", got.Gain, best, proposals)
		}
	}
}

func TestABoundedSearchSaysSo(t *testing.T) {
	var proposals []arrange.Proposal
	for i := range 40 {
		proposals = append(proposals, at(13*float64(i), 0, 0, 5+float64(i%3)))
	}
	few := tiles
	few.Steps = 50
	got := arrange.Choose(proposals, few)
	if !got.Clusters[0].Bounded {
		t.Error("the bound was hit and is not told")
	}
	if len(got.Tiles) == 0 {
		t.Error("a bounded search found nothing")
	}
	for i := range proposals {
		proposals[i].Gain = -1 - float64(i)
	}
	if got := arrange.Choose(proposals, few); len(got.Tiles) > 0 {
		t.Errorf("a bounded search found %v, all of them unlikely", got.Tiles)
	}
}

func TestInARowATileIsLikelierWhereItTouchesOthers(t *testing.T) {
	for name, tt := range map[string]struct {
		proposals []arrange.Proposal
		want      []int
	}{
		"a tile seen badly between two others":   {[]arrange.Proposal{at(0, 0, 0, 15), at(26, 0, 0, -6), at(52, 0, 0, 15)}, []int{0, 1, 2}},
		"the same off their line":                {[]arrange.Proposal{at(0, 0, 0, 15), at(26, 15, 0, -6), at(52, 0, 0, 15)}, []int{0, 2}},
		"the same apart from them":               {[]arrange.Proposal{at(0, 0, 0, 15), at(40, 0, 0, -6), at(80, 0, 0, 15)}, []int{0, 2}},
		"two seen badly, one beside the other":   {[]arrange.Proposal{at(0, 0, 0, 15), at(26, 0, 0, -6), at(52, 0, 0, -6)}, []int{0, 1, 2}},
		"what fits between two by squeezing":     {[]arrange.Proposal{at(0, 0, 0, 15), at(24, 0, 0, 6), at(48, 0, 0, 15)}, []int{0, 2}},
		"beside a tile that is doubtful itself":  {[]arrange.Proposal{at(0, 0, 0, 1), at(26, 0, 0, -6)}, []int{0}},
		"a circle upright at the end of its row": {[]arrange.Proposal{at(0, 0, 0, 15), at(26, 0, 0, 15), at(28, -1, 1, 15.5)}, []int{0, 1}},
		"a circle sideways at the end of a row":  {[]arrange.Proposal{at(0, 0, 0, 15), at(30.5, -4.5, 0, 15.5), at(30.5, -4.5, 1, 15)}, []int{0, 2}},
	} {
		if got := arrange.ChooseInRows(tt.proposals, tiles); !slices.Equal(got.Tiles, tt.want) {
			t.Errorf("%s: chose %v, want %v", name, got.Tiles, tt.want)
		}
	}
}

// A table is swept as a whole: rows run as those lie who laid them.
func TestRowsRunAlongTheSideOfTheTableBeforeWhichTheyLie(t *testing.T) {
	for side, turned := range map[int]func(arrange.Proposal) arrange.Proposal{
		0: func(p arrange.Proposal) arrange.Proposal { return p },
		1: func(p arrange.Proposal) arrange.Proposal {
			p.Pose.At, p.Pose.Quarter = models.Point{X: -p.Pose.At.Y, Y: p.Pose.At.X}, p.Pose.Quarter+1
			return p
		},
		2: func(p arrange.Proposal) arrange.Proposal {
			p.Pose.At, p.Pose.Quarter = p.Pose.At.Times(-1), p.Pose.Quarter+2
			return p
		},
	} {
		row := []arrange.Proposal{at(0, -300, 0, 15), at(26, -300, 0, -6), at(30.5+26, -304.5, 1, 15)}
		for i := range row {
			row[i] = turned(row[i])
			row[i].Side = side
		}
		if got := arrange.ChooseInRows(row, tiles); !slices.Equal(got.Tiles, []int{0, 1, 2}) {
			t.Errorf("before side %d: chose %v, want all three", side, got.Tiles)
		}
		row[1].Side++
		if got := arrange.ChooseInRows(row, tiles); !slices.Equal(got.Tiles, []int{0, 2}) {
			t.Errorf("before side %d: chose %v, one of them in no row", side, got.Tiles)
		}
	}
}

func TestARowTellsNothingOfATileOfNextToNoPrint(t *testing.T) {
	row := []arrange.Proposal{at(0, 0, 0, 15), at(26, 0, 0, -6), at(52, 0, 0, 15)}
	row[1].Scant = true
	if got := arrange.ChooseInRows(row, tiles); !slices.Equal(got.Tiles, []int{0, 2}) {
		t.Errorf("chose %v", got.Tiles)
	}
}
