package sichuan

import (
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/find"
)

// fan is one row of the book: all that stand are added, none excludes another.
type fan struct {
	ID, Name string
	Value    int // 番, each time it is counted
	Ref      string
	Forms    scoring.Shape
	When     scoring.Pattern
	Example  string
}

// The forms a fan can stand in.
const (
	general = scoring.General
	pairs   = scoring.SevenPairs
	anyForm = general | pairs
)

// fans is the fan table of the book (art. 10.2 (6)), in its order.
var fans = []fan{
	{ID: "kong", Name: "杠", Value: 1, Ref: "10.2 (6) 1", Forms: general,
		When:    find.Times(func(h *scoring.Hand) int { return h.Kongs }),
		Example: "[9999m] (4444p) 678m1237p +7p void=s"},
	{ID: "root", Name: "根", Value: 1, Ref: "10.2 (6) 2", Forms: anyForm,
		When:    find.Unkonged(),
		Example: "[333s] 4577s677778p +3s void=m"},
	{ID: "all-pungs", Name: "大对子", Value: 1, Ref: "10.2 (6) 3", Forms: general,
		When:    scoring.Pattern{Pungs: 4},
		Example: "[555m] [666m] [777p] 88p99m +9m void=s"},
	{ID: "golden-hook", Name: "金钩钓", Value: 1, Ref: "10.2 (6) 4", Forms: general,
		When:    find.Laid(func(l scoring.Laid) bool { return l.Melds == 4 }),
		Example: "[444p] (9999p) [111s] [888s] 5s +5s void=m"},
	{ID: "full-flush", Name: "清一色", Value: 2, Ref: "10.2 (6) 5", Forms: anyForm,
		When:    find.Mixture(find.FullFlush),
		Example: "[111m] [555m] 2346788m +5m void=s"},
	{ID: "seven-pairs", Name: "七对", Value: 2, Ref: "10.2 (6) 6", Forms: pairs,
		When:    find.Always(),
		Example: "4468899p778899s +6p void=m"},
	{ID: "kong-draw", Name: "杠上花", Value: 1, Ref: "10.2 (6) 7", Forms: general,
		When:    find.Flag(models.KongDraw),
		Example: "[1111p] [999p] 123456m7p +7p self-draw kong-draw void=s"},
	{ID: "kong-discard", Name: "杠上炮", Value: 1, Ref: "10.2 (6) 8", Forms: anyForm,
		When:    find.Flag(models.KongDiscard),
		Example: "[999p] 123456m1237p +7p kong-discard void=s"},
	{ID: "rob-kong", Name: "抢杠", Value: 1, Ref: "10.2 (6) 9", Forms: anyForm,
		When:    find.Flag(models.RobKong),
		Example: "12456m12377999p +3m rob-kong void=s"},
	{ID: "last-tile", Name: "海底", Value: 1, Ref: "10.2 (6) 10", Forms: anyForm,
		When: find.Tiles(func(h *scoring.Hand) bool {
			return h.Win.Flags.Any(models.LastDraw | models.LastDiscard)
		}),
		Example: "[999p] 123456m1237p +7p last-discard void=s"},
}

// pairWait finds four pungs or kongs that waited for the pair alone, laid or in hand.
var pairWait = scoring.Pattern{Pungs: 4, Layout: func(h *scoring.Hand) (scoring.Span, int) {
	if h.Pair == h.WinTile {
		return scoring.PairSpan, 1
	}
	return 0, 0
}}

// shotAlone finds the shot after a kong that is not the robbing of a further one.
var shotAlone = find.Tiles(func(h *scoring.Hand) bool {
	return h.Win.Flags.Has(models.KongDiscard) && !h.Win.Flags.Has(models.RobKong)
})

// heavenly and earthly are the wins of the first turn, where a club counts them.
func heavenly(value int) fan {
	return fan{ID: "heavenly", Name: "天和", Value: value, Ref: "option heavenly", Forms: anyForm,
		When:    find.Flag(models.Heavenly),
		Example: "12456m12377999p +3m self-draw seat=E heavenly void=s"}
}

func earthly(value int) fan {
	return fan{ID: "earthly", Name: "地和", Value: value, Ref: "option heavenly", Forms: anyForm,
		When:    find.Flag(models.Earthly),
		Example: "12456m12377999p +3m seat=S earthly void=s"}
}
