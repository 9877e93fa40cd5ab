package fit

import (
	"cmp"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/laboratory/scene/film"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/watch"
)

// near is how far from its place a tile may be reported, mm: farther off lies another.
const near = 14.0

// hand is a filmed hand with what the eye reported of it.
type hand struct {
	*Counts
	n    int // number of the hand
	film *trial.Filmed
	// now is what was reported last of a spot, and of the film's tile that it is; nil for none.
	now map[watch.Spot]*models.Evidence
	of  map[watch.Spot]*lying
	end int // index of the change by which the first hand was laid down
}

// lying is a tile of a film.
type lying struct {
	event int
	*film.Lying
}

// Film counts how the eye erred in hand number n.
func (c *Counts) Film(n int, t *trial.Filmed) {
	for i := range t.Changes {
		if t.Changes[i].Kind == watch.Swept {
			t.Changes = t.Changes[:i]
			break
		}
	}
	h := &hand{Counts: c, n: n, film: t, now: map[watch.Spot]*models.Evidence{}, of: map[watch.Spot]*lying{}, end: len(t.Changes)}
	h.match()
	h.missed()
	h.order()
	h.ways()
	h.sticks()
	h.heap()
	h.flowers()
	h.backs()
	h.afterwards()
	h.rows()
}

// from is what the figures of a film are counted in.
const from = "films"

func (h *hand) share(name string, seen, of int) { h.add(h.n, name, from, float64(seen), float64(of)) }

// match finds the film's tile of every spot.
func (h *hand) match() {
	used := map[*film.Lying]bool{}
	for i := range h.film.Changes {
		c := &h.film.Changes[i]
		switch c.Kind {
		case watch.Laid:
			h.end = min(h.end, i)
		case watch.Revised, watch.Turned:
			if h.now[c.Spot] != nil {
				h.now[c.Spot] = &c.Evidence
			}
		case watch.Added:
			h.now[c.Spot] = &c.Evidence
			if l := h.nearest(c, used); l != nil {
				h.of[c.Spot], used[l.Lying] = l, true
			}
		}
	}
}

// nearest is the tile of the film that a change tells of; nil for none.
func (h *hand) nearest(c *watch.Change, used map[*film.Lying]bool) (found *lying) {
	const early, late = 1.5, 15.0 // s from when it lay still to the change
	least := math.Inf(1)
	for i := range h.film.Lay {
		e := &h.film.Lay[i]
		if e.T == nil || c.Rest.Seconds()-*e.T < -early || c.Rest.Seconds()-*e.T > late {
			continue
		}
		for j := range e.Lies {
			l := &e.Lies[j]
			d := math.Hypot(l.At.X-c.At.X, l.At.Y-c.At.Y)
			if badness := d + near*math.Abs(c.Rest.Seconds()-*e.T)/early; d < near && !used[l] && badness < least {
				least, found = badness, &lying{i, l}
			}
		}
	}
	return found
}

// missed counts what nothing was told of, and what was told that is not there.
func (h *hand) missed() {
	seen := map[*film.Lying]bool{}
	for _, l := range h.of {
		seen[l.Lying] = true
	}
	warned := h.warned()
	for i := range h.film.Lay {
		e := &h.film.Lay[i]
		n := 0
		for j := range e.Lies {
			if seen[&e.Lies[j]] {
				n++
			}
		}
		unseen := len(e.Lies) - n
		switch e.Do {
		case models.Discarded:
			if e.T != nil && warned(*e.T) {
				h.share("Blind", unseen, len(e.Lies))
			} else {
				h.share("Missed", unseen, len(e.Lies))
			}
		case models.CalledChow, models.CalledPung, models.CalledKong:
			h.share("MissedMeld", count(n == 0), 1)
		}
	}
	added, doubled, false, discards := 0, 0, 0, 0
	for _, c := range h.film.Changes[:h.end] {
		if c.Kind != watch.Added || c.Area.Use == watch.WallZone || c.Area.Use == calibration.DoraZone {
			continue
		}
		added++
		l := h.of[c.Spot]
		if l != nil {
			discards += count(h.film.Lay[l.event].Do == models.Discarded)
			continue
		}
		if h.lies(c.At) {
			doubled++
		} else {
			false++
		}
	}
	h.share("Doubled", doubled, discards)
	h.share("False", false, added)
}

