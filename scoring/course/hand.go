// Package course plays the record of a hand move by move and knows at every moment what
// lies on the table: hands, melds, rivers, what is left to be drawn, whose turn it is.
// A move that could not happen by the rule book is refused. What nobody saw, as in the
// record of a camera, is a tile that is [models.Unknown] or a draw that is not told.
package course

import (
	"errors"
	"fmt"
	"slices"

	"jantaku/models"
)

// ErrIllegal reports a move that cannot happen at this moment.
var ErrIllegal = errors.New("illegal move")

// Thrown is a tile in a river.
type Thrown struct {
	Tile models.Tile `json:"tile"`
	// Riichi tells that the tile was laid sideways: it declared, or the one that
	// declared was called.
	Riichi bool `json:"riichi,omitempty"`
	// Drawn tells whether it was the tile drawn just before; nil when unknown.
	Drawn *bool `json:"drawn,omitempty"`
	// By is who called it away; 0 while it lies in the river.
	By models.Place `json:"by,omitempty"`
}

// Side is what one player has.
type Side struct {
	// Concealed are the tiles in hand, three fewer for each meld, and the drawn one.
	Concealed models.Tiles
	Melds     []models.Meld
	Flowers   models.Tiles
	River     []Thrown
	// Riichi is 0 for none, 1 for riichi, 2 for double riichi.
	Riichi int
	// Accepted says that nobody won on the riichi tile: the stick is paid.
	Accepted bool
	// Ippatsu says that nobody has called since, and the turn has not come round.
	Ippatsu bool
	// Drawn is the tile drawn last, while it is held apart; NoTile after a call.
	Drawn models.Tile

	unseen   bool // nobody saw its deal, so draws may go untold as well
	sideways bool // the riichi tile was called, so the next one lies sideways
}

// size is how many tiles a player has, a set for three.
func (s *Side) size() int { return len(s.Concealed) + 3*len(s.Melds) }

// step says what can happen next.
type step int

const (
	drawing   step = iota // the next player draws, unless somebody claims the discard
	acting                // a player with one tile more than was dealt acts
	replacing             // a kong was made; its owner draws, unless it is robbed
	over
)

// Hand is a hand as it stands after some moves of its record.
type Hand struct {
	Manners Manners
	Dealer  models.Place
	Sides   [models.Places]Side
	Dora    models.Tiles
	// Left is how many tiles can still be drawn.
	Left int
	// Turn is who has to draw or to act.
	Turn models.Place

	step     step
	last     models.Move // the last deed of a player
	calls    int         // melds made, concealed kongs too
	thrown   int         // tiles discarded
	replaced bool        // the tile in hand replaced a kong
	copies   [models.Back + 1]uint8

	// Where the game goes on after a win: the suit that each player gave up, who won how, and
	// what has changed hands so far. shot is who made a kong just before the tile at hand.
	voids   [models.Places]models.Void
	won     []wonAt
	settled []models.Settlement
	shot    models.Place
}

// wonAt is a win as it was when it happened.
type wonAt struct {
	place models.Place
	win   models.Win
}

