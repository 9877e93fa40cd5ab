package trial

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// Faults are what goes wrong between the table and the changes that are told, as
// probabilities.
type Faults struct {
	Detection
	Laying
	Sticks
	// Lost is how often, per hand, the frames of three events are lost, Restart how often the watcher begins in the middle of it.
	Lost, Restart float64
	Incidents
}

// Detection is what the eye misses or mistakes.
type Detection struct {
	// Misread is how often the likeliest face of a tile is wrong. The likelihoods are honest
	// about it: a share Unclear of the tiles cannot be read well, and holds nearly all errors.
	Misread, Unclear float64
	Missed           float64 // of a discard, call, kong, flower or indicator nothing is detected
	// Unread is how often of a discard or flower is detected that something lies there, and not what.
	Unread   float64
	Doubled  float64 // a discard is detected twice
	Swapped  float64 // an event is detected after the one that followed
	Together float64 // two events come to rest under one cover: their order is unknown
	// Late is how often a flower, meld or kong is detected only after the discard that followed, though the
	// eye knows that it lay there before: it needed longer to read it.
	Late float64
	// FaceMissed is how often, of a meld or kong of which something is detected, nothing ever is of one of its
	// faces, BacksUnseen how often nothing of all backs of a concealed kong; EndsShown is how often such a
	// kong shows its ends and not its middle, ThreeShown how often three of its tiles.
	FaceMissed, BacksUnseen, EndsShown, ThreeShown float64
	// SetUnread is how often, of a meld or kong, one tile is never read: something lies there, and nobody says what.
	SetUnread float64
	// FlowerMissed is how often nothing is ever detected of a flower, neither when it is laid nor at the end,
	// WinLate how often a discard is detected only after the hand that wins on it was laid down.
	FlowerMissed, WinLate float64
	// FlowersHidden is the number of a place of which no flower is ever detected, as behind a rack; 0 is none.
	FlowersHidden float64
	UnseenClaim   float64 // a discard is called before it was seen
	// HandUnseen is how often nothing is detected of a tile of a hand that is laid down, HandUnread how often one is seen and its
	// print is not: its likelihoods say of every face how alike it is and that it may be none that was learned. HandLured is how
	// often another face than its own is the most alike then.
	HandUnseen, HandUnread, HandLured float64
}

// Laying is how players lay tiles otherwise than an eye expects.
type Laying struct {
	TakenBack float64 // another discard lay there for a moment
	Crooked   float64 // a discard that declares nothing lies sideways
	// LaidByMistake is how often, per hand, somebody lays a hand down and takes it up again.
	LaidByMistake float64
	// Pushed is how often the winning tile lies among the others of the hand.
	Pushed float64
	// Unsorted is how often a hand is laid in groups that follow no order, Astray how often a tile
	// of a sorted one stands elsewhere.
	Unsorted, Astray float64
	// Unturned is how often a called tile is not turned toward its supplier.
	Unturned float64
}

// Sticks is what goes wrong with riichi sticks. NoSticks is how often, per hand, they are put where the camera does not see them,
// StickMissed how often nothing is detected of one, StickFalse how often, per hand, one is detected where none lies. StickDelay is
// after how many seconds one lies there on average.
type Sticks struct{ NoSticks, StickMissed, StickFalse, StickDelay float64 }

// Usual are the faults of the trial that every version is measured with. How hands are laid was
// fitted to 157 rows of photographs (play fit).
func Usual() Faults {
	return Faults{
		Detection: Detection{Misread: .03, Unclear: .1, Missed: .01, Doubled: .005, Swapped: .005, Together: .02, UnseenClaim: .02},
		Laying:    Laying{TakenBack: .002, Crooked: 1e-5, LaidByMistake: .02, Pushed: .2, Unsorted: .46, Astray: .12, Unturned: .1},
		Sticks:    Sticks{StickMissed: .01, StickFalse: .002, StickDelay: 3},
		Lost:      .03}
}

