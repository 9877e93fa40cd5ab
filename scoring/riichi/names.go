package riichi

import (
	"jantaku/models"
	"jantaku/scoring"
)

// Words are what the book calls things.
func Words() scoring.Words {
	return scoring.Words{Fans: fanNames, Pages: pageWords, Steps: stepNames, Japanese: true}
}

// Words implements [scoring.Worded].
func (r *Rules) Words() scoring.Words { return Words() }

// Desk is what the book asks of whoever enters a hand.
func Desk() scoring.Desk {
	return scoring.Desk{Unit: "han", Hand: models.Thirteen, Facts: scoring.FactsOf(facts)}
}

// fanNames are the yaku and dora of riichi.
var fanNames = map[string]models.Names{
	"riichi":          {ZH: "立直", JA: "立直", EN: "Riichi"},
	"double-riichi":   {ZH: "两立直", JA: "ダブル立直", EN: "Double riichi"},
	"ippatsu":         {ZH: "一发", JA: "一発", EN: "One shot"},
	"menzen-tsumo":    {ZH: "门前清自摸和", JA: "門前清自摸和", EN: "Fully concealed self-draw"},
	"pinfu":           {ZH: "平和", JA: "平和", EN: "Pinfu (all sequences)"},
	"tanyao":          {ZH: "断幺九", JA: "断幺九", EN: "All simples"},
	"iipeikou":        {ZH: "一杯口", JA: "一盃口", EN: "Twin sequences"},
	"haku":            {ZH: "白", JA: "白", EN: "White dragon"},
	"hatsu":           {ZH: "发", JA: "發", EN: "Green dragon"},
	"chun":            {ZH: "中", JA: "中", EN: "Red dragon"},
	"round-wind":      {ZH: "场风", JA: "場風", EN: "Round wind"},
	"seat-wind":       {ZH: "自风", JA: "自風", EN: "Seat wind"},
	"rinshan":         {ZH: "岭上开花", JA: "嶺上開花", EN: "After a quad"},
	"chankan":         {ZH: "抢杠", JA: "槍槓", EN: "Robbing a quad"},
	"haitei":          {ZH: "海底摸月", JA: "海底摸月", EN: "Last tile draw"},
	"houtei":          {ZH: "河底捞鱼", JA: "河底撈魚", EN: "Last discard"},
	"chiitoitsu":      {ZH: "七对子", JA: "七対子", EN: "Seven pairs"},
	"sanshoku-doujun": {ZH: "三色同顺", JA: "三色同順", EN: "Mixed triple sequence"},
	"ittsuu":          {ZH: "一气通贯", JA: "一気通貫", EN: "Full straight"},
	"chanta":          {ZH: "混全带幺九", JA: "混全帯幺九", EN: "Mixed outside hand"},
	"sanshoku-doukou": {ZH: "三色同刻", JA: "三色同刻", EN: "Mixed triple triplet"},
	"toitoi":          {ZH: "对对和", JA: "対々和", EN: "All triplets"},
	"sanankou":        {ZH: "三暗刻", JA: "三暗刻", EN: "Three concealed triplets"},
	"sankantsu":       {ZH: "三杠子", JA: "三槓子", EN: "Three quads"},
	"shousangen":      {ZH: "小三元", JA: "小三元", EN: "Little three dragons"},
	"honroutou":       {ZH: "混老头", JA: "混老頭", EN: "All terminals and honours"},
	"sanrenkou":       {ZH: "三连刻", JA: "三連刻", EN: "Three consecutive triplets"},
	"honitsu":         {ZH: "混一色", JA: "混一色", EN: "Half flush"},
	"junchan":         {ZH: "纯全带幺九", JA: "純全帯幺九", EN: "Pure outside hand"},
	"ryanpeikou":      {ZH: "二杯口", JA: "二盃口", EN: "Two twin sequences"},
	"isshoku-sanjun":  {ZH: "一色三顺", JA: "一色三順", EN: "Pure triple sequence"},
	"chinitsu":        {ZH: "清一色", JA: "清一色", EN: "Full flush"},
	"renhou":          {ZH: "人和", JA: "人和", EN: "Blessing of man"},
	"tenhou":          {ZH: "天和", JA: "天和", EN: "Blessing of heaven"},
	"chiihou":         {ZH: "地和", JA: "地和", EN: "Blessing of earth"},
	"kokushi":         {ZH: "国士无双", JA: "国士無双", EN: "Thirteen orphans"},
	"kokushi-13":      {ZH: "国士无双十三面", JA: "国士無双十三面", EN: "Thirteen-sided thirteen orphans"},
	"suuankou":        {ZH: "四暗刻", JA: "四暗刻", EN: "Four concealed triplets"},
	"suuankou-tanki":  {ZH: "四暗刻单骑", JA: "四暗刻単騎", EN: "Four concealed triplets, pair wait"},
	"daisangen":       {ZH: "大三元", JA: "大三元", EN: "Big three dragons"},
	"shousuushii":     {ZH: "小四喜", JA: "小四喜", EN: "Little four winds"},
	"daisuushii":      {ZH: "大四喜", JA: "大四喜", EN: "Big four winds"},
	"tsuuiisou":       {ZH: "字一色", JA: "字一色", EN: "All honours"},
	"chinroutou":      {ZH: "清老头", JA: "清老頭", EN: "All terminals"},
	"ryuuiisou":       {ZH: "绿一色", JA: "緑一色", EN: "All green"},
	"chuuren":         {ZH: "九莲宝灯", JA: "九蓮宝燈", EN: "Nine gates"},
	"junsei-chuuren":  {ZH: "纯正九莲宝灯", JA: "純正九蓮宝燈", EN: "Pure nine gates"},
	"suukantsu":       {ZH: "四杠子", JA: "四槓子", EN: "Four quads"},
	"daisharin":       {ZH: "大车轮", JA: "大車輪", EN: "Big wheels"},
	"daichisei":       {ZH: "大七星", JA: "大七星", EN: "Big seven stars"},
	"dora":            {ZH: "宝牌", JA: "ドラ", EN: "Dora"},
	"aka-dora":        {ZH: "赤宝牌", JA: "赤ドラ", EN: "Red five"},
	"nuki-dora":       {ZH: "拔北宝牌", JA: "抜きドラ", EN: "North set aside"},
	"ura-dora":        {ZH: "里宝牌", JA: "裏ドラ", EN: "Underside dora"},
}

