package evidence

import (
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/watch"
)

// gather takes a change in and gives the index of the first sight that it made or changed;
// -1 when there is nothing to explain.
func (p *Seen) gather(c *watch.Change) int {
	switch c.Kind {
	case watch.Added:
		return p.added(c)
	case watch.Unread:
		return p.unread(c)
	case watch.Gone:
		return p.left(c)
	case watch.Turned:
		return p.turned(c)
	case watch.Revised:
		return p.revised(c)
	case watch.Laid:
		return p.laid(c)
	case watch.Taken:
		if c.Area.Place == 0 {
			return -1
		}
		return p.sees(Sight{Act: TakenSeen, Place: c.Area.Place.Index()}, c)
	case watch.StickLaid:
		return p.staked(c)
	case watch.StickGone:
		if c.Area.Place == 0 || !p.Game.Riichi {
			return -1
		}
		return p.sees(Sight{Act: StickGoneSeen, Place: c.Area.Place.Index()}, c)
	case watch.Swept:
		return p.swept(c)
	case watch.Warned:
		p.blind = p.blind || c.Warning.Blind()
	}
	return -1
}

// sees takes a sight in, where it belongs in time, and gives where that is.
func (p *Seen) sees(s Sight, c *watch.Change) int {
	s.Set, s.Rest, s.Clear, s.seen = c.Set, c.Rest.Seconds(), c.Clear.Seconds(), c.Seen.Seconds()
	if c.Rest == 0 {
		s.Rest = c.Told.Seconds()
	}
	s.Blind, p.blind = p.blind, false
	at := p.when(&s)
	p.Sights = slices.Insert(p.Sights, at, s)
	p.inserted = append(p.inserted, at)
	return at
}

// when is where a new sight belongs among the others. The eye may need longer for one tile than for
// those that came after it; but a tile that lay still while nothing lay yet at the places of others
// came before them, whenever it is told, and so did a hand whose coming was seen to begin and to end before another's.
// Of a discard and a stick that came to rest together nobody knows the order: a stick is laid for a discard.
func (p *Seen) when(s *Sight) int {
	at := len(p.Sights)
	switch {
	case s.MayDiscard():
	case s.Act == GoneSeen, s.Act == MeldSeen, s.Act == AddedSeen, s.Act == FlowerSeen:
	case s.Act == LaidSeen:
		for i := at - 1; i >= 0; i-- {
			switch o := &p.Sights[i]; {
			case o.Act == NothingSeen:
			case o.Act == LaidSeen && s.seen < o.seen && s.Clear < o.Clear:
				at = i
			case o.MayDiscard() && o.Clear > 0 && o.Clear <= o.Rest && s.Rest <= o.Clear: // the game goes on after a win
				at = i
			default:
				return at
			}
		}
		return at
	default:
		return at
	}
	for i := at - 1; i > 0 && p.Sights[i].Set != p.Sights[0].Set; i-- {
		switch o := &p.Sights[i]; {
		case o.Act == StickSeen && o.Set == s.Set && o.Place == s.Place: // the stick of that discard
			at = i
		case s.toldIn(o):
			return at
		case o.Set != s.Set && o.Clear > 0 && o.Clear <= o.Rest && s.Rest <= o.Clear:
			at = i
		}
	}
	return at
}

// toldIn reports whether a sight is about what another has told. A hand that is laid down has its melds, but not what was added to one and
// nobody could read.
func (s *Sight) toldIn(o *Sight) bool {
	about := s.Slots
	if s.Act == AddedSeen && o.Act == LaidSeen {
		about = about[len(about)-1:]
	}
	return slices.ContainsFunc(o.Slots, func(slot int) bool { return slices.Contains(about, slot) })
}