// Stream is a hand as it was told.
type Stream struct {
	Changes []watch.Change
	// Told counts the moments of the truth that were told in some way, Missed those that were not.
	Told, Missed int
	// Dealer is that of the books.
	Dealer models.Place
}

// moment is what becomes different by one event of the record.
type moment struct {
	deed    models.Deed
	event   int // of the record; -1 for none
	changes []watch.Change
	joined  bool           // under one cover with the moment before
	covered bool           // it came before the moment that is told before it, and was covered since
	late    bool           // it is told after the next discard, or what wins on it
	stakes  []models.Place // who lay a riichi stick after it
	rest    time.Duration
}

// teller makes the changes of a hand.
type teller struct {
	truth  *Truth
	game   *prior.Game
	faults Faults
	rng    *rand.Rand

	spot    watch.Spot
	moments []moment
	rivers  [models.Places][]lying
	melds   [models.Places][][]lying
	flowers [models.Places][]lying
	dora    []lying
	owes    [models.Places]bool
	out     []models.Winning // who has won, where the game goes on
}

// lying is a tile on the table.
type lying struct {
	spot watch.Spot
	area watch.Area
	tile models.Tile
	models.Evidence
	untold bool // nothing is ever told of it
	unread bool // nobody can read it
}

// Tell makes the changes of a hand with faults by chance.
func Tell(g *prior.Game, t *Truth, f Faults, rng *rand.Rand) *Stream {
	w := &teller{truth: t, game: g, faults: f, rng: rng}
	for _, tile := range t.Record.Dora {
		if g.Dora {
			w.indicator(tile)
		}
	}
	for i := range t.Record.Events {
		w.event(i, &t.Record.Events[i])
	}
	w.moments = append(w.moments, moment{deed: "swept", event: -1, changes: []watch.Change{{Kind: watch.Swept}}})
	s := &Stream{}
	w.incidents(s)
	w.spoil(s)
	w.tell(s)
	w.sticks(s)
	return s
}

// Sizes of the drawn table, mm.
const (
	tileWide = calibration.UsualWidth
	tileLong = calibration.UsualHeight
	riverAt  = 110.0
	handAt   = 330.0
)

// pose places a tile on the side of a place: x to its right, y away from the middle.
func pose(place models.Place, x, y float64, quarter int) models.Pose {
	q := place.Index()
	at := models.Point{X: x, Y: -y}
	for range q {
		at = models.Point{X: -at.Y, Y: at.X}
	}
	return models.Pose{At: at, Quarter: ((quarter-q)%4 + 4) % 4}
}

func (w *teller) lay(place models.Place, use calibration.Use, tile models.Tile, p models.Pose) lying {
	w.spot++
	l := lying{spot: w.spot, area: watch.Area{Use: use, Place: place}, tile: tile}
	l.Pose, l.LogLike = p, w.read(tile)
	return l
}

func added(l lying) watch.Change {
	return watch.Change{Kind: watch.Added, Spot: l.spot, Area: l.area, Evidence: l.Evidence, Looks: 2}
}

// told are the tiles that came to lie, but for those of which nothing is told.
func told(lain ...lying) (all []watch.Change) {
	for _, l := range lain {
		if !l.untold {
			all = append(all, added(l))
		}
		if c := len(all) - 1; l.unread {
			all[c].Kind, all[c].Spot = watch.Unread, 0
		}
	}
	return all
}

// happens reports whether a fault happens that does so often. One that never does takes no chance
// from the others.
func (w *teller) happens(often float64) bool { return often > 0 && w.rng.Float64() < often }

func gone(l lying) watch.Change {
	return watch.Change{Kind: watch.Gone, Spot: l.spot, Area: l.area, Evidence: l.Evidence}
}

