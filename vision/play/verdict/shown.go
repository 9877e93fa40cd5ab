package verdict

import (
	"cmp"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/prior"
)

// ShownHand is a hand that was laid down by somebody who did not win, with the ways of
// telling its tiles, of each history that may have led here.
type ShownHand struct {
	Place models.Place
	Seat  models.Seat
	Hands []Shown
}

// Shown is one way of telling a shown hand.
type Shown struct {
	models.Hand
	// Seen are the tiles that its owner sees besides the hand: rivers, melds, indicators.
	Seen models.Tiles
	// Chance is the probability of it in its history; those of one history sum up to one at most.
	Chance float64
	// Void is the suit that its owner gave up, see [prior.Game].
	Void models.Void

	size    models.HandSize // by the rule book
	others  []otherwise
	history int // see Verdict.shares
}

// shownHands are the hands of those who did not win, each with the ways of telling it.
func (t *table) shownHands() (all []ShownHand) {
	for place, laid := range t.h.End.Shown {
		if laid < 0 || t.h.End.WonBy(place) {
			continue
		}
		s := ShownHand{Place: models.PlaceAt(place), Seat: t.seat(place)}
		melds, sees := t.setsOf(place), t.seenBy(place)
		var others []otherwise
		if t.Game.AllShow { // else no book asks what its owner sees
			others = t.others(place, sees)
		}
		for faces, chance := range t.Likely(t.hands[place]) {
			slices.Sort(faces)
			hand := models.Hand{Concealed: faces, Melds: melds}
			s.Hands = append(s.Hands, Shown{Hand: hand, size: t.Game.Hand, Seen: sees, Chance: chance, others: others})
		}
		switch {
		case t.Game.AllShow, t.Game.GoesOn:
			t.preferReady(s.Hands, 1/t.Priors.Ready)
		case t.h.End.How == models.DrawnGame && t.h.End.Reason == prior.Exhausted:
			t.preferReady(s.Hands, t.Priors.Mistake)
		}
		s.Hands = t.orKept(place, s.Hands)
		all = append(all, s)
	}
	return all
}

// orKept tells each way of telling a hand with the suit that its owner gave up, and where that may be one it has tiles of, with it, too.
func (t *table) orKept(place int, ways []Shown) (all []Shown) {
	for _, w := range ways {
		v, keeps, kept := t.void(place, w.Hand)
		other := w
		w.Void, w.Chance = v, w.Chance*(1-kept)
		if all = append(all, w); kept > 0 {
			other.Void, other.Chance = keeps, other.Chance*kept
			all = append(all, other)
		}
	}
	return all
}

// preferReady weighs the ways of telling a hand that was shown; others is how much less likely than
// one that waits one that does not is.
func (t *table) preferReady(ways []Shown, others float64) {
	total, sum := 0.0, 0.0
	for i := range ways {
		w := &ways[i]
		total += w.Chance
		if t.Game.Complete != nil && !t.Waits(w.Concealed, w.Melds) {
			w.Chance *= others
		}
		sum += w.Chance
	}
	if sum <= 0 {
		return
	}
	for i := range ways { // what was not listed weighs as before
		ways[i].Chance *= total / sum
	}
	slices.SortStableFunc(ways, func(a, b Shown) int { return cmp.Compare(b.Chance, a.Chance) })
}

// setsOf are the melds of a player, each as it most likely is.
func (t *table) setsOf(place int) (melds []models.Meld) {
	first := layout{sets: make([]int, len(t.sets))}
	for i := range t.sets {
		first.sets[i] = i
	}
	return append([]models.Meld{}, t.meldsOf(place, &first, func(i int) int { return t.sets[i].choices()[0].Value })...)
}

// otherwise is one way in which other tiles lie open than those that are told: one that nobody
// saw or that shows another face. Each is rare, so that two at once are not weighed.
type otherwise struct {
	less, more models.Tiles // of what is seen
	chance     float64
}

// others are the ways in which a player may see other tiles than the likeliest: seen are those.
func (t *table) others(place int, seen models.Tiles) (all []otherwise) {
	const least = 1e-6 // chance of a way that is worth weighing
	add := func(less models.Tiles, chance float64, more ...models.Tile) {
		if chance > least {
			all = append(all, otherwise{less, more, chance})
		}
	}
	for _, q := range t.openTo(place) {
		first, _ := evidence.Best(q)
		if q[first] >= evidence.Sure {
			continue
		}
		var less models.Tiles
		if first.IsKind() {
			less = models.Tiles{first}
		}
		for f := models.Tile(1); int(f) < models.Outcomes; f++ {
			if f != first && f.IsKind() {
				add(less, q[f], f)
			}
		}
	}
	melds := 0 // that nobody saw
	for i := range t.sets {
		if t.sets[i].place != place && len(t.sets[i].slots) == 0 {
			melds++
		}
	}
	if t.gaps+melds == 0 {
		return all
	}
	var left [models.Kinds]float64
	hidden := 0.0
	for i := range left {
		left[i] = models.Copies
	}
	for _, tile := range seen {
		left[tile.Kind().Index()] = max(0, left[tile.Kind().Index()]-1)
	}
	for _, n := range left {
		hidden += n
	}
	for i, n := range left {
		kind := models.KindAt(i)
		add(nil, float64(t.gaps)*n/hidden, kind)
		if n >= models.SetTiles {
			add(nil, float64(melds)/models.Kinds, kind, kind, kind)
		}
		if n > 0 { // of a chow, or what was claimed for it
			add(nil, models.SetTiles*float64(melds)*n/hidden, kind)
		}
	}
	return all
}

// openTo are the tiles that a player sees beside the own hand.
func (t *table) openTo(place int) (all []*evidence.Faces) {
	lie := func(slots []int) {
		for _, slot := range slots {
			all = append(all, &t.Slots[slot].Q)
		}
	}
	lie(t.rivers)
	lie(t.dora)
	for i := range t.sets {
		if s := &t.sets[i]; s.place != place {
			lie(s.slots)
			all = append(all, s.hidden()...)
		}
	}
	return all
}

// seenBy are the tiles that a player sees beside the own hand, each as it most likely is.
func (t *table) seenBy(place int) (seen models.Tiles) {
	for _, q := range t.openTo(place) {
		if first, _ := evidence.Best(q); first.IsKind() {
			seen = append(seen, first)
		}
	}
	slices.Sort(seen)
	return seen
}

// unlike is the chance that a shown hand is paid otherwise than it is, as a text, because other
// tiles lie open than those that are told.
func (s *Shown) unlike(text string, pays func(hand *Shown) string) (chance float64) {
	with := func(seen models.Tiles) bool { return pays(&Shown{Hand: s.Hand, Seen: seen, Void: s.Void}) != text }
	if len(s.others) == 0 || !with(nil) && !with(everyTile()) {
		return 0 // whatever lies there
	}
	for _, o := range s.others {
		seen := slices.Clone(s.Seen)
		for _, tile := range o.less {
			if i := slices.Index(seen, tile); i >= 0 {
				seen = slices.Delete(seen, i, i+1)
			}
		}
		if with(append(seen, o.more...)) {
			chance += o.chance
		}
	}
	return min(1, chance)
}

// everyTile are all copies of all kinds.
func everyTile() (all models.Tiles) {
	for i := range models.Kinds {
		all = append(all, slices.Repeat(models.Tiles{models.KindAt(i)}, models.Copies)...)
	}
	return all
}