// swept is the end of a hand. Hands that went with it were not taken up again.
func (p *Seen) swept(c *watch.Change) int {
	from := len(p.Sights)
	at := p.sees(Sight{Act: SweptSeen, Place: -1}, c)
	const with = 3.0 // seconds in which the tiles go
	for i := at - 1; i >= 0 && p.Sights[at].Rest-p.Sights[i].Rest <= with; i-- {
		if p.Sights[i].Act == TakenSeen {
			p.Sights[i].Act = NothingSeen
			from = i
		}
	}
	return min(from, at)
}

// slotOf finds the tile of a spot, or makes a new one.
func (p *Seen) slotOf(c *watch.Change) int {
	i, known := p.Spots[c.Spot]
	if !known || c.Spot == 0 {
		i = len(p.Slots)
		p.Slots = append(p.Slots, Slot{spot: c.Spot, place: c.Area.Place.Index()})
		if c.Spot != 0 { // which names no tile: nothing that comes later is about this one
			p.Spots[c.Spot] = i
		}
	}
	s := &p.Slots[i]
	s.read(&c.Evidence, c.Rivals, &p.Priors, &p.Prior)
	s.Rest = c.Rest.Seconds()
	return i
}

func (p *Seen) added(c *watch.Change) int {
	place := c.Area.Place.Index()
	if place >= 0 && p.Game.Turns(p.Start.Dealer.Index(), place) < 0 {
		return -1 // nobody sits there
	}
	switch c.Area.Use {
	case calibration.FlowerZone, calibration.MeldZone, calibration.WinningZone:
		if place < 0 {
			return -1
		}
	}
	switch c.Area.Use {
	case calibration.RiverZone, watch.OtherZone:
		if c.Area.Use == watch.OtherZone {
			place = -1
		}
		if p.turnedBefore(c) {
			return p.sees(Sight{Act: DoraSeen, Place: c.Area.Place.Index(), Slots: []int{p.slotOf(c)}}, c)
		}
		return p.sees(Sight{Act: DiscardSeen, Place: place, Before: c.Area.Place.Index(), By: c.By, Slots: []int{p.slotOf(c)}}, c)
	case calibration.FlowerZone:
		return p.sees(Sight{Act: FlowerSeen, Place: place, Slots: []int{p.slotOf(c)}}, c)
	case calibration.MeldZone:
		return p.beside(c)
	case calibration.DoraZone, watch.WallZone:
		return p.indicator(c)
	case calibration.WinningZone:
		p.winning[place] = p.slotOf(c)
		return p.Relaid(place)
	}
	p.slotOf(c)
	return -1
}

// beside weighs a tile on a player's side: a flower, one more of a meld, or one that is
// added to a pung.
func (p *Seen) beside(c *watch.Change) int {
	if p.besideIndicator(c) {
		return p.indicator(c)
	}
	place := c.Area.Place.Index()
	i := p.slotOf(c)
	s := &p.Slots[i]
	if flower := FlowerMass(&s.Q); flower > .5 {
		return p.sees(Sight{Act: FlowerSeen, Place: place, Slots: []int{i}}, c)
	}
	if at := p.setBeside(c, place, i); at >= 0 {
		if m := &p.Sights[at]; len(m.Slots) < models.KongTiles && (c.Set == m.Set || c.Rest.Seconds()-m.Rest <= meldPause) {
			m.Slots = append(m.Slots, i)
			return at
		}
		if len(p.Sights[at].Slots) == models.SetTiles {
			return p.sees(Sight{Act: AddedSeen, Place: place, Slots: append(slices.Clone(p.Sights[at].Slots), i), Doubt: c.Doubt, Row: c.Row}, c)
		}
	}
	return p.sees(Sight{Act: MeldSeen, Place: place, Slots: []int{i}}, c)
}

// apartFromFlowers reports whether somebody has flowers, and none near a point: they lie in a row.
func (p *Seen) apartFromFlowers(place int, at models.Point) bool {
	has, near := false, false
	for i := range p.Sights {
		if s := &p.Sights[i]; s.Act == FlowerSeen && s.Place == place && !s.Unread {
			for _, slot := range s.Slots {
				has, near = true, near || math.Hypot(p.Slots[slot].At.X-at.X, p.Slots[slot].At.Y-at.Y) <= meldReach*p.scale()
			}
		}
	}
	return has && !near
}

