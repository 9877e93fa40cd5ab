package yuque

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
	return scoring.Desk{Unit: "fan", Rare: 15, Hand: models.Thirteen, Facts: scoring.FactsOf(facts), PaysReady: true}
}

// fanNames are the fans of 玉雀. Japanese has the name of the yaku where there is one.
var fanNames = map[string]models.Names{
	"fan-ke":               {ZH: "番刻", JA: "翻刻子", EN: "Pung Bonus"},
	"si-an-ke":             {ZH: "四暗刻", JA: "四暗刻", EN: "Four Concealed Pungs"},
	"san-an-ke":            {ZH: "三暗刻", JA: "三暗刻", EN: "Three Concealed Pungs"},
	"shuang-an-ke":         {ZH: "双暗刻", JA: "二暗刻", EN: "Two Concealed Pungs"},
	"si-gang":              {ZH: "四杠", JA: "四槓子", EN: "Four Kongs"},
	"san-gang":             {ZH: "三杠", JA: "三槓子", EN: "Three Kongs"},
	"shuang-gang":          {ZH: "双杠", JA: "二槓子", EN: "Two Kongs"},
	"gang":                 {ZH: "杠", JA: "槓子", EN: "One Kong"},
	"dui-dui-hu":           {ZH: "对对和", JA: "対々和", EN: "All Pungs"},
	"ling-shang-kai-hua":   {ZH: "岭上开花", JA: "嶺上開花", EN: "Win on a Replacement Tile"},
	"hai-di-lao-yue":       {ZH: "海底捞月", JA: "海底摸月", EN: "Last Tile Draw"},
	"he-di-lao-yu":         {ZH: "河底捞鱼", JA: "河底撈魚", EN: "Last Tile Claim"},
	"qiang-gang":           {ZH: "抢杠", JA: "槍槓", EN: "Robbing the Kong"},
	"tian-hu":              {ZH: "天和", JA: "天和", EN: "Heavenly Hand"},
	"di-hu":                {ZH: "地和", JA: "地和", EN: "Earthly Hand"},
	"jiu-lian-bao-deng":    {ZH: "九莲宝灯", JA: "九蓮宝燈", EN: "Nine Gates"},
	"da-si-xi":             {ZH: "大四喜", JA: "大四喜", EN: "Big Four Winds"},
	"xiao-si-xi":           {ZH: "小四喜", JA: "小四喜", EN: "Little Four Winds"},
	"san-feng-ke":          {ZH: "三风刻", JA: "三風刻", EN: "Three Wind Pungs"},
	"da-san-yuan":          {ZH: "大三元", JA: "大三元", EN: "Big Three Dragons"},
	"xiao-san-yuan":        {ZH: "小三元", JA: "小三元", EN: "Little Three Dragons"},
	"fan-pai-men-feng":     {ZH: "番牌:门风牌", JA: "役牌：自風牌", EN: "Value Tiles: Seat Wind"},
	"fan-pai-zhong":        {ZH: "番牌:中", JA: "役牌：中", EN: "Value Tiles: Red"},
	"fan-pai-fa":           {ZH: "番牌:發", JA: "役牌：發", EN: "Value Tiles: Green"},
	"fan-pai-bai":          {ZH: "番牌:白", JA: "役牌：白", EN: "Value Tiles: White"},
	"zi-yi-se":             {ZH: "字一色", JA: "字一色", EN: "All Honours"},
	"qing-yi-se-wan":       {ZH: "清一色:萬", JA: "清一色：萬子", EN: "Full Flush: Characters"},
	"qing-yi-se-tong":      {ZH: "清一色:筒", JA: "清一色：筒子", EN: "Full Flush: Dots"},
	"qing-yi-se-suo":       {ZH: "清一色:索", JA: "清一色：索子", EN: "Full Flush: Bamboos"},
	"hun-yi-se-wan":        {ZH: "混一色:萬", JA: "混一色：萬子", EN: "Half Flush: Characters"},
	"hun-yi-se-tong":       {ZH: "混一色:筒", JA: "混一色：筒子", EN: "Half Flush: Dots"},
	"hun-yi-se-suo":        {ZH: "混一色:索", JA: "混一色：索子", EN: "Half Flush: Bamboos"},
	"qing-yao-jiu":         {ZH: "清幺九", JA: "清老頭", EN: "All Terminals"},
	"hun-yao-jiu":          {ZH: "混幺九", JA: "混老頭", EN: "All Terminals and Honours"},
	"qing-dai-yao":         {ZH: "清带幺", JA: "純全帯么九", EN: "Terminals in Every Group"},
	"hun-dai-yao":          {ZH: "混带幺", JA: "混全帯么九", EN: "Terminals or Honours in Every Group"},
	"si-tong-shun":         {ZH: "四同顺", JA: "一色四順", EN: "Four Identical Chows"},
	"san-tong-shun":        {ZH: "三同顺", JA: "一色三順", EN: "Three Identical Chows"},
	"er-ban-gao":           {ZH: "二般高", JA: "二盃口", EN: "Two Double Chows"},
	"yi-ban-gao":           {ZH: "一般高", JA: "一盃口", EN: "Double Chow"},
	"san-se-tong-shun":     {ZH: "三色同顺", JA: "三色同順", EN: "Mixed Triple Chow"},
	"er-xiang-feng":        {ZH: "二相逢", JA: "二色同順二組", EN: "Two Mixed Double Chows"},
	"xi-xiang-feng":        {ZH: "喜相逢", JA: "二色同順", EN: "Mixed Double Chow"},
	"san-se-tong-ke":       {ZH: "三色同刻", JA: "三色同刻", EN: "Triple Pungs"},
	"er-tong-ke":           {ZH: "二同刻", JA: "二色同刻二組", EN: "Two Double Pungs"},
	"shuang-tong-ke":       {ZH: "双同刻", JA: "二色同刻", EN: "Double Pungs"},
	"yi-qi-guan-tong":      {ZH: "一气贯通", JA: "一気通貫", EN: "Straight"},
	"san-se-guan-tong":     {ZH: "三色贯通", JA: "三色通貫", EN: "Mixed Straight"},
	"qing-shuang-long-hui": {ZH: "清双龙会", JA: "清双龍会", EN: "Pure Twin Dragons"},
	"shuang-long-hui":      {ZH: "双龙会", JA: "双龍会", EN: "Twin Dragons"},
	"si-bu-gao":            {ZH: "四步高", JA: "四歩高", EN: "Four Step Chows"},
	"san-bu-gao":           {ZH: "三步高", JA: "三歩高", EN: "Three Step Chows"},
	"si-lian-huan":         {ZH: "四连环", JA: "四連環", EN: "Four Chained Chows"},
	"san-lian-huan":        {ZH: "三连环", JA: "三連環", EN: "Three Chained Chows"},
	"si-lian-ke":           {ZH: "四连刻", JA: "四連刻", EN: "Four Consecutive Pungs"},
	"san-lian-ke":          {ZH: "三连刻", JA: "三連刻", EN: "Three Consecutive Pungs"},
	"san-se-lian-ke":       {ZH: "三色连刻", JA: "三色連刻", EN: "Mixed Consecutive Pungs"},
	"jing-tong":            {ZH: "镜同", JA: "鏡同", EN: "Mirror Suits"},
	"shu-tong":             {ZH: "数同", JA: "数同", EN: "Mirror Numbers"},
	"yao-jiu-san-ke":       {ZH: "幺九三刻", JA: "么九三刻", EN: "Three Terminal or Honour Pungs"},
	"yao-jiu-si-ke":        {ZH: "幺九四刻", JA: "么九四刻", EN: "Four Terminal or Honour Pungs"},
	"men-qian-qing":        {ZH: "门前清", JA: "門前清", EN: "Concealed Hand"},
}

