package hongkong

import (
	"jantaku/models"
	"jantaku/scoring"
)

// Words are what the book calls things.
func Words() scoring.Words {
	return scoring.Words{Fans: fanNames, Pages: pageWords, Steps: stepNames}
}

// Words implements [scoring.Worded].
func (r *Rules) Words() scoring.Words { return Words() }

// Desk is what the book asks of whoever enters a hand.
func Desk() scoring.Desk {
	return scoring.Desk{Unit: "fan", Rare: 8, Hand: models.Thirteen, Facts: scoring.FactsOf(facts)}
}

// fanNames are the fans of 香港麻雀, which are printed in traditional characters.
var fanNames = map[string]models.Names{
	"all-chows":            {ZH: "平糊", JA: "平和", EN: "All Chows"},
	"self-draw":            {ZH: "自摸", JA: "自摸", EN: "Self-draw"},
	"concealed":            {ZH: "門前清", JA: "門前清", EN: "Concealed Hand"},
	"mixed-terminals":      {ZH: "花么", JA: "混老頭", EN: "Mixed Terminals"},
	"dragon-pung":          {ZH: "三元牌", JA: "三元牌", EN: "Dragon Pung"},
	"seat-wind":            {ZH: "門風", JA: "自風", EN: "Seat Wind"},
	"round-wind":           {ZH: "圈風", JA: "場風", EN: "Round Wind"},
	"rob-kong":             {ZH: "搶槓", JA: "搶槓", EN: "Robbing the Kong"},
	"last-draw":            {ZH: "海底撈月", JA: "海底撈月", EN: "Last Tile"},
	"last-discard":         {ZH: "河底撈魚", JA: "河底撈魚", EN: "Last Discard"},
	"kong-draw":            {ZH: "槓上自摸", JA: "嶺上開花", EN: "Win after Kong"},
	"no-flowers":           {ZH: "無花", JA: "花なし", EN: "No Flowers"},
	"seat-flower":          {ZH: "門風花", JA: "自風の花", EN: "Seat Flower"},
	"flower-set":           {ZH: "一台花", JA: "花一組", EN: "Set of Flowers"},
	"seven-flowers":        {ZH: "小花糊", JA: "七花", EN: "Seven Flowers"},
	"eight-flowers":        {ZH: "大花糊", JA: "八花", EN: "Eight Flowers"},
	"half-flush":           {ZH: "混一色", JA: "混一色", EN: "Half Flush"},
	"all-pungs":            {ZH: "對對糊", JA: "対々和", EN: "All Pungs"},
	"little-three-dragons": {ZH: "小三元", JA: "小三元", EN: "Little Three Dragons"},
	"big-three-dragons":    {ZH: "大三元", JA: "大三元", EN: "Big Three Dragons"},
	"full-flush":           {ZH: "清一色", JA: "清一色", EN: "Full Flush"},
	"seven-pairs":          {ZH: "七對子", JA: "七対子", EN: "Seven Pairs"},
	"little-four-winds":    {ZH: "小四喜", JA: "小四喜", EN: "Little Four Winds"},
	"big-four-winds":       {ZH: "大四喜", JA: "大四喜", EN: "Big Four Winds"},
	"all-honors":           {ZH: "全番子", JA: "字一色", EN: "All Honours"},
	"all-terminals":        {ZH: "清么九", JA: "清老頭", EN: "All Terminals"},
	"four-concealed-pungs": {ZH: "坎坎糊", JA: "四暗刻", EN: "Four Concealed Pungs"},
	"four-kongs":           {ZH: "十八羅漢", JA: "四槓子", EN: "Four Kongs"},
	"nine-gates":           {ZH: "九子連環", JA: "九蓮宝燈", EN: "Nine Gates"},
	"thirteen-orphans":     {ZH: "十三么", JA: "国士無双", EN: "Thirteen Orphans"},
	"double-kong-draw":     {ZH: "槓上槓自摸", JA: "連槓の嶺上開花", EN: "Kong on Kong"},
	"heavenly":             {ZH: "天糊", JA: "天和", EN: "Heavenly Hand"},
	"earthly":              {ZH: "地糊", JA: "地和", EN: "Earthly Hand"},
}

// stepNames are the steps of its arithmetic that no other book has.
var stepNames = map[string]models.Names{
	"liable": {ZH: "包牌", JA: "責任払い", EN: "pays for all three"},
}

// pageWords are what the pages say of this book alone.
var pageWords = map[string]models.Names{
	"choice.eight_flowers_discard":          {ZH: "八花后食别人的牌", JA: "八花のあとの出和了", EN: "Eight flowers, then a win on a discard"},
	"choice.eight_flowers_discard.limit":    {ZH: "仍作大花糊", JA: "八花として数える", EN: "count as the limit hand"},
	"choice.eight_flowers_discard.ordinary": {ZH: "按普通牌计", JA: "普通の手として数える", EN: "count as an ordinary hand"},
	"choice.eight_flowers_discard.refuse":   {ZH: "不可，问裁判", JA: "認めず審判に聞く", EN: "refused: the referee is asked"},
	"unit.hongkong.fan":                     {ZH: "番", JA: "番", EN: "fan"},
	"limit.hongkong.cap":                    {ZH: "满糊", JA: "満糊", EN: "limit hand"},
	"rules.hongkong":                        {ZH: "香港麻雀", JA: "香港麻雀", EN: "Hong Kong"},
	"choice.cap.profile":                    {ZH: "依所选规则", JA: "プロファイルどおり", EN: "as the profile has it"},
	"choice.table.label":                    {ZH: "计分表", JA: "点数表", EN: "Table of payments"},
	"choice.hkma":                           {ZH: "总会", JA: "協会", EN: "association"},
	"choice.half-spicy":                     {ZH: "半辣上", JA: "半辣上", EN: "half-spicy"},
	"choice.full-spicy":                     {ZH: "全辣上", JA: "全辣上", EN: "full-spicy"},
	"choice.laak":                           {ZH: "拉", JA: "拉", EN: "laak"},
	"choice.responsibility":                 {ZH: "放铳责任", JA: "放銃の責任", EN: "Responsibility for a discard"},
	"choice.responsibility.full":            {ZH: "全铳：放铳者独付", JA: "全銃：放銃者がひとりで払う", EN: "full: the discarder pays alone"},
	"choice.responsibility.half":            {ZH: "半铳：三家都付，放铳者加倍", JA: "半銃：全員が払い、放銃者は倍", EN: "half: everybody pays, the discarder double"},
}
