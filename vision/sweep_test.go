package vision_test

import (
	"fmt"
	"slices"
	"testing"

	"jantaku/laboratory/baseline"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/proposal"
)

// Everything that shows its face is found, turned tiles alone in their river too, and nothing else.
func TestASweepFindsEveryFaceOnTheTable(t *testing.T) {
	r := tableReader(t)
	tables, turned := 4, 0
	if testing.Short() {
		tables = 2
	}
	for seed := range uint64(tables) {
		p, truth := opened(t, r, seed, .4)
		found, err := p.Sweep(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		faces := 0
		for _, l := range truth.Table {
			if !l.Tile.HasFace() {
				continue
			}
			faces++
			if l.Role == scene.InRiver && l.Pose.Quarter%2 != l.Owner.Index()%2 {
				turned++
			}
			read := models.NoTile
			for _, f := range found {
				if apart(f.At, l.Pose.At) < 8 && (f.Quarter-l.Pose.Quarter)%2 == 0 {
					read, _ = likeliest(f.Evidence)
				}
			}
			if read != l.Tile {
				t.Errorf("table %d: %v of place %d, %v at %v, is read as %v", seed, l.Role, l.Owner, l.Tile, l.Pose, read)
			}
		}
		for _, f := range found {
			if f.Sighting().Tile != models.Back {
				faces--
			}
		}
		if faces != 0 {
			t.Errorf("table %d: %d faces more lie there than are found", seed, faces)
		}
	}
	if turned == 0 {
		t.Error("no table had a turned tile in a river")
	}
}

// Of the two backs of this kong one has a weak outline: green ones lie on a cloth as dark as they are.
func TestABackOfAConcealedKongIsToldByTheColourOfTheOther(t *testing.T) {
	p, truth := opened(t, tableReader(t), 8230006, .6)
	found, err := p.Sweep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range truth.Table {
		told := func(f proposal.Found) bool {
			return apart(f.At, l.Pose.At) < 8 && f.Sighting().Tile == models.Back && f.Sure > .9
		}
		if l.Role == scene.InMeld && l.Tile == models.Back && !slices.ContainsFunc(found, told) {
			t.Errorf("the back at %v is not told", l.Pose)
		}
	}
}

// BenchmarkSweep sweeps whole tables, the same ones each time, on one core and between decodings of the same picture by OpenCV: how many of
// those a sweep takes is told as ×decode. How often tiles are drawn and compared in all detail, for each that is found, is told as looks/tile.
func BenchmarkSweep(b *testing.B) {
	baseline.OneCore()
	r := tableReader(b)
	for i := range 5 {
		hardness := float64(i) / 4
		b.Run(fmt.Sprint(hardness), func(b *testing.B) {
			image, _, table := taken(b, 20+uint64(i), hardness)
			p, err := r.Open(image, table)
			if err != nil {
				b.Fatal(err)
			}
			tiles := 0
			p.Looks, p.Windows = 0, 0
			var decodes, sweeps []float64
			for b.Loop() {
				decodes = append(decodes, timed(b, func() error { return decode(image) }))
				sweeps = append(sweeps, timed(b, func() error {
					found, err := p.Sweep(b.Context())
					tiles += len(found)
					return err
				}))
			}
			b.ReportMetric(median(decodes), "ms-decode")
			b.ReportMetric(median(sweeps)/median(decodes), "×decode")
			b.ReportMetric(float64(p.Looks)/float64(tiles), "looks/tile")
			b.ReportMetric(float64(p.Windows)/float64(b.N), "windows")
		})
	}
}
