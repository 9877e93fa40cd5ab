package histories

import (
	"jantaku/models"
	"jantaku/vision/play/prior"
	"math"
)

// draw lets the player on turn draw when nothing was taken yet.
func (h *History) draw() {
	if h.Phase == free {
		h.draws++
		h.Replaced, h.undrawn = false, false
	}
	h.Phase, h.tile, h.tileGone, h.adding, h.wonOn = holding, none, false, none, false
}

// discards ends the turn of player p. Slot is unseen where nobody saw the tile.
func (h *History) discards(g *prior.Game, p int, slot int32, at int, riichi bool) {
	if h.Phase == holding && h.Replaced {
		h.interrupt() // the kong stands: nobody robbed it
	}
	h.draw()
	h.shot = g.GoesOn && h.Replaced
	me := &h.Players[p]
	me.Discards++
	me.OneTurn, me.lastCalled = false, false
	me.Declared, me.lastSlot, h.lastSeen = riichi, slot, slot
	if riichi {
		me.Riichi, me.OneTurn = 1, true
		if me.Discards == 1 && h.Calls == 0 {
			me.Riichi = 2
		}
	}
	h.stakes(p, at, riichi)
	if slot == unseen {
		me.gaps++
		me.gapAt, me.gapRiichi, me.gapOwes, me.owes = int16(at), me.gapRiichi || riichi, me.gapOwes || me.owes, false
	}
	h.Phase, h.last, h.tile, h.tileGone, h.offered = free, int8(p), slot, false, none
	h.to = int8(h.next(g, p))
	h.did(Move{Do: models.Discarded, Place: int8(p), Slot: slot, Sight: int16(at), Riichi: riichi, Claimed: none})
}

// calls lets player p claim the last discard.
func (h *History) claims(g *prior.Game, p int, do models.Deed, at int) {
	me, from := &h.Players[p], h.last
	h.interrupt()
	h.Calls++
	if from >= 0 {
		him := &h.Players[from]
		him.lastCalled = true
		if him.Riichi > 0 && him.Declared {
			him.owes = true
		}
	}
	h.did(Move{Do: do, Place: int8(p), From: from, Slot: none, Sight: int16(at), Claimed: h.tile})
	if int(me.melds) < g.Hand.Sets() {
		me.sets[me.melds] = int16(at)
		me.melds++
	}
	me.open = true
	h.claimed = h.tile
	h.Phase, h.to, h.Replaced, h.tile, h.tileGone, h.adding, h.offered = holding, int8(p), false, none, false, none, none
	h.undrawn = do != models.CalledKong
	if do == models.CalledKong {
		h.replaces(p)
	}
}

// interrupt ends the turn after riichi for everybody.
func (h *History) interrupt() {
	for i := range h.Players {
		h.Players[i].OneTurn = false
	}
}

// Indicators of kongs.
const (
	// noKong is how often an indicator is turned for no reason that was seen.
	noKong = .01
	// earlyOrLate is how often that of a kong is told before its tiles are, or only once the hand has ended: both come to rest
	// within a second, and the hand is over the kong. Assumed.
	earlyOrLate = .3
)

// replaces counts a kong of player p and the tile that replaces it. An indicator that was turned
// for no reason may have been that of this kong.
func (h *History) replaces(p int) {
	if h.Dora > h.Kongs+1 {
		h.logp += log(earlyOrLate) - log(noKong)
	}
	h.Kongs++
	h.Players[p].kongs++
	h.draws++
	h.Replaced = true
}

// concealed is a concealed kong of the player on turn.
func (h *History) concealed(g *prior.Game, p, at int) {
	h.draw()
	h.setAside(g, p, at)
}

// concealedBefore is a concealed kong of the player who has discarded last, made before that discard.
func (h *History) concealedBefore(g *prior.Game, p, at int) {
	oneTurn := h.Players[p].OneTurn // the discard came after it
	h.setAside(g, p, at)
	h.Players[p].OneTurn, h.Replaced, h.shot = oneTurn, false, g.GoesOn
	h.Moves[len(h.Moves)-1].Late = true
}

// setAside counts a concealed kong of a player, and the tile that replaces it.
func (h *History) setAside(g *prior.Game, p, at int) {
	me := &h.Players[p]
	h.interrupt()
	h.Calls++
	if int(me.melds) < g.Hand.Sets() {
		me.sets[me.melds] = int16(at)
		me.Own |= 1 << me.melds
		me.melds++
	}
	h.replaces(p)
	h.did(Move{Do: models.MadeConcealed, Place: int8(p), Slot: none, Sight: int16(at), Claimed: none, From: none})
}

// widens makes a kong of the last call of a player, which was a pung, and counts the tile that replaces it.
func (h *History) widens(g *prior.Game, p, at int) {
	replaced := h.Replaced
	h.replaces(p)
	switch {
	case h.Phase == holding && int(h.to) == p:
		h.undrawn = false
	default: // its owner has discarded since
		h.Replaced = replaced
		h.shot = h.shot || g.GoesOn && h.Phase == free && int(h.last) == p
	}
	h.did(Move{Do: widened, Place: int8(p), Slot: none, Sight: int16(at), Claimed: none, From: none})
}

