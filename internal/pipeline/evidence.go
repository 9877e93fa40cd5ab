package pipeline

import (
	"errors"
	"maps"
	"reflect"
	"slices"

	"jantaku/device"
	"jantaku/models"
)

// take copies what the eye reconstructed. The winning tile is the one that the picture
// sets apart or that the table named; where they contradict each other it is open.
func (hand *Pending) take(s Sight) {
	hand.Reading, hand.Photo, hand.Others = &s.Reading, s.Photo, s.Others
	maps.Copy(hand.Known, s.Known)
	hand.Likely = s.Likely
	r := s.Reading
	if r.Hand == nil {
		return
	}
	hand.Win.Hand = *r.Hand
	if fed(r.Hand.Melds) {
		hand.Known[models.FactSuppliers] = models.Eye
	}
	if r.WinTile == models.NoTile {
		return
	}
	if hand.Tile == models.NoTile {
		hand.Tile, hand.Known[models.FactTile] = r.WinTile, models.Eye // set apart already
		return
	}
	hand.Win.Concealed = append(slices.Clone(hand.Win.Concealed), r.WinTile)
	if hand.Tile.Kind() != r.WinTile.Kind() {
		hand.Tile = models.NoTile // the table and the picture contradict each other: ask
	}
}

// heard adds the likeliest answers of who followed the hand to those of the picture, and prefers them.
func (hand *Pending) heard(likely map[models.Fact][]models.Answer) {
	all := map[models.Fact][]models.Answer{}
	maps.Copy(all, hand.Likely)
	maps.Copy(all, likely)
	hand.Likely = all
}

// fed reports whether every claimed meld shows who supplied it.
func fed(melds []models.Meld) bool {
	return !slices.ContainsFunc(melds, func(m models.Meld) bool {
		return m.Kind.IsOpen() && m.Kind != models.Chow && m.From == models.NoSide
	})
}

// asReadingError names a fault of the eye for people.
func asReadingError(err error) *models.ReadingError {
	var named *models.ReadingError
	if errors.As(err, &named) {
		return named
	}
	return &models.ReadingError{Code: "eye", Message: err.Error()}
}

// know notes how each of several circumstances is known.
func (hand *Pending) know(flags models.Flags, by models.Source) {
	for one := range flags.Each() {
		hand.Known[models.FactOf(one)] = by
	}
}

// likely is the probability from which on a course contradicts another witness.
const likely = .5

// follows takes over what somebody knows who followed the whole hand: one more witness
// beside the table and the picture. What is less sure than asked is a proposal: it is
// shown, and asked about. Where two witnesses contradict each other, neither is believed; where
// the picture shows another hand, that of the course is shown beside it.
// sure is the probability from which on it is not asked. The witness of the two who contradicts the course is
// returned, empty for none.
func (hand *Pending) follows(c *device.Course, sure float64, assumed []models.Fact) (by string) {
	if c == nil {
		return ""
	}
	hand.heard(c.Likely)
	hand.Course = c.Record
	if c.Whole >= sure {
		switch by = hand.contradicted(c); by {
		case "":
			hand.is(c)
			return ""
		case picture: // otherwise the fact is asked
			hand.is(c) // proposed; who looks at the picture says which it is
			hand.Followed, hand.Disputed = false, by
			return by
		}
	}
	if hand.Win.Tile == models.NoTile && len(hand.Win.Concealed) == 0 && c.Whole >= likely {
		hand.proposed(c)
	}
	facts := slices.Sorted(maps.Keys(c.Sure))
	slices.SortStableFunc(facts, func(a, b models.Fact) int { // the others are about the melds that lie there then
		switch {
		case a == models.FactMelds && b != a:
			return -1
		case b == models.FactMelds && a != b:
			return 1
		}
		return 0
	})
	for _, fact := range facts {
		chance, agrees := c.Sure[fact], hand.agrees(fact, c)
		if hand.Known[fact] == models.Computed && !agrees && chance >= sure { // see contradicted
			delete(hand.Known, fact)
		}
		switch known := hand.Known.Knows(fact) || hand.shows(fact); {
		case known && (agrees || chance < likely):
			if agrees && chance >= sure && !hand.Known.Knows(fact) {
				hand.Known[fact] = models.Course
			}
			continue
		case known:
			delete(hand.Known, fact)
			hand.Unsettled = append(hand.Unsettled, fact)
		case chance >= sure:
			hand.Known[fact] = models.Course
		case agrees && (fact == models.FactMelds || slices.Contains(assumed, fact)):
			continue // the picture shows it so, or it is as agreed
		case fact == models.FactMelds && chance < likely:
			continue
		default:
			hand.Unsettled = append(hand.Unsettled, fact)
		}
		hand.hears(fact, c)
	}
	return by
}

