package play

import (
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/watch"
)

// act is what a sight is about.
type act uint8

const (
	discardSeen act = iota // a tile came to a river
	goneSeen               // a tile left a river
	meldSeen               // tiles came to rest as a set on a player's side
	addedSeen              // a tile joined a set that lay there
	flowerSeen
	doraSeen
	laidSeen
	takenSeen
	stickSeen     // a stick came to lie before a player's river
	stickGoneSeen // and lies there no more
	sweptSeen
	nothingSeen // what turned out to be part of something else
)

// sight is one thing that histories have to explain: a change, or several that belong
// together, such as the tiles of a meld.
type sight struct {
	act   act
	place int // index; -1 when the change does not say whose
	// before is the index of the place before which a tile of a heap lies; -1 in the middle.
	before int
	// by are the sides from which arms reached over it, as shares; all 0 where none was seen.
	by    [models.Places]float64
	slots []int // the tiles it is about, indices of Play.slots
	set   int   // changes of one set have no order
	rest  float64
	// clear is the last moment at which not all of it was seen yet, and seen the first at which all was, s; 0
	// where nobody knows.
	clear, seen float64
	blind       bool // the eye had warned before it
	// unread tells that nobody can say what came to lie there: a tile, perhaps.
	unread bool
	apart  bool    // and that its owner has flowers, but elsewhere
	left   float64 // when the last tile of a set was told to lie there no more though the hand went on, s; 0 while one lies there
	stick  float64 // how likely it is a stick, see watch.Change
	doubt  float64 // how likely a fourth tile is one of the pung, pushed, see watch.Change
}

// Places and times within which tiles on a player's side are one meld.
const (
	meldReach = 60.0  // mm from the nearest tile of the set; a tile is 20 to 30 wide, 26 to 40 long
	setReach  = 115.0 // the same for tiles that came to rest together, or show one face: a whole meld
	meldPause = 2.5   // seconds between its tiles
)

// gather takes a change in and gives the index of the first sight that it made or changed;
// -1 when there is nothing to explain.
func (p *Play) gather(c *watch.Change) int {
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
		return p.sees(sight{act: takenSeen, place: c.Area.Place.Index()}, c)
	case watch.StickLaid:
		return p.staked(c)
	case watch.StickGone:
		if c.Area.Place == 0 || !p.game.Riichi {
			return -1
		}
		return p.sees(sight{act: stickGoneSeen, place: c.Area.Place.Index()}, c)
	case watch.Swept:
		return p.swept(c)
	case watch.Warned:
		p.blind = p.blind || c.Warning.Blind()
	}
	return -1
}

// sees takes a sight in, where it belongs in time, and gives where that is.
func (p *Play) sees(s sight, c *watch.Change) int {
	s.set, s.rest, s.clear, s.seen = c.Set, c.Rest.Seconds(), c.Clear.Seconds(), c.Seen.Seconds()
	if c.Rest == 0 {
		s.rest = c.Told.Seconds()
	}
	s.blind, p.blind = p.blind, false
	at := p.when(&s)
	p.sights = slices.Insert(p.sights, at, s)
	p.told.makeRoom(at)
	return at
}

// when is where a new sight belongs among the others. The eye may need longer for one tile than for
// those that came after it; but a tile that lay still while nothing lay yet at the places of others
// came before them, whenever it is told, and so did a hand whose coming was seen to begin and to end before another's.
// Of a discard and a stick that came to rest together nobody knows the order: a stick is laid for a discard.
func (p *Play) when(s *sight) int {
	at := len(p.sights)
	switch s.act {
	case discardSeen, goneSeen, meldSeen, addedSeen, flowerSeen:
	case laidSeen:
		for i := at - 1; i >= 0; i-- {
			switch o := &p.sights[i]; {
			case o.act == nothingSeen:
			case o.act == laidSeen && s.seen < o.seen && s.clear < o.clear:
				at = i
			default:
				return at
			}
		}
		return at
	default:
		return at
	}
	for i := at - 1; i > 0 && p.sights[i].set != p.sights[0].set; i-- {
		switch o := &p.sights[i]; {
		case o.act == stickSeen && o.set == s.set && o.place == s.place: // the stick of that discard
			at = i
		case slices.ContainsFunc(o.slots, func(slot int) bool { return slices.Contains(s.slots, slot) }):
			return at // one is about what the other has told
		case o.set != s.set && o.clear > 0 && o.clear <= o.rest && s.rest <= o.clear:
			at = i
		}
	}
	return at
}