// unread is something that came to rest of which nobody can say what it is: in a river it may be a
// discard with any face, beside a hand a flower, and beside a set one more tile of it.
func (p *Seen) unread(c *watch.Change) int {
	place := c.Area.Place.Index()
	if place >= 0 && p.Game.Turns(p.Start.Dealer.Index(), place) < 0 {
		return -1
	}
	s := Sight{Act: DiscardSeen, Place: place, Before: place, By: c.By, Unread: true}
	any := Slot{place: place}
	any.read(&c.Evidence, nil, &p.Priors, &p.Prior)
	any.Side, any.Rest, any.Blank, any.Back = .5, c.Rest.Seconds(), true, false
	switch c.Area.Use {
	case calibration.RiverZone, watch.OtherZone:
		if c.Area.Use == watch.OtherZone {
			s.Place = -1
		}
	case calibration.FlowerZone, calibration.MeldZone:
		if place < 0 {
			return -1
		}
		if at := p.unreadOfHand(c, any); at >= 0 {
			return at
		}
		return p.unreadBeside(c, any)
	default:
		return -1
	}
	s.Slots = []int{p.seenAs(any)}
	return p.sees(s, c)
}

// seenAs takes in a tile that nobody can read, and that is no back, and gives its slot.
func (p *Seen) seenAs(tile Slot) int {
	tile.Like[models.NoTile] = math.Inf(-1)
	tile.Q = Posterior(&tile.Like, &p.Prior)
	p.Slots = append(p.Slots, tile)
	return len(p.Slots) - 1
}

// unreadOfHand is a tile that nobody can read in the row of a hand that was laid down and has room for it: without it a hand that was
// won by a drawn tile looks like one that was won on a discard. It gives the hand's sight; -1 where it is none of a hand.
func (p *Seen) unreadOfHand(c *watch.Change, tile Slot) int {
	at := p.Relaid(tile.place)
	if at < 0 || !p.inRow(tile.place, p.Sights[at].Slots, c.At) {
		return -1
	}
	hand := &p.Sights[at]
	hand.Slots = append(slices.Clone(hand.Slots), p.seenAs(tile))
	return at
}

// inRow reports whether a tile lies in the row of a hand that has room for it.
func (p *Seen) inRow(place int, hand []int, at models.Point) bool {
	across := (place + 1) % models.Places
	near := slices.ContainsFunc(hand, func(slot int) bool {
		o := &p.Slots[slot]
		return math.Abs(Along(o.At, across)-Along(at, across)) < handRow*p.scale() && math.Hypot(o.At.X-at.X, o.At.Y-at.Y) < meldReach*p.scale()
	})
	return near && p.counted(hand) < p.Game.Hand.Won()
}

// unreadBefore takes the tiles that nobody could read, and that were told before their hand and beside no set, into the hand that is laid
// down now, and gives the first sight that was taken for something else; -1 for none. What lay there before it came is none of it.
func (p *Seen) unreadBefore(place int, hand []int, c *watch.Change) (all []int, from int) {
	all, from = hand, -1
	p.early = slices.DeleteFunc(p.early, func(tile Slot) bool {
		there := func(slot int) bool {
			o := &p.Slots[slot]
			return math.Hypot(o.At.X-tile.At.X, o.At.Y-tile.At.Y) < usualWidth/2*p.scale()
		}
		if tile.place != place || tile.Rest < c.Clear.Seconds() || slices.ContainsFunc(all, there) || !p.inRow(place, all, tile.At) {
			return false
		}
		for i := range p.Sights {
			if s := &p.Sights[i]; s.Unread && s.Act == FlowerSeen && s.Place == place && there(s.Slots[0]) {
				s.Act = NothingSeen
				if from < 0 {
					from = i
				}
			}
		}
		all = append(all, p.seenAs(tile))
		return true
	})
	return all, from
}

