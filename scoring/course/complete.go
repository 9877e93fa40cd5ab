package course

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"jantaku/models"
)

// Told gives a record in which every draw is told: those that nobody saw are [models.Unknown].
// The hand beside it stands at the end. The error wraps ErrIllegal.
func Told(r *models.Record, m Manners) (*models.Record, *Hand, error) {
	h, err := Start(r, m)
	if err != nil {
		return nil, nil, err
	}
	told := *r
	told.Events = nil
	for i, move := range r.Events {
		left := h.Left
		if err := h.Do(move); err != nil {
			return nil, nil, fmt.Errorf("event %d: %w", i, err)
		}
		untold := left - h.Left
		if move.Do == models.Draw {
			untold--
		}
		for range untold {
			told.Events = append(told.Events, models.Move{Do: models.Draw, Place: drawer(move), Tile: models.Unknown})
		}
		told.Events = append(told.Events, move)
	}
	return &told, h, nil
}

// Legal says how many events of a record, from the first on, can have happened, and why the
// next one cannot; nil where all can.
func Legal(r *models.Record, m Manners) (int, error) {
	h, err := Start(r, m)
	if err != nil {
		return 0, err
	}
	for i, move := range r.Events {
		if err := h.Do(move); err != nil {
			return i, fmt.Errorf("event %d: %w", i, err)
		}
	}
	return len(r.Events), nil
}

// drawer is whose draw an untold draw before a move was.
func drawer(m models.Move) models.Place {
	if m.Do == models.Wins {
		return m.Wins[0].Place
	}
	return m.Place
}

// WithoutFlowers gives a told record as if flowers had never been drawn: their
// replacements stand in the deal or were drawn at once. Viewers of books without flowers
// read it.
func WithoutFlowers(r *models.Record) *models.Record {
	plain := *r
	plain.Deal, plain.Events = nil, nil
	for _, hand := range r.Deal {
		plain.Deal = append(plain.Deal, slices.Clone(hand))
	}
	begun := false
	var owed [models.Places]int // unseen replacements to be left out
	for i, m := range r.Events {
		last := models.Move{}
		if i > 0 {
			last = r.Events[i-1]
		}
		flower := slices.IndexFunc(dealOf(&plain, m.Place), models.Tile.IsFlower)
		switch {
		case m.Do == models.LaidFlower:
			if len(dealOf(&plain, m.Place)) == 0 {
				owed[m.Place.Index()]++
			}
		case m.Do == models.Draw && unseen(m.Tile) && owed[m.Place.Index()] > 0:
			owed[m.Place.Index()]--
		case m.Do == models.Draw && !begun && flower >= 0 && last.Do == models.LaidFlower && last.Place == m.Place:
			plain.Deal[m.Place.Index()][flower] = m.Tile
		case m.Do == models.Draw && m.Tile.IsFlower():
			begun = true // its replacement is what was drawn
		default:
			begun = true
			plain.Events = append(plain.Events, m)
		}
	}
	return &plain
}

// dealOf is what a place was dealt, nil where nobody saw it.
func dealOf(r *models.Record, place models.Place) models.Tiles {
	if place == 0 || len(r.Deal) == 0 {
		return nil
	}
	return r.Deal[place.Index()]
}

// Completed is a record in which every tile has a face, and what of it was made up.
type Completed struct {
	*models.Record
	// Dealt and Drawn count the tiles of deal and draws that nobody saw.
	Dealt, Drawn int
}

// Complete gives tiles to everything nobody saw, so that what was seen could have happened:
// viewers that know no unseen tile read it. shown are the concealed tiles that places held
// at the end, where they are known. The same record is completed the same way each time.
// The error wraps ErrIllegal.
func Complete(r *models.Record, m Manners, shown [models.Places]models.Tiles) (Completed, error) {
	told, end, err := Told(r, m)
	if err != nil {
		return Completed{}, err
	}
	full := Completed{Record: told}
	told.Deal = slices.Clone(told.Deal)
	told.Events = slices.Clone(told.Events)
	if len(told.Deal) == 0 {
		told.Deal = make([]models.Tiles, models.Places)
	}
	finals := [models.Places]models.Tiles{}
	last := told.Events[max(0, len(told.Events)-1):]
	for i := range finals {
		finals[i] = slices.Clone(end.Sides[i].Concealed)
		if n := len(finals[i]); n%3 == 2 && len(last) > 0 && len(last[0].Wins) == 1 && last[0].Wins[0].Place.Index() == i && unseen(finals[i][n-1]) {
			finals[i][n-1] = last[0].Wins[0].Tile // drawn, and won on
		}
		if len(shown[i]) > 0 && len(shown[i]) <= len(finals[i]) {
			finals[i] = append(slices.Clone(shown[i]), finals[i][len(shown[i]):]...)
		}
	}
	random := rand.New(rand.NewPCG(seedOf(r.ID), 0))
	if err := faceKongs(told, m, finals, random); err != nil {
		return Completed{}, err
	}
	pool := unusedTiles(told, m, finals)
	random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for i := range finals {
		if !isUnseen(told, models.PlaceAt(i)) {
			continue
		}
		for j, tile := range finals[i] {
			if tile.HasFace() {
				continue
			}
			if len(pool) == 0 {
				return Completed{}, illegal("no tile is left for a hand of place %d", i+1)
			}
			finals[i][j], pool = pool[0], pool[1:]
		}
		full.fill(models.PlaceAt(i), finals[i], m.Hand.Tiles())
	}
	if _, _, err := Told(told, m); err != nil {
		return Completed{}, fmt.Errorf("completed: %w", err)
	}
	return full, nil
}

