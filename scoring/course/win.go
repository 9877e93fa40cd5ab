package course

import (
	"slices"

	"jantaku/models"
)

// Win gives a win as the hand format describes it, with every circumstance that follows
// from the course: it is asked before or after the winning move. What the header of the
// record says, round and counters, is added by the caller.
func (h *Hand) Win(w models.Winning) models.Win {
	side := h.Side(w.Place)
	win := models.Win{
		Hand:     models.Hand{Concealed: slices.Clone(side.Concealed), Melds: slices.Clone(side.Melds), Flowers: models.FlowersOf(side.Flowers...)},
		Tile:     w.Tile,
		SelfDraw: w.From == w.Place,
		Seat:     w.Place.SeatFor(h.Dealer),
	}
	if win.SelfDraw {
		if at := slices.Index(win.Concealed, w.Tile); at >= 0 {
			win.Concealed = slices.Delete(win.Concealed, at, at+1)
		}
	} else {
		win.Discarder = w.From.SeatFor(h.Dealer)
	}
	win.Void = h.Void(w.Place)
	for _, before := range h.won {
		if before.place == w.Place {
			break
		}
		win.Out = append(win.Out, before.place.SeatFor(h.Dealer))
	}
	win.Flags = h.flags(w, &win)
	if h.Manners.Riichi != nil {
		win.DoraIndicators = slices.Clone(h.Dora)
		win.Riichi = side.Riichi
	}
	return win
}

// flags are the circumstances that follow from the course.
func (h *Hand) flags(w models.Winning, win *models.Win) (f models.Flags) {
	side := h.Side(w.Place)
	if first := h.first(w, win.SelfDraw); first != 0 {
		return first
	}
	robbed := !win.SelfDraw && (h.last.Do == models.MadeAdded || h.last.Do == models.MadeConcealed)
	riichi := h.Manners.Riichi != nil
	for _, c := range []struct {
		flag  models.Flags
		holds bool
	}{
		{models.KongDraw, win.SelfDraw && h.replaced},
		{models.RobKong, robbed},
		{models.KongDiscard, h.Manners.GoesOn && !win.SelfDraw && h.shot != 0 && h.shot == w.From},
		{models.LastDraw, win.SelfDraw && h.Left == 0 && !(riichi && h.replaced)},
		{models.LastDiscard, !win.SelfDraw && h.Left == 0},
		{models.Ippatsu, riichi && side.Ippatsu && h.Manners.Riichi.Ippatsu},
		{models.LastOfKind, h.Manners.lastOfKind && !robbed && h.othersShown(w, win.SelfDraw)},
	} {
		if c.holds {
			f |= c.flag
		}
	}
	return f
}

// first gives 天和, 地和 and 人和, which go with no other circumstance.
func (h *Hand) first(w models.Winning, selfDraw bool) models.Flags {
	m := h.Manners
	if side := h.Side(w.Place); m.human && !selfDraw && len(side.River) == 0 && len(side.Melds) == 0 && w.Place != h.Dealer && h.last.Do == models.Discarded {
		return models.Human // before its own first draw
	}
	if !m.heavenly || !h.FirstTurn(w.Place) || len(h.Side(w.Place).Melds) > 0 || h.last.Do == models.MadeAdded || h.last.Do == models.MadeConcealed {
		return 0
	}
	dealer := w.Place == h.Dealer
	switch {
	case dealer && selfDraw:
		return models.Heavenly
	case dealer:
	case m.EarthlyOnDiscard && !selfDraw && h.thrown == 1, !m.EarthlyOnDiscard && selfDraw:
		return models.Earthly
	case m.Riichi != nil && m.Riichi.Renhou != "off" && !selfDraw:
		return models.Earthly
	}
	return 0
}

// othersShown reports whether the other three copies of the winning tile lie open: in
// rivers and in melds that everybody sees.
func (h *Hand) othersShown(w models.Winning, selfDraw bool) bool {
	shown := 0
	for i := range h.Sides {
		for _, t := range h.Sides[i].River {
			if t.By == 0 && t.Tile.Kind() == w.Tile.Kind() {
				shown++
			}
		}
		for _, m := range h.Sides[i].Melds {
			for _, t := range m.Tiles {
				if m.Kind.IsOpen() && t.Kind() == w.Tile.Kind() {
					shown++
				}
			}
		}
	}
	if !selfDraw {
		shown-- // the winning tile itself lies in its river
	}
	return shown == models.Copies-1
}

// Visible gives all tiles outside a place's own hand that it can see: rivers, melds,
// dora indicators.
func (h *Hand) Visible(from models.Place) (tiles models.Tiles) {
	for i := range h.Sides {
		for _, t := range h.Sides[i].River {
			if t.By == 0 {
				tiles = append(tiles, t.Tile)
			}
		}
		if models.PlaceAt(i) == from {
			continue
		}
		for _, m := range h.Sides[i].Melds {
			tiles = append(tiles, m.Tiles...)
		}
	}
	return append(tiles, h.Dora...)
}