// Start gives a hand before its first move. Only the header, the deal and the dora of the
// record are used. The error wraps ErrIllegal.
func Start(r *models.Record, m Manners) (*Hand, error) {
	h := &Hand{Manners: m, Dealer: r.Dealer, Turn: r.Dealer, Left: m.Drawable(), step: drawing}
	for i := range h.Sides {
		side := &h.Sides[i]
		if i < len(r.Deal) && len(r.Deal[i]) > 0 {
			side.Concealed = slices.Clone(r.Deal[i])
		} else {
			side.Concealed = slices.Repeat(models.Tiles{models.Unknown}, m.Hand.Tiles())
			side.unseen = true
		}
		if err := h.see(side.Concealed...); err != nil {
			return nil, fmt.Errorf("deal of place %d: %w", i+1, err)
		}
	}
	for _, tile := range r.Dora {
		if err := h.turn(tile); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// Side gives what the player at a place has.
func (h *Hand) Side(place models.Place) *Side { return &h.Sides[place.Index()] }

// Over reports whether the hand has ended.
func (h *Hand) Over() bool { return h.step == over }

// Last gives the last deed of a player: what can be claimed or robbed now.
func (h *Hand) Last() models.Move { return h.last }

// Won reports whether a place has won before and is out of the game.
func (h *Hand) Won(place models.Place) bool {
	return slices.ContainsFunc(h.won, func(w wonAt) bool { return w.place == place })
}

// Void is the suit that a place gave up.
func (h *Hand) Void(place models.Place) models.Void { return h.voids[place.Index()] }

// after is who plays after a place: winners are out.
func (h *Hand) after(place models.Place) models.Place {
	for i := 1; i <= models.Places; i++ {
		if at := models.PlaceAt(place.Index() + i); !h.Won(at) {
			return at
		}
	}
	return place
}

// Acting reports whether a player with a drawn or claimed tile has to act.
func (h *Hand) Acting() bool { return h.step == acting }

// FirstTurn reports whether nobody has called and the player has not discarded.
func (h *Hand) FirstTurn(place models.Place) bool {
	return h.calls == 0 && len(h.Side(place).River) == 0
}

// Kongs counts the kongs of a place.
func (h *Hand) Kongs(place models.Place) (n int) {
	for _, m := range h.Side(place).Melds {
		if m.Kind.IsKong() {
			n++
		}
	}
	return n
}

// Do makes a move. The error wraps ErrIllegal and says why the move cannot be; the hand
// is then as far as the move went, and of no more use.
func (h *Hand) Do(m models.Move) error {
	if err := h.do(m); err != nil {
		return fmt.Errorf("%s of place %d: %w", m.Do, m.Place, err)
	}
	return nil
}

func (h *Hand) do(m models.Move) error {
	if h.step == over {
		return illegal("the hand has ended")
	}
	if _, reason := Reason(m.Reason); m.Do != models.Wins && m.Do != models.TurnedDora && reason != tripleRon {
		h.accept(m)
	}
	switch m.Do {
	case models.Draw:
		return h.draw(m)
	case models.Discarded:
		return h.discard(m)
	case models.CalledChow, models.CalledPung, models.CalledKong:
		return h.call(m)
	case models.MadeAdded:
		return h.addKong(m)
	case models.MadeConcealed:
		return h.conceal(m)
	case models.LaidFlower:
		return h.flower(m)
	case models.TurnedDora:
		return h.turn(m.Tile)
	case models.Exchanged:
		return h.exchange(m)
	case models.GaveUp:
		return h.giveUp(m)
	case models.Wins:
		return h.win(m)
	case models.DrawnGame:
		h.step = over
		return nil
	}
	return illegal("nobody knows this deed")
}

// accept notes that nobody won on what was done before.
func (h *Hand) accept(m models.Move) {
	if h.last.Do == models.Discarded {
		if side := h.Side(h.last.Place); side.Riichi > 0 {
			side.Accepted = true
		}
	}
	if h.step == replacing && m.Do == models.Draw {
		h.interrupt() // a kong that was not robbed
	}
}

// interrupt notes a call: nobody wins within one turn or on the first turn any more.
func (h *Hand) interrupt() {
	h.calls++
	for i := range h.Sides {
		h.Sides[i].Ippatsu = false
	}
}

func (h *Hand) draw(m models.Move) error {
	side := h.Side(m.Place)
	flower := h.last.Do == models.LaidFlower && h.last.Place == m.Place || side.size() < h.Manners.Hand.Tiles()
	switch {
	case h.Left == 0:
		return illegal("no tile is left to be drawn")
	case flower:
	case m.Place != h.Turn:
		return illegal("it is the turn of place %d", h.Turn)
	case h.step == acting || side.size() != h.Manners.Hand.Tiles():
		return illegal("it holds %d tiles already", side.size())
	}
	h.Left--
	if !flower {
		h.replaced = h.step == replacing
	}
	side.Drawn = m.Tile
	if m.Tile == models.NoTile {
		side.Drawn = models.Unknown
	}
	side.Concealed = append(side.Concealed, side.Drawn)
	if side.size() == h.Manners.Hand.Won() {
		h.Turn, h.step = m.Place, acting
	}
	h.last = m
	return h.see(side.Drawn)
}

// mayAct lets an untold draw have happened, and refuses a deed out of turn.
func (h *Hand) mayAct(place models.Place) error {
	side := h.Side(place)
	for side.unseen && place == h.Turn && side.size() <= h.Manners.Hand.Tiles() && h.Left > 0 {
		if err := h.draw(models.Move{Do: models.Draw, Place: place, Tile: models.Unknown}); err != nil {
			return err
		}
	}
	if h.step != acting || place != h.Turn {
		return illegal("it is not its turn to act")
	}
	return nil
}

func (h *Hand) discard(m models.Move) error {
	if err := h.mayAct(m.Place); err != nil {
		return err
	}
	side := h.Side(m.Place)
	drawn := side.Drawn
	if m.Drawn != nil && *m.Drawn && m.Tile != drawn && drawn != models.Unknown && m.Tile != models.Unknown {
		return illegal("%v was not drawn, %v was", m.Tile, drawn)
	}
	if side.Riichi > 0 && drawn != m.Tile && drawn != models.Unknown && m.Tile != models.Unknown {
		return illegal("%v is not the drawn %v, after riichi", m.Tile, drawn)
	}
	if err := h.take(side, m.Tile); err != nil {
		return err
	}
	if m.Riichi {
		if err := h.declare(m.Place); err != nil {
			return err
		}
	} else {
		side.Ippatsu = false
	}
	side.River = append(side.River, Thrown{Tile: m.Tile, Riichi: m.Riichi || side.sideways, Drawn: m.Drawn})
	side.sideways, side.Drawn = false, models.NoTile
	h.thrown++
	h.noteShot(m.Place)
	h.replaced = false
	h.Turn, h.step, h.last = h.after(m.Place), drawing, m
	return nil
}

func (h *Hand) declare(place models.Place) error {
	side := h.Side(place)
	switch {
	case h.Manners.Riichi == nil:
		return illegal("the book has no riichi")
	case side.Riichi > 0:
		return illegal("riichi was declared before")
	case slices.ContainsFunc(side.Melds, func(m models.Meld) bool { return m.Kind.IsOpen() }):
		return illegal("riichi needs a closed hand")
	}
	side.Riichi = 1
	if h.FirstTurn(place) {
		side.Riichi = 2
	}
	side.Ippatsu = true
	return nil
}

// callKinds are the melds that deeds make.
var callKinds = map[models.Deed]models.MeldKind{
	models.CalledChow: models.Chow, models.CalledPung: models.Pung, models.CalledKong: models.Kong,
}

func (h *Hand) call(m models.Move) error {
	last, side := h.last, h.Side(m.Place)
	from := last.Place
	switch {
	case last.Do != models.Discarded || h.step != drawing:
		return illegal("no discard can be called")
	case m.From != 0 && m.From != from || m.Place == from:
		return illegal("place %d discarded, not place %d", from, m.From)
	case m.Tile != last.Tile && m.Tile != models.Unknown && last.Tile != models.Unknown:
		return illegal("%v was discarded, not %v", last.Tile, m.Tile)
	case h.Left == 0 && !h.Manners.LastCalls && !(h.Manners.GoesOn && m.Do == models.CalledPung):
		return illegal("the last discard can only be won on")
	case h.Manners.Suits && m.Do == models.CalledChow:
		return illegal("nobody claims a chow by these rules")
	case h.Won(m.Place):
		return illegal("it has won and is out of the game")
	case h.Void(m.Place).Has(m.Tile):
		return illegal("%v is of the suit that it gave up", m.Tile)
	case side.Riichi > 0:
		return illegal("it has declared riichi")
	}
	meld := models.Meld{Kind: callKinds[m.Do], Tiles: append(slices.Clone(m.With), m.Tile),
		From: models.Side((from.Index() - m.Place.Index() + models.Places) % models.Places)}
	models.SortTiles(meld.Tiles)
	if !slices.Contains(meld.Tiles, models.Unknown) {
		if err := meld.Validate(); err != nil {
			return illegal("%v", err)
		}
	}
	for side.unseen && side.size() < h.Manners.Hand.Tiles() && h.Left > 0 { // flowers replaced untold
		if err := h.draw(models.Move{Do: models.Draw, Place: m.Place, Tile: models.Unknown}); err != nil {
			return err
		}
	}
	for _, tile := range m.With {
		if err := h.take(side, tile); err != nil {
			return err
		}
	}
	river := h.Side(from).River
	lost := &river[len(river)-1]
	lost.By = m.Place
	h.Side(from).sideways = lost.Riichi
	side.Melds = append(side.Melds, meld)
	side.Drawn = models.NoTile
	h.interrupt()
	h.Turn, h.step, h.last = m.Place, acting, m
	if m.Do == models.CalledKong {
		h.step = replacing
		h.settle(models.Settlement{Do: m.Do, Place: m.Place, From: from})
	}
	return nil
}

func (h *Hand) addKong(m models.Move) error {
	if err := h.mayKong(m.Place); err != nil {
		return err
	}
	side := h.Side(m.Place)
	at := slices.IndexFunc(side.Melds, func(p models.Meld) bool { return p.Kind == models.Pung && p.First() == m.Tile.Kind() })
	if at < 0 {
		return illegal("there is no pung of %v", m.Tile)
	}
	drawn := m.Drawn
	if drawn == nil && side.Drawn.HasFace() {
		is := side.Drawn == m.Tile
		drawn = &is
	}
	if err := h.take(side, m.Tile); err != nil {
		return err
	}
	h.noteShot(m.Place)
	h.settle(models.Settlement{Do: m.Do, Place: m.Place, Drawn: drawn})
	side.Melds = slices.Clone(side.Melds)
	meld := side.Melds[at]
	side.Melds[at] = models.Meld{Kind: models.AddedKong, Tiles: append(slices.Clone(meld.Tiles), m.Tile), From: meld.From}
	h.step, h.last = replacing, m
	side.Drawn = models.NoTile
	return nil
}

func (h *Hand) conceal(m models.Move) error {
	if err := h.mayKong(m.Place); err != nil {
		return err
	}
	side := h.Side(m.Place)
	meld := models.Meld{Kind: models.ConcealedKong, Tiles: slices.Clone(m.Tiles)}
	if !slices.ContainsFunc(m.Tiles, func(t models.Tile) bool { return !t.HasFace() }) {
		if err := meld.Validate(); err != nil {
			return illegal("%v", err)
		}
	}
	for _, tile := range m.Tiles {
		if err := h.take(side, tile); err != nil {
			return err
		}
	}
	h.settle(models.Settlement{Do: m.Do, Place: m.Place})
	side.Melds = append(side.Melds, meld)
	h.step, h.last = replacing, m
	side.Drawn = models.NoTile
	return nil
}

func (h *Hand) mayKong(place models.Place) error {
	if err := h.mayAct(place); err != nil {
		return err
	}
	switch {
	case h.Left == 0 && !h.Manners.LastCalls:
		return illegal("no tile is left to replace a kong")
	case h.Manners.GoesOn && h.last.Do == models.CalledPung && h.last.Place == place:
		return illegal("no kong is made straight after a pung")
	}
	return nil
}

func (h *Hand) flower(m models.Move) error {
	side := h.Side(m.Place)
	if !h.Manners.Flowers {
		return illegal("there are no flowers")
	}
	if !m.Tile.IsFlower() && m.Tile != models.Unknown {
		return illegal("%v is no flower", m.Tile)
	}
	if h.thrown > 0 || side.size() > h.Manners.Hand.Tiles() {
		if err := h.mayAct(m.Place); err != nil {
			return err
		}
	}
	if err := h.take(side, m.Tile); err != nil {
		return err
	}
	if side.size() == h.Manners.Hand.Tiles() && h.step == acting {
		h.step = drawing // until it is replaced
	}
	side.Flowers = append(side.Flowers, m.Tile)
	h.last = m
	return nil
}

func (h *Hand) turn(tile models.Tile) error {
	if h.Manners.Riichi == nil {
		return illegal("the book has no dora")
	}
	if h.Dora = append(h.Dora, tile); len(h.Dora) > 5 {
		return illegal("%d dora indicators are more than five", len(h.Dora))
	}
	return h.see(tile)
}

func (h *Hand) win(m models.Move) error {
	if len(m.Wins) == 0 {
		return illegal("nobody wins")
	}
	for _, w := range m.Wins {
		if err := h.mayWin(w); err != nil {
			return fmt.Errorf("place %d: %w", w.Place, err)
		}
	}
	if h.Manners.GoesOn {
		h.goOn(m)
		return nil
	}
	h.step = over
	return nil
}

// mayWin says whether the tile can be won on; whether the hand wins is for the rule book.
func (h *Hand) mayWin(w models.Winning) error {
	same := func(t models.Tile) bool {
		return t == w.Tile || !t.HasFace() || !w.Tile.HasFace()
	}
	switch {
	case h.Won(w.Place):
		return illegal("it has won before")
	case w.From == w.Place:
		if err := h.mayAct(w.Place); err != nil {
			return err
		}
		if drawn := h.Side(w.Place).Drawn; drawn == models.NoTile || !same(drawn) {
			return illegal("%v was not drawn", w.Tile)
		}
	case w.From == 0:
	case h.last.Place != w.From || !same(h.last.Tile) && h.last.Do != models.MadeConcealed:
		return illegal("place %d did not supply %v", w.From, w.Tile)
	case h.last.Do != models.Discarded && h.last.Do != models.MadeAdded && h.last.Do != models.MadeConcealed:
		return illegal("nothing was discarded or added")
	}
	return nil
}

// take takes a tile out of a hand; one that nobody saw may be any.
func (h *Hand) take(side *Side, tile models.Tile) error {
	at := slices.Index(side.Concealed, tile)
	if at < 0 {
		if at = slices.Index(side.Concealed, models.Unknown); at >= 0 {
			if err := h.see(tile); err != nil {
				return err
			}
		}
	}
	if at < 0 && tile == models.Unknown {
		at = len(side.Concealed) - 1
	}
	if at < 0 {
		return illegal("%v is not held", tile)
	}
	side.Concealed = slices.Delete(side.Concealed, at, at+1)
	return nil
}

// see counts tiles whose faces became known.
func (h *Hand) see(tiles ...models.Tile) error {
	for _, tile := range tiles {
		if !tile.HasFace() {
			continue
		}
		copies := models.Copies
		if tile.IsFlower() {
			copies = 1
		}
		if tile.IsRed() {
			if h.copies[tile]++; h.copies[tile] > 1 {
				return illegal("there is one red %v", tile)
			}
		}
		if h.copies[tile.Kind()]++; int(h.copies[tile.Kind()]) > copies {
			return illegal("there are %d tiles of %v at most", copies, tile.Kind())
		}
	}
	return nil
}

func illegal(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrIllegal, fmt.Sprintf(format, args...))
}