func (w *teller) indicator(tile models.Tile) {
	w.spot++
	l := lying{spot: w.spot, area: watch.Area{Use: watch.WallZone, Place: 1}, tile: tile}
	l.Pose, l.LogLike = models.Pose{At: models.Point{X: 200, Y: -250 + tileWide*float64(len(w.dora))}}, w.read(tile)
	w.dora = append(w.dora, l)
	w.moments = append(w.moments, moment{deed: models.TurnedDora, event: -1, changes: []watch.Change{added(l)}})
}

func (w *teller) event(i int, m *models.Move) {
	before := len(w.moments)
	switch m.Do {
	case models.Discarded:
		w.discard(i, m)
	case models.CalledChow, models.CalledPung, models.CalledKong:
		w.call(m)
	case models.MadeConcealed:
		w.concealed(m)
	case models.MadeAdded:
		w.add(m)
	case models.LaidFlower:
		n := float64(len(w.flowers[m.Place.Index()]))
		l := w.lay(m.Place, calibration.FlowerZone, m.Tile, pose(m.Place, -200+n*tileWide, 280, 0))
		l.untold = w.happens(w.faults.FlowerMissed) || w.faults.FlowersHidden == float64(m.Place)
		w.flowers[m.Place.Index()] = append(w.flowers[m.Place.Index()], l)
		w.moments = append(w.moments, moment{changes: told(l)})
	case models.TurnedDora:
		if w.game.Dora {
			w.indicator(m.Tile)
		}
	case models.Wins:
		w.won(m)
	case models.DrawnGame:
		w.show(m)
	}
	for j := before; j < len(w.moments); j++ {
		if w.moments[j].deed == "" {
			w.moments[j].deed = m.Do
		}
		w.moments[j].event = i
	}
}

func (w *teller) riverPose(place models.Place, sideways bool) models.Pose {
	n := len(w.rivers[place.Index()])
	quarter := 0
	if sideways {
		quarter = 1
	}
	return pose(place, -70+float64(n%6)*(tileWide+2), riverAt+float64(n/6)*(tileLong+2), quarter)
}

func (w *teller) discard(i int, m *models.Move) {
	at := m.Place.Index()
	if w.rng.Float64() < w.faults.TakenBack {
		if others := w.truth.Holds[i][at]; len(others) > 0 {
			wrong := w.lay(m.Place, calibration.RiverZone, others[w.rng.IntN(len(others))], w.riverPose(m.Place, false))
			w.moments = append(w.moments,
				moment{deed: "slip", changes: []watch.Change{added(wrong)}}, moment{deed: "slip", changes: []watch.Change{gone(wrong)}})
		}
	}
	sideways := m.Riichi || w.owes[at] || w.rng.Float64() < w.faults.Crooked
	w.owes[at] = false
	l := w.lay(m.Place, calibration.RiverZone, m.Tile, w.riverPose(m.Place, sideways))
	w.rivers[at] = append(w.rivers[at], l)
	w.moments = append(w.moments, moment{changes: []watch.Change{added(l)}})
	if m.Riichi && i+1 < len(w.truth.Record.Events) {
		next := w.truth.Record.Events[i+1]
		if next.From == m.Place && next.Do != models.Wins {
			w.owes[at] = true
		}
		if !slices.ContainsFunc(next.Wins, func(o models.Winning) bool { return o.From == m.Place }) {
			w.moments[len(w.moments)-1].stakes = []models.Place{m.Place}
		}
	}
}

func (w *teller) call(m *models.Move) {
	from := m.From.Index()
	river := w.rivers[from]
	claimed := river[len(river)-1]
	w.rivers[from] = river[:len(river)-1]
	if w.rng.Float64() < w.faults.UnseenClaim {
		w.forget(claimed.spot)
	}
	side := models.Side((from - m.Place.Index() + models.Places) % models.Places)
	at := map[models.Side]int{models.Left: 0, models.Across: 1, models.Right: len(m.With)}[side]
	tiles := slices.Insert(slices.Clone(m.With), at, m.Tile)
	turned := w.game.Turned && w.rng.Float64() >= w.faults.Unturned
	set := w.set(m.Place, tiles, func(i int) bool { return i == at && turned })
	w.moments = append(w.moments, moment{changes: append([]watch.Change{gone(claimed)}, told(set...)...)})
}

