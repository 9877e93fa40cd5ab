package verdict

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/histories"
)

// Event is one event of the course as it is believed now.
type Event struct {
	models.Move
	// Final tells that the events after it agree: it changes no more without a revision
	// that is worth telling.
	Final bool
	// Sight numbers what showed it, so that the pictures of that moment can be found; -1
	// for what nobody saw.
	Sight int
}

// settled is how many events must follow, and how likely an event must be, before it is final.
const (
	settled     = 1
	finalChance = .95
)

// Course is what was told so far of the likeliest history.
type Course struct {
	*histories.Beam
	events []Event
}

// NewCourse begins to tell the histories of a beam.
func NewCourse(beam *histories.Beam) *Course { return &Course{Beam: beam} }

// Events is the course so far, in order. Callers must not change it.
func (c *Course) Events() []Event { return c.events }

// Update tells the likeliest history anew. An event that reads otherwise than it was told
// keeps its number of revisions and adds one.
func (c *Course) Update() {
	beam, weights := c.Now()
	c.retell(beam[0], beam, weights)
}

// retell tells the course of a history; how likely each event is say the histories of a beam.
func (c *Course) retell(h *histories.History, beam []*histories.History, weights []float64) {
	now := c.describe(h, beam, weights)
	for i := range now {
		e := &now[i]
		was := slices.IndexFunc(c.events, func(o Event) bool { return o.Sight == e.Sight && o.Sight >= 0 && same(o.Do, e.Do) })
		if was < 0 {
			continue
		}
		o := &c.events[was]
		e.Revision = o.Revision
		if !o.equal(e) {
			e.Revision++
		}
		e.Final = e.Final || o.Final
	}
	c.events = now
}

// MakeRoom renumbers what was told for sights that came before others, one after the other.
func (c *Course) MakeRoom(inserted []int) {
	for _, at := range inserted {
		for i := range c.events {
			if c.events[i].Sight >= at {
				c.events[i].Sight++
			}
		}
	}
}

// same reports whether two deeds are ways of telling one sight.
func same(a, b models.Deed) bool {
	return a == b || a != models.TurnedDora && b != models.TurnedDora
}

func (e *Event) equal(o *Event) bool {
	return e.Do == o.Do && e.Place == o.Place && e.Tile == o.Tile && e.From == o.From && e.Riichi == o.Riichi &&
		slices.Equal(e.With, o.With) && slices.Equal(e.Tiles, o.Tiles)
}

// describe tells a history, and how likely each event is by those of a beam.
func (c *Course) describe(h *histories.History, beam []*histories.History, weights []float64) []Event {
	told := h.Deeds()
	chances := make([]float64, len(told))
	for i, h := range beam {
		agree(told, h.Deeds(), weights[i], chances)
	}
	var all []Event
	for i, m := range told {
		move, sure := c.tell(&m)
		if m.Do == models.LaidFlower && move.Tile.IsFlower() {
			if sure = c.alone(told, i, move.Tile); sure < certainFace {
				move.Or = c.rival(m.Slot)
			}
		}
		move.Confidence = min(1, chances[i]*sure)
		e := Event{Move: move, Sight: int(m.Sight)}
		e.Final = len(told)-i > settled && chances[i] >= finalChance
		if m.Do == models.Wins && i > 0 && told[i-1].Do == models.Wins && told[i-1].From == m.From && told[i-1].Slot == m.Slot {
			last := &all[len(all)-1]
			last.Wins = append(last.Wins, e.Wins...)
			continue
		}
		if m.Do == models.TurnedDora && m.Ends {
			tellUra(all, move.Tile)
			continue
		}
		if i > 0 && told[i-1].Do == models.Discarded {
			tellClaimed(&all[len(all)-1], &e, chances[i-1])
		}
		all = append(all, e)
	}
	return all
}

// alone is how likely the flower of a move is what it was told as, beside all others that were laid: there is one of each.
func (c *Course) alone(told []histories.Move, at int, tile models.Tile) float64 {
	q, sum := c.Slots[told[at].Slot].Q, 0.0
	for f := range q {
		for i, m := range told {
			if i != at && m.Do == models.LaidFlower && m.Slot >= 0 {
				q[f] *= 1 - (1-c.Priors.False)*c.Slots[m.Slot].Q[f]
			}
		}
		sum += q[f]
	}
	return q[tile] / max(sum, math.SmallestNonzeroFloat64)
}

// tellClaimed tells the tile of a discard that nobody saw, or could read, by the call that took it. How likely the discard is, and its
// riichi, the call does not tell.
func tellClaimed(discard, call *Event, chance float64) {
	if discard.Do == models.Discarded && discard.Tile == models.Unknown && call.From == discard.Place && call.Tile.HasFace() {
		discard.Tile, discard.Confidence = call.Tile, min(chance, call.Confidence)
	}
}

// tellUra writes an ura indicator into the win before it.
func tellUra(all []Event, tile models.Tile) {
	for i := range all {
		if all[i].Do == models.Wins {
			all[i].Ura = append(all[i].Ura, tile)
		}
	}
}