// stepNames are the steps of its arithmetic that no other book has.
var stepNames = map[string]models.Names{
	"left-out":       {ZH: "不计", JA: "数えない", EN: "left out"},
	"without-fan-ke": {ZH: "不计番刻", JA: "翻刻子を数えない", EN: "without the pung bonus"},
}

// pageWords are what the pages say of this book alone.
var pageWords = map[string]models.Names{
	"unit.yuque.fan":             {ZH: "番", JA: "番", EN: "fan"},
	"rules.yuque-54":             {ZH: "玉雀", JA: "玉雀", EN: "Yuque 玉雀"},
	"fault.wrong-draw":           {ZH: "错摭牌", JA: "誤摸牌", EN: "wrong draw"},
	"fault.wrong-call":           {ZH: "错鸣牌", JA: "誤鳴き", EN: "wrong call"},
	"fault.wrong-call-word":      {ZH: "错报鸣牌类型", JA: "誤発声", EN: "wrong call announced"},
	"fault.broken-river":         {ZH: "毁坏牌河", JA: "河を崩した", EN: "discards disturbed"},
	"fault.broken-wall":          {ZH: "毁坏牌墙", JA: "山を崩した", EN: "wall disturbed"},
	"fault.own-tiles-shown":      {ZH: "错明牌（自家）", JA: "自分の牌を見せた", EN: "own tiles shown"},
	"fault.other-tiles-shown":    {ZH: "错明牌（别家）", JA: "他家の牌を見せた", EN: "another player's tiles shown"},
	"fault.many-tiles-shown":     {ZH: "错明牌（大量）", JA: "多くの牌を見せた", EN: "many tiles shown"},
	"choice.length.gap":          {ZH: "分差足够为止", JA: "点差がつくまで", EN: "until the gaps are wide enough"},
	"choice.gap":                 {ZH: "最小分差", JA: "必要な点差", EN: "Gap between any two"},
	"choice.barred-ready":        {ZH: "停和陪打者听牌", JA: "和了禁止者の聴牌", EN: "Waiting hand of a player who may not win"},
	"choice.barred-ready.paid":   {ZH: "照付", JA: "支払う", EN: "is paid"},
	"choice.barred-ready.unpaid": {ZH: "不付", JA: "支払わない", EN: "is not paid"},
	"choice.winner_bonus":        {ZH: "他家不付，和家得六分之七", JA: "他家は払わず7/6を得る", EN: "nobody pays, the winner gets 7/6"},
	"choice.suo_fanke":           {ZH: "计番刻时索子清一色", JA: "番刻を数える索子の清一色", EN: "Full flush of bamboos beside counted pungs"},
	"choice.formal":              {ZH: "特别规则", JA: "特別規則", EN: "Formal play (special rules)"},
	"board.result.yuque":         {ZH: "得分", JA: "得点", EN: "Score"},
}
