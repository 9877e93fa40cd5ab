package hongkong

import (
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
	"jantaku/scoring/find"
)

// The forms a fan can stand in.
const (
	general    = scoring.General
	sevenPairs = scoring.SevenPairs
	orphans    = scoring.Orphans
	pairsToo   = general | sevenPairs
	anyForm    = general | sevenPairs | orphans
)

// ids are fans named by their ids.
type ids = book.IDs

// fan is one row of the list.
type fan struct {
	ID, Name string
	Fan      int  // 番 of each count
	Limit    bool // 滿糊: the cap, and nothing beside it
	Ref      string
	Forms    scoring.Shape
	Flowers  bool // stands where the flowers alone win, too
	When     scoring.Pattern
	Excludes ids
	Example  string
}

// hkma is the list of the association, in its order. A row is read: this fan, printed so, is worth so many 番 or the
// limit, counts in hands of these forms, and stands where When finds it.
var hkma = []fan{
	{ID: "all-chows", Name: "平糊", Fan: 1, Ref: "1", Forms: general,
		When:    scoring.Pattern{Chows: 4},
		Example: "123456m234p789s5p +5p self-draw seat=S round=E"},
	{ID: "self-draw", Name: "自摸", Fan: 1, Ref: "2", Forms: anyForm,
		When:    find.SelfDraw(),
		Example: "123456m234p789s5p +5p self-draw seat=S round=E"},
	{ID: "mixed-terminals", Name: "花么", Fan: 1, Ref: "4", Forms: pairsToo,
		When:    find.MixedTerminals(),
		Example: "[111p] [333z] [999s] 11m99p +9p seat=E round=E"},
	{ID: "dragon-pung", Name: "三元牌", Fan: 1, Ref: "5", Forms: general,
		When:    find.EachPung(find.These(dragons)).Among(dragons),
		Example: "[555z] [777p] 345m66z77z +6z seat=E round=E"},
	{ID: "seat-wind", Name: "門風", Fan: 1, Ref: "6", Forms: general,
		When:    find.EachPung(find.SeatWind).Among(scoring.WindMask),
		Example: "[789m] [222z] 2344567m +7m seat=S round=E"},
	{ID: "round-wind", Name: "圈風", Fan: 1, Ref: "7", Forms: general,
		When:    find.EachPung(roundWind).Among(scoring.WindMask),
		Example: "[789m] [111z] 2344567m +7m seat=E round=E"},
	{ID: "rob-kong", Name: "搶槓", Fan: 1, Ref: "8", Forms: anyForm,
		When:    find.Flag(models.RobKong),
		Example: "[789s] 123456m23p55s +4p seat=E from=W rob-kong"},
	{ID: "last-draw", Name: "海底撈月", Fan: 1, Ref: "9", Forms: anyForm, Flowers: true,
		When:    find.Flag(models.LastDraw),
		Example: "[789s] 123456m23p55s +4p self-draw seat=E last-draw"},
	{ID: "kong-draw", Name: "槓上自摸", Fan: 1, Ref: "11", Forms: general, Flowers: true,
		When:    find.Tiles(replacement),
		Example: "[9999s] 123456m23p55s +4p self-draw seat=E kong-draw"},
	{ID: "no-flowers", Name: "無花", Fan: 1, Ref: "12", Forms: anyForm,
		When:    find.Tiles(func(h *scoring.Hand) bool { return h.Win.Flowers.Count == 0 }),
		Example: "[789s] 123456m23p55s +4p self-draw seat=E"},
	{ID: "seat-flower", Name: "門風花", Fan: 1, Ref: "13", Forms: anyForm,
		When:    find.Times(seatFlowers),
		Example: "123456m234p789s5p +5p seat=S from=E flowers=26f"},
	{ID: "flower-set", Name: "一台花", Fan: 1, Ref: "14", Forms: anyForm,
		When:    find.Times(flowerSets),
		Example: "123456m234p789s5p +5p self-draw seat=S flowers=1234f"},
	{ID: "seven-flowers", Name: "小花糊", Fan: 3, Ref: "15", Flowers: true,
		When:    flowersAlone(7),
		Example: "147m258p369s1234z +1m self-draw seat=S flowers=1234567f"},
	{ID: "eight-flowers", Name: "大花糊", Limit: true, Ref: "16", Forms: anyForm, Flowers: true,
		When:    find.Tiles(func(h *scoring.Hand) bool { return h.Win.Flowers.Count == 8 }),
		Example: "147m258p369s1234z +1m self-draw seat=S flowers=12345678f"},
	{ID: "half-flush", Name: "混一色", Fan: 3, Ref: "17", Forms: pairsToo,
		When:    find.Mixture(find.HalfFlush),
		Example: "[789m] [111z] 2344567m +7m seat=E round=E"},
	{ID: "all-pungs", Name: "對對糊", Fan: 3, Ref: "18", Forms: general,
		When:    allPungs,
		Example: "[888s] [666p] 2233m444p +2m seat=E"},
	{ID: "little-three-dragons", Name: "小三元", Fan: 3, Ref: "19", Forms: general,
		When:    find.PungsAndPair(2, models.Tile.IsDragon),
		Example: "[555z] [777p] 345m66z77z +6z seat=E"},
	{ID: "big-three-dragons", Name: "大三元", Fan: 5, Ref: "20", Forms: general,
		When:    find.Sets(3, find.Pungs, find.Of(models.Tile.IsDragon)),
		Example: "[555z] [666z] 345m66p77z +7z seat=E"},
	{ID: "full-flush", Name: "清一色", Fan: 7, Ref: "21", Forms: pairsToo,
		When:    find.Mixture(find.FullFlush),
		Example: "[111m] [999m] 2345678m +2m seat=E"},
	{ID: "little-four-winds", Name: "小四喜", Limit: true, Ref: "22", Forms: general,
		When:    find.PungsAndPair(3, models.Tile.IsWind),
		Example: "[234m] 111222333z4z +4z seat=E round=E"},
	{ID: "big-four-winds", Name: "大四喜", Limit: true, Ref: "23", Forms: general,
		When:    find.Sets(4, find.Pungs, find.Of(models.Tile.IsWind)),
		Example: "[333z] 111222444z5m +5m seat=E round=E"},
	{ID: "all-honors", Name: "全番子", Limit: true, Ref: "24", Forms: pairsToo,
		When:    find.Only(scoring.HonourMask),
		Example: "[333z] [444z] [555z] 1122z +2z seat=E round=E"},
	{ID: "all-terminals", Name: "清么九", Limit: true, Ref: "25", Forms: pairsToo,
		When:    find.Only(scoring.TerminalMask),
		Example: "[111p] [111s] [999s] 11m99p +9p seat=E"},
	{ID: "four-concealed-pungs", Name: "坎坎糊", Limit: true, Ref: "26", Forms: general,
		When:    concealedPungs(nothing),
		Example: "111333555m7779p +9p seat=E"},
	{ID: "four-kongs", Name: "十八羅漢", Limit: true, Ref: "27", Forms: general,
		When:    find.Kongs(4),
		Example: "(1111m) [3333s] [777p+7p] [5555m] 9p +9p seat=E"},
	{ID: "nine-gates", Name: "九子連環", Limit: true, Ref: "28", Forms: general,
		When:    nineGates,
		Example: "1112345678999s +5s seat=E"},
	{ID: "thirteen-orphans", Name: "十三么", Limit: true, Ref: "29", Forms: orphans,
		When:    find.Always(),
		Example: "19m19p19s1234567z +7z self-draw seat=E"},
	{ID: "double-kong-draw", Name: "槓上槓自摸", Limit: true, Ref: "30", Forms: general,
		When:    find.Flag(models.DoubleKongDraw),
		Example: "[9999s] (1111p) 456m23p55s +4p self-draw seat=E double-kong-draw"},
	{ID: "heavenly", Name: "天糊", Limit: true, Ref: "31", Forms: anyForm,
		When:    find.Flag(models.Heavenly),
		Example: "123456m234p789s5p +5p self-draw seat=E heavenly"},
	{ID: "earthly", Name: "地糊", Limit: true, Ref: "32", Forms: anyForm,
		When:    find.Flag(models.Earthly),
		Example: "123456m234p789s5p +5p seat=S from=E earthly"},
}

// printed is the order in which one of several limit hands is printed.
var printed = ids{"thirteen-orphans", "big-four-winds", "four-kongs", "heavenly", "earthly", "all-honors", "all-terminals", "nine-gates",
	"little-four-winds", "four-concealed-pungs", "double-kong-draw", "eight-flowers"}
