package film

import (
	"math/rand/v2"
	"slices"

	"jantaku/laboratory/scene"
	"jantaku/models"
)

// incidents are what people do once in a hand and what counts for nothing in the end.
type incidents struct {
	dealerError bool // somebody else draws and discards before the dealer
	booksDealer bool // the books have another dealer
	exchange    bool // a discard is exchanged after the next draw
	withdraws   bool // a call is withdrawn
	overtaken   bool // a chow is laid before another call of the same discard
	stickBack   bool // a riichi is taken back
	stickIdle   bool // a stick declares nothing
	disorder    bool // melds lie in any order
	drops       bool // a tile falls beside a river
	exposes     bool // some tiles of a hand are shown
	ura         uraWay
}

// uraWay is how a winner turns up the tile under the first indicator.
type uraWay string

const (
	uraBeside  uraWay = ""             // it is drawn out and laid beside the wall, and the indicator falls
	uraAside   uraWay = "ura-aside"    // the indicator is moved aside, and it is turned in its place
	uraInFront uraWay = "ura-in-front" // both are laid before the winner
	uraPutBack uraWay = "ura-put-back" // the indicator is lifted, and put back where both lay
)

// mixIn adds the incidents that happen besides in this hand.
func (d *director) mixIn(random *rand.Rand) {
	for _, m := range modes {
		if m.incident && random.Float64() < d.set.Mix && m.Fits(d.record) {
			m.apply(&d.habit)
		}
	}
}

// plans chooses when the incidents happen.
func (d *director) plans() {
	h := &d.habit
	some := func(wanted bool, fits func(r *models.Record, i int) bool) int {
		if !wanted {
			return -1
		}
		return d.oneOf(fits)
	}
	d.plan = plan{exchange: some(h.exchange, exchanges), withdraws: some(h.withdraws, passes), overtaken: some(h.overtaken, overtakes),
		stickBack: some(h.stickBack, regrets), drawn: -1, drops: h.drops}
	if h.booksDealer {
		d.plan.books = models.PlaceAt(d.record.Dealer.Index() + 1 + d.random.IntN(models.Places-1))
	}
	if h.dealerError {
		d.tooEarly(models.PlaceAt(d.record.Dealer.Index() + 1 + d.random.IntN(models.Places-1)))
	}
}

