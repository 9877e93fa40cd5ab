package mcr

// FanName gives the name of a fan in zh, ja or en. Another language gives the name as
// printed; an unknown id gives the id.
func (r *Rules) FanName(id, lang string) string {
	for _, n := range otherNames {
		if n.id != id {
			continue
		}
		switch lang {
		case "ja":
			return n.ja
		case "en":
			return n.en
		}
	}
	if row := r.row(id); row >= 0 {
		return r.fans[row].Name
	}
	return id
}

// otherNames are the names in Japanese and English, in the order of the table.
var otherNames = [...]struct{ id, ja, en string }{
	{"big-four-winds", "大四喜", "Big four winds"},
	{"big-three-dragons", "大三元", "Big three dragons"},
	{"all-green", "緑一色", "All green"},
	{"nine-gates", "九蓮宝灯", "Nine gates"},
	{"four-kongs", "四槓", "Four kongs"},
	{"seven-shifted-pairs", "連七対", "Seven shifted pairs"},
	{"thirteen-orphans", "十三幺", "Thirteen orphans"},
	{"all-terminals", "清幺九", "All terminals"},
	{"little-four-winds", "小四喜", "Little four winds"},
	{"little-three-dragons", "小三元", "Little three dragons"},
	{"all-honors", "字一色", "All honors"},
	{"four-concealed-pungs", "四暗刻", "Four concealed pungs"},
	{"pure-terminal-chows", "一色双龍会", "Pure terminal chows"},
	{"quadruple-chow", "一色四同順", "Quadruple chow"},
	{"four-pure-shifted-pungs", "一色四節高", "Four pure shifted pungs"},
	{"four-pure-shifted-chows", "一色四歩高", "Four pure shifted chows"},
	{"three-kongs", "三槓", "Three kongs"},
	{"all-terminals-and-honors", "混幺九", "All terminals and honors"},
	{"seven-pairs", "七対", "Seven pairs"},
	{"greater-honors-and-knitted-tiles", "七星不靠", "Greater honors and knitted tiles"},
	{"all-even-pungs", "全双刻", "All even pungs"},
	{"full-flush", "清一色", "Full flush"},
	{"pure-triple-chow", "一色三同順", "Pure triple chow"},
	{"pure-shifted-pungs", "一色三節高", "Pure shifted pungs"},
	{"upper-tiles", "全大", "Upper tiles"},
	{"middle-tiles", "全中", "Middle tiles"},
	{"lower-tiles", "全小", "Lower tiles"},
	{"pure-straight", "清龍", "Pure straight"},
	{"three-suited-terminal-chows", "三色双龍会", "Three suited terminal chows"},
	{"pure-shifted-chows", "一色三歩高", "Pure shifted chows"},
	{"all-fives", "全帯五", "All fives"},
	{"triple-pung", "三同刻", "Triple pung"},
	{"three-concealed-pungs", "三暗刻", "Three concealed pungs"},
	{"lesser-honors-and-knitted-tiles", "全不靠", "Lesser honors and knitted tiles"},
	{"knitted-straight", "組合龍", "Knitted straight"},
	{"upper-four", "大于五", "Upper four"},
	{"lower-four", "小于五", "Lower four"},
	{"big-three-winds", "三風刻", "Big three winds"},
	{"mixed-straight", "花龍", "Mixed straight"},
	{"reversible-tiles", "推不倒", "Reversible tiles"},
	{"mixed-triple-chow", "三色三同順", "Mixed triple chow"},
	{"mixed-shifted-pungs", "三色三節高", "Mixed shifted pungs"},
	{"chicken-hand", "無番和", "Chicken hand"},
	{"last-tile-draw", "妙手回春", "Last tile draw"},
	{"last-tile-claim", "海底撈月", "Last tile claim"},
	{"out-with-replacement-tile", "槓上開花", "Out with replacement tile"},
	{"robbing-the-kong", "搶槓和", "Robbing the kong"},
	{"all-pungs", "碰碰和", "All pungs"},
	{"half-flush", "混一色", "Half flush"},
	{"mixed-shifted-chows", "三色三歩高", "Mixed shifted chows"},
	{"all-types", "五門斉", "All types"},
	{"melded-hand", "全求人", "Melded hand"},
	{"two-concealed-kongs", "双暗槓", "Two concealed kongs"},
	{"mixed-kong-pair", "明暗槓", "Melded and concealed kong"},
	{"two-dragon-pungs", "双箭刻", "Two dragon pungs"},
	{"outside-hand", "全帯幺", "Outside hand"},
	{"fully-concealed-hand", "不求人", "Fully concealed hand"},
	{"two-melded-kongs", "双明槓", "Two melded kongs"},
	{"last-tile", "和絶張", "Last tile"},
	{"dragon-pung", "箭刻", "Dragon pung"},
	{"prevalent-wind", "圏風刻", "Prevalent wind"},
	{"seat-wind", "門風刻", "Seat wind"},
	{"concealed-hand", "門前清", "Concealed hand"},
	{"all-chows", "平和", "All chows"},
	{"tile-hog", "四帰一", "Tile hog"},
	{"double-pung", "双同刻", "Double pung"},
	{"two-concealed-pungs", "双暗刻", "Two concealed pungs"},
	{"concealed-kong", "暗槓", "Concealed kong"},
	{"all-simples", "断幺", "All simples"},
	{"pure-double-chow", "一般高", "Pure double chow"},
	{"mixed-double-chow", "喜相逢", "Mixed double chow"},
	{"short-straight", "連六", "Short straight"},
	{"two-terminal-chows", "老少副", "Two terminal chows"},
	{"pung-of-terminals-or-honors", "幺九刻", "Pung of terminals or honors"},
	{"melded-kong", "明槓", "Melded kong"},
	{"one-voided-suit", "缺一門", "One voided suit"},
	{"no-honors", "無字", "No honors"},
	{"edge-wait", "辺張", "Edge wait"},
	{"closed-wait", "坎張", "Closed wait"},
	{"single-wait", "単釣将", "Single wait"},
	{"self-drawn", "自摸", "Self drawn"},
	{"flower-tiles", "花牌", "Flower tiles"},
}