// proposed takes the tiles of a course that is not sure of all, where no picture shows any.
func (hand *Pending) proposed(c *device.Course) {
	hand.Win.Hand = c.Win.Hand
	hand.Win.Concealed = append(slices.Clone(c.Win.Concealed), c.Win.Tile)
}

// surelySeen is the probability from which on a tile in a picture contradicts a course that has
// none such.
const surelySeen = .99

// picture is the word for what a picture shows as a witness.
const picture = "picture"

// contradicted names what is known of the hand otherwise than a course has it: by the table, or
// by the picture. A picture of which a part is covered, or that shows beside the hand what else
// lies on the table, contradicts nothing by that; nor does the clock, which knows how long a hand
// takes at most tables: the course counted every tile of this one.
func (hand *Pending) contradicted(c *device.Course) string {
	for fact := range c.Sure {
		if by := hand.Known[fact]; by != "" && by != models.Eye && by != models.Agreed && by != models.Computed && !hand.agrees(fact, c) {
			return string(fact)
		}
	}
	if hand.From != 0 && hand.From != c.From {
		return string(models.FactFrom)
	}
	if r := hand.Reading; r != nil && !shows(r, c) {
		return picture
	}
	return ""
}

// agrees reports whether the course says of a fact what is held true already.
func (hand *Pending) agrees(fact models.Fact, c *device.Course) bool {
	switch fact {
	case models.FactFrom:
		return hand.From == c.From
	case models.FactTile:
		return hand.Tile.Kind() == c.Win.Tile.Kind()
	case models.FactMelds:
		return sameMelds(hand.Win.Melds, c.Win.Melds)
	case models.FactRiichi:
		return samePlaces(hand.Riichi, c.Sticks)
	case models.FactFlowers:
		return hand.Win.Flowers.Count == c.Win.Flowers.Count
	}
	as := hand.Win
	tell(c, fact, &as)
	return reflect.DeepEqual(as, hand.Win)
}

// shows reports whether the picture shows something of a fact, though perhaps not all: it
// is a witness, too.
func (hand *Pending) shows(fact models.Fact) bool {
	return fact == models.FactFlowers && hand.Reading != nil && hand.Reading.Hand != nil && hand.Reading.Hand.Flowers.Count > 0
}

// is takes all of a win from a course that knows the whole hand.
func (hand *Pending) is(c *device.Course) {
	was := hand.Win
	hand.Win = c.Win
	hand.Win.Norths = max(was.Norths, c.Win.Norths)
	hand.Win.Flags = was.Flags
	for one := range models.AllFlags.Each() {
		if _, told := c.Sure[models.FactOf(one)]; told {
			hand.Win.Flags = hand.Win.Flags&^one | c.Win.Flags&one
		}
	}
	hand.From, hand.Tile, hand.Riichi, hand.Winners = c.From, c.Win.Tile, slices.Clone(c.Sticks), c.Winners
	hand.Others, hand.Unsettled, hand.Followed = nil, nil, true
	for fact := range maps.Keys(c.Sure) {
		if by := hand.Known[fact]; by == "" || by == models.Computed {
			hand.Known[fact] = models.Course
		}
	}
	for _, fact := range []models.Fact{models.FactTile, models.FactFrom, models.FactMelds} {
		if !hand.Known.Knows(fact) {
			hand.Known[fact] = models.Course
		}
	}
	if c.Ready != nil {
		hand.Ready, hand.Lying = c.Ready, c.Lying
		hand.Known[models.FactReady], hand.Known[models.FactGone] = models.Course, models.Course
	}
}