// warned tells whether the eye had warned at a moment of the film, s.
func (h *hand) warned() func(t float64) bool {
	type span struct{ from, to float64 }
	var spans []span
	for _, c := range h.film.Changes {
		switch {
		case c.Kind != watch.Warned:
		case c.Warning != "":
			spans = append(spans, span{c.Told.Seconds(), math.Inf(1)})
		case len(spans) > 0:
			spans[len(spans)-1].to = c.Told.Seconds()
		}
	}
	return func(t float64) bool {
		return slices.ContainsFunc(spans, func(s span) bool { return t >= s.from && t <= s.to })
	}
}

// lies reports whether a tile of the film lies at a point at some time.
func (h *hand) lies(at models.Point) bool {
	for i := range h.film.Lay {
		for _, l := range h.film.Lay[i].Lies {
			if math.Hypot(l.At.X-at.X, l.At.Y-at.Y) < near {
				return true
			}
		}
	}
	return false
}

func count(b bool) int { return int(one(b)) }

// order counts discards that were told after later ones, and those that were told to have left
// though nobody took them.
func (h *hand) order() {
	late, discards, last, set := 0, 0, -1, 0
	for _, c := range h.film.Changes[:h.end] {
		l := h.of[c.Spot]
		if c.Kind != watch.Added || l == nil || h.film.Lay[l.event].Do != models.Discarded {
			continue
		}
		discards++
		late += count(l.event < last && c.Set != set) // the order within a set is not told
		if l.event > last {
			last, set = l.event, c.Set
		}
	}
	h.share("Late", late, discards)
	gone := 0
	for _, c := range h.film.Changes[:h.end] {
		if l := h.of[c.Spot]; c.Kind == watch.Gone && l != nil && h.film.Lay[l.event].Do == models.Discarded && !h.taken(l.event) {
			gone++
		}
	}
	h.share("FalseGone", gone, discards)
}

// taken reports whether somebody claimed the discard of an event.
func (h *hand) taken(event int) bool {
	for _, e := range h.film.Lay[event+1:] {
		switch e.Do {
		case models.Draw, models.TurnedDora:
			continue
		case models.CalledChow, models.CalledPung, models.CalledKong:
			return e.From == h.film.Lay[event].Place
		}
		return e.Do == models.Wins
	}
	return false
}

// sideways reports whether a pose lies across the view of a place.
func sideways(p *models.Pose, place models.Place) bool { return (p.Quarter+place.Index())%2 != 0 }

// ways counts how tiles lie: sideways or not, melds turned toward their suppliers.
func (h *hand) ways() {
	for i := range h.film.Lay {
		e := &h.film.Lay[i]
		var spots []*models.Evidence
		for j := range e.Lies {
			for spot, l := range h.of {
				if l.Lying == &e.Lies[j] {
					spots = append(spots, h.now[spot])
				}
			}
		}
		switch {
		case e.Do == models.Discarded && len(spots) == 1 && !h.film.Heap:
			across := sideways(&spots[0].Pose, e.Place)
			switch {
			case e.Riichi:
				h.share("Straight", count(!across), 1)
			case !sideways(&e.Lies[0].Pose, e.Place): // else it marks the riichi tile that was called
				h.share("Crooked", count(across), 1)
			}
		case (e.Do == models.CalledChow || e.Do == models.CalledPung) && len(spots) == 3:
			side := turnedOf(spots, e.Place)
			h.share("Unturned", count(side == models.NoSide), 1)
			h.share("Misturned", count(side != models.NoSide && side != models.Side((e.From.Index()-e.Place.Index()+models.Places)%models.Places)), 1)
		}
	}
}