// set lays tiles beside the melds of a place, from the right-hand corner inward.
func (w *teller) set(place models.Place, tiles models.Tiles, turned func(i int) bool) (set []lying) {
	i := place.Index()
	left := 300 - float64(len(w.melds[i])+1)*4.6*tileWide
	for j, t := range tiles {
		quarter := 0
		if turned(j) {
			quarter = 1
		}
		set = append(set, w.lay(place, calibration.MeldZone, t, pose(place, left+float64(j)*(tileWide+2), handAt, quarter)))
	}
	if w.happens(w.faults.FaceMissed) {
		if j := w.rng.IntN(len(set)); set[j].tile.HasFace() {
			set[j].untold = true
		}
	}
	if w.happens(w.faults.SetUnread) {
		w.cannotRead(&set[w.rng.IntN(len(set))])
	}
	w.melds[i] = append(w.melds[i], set)
	return set
}

// cannotRead makes a tile of a set one that nobody can read, unless it lies face down.
func (w *teller) cannotRead(l *lying) {
	if !l.untold && l.tile.HasFace() {
		l.unread, l.LogLike = true, w.glimpse(l.tile)
	}
}

func (w *teller) concealed(m *models.Move) {
	tiles := slices.Clone(m.Tiles)
	faces := []int{1, 2}
	switch {
	case w.happens(w.faults.EndsShown):
		faces = []int{0, 3}
	case w.happens(w.faults.ThreeShown):
		faces = []int{1, 2, 3}
	}
	for i := range tiles {
		if !slices.Contains(faces, i) {
			tiles[i] = models.Back
		}
	}
	if w.game.Red && slices.ContainsFunc(m.Tiles, models.Tile.IsRed) { // the custom: red ones are shown
		tiles[faces[0]] = models.NewTile(m.Tiles[0].Suit(), 0)
		tiles[faces[1]] = tiles[faces[0]].Kind()
	}
	set := w.set(m.Place, tiles, func(int) bool { return false })
	if w.happens(w.faults.BacksUnseen) {
		for i := range set {
			set[i].untold = set[i].tile == models.Back
		}
	}
	w.moments = append(w.moments, moment{changes: told(set...)})
}

func (w *teller) add(m *models.Move) {
	for i, set := range w.melds[m.Place.Index()] {
		if len(set) != 3 || set[0].tile.Kind() != m.Tile.Kind() || set[1].tile.Kind() != m.Tile.Kind() {
			continue
		}
		p := set[1].Pose
		p.Height = 20
		l := w.lay(m.Place, calibration.MeldZone, m.Tile, p)
		if w.happens(w.faults.SetUnread) {
			w.cannotRead(&l)
		}
		w.melds[m.Place.Index()][i] = append(set, l)
		changes := told(l)
		changes[0].Beside = set[1].spot
		w.moments = append(w.moments, moment{changes: changes})
		return
	}
}

// arranged are the tiles of a hand as somebody stands them: sorted, the suits in some order, or in
// groups that follow none; without faults by their numbers.
func (w *teller) arranged(hand models.Tiles) models.Tiles {
	row := slices.Clone(hand)
	slices.Sort(row)
	if w.faults.Unsorted == 0 && w.faults.Astray == 0 {
		return row
	}
	order := w.rng.Perm(int(models.Flowers) + 1)
	slices.SortStableFunc(row, func(a, b models.Tile) int {
		return cmp.Or(cmp.Compare(order[a.Suit()], order[b.Suit()]), cmp.Compare(a.Kind(), b.Kind()))
	})
	if w.rng.Float64() < w.faults.Unsorted {
		return w.inGroups(row)
	}
	for i := range row {
		if w.rng.Float64() < w.faults.Astray {
			t := row[i]
			row = slices.Insert(slices.Delete(row, i, i+1), w.rng.IntN(len(row)), t)
		}
	}
	return row
}

