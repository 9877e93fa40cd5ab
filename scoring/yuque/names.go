package yuque

// FanName gives the name of a fan in Chinese (zh, as the book prints it), Japanese
// (ja) or English (en). Another language gives the printed name, another id itself.
func (r *Rules) FanName(id, lang string) string {
	if name, ok := names[id]; ok {
		switch lang {
		case "ja":
			return name.ja
		case "en":
			return name.en
		}
	}
	if row := r.row(id); row >= 0 {
		return r.fans[row].Name
	}
	return id
}

// names are the fans in other languages; Japanese uses the name of the yaku where there
// is one.
var names = map[string]struct{ ja, en string }{
	"fan-ke":               {"翻刻子", "Pung Bonus"},
	"si-an-ke":             {"四暗刻", "Four Concealed Pungs"},
	"san-an-ke":            {"三暗刻", "Three Concealed Pungs"},
	"shuang-an-ke":         {"二暗刻", "Two Concealed Pungs"},
	"si-gang":              {"四槓子", "Four Kongs"},
	"san-gang":             {"三槓子", "Three Kongs"},
	"shuang-gang":          {"二槓子", "Two Kongs"},
	"gang":                 {"槓子", "One Kong"},
	"dui-dui-hu":           {"対々和", "All Pungs"},
	"ling-shang-kai-hua":   {"嶺上開花", "Win on a Replacement Tile"},
	"hai-di-lao-yue":       {"海底摸月", "Last Tile Draw"},
	"he-di-lao-yu":         {"河底撈魚", "Last Tile Claim"},
	"qiang-gang":           {"槍槓", "Robbing the Kong"},
	"tian-hu":              {"天和", "Heavenly Hand"},
	"di-hu":                {"地和", "Earthly Hand"},
	"jiu-lian-bao-deng":    {"九蓮宝燈", "Nine Gates"},
	"da-si-xi":             {"大四喜", "Big Four Winds"},
	"xiao-si-xi":           {"小四喜", "Little Four Winds"},
	"san-feng-ke":          {"三風刻", "Three Wind Pungs"},
	"da-san-yuan":          {"大三元", "Big Three Dragons"},
	"xiao-san-yuan":        {"小三元", "Little Three Dragons"},
	"fan-pai-men-feng":     {"役牌：自風牌", "Value Tiles: Seat Wind"},
	"fan-pai-zhong":        {"役牌：中", "Value Tiles: Red"},
	"fan-pai-fa":           {"役牌：發", "Value Tiles: Green"},
	"fan-pai-bai":          {"役牌：白", "Value Tiles: White"},
	"zi-yi-se":             {"字一色", "All Honours"},
	"qing-yi-se-wan":       {"清一色：萬子", "Full Flush: Characters"},
	"qing-yi-se-tong":      {"清一色：筒子", "Full Flush: Dots"},
	"qing-yi-se-suo":       {"清一色：索子", "Full Flush: Bamboos"},
	"hun-yi-se-wan":        {"混一色：萬子", "Half Flush: Characters"},
	"hun-yi-se-tong":       {"混一色：筒子", "Half Flush: Dots"},
	"hun-yi-se-suo":        {"混一色：索子", "Half Flush: Bamboos"},
	"qing-yao-jiu":         {"清老頭", "All Terminals"},
	"hun-yao-jiu":          {"混老頭", "All Terminals and Honours"},
	"qing-dai-yao":         {"純全帯么九", "Terminals in Every Group"},
	"hun-dai-yao":          {"混全帯么九", "Terminals or Honours in Every Group"},
	"si-tong-shun":         {"一色四順", "Four Identical Chows"},
	"san-tong-shun":        {"一色三順", "Three Identical Chows"},
	"er-ban-gao":           {"二盃口", "Two Double Chows"},
	"yi-ban-gao":           {"一盃口", "Double Chow"},
	"san-se-tong-shun":     {"三色同順", "Mixed Triple Chow"},
	"er-xiang-feng":        {"二色同順二組", "Two Mixed Double Chows"},
	"xi-xiang-feng":        {"二色同順", "Mixed Double Chow"},
	"san-se-tong-ke":       {"三色同刻", "Triple Pungs"},
	"er-tong-ke":           {"二色同刻二組", "Two Double Pungs"},
	"shuang-tong-ke":       {"二色同刻", "Double Pungs"},
	"yi-qi-guan-tong":      {"一気通貫", "Straight"},
	"san-se-guan-tong":     {"三色通貫", "Mixed Straight"},
	"qing-shuang-long-hui": {"清双龍会", "Pure Twin Dragons"},
	"shuang-long-hui":      {"双龍会", "Twin Dragons"},
	"si-bu-gao":            {"四歩高", "Four Step Chows"},
	"san-bu-gao":           {"三歩高", "Three Step Chows"},
	"si-lian-huan":         {"四連環", "Four Chained Chows"},
	"san-lian-huan":        {"三連環", "Three Chained Chows"},
	"si-lian-ke":           {"四連刻", "Four Consecutive Pungs"},
	"san-lian-ke":          {"三連刻", "Three Consecutive Pungs"},
	"san-se-lian-ke":       {"三色連刻", "Mixed Consecutive Pungs"},
	"jing-tong":            {"鏡同", "Mirror Suits"},
	"shu-tong":             {"数同", "Mirror Numbers"},
	"yao-jiu-san-ke":       {"么九三刻", "Three Terminal or Honour Pungs"},
	"yao-jiu-si-ke":        {"么九四刻", "Four Terminal or Honour Pungs"},
	"men-qian-qing":        {"門前清", "Concealed Hand"},
}