// swept is the end of a hand. Hands that went with it were not taken up again.
func (p *Play) swept(c *watch.Change) int {
	from := len(p.sights)
	at := p.sees(sight{act: sweptSeen, place: -1}, c)
	const with = 3.0 // seconds in which the tiles go
	for i := at - 1; i >= 0 && p.sights[at].rest-p.sights[i].rest <= with; i-- {
		if p.sights[i].act == takenSeen {
			p.sights[i].act = nothingSeen
			from = i
		}
	}
	return min(from, at)
}

// slotOf finds the tile of a spot, or makes a new one.
func (p *Play) slotOf(c *watch.Change) int {
	i, known := p.spots[c.Spot]
	if !known || c.Spot == 0 {
		i = len(p.slots)
		p.slots = append(p.slots, slot{spot: c.Spot, place: c.Area.Place.Index()})
		if c.Spot != 0 { // which names no tile: nothing that comes later is about this one
			p.spots[c.Spot] = i
		}
	}
	s := &p.slots[i]
	s.read(&c.Evidence, c.Rivals, &p.priors, &p.prior)
	s.rest = c.Rest.Seconds()
	return i
}

func (p *Play) added(c *watch.Change) int {
	place := c.Area.Place.Index()
	if place >= 0 && p.game.turns(p.start.Dealer.Index(), place) < 0 {
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
		return p.sees(sight{act: discardSeen, place: place, before: c.Area.Place.Index(), by: c.By, slots: []int{p.slotOf(c)}}, c)
	case calibration.FlowerZone:
		return p.sees(sight{act: flowerSeen, place: place, slots: []int{p.slotOf(c)}}, c)
	case calibration.MeldZone:
		return p.beside(c)
	case calibration.DoraZone, watch.WallZone:
		return p.indicator(c)
	case calibration.WinningZone:
		p.winning[place] = p.slotOf(c)
		return p.relaid(place)
	}
	p.slotOf(c)
	return -1
}

// beside weighs a tile on a player's side: a flower, one more of a meld, or one that is
// added to a pung.
func (p *Play) beside(c *watch.Change) int {
	if p.besideIndicator(c) {
		return p.indicator(c)
	}
	place := c.Area.Place.Index()
	i := p.slotOf(c)
	s := &p.slots[i]
	if flower := flowerMass(&s.q); flower > .5 {
		return p.sees(sight{act: flowerSeen, place: place, slots: []int{i}}, c)
	}
	if at := p.setBeside(c, place, i); at >= 0 {
		if m := &p.sights[at]; len(m.slots) < 4 && (c.Set == m.set || c.Rest.Seconds()-m.rest <= meldPause) {
			m.slots = append(m.slots, i)
			return at
		}
		if len(p.sights[at].slots) == 3 {
			return p.sees(sight{act: addedSeen, place: place, slots: append(slices.Clone(p.sights[at].slots), i), doubt: c.Doubt}, c)
		}
	}
	return p.sees(sight{act: meldSeen, place: place, slots: []int{i}}, c)
}

// apartFromFlowers reports whether somebody has flowers, and none near a point: they lie in a row.
func (p *Play) apartFromFlowers(place int, at models.Point) bool {
	has, near := false, false
	for i := range p.sights {
		if s := &p.sights[i]; s.act == flowerSeen && s.place == place && !s.unread {
			for _, slot := range s.slots {
				has, near = true, near || math.Hypot(p.slots[slot].at.X-at.X, p.slots[slot].at.Y-at.Y) <= meldReach
			}
		}
	}
	return has && !near
}