// sticks counts the riichi sticks that were told, and after how long: one for each discard that
// declares riichi and was not won on.
func (h *hand) sticks() {
	told := map[int]bool{}
	seconds := 0.0
	for i := range h.film.Lay {
		e := &h.film.Lay[i]
		if e.T != nil {
			seconds = *e.T
		}
		if e.Do != models.Discarded || !e.Riichi || e.T == nil || h.wonOn(i) {
			continue
		}
		at := slices.IndexFunc(h.film.Changes, func(c watch.Change) bool {
			const before = 5 // s
			return c.Kind == watch.StickLaid && c.Area.Place == e.Place && c.Rest.Seconds() > *e.T-before
		})
		h.share("StickMissed", count(at < 0), 1)
		if at < 0 {
			continue
		}
		told[at] = true
		delay := h.film.Changes[at].Rest.Seconds() - *e.T
		h.share("StickFirst", count(delay < 0), 1)
		h.delays = append(h.delays, max(delay, 0))
	}
	none := 0
	for i, c := range h.film.Changes[:h.end] {
		none += count(c.Kind == watch.StickLaid && !told[i])
	}
	h.add(h.n, "StickFalse", from, float64(none), seconds*models.Places)
}

// wonOn reports whether a discard is won on.
func (h *hand) wonOn(event int) bool {
	return event+1 < len(h.film.Lay) && slices.ContainsFunc(h.film.Lay[event+1].Wins, func(w models.Winning) bool { return w.From == h.film.Lay[event].Place })
}

// turnedOf is the side that the turned tile of a meld points to.
func turnedOf(tiles []*models.Evidence, place models.Place) models.Side {
	row := slices.Clone(tiles)
	slices.SortFunc(row, func(a, b *models.Evidence) int {
		return cmp.Compare(evidence.Along(a.At, place.Index()), evidence.Along(b.At, place.Index()))
	})
	for i, e := range row {
		if sideways(&e.Pose, place) {
			return [...]models.Side{models.Left, models.Across, models.Right}[i]
		}
	}
	return models.NoSide
}

// heap counts before whom the discards of a heap lie, and whose arms were over them.
func (h *hand) heap() {
	if !h.film.Heap {
		return
	}
	for _, c := range h.film.Changes[:h.end] {
		l := h.of[c.Spot]
		if c.Kind != watch.Added || l == nil || h.film.Lay[l.event].Do != models.Discarded {
			continue
		}
		owner := h.film.Lay[l.event].Place
		if c.Area.Place != 0 {
			h.share("Elsewhere", count(c.Area.Place != owner), 1)
		}
		seen := 0.0
		for _, share := range c.By {
			seen += share
		}
		if seen > 0 {
			h.add(h.n, "OtherArm", from, 1-c.By[owner.Index()]/seen, 1)
		}
	}
}

// flowers counts those of which nothing was told, neither when they were laid nor with the hand beside
// which they lie at the end; that something lies there is told of one that nobody could read.
func (h *hand) flowers() {
	for i := range h.film.Lay {
		for _, l := range h.film.Lay[i].Lies {
			if h.film.Lay[i].Do == models.LaidFlower {
				h.share("MissedFlower", count(!h.tells(l.Pose, models.Tile.IsFlower)), 1)
			}
		}
	}
}

// backs counts the concealed kongs of which something was told, and none of their backs; and the backs of others
// that were not.
func (h *hand) backs() {
	for i := range h.film.Lay {
		e := &h.film.Lay[i]
		if e.Do != models.MadeConcealed {
			continue
		}
		down, unseen, faces := 0, 0, 0
		for _, l := range e.Lies {
			if l.Tile != models.Back {
				faces += count(h.tells(l.Pose, models.Tile.HasFace))
				continue
			}
			down++
			unseen += count(!h.tells(l.Pose, func(t models.Tile) bool { return t == models.Back }))
		}
		switch {
		case faces == 0 || down == 0:
		case unseen == down:
			h.share("BacksUnseen", 1, 1)
		default:
			h.share("BacksUnseen", 0, 1)
			h.share("BackUnseen", unseen, down)
		}
	}
}

