package riichi

import (
	"fmt"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
)

// Explain implements scoring.Explainer: the itemised fu, the han, the basic points
// with their limit, and what is paid for them.
func (r *Rules) Explain(w *models.Win, res *scoring.Result) []scoring.Step {
	if !res.Valid {
		return []scoring.Step{{Code: "no-yaku", Detail: "0"}}
	}
	var steps []scoring.Step
	if res.Yakuman == 0 {
		steps = append(r.explainFu(w, res), explainHan(res))
	}
	basic, _ := r.options.Basic(res.Han, res.Fu, res.Yakuman)
	steps = append(steps, r.explainBasic(res, basic)...)
	steps = append(steps, r.explainPoints(w, res, basic)...)
	if w.Honba > 0 {
		steps = append(steps, scoring.Step{Code: "honba", Detail: fmt.Sprintf("%d × %d", w.Honba, r.options.honba()), Value: w.Honba * r.options.honba()})
	}
	if w.Sticks > 0 {
		steps = append(steps, scoring.Step{Code: "sticks", Detail: fmt.Sprintf("%d × %d", w.Sticks, stick), Value: w.Sticks * stick})
	}
	return append(steps, scoring.Step{Code: "winner-total", Detail: fmt.Sprint(res.WinnerTotal), Value: res.WinnerTotal})
}

// explainFu lists the fu line by line, then the sum and its rounding.
func (r *Rules) explainFu(w *models.Win, res *scoring.Result) []scoring.Step {
	if res.Layout.Shape == 0 {
		return nil // the result was read from JSON, which does not hold the layout
	}
	var h scoring.Hand
	h.Prepare(w)
	h.Layout = res.Layout
	list := r.options.fu(&h)
	var steps []scoring.Step
	var sum []string
	for _, item := range list.items[:list.n] {
		steps = append(steps, scoring.Step{Code: fuCodes[item.code], Detail: item.detail(&h), Value: int(item.fu)})
		sum = append(sum, fmt.Sprint(item.fu))
	}
	if list.n > 1 {
		steps = append(steps, scoring.Step{Code: "fu-sum", Detail: strings.Join(sum, " + "), Value: list.sum})
	}
	if list.rounded() != list.sum {
		steps = append(steps, scoring.Step{Code: "fu-rounded", Detail: fmt.Sprintf("⌈%d / 10⌉ × 10", list.sum), Value: list.rounded()})
	}
	return steps
}

// detail names the group a line of fu is about.
func (i fuItem) detail(h *scoring.Hand) string {
	if i.group == scoring.PairSpan {
		return models.Tiles{h.Pair, h.Pair}.String()
	}
	for at := range h.Sets {
		if i.group != 1<<at {
			continue
		}
		tiles := h.Sets[at].Tiles()
		if h.KongAt&i.group != 0 {
			tiles = append(tiles, tiles[0])
		}
		if h.Open&i.group != 0 {
			return "[" + tiles.String() + "]"
		}
		return tiles.String()
	}
	return fmt.Sprint(i.fu)
}

// explainHan adds up the han of the fans.
func explainHan(res *scoring.Result) scoring.Step {
	var sum []string
	for _, f := range res.Fans {
		sum = append(sum, fmt.Sprint(f.Value))
	}
	return scoring.Step{Code: "han", Detail: strings.Join(sum, " + "), Value: res.Han}
}

// explainBasic shows where the basic points come from.
func (r *Rules) explainBasic(res *scoring.Result, basic int) []scoring.Step {
	if res.Yakuman > 0 {
		return []scoring.Step{{Code: "yakuman", Detail: fmt.Sprintf("%d × %d", basic/yakumanUnit, yakumanUnit), Value: basic}}
	}
	var steps []scoring.Step
	if res.Han < 5 {
		steps = append(steps, scoring.Step{Code: "basic-points", Detail: fmt.Sprintf("%d × 2^(%d+2)", res.Fu, res.Han), Value: res.Fu << (res.Han + 2)})
	}
	if res.Limit != "" {
		steps = append(steps, scoring.Step{Code: res.Limit, Detail: fmt.Sprint(basic), Value: basic})
	}
	return steps
}

// explainPoints shows how the basic points become payments, share by share.
func (r *Rules) explainPoints(w *models.Win, res *scoring.Result, basic int) []scoring.Step {
	o, dealer := &r.options, w.Seat == models.East
	var steps []scoring.Step
	add := func(code, detail string, value int) {
		steps = append(steps, scoring.Step{Code: code, Detail: detail, Value: value})
	}
	for _, s := range r.shares(nil, w, basic, res) {
		ron := o.Ron(s.basic, dealer)
		switch {
		case s.liable != models.NoSeat && (w.SelfDraw || s.liable == w.Discarder):
			add("liable-"+s.liable.String(), times(o.ronFactor(dealer), s.basic), ron)
		case s.liable != models.NoSeat:
			half := times(o.ronFactor(dealer), s.basic) + " / 2"
			add("liable-"+s.liable.String(), half, ron/2)
			add("from-discarder", half, ron-ron/2)
		case !w.SelfDraw:
			add("from-discarder", times(o.ronFactor(dealer), s.basic), ron)
		case dealer:
			add("from-each", o.explainTsumo(s.basic, 2, 2), o.Tsumo(s.basic, true, false))
		default:
			add("from-dealer", o.explainTsumo(s.basic, 2, 1), o.Tsumo(s.basic, false, true))
			add("from-non-dealer", o.explainTsumo(s.basic, 1, 1), o.Tsumo(s.basic, false, false))
		}
	}
	return steps
}

// explainTsumo shows a loser's part, and half of the missing player's where that is
// played.
func (o *Options) explainTsumo(basic, factor, missing int) string {
	if !o.bisects() {
		return times(factor, basic)
	}
	return fmt.Sprintf("%s + (%s) / 2", times(factor, basic), times(missing, basic))
}

// times shows a multiple of the basic points rounded up to hundreds.
func times(factor, basic int) string {
	if factor*basic%100 == 0 {
		return fmt.Sprintf("%d × %d", factor, basic)
	}
	return fmt.Sprintf("⌈%d × %d / 100⌉ × 100", factor, basic)
}