// inGroups puts the groups of a sorted hand, tiles that follow each other, in any order.
func (w *teller) inGroups(row models.Tiles) (all models.Tiles) {
	var groups []models.Tiles
	for i, t := range row {
		if i > 0 && t.Suit() == row[i-1].Suit() && t.Kind()-row[i-1].Kind() <= 1 && t.IsNumber() || i > 0 && t == row[i-1] {
			groups[len(groups)-1] = append(groups[len(groups)-1], t)
		} else {
			groups = append(groups, models.Tiles{t})
		}
	}
	w.rng.Shuffle(len(groups), func(a, b int) { groups[a], groups[b] = groups[b], groups[a] })
	return slices.Concat(groups...)
}

// laid is the hand of a place, its melds and flowers among the faces.
func (w *teller) laid(place models.Place, hand models.Tiles, apart models.Tile) watch.Change {
	i := place.Index()
	sorted := w.arranged(hand)
	c := watch.Change{Kind: watch.Laid, Area: watch.Area{Use: calibration.HandZone, Place: place}}
	lie := func(l lying) {
		if l.untold || l.unread {
			return
		}
		c.Hand = append(c.Hand, l.Evidence)
		c.Spots = append(c.Spots, l.spot)
	}
	lieInHand := func(t models.Tile, at models.Pose) {
		l := w.lay(place, calibration.HandZone, t, at)
		if l.untold = w.happens(w.faults.HandUnseen); w.happens(w.faults.HandUnread) {
			l.LogLike = w.glimpse(t)
		}
		lie(l)
	}
	for j, t := range sorted {
		lieInHand(t, pose(place, -200+float64(j)*(tileWide+1), handAt, 0))
	}
	if apart != models.NoTile {
		lieInHand(apart, pose(place, -200+float64(len(sorted))*(tileWide+1)+12, handAt, 0))
	}
	for _, set := range w.melds[i] {
		for _, l := range set {
			lie(l)
		}
	}
	for _, l := range w.flowers[i] {
		lie(l)
	}
	return c
}

func (w *teller) won(m *models.Move) {
	pushed := w.rng.Float64() < w.faults.Pushed
	if w.game.GoesOn {
		w.out = append(w.out, m.Wins...)
	}
	for n, winning := range m.Wins {
		hand := slices.Clone(w.truth.Hands[winning.Place.Index()])
		drawn := winning.From == winning.Place
		apart := models.NoTile
		var changes []watch.Change
		switch {
		case drawn && !pushed:
			i := slices.Index(hand, winning.Tile)
			hand = slices.Delete(hand, i, i+1)
			apart = winning.Tile
		case !drawn && pushed && n == 0 && len(m.Wins) == 1:
			river := w.rivers[winning.From.Index()]
			if len(river) > 0 && river[len(river)-1].tile == winning.Tile && !w.robbing(m) {
				w.rivers[winning.From.Index()] = river[:len(river)-1]
				changes = append(changes, gone(river[len(river)-1]))
				hand = append(hand, winning.Tile)
			}
		}
		if !drawn && !pushed && n == 0 && w.happens(w.faults.WinLate) && w.moments[len(w.moments)-1].deed == models.Discarded {
			w.moments[len(w.moments)-1].late = true
		}
		changes = append(changes, w.laid(winning.Place, hand, apart))
		w.moments = append(w.moments, moment{changes: changes})
	}
	for i, tile := range m.Ura {
		if !w.game.Ura {
			break
		}
		w.spot++
		l := lying{spot: w.spot, area: watch.Area{Use: watch.WallZone, Place: 1}, tile: tile}
		l.Pose, l.LogLike = models.Pose{At: models.Point{X: 240, Y: -250 + tileWide*float64(i)}}, w.read(tile)
		w.moments = append(w.moments, moment{deed: models.TurnedDora, changes: []watch.Change{added(l)}})
	}
	if w.game.AllShow {
		for i := range models.Places {
			if place := models.PlaceAt(i); !slices.ContainsFunc(m.Wins, func(o models.Winning) bool { return o.Place == place }) {
				w.moments = append(w.moments, moment{changes: []watch.Change{w.laid(place, w.truth.Hands[i], models.NoTile)}})
			}
		}
	}
}