// tells reports whether something was told to lie at a pose at some time: such a tile, or what nobody could read.
func (h *hand) tells(at models.Pose, such func(models.Tile) bool) bool {
	here := func(e *models.Evidence) bool {
		if math.Hypot(e.At.X-at.At.X, e.At.Y-at.At.Y) >= near {
			return false
		}
		best := models.Tile(1)
		for t := best; int(t) < models.Outcomes; t++ {
			if e.LogLike[t] > e.LogLike[best] {
				best = t
			}
		}
		return such(best)
	}
	return slices.ContainsFunc(h.film.Changes, func(c watch.Change) bool {
		switch c.Kind {
		case watch.Added, watch.Revised, watch.Turned:
			return here(&c.Evidence)
		case watch.Unread:
			return math.Hypot(c.At.X-at.At.X, c.At.Y-at.At.Y) < near
		case watch.Laid:
			return slices.ContainsFunc(c.Hand, func(e models.Evidence) bool { return here(&e) })
		}
		return false
	})
}

// afterwards counts what is moved about once a hand was laid down.
func (h *hand) afterwards() {
	moved, all, strays := 0, 0, 0
	for _, c := range h.film.Changes[h.end:] {
		switch l := h.of[c.Spot]; {
		case c.Kind == watch.Gone && l != nil && h.film.Lay[l.event].Do == models.Discarded:
			strays++
		case c.Kind == watch.Added && l == nil, c.Kind == watch.Gone:
			moved++
		}
		all++
	}
	h.share("After", moved+strays, all)
	if last := h.film.Lay[len(h.film.Lay)-1]; last.Do == models.Wins && len(last.Wins) == 1 && last.Wins[0].From == last.Wins[0].Place {
		h.share("Stray", strays, 1)
	}
}

// rows counts how hands lie that were laid down: whether melds show as such, and nothing else does.
func (h *hand) rows() {
	for _, c := range h.film.Changes[h.end:] {
		if c.Kind != watch.Laid {
			continue
		}
		var inHand, all []models.Pose
		melds := map[int]bool{}
		for i := range c.Hand {
			l := h.of[c.Spots[i]]
			if l == nil {
				continue
			}
			switch e := &h.film.Lay[l.event]; e.Do {
			case models.CalledChow, models.CalledPung, models.CalledKong, models.MadeConcealed, models.MadeAdded:
				all = append(all, c.Hand[i].Pose)
				melds[l.event] = melds[l.event] || e.Do != models.MadeAdded
			case models.Wins, models.DrawnGame:
				all, inHand = append(all, c.Hand[i].Pose), append(inHand, c.Hand[i].Pose)
			}
		}
		if len(inHand) == 0 {
			continue
		}
		place := c.Area.Place.Index()
		sets := 0
		for _, is := range melds {
			sets += count(is)
		}
		h.share("OutOfRow", count(evidence.SetsAmong(inHand, place, h.standard.Row) > 0), 1)
		off := sets - evidence.SetsAmong(all, place, h.standard.Row)
		h.share("OutOfRow", min(sets, max(off, -off)), sets)
		h.gaps(inHand, place)
	}
}

// gaps notes how far apart the tiles of one row lie.
func (h *hand) gaps(row []models.Pose, place int) {
	slices.SortFunc(row, func(a, b models.Pose) int {
		return cmp.Compare(evidence.Along(a.At, place), evidence.Along(b.At, place))
	})
	for i := 1; i < len(row); i++ {
		gap := evidence.Along(row[i].At, place) - evidence.Along(row[i-1].At, place)
		h.lengths = append(h.lengths, gap)
	}
}