// unread is something that came to rest of which nobody can say what it is: in a river it may be a
// discard with any face, beside a hand a flower.
func (p *Play) unread(c *watch.Change) int {
	place := c.Area.Place.Index()
	if place >= 0 && p.game.turns(p.start.Dealer.Index(), place) < 0 {
		return -1
	}
	s := sight{act: discardSeen, place: place, before: place, by: c.By, unread: true}
	any := slot{place: place, at: c.At, side: .5, rest: c.Rest.Seconds(), blank: true}
	switch c.Area.Use {
	case calibration.RiverZone, watch.OtherZone:
		if c.Area.Use == watch.OtherZone {
			s.place = -1
		}
	case calibration.FlowerZone, calibration.MeldZone:
		if !p.game.Flowers || place < 0 {
			return -1
		}
		s.act, s.apart = flowerSeen, p.apartFromFlowers(place, c.At)
		for t := models.Tile(1); int(t) < models.Outcomes; t++ {
			if !t.IsFlower() {
				any.like[t] = -p.priors.Known
			}
		}
	default:
		return -1
	}
	any.like[models.NoTile] = math.Inf(-1)
	any.q = posterior(&any.like, &p.prior)
	s.slots = []int{len(p.slots)}
	p.slots = append(p.slots, any)
	return p.sees(s, c)
}

// indicatorReach is how far apart indicators lie at most, mm: five beside each other, and
// those from below them in front.
const indicatorReach = 75.0

// indicatorRow is how far toward its owner a tile lies from an indicator at most to be another, mm: a
// tile is up to 40 long, and a hand lies two and more of them from the indicators in front of the wall.
const indicatorRow = 50.0

// besideIndicator reports whether a tile lies by the indicators, where ura are laid.
func (p *Play) besideIndicator(c *watch.Change) bool {
	return slices.ContainsFunc(p.sights, func(s sight) bool {
		if s.act != doraSeen {
			return false
		}
		at := p.slots[s.slots[0]].at
		across := (c.Area.Place.Index() + 1) % models.Places
		return math.Hypot(at.X-c.At.X, at.Y-c.At.Y) < indicatorReach && math.Abs(Along(at, across)-Along(c.At, across)) < indicatorRow
	})
}

// indicates reports whether a tile is an indicator. One that lies by the others in the wall
// before a winner's hand is none of the hand's tiles.
func (p *Play) indicates(slot int) bool {
	return slices.ContainsFunc(p.sights, func(s sight) bool { return s.act == doraSeen && s.slots[0] == slot })
}

