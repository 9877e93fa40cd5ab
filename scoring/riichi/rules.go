package riichi

import (
	"fmt"
	"slices"
	"sync"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

// Rules is the rule book with its options fixed. It implements scoring.Ruleset.
type Rules struct {
	options   Options
	table     *book.Table[yaku]
	yaku      []yaku          // of the table
	excludes  []book.Few      // by row: the rows it stands for
	replacing book.Few        // the rows that stand for others
	han       [2][maxRows]int // by row: han in an open and in a closed hand
	yakuman   book.Few
	bonus     book.Few
	alone     book.Few
	worth     [2]book.Few // the rows that have a value in an open and in a closed hand

	splitter *scoring.Splitter
	finder   *scoring.Finder
	sheets   sync.Pool // of *sheet
}

// enter notes what the arithmetic asks of a row.
func (r *Rules) enter(row int, y yaku) error {
	others, err := r.table.Named(row, y.Excludes)
	if err != nil {
		return fmt.Errorf("riichi: %w", err)
	}
	for _, other := range others {
		r.excludes[row] |= 1 << other
		r.replacing |= 1 << row
	}
	for form, han := range [2]int{y.Open, y.Closed} {
		r.han[form][row] = han
		if han > 0 {
			r.worth[form] |= 1 << row
		}
	}
	for _, note := range []struct {
		holds bool
		rows  *book.Few
	}{{y.Yakuman > 0, &r.yakuman}, {y.Bonus, &r.bonus}, {y.Alone, &r.alone}} {
		if note.holds {
			*note.rows |= 1 << row
		}
	}
	return nil
}

// ID gives "riichi".
func (r *Rules) ID() string { return "riichi" }

// Options gives the options the rule book was made with.
func (r *Rules) Options() Options { return r.options }

// Rows gives the table for people and for checks.
func (r *Rules) Rows() []scoring.Row {
	rows := make([]scoring.Row, len(r.yaku))
	for i, y := range r.yaku {
		rows[i] = scoring.Row{ID: y.ID, Name: y.Name, Ref: y.Ref, Excludes: y.Excludes, Example: y.Example, Values: y.values()}
	}
	return rows
}

// check refuses circumstances that cannot occur in this book.
func (r *Rules) check(h *scoring.Hand) error {
	w := h.Win
	if err := r.checkSeats(w); err != nil {
		return err
	}
	if err := r.checkTiles(h); err != nil {
		return err
	}
	if w.Riichi > 0 && !h.Concealed {
		return models.Refuse(models.CodeBadFlags, "riichi needs a closed hand")
	}
	f := w.Flags
	if f == 0 {
		return nil
	}
	first := f.Any(models.Heavenly | models.Earthly)
	switch {
	case f.Any(models.LastOfKind | models.Regional):
		return models.Refuse(models.CodeBadFlags, "last-of-kind and kong-discard do not exist in riichi")
	case f.Has(models.Ippatsu) && w.Riichi == 0:
		return models.Refuse(models.CodeBadFlags, "ippatsu needs riichi")
	case f.Has(models.Ippatsu | models.KongDraw):
		return models.Refuse(models.CodeBadFlags, "ippatsu ends with the kong, so kong-draw cannot go with it")
	case f.Has(models.Heavenly) && !w.SelfDraw:
		// Whether the seat is the dealer's is not asked: published hands give 天和 to
		// any seat.
		return models.Refuse(models.CodeBadFlags, "heavenly needs a self-draw")
	case f.Has(models.Earthly) && w.Seat == models.East:
		return models.Refuse(models.CodeBadFlags, "earthly cannot be the dealer's")
	case first && (f != models.Heavenly && f != models.Earthly || h.Melds > 0 || w.Riichi > 0):
		return models.Refuse(models.CodeBadFlags, "heavenly and earthly go with no meld, no riichi and no other flag")
	case f.Has(models.RobKong) && h.Counts[h.WinTile.Index()] > 1:
		return models.Refuse(models.CodeBadFlags, "rob-kong: the hand holds another %v, so nobody has three of them", w.Tile)
	}
	return nil
}

// checkSeats refuses seats that cannot be; the winds decide yaku and fu, so both
// must be known.
func (r *Rules) checkSeats(w *models.Win) error {
	switch {
	case w.Seat == models.NoSeat:
		return models.Refuse(models.CodeBadSeat, "seat is missing: the seat wind decides yaku and fu")
	case w.Round == models.NoSeat:
		return models.Refuse(models.CodeBadSeat, "round is missing: the round wind decides yaku and fu")
	case r.options.Players == 3 && (w.Seat == models.North || w.Discarder == models.North || w.Liable == models.North):
		return models.Refuse(models.CodeBadSeat, "nobody sits North with three players")
	}
	return nil
}

// checkTiles refuses tiles that are not in the set, or there too often when the
// dora indicators are counted with them.
func (r *Rules) checkTiles(h *scoring.Hand) error {
	w, copies := h.Win, h.Counts
	copies[models.NorthWind.Index()] += uint8(w.Norths)
	kinds := h.Kinds
	for _, indicators := range [...]models.Tiles{w.DoraIndicators, w.UraIndicators} {
		for _, t := range indicators {
			i := t.Index()
			kinds |= 1 << i
			if copies[i]++; copies[i] > 4 {
				return models.Refuse(models.CodeFiveOfAKind, "%d copies of %v with the dora indicators", copies[i], t)
			}
		}
	}
	switch {
	case w.Flowers.Count > 0:
		return models.Refuse(models.CodeBadFlowers, "riichi has no flowers")
	case r.options.Players == 3 && kinds&leftOut != 0:
		return models.Refuse(models.CodeBadTile, "three players leave out the characters 2 to 8")
	case r.options.Players == 3 && slices.ContainsFunc(w.Melds, isChow):
		return models.Refuse(models.CodeBadMeld, "three players do not claim chows")
	case r.options.Players == 4 && w.Norths > 0:
		return models.Refuse(models.CodeBadCounter, "norths are set aside by three players only")
	}
	return nil
}

func isChow(m models.Meld) bool { return m.Kind == models.Chow }