// robbing reports whether a win robs a kong.
func (w *teller) robbing(m *models.Move) bool {
	i := slices.IndexFunc(w.truth.Record.Events, func(o models.Move) bool { return slices.Equal(o.Wins, m.Wins) && o.Do == m.Do })
	return i > 0 && w.truth.Record.Events[i-1].Do == models.MadeAdded
}

func (w *teller) show(m *models.Move) {
	for i := range models.Places {
		place := models.PlaceAt(i)
		won := slices.ContainsFunc(w.out, func(o models.Winning) bool { return o.Place == place })
		if slices.Contains(m.Ready, place) || w.game.AllShow || m.Reason == prior.FourRiichi || w.game.GoesOn && !won {
			w.moments = append(w.moments, moment{changes: []watch.Change{w.laid(place, w.truth.Hands[i], models.NoTile)}})
		}
	}
}

// forget takes back what was told of a spot.
func (w *teller) forget(spot watch.Spot) {
	for i := range w.moments {
		w.moments[i].changes = slices.DeleteFunc(w.moments[i].changes, func(c watch.Change) bool { return c.Spot == spot })
	}
	w.moments = slices.DeleteFunc(w.moments, func(m moment) bool { return len(m.changes) == 0 })
}

// read gives the likelihoods of a tile as an eye sees it that is honest about its errors.
func (w *teller) read(tile models.Tile) (like [models.Outcomes]float64) {
	wrong := 1e-5
	if w.faults.Misread > 0 && w.rng.Float64() < w.faults.Unclear {
		wrong = w.faults.Misread / w.faults.Unclear
	}
	seen := tile
	if w.rng.Float64() < wrong {
		seen = w.confused(tile)
	}
	for t := 1; t < models.Outcomes; t++ {
		like[t] = 30 + math.Log(chanceOf(seen, models.Tile(t), wrong, w.game.Red))
	}
	return like
}

// glimpse gives the likelihoods of a tile whose print is hardly seen, as [proposal] has them: how likely it is that the most alike face
// is its own follows from how alike it is, the other faces are far behind, and what is left is a print that was never learned.
func (w *teller) glimpse(tile models.Tile) (like [models.Outcomes]float64) {
	const most, lead = 12, 16 // natural logarithms: the similarity of .73 to .81 of a tile whose own face leads by .2
	known := -most * w.rng.Float64()
	seen := tile
	if w.happens(w.faults.HandLured) {
		seen = w.confused(tile)
	}
	for t := 1; t < models.Outcomes; t++ {
		like[t] = 30 + known - lead
	}
	like[seen] = 30 + known
	like[models.Unknown] = 30 + math.Log(1-math.Exp(min(known, -1e-6)))
	return like
}

// confused is a face that another is taken for.
func (w *teller) confused(tile models.Tile) models.Tile {
	x := w.rng.Float64()
	for t := models.Tile(1); int(t) < models.Outcomes; t++ {
		if t != tile {
			if x -= confusion(t, tile, w.game.Red); x < 0 {
				return t
			}
		}
	}
	return tile
}

// chanceOf is how likely a face is seen where another lies.
func chanceOf(seen, lies models.Tile, wrong float64, red bool) float64 {
	if seen == lies {
		return 1 - wrong
	}
	return wrong * max(confusion(seen, lies, red), 1e-9)
}

