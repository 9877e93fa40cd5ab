package film

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"jantaku/laboratory/scene"
	"jantaku/models"
)

// wall is what is left of the four walls. Its tiles are numbered in the order in which
// they are dealt: 2k is the upper and 2k+1 the lower tile of the kth stack from the break.
type wall struct {
	broken models.WallBreak
	tiles  int
	hand   int // tiles that each player is dealt
	next   int // tile to draw next
	tail   int // tiles taken from the other end
	turned int // dora indicators turned so far
}

// setSize is how many tiles the record is played with.
func setSize(r *models.Record, l models.Laying) int {
	const plain, flowers = 136, 8
	size := cmp.Or(l.Tiles, plain)
	if l.Flowers {
		return size + flowers
	}
	for _, m := range r.Events {
		if m.Do == models.LaidFlower {
			return size + flowers
		}
	}
	return size
}

// newWall breaks the walls of a set by dice.
func newWall(r *rand.Rand, record *models.Record, l models.Laying) (*wall, [][2]int, error) {
	hand := l.Hand.Tiles()
	w := &wall{tiles: setSize(record, l), hand: hand, next: hand * models.Places}
	rule := l.Wall
	rule.Rolls, rule.Stacks = cmp.Or(rule.Rolls, 2), w.tiles/(2*models.Places)
	if rule.Uneven {
		rule.Stacks++
	}
	var dice [][2]int
	for range rule.Rolls {
		dice = append(dice, [2]int{1 + r.IntN(6), 1 + r.IntN(6)})
	}
	var err error
	w.broken, err = rule.Break(dice)
	return w, dice, err
}

// lies gives where a tile of the wall lies, in the table's frame.
func (w *wall) lies(id int, at places, dealer models.Place) scene.Body {
	stack := w.broken.Stack(w.broken.Count + 1 + id/2)
	wide := at.size.Width + tileGap/2
	b := scene.Body{At: models.Point{X: (float64(w.broken.Length(stack.Seat))/2 - float64(stack.Number) + 0.5) * wide, Y: at.wallY}, Tilt: faceDown}
	if id%2 == 0 {
		b.Z = at.size.Depth
	}
	return seated(b, stack.Seat.PlaceFor(dealer))
}

// draw takes the next tile.
func (w *wall) draw() (int, error) {
	if err := w.empty(); err != nil {
		return 0, err
	}
	w.next++
	if w.tail%2 == 1 && w.left() == 0 { // the upper one of the last stack is taken
		return w.next, nil
	}
	return w.next - 1, nil
}

// replace takes a tile from the tail: of each stack the upper one first.
func (w *wall) replace() (int, error) {
	if err := w.empty(); err != nil {
		return 0, err
	}
	w.tail++
	switch {
	case w.tail%2 == 0:
		return w.tiles - w.tail + 1, nil
	case w.left() == 0: // the upper one of the last stack is drawn
		return w.next, nil
	}
	return w.tiles - w.tail - 1, nil
}

// left is how many tiles are left.
func (w *wall) left() int { return w.tiles - w.tail - w.next }

// empty is the error of taking a tile where none is left.
func (w *wall) empty() error {
	if w.left() > 0 {
		return nil
	}
	return fmt.Errorf("the wall of %d tiles is empty", w.tiles)
}

// indicator gives the tile of the nth dora indicator, from 0, and the hidden one under it.
func (w *wall) indicator(n int) (dora, ura int) {
	id := w.tiles - 2*(3+n)
	return id, id + 1
}
