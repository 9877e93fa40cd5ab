package film

import (
	"math/rand/v2"
	"testing"

	"jantaku/models"
)

func TestEveryTileOfTheWallIsTakenOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 50 {
		dealt := models.Places * []int{13, 16}[n%2]
		w := &wall{tiles: 144, next: dealt}
		taken := map[int]bool{}
		for w.left() > 0 {
			from := w.draw
			if random.IntN(4) == 0 {
				from = w.replace
			}
			id, err := from()
			if err != nil || id < dealt || id >= w.tiles || taken[id] {
				t.Fatalf("tile %d (%v), with %d drawn and %d replaced", id, err, w.next-dealt, w.tail)
			}
			taken[id] = true
		}
	}
}
