package evidence

import (
	"slices"
	"testing"
)

// TestAWonHandIsNotShownByThePicturesOfItsFlowers claims that what is laid beside tiles of earlier moves has its own pictures or none.
func TestAWonHandIsNotShownByThePicturesOfItsFlowers(t *testing.T) {
	seen := Seen{
		Slots: []Slot{{spot: 1}, {spot: 2}, {spot: 3}, {spot: 4}},
		Sights: []Sight{
			{Act: FlowerSeen, Slots: []int{0}}, {Act: MeldSeen, Slots: []int{1}},
			{Act: AddedSeen, Slots: []int{1, 2}}, {Act: LaidSeen, Slots: []int{0, 3}},
		},
	}
	seen.Show(1, []string{"flower"})
	seen.Show(2, []string{"pung"})
	seen.Show(3, []string{"fourth"})
	for sight, want := range [][]string{{"flower"}, {"pung"}, {"fourth"}, nil} {
		if got := seen.PhotosOf(sight); !slices.Equal(got, want) {
			t.Errorf("sight %d is shown by %v, want %v", sight, got, want)
		}
	}
}
