package lingque

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
	return scoring.Desk{Unit: "fu", Rare: 32, Hand: models.Thirteen, Facts: scoring.FactsOf(facts)}
}

// fanNames are the fans of 灵雀, all editions. Japanese has the name of the yaku where there is one.
var fanNames = map[string]models.Names{
	"heavenly-hand":              {ZH: "天和", JA: "天和", EN: "Heavenly hand"},
	"earthly-hand":               {ZH: "地和", JA: "地和", EN: "Earthly hand"},
	"kong-draw":                  {ZH: "岭上开花", JA: "嶺上開花", EN: "Out with replacement tile"},
	"last-tile-draw":             {ZH: "海底捞月", JA: "海底摸月", EN: "Last tile draw"},
	"last-tile-claim":            {ZH: "河底捞鱼", JA: "河底撈魚", EN: "Last tile claim"},
	"robbing-the-kong":           {ZH: "抢杠", JA: "槍槓", EN: "Robbing the kong"},
	"self-draw":                  {ZH: "自摸", JA: "自摸", EN: "Self-drawn"},
	"seven-pairs":                {ZH: "七对", JA: "七対子", EN: "Seven pairs"},
	"all-unconnected":            {ZH: "全不靠", JA: "全不靠", EN: "All unconnected tiles"},
	"thirteen-orphans":           {ZH: "十三幺", JA: "国士無双", EN: "Thirteen orphans"},
	"concealed-hand":             {ZH: "门前清", JA: "門前清", EN: "Concealed hand"},
	"four-kongs":                 {ZH: "四杠", JA: "四槓子", EN: "Four kongs"},
	"three-kongs":                {ZH: "三杠", JA: "三槓子", EN: "Three kongs"},
	"two-kongs":                  {ZH: "双杠", JA: "二槓子", EN: "Two kongs"},
	"one-kong":                   {ZH: "杠", JA: "槓子", EN: "One kong"},
	"four-concealed-triplets":    {ZH: "四暗刻", JA: "四暗刻", EN: "Four concealed pungs"},
	"three-concealed-triplets":   {ZH: "三暗刻", JA: "三暗刻", EN: "Three concealed pungs"},
	"two-concealed-triplets":     {ZH: "双暗刻", JA: "二暗刻", EN: "Two concealed pungs"},
	"one-concealed-triplet":      {ZH: "暗刻", JA: "暗刻", EN: "Concealed pung"},
	"all-triplets":               {ZH: "对对和", JA: "対々和", EN: "All pungs"},
	"four-of-a-kind-unkonged":    {ZH: "四归", JA: "四帰一", EN: "Tile hog"},
	"big-seven-stars":            {ZH: "大七星", JA: "大七星", EN: "Big seven stars"},
	"all-honors":                 {ZH: "字一色", JA: "字一色", EN: "All honors"},
	"big-four-winds":             {ZH: "大四喜", JA: "大四喜", EN: "Big four winds"},
	"little-four-winds":          {ZH: "小四喜", JA: "小四喜", EN: "Little four winds"},
	"four-winds-pairs":           {ZH: "四喜对", JA: "四喜対", EN: "Four wind pairs"},
	"big-three-dragons":          {ZH: "大三元", JA: "大三元", EN: "Big three dragons"},
	"little-three-dragons":       {ZH: "小三元", JA: "小三元", EN: "Little three dragons"},
	"three-dragons-pairs":        {ZH: "三元对", JA: "三元対", EN: "Three dragon pairs"},
	"value-seat-wind":            {ZH: "番牌 门风牌", JA: "役牌：自風牌", EN: "Value tiles: seat wind"},
	"value-red":                  {ZH: "番牌 中", JA: "役牌：中", EN: "Value tiles: red"},
	"value-green":                {ZH: "番牌 發", JA: "役牌：發", EN: "Value tiles: green"},
	"value-white":                {ZH: "番牌 白", JA: "役牌：白", EN: "Value tiles: white"},
	"guest-wind-triplet":         {ZH: "客风刻", JA: "客風刻", EN: "Guest wind pung"},
	"all-terminals":              {ZH: "清幺九", JA: "清老頭", EN: "All terminals"},
	"all-terminals-and-honors":   {ZH: "混幺九", JA: "混老頭", EN: "All terminals and honors"},
	"pure-outside-hand":          {ZH: "清带幺", JA: "純全帯么九", EN: "Pure outside hand"},
	"mixed-outside-hand":         {ZH: "混带幺", JA: "混全帯么九", EN: "Mixed outside hand"},
	"terminal-triplet":           {ZH: "幺九刻", JA: "么九刻", EN: "Pung of terminals"},
	"nine-gates":                 {ZH: "九莲宝灯", JA: "九蓮宝燈", EN: "Nine gates"},
	"seven-consecutive-pairs":    {ZH: "连七对", JA: "連七対", EN: "Seven shifted pairs"},
	"full-flush":                 {ZH: "清一色", JA: "清一色", EN: "Full flush"},
	"half-flush":                 {ZH: "混一色", JA: "混一色", EN: "Half flush"},
	"one-suit-missing":           {ZH: "缺一门", JA: "缺一門", EN: "One voided suit"},
	"two-numbers":                {ZH: "二数", JA: "二数", EN: "Two numbers"},
	"three-adjacent-numbers":     {ZH: "三聚", JA: "三聚", EN: "Three adjacent numbers"},
	"four-adjacent-numbers":      {ZH: "四聚", JA: "四聚", EN: "Four adjacent numbers"},
	"nine-numbers-through":       {ZH: "九数贯通", JA: "九数貫通", EN: "All nine numbers"},
	"mirror-numbers":             {ZH: "镜数", JA: "鏡数", EN: "Mirror numbers"},
	"mirror-number-pairs":        {ZH: "镜数对", JA: "鏡数対", EN: "Mirror number pairs"},
	"four-identical-chows":       {ZH: "四同顺", JA: "一色四順", EN: "Four identical chows"},
	"three-identical-chows":      {ZH: "三同顺", JA: "一色三順", EN: "Three identical chows"},
	"two-double-chows":           {ZH: "二般高", JA: "二盃口", EN: "Two double chows"},
	"one-double-chow":            {ZH: "一般高", JA: "一盃口", EN: "Double chow"},
	"triple-triplets":            {ZH: "三同刻", JA: "三色同刻", EN: "Triple pung"},
	"double-triplets":            {ZH: "双同刻", JA: "二色同刻", EN: "Double pung"},
	"mixed-triple-chow":          {ZH: "三色同顺", JA: "三色同順", EN: "Mixed triple chow"},
	"mixed-double-chow":          {ZH: "喜相逢", JA: "二色同順", EN: "Mixed double chow"},
	"three-suit-two-pairs":       {ZH: "三同二对", JA: "三同二対", EN: "Two pairs in three suits"},
	"mirror-suits":               {ZH: "镜同", JA: "鏡同", EN: "Mirror suits"},
	"mirror-suit-pairs":          {ZH: "镜同对", JA: "鏡同対", EN: "Mirror suit pairs"},
	"four-consecutive-triplets":  {ZH: "四连刻", JA: "四連刻", EN: "Four consecutive pungs"},
	"three-consecutive-triplets": {ZH: "三连刻", JA: "三連刻", EN: "Three consecutive pungs"},
	"four-step-chows":            {ZH: "四步高", JA: "四歩高", EN: "Four step chows"},
	"three-step-chows":           {ZH: "三步高", JA: "三歩高", EN: "Three step chows"},
	"four-chain-chows":           {ZH: "四连环", JA: "四連環", EN: "Four chained chows"},
	"three-chain-chows":          {ZH: "三连环", JA: "三連環", EN: "Three chained chows"},
	"pure-straight":              {ZH: "一气贯通", JA: "一気通貫", EN: "Pure straight"},
	"twin-dragons":               {ZH: "双龙会", JA: "双龍会", EN: "Twin dragons"},
	"short-straight":             {ZH: "连六", JA: "連六", EN: "Short straight"},
	"two-terminal-chows":         {ZH: "老少副", JA: "老少副", EN: "Two terminal chows"},
	"mixed-consecutive-triplets": {ZH: "三色连刻", JA: "三色連刻", EN: "Mixed consecutive pungs"},
	"mixed-step-chows":           {ZH: "三色步高", JA: "三色歩高", EN: "Mixed step chows"},
	"mixed-chain-chows":          {ZH: "三色连环", JA: "三色連環", EN: "Mixed chained chows"},
	"mixed-straight":             {ZH: "三色贯通", JA: "三色通貫", EN: "Mixed straight"},
	"mirror-dragons":             {ZH: "镜龙会", JA: "鏡龍会", EN: "Mirror dragons"},
	"all-five-types":             {ZH: "五门齐", JA: "五門斉", EN: "All types"},
}