// confusion is the share of a wrong face among the wrong ones: mostly neighbours in the suit
// and the other five.
func confusion(seen, lies models.Tile, red bool) float64 {
	if !seen.HasFace() || !lies.HasFace() || seen.IsFlower() != lies.IsFlower() || seen.IsRed() && !red {
		return 0
	}
	var near []models.Tile
	for t := models.Tile(1); t.HasFace(); t++ {
		if t != lies && t.Suit() == lies.Suit() && (red || !t.IsRed()) {
			if d := t.Rank() - lies.Rank(); d >= -1 && d <= 1 {
				near = append(near, t)
			}
		}
	}
	others := float64(models.Kinds)
	if lies.IsFlower() {
		others = 8
	}
	share := .2 / others
	if slices.Contains(near, seen) {
		share += .8 / float64(len(near))
	}
	return share
}

// spoil drops, doubles and swaps moments by chance.
func (w *teller) spoil(s *Stream) {
	f := &w.faults
	w.restart()
	var kept []moment
	var stakes []models.Place // of moments that were not told
	for i, m := range w.moments {
		m.stakes, stakes = append(m.stakes, stakes...), nil
		plain := m.deed == models.Discarded
		told := plain || m.deed == models.TurnedDora || m.deed == models.LaidFlower || len(m.changes) > 1 && m.changes[len(m.changes)-1].Kind == watch.Added || m.deed == models.MadeAdded
		if told && (len(m.changes) == 0 || w.rng.Float64() < f.Missed) {
			s.Missed++
			stakes = m.stakes
			w.dropGone(i, m)
			continue
		}
		if told {
			s.Told++
			if single := plain || m.deed == models.LaidFlower; single && f.Unread > 0 && w.rng.Float64() < f.Unread {
				c := &m.changes[0]
				m.changes[0] = watch.Change{Kind: watch.Unread, Area: c.Area, Evidence: models.Evidence{Pose: c.Pose}}
			}
			m.late = m.late || !plain && m.deed != models.TurnedDora && f.Late > 0 && w.rng.Float64() < f.Late
		}
		kept = append(kept, m)
		if plain && w.rng.Float64() < f.Doubled {
			w.spot++
			c := m.changes[0]
			c.Spot = w.spot
			c.At.X += 9
			kept = append(kept, moment{deed: "double", changes: []watch.Change{c}})
		}
	}
	w.moments = kept
	end := slices.IndexFunc(kept, func(m moment) bool {
		return m.deed == models.Wins && !w.game.GoesOn || m.deed == models.DrawnGame || m.deed == "swept"
	})
	for i := 1; i < end; i++ {
		switch x := w.rng.Float64(); {
		case x < f.Swapped:
			kept[i-1], kept[i] = kept[i], kept[i-1]
			kept[i].covered = true
			i++
		case x < f.Swapped+f.Together:
			kept[i].joined = true
			if w.rng.IntN(2) == 0 {
				kept[i-1].changes, kept[i].changes = kept[i].changes, kept[i-1].changes
			}
		}
	}
	if w.rng.Float64() < f.Lost && end > 4 {
		at := 1 + w.rng.IntN(end-3)
		w.rng.Shuffle(3, func(a, b int) {
			kept[at+a].changes, kept[at+b].changes = kept[at+b].changes, kept[at+a].changes
		})
		kept[at+1].joined, kept[at+2].joined = true, true
	}
	if w.rng.Float64() < f.LaidByMistake && end > 4 {
		w.mistake(2 + w.rng.IntN(end-3))
	}
}

// dropGone leaves out, with a discard that was never told, that it went away.
func (w *teller) dropGone(from int, m moment) {
	for j := from + 1; j < len(w.moments); j++ {
		w.moments[j].changes = slices.DeleteFunc(w.moments[j].changes, func(c watch.Change) bool {
			return c.Kind == watch.Gone && slices.ContainsFunc(m.changes, func(o watch.Change) bool { return o.Spot == c.Spot })
		})
	}
}