// unreadIn gives the tiles of a hand told before that nobody could read and that are none of those that are told now.
func (p *Seen) unreadIn(before, now []int) (kept []int) {
	for _, slot := range before {
		s := &p.Slots[slot]
		there := func(other int) bool {
			o := &p.Slots[other]
			return other == slot || math.Hypot(o.At.X-s.At.X, o.At.Y-s.At.Y) < usualWidth/2*p.scale()
		}
		if s.Blank && s.spot == 0 && !slices.ContainsFunc(now, there) && p.counted(now)+len(kept) < p.Game.Hand.Won() {
			kept = append(kept, slot)
		}
	}
	return kept
}

// unreadBeside is a tile beside a hand that nobody can read: a flower where some are played with, and one more tile of the set
// that it lies beside, be it the fourth that makes a pung a kong.
func (p *Seen) unreadBeside(c *watch.Change, tile Slot) int {
	s := Sight{Act: AddedSeen, Place: tile.place, Unread: true}
	i := len(p.Slots)
	p.Slots = append(p.Slots, tile)
	at := p.setBeside(c, tile.place, i)
	switch {
	case at < 0:
		p.Slots = p.Slots[:i]
		p.early = append(p.early, tile)
	case !p.Game.Flowers && len(p.Sights[at].Slots) < models.SetTiles:
		p.Sights[at].Slots = append(p.Sights[at].Slots, i)
		return at
	default:
		s.Slots = append(slices.Clone(p.Sights[at].Slots), i)
	}
	if p.Game.Flowers {
		for t := models.Tile(1); int(t) < models.Outcomes; t++ {
			if !t.IsFlower() {
				tile.Like[t] -= p.Priors.Known
			}
		}
		s.Flower, s.Apart = p.seenAs(tile), p.apartFromFlowers(tile.place, c.At)
		if at < 0 {
			s.Act, s.Slots = FlowerSeen, []int{s.Flower}
		}
	}
	if s.Slots == nil {
		return -1
	}
	return p.sees(s, c)
}

// indicatorReach is how far apart indicators lie at most, mm: five beside each other, and
// those from below them in front.
const indicatorReach = 75.0

// indicatorRow is how far toward its owner a tile lies from an indicator at most to be another, mm: a
// tile is 36 long.
const indicatorRow = 50.0

// The tiles of a hand that is laid down: how far across its row they lie from it at most, mm, and neighbours from each other, and
// how many seconds pass between them.
const (
	handRow   = 20.0
	neighbour = 10.0
	withHand  = 1.0
)

// besideIndicator reports whether a tile lies by the indicators, where ura are laid.
func (p *Seen) besideIndicator(c *watch.Change) bool {
	return slices.ContainsFunc(p.Sights, func(s Sight) bool {
		if s.Act != DoraSeen {
			return false
		}
		at := p.Slots[s.Slots[0]].At
		across := (c.Area.Place.Index() + 1) % models.Places
		return math.Hypot(at.X-c.At.X, at.Y-c.At.Y) < indicatorReach*p.scale() && math.Abs(Along(at, across)-Along(c.At, across)) < indicatorRow*p.scale()
	})
}

// turnedBefore reports whether a tile came to lie before the indicators after a hand was laid down: whoever turns up what lies below
// one may lay both toward the middle, where another row of discards would begin. Nobody discards any more, so that no row bounds it.
func (p *Seen) turnedBefore(c *watch.Change) bool {
	return slices.ContainsFunc(p.Sights, func(s Sight) bool { return s.Act == LaidSeen }) && p.beforeIndicators(c.At)
}

// turnedSince takes what came to lie before the indicators after a hand was laid down for indicators: the hand may be read later than they.
func (p *Seen) turnedSince(laid int) {
	for i := laid + 1; i < len(p.Sights); i++ {
		if s := &p.Sights[i]; s.Act == DiscardSeen && !s.Unread && p.beforeIndicators(p.Slots[s.Slots[0]].At) {
			s.Act, s.Place = DoraSeen, s.Before
		}
	}
}

