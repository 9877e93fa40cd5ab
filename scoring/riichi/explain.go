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
	steps = append(steps, r.explainLiability(w, res, basic)...)
	steps = append(steps, r.explainPoints(w, basic)...)
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
		steps = append(steps, scoring.Step{Code: "fu", Detail: strings.Join(sum, " + "), Value: list.sum})
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

// explainLiability says who answers for what.
func (r *Rules) explainLiability(w *models.Win, res *scoring.Result, basic int) []scoring.Step {
	var steps []scoring.Step
	for _, s := range r.shares(nil, w, basic, res) {
		if s.liable != models.NoSeat {
			points := r.options.Ron(s.basic, w.Seat == models.East)
			steps = append(steps, scoring.Step{Code: "liable-" + s.liable.String(), Detail: fmt.Sprint(points), Value: points})
		}
	}
	return steps
}

// explainPoints shows how the basic points become payments.
func (r *Rules) explainPoints(w *models.Win, basic int) []scoring.Step {
	o, dealer := &r.options, w.Seat == models.East
	step := func(code string, points int) scoring.Step {
		return scoring.Step{Code: code, Detail: fmt.Sprint(points), Value: points}
	}
	switch {
	case !w.SelfDraw:
		return []scoring.Step{step("from-discarder", o.Ron(basic, dealer))}
	case dealer:
		return []scoring.Step{step("from-each", o.Tsumo(basic, true, false))}
	default:
		return []scoring.Step{step("from-dealer", o.Tsumo(basic, false, true)), step("from-non-dealer", o.Tsumo(basic, false, false))}
	}
}