// mistake lets somebody lay a hand down, and take it up again after a while.
func (w *teller) mistake(at int) {
	place := models.PlaceAt(w.rng.IntN(models.Places))
	hand := w.truth.Record.Deal[place.Index()]
	if len(hand) == 0 || len(w.melds[place.Index()]) > 0 {
		return
	}
	laid := moment{deed: "mistake", changes: []watch.Change{w.laid(place, hand, models.NoTile)}}
	taken := moment{deed: "mistake", changes: []watch.Change{{Kind: watch.Taken, Area: watch.Area{Use: calibration.HandZone, Place: place}}}}
	w.moments = slices.Insert(w.moments, at, laid, taken)
}

// restart lets the watcher begin in the middle: all that lies there then is told at once.
func (w *teller) restart() {
	if w.rng.Float64() >= w.faults.Restart {
		return
	}
	end := slices.IndexFunc(w.moments, func(m moment) bool { return m.deed == models.Wins || m.deed == models.DrawnGame })
	if end < 8 {
		return
	}
	at := 4 + w.rng.IntN(end-6)
	var all []watch.Change
	for _, m := range w.moments[:at] {
		for _, c := range m.changes {
			if c.Kind == watch.Gone {
				all = slices.DeleteFunc(all, func(o watch.Change) bool { return o.Spot == c.Spot })
				continue
			}
			all = append(all, c)
		}
	}
	w.rng.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	w.moments = append([]moment{{deed: "restart", changes: all}}, w.moments[at:]...)
}

// tell numbers the sets and gives the times.
func (w *teller) tell(s *Stream) {
	at := 5 * time.Second
	set, before := 0, at
	var late []watch.Change
	for i, m := range w.moments {
		if !m.joined {
			set++
			at += time.Duration(2500+w.rng.IntN(3000)) * time.Millisecond
		}
		clear := at
		if m.covered {
			clear = before
		}
		for _, c := range m.changes {
			c.Set, c.Rest, c.Seen, c.Clear, c.Told = set, at, at, clear-500*time.Millisecond, at+600*time.Millisecond
			if m.late {
				late = append(late, c)
			} else {
				s.Changes = append(s.Changes, c)
			}
		}
		if !m.late && (m.deed == models.Discarded || i+1 < len(w.moments) && w.moments[i+1].deed == "swept") {
			for _, c := range late {
				c.Told = at + 1200*time.Millisecond
				s.Changes = append(s.Changes, c)
			}
			late = nil
		}
		w.moments[i].rest = at
		before = at
	}
}

// sticks lays the riichi sticks between what was told.
func (w *teller) sticks(s *Stream) {
	f := &w.faults
	lay := func(place models.Place, at time.Duration) {
		c := watch.Change{Kind: watch.StickLaid, Area: watch.Area{Use: watch.StickZone, Place: place}, Stick: .99,
			Rest: at, Seen: at, Clear: at - 500*time.Millisecond, Told: at + 600*time.Millisecond}
		i := slices.IndexFunc(s.Changes, func(o watch.Change) bool { return o.Rest > at || o.Kind == watch.Swept })
		c.Set = s.Changes[max(i-1, 0)].Set
		s.Changes = slices.Insert(s.Changes, i, c)
	}
	tray := w.rng.Float64() < f.NoSticks
	for _, m := range w.moments {
		for _, place := range m.stakes {
			if missed := w.rng.Float64() < f.StickMissed; !tray && !missed {
				lay(place, m.rest+time.Duration(f.StickDelay*w.rng.ExpFloat64()*float64(time.Second)))
			}
		}
	}
	if w.game.Riichi && w.rng.Float64() < f.StickFalse {
		lay(models.PlaceAt(w.rng.IntN(models.Places)), time.Duration(w.rng.Float64()*float64(w.moments[len(w.moments)-1].rest)))
	}
}
