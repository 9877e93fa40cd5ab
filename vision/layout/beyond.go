package layout

import (
	"slices"

	"jantaku/models"
)

// Where no zones say what the parts of the table are for, a river or the tiles of another player
// may be among the rows. Only one thing tells them surely: without them there is a whole hand. Where
// zones say it, what lies in the place of the hand is the hand's or a question.

// own understands the rows of a picture. Where they hold more than a hand, and the rows nearest to
// the owner are a whole one, what lies apart beyond them is ignored.
func own(rows [][]models.Sighting, o Options) *spread {
	owner := ownersSide(rows, o)
	inFrame := func() [][]*tile { return lines(rows, owner.view, o) }
	sp := grasp(inFrame, o.Hand)
	for far := 1; !o.AnyTiles && len(o.Zones) == 0 && sp.amount() > o.Hand.Won(); far++ {
		all := inFrame()
		if far >= len(all) {
			break
		}
		if !beyond(all[:far], all[far:]) {
			continue
		}
		near := grasp(func() [][]*tile {
			all := inFrame()
			for _, t := range slices.Concat(all[:far]...) {
				t.outside = true
			}
			return all
		}, o.Hand)
		if near.judge() == complete {
			sp = near
			break
		}
	}
	sp.unsure = owner.unsure
	return sp
}

// beyond reports whether lines lie apart from others, farther from the owner, and surely hold no
// flower: nobody discards those.
func beyond(far, near [][]*tile) bool {
	there, here := slices.Concat(far...), slices.Concat(near...)
	among := func(t *tile) bool {
		return slices.ContainsFunc(here, func(n *tile) bool {
			return n.across-t.across-(n.depth+t.depth)/2 < tuning.beyondApart*n.depth
		})
	}
	return len(there) >= tuning.leastBeyond && !slices.ContainsFunc(there, func(t *tile) bool { return !t.surelyNoFlower() || among(t) })
}

// surelyNoFlower reports whether a tile was surely read as one that is no flower, however it lies.
func (t *tile) surelyNoFlower() bool {
	p := t.Confidence
	if t.Misfit { // which halves it
		p *= 2
	}
	return t.Tile.HasFace() && !t.isFlower() && p >= tuning.readBeyond
}

// amount is how many tiles there are, with kongs as three and without flowers.
func (sp *spread) amount() int { return len(sp.loose) + models.SetTiles*len(sp.sets) }
