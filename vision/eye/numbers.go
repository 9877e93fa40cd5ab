package eye

import "jantaku/vision/watch"

// numbers carries the numbers of spots and sets on from child to child: each child counts
// from one, and whoever hears all of them must not mistake a spot for one that an earlier
// child told of.
type numbers struct {
	spot watch.Spot // the highest told
	set  int
	// Those of earlier children.
	spotsBefore watch.Spot
	setsBefore  int
}

// begin takes up after all that was told.
func (n *numbers) begin() { n.spotsBefore, n.setsBefore = n.spot, n.set }

// number numbers a change of the present child.
func (n *numbers) number(c *watch.Change) {
	n.carry(&c.Spot)
	n.carry(&c.Beside)
	for i := range c.Spots {
		n.carry(&c.Spots[i])
	}
	if c.Set > 0 {
		c.Set += n.setsBefore
		n.set = max(n.set, c.Set)
	}
}

// carry numbers one spot; 0 is none.
func (n *numbers) carry(spot *watch.Spot) {
	if *spot > 0 {
		*spot += n.spotsBefore
		n.spot = max(n.spot, *spot)
	}
}
