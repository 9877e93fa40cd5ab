package play

import (
	"slices"

	"jantaku/models"
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

// course is what was told so far.
type course struct {
	events []Event
}

// Events is the course so far, in order. Callers must not change it.
func (p *Play) Events() []Event { return p.told.events }

// update tells the likeliest history anew. An event that reads otherwise than it was told
// keeps its number of revisions and adds one.
func (c *course) update(p *Play) {
	beam, weights := p.now()
	c.tell(p, beam[0], beam, weights)
}

// tell tells the course of a history; how likely each event is say the histories of a beam.
func (c *course) tell(p *Play, h *history, beam []*history, weights []float64) {
	now := p.events(h, beam, weights)
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

// makeRoom renumbers what was told for a sight that comes before others.
func (c *course) makeRoom(at int) {
	for i := range c.events {
		if c.events[i].Sight >= at {
			c.events[i].Sight++
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

// events tells a history, and how likely each event is by those of a beam.
func (p *Play) events(h *history, beam []*history, weights []float64) []Event {
	told := h.deeds()
	chances := make([]float64, len(told))
	const most = 24 // histories further down change no confidence that anybody sees
	for i, h := range beam[:min(len(beam), most)] {
		p.agree(told, h.deeds(), weights[i], chances)
	}
	var all []Event
	for i, m := range told {
		move, sure := p.tell(&m)
		move.Confidence = min(1, chances[i]*sure)
		e := Event{Move: move, Sight: int(m.sight)}
		e.Final = len(told)-i > settled && chances[i] >= finalChance
		if m.do == models.Wins && i > 0 && told[i-1].do == models.Wins && told[i-1].from == m.from && told[i-1].slot == m.slot {
			last := &all[len(all)-1]
			last.Wins = append(last.Wins, e.Wins...)
			continue
		}
		if m.do == models.TurnedDora && m.ends {
			p.tellUra(all, move.Tile)
			continue
		}
		all = append(all, e)
	}
	return all
}

// tellUra writes an ura indicator into the win before it.
func (p *Play) tellUra(all []Event, tile models.Tile) {
	for i := range all {
		if all[i].Do == models.Wins {
			all[i].Ura = append(all[i].Ura, tile)
		}
	}
}

// agree adds the weight of a history to every told move that it has, too.
func (p *Play) agree(told, other []move, weight float64, chances []float64) {
	type key struct {
		do          models.Deed
		place, from int8
		riichi      bool
		sight       int16
		nth         int
	}
	count := func(moves []move, each func(i int, k key)) {
		nth := map[key]int{}
		for i, m := range moves {
			k := key{m.do, m.place, m.from, m.riichi, m.sight, 0}
			if m.slot == unseen {
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
func (p *Play) tell(m *move) (models.Move, float64) {
	out := models.Move{Do: m.do, Riichi: m.riichi}
	if m.place >= 0 {
		out.Place = models.PlaceAt(int(m.place))
	}
	if m.sight >= 0 {
		t := p.sights[m.sight].rest
		out.T = &t
	}
	sure := 1.0
	switch m.do {
	case models.Discarded, models.LaidFlower, models.TurnedDora, models.MadeAdded:
		out.Tile, sure = p.face(m.slot)
		if sure < certainFace {
			out.Or = p.rival(m.slot)
		}
	case models.CalledChow, models.CalledPung, models.CalledKong:
		out.From = models.PlaceAt(int(m.from))
		sure = p.tellSet(m, &out)
	case models.MadeConcealed:
		sure = p.tellSet(m, &out)
		out.Tiles, out.Tile, out.With = out.With, models.NoTile, nil
	case models.Wins:
		tile, chance := p.face(m.slot)
		w := models.Winning{Place: out.Place, From: models.PlaceAt(int(m.from))}
		if m.slot >= 0 {
			w.Tile, sure = tile, chance
		}
		out.Wins, out.Place, out.Riichi = []models.Winning{w}, 0, false
	case models.DrawnGame:
		out.Reason = p.reason(m)
	}
	return out, sure
}

func (p *Play) reason(*move) string { return p.beams[len(p.beams)-1].kept[0].end.reason }

// face is the likeliest tile of a slot with its probability; Unknown for one that nobody saw, or could read.
func (p *Play) face(slot int32) (models.Tile, float64) {
	if slot < 0 || p.slots[slot].blank {
		return models.Unknown, 0
	}
	first, _ := best(&p.slots[slot].q)
	return first, p.slots[slot].q[first]
}

// certainFace is the probability from which on no other tile is told beside the seen one.
const certainFace = .9995

// rival is the next likely tile of a slot; NoTile for one that nobody saw, or could read.
func (p *Play) rival(slot int32) models.Tile {
	if slot < 0 || p.slots[slot].blank {
		return models.NoTile
	}
	q := p.slots[slot].q
	first, _ := best(&q)
	q[first] = 0
	second, chance := best(&q)
	if chance == 0 {
		return models.NoTile
	}
	return second
}

// tellSet writes the tiles of a call: the claimed one and those beside it.
func (p *Play) tellSet(m *move, out *models.Move) float64 {
	if m.sight < 0 {
		out.Tile, _ = p.face(m.claimed)
		return 0
	}
	all := p.options(p.sights[m.sight].slots, int(m.claimed), m.do)
	if len(all) == 0 {
		return 0
	}
	total, top := log(0), 0
	for i := range all {
		total = addLogs(total, all[i].logp)
		if all[i].logp > all[top].logp {
			top = i
		}
	}
	out.With = slices.Clone(all[top].tiles)
	out.Tile = all[top].claim
	if m.do == models.MadeConcealed {
		sure := exp(all[top].logp - total)
		if sure < .5 { // all lie face down
			out.With = slices.Repeat(models.Tiles{models.Unknown}, models.Copies)
		}
		return sure
	}
	if out.Tile == models.NoTile { // nobody saw the discard: of a pung it is known all the same
		out.Tile = models.Unknown
		if m.do != models.CalledChow {
			out.Tile = out.With[0].Kind()
		}
	}
	if i := slices.Index(out.With, out.Tile); i >= 0 {
		out.With = slices.Delete(out.With, i, i+1)
	} else if len(out.With) > 0 {
		out.With = out.With[:len(out.With)-1]
	}
	return exp(all[top].logp - total)
}

// Record is the hand as it would be kept, by the likeliest course: what nobody saw is
// Unknown or absent.
func (p *Play) Record() *models.Record {
	r := &models.Record{ID: p.start.ID, Rules: p.game.Rules, Profile: p.game.Profile, Dealer: p.start.Dealer,
		Round: p.start.Round, Honba: p.start.Honba, Sticks: p.start.Sticks, Scores: p.start.Scores}
	if p.game.Riichi {
		red := p.game.Red
		r.Red = &red
	}
	begun := false
	for _, e := range p.told.events {
		if e.Do == models.TurnedDora && !begun && len(r.Dora) == 0 {
			r.Dora = append(r.Dora, e.Tile)
			continue
		}
		begun = begun || e.Do == models.Discarded
		e.Photos = p.photosOf(e.Sight)
		r.Events = append(r.Events, e.Move)
	}
	return r
}
