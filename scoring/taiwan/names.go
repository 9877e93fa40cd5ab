package taiwan

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
	return scoring.Desk{Unit: "tai", Rare: 8, Hand: HandSize, Facts: scoring.FactsOf(facts, models.FactOf(models.LastDiscard))}
}

// fanNames are the fans of 台灣十六張, which are printed in traditional characters.
var fanNames = map[string]models.Names{
	"heavenly":              {ZH: "天胡", JA: "天和", EN: "Heavenly Hand"},
	"heavenly-ready":        {ZH: "天聽", JA: "天聴", EN: "Heavenly Ready"},
	"earthly":               {ZH: "地胡", JA: "地和", EN: "Earthly Hand"},
	"human":                 {ZH: "人胡", JA: "人和", EN: "Human Hand"},
	"big-four-winds":        {ZH: "大四喜", JA: "大四喜", EN: "Big Four Winds"},
	"all-honors":            {ZH: "字一色", JA: "字一色", EN: "All Honours"},
	"earthly-ready":         {ZH: "地聽", JA: "地聴", EN: "Earthly Ready"},
	"full-flush":            {ZH: "清一色", JA: "清一色", EN: "Full Flush"},
	"five-concealed-pungs":  {ZH: "五暗刻", JA: "五暗刻", EN: "Five Concealed Pungs"},
	"big-three-dragons":     {ZH: "大三元", JA: "大三元", EN: "Big Three Dragons"},
	"little-four-winds":     {ZH: "小四喜", JA: "小四喜", EN: "Little Four Winds"},
	"seven-robs-one":        {ZH: "七搶一", JA: "七搶一", EN: "Seven Flowers Rob the Eighth"},
	"eight-flowers":         {ZH: "八仙過海", JA: "八仙過海", EN: "Eight Flowers"},
	"four-concealed-pungs":  {ZH: "四暗刻", JA: "四暗刻", EN: "Four Concealed Pungs"},
	"all-pungs":             {ZH: "碰碰胡", JA: "対々和", EN: "All Pungs"},
	"half-flush":            {ZH: "混一色", JA: "混一色", EN: "Half Flush"},
	"little-three-dragons":  {ZH: "小三元", JA: "小三元", EN: "Little Three Dragons"},
	"fully-concealed":       {ZH: "不求人", JA: "門前清自摸", EN: "Fully Concealed"},
	"three-concealed-pungs": {ZH: "三暗刻", JA: "三暗刻", EN: "Three Concealed Pungs"},
	"all-exposed":           {ZH: "全求人", JA: "全求人", EN: "All Exposed"},
	"all-chows":             {ZH: "平胡", JA: "平和", EN: "All Chows"},
	"self-draw":             {ZH: "自摸", JA: "自摸", EN: "Self-draw"},
	"last-draw":             {ZH: "海底撈月", JA: "海底撈月", EN: "Last Tile"},
	"kong-draw":             {ZH: "槓上自摸", JA: "嶺上開花", EN: "Win after Kong"},
	"round-wind":            {ZH: "場風", JA: "場風", EN: "Round Wind"},
	"seat-flower":           {ZH: "正花", JA: "自風の花", EN: "Seat Flower"},
	"seat-wind":             {ZH: "正字", JA: "自風", EN: "Seat Wind"},
	"dragon-pung":           {ZH: "三元牌", JA: "三元牌", EN: "Dragon Pung"},
	"single-wait":           {ZH: "獨聽", JA: "単騎・嵌張・辺張待ち", EN: "Single Wait"},
	"concealed":             {ZH: "門清", JA: "門前清", EN: "Concealed Hand"},
	"rob-kong":              {ZH: "搶槓", JA: "搶槓", EN: "Robbing the Kong"},
	"flower-set":            {ZH: "花槓", JA: "花一組", EN: "Set of Flowers"},
	"half-exposed":          {ZH: "半求人", JA: "半求人", EN: "Half Exposed"},
	"last-discard":          {ZH: "河底撈魚", JA: "河底撈魚", EN: "Last Discard"},
	"eight-pairs-half":      {ZH: "嚦咕嚦咕", JA: "七対半", EN: "Seven Pairs and a Set"},
}

// stepNames are the steps of its arithmetic that no other book has.
var stepNames = map[string]models.Names{
	"tai":         {ZH: "台", JA: "台", EN: "tai"},
	"with-dealer": {ZH: "与庄家", JA: "親との支払い", EN: "with the dealer"},
}

// pageWords are what the pages say of this book alone.
var pageWords = map[string]models.Names{
	"count.honba.taiwan":                {ZH: "连{n}", JA: "連荘{n}", EN: "Streak {n}"},
	"choice.base":                       {ZH: "底", JA: "底（基本点）", EN: "Base, points"},
	"choice.all_chows":                  {ZH: "平胡", JA: "平胡", EN: "All chows"},
	"choice.all_chows.sml":              {ZH: "字牌作眼、有花皆可", JA: "字牌の雀頭・花牌あり可", EN: "pair of honours and flowers allowed"},
	"choice.all_chows.strict":           {ZH: "无字无花", JA: "字牌・花牌なし", EN: "no honours, no flowers"},
	"choice.all_chows.unrestricted":     {ZH: "任何听牌", JA: "どの待ちでも可", EN: "with any wait"},
	"choice.eight_flowers":              {ZH: "八仙过海", JA: "八仙過海", EN: "Eight flowers"},
	"choice.eight_flowers.win":          {ZH: "立即胡牌", JA: "その場で和了", EN: "win at once"},
	"choice.eight_flowers.play-on":      {ZH: "可以继续打", JA: "続行してもよい", EN: "the player may go on"},
	"choice.eight_flowers.add":          {ZH: "胡牌时另计", JA: "和了に加算", EN: "are added to a win"},
	"choice.half_exposed":               {ZH: "半求人", JA: "半求人", EN: "Half exposed"},
	"choice.last_discard":               {ZH: "河底捞鱼", JA: "河底撈魚", EN: "Last discard"},
	"choice.eight_pairs_half":           {ZH: "嚦咕嚦咕", JA: "八対半", EN: "Seven pairs and a triplet"},
	"choice.draw_keeps_dealer":          {ZH: "流局庄家连庄", JA: "流局で連荘", EN: "Dealer stays after a drawn hand"},
	"choice.draw_keeps_dealer.yes":      {ZH: "是", JA: "する", EN: "yes"},
	"choice.streak_limit":               {ZH: "连庄上限", JA: "連荘の上限", EN: "Longest streak of a dealer"},
	"choice.streak_limit.none":          {ZH: "不限", JA: "なし", EN: "none"},
	"choice.cap.none":                   {ZH: "不封顶", JA: "なし", EN: "none"},
	"choice.winners.two-near-three-all": {ZH: "两家近者胡，三家皆胡", JA: "二人は頭ハネ、三人は全員", EN: "of two the nearer, three all"},
	"rules.taiwan-16":                   {ZH: "台湾十六张", JA: "台湾十六枚麻雀", EN: "Taiwan, sixteen tiles"},
}
