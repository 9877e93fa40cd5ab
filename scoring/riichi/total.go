package riichi

import (
	"cmp"
	"math/bits"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

// sheet is where one hand is scored.
type sheet struct {
	rules   *Rules
	hand    scoring.Hand
	matches []scoring.Match
	form    int            // 1 for a closed hand, 0 for an open one
	counts  [maxRows]uint8 // how often a row counts; only dora more than once
	tiles   book.Few       // the rows that hold for every layout of the shape
	asked   scoring.Shape  // the shape tiles is about
	best    reading
}

// reading is one way to read the hand: a layout, and in it the group that the
// winning tile completes.
type reading struct {
	any     bool
	rows    book.Few
	basic   int
	yakuman int
	han     int
	fu      int
	layout  scoring.Layout
}

// Score implements scoring.Ruleset by the best of all readings.
func (r *Rules) Score(w *models.Win) (scoring.Result, error) {
	s := r.sheets.Get().(*sheet)
	defer r.sheets.Put(s)
	s.start(w)
	if err := r.check(&s.hand); err != nil {
		return scoring.Result{}, err
	}
	r.splitter.General(&s.hand, s.general)
	if s.hand.Pairs(false) {
		s.read(s.layout())
	}
	if s.hand.Orphans() {
		s.read(s.layout())
	}
	return s.result(), nil
}

func (s *sheet) start(w *models.Win) {
	s.hand.Prepare(w)
	s.form, s.asked, s.best = 0, 0, reading{}
	if s.hand.Concealed {
		s.form = 1
	}
}

// general reads one layout of four sets and a pair with every place of the winning
// tile.
func (s *sheet) general() {
	layout := s.layout()
	for places := s.hand.Completions(); places != 0; places &= places - 1 {
		s.hand.Completed = places & -places
		s.matches = s.rules.finder.Completed(&s.hand, s.matches[:0])
		s.read(layout | s.found())
	}
}

// layout gives the rows that hold for the layout at hand.
func (s *sheet) layout() book.Few {
	if s.asked != s.hand.Shape {
		s.asked = s.hand.Shape
		s.matches = s.rules.finder.Tiles(&s.hand, s.matches[:0])
		s.tiles = s.found()
	}
	s.matches = s.rules.finder.Layout(&s.hand, s.matches[:0])
	return s.tiles | s.found()
}

// found takes down the matches.
func (s *sheet) found() (rows book.Few) {
	for _, m := range s.matches {
		rows |= 1 << m.Row
		s.counts[m.Row] = 1
		if s.rules.bonus&(1<<m.Row) != 0 {
			s.counts[m.Row] = m.Count
		}
	}
	return rows
}

// read applies the principles to what was found in one reading, and weighs it.
func (s *sheet) read(rows book.Few) {
	if alone := rows & s.rules.alone & s.rules.worth[s.form]; alone != 0 {
		s.weigh(alone)
		rows &^= alone
	}
	s.weigh(s.needsYaku(s.yakumanAlone(s.replace(rows & s.rules.worth[s.form]))))
}

// replace drops what another yaku stands for: 二盃口 for 一盃口 and so on.
func (s *sheet) replace(rows book.Few) book.Few {
	dropped := book.Few(0)
	for row := range (rows & s.rules.replacing).Each {
		dropped |= s.rules.excludes[row]
	}
	return rows &^ dropped
}

// yakumanAlone: with a yakuman only yakuman are counted, no dora and no ordinary yaku.
func (s *sheet) yakumanAlone(rows book.Few) book.Few {
	if yakuman := rows & s.rules.yakuman; yakuman != 0 {
		return yakuman
	}
	return rows
}

// needsYaku: a win needs one yaku; dora is none.
func (s *sheet) needsYaku(rows book.Few) book.Few {
	if rows&^s.rules.bonus == 0 {
		return 0
	}
	return rows
}

// weigh works out what a reading is worth and keeps it when it is the best.
func (s *sheet) weigh(rows book.Few) {
	got := reading{any: true, rows: rows, layout: s.hand.Layout}
	han := &s.rules.han[s.form]
	for row := range rows.Each {
		got.han += han[row] * int(s.counts[row])
	}
	if got.han > 0 {
		list := s.rules.options.fu(&s.hand)
		got.fu = list.rounded()
		got.yakuman = s.yakuman(rows)
		got.basic, _ = s.rules.options.Basic(got.han, got.fu, got.yakuman)
	}
	if !s.best.any || got.better(&s.best) {
		s.best = got
	}
}

// better: more points, then a yakuman before counted han (§4: 13 han without
// yakuman), then more han, then more fu.
func (r *reading) better(than *reading) bool {
	return cmp.Or(
		cmp.Compare(r.basic, than.basic),
		cmp.Compare(r.yakuman, than.yakuman),
		cmp.Compare(r.han, than.han),
		cmp.Compare(r.fu, than.fu)) > 0
}

// yakuman counts the yakuman in the rows. Without stacking a hand is one, whatever
// it holds.
func (s *sheet) yakuman(rows book.Few) (n int) {
	for row := range (rows & s.rules.yakuman).Each {
		n += s.rules.yaku[row].Yakuman
	}
	if !s.rules.options.MultipleYakuman {
		n = min(n, 1)
	}
	return n
}

const parts = scoring.PartHan | scoring.PartFu | scoring.PartYakuman | scoring.PartLimit | scoring.PartPoints | scoring.PartWinnerTotal

// result writes the best reading down.
func (s *sheet) result() scoring.Result {
	w, b := s.hand.Win, &s.best
	res := scoring.Result{ID: w.ID, Rules: s.rules.ID(), Parts: parts, Win: b.any, Valid: b.rows != 0, Layout: b.layout}
	if !res.Valid {
		return res
	}
	res.Han, res.Fu, res.Yakuman = b.han, b.fu, b.yakuman
	_, res.Limit = s.rules.options.Basic(b.han, b.fu, res.Yakuman)
	if res.Yakuman > 0 {
		res.Han = yakumanHan * res.Yakuman
		res.Parts &^= scoring.PartFu // a yakuman has no use for fu
	}
	res.Fans = make([]scoring.Fan, 0, bits.OnesCount64(uint64(b.rows)))
	for row := range b.rows.Each {
		y, n := &s.rules.yaku[row], int(s.counts[row])
		res.Fans = append(res.Fans, scoring.Fan{ID: y.ID, Name: y.Name, Count: n, Value: n * s.rules.han[s.form][row]})
	}
	s.rules.settle(w, b.basic, &res)
	return res
}

// limits are the steps of basic points by han.
var limits = [...]struct {
	han, basic int
	name       string
}{{13, 8000, "kazoe-yakuman"}, {11, 6000, "sanbaiman"}, {8, 4000, "baiman"}, {6, 3000, "haneman"}, {5, 2000, "mangan"}}

// Basic gives the basic points and the name of the limit, empty below mangan:
// fu × 2^(han+2), at most 2000 below five han.
func (o *Limits) Basic(han, fu, yakuman int) (int, string) {
	if yakuman > 0 {
		if o.YakumanCap > 0 {
			yakuman = min(yakuman, o.YakumanCap)
		}
		return yakuman * yakumanUnit, "yakuman"
	}
	for _, l := range limits {
		if han >= l.han && (l.han < 13 || o.Kazoe == "yakuman") {
			return l.basic, l.name
		}
	}
	basic := fu << (han + 2)
	if basic > mangan || o.Kiriage && basic == 1920 {
		return mangan, "mangan"
	}
	return basic, ""
}