// beforeIndicators reports whether a tile that lies at a point may have been turned up with an indicator after a win.
func (p *Seen) beforeIndicators(at models.Point) bool {
	return p.Game.Ura && slices.ContainsFunc(p.Sights, func(s Sight) bool {
		if s.Act != DoraSeen {
			return false
		}
		by := p.Slots[s.Slots[0]].At
		return math.Hypot(by.X-at.X, by.Y-at.Y) < indicatorReach*p.scale()
	})
}

// indicates reports whether a tile is an indicator. One that lies by the others in the wall
// before a winner's hand is none of the hand's tiles.
func (p *Seen) indicates(slot int) bool {
	return slices.ContainsFunc(p.Sights, func(s Sight) bool { return s.Act == DoraSeen && s.Slots[0] == slot })
}

// setBeside finds the meld that a tile belongs to; -1 for none.
func (p *Seen) setBeside(c *watch.Change, place, tile int) int {
	nearest, found := math.Inf(1), -1
	for i := range p.Sights {
		m := &p.Sights[i]
		if m.Act != MeldSeen || m.Place != place || len(m.Slots) > models.SetTiles || m.Left > 0 {
			continue
		}
		young := c.Set == m.Set || c.Rest.Seconds()-m.Rest <= meldPause
		for _, other := range m.Slots {
			o := &p.Slots[other]
			d := math.Hypot(o.At.X-c.At.X, o.At.Y-c.At.Y) / p.scale()
			if c.Beside != 0 && o.spot == c.Beside {
				d = 0
			}
			switch {
			case young:
			case len(m.Slots) == models.SetTiles: // one may be added, however near another lies
				if !p.Slots[tile].Blank {
					d += likenessGap(o, &p.Slots[tile])
				}
			default:
				continue
			}
			reach := meldReach
			if c.Set == m.Set || young && likenessGap(o, &p.Slots[tile]) == 0 { // the ends of a kong, whose middle was turned over
				reach = setReach
			}
			if d < min(nearest, reach) {
				nearest, found = d, i
			}
		}
	}
	return found
}

// likenessGap keeps a tile away from a finished set whose tiles it is not like.
func likenessGap(a, b *Slot) float64 {
	x, _ := Best(&a.Q)
	y, _ := Best(&b.Q)
	if x.Kind() != y.Kind() {
		return meldReach
	}
	return 0
}

func (p *Seen) indicator(c *watch.Change) int {
	i := p.slotOf(c)
	s := Sight{Act: DoraSeen, Place: -1, Slots: []int{i}}
	switch place := c.Area.Place.Index(); {
	case p.Slots[i].Back:
		return -1
	case p.Game.Dora && c.Ahead:
		s.Place = place
	case p.Game.Dora:
	case p.Game.Flowers && place >= 0 && FlowerMass(&p.Slots[i].Q) > .5:
		s.Act, s.Place = FlowerSeen, place // no tile of the wall is turned up: its owner laid it nearer to the wall than others do
	default:
		return -1
	}
	for at := range p.Sights {
		if known := &p.Sights[at]; known.Act == s.Act && known.Slots[0] == i {
			return at // turned again, or read again
		}
	}
	return p.sees(s, c)
}

func (p *Seen) left(c *watch.Change) int {
	i, known := p.Spots[c.Spot]
	if !known {
		return -1
	}
	p.Slots[i].Gone = true
	discard, lifted := p.DiscardOf(i), p.lifted(i)
	if lifted >= 0 {
		return lifted
	}
	if discard < 0 {
		return p.takenUp(i, c)
	}
	at := p.sees(Sight{Act: GoneSeen, Place: p.Slots[i].place, Slots: []int{i}}, c)
	for j := discard + 1; j < at; j++ {
		if p.Sights[j].Act == MeldSeen { // which may have claimed it
			return j
		}
	}
	return at
}