// hears takes over what the course says of a fact that is known by it, proposed, or
// disputed.
func (hand *Pending) hears(fact models.Fact, c *device.Course) {
	known := hand.Known[fact] == models.Course
	switch fact {
	case models.FactFrom:
		hand.From = 0
		if known {
			hand.From = c.From
		}
	case models.FactTile:
		hand.completed(c, known)
	case models.FactMelds:
		if known && !hand.arranged(c) {
			delete(hand.Known, fact)
			hand.Unsettled = append(hand.Unsettled, fact)
		}
	case models.FactRiichi, models.FactDouble:
		hand.Riichi = slices.Clone(c.Sticks)
		tell(c, fact, &hand.Win)
	case models.FactSuppliers, models.FactOrder:
		if known && !sameMelds(hand.Win.Melds, c.Win.Melds) { // of those that lie there
			delete(hand.Known, fact)
			hand.Unsettled = append(hand.Unsettled, fact)
		}
		tell(c, fact, &hand.Win)
	default:
		tell(c, fact, &hand.Win)
	}
}

// completed takes over which tile came last, or opens the question.
func (hand *Pending) completed(c *device.Course, known bool) {
	apart := hand.Win.LacksOne() // the winning tile is not among them
	has := func(kind models.Tile) bool {
		return slices.ContainsFunc(hand.Win.Concealed, func(t models.Tile) bool { return t.Kind() == kind.Kind() })
	}
	switch {
	case known && (apart && hand.Tile == models.NoTile || has(c.Win.Tile)):
		hand.Tile = c.Win.Tile
		return
	case known: // it is not in the hand that lies there
		delete(hand.Known, models.FactTile)
	}
	if apart && hand.Tile != models.NoTile {
		hand.Win.Concealed = append(slices.Clone(hand.Win.Concealed), hand.Tile)
	}
	hand.Tile = models.NoTile
}

// arranged takes the way to understand the picture that has the melds of the course; false
// where there is none.
func (hand *Pending) arranged(c *device.Course) bool {
	if sameMelds(hand.Win.Melds, c.Win.Melds) {
		return true
	}
	i := slices.IndexFunc(hand.Others, func(w Way) bool { return sameMelds(w.Hand.Melds, c.Win.Melds) })
	if i < 0 {
		return false
	}
	way := hand.Others[i]
	hand.Win.Hand = way.Hand
	if way.Win != models.NoTile {
		hand.Win.Concealed = append(slices.Clone(way.Hand.Concealed), way.Win)
	}
	return true
}

// untold is a win without what was only proposed about a fact, or disputed.
func (hand *Pending) untold(fact models.Fact, w models.Win) models.Win {
	if slices.Contains(hand.Unsettled, fact) {
		nothing := device.Course{}
		if fact == models.FactSuppliers {
			nothing.Win.Melds = slices.Clone(w.Melds)
			for i := range nothing.Win.Melds {
				if nothing.Win.Melds[i].Kind != models.Chow {
					nothing.Win.Melds[i].From = models.NoSide
				}
			}
		}
		switch fact {
		case models.FactFlowers, models.FactOrder:
		case models.FactDouble: // or a single one
			w.Riichi = min(w.Riichi, 1)
		default:
			tell(&nothing, fact, &w)
		}
		if w.Riichi == 0 {
			w.Flags &^= models.Ippatsu // there is none without riichi
		}
	}
	return w
}

// unstaked is a hand without the stick of its winner, where that was only proposed or disputed.
func (hand *Pending) unstaked(fact models.Fact) *Pending {
	if fact != models.FactRiichi || !slices.Contains(hand.Unsettled, fact) {
		return hand
	}
	as := *hand
	as.Riichi = slices.DeleteFunc(slices.Clone(hand.Riichi), func(at models.Place) bool { return at == hand.Place })
	return &as
}

// tell puts one fact that the course knows into a win. Melds are those of the win, which a
// picture may have seen better: the course names their suppliers and their order. Who
// supplied the winning tile, which it was, and which sets are melds is not told.
func tell(c *device.Course, fact models.Fact, w *models.Win) {
	switch fact {
	case models.FactSuppliers:
		w.Melds = slices.Clone(w.Melds)
		for i := range w.Melds {
			if at := calledAs(c, w.Melds[i]); at >= 0 {
				w.Melds[i].From = c.Win.Melds[at].From
			}
		}
	case models.FactOrder:
		w.Melds = slices.Clone(w.Melds)
		slices.SortStableFunc(w.Melds, func(a, b models.Meld) int { return calledAs(c, a) - calledAs(c, b) })
	case models.FactFlowers:
		w.Flowers = c.Win.Flowers
	case models.FactRiichi, models.FactDouble:
		w.Riichi = c.Win.Riichi
	case models.FactDora:
		w.DoraIndicators = c.Win.DoraIndicators
	case models.FactUra:
		w.UraIndicators = c.Win.UraIndicators
	case models.FactNorths:
		w.Norths = c.Win.Norths
	case models.FactLiable:
		w.Liable = c.Win.Liable
	default:
		one := fact.Flag() // 0 for the facts that are not told
		w.Flags = w.Flags&^one | c.Win.Flags&one
	}
}

