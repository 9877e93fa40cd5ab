package taiwan

import (
	"jantaku/models"
	"jantaku/scoring/book"
)

// ids are fans named by their ids.
type ids = book.IDs

// fan is one row of the card.
type fan struct {
	ID, Name string
	Tai      int // 台 of each count
	Ref      string
	Flag     models.Flags        // the circumstance that it is for
	Times    func(*hand) int     // how often it stands in a hand, however it is read
	When     func(*reading) bool // whether it stands in a reading, where that depends on it
	Drops    ids                 // what is not counted with it
	Flowers  bool                // stands where the flowers alone win
	Example  string
}

// card is the card of SML, in its order. A row is read: this fan, printed so, is worth so many 台, stands with Flag, as often as
// Times says, or where When does, and leaves Drops uncounted.
var card = []fan{
	{ID: "heavenly", Name: "天胡", Tai: 24, Ref: "1", Flag: models.Heavenly,
		Drops:   ids{"concealed", "fully-concealed", "kong-draw", "single-wait", "heavenly-ready", "earthly-ready"},
		Example: "23m456789m123p55s789s +1m self-draw seat=E round=E heavenly"},
	{ID: "heavenly-ready", Name: "天聽", Tai: 16, Ref: "2", Flag: models.HeavenlyReady,
		Drops:   ids{"earthly-ready"},
		Example: "23m456789m123p55s789s +1m seat=S round=E from=N heavenly-ready"},
	{ID: "earthly", Name: "地胡", Tai: 16, Ref: "3", Flag: models.Earthly,
		Drops:   ids{"concealed", "fully-concealed", "heavenly-ready", "earthly-ready"},
		Example: "23m456789m123p55s789s +1m self-draw seat=S round=E earthly"},
	{ID: "human", Name: "人胡", Tai: 16, Ref: "4", Flag: models.Human,
		Drops:   ids{"concealed", "heavenly-ready", "earthly-ready"},
		Example: "23m456789m123p55s789s +1m seat=S round=E from=N human"},
	{ID: "big-four-winds", Name: "大四喜", Tai: 16, Ref: "5", Times: once(func(h *hand) bool { return h.winds == 4 }),
		Drops:   ids{"seat-wind", "round-wind"},
		Example: "[111z] [222z] [333z] [444z] 123m4m +4m seat=S round=E from=N"},
	{ID: "all-honors", Name: "字一色", Tai: 16, Ref: "6", Times: once(func(h *hand) bool { return h.suits == 0 }),
		Example: "[111z] [555z] [333z] [444z] [666z] 2z +2z seat=S round=E from=N"},
	{ID: "earthly-ready", Name: "地聽", Tai: 8, Ref: "7", Flag: models.EarthlyReady,
		Example: "23m456789m123p55s789s +1m seat=S round=E from=N earthly-ready"},
	{ID: "full-flush", Name: "清一色", Tai: 8, Ref: "8", Times: once(func(h *hand) bool { return h.suits == 1 && !h.honours }),
		Example: "[789m] 1112345678999m +5m seat=S round=E from=N"},
	{ID: "five-concealed-pungs", Name: "五暗刻", Tai: 8, Ref: "9", When: func(r *reading) bool { return r.hidden == 5 },
		Example: "(9999s) 111222m333p44s88p +8p self-draw seat=S round=E"},
	{ID: "big-three-dragons", Name: "大三元", Tai: 8, Ref: "10", Times: once(func(h *hand) bool { return h.dragons == 3 }),
		Drops:   ids{"dragon-pung"},
		Example: "[555z] [777z] [666z] [789m] 123m4m +4m seat=S round=E from=N"},
	{ID: "little-four-winds", Name: "小四喜", Tai: 8, Ref: "11", Times: once(func(h *hand) bool { return h.winds == 3 && h.windPair }),
		Drops:   ids{"seat-wind", "round-wind"},
		Example: "[111z] [222z] [333z] [789m] 123m4z +4z seat=S round=E from=N"},
	{ID: "seven-robs-one", Name: "七搶一", Tai: 8, Ref: "12", Flowers: true,
		Example: "147m258p369s1234567z +1m seat=S round=E from=N flowers=12345678f"},
	{ID: "eight-flowers", Name: "八仙過海", Tai: 8, Ref: "13", Flowers: true,
		Example: "147m258p369s1234567z +1m self-draw seat=S round=E flowers=12345678f"},
	{ID: "four-concealed-pungs", Name: "四暗刻", Tai: 5, Ref: "14", When: func(r *reading) bool { return r.hidden == 4 },
		Example: "(9999s) 111222m333p44s88p +8p seat=S round=E from=N"},
	{ID: "all-pungs", Name: "碰碰胡", Tai: 4, Ref: "15", When: func(r *reading) bool { return r.pungs == sets },
		Example: "[999s] [888p] 111222m333p4s +4s seat=S round=E from=N"},
	{ID: "half-flush", Name: "混一色", Tai: 4, Ref: "16", Times: once(func(h *hand) bool { return h.suits == 1 && h.honours }),
		Example: "[555z] [777z] 123456m66z78m +9m seat=S round=E from=N"},
	{ID: "little-three-dragons", Name: "小三元", Tai: 4, Ref: "17", Times: once(func(h *hand) bool { return h.dragons == 2 && h.dragonPair }),
		Drops:   ids{"dragon-pung"},
		Example: "[555z] [777z] 123456m66z78m +9m seat=S round=E from=N"},
	{ID: "fully-concealed", Name: "不求人", Tai: 1, Ref: "18", Times: once(func(h *hand) bool { return h.concealed && h.win.SelfDraw }),
		Example: "23m456789m123p55s789s +1m self-draw seat=S round=E"},
	{ID: "three-concealed-pungs", Name: "三暗刻", Tai: 2, Ref: "19", When: func(r *reading) bool { return r.hidden == 3 },
		Example: "[999s] [888p] 111222m333p4s +4s seat=S round=E from=N"},
	{ID: "all-exposed", Name: "全求人", Tai: 2, Ref: "20", Times: once(func(h *hand) bool { return h.exposed && !h.win.SelfDraw }),
		Example: "[123m] [456m] [999p] [123p] [789s] 5s +5s seat=S round=E from=N"},
	{ID: "all-chows", Name: "平胡", Tai: 2, Ref: "21", When: allChows,
		Example: "[789s] 23m456789m123p55s +1m seat=S round=E from=N"},
	{ID: "self-draw", Name: "自摸", Tai: 1, Ref: "22", Times: once(func(h *hand) bool { return h.win.SelfDraw }),
		Example: "[789s] 23m456789m123p55s +1m self-draw seat=S round=E"},
	{ID: "last-draw", Name: "海底撈月", Tai: 1, Ref: "23", Flag: models.LastDraw,
		Example: "[789s] 23m456789m123p55s +1m self-draw seat=S round=E last-draw"},
	{ID: "kong-draw", Name: "槓上自摸", Tai: 1, Ref: "24", Flag: models.KongDraw,
		Example: "[789s] [9999p] 23m456m123p55s +1m self-draw seat=S round=E kong-draw"},
	{ID: "round-wind", Name: "場風", Tai: 1, Ref: "25", Times: once(func(h *hand) bool { return h.pungOf(h.win.Round.Wind()) }),
		Example: "[111z] 23m456789m123p55s +1m seat=S round=E from=N"},
	{ID: "seat-flower", Name: "正花", Tai: 1, Ref: "26", Times: seatFlowers,
		Example: "[789s] 23m456789m123p55s +1m seat=S round=E from=N flowers=26f"},
	{ID: "seat-wind", Name: "正字", Tai: 1, Ref: "27", Times: once(func(h *hand) bool { return h.pungOf(h.win.Seat.Wind()) }),
		Example: "[222z] 23m456789m123p55s +1m seat=S round=E from=N"},
	{ID: "dragon-pung", Name: "三元牌", Tai: 1, Ref: "28", Times: func(h *hand) int { return h.dragons },
		Example: "[555z] 23m456789m123p55s +1m seat=S round=E from=N"},
	{ID: "single-wait", Name: "獨聽", Tai: 1, Ref: "29", When: singleWait,
		Example: "[789s] 13m456789m123p55s +2m seat=S round=E from=N"},
	{ID: "concealed", Name: "門清", Tai: 1, Ref: "30", Times: once(func(h *hand) bool { return h.concealed }),
		Example: "23m456789m123p55s789s +1m seat=S round=E from=N"},
	{ID: "rob-kong", Name: "搶槓", Tai: 1, Ref: "31", Flag: models.RobKong,
		Example: "[789s] 23m456789m123p55s +1m seat=S round=E from=N rob-kong"},
	{ID: "flower-set", Name: "花槓", Tai: 1, Ref: "32", Times: flowerSets,
		Example: "[789s] 23m456789m123p55s +1m seat=S round=E from=N flowers=1234f"},
}

// once makes a number of a question that is answered yes or no.
func once(is func(*hand) bool) func(*hand) int {
	return func(h *hand) int {
		if is(h) {
			return 1
		}
		return 0
	}
}

// allChows: five chows, something laid, another's tile, which completes a chow open at two sides. Honours and flowers may
// be there (平胡). That it is not there when self-drawn is what the public programs have; the card does not say.
func allChows(r *reading) bool { return anyChows(r) && r.twoSided() }

// anyChows is that with any wait.
func anyChows(r *reading) bool {
	return r.pungs == 0 && r.shape == five && !r.concealed && !r.win.SelfDraw
}

// singleWait: one kind is waited for, and it completes a pair, an edge or a middle (獨聽).
func singleWait(r *reading) bool { return r.narrow() && !r.exposed && r.hand.onlyWait() }

func seatFlowers(h *hand) (n int) {
	for _, t := range h.win.Flowers.Tiles {
		if (t.Rank()-1)%models.Places == h.win.Seat.Index() {
			n++
		}
	}
	return n
}

func flowerSets(h *hand) int {
	var series [2]int
	for _, t := range h.win.Flowers.Tiles {
		series[(t.Rank()-1)/models.Places]++
	}
	return series[0]/models.Places + series[1]/models.Places
}