// stepNames are the steps of its arithmetic that no other book has.
var stepNames = map[string]models.Names{
	"largest-fan":    {ZH: "最大番种的翻", JA: "最大の役の翻", EN: "largest fan"},
	"compound-jump":  {ZH: "复合跳翻", JA: "複合跳翻", EN: "compound jump"},
	"concealed-jump": {ZH: "门清跳翻", JA: "門前跳翻", EN: "concealed jump"},
}

// pageWords are what the pages say of this book alone.
var pageWords = map[string]models.Names{
	"unit.lingque.fu":      {ZH: "副", JA: "副", EN: "fu"},
	"unit.lingque.fan":     {ZH: "翻", JA: "翻", EN: "fan"},
	"rules.lingque-26":     {ZH: "灵雀 第26版", JA: "灵雀 第26版", EN: "Lingque 灵雀, 26th edition"},
	"rules.lingque-29":     {ZH: "灵雀 第29版", JA: "灵雀 第29版", EN: "Lingque 灵雀, 29th edition"},
	"choice.reduced":       {ZH: "约化分数 T0", JA: "換算の T0", EN: "Reduced score, T0"},
	"choice.alpha":         {ZH: "约化分数 α", JA: "約化分数 α", EN: "Reduced score, α"},
	"choice.sign":          {ZH: "约化分数正负", JA: "約化分数の符号", EN: "Reduced score, sign"},
	"choice.leader":        {ZH: "领先者为正", JA: "トップが正", EN: "the leader is positive"},
	"choice.printed":       {ZH: "按书上所印（领先者为负）", JA: "印刷どおり（トップが負）", EN: "as printed (the leader is negative)"},
	"board.result.lingque": {ZH: "约化分数", JA: "換算点", EN: "Reduced score"},
}