// lifted gives the first tile that came beside the indicators since a hand was laid down, if the tile that left is one of
// them; -1 for none.
func (p *Seen) lifted(slot int) int {
	laid := false
	for i := range p.Sights {
		s := &p.Sights[i]
		laid = laid || s.Act == LaidSeen
		if laid && s.Act == DoraSeen && p.indicates(slot) {
			return i
		}
	}
	return -1
}

// takenUp notes that a tile of a set lies there no more, and gives the set once none does; -1 while some do. Whoever has laid a
// hand down moves its sets about.
func (p *Seen) takenUp(slot int, c *watch.Change) int {
	at := slices.IndexFunc(p.Sights, func(s Sight) bool { return s.Act == MeldSeen && slices.Contains(s.Slots, slot) })
	if at < 0 || p.Relaid(p.Sights[at].Place) >= 0 {
		return -1
	}
	s := &p.Sights[at]
	if slices.ContainsFunc(s.Slots, func(other int) bool { return !p.Slots[other].Gone }) {
		return -1
	}
	s.Left = c.Rest.Seconds()
	return at
}

func (p *Seen) turned(c *watch.Change) int {
	if c.Area.Use == calibration.DoraZone || c.Area.Use == watch.WallZone {
		return p.indicator(c)
	}
	return p.revised(c)
}

// revised takes over a better reading; everything from the sight that it is about is
// weighed anew.
func (p *Seen) revised(c *watch.Change) int {
	if _, known := p.Spots[c.Spot]; !known {
		return -1
	}
	i := p.slotOf(c)
	return slices.IndexFunc(p.Sights, func(s Sight) bool { return slices.Contains(s.Slots, i) })
}

// laid is a hand that lies face up. Told again, it takes the place of what was told before.
func (p *Seen) laid(c *watch.Change) int {
	place := c.Area.Place.Index()
	if place < 0 || p.Game.Turns(p.Start.Dealer.Index(), place) < 0 {
		return -1
	}
	var tiles []int
	for i := range c.Hand {
		one := watch.Change{Area: c.Area, Evidence: c.Hand[i], Rest: c.Rest}
		if i < len(c.Spots) {
			one.Spot = c.Spots[i]
		}
		tiles = append(tiles, p.slotOf(&one))
	}
	tiles, none := p.withoutIndicators(tiles)
	tiles, front := p.inFront(place, tiles)
	from := p.absorb(place, tiles, c)
	if none >= 0 && (from < 0 || none < from) {
		from = none
	}
	for _, tile := range front {
		if at := p.showsUnder(tile, c); at >= 0 && (from < 0 || at < from) {
			from = at
		}
	}
	tiles, early := p.unreadBefore(place, tiles, c)
	if early >= 0 && (from < 0 || early < from) {
		from = early
	}
	at := p.Relaid(place)
	if at >= 0 {
		p.Sights[at].Slots = append(tiles, p.unreadIn(p.Sights[at].Slots, tiles)...)
	} else {
		at = p.sees(Sight{Act: LaidSeen, Place: place, Slots: tiles}, c)
		p.turnedSince(at)
		if moved := p.uraAfter(at); moved >= 0 && (from < 0 || moved < from) {
			from = moved
		}
	}
	if from >= 0 {
		return min(from, at)
	}
	return at
}