// faceKongs gives faces to the concealed kongs that lie face down as a whole: four alike of which none is
// seen anywhere.
func faceKongs(r *models.Record, m Manners, finals [models.Places]models.Tiles, random *rand.Rand) error {
	for i, move := range r.Events {
		if move.Do != models.MadeConcealed || !slices.ContainsFunc(move.Tiles, unseen) {
			continue
		}
		of := map[models.Tile]models.Tiles{}
		var whole []models.Tile
		for _, tile := range unusedTiles(r, m, finals) {
			if of[tile.Kind()] = append(of[tile.Kind()], tile); len(of[tile.Kind()]) == models.KongTiles {
				whole = append(whole, tile.Kind())
			}
		}
		if len(whole) == 0 {
			return illegal("no four tiles are left for a concealed kong of place %d", move.Place)
		}
		r.Events[i].Tiles = of[whole[random.IntN(len(whole))]]
	}
	return nil
}

func seedOf(id string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64()
}

// isUnseen reports whether a tile that a place was dealt or drew has no face.
func isUnseen(r *models.Record, place models.Place) bool {
	if deal := r.Deal[place.Index()]; len(deal) == 0 || slices.ContainsFunc(deal, unseen) {
		return true
	}
	return slices.ContainsFunc(r.Events, func(m models.Move) bool { return m.Do == models.Draw && m.Place == place && unseen(m.Tile) })
}

func unseen(t models.Tile) bool { return !t.HasFace() }

// unusedTiles are the tiles of the set that lie nowhere that is known.
func unusedTiles(r *models.Record, m Manners, finals [models.Places]models.Tiles) models.Tiles {
	pool := m.Wall()
	use := func(tiles ...models.Tile) {
		for _, t := range tiles {
			if at := slices.Index(pool, t); at >= 0 {
				pool = slices.Delete(pool, at, at+1)
			}
		}
	}
	use(r.Dora...)
	for _, move := range r.Events {
		switch move.Do {
		case models.Discarded, models.MadeAdded, models.LaidFlower, models.TurnedDora:
			use(move.Tile)
		}
		use(move.With...)
		use(move.Tiles...)
		use(move.Ura...)
	}
	for _, hand := range finals {
		use(hand...)
	}
	// A flower nobody saw laid is none.
	return slices.DeleteFunc(pool, models.Tile.IsFlower)
}

// fill gives faces to the deal and the draws of a place: a draw is what was discarded next
// unless that is known to come from the hand, everything else was dealt, hand tiles in all.
func (c *Completed) fill(place models.Place, final models.Tiles, hand int) {
	uses := slices.Clone(final)
	for _, m := range c.Events {
		if m.Place == place {
			uses = append(uses, usedIn(m)...)
		}
	}
	take := func(tile models.Tile) bool {
		at := slices.Index(uses, tile)
		if at >= 0 {
			uses = slices.Delete(uses, at, at+1)
		}
		return at >= 0
	}
	for i, m := range c.Events {
		if m.Do != models.Draw || m.Place != place {
			continue
		}
		if unseen(m.Tile) {
			c.Events[i].Tile = c.drawn(i, place, final, uses)
			c.Drawn++
		}
		take(c.Events[i].Tile)
	}
	if len(uses) == hand {
		models.SortTiles(uses)
		c.Deal[place.Index()] = uses
		c.Dealt += hand
	}
}

// usedIn are the own tiles that a deed uses up.
func usedIn(m models.Move) models.Tiles {
	switch m.Do {
	case models.Discarded, models.MadeAdded, models.LaidFlower:
		return models.Tiles{m.Tile}
	case models.CalledChow, models.CalledPung, models.CalledKong:
		return m.With
	case models.MadeConcealed:
		return m.Tiles
	}
	return nil
}

// drawn chooses what an unseen draw was.
func (c *Completed) drawn(at int, place models.Place, final, uses models.Tiles) models.Tile {
	for _, m := range c.Events[at+1:] {
		if m.Do == models.Wins {
			for _, w := range m.Wins {
				if w.Place == place && w.From == place {
					return w.Tile
				}
			}
		}
		if m.Place != place || len(usedIn(m)) == 0 {
			continue
		}
		fromHand := m.Do == models.Discarded && m.Drawn != nil && !*m.Drawn
		if !fromHand {
			return usedIn(m)[0]
		}
		break
	}
	for _, t := range final { // something that stays in the hand
		if slices.Contains(uses, t) {
			return t
		}
	}
	return uses[0]
}