// calledAs finds a meld in the order of the calls; -1 when it is not there.
func calledAs(c *device.Course, m models.Meld) int {
	return slices.IndexFunc(c.Win.Melds, func(o models.Meld) bool {
		return o.First() == m.First() && (o.Kind == models.Chow) == (m.Kind == models.Chow)
	})
}

// sameMelds compares sets without their order and suppliers.
func sameMelds(a, b []models.Meld) bool {
	bare := func(melds []models.Meld) string {
		var h models.Hand
		for _, m := range melds {
			h.Melds = append(h.Melds, models.Meld{Kind: m.Kind, Tiles: m.Tiles})
		}
		return h.Canonical(models.NoTile)
	}
	return bare(a) == bare(b)
}

func samePlaces(a, b []models.Place) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// shows reports whether a picture may show the hand of a course: an accepted reading is no other
// hand, and otherwise every tile of the hand has a place among those that the picture shows, and
// each that it surely shows besides lies by the hand: an indicator, or a discard.
func shows(r *models.Reading, c *device.Course) bool {
	left := handOf(c)
	take := func(from map[models.Tile]int, t models.Tile) bool {
		if t == models.Unknown || t == models.Back {
			return true
		}
		from[t]--
		return from[t] >= 0
	}
	if r.Status == models.Accepted && r.Hand != nil {
		tiles := slices.Concat(r.Hand.Concealed, r.Hand.Flowers.Tiles)
		for _, m := range r.Hand.Melds {
			tiles = append(tiles, m.Tiles...)
		}
		if r.WinTile != models.NoTile {
			tiles = append(tiles, r.WinTile)
		}
		return !slices.ContainsFunc(tiles, func(t models.Tile) bool { return !take(left, t) }) && r.Hand.Flowers.Count == c.Win.Flowers.Count
	}
	places := -sizeOf(c)
	var others []models.Tile
	for _, row := range r.Rows {
		places += len(row)
		for _, s := range row {
			if s.Confidence >= surelySeen && !take(left, s.Tile) {
				others = append(others, s.Tile)
			}
		}
	}
	open := besides(c)
	return len(others) <= max(0, places) && !slices.ContainsFunc(others, func(t models.Tile) bool { return !take(open, t) })
}

// sizeOf is how many tiles lie there of the hand of a course.
func sizeOf(c *device.Course) int {
	n := len(c.Win.Concealed) + 1 + c.Win.Flowers.Count
	for _, m := range c.Win.Melds {
		n += len(m.Tiles)
	}
	return n
}

// handOf counts the tiles of the hand of a course, with the one won on. Flowers that nobody
// knows may be any.
func handOf(c *device.Course) map[models.Tile]int {
	left := map[models.Tile]int{}
	for _, t := range slices.Concat(c.Win.Concealed, c.Win.Flowers.Tiles) {
		left[t]++
	}
	left[c.Win.Tile]++
	for _, m := range c.Win.Melds {
		for _, t := range m.Tiles {
			left[t]++
		}
	}
	if c.Win.Flowers.Count > len(c.Win.Flowers.Tiles) {
		for f := models.Tile(1); int(f) < models.Outcomes; f++ {
			if f.IsFlower() {
				left[f]++
			}
		}
	}
	return left
}

// besides counts what lies open on the table beside hands and melds, as a course has it.
func besides(c *device.Course) map[models.Tile]int {
	open := map[models.Tile]int{}
	for _, t := range slices.Concat(c.Win.DoraIndicators, c.Win.UraIndicators) {
		open[t]++
	}
	if c.Record == nil {
		return open
	}
	for _, m := range c.Record.Events {
		if m.Do == models.Discarded {
			open[m.Tile]++
		}
	}
	return open
}