// setBeside finds the meld that a tile belongs to; -1 for none.
func (p *Play) setBeside(c *watch.Change, place, tile int) int {
	nearest, found := math.Inf(1), -1
	for i := range p.sights {
		m := &p.sights[i]
		if m.act != meldSeen || m.place != place || len(m.slots) > 3 || m.left > 0 {
			continue
		}
		young := c.Set == m.set || c.Rest.Seconds()-m.rest <= meldPause
		for _, other := range m.slots {
			o := &p.slots[other]
			d := math.Hypot(o.at.X-c.At.X, o.at.Y-c.At.Y)
			if c.Beside != 0 && o.spot == c.Beside {
				d = 0
			}
			switch {
			case young:
			case len(m.slots) == 3: // one may be added, however near another lies
				d += likenessGap(o, &p.slots[tile])
			default:
				continue
			}
			reach := meldReach
			if c.Set == m.set || young && likenessGap(o, &p.slots[tile]) == 0 { // the ends of a kong, whose middle was turned over
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
func likenessGap(a, b *slot) float64 {
	x, _ := best(&a.q)
	y, _ := best(&b.q)
	if x.Kind() != y.Kind() {
		return meldReach
	}
	return 0
}

func flowerMass(q *faces) (sum float64) {
	for t := range q {
		if models.Tile(t).IsFlower() {
			sum += q[t]
		}
	}
	return sum
}

func (p *Play) indicator(c *watch.Change) int {
	i := p.slotOf(c)
	if p.slots[i].back || !p.game.Dora {
		return -1
	}
	for at := range p.sights {
		if s := &p.sights[at]; s.act == doraSeen && s.slots[0] == i {
			return at // turned again, or read again
		}
	}
	return p.sees(sight{act: doraSeen, place: -1, slots: []int{i}}, c)
}

func (p *Play) left(c *watch.Change) int {
	i, known := p.spots[c.Spot]
	if !known {
		return -1
	}
	p.slots[i].gone = true
	discard := slices.IndexFunc(p.sights, func(s sight) bool { return s.act == discardSeen && s.slots[0] == i })
	if discard < 0 {
		if at := p.lifted(i); at >= 0 {
			return at
		}
		return p.takenUp(i, c)
	}
	at := p.sees(sight{act: goneSeen, place: p.slots[i].place, slots: []int{i}}, c)
	for j := discard + 1; j < at; j++ {
		if p.sights[j].act == meldSeen { // which may have claimed it
			return j
		}
	}
	return at
}

// lifted gives the first tile that came beside the indicators since a hand was laid down, if the tile that left is one of
// them; -1 for none.
func (p *Play) lifted(slot int) int {
	laid := false
	for i := range p.sights {
		s := &p.sights[i]
		laid = laid || s.act == laidSeen
		if laid && s.act == doraSeen && p.indicates(slot) {
			return i
		}
	}
	return -1
}

// takenUp notes that a tile of a set lies there no more, and gives the set once none does; -1 while some do. Whoever has laid a
// hand down moves its sets about.
func (p *Play) takenUp(slot int, c *watch.Change) int {
	at := slices.IndexFunc(p.sights, func(s sight) bool { return s.act == meldSeen && slices.Contains(s.slots, slot) })
	if at < 0 || p.relaid(p.sights[at].place) >= 0 {
		return -1
	}
	s := &p.sights[at]
	if slices.ContainsFunc(s.slots, func(other int) bool { return !p.slots[other].gone }) {
		return -1
	}
	s.left = c.Rest.Seconds()
	return at
}

func (p *Play) turned(c *watch.Change) int {
	if c.Area.Use == calibration.DoraZone || c.Area.Use == watch.WallZone {
		return p.indicator(c)
	}
	return p.revised(c)
}

// revised takes over a better reading; everything from the sight that it is about is
// weighed anew.
func (p *Play) revised(c *watch.Change) int {
	if _, known := p.spots[c.Spot]; !known {
		return -1
	}
	i := p.slotOf(c)
	return slices.IndexFunc(p.sights, func(s sight) bool { return slices.Contains(s.slots, i) })
}

// laid is a hand that lies face up. Told again, it takes the place of what was told before.
func (p *Play) laid(c *watch.Change) int {
	place := c.Area.Place.Index()
	if place < 0 || p.game.turns(p.start.Dealer.Index(), place) < 0 {
		return -1
	}
	var tiles []int
	for i := range c.Hand {
		one := watch.Change{Area: c.Area, Evidence: c.Hand[i], Rest: c.Rest}
		if i < len(c.Spots) {
			one.Spot = c.Spots[i]
		}
		if slot := p.slotOf(&one); !p.indicates(slot) {
			tiles = append(tiles, slot)
		}
	}
	tiles, front := p.inFront(place, tiles)
	from := p.absorb(place, tiles, c)
	for _, tile := range front {
		if at := p.showsUnder(tile, c); at >= 0 && (from < 0 || at < from) {
			from = at
		}
	}
	at := p.relaid(place)
	if at >= 0 {
		p.sights[at].slots = tiles
	} else {
		at = p.sees(sight{act: laidSeen, place: place, slots: tiles}, c)
		if moved := p.uraAfter(at); moved >= 0 && (from < 0 || moved < from) {
			from = moved
		}
	}
	if from >= 0 {
		return min(from, at)
	}
	return at
}

// inFront parts from the tiles of a hand those that lie in front of its row: a winner may lay an indicator and what lay below it
// there. One of them shows what an indicator shows, and there are no more than two for each.
func (p *Play) inFront(place int, tiles []int) (hand, front []int) {
	const off = 20. // mm; a tile is 26 to 40 long, and melds lie in the row of the hand
	ahead := func(slot int) float64 { return math.Abs(Along(p.slots[slot].at, (place+1)%models.Places)) }
	var rows []float64
	for _, slot := range tiles {
		rows = append(rows, ahead(slot))
	}
	slices.Sort(rows)
	indicators, shown := 0, false
	for _, slot := range tiles {
		if ahead(slot) < rows[len(rows)/2]-off && flowerMass(&p.slots[slot].q) < .5 {
			front = append(front, slot)
		} else {
			hand = append(hand, slot)
		}
	}
	for i := range p.sights {
		if s := &p.sights[i]; s.act == doraSeen && !slices.Contains(front, s.slots[0]) {
			indicators++
			for _, slot := range front {
				shown = shown || likeness(&p.slots[s.slots[0]], &p.slots[slot], &p.prior) > 0
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
func (p *Play) showsUnder(tile int, c *watch.Change) int {
	first := -1
	for i := range p.sights {
		switch s := &p.sights[i]; {
		case !slices.Contains(s.slots, tile):
		case s.act == doraSeen:
			return -1
		case s.act == meldSeen:
			s.act = nothingSeen
			first = i
		}
	}
	at := p.sees(sight{act: doraSeen, place: -1, slots: []int{tile}}, c)
	if first < 0 {
		return at
	}
	return first
}

// uraAfter tells the indicators that came to rest with a hand after it, and gives the first
// such sight; -1 for none: nobody turns ura before there is a win.
func (p *Play) uraAfter(laid int) int {
	const with = 1.0 // seconds between them
	first := -1
	for i := range laid {
		s := p.sights[i]
		if s.act != doraSeen || s.set != p.sights[laid].set && p.sights[laid].rest-s.rest > with || s.set == p.sights[0].set {
			continue
		}
		p.sights[i].act = nothingSeen
		p.sights = append(p.sights, s)
		if first < 0 {
			first = i
		}
	}
	return first
}

// absorb takes back what was thought of the tiles of a hand that came to rest one after the
// other, and gives the first such sight; -1 for none. A kong before the win stays one.
func (p *Play) absorb(place int, tiles []int, c *watch.Change) int {
	first := -1
	for i := range p.sights {
		s := &p.sights[i]
		if s.place != place || s.act != meldSeen && s.act != addedSeen {
			continue
		}
		young := s.set == c.Set || c.Rest.Seconds()-s.rest <= meldPause
		kong := s.set != c.Set && len(s.slots) == 4 && p.sameness(s.slots, none, models.MadeConcealed) > 0
		in := func(slot int) bool { return slices.Contains(tiles, slot) }
		if !young || kong || !slices.ContainsFunc(s.slots, in) || p.calledBefore(i, tiles) {
			continue
		}
		if old := p.laidBefore(place, s); s.act == addedSeen && !old && s.set != c.Set {
			continue // added to a pung
		}
		s.act = nothingSeen
		if first < 0 {
			first = i
		}
	}
	return first
}

// calledBefore reports whether a sight is a meld of its own and no part of a hand that was laid
// down soon after it: a tile like one of its tiles had left a river, and then nothing of the hand
// came to rest for as long as its tiles are apart when they come one after the other.
func (p *Play) calledBefore(meld int, hand []int) bool {
	const pause = 1.0 // seconds
	s := &p.sights[meld]
	if len(s.slots) < 3 {
		return false
	}
	for i := range p.sights[meld+1:] {
		o := &p.sights[meld+1+i]
		if o.place == s.place && slices.Contains(hand, o.slots[0]) && o.rest-s.rest <= pause {
			return false
		}
	}
	for i := meld - 1; i >= 0; i-- {
		switch o := &p.sights[i]; {
		case o.act == meldSeen && len(o.slots) >= 3: // that took what was taken before
			return false
		case o.act == goneSeen:
			return slices.ContainsFunc(s.slots, func(slot int) bool { return likeness(&p.slots[o.slots[0]], &p.slots[slot], &p.prior) > 0 })
		}
	}
	return false
}

// laidBefore reports whether a hand of the place lay there already when a sight came.
func (p *Play) laidBefore(place int, s *sight) bool {
	at := p.relaid(place)
	return at >= 0 && p.sights[at].rest <= s.rest
}

// relaid finds the hand that lies at a place; -1 for none.
func (p *Play) relaid(place int) int {
	for i := len(p.sights) - 1; i >= 0; i-- {
		switch s := &p.sights[i]; {
		case s.place != place:
		case s.act == takenSeen:
			return -1
		case s.act == laidSeen:
			return i
		}
	}
	return -1
}
