package riichi

// FanName gives the name of a yaku in zh, ja or en. Another language gives the name
// as printed, which is the Japanese one; an unknown id gives the id.
func (r *Rules) FanName(id, lang string) string {
	for _, n := range otherNames {
		if n.id != id {
			continue
		}
		switch lang {
		case "zh":
			return n.zh
		case "en":
			return n.en
		}
	}
	if row := r.row(id); row >= 0 {
		return r.yaku[row].Name
	}
	return id
}

// otherNames are the names in Chinese and English, in the order of the table.
var otherNames = [...]struct{ id, zh, en string }{
	{"riichi", "立直", "Riichi"},
	{"double-riichi", "两立直", "Double riichi"},
	{"ippatsu", "一发", "One shot"},
	{"menzen-tsumo", "门前清自摸和", "Fully concealed self-draw"},
	{"pinfu", "平和", "Pinfu (all sequences)"},
	{"tanyao", "断幺九", "All simples"},
	{"iipeikou", "一杯口", "Twin sequences"},
	{"haku", "白", "White dragon"},
	{"hatsu", "发", "Green dragon"},
	{"chun", "中", "Red dragon"},
	{"round-wind", "场风", "Round wind"},
	{"seat-wind", "自风", "Seat wind"},
	{"rinshan", "岭上开花", "After a quad"},
	{"chankan", "抢杠", "Robbing a quad"},
	{"haitei", "海底摸月", "Last tile draw"},
	{"houtei", "河底捞鱼", "Last discard"},
	{"chiitoitsu", "七对子", "Seven pairs"},
	{"sanshoku-doujun", "三色同顺", "Mixed triple sequence"},
	{"ittsuu", "一气通贯", "Full straight"},
	{"chanta", "混全带幺九", "Mixed outside hand"},
	{"sanshoku-doukou", "三色同刻", "Mixed triple triplet"},
	{"toitoi", "对对和", "All triplets"},
	{"sanankou", "三暗刻", "Three concealed triplets"},
	{"sankantsu", "三杠子", "Three quads"},
	{"shousangen", "小三元", "Little three dragons"},
	{"honroutou", "混老头", "All terminals and honours"},
	{"sanrenkou", "三连刻", "Three consecutive triplets"},
	{"honitsu", "混一色", "Half flush"},
	{"junchan", "纯全带幺九", "Pure outside hand"},
	{"ryanpeikou", "二杯口", "Two twin sequences"},
	{"isshoku-sanjun", "一色三顺", "Pure triple sequence"},
	{"chinitsu", "清一色", "Full flush"},
	{"renhou", "人和", "Blessing of man"},
	{"tenhou", "天和", "Blessing of heaven"},
	{"chiihou", "地和", "Blessing of earth"},
	{"kokushi", "国士无双", "Thirteen orphans"},
	{"kokushi-13", "国士无双十三面", "Thirteen-sided thirteen orphans"},
	{"suuankou", "四暗刻", "Four concealed triplets"},
	{"suuankou-tanki", "四暗刻单骑", "Four concealed triplets, pair wait"},
	{"daisangen", "大三元", "Big three dragons"},
	{"shousuushii", "小四喜", "Little four winds"},
	{"daisuushii", "大四喜", "Big four winds"},
	{"tsuuiisou", "字一色", "All honours"},
	{"chinroutou", "清老头", "All terminals"},
	{"ryuuiisou", "绿一色", "All green"},
	{"chuuren", "九莲宝灯", "Nine gates"},
	{"junsei-chuuren", "纯正九莲宝灯", "Pure nine gates"},
	{"suukantsu", "四杠子", "Four quads"},
	{"daisharin", "大车轮", "Big wheels"},
	{"daichisei", "大七星", "Big seven stars"},
	{"dora", "宝牌", "Dora"},
	{"aka-dora", "赤宝牌", "Red five"},
	{"nuki-dora", "拔北宝牌", "North set aside"},
	{"ura-dora", "里宝牌", "Underside dora"},
}