// stepNames are the steps of its arithmetic that no other book has.
var stepNames = map[string]models.Names{
	"fu-base":         {ZH: "底符", JA: "副底", EN: "base"},
	"fu-seven-pairs":  {ZH: "七对子", JA: "七対子", EN: "seven pairs"},
	"fu-set":          {ZH: "刻子、杠子", JA: "刻子・槓子", EN: "triplet or quad"},
	"fu-pair":         {ZH: "雀头", JA: "雀頭", EN: "pair"},
	"fu-wait":         {ZH: "听牌形", JA: "待ち", EN: "wait"},
	"fu-closed-ron":   {ZH: "门前清荣和", JA: "門前加符", EN: "closed hand by discard"},
	"fu-self-draw":    {ZH: "自摸", JA: "ツモ符", EN: "self-draw"},
	"fu-open-hand":    {ZH: "副露无符荣和", JA: "食い平和形", EN: "open hand without fu"},
	"fu-sum":          {ZH: "符数", JA: "符", EN: "fu"},
	"fu-rounded":      {ZH: "进位", JA: "切り上げ", EN: "rounded up"},
	"han":             {ZH: "番", JA: "翻", EN: "han"},
	"basic-points":    {ZH: "基本点", JA: "基本点", EN: "basic points"},
	"mangan":          {ZH: "满贯", JA: "満貫", EN: "mangan"},
	"haneman":         {ZH: "跳满", JA: "跳満", EN: "haneman"},
	"baiman":          {ZH: "倍满", JA: "倍満", EN: "baiman"},
	"sanbaiman":       {ZH: "三倍满", JA: "三倍満", EN: "sanbaiman"},
	"kazoe-yakuman":   {ZH: "累计役满", JA: "数え役満", EN: "counted yakuman"},
	"yakuman":         {ZH: "役满", JA: "役満", EN: "yakuman"},
	"liable-E":        {ZH: "东家包牌", JA: "東家の責任払い", EN: "East is liable"},
	"liable-S":        {ZH: "南家包牌", JA: "南家の責任払い", EN: "South is liable"},
	"liable-W":        {ZH: "西家包牌", JA: "西家の責任払い", EN: "West is liable"},
	"liable-N":        {ZH: "北家包牌", JA: "北家の責任払い", EN: "North is liable"},
	"from-dealer":     {ZH: "庄家支付", JA: "親の支払い", EN: "from the dealer"},
	"from-non-dealer": {ZH: "闲家各付", JA: "子の支払い", EN: "from each non-dealer"},
	"honba":           {ZH: "本场", JA: "本場", EN: "honba"},
	"sticks":          {ZH: "供托", JA: "供託", EN: "riichi sticks"},
	"winner-total":    {ZH: "和牌者所得", JA: "和了者の収入", EN: "winner receives"},
	"no-yaku":         {ZH: "无役", JA: "役なし", EN: "no yaku"},
}

// pageWords are what the pages say of this book alone.
var pageWords = map[string]models.Names{
	"rules.riichi":       {ZH: "立直麻将", JA: "リーチ麻雀", EN: "Riichi"},
	"fault.chombo":       {ZH: "错和", JA: "チョンボ", EN: "chombo"},
	"choice.return":      {ZH: "返点", JA: "返し点", EN: "Return points"},
	"choice.goal":        {ZH: "终局所需分", JA: "終局に必要な点", EN: "Points needed to end"},
	"choice.uma":         {ZH: "顺位马", JA: "ウマ", EN: "Uma"},
	"choice.bust":        {ZH: "击飞", JA: "飛び", EN: "Bust"},
	"choice.west":        {ZH: "西入", JA: "西入", EN: "West round"},
	"choice.agari-yame":  {ZH: "和了止", JA: "和了止め", EN: "Agari-yame"},
	"choice.tenpai-yame": {ZH: "听牌止", JA: "聴牌止め", EN: "Tenpai-yame"},
	"choice.leftover":    {ZH: "余下立直棒", JA: "残り供託", EN: "Sticks left"},
	"fault.dead-hand":    {ZH: "禁和（放弃和牌）", JA: "アガリ放棄", EN: "dead hand"},
	"choice.chombo":      {ZH: "错和罚分", JA: "チョンボ", EN: "Chombo"},
}