// adds is a fourth tile on a pung of the player on turn.
func (h *History) adds(g *prior.Game, p, at int, tile int32) {
	h.draw()
	h.shot = g.GoesOn && h.Replaced
	h.Calls++
	h.Players[p].OneTurn = false
	h.replaces(p)
	h.adding, h.tile, h.last = int16(at), tile, int8(p)
	h.did(Move{Do: models.MadeAdded, Place: int8(p), Slot: tile, Sight: int16(at), Claimed: none, From: none})
}

// addsBefore is a fourth tile on a pung of a player that was laid in some turn before the hand ended.
func (h *History) addsBefore(g *prior.Game, p, at int, tile int32) {
	h.Calls++
	h.Kongs++
	h.Players[p].kongs++
	h.draws++
	if h.Dora > h.Kongs {
		h.logp -= log(noKong) // an indicator was turned for it
	}
	h.logp += float64(h.lacksDora(g)) * log(earlyOrLate)
	h.did(Move{Do: models.MadeAdded, Place: int8(p), Slot: tile, Sight: int16(at), Claimed: none, From: none, Late: true})
}

// flower is a flower of the player on turn, and the tile that replaces it.
func (h *History) flower(p, at int, tile int32) {
	h.draw()
	h.Players[p].Flowers++
	h.draws++
	h.Replaced = false
	h.did(Move{Do: models.LaidFlower, Place: int8(p), Slot: tile, Sight: int16(at), Claimed: none, From: none})
}

// wins notes a win of player p, from itself when the tile was drawn: the hand ends with it, unless
// the game goes on.
func (h *History) wins(g *prior.Game, p, at int, from int8, tile int32) {
	h.End.How, h.End.Reason, h.Phase, h.wonOn = models.Wins, "", Over, int(from) != p
	nth := int8(1)
	if last := h.End.Last(); last != nil {
		nth = last.Nth + 1
	}
	h.End.Won[p] = winner{Nth: nth, From: from, Tile: tile, Robbing: none, beside: none, Replaced: h.Replaced, Shot: h.shot && int(from) != p, Last: h.Left(g) <= 0}
	h.End.Shown[p] = int16(at)
	h.did(Move{Do: models.Wins, Place: int8(p), From: from, Slot: tile, Sight: int16(at), Claimed: none, Ends: true})
	h.goesOn(g, p)
}

// winsToo notes another win on the tile that somebody has won on.
func (h *History) winsToo(g *prior.Game, p, at int) {
	h.End.How, h.End.Reason, h.Phase = models.Wins, "", Over
	w := *h.End.Last()
	w.Pushed, w.beside = false, none
	h.End.Won[p] = w
	h.End.Shown[p] = int16(at)
	h.did(Move{Do: models.Wins, Place: int8(p), From: w.From, Slot: w.Tile, Sight: int16(at), Claimed: none, Ends: true})
	h.goesOn(g, p)
}

// goesOn lets the others play on after player p has won, while more than one is left.
func (h *History) goesOn(g *prior.Game, p int) {
	if !g.GoesOn || h.playing(g) < 2 {
		return
	}
	last := &h.End.Won[p]
	from, to := int(last.From), p
	if from < 0 {
		from = p
	}
	for i := range h.End.Won { // several on one tile: the last of them in turn order
		if w := &h.End.Won[i]; w.Nth == last.Nth && g.Turns(from, i) > g.Turns(from, to) {
			to = i
		}
	}
	h.End.How, h.Phase, h.to = "", free, int8(h.next(g, to))
	h.Replaced, h.undrawn, h.tileGone, h.adding = false, false, false, none
	h.last, h.tile = last.From, last.Tile
	if !h.wonOn {
		h.last, h.tile = none, none
	}
}

// draws ends the hand without a winner.
func (h *History) endsDrawn(reason string, at int) {
	h.Phase = Over
	h.End.How, h.End.Reason = models.DrawnGame, reason
	h.did(Move{Do: models.DrawnGame, Place: none, Slot: none, Sight: int16(at), Claimed: none, From: none, Ends: true})
}

// stakes notes what a discard means for the player's stick.
func (h *History) stakes(p, at int, riichi bool) {
	me := &h.Players[p]
	switch {
	case riichi && me.stick == stickFirst:
		me.stick = stickLies
	case riichi:
		me.stick, me.stickFrom = stickDue, int16(at)
	case me.stick == stickFirst:
		h.logp += log(0) // it was taken for that of a riichi, which was not declared
		me.stick = noStick
	}
}

// weigh takes in what is so likely in a club that lays its sticks in view, and so likely in another.
func (h *History) weigh(inView, tray float64) {
	both := h.inView*inView + (1-h.inView)*tray
	h.logp += log(both)
	h.inView = min(max(h.inView*inView/max(both, math.SmallestNonzeroFloat64), 0), 1)
}