// oneOf chooses one of the events that fit; -1 where none does.
func (d *director) oneOf(fits func(r *models.Record, i int) bool) int {
	var all []int
	for i := range d.record.Events {
		if fits(d.record, i) {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return -1
	}
	return all[d.random.IntN(len(all))]
}

// happens lets those incidents happen that have no event of their own.
func (d *director) happens(p models.Place) {
	if quiet := d.undeclared(p); d.habit.stickIdle && quiet > 0 {
		d.aside("stick-idle", quiet)
		d.stick(quiet)
	}
	if d.habit.drops && d.random.IntN(2) == 0 { // from a hand, whoever is on turn
		if id := d.known(p, 1); id != nil {
			d.plan.drops = false
			stood := d.lies[id[0]]
			d.drop(p, id[0])
			d.back(p, id[0], stood)
		}
	}
	if d.habit.exposes && !d.winsWithin(p) {
		d.exposed(p, true)
	}
}

// undeclared is a player from p on who never declares riichi in this hand; 0 where there is none.
func (d *director) undeclared(p models.Place) models.Place {
	for i := range models.Places {
		if q := models.PlaceAt(p.Index() + i); !declared(d.record, len(d.record.Events), q) {
			return q
		}
	}
	return 0
}

// winsWithin reports whether p wins this hand: it then shows its tiles before that.
func (d *director) winsWithin(p models.Place) bool {
	last := d.record.Events[len(d.record.Events)-1]
	return last.Do == models.Wins && len(last.Wins) > 0 && last.Wins[0].Place == p
}

// known are n tiles side by side of a hand whose faces are known; nil where there are none.
func (d *director) known(p models.Place, n int) []int {
	hand := d.seats[p.Index()].hand
	if len(hand) < n {
		return nil
	}
	first := d.random.IntN(len(hand) - n + 1)
	ids := hand[first : first+n]
	if slices.ContainsFunc(ids, func(id int) bool { return d.lies[id].Tile == models.Unknown }) {
		return nil
	}
	return slices.Clone(ids)
}

// put lets a player lay a tile somewhere.
func (d *director) put(p models.Place, id int, there scene.Body) {
	d.hand(p, d.now, d.now+d.pace.reach, d.lies[id].At)
	d.now += d.pace.reach
	d.hand(p, d.now, d.now+d.pace.carry, there.At)
	d.carry(id, d.now, d.now+d.pace.carry, there, carryLift)
	d.now += d.pace.carry
}

// back lets a player put a tile to where it was, after all have seen it where it lies.
func (d *director) back(p models.Place, id int, there scene.Body) {
	d.put(p, id, there)
	d.home(p, d.now+0.05)
	d.now += d.pace.leave
}

// gaze is how long something lies until people notice that it should not, s.
func (d *director) gaze() float64 { return 1.2 + 1.5*d.random.Float64() }

// seenBy lets all look at what a player has done.
func (d *director) seenBy(p models.Place) {
	d.home(p, d.now+0.05)
	d.now += d.gaze()
}

// tooEarly lets somebody who is not the dealer draw and discard, and take both back.
func (d *director) tooEarly(p models.Place) {
	id := d.known(p, 1)
	if id == nil {
		return
	}
	d.aside("dealer-error", p, id[0])
	drawn, stood := d.wall.next, d.lies[id[0]]
	wall := d.lies[drawn]
	s := &d.seats[p.Index()]
	d.put(p, drawn, d.lay(drawn, p, d.left+float64(len(s.hand)+1)*d.spec.Size.Width, standingY, standing, 0))
	d.put(p, id[0], d.rough(d.riverSlot(p, id[0], false)))
	d.seenBy(p)
	d.back(p, id[0], stood)
	d.back(p, drawn, wall)
}

// exchanged lets a player discard another tile than the one of event i, and exchange it once the next has drawn.
func (d *director) exchanged(i, right int, there scene.Body) error {
	p := d.record.Events[i].Place
	id := d.known(p, 1)
	if id == nil || id[0] == right {
		return nil
	}
	wrong, stood := id[0], d.lies[id[0]]
	laid := d.rough(there)
	laid.Tile, laid.Copy = stood.Tile, stood.Copy
	d.put(p, wrong, laid)
	d.home(p, d.now+0.05)
	d.now += d.pace.next
	d.plan.drawn = i + 1
	if err := d.draw(d.record.Events[i+1]); err != nil {
		return err
	}
	d.aside("late-exchange", p, wrong)
	d.now += 0.2
	d.back(p, wrong, stood)
	return nil
}

// inTurn puts the discard whose draw came before it into its order.
func (d *director) inTurn() {
	n := len(d.truth)
	d.truth[n-1], d.truth[n-2] = d.truth[n-2], d.truth[n-1]
}

// withdrawn lets somebody call the last discard, by event i, and withdraw the call. Some have only shown their own tiles.
func (d *director) withdrawn(i, claimed int) {
	from := d.record.Events[i].Place
	p := models.PlaceAt(from.Index() + 1 + d.random.IntN(models.Places-1))
	own := d.partners(p, d.lies[claimed].Tile)
	if own == nil || declared(d.record, i, p) {
		return
	}
	d.aside("call-withdrawn", p, append(slices.Clone(own), claimed)...)
	undo := d.callsFor(p, from, claimed, own, d.random.IntN(3) > 0)
	d.seenBy(p)
	undo()
}

// callsFor lets a player lay own tiles for a call, and fetch what is called where that is asked. What it gives takes all that
// back that still lies there.
func (d *director) callsFor(p, from models.Place, claimed int, own []int, fetches bool) (undo func()) {
	s := &d.seats[p.Index()]
	edge, stood := s.edge, map[int]scene.Body{}
	meld, places := d.meld(p, claimed, own, models.Move{Do: models.CalledChow, Place: p, From: from})
	s.edge = edge
	there := map[int]scene.Body{}
	for k, id := range meld.ids {
		stood[id], there[id] = d.lies[id], places[k]
	}
	d.hand(p, d.now, d.now+d.pace.reach, stood[own[0]].At)
	d.now += d.pace.reach
	for _, id := range own {
		d.carry(id, d.now, d.now+d.pace.carry, there[id], carryLift/2)
	}
	d.hand(p, d.now, d.now+d.pace.carry, there[own[0]].At)
	d.now += d.pace.carry
	if fetches {
		d.put(p, claimed, there[claimed])
	}
	return func() {
		if d.lies[claimed] == there[claimed] {
			d.put(p, claimed, d.crooked(stood[claimed], .5))
		}
		d.hand(p, d.now, d.now+d.pace.reach, there[own[0]].At)
		d.now += d.pace.reach
		for _, id := range own {
			d.carry(id, d.now, d.now+d.pace.carry, stood[id], carryLift/2)
		}
		d.now += d.pace.carry
		d.home(p, d.now+0.05)
		d.now += d.pace.next
	}
}

// partners are two tiles of a hand that make a set with a tile, or else any two beside each other; nil where none is known.
func (d *director) partners(p models.Place, tile models.Tile) []int {
	hand := d.seats[p.Index()].hand
	find := func(kind models.Tile, but int) int {
		return slices.IndexFunc(hand, func(id int) bool { return id != but && d.lies[id].Tile.Kind() == kind })
	}
	kind := tile.Kind()
	pairs := [][2]models.Tile{{kind, kind}}
	if kind.IsNumber() {
		for _, r := range [][2]int{{-2, -1}, {-1, 1}, {1, 2}} {
			if low, high := kind.Rank()+r[0], kind.Rank()+r[1]; low >= 1 && high <= 9 {
				pairs = append(pairs, [2]models.Tile{models.NewTile(kind.Suit(), low), models.NewTile(kind.Suit(), high)})
			}
		}
	}
	for _, pair := range pairs {
		if a := find(pair[0], -1); a >= 0 {
			if b := find(pair[1], hand[a]); b >= 0 {
				return []int{hand[a], hand[b]}
			}
		}
	}
	return d.known(p, 2)
}

// overtakes lets the next player lay a chow with what event i calls for somebody else.
func (d *director) overtakes(i int) error {
	m := d.record.Events[i]
	p := models.PlaceAt(m.From.Index() + 1)
	river := d.seats[m.From.Index()].river
	if len(river) == 0 {
		return d.call(m)
	}
	claimed := river[len(river)-1]
	own := d.partners(p, d.lies[claimed].Tile)
	if own == nil {
		return d.call(m)
	}
	d.now += d.pace.react / 2
	d.aside("chow-overtaken", p, append(slices.Clone(own), claimed)...)
	undo := d.callsFor(p, m.From, claimed, own, true)
	d.seenBy(p)
	if err := d.call(m); err != nil {
		return err
	}
	undo()
	return nil
}

// regret lets a player lay a stick for the discard that lies sideways, and take it back. Most turn the tile, too.
func (d *director) regret(p models.Place, id int) {
	d.aside("stick-taken-back", p, id)
	d.stick(p)
	stick := d.others - 1
	d.seenBy(p)
	d.put(p, stick, seated(scene.Body{Size: d.lies[stick].Size, Colour: stickColour, At: models.Point{X: 60, Y: restY}}, p))
	d.script.steps = append(d.script.steps, step{at: d.now, id: stick, gone: true})
	delete(d.lies, stick)
	if d.random.IntN(4) > 0 {
		s := &d.seats[p.Index()]
		s.river = s.river[:len(s.river)-1]
		straight := d.riverSlot(p, id, false)
		s.river, s.across = append(s.river, id), false
		d.put(p, id, d.crooked(straight, .5))
		last := &d.truth[len(d.truth)-1]
		d.lain(id)
		last.Lies, d.lying = d.lying, nil
	}
	d.home(p, d.now+0.05)
	d.now += d.pace.next
}

// drop lets a tile fall face up beside the river of a player, where it lies until it is picked up.
func (d *director) drop(p models.Place, id int) {
	const left, wide, near, deep = 112., 50., -125., 75. // mm in the own frame: right of the rows
	there := d.lies[id]
	for range 40 {
		b := d.lay(id, p, left+wide*d.random.Float64(), near-deep*d.random.Float64(), faceUp, 360*d.random.Float64())
		if there = b; !d.touches(id, b) {
			break
		}
	}
	d.aside("dropped", p, id)
	d.hand(p, d.now, d.now+d.pace.carry, there.At)
	d.carry(id, d.now, d.now+d.pace.carry, there, 0)
	d.now += d.pace.carry
	d.seenBy(p)
}

// touches reports whether a body lies in another one.
func (d *director) touches(id int, b scene.Body) bool {
	f := d.footprint(b)
	for other, lies := range d.lies {
		if other != id && f.into(d.footprint(lies)) > 0 {
			return true
		}
	}
	return false
}

// exposed lets a player show some tiles of the hand, and take them up again where that is asked.
func (d *director) exposed(p models.Place, again bool) {
	ids := d.known(p, 3+d.random.IntN(3))
	if ids == nil {
		return
	}
	d.aside("exposed", p, ids...)
	stood := map[int]scene.Body{}
	d.hand(p, d.now, d.now+d.pace.reach, d.lies[ids[0]].At)
	d.now += d.pace.reach
	for _, id := range ids {
		stood[id] = d.lies[id]
		x := seated(stood[id], models.PlaceAt(-p.Index())).At.X
		d.carry(id, d.now, d.now+d.pace.carry, d.crooked(d.lay(id, p, x, baseline+d.spec.Size.Height/2, faceUp, 0), 0.1), 10)
	}
	d.now += d.pace.carry
	d.seenBy(p)
	if !again {
		return
	}
	d.hand(p, d.now, d.now+d.pace.reach, d.lies[ids[0]].At)
	d.now += d.pace.reach
	for _, id := range ids {
		d.carry(id, d.now, d.now+d.pace.carry, stood[id], 10)
	}
	d.now += d.pace.carry
	d.home(p, d.now+0.05)
	d.now += d.pace.next
}

// turnsUp turns up the tile under an indicator in the way of the hand, and gives where both lie then. Those under further
// indicators lie beside their wall in any way.
func (d *director) turnsUp(n int, by, wall models.Place, dora, ura int) (indicator, under scene.Body) {
	indicator, beside := d.lies[dora], seated(d.lies[ura], models.PlaceAt(-wall.Index()))
	under = d.lay(ura, wall, beside.At.X, d.uraY, faceUp, 0)
	ground := indicator
	ground.Z = 0
	switch d.habit.ura {
	case uraAside:
		aside := d.lay(dora, wall, beside.At.X, d.uraY, faceUp, 0)
		at := ground
		at.Tile, at.Copy = d.lies[ura].Tile, d.lies[ura].Copy
		return aside, at
	case uraInFront:
		wide := d.spec.Size.Width + tileGap
		x := 30 + 2*float64(n)*wide
		return d.lay(dora, by, x, d.flowerY, faceUp, 0), d.lay(ura, by, x+wide, d.flowerY, faceUp, 0)
	}
	return ground, under
}

// lifted takes an indicator from what lies under it: to where it is to lie, or aside where it is put back.
func (d *director) lifted(by models.Place, dora int, to scene.Body) {
	if d.habit.ura == uraPutBack {
		away := onTable(models.Point{X: 2 * d.spec.Size.Width, Y: d.uraY - d.wallY}, d.wallSide(dora))
		to.At.X, to.At.Y = to.At.X+away.X, to.At.Y+away.Y
	}
	d.put(by, dora, to)
}