// withoutIndicators leaves the indicators out of the faces before a winner. What came to rest with others and in their
// row was none, however near to one the hand was laid down, as long as the hand has room for it: from is the first sight that was taken for one.
func (p *Seen) withoutIndicators(faces []int) (hand []int, from int) {
	from = -1
	for _, slot := range faces {
		if !p.indicates(slot) {
			hand = append(hand, slot)
		}
	}
	for k := 0; k < len(hand); k++ {
		beside := &p.Slots[hand[k]]
		across := (beside.place + 1) % models.Places
		for _, slot := range faces {
			s := &p.Slots[slot]
			if slices.Contains(hand, slot) || p.counted(hand) >= p.Game.Hand.Won() || math.Abs(s.Rest-beside.Rest) > withHand ||
				math.Abs(Along(s.At, across)-Along(beside.At, across)) > neighbour*p.scale() || math.Hypot(s.At.X-beside.At.X, s.At.Y-beside.At.Y) > meldReach*p.scale() {
				continue
			}
			hand = append(hand, slot)
			at := slices.IndexFunc(p.Sights, func(s Sight) bool { return s.Act == DoraSeen && s.Slots[0] == slot })
			p.Sights[at].Act = NothingSeen
			if from < 0 || at < from {
				from = at
			}
		}
	}
	return hand, from
}

// counted is how many tiles of a hand with its winning tile some faces are: flowers are none, and kongs three.
func (p *Seen) counted(faces []int) (n int) {
	for _, slot := range faces {
		if FlowerMass(&p.Slots[slot].Q) < .5 {
			n++
		}
	}
	for i := range p.Sights {
		s := &p.Sights[i]
		in := func(slot int) bool { return slices.Contains(faces, slot) }
		if kong := s.Act == AddedSeen || s.Act == MeldSeen && len(s.Slots) == models.KongTiles; kong && !slices.ContainsFunc(s.Slots, func(slot int) bool { return !in(slot) }) {
			n--
		}
	}
	return n
}

// inFront parts from the tiles of a hand those that lie in front of its row: a winner may lay an indicator and what lay below it
// there. One of them shows what an indicator shows, and there are no more than two for each.
func (p *Seen) inFront(place int, tiles []int) (hand, front []int) {
	off := handRow * p.scale() // melds lie in the row of the hand
	ahead := func(slot int) float64 { return math.Abs(Along(p.Slots[slot].At, (place+1)%models.Places)) }
	var rows []float64
	for _, slot := range tiles {
		rows = append(rows, ahead(slot))
	}
	slices.Sort(rows)
	indicators, shown := 0, false
	for _, slot := range tiles {
		if ahead(slot) < rows[len(rows)/2]-off && FlowerMass(&p.Slots[slot].Q) < .5 {
			front = append(front, slot)
		} else {
			hand = append(hand, slot)
		}
	}
	for i := range p.Sights {
		if s := &p.Sights[i]; s.Act == DoraSeen && !slices.Contains(front, s.Slots[0]) {
			indicators++
			for _, slot := range front {
				shown = shown || Likeness(&p.Slots[s.Slots[0]], &p.Slots[slot], &p.Prior) > 0
			}
		}
	}
	if !shown || len(front) > 2*indicators {
		return tiles, nil
	}
	return hand, front
}

// showsUnder takes a tile that lies in front of a winner's hand for one of the indicators, and gives the first sight that is
// another with it; -1 for none.
func (p *Seen) showsUnder(tile int, c *watch.Change) int {
	first := -1
	for i := range p.Sights {
		switch s := &p.Sights[i]; {
		case !slices.Contains(s.Slots, tile):
		case s.Act == DoraSeen:
			return -1
		case s.Act == MeldSeen:
			s.Act = NothingSeen
			first = i
		}
	}
	at := p.sees(Sight{Act: DoraSeen, Place: -1, Slots: []int{tile}}, c)
	if first < 0 {
		return at
	}
	return first
}

// uraAfter tells the indicators that came to rest with a hand after it, and gives the first
// such sight; -1 for none: nobody turns ura before there is a win.
func (p *Seen) uraAfter(laid int) int {
	first := -1
	for i := range laid {
		s := p.Sights[i]
		if s.Act != DoraSeen || s.Place >= 0 || s.Set != p.Sights[laid].Set && p.Sights[laid].Rest-s.Rest > withHand || s.Set == p.Sights[0].Set {
			continue
		}
		p.Sights[i].Act = NothingSeen
		p.Sights = append(p.Sights, s)
		if first < 0 {
			first = i
		}
	}
	return first
}