// agree adds the weight of a history to every told move that it has, too.
func agree(told, other []histories.Move, weight float64, chances []float64) {
	type key struct {
		do          models.Deed
		place, from int8
		riichi      bool
		sight       int16
		nth         int
	}
	count := func(moves []histories.Move, each func(i int, k key)) {
		nth := map[key]int{}
		for i, m := range moves {
			k := key{m.Do, m.Place, m.From, m.Riichi, m.Sight, 0}
			if m.Slot == unseen {
				k.sight = unseen
			}
			nth[k]++
			k.nth = nth[k]
			each(i, k)
		}
	}
	has := map[key]bool{}
	count(other, func(_ int, k key) { has[k] = true })
	count(told, func(i int, k key) {
		if has[k] {
			chances[i] += weight
		}
	})
}

// tell writes a move as the record has it, and how sure its tiles are.
func (c *Course) tell(m *histories.Move) (models.Move, float64) {
	out := models.Move{Do: m.Do, Riichi: m.Riichi}
	if m.Place >= 0 {
		out.Place = models.PlaceAt(int(m.Place))
	}
	if m.Sight >= 0 {
		t := c.Sights[m.Sight].Rest
		out.T = &t
	}
	sure := 1.0
	switch m.Do {
	case models.Discarded, models.LaidFlower, models.TurnedDora, models.MadeAdded:
		out.Tile, sure = c.face(m.Slot)
		if sure < certainFace {
			out.Or = c.rival(m.Slot)
		}
	case models.CalledChow, models.CalledPung, models.CalledKong:
		out.From = models.PlaceAt(int(m.From))
		sure = c.tellSet(m, &out)
	case models.MadeConcealed:
		sure = c.tellSet(m, &out)
		out.Tiles, out.Tile, out.With = out.With, models.NoTile, nil
	case models.Wins:
		tile, chance := c.face(m.Slot)
		w := models.Winning{Place: out.Place, From: models.PlaceAt(int(m.From))}
		if m.Slot >= 0 {
			w.Tile, sure = tile, chance
		}
		out.Wins, out.Place, out.Riichi = []models.Winning{w}, 0, false
	case models.DrawnGame:
		out.Reason = c.reason()
	}
	return out, sure
}

func (c *Course) reason() string {
	beam, _ := c.Now()
	return beam[0].End.Reason
}

// face is the likeliest tile of a slot with its probability; Unknown for one that nobody saw, or could read.
func (c *Course) face(slot int32) (models.Tile, float64) {
	if slot < 0 || !c.Slots[slot].Tells() {
		return models.Unknown, 0
	}
	first, _ := evidence.Best(&c.Slots[slot].Q)
	return first, c.Slots[slot].Q[first]
}

// certainFace is the probability from which on no other tile is told beside the seen one.
const certainFace = .9995

// rival is the next likely tile of a slot; NoTile for one that nobody saw, or could read.
func (c *Course) rival(slot int32) models.Tile {
	if slot < 0 || !c.Slots[slot].Tells() {
		return models.NoTile
	}
	q := c.Slots[slot].Q
	first, _ := evidence.Best(&q)
	q[first] = 0
	second, chance := evidence.Best(&q)
	if chance == 0 {
		return models.NoTile
	}
	return second
}

// tellSet writes the tiles of a call: the claimed one and those beside it.
func (c *Course) tellSet(m *histories.Move, out *models.Move) float64 {
	if m.Sight < 0 {
		out.Tile, _ = c.face(m.Claimed)
		return 0
	}
	all := c.Options(c.Sights[m.Shown()].Slots, int(m.Claimed), m.Do)
	if len(all) == 0 {
		return 0
	}
	total, top := log(0), 0
	for i := range all {
		total = evidence.AddLogs(total, all[i].Logp)
		if all[i].Logp > all[top].Logp {
			top = i
		}
	}
	out.With = slices.Clone(all[top].Tiles)
	out.Tile = all[top].Claim
	if m.Do == models.MadeConcealed {
		sure := math.Exp(all[top].Logp - total)
		if sure < .5 { // all lie face down
			out.With = slices.Repeat(models.Tiles{models.Unknown}, models.Copies)
		}
		return sure
	}
	if out.Tile == models.NoTile { // nobody saw the discard: of a pung it is known all the same
		out.Tile = models.Unknown
		if m.Do != models.CalledChow {
			out.Tile = out.With[0].Kind()
		}
	}
	if i := slices.Index(out.With, out.Tile); i >= 0 {
		out.With = slices.Delete(out.With, i, i+1)
	} else if len(out.With) > 0 {
		out.With = out.With[:len(out.With)-1]
	}
	return math.Exp(all[top].Logp - total)
}

// Record is the hand as it would be kept, by the likeliest course: what nobody saw is
// Unknown or absent.
func (c *Course) Record() *models.Record {
	r := &models.Record{ID: c.Start.ID, Rules: c.Game.Rules, Profile: c.Game.Profile, Dealer: c.Start.Dealer,
		Round: c.Start.Round, Honba: c.Start.Honba, Sticks: c.Start.Sticks, Scores: c.Start.Scores}
	if c.Game.Riichi {
		red := c.Game.Red
		r.Red = &red
	}
	begun := false
	for _, e := range c.events {
		if e.Do == models.TurnedDora && !begun && len(r.Dora) == 0 {
			r.Dora = append(r.Dora, e.Tile)
			continue
		}
		begun = begun || e.Do == models.Discarded
		e.Photos = c.PhotosOf(e.Sight)
		r.Events = append(r.Events, e.Move)
	}
	return r
}