// absorb takes back what was thought of the tiles of a hand that came to rest one after the
// other, and gives the first such sight; -1 for none. A kong before the win stays one.
func (p *Seen) absorb(place int, tiles []int, c *watch.Change) int {
	first := -1
	for i := range p.Sights {
		s := &p.Sights[i]
		if s.Place != place || s.Act != MeldSeen && s.Act != AddedSeen {
			continue
		}
		young := s.Set == c.Set || c.Rest.Seconds()-s.Rest <= meldPause
		kong := s.Set != c.Set && len(s.Slots) == models.KongTiles && p.Sameness(s.Slots, None, models.MadeConcealed) > 0
		in := func(slot int) bool { return slices.Contains(tiles, slot) }
		if !young || kong || !slices.ContainsFunc(s.Slots, in) || p.calledBefore(i, tiles) {
			continue
		}
		if old := p.laidBefore(place, s); s.Act == AddedSeen && !old && s.Set != c.Set {
			continue // added to a pung
		}
		s.Act = NothingSeen
		if s.Flower > 0 {
			s.Act, s.Slots = FlowerSeen, []int{s.Flower}
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// calledBefore reports whether a sight is a meld of its own and no part of a hand that was laid
// down soon after it: a tile like one of its tiles had left a river, and nothing of the hand came to
// rest before or after it for as long as its tiles are apart when they come one after the other.
func (p *Seen) calledBefore(meld int, hand []int) bool {
	const pause = 1.0 // seconds
	s := &p.Sights[meld]
	if len(s.Slots) < models.SetTiles {
		return false
	}
	for i := range p.Sights {
		o := &p.Sights[i]
		if i != meld && o.Place == s.Place && len(o.Slots) > 0 && slices.Contains(hand, o.Slots[0]) && math.Abs(o.Rest-s.Rest) <= pause {
			return false
		}
	}
	for i := meld - 1; i >= 0; i-- {
		switch o := &p.Sights[i]; {
		case o.Act == MeldSeen && len(o.Slots) >= models.SetTiles: // that took what was taken before
			return false
		case o.Act == GoneSeen:
			return slices.ContainsFunc(s.Slots, func(slot int) bool { return Likeness(&p.Slots[o.Slots[0]], &p.Slots[slot], &p.Prior) > 0 })
		}
	}
	return false
}

// laidBefore reports whether a hand of the place lay there already when a sight came.
func (p *Seen) laidBefore(place int, s *Sight) bool {
	at := p.Relaid(place)
	return at >= 0 && p.Sights[at].Rest <= s.Rest
}

// Relaid finds the hand that lies at a place; -1 for none.
func (p *Seen) Relaid(place int) int {
	for i := len(p.Sights) - 1; i >= 0; i-- {
		switch s := &p.Sights[i]; {
		case s.Place != place:
		case s.Act == TakenSeen:
			return -1
		case s.Act == LaidSeen:
			return i
		}
	}
	return -1
}

// staked is a stick that came to lie before a player's river. What was discarded there last may have
// declared riichi though it does not lie sideways, so that it is weighed anew.
func (p *Seen) staked(c *watch.Change) int {
	place := c.Area.Place.Index()
	if place < 0 || !p.Game.Riichi || p.Game.Turns(p.Start.Dealer.Index(), place) < 0 {
		return -1
	}
	at := p.sees(Sight{Act: StickSeen, Place: place}, c)
	for i := at - 1; i >= 0; i-- {
		if p.Sights[i].MayDiscard() && p.Sights[i].Place == place {
			return i
		}
	}
	return at
}

// Hear takes a change in. From is the first sight that it made or changed, -1 when there is nothing to explain;
// inserted are the places at which it put sights before others, one after the other.
func (p *Seen) Hear(c *watch.Change) (from int, inserted []int) {
	p.inserted = nil
	from = p.gather(c)
	return from, p.inserted
}
