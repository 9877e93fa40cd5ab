package mcr

import (
	"jantaku/models"
	"jantaku/scoring"
)

// Words are what the book calls things.
func Words() scoring.Words {
	return scoring.Words{Fans: fanNames, Pages: pageWords}
}

// Words implements [scoring.Worded].
func (r *Rules) Words() scoring.Words { return Words() }

// Desk is what the book asks of whoever enters a hand.
func Desk() scoring.Desk {
	return scoring.Desk{Unit: "points", Rare: 64, Hand: models.Thirteen, Facts: scoring.FactsOf(facts)}
}

// fanNames are the fans of 国标. English has the names of the World Mahjong Organization.
var fanNames = map[string]models.Names{
	"big-four-winds":                   {ZH: "大四喜", JA: "大四喜", EN: "Big four winds"},
	"big-three-dragons":                {ZH: "大三元", JA: "大三元", EN: "Big three dragons"},
	"all-green":                        {ZH: "绿一色", JA: "緑一色", EN: "All green"},
	"nine-gates":                       {ZH: "九莲宝灯", JA: "九蓮宝灯", EN: "Nine gates"},
	"four-kongs":                       {ZH: "四杠", JA: "四槓", EN: "Four kongs"},
	"seven-shifted-pairs":              {ZH: "连七对", JA: "連七対", EN: "Seven shifted pairs"},
	"thirteen-orphans":                 {ZH: "十三幺", JA: "十三幺", EN: "Thirteen orphans"},
	"all-terminals":                    {ZH: "清幺九", JA: "清幺九", EN: "All terminals"},
	"little-four-winds":                {ZH: "小四喜", JA: "小四喜", EN: "Little four winds"},
	"little-three-dragons":             {ZH: "小三元", JA: "小三元", EN: "Little three dragons"},
	"all-honors":                       {ZH: "字一色", JA: "字一色", EN: "All honors"},
	"four-concealed-pungs":             {ZH: "四暗刻", JA: "四暗刻", EN: "Four concealed pungs"},
	"pure-terminal-chows":              {ZH: "一色双龙会", JA: "一色双龍会", EN: "Pure terminal chows"},
	"quadruple-chow":                   {ZH: "一色四同顺", JA: "一色四同順", EN: "Quadruple chow"},
	"four-pure-shifted-pungs":          {ZH: "一色四节高", JA: "一色四節高", EN: "Four pure shifted pungs"},
	"four-pure-shifted-chows":          {ZH: "一色四步高", JA: "一色四歩高", EN: "Four pure shifted chows"},
	"three-kongs":                      {ZH: "三杠", JA: "三槓", EN: "Three kongs"},
	"all-terminals-and-honors":         {ZH: "混幺九", JA: "混幺九", EN: "All terminals and honors"},
	"seven-pairs":                      {ZH: "七对", JA: "七対", EN: "Seven pairs"},
	"greater-honors-and-knitted-tiles": {ZH: "七星不靠", JA: "七星不靠", EN: "Greater honors and knitted tiles"},
	"all-even-pungs":                   {ZH: "全双刻", JA: "全双刻", EN: "All even pungs"},
	"full-flush":                       {ZH: "清一色", JA: "清一色", EN: "Full flush"},
	"pure-triple-chow":                 {ZH: "一色三同顺", JA: "一色三同順", EN: "Pure triple chow"},
	"pure-shifted-pungs":               {ZH: "一色三节高", JA: "一色三節高", EN: "Pure shifted pungs"},
	"upper-tiles":                      {ZH: "全大", JA: "全大", EN: "Upper tiles"},
	"middle-tiles":                     {ZH: "全中", JA: "全中", EN: "Middle tiles"},
	"lower-tiles":                      {ZH: "全小", JA: "全小", EN: "Lower tiles"},
	"pure-straight":                    {ZH: "清龙", JA: "清龍", EN: "Pure straight"},
	"three-suited-terminal-chows":      {ZH: "三色双龙会", JA: "三色双龍会", EN: "Three suited terminal chows"},
	"pure-shifted-chows":               {ZH: "一色三步高", JA: "一色三歩高", EN: "Pure shifted chows"},
	"all-fives":                        {ZH: "全带五", JA: "全帯五", EN: "All fives"},
	"triple-pung":                      {ZH: "三同刻", JA: "三同刻", EN: "Triple pung"},
	"three-concealed-pungs":            {ZH: "三暗刻", JA: "三暗刻", EN: "Three concealed pungs"},
	"lesser-honors-and-knitted-tiles":  {ZH: "全不靠", JA: "全不靠", EN: "Lesser honors and knitted tiles"},
	"knitted-straight":                 {ZH: "组合龙", JA: "組合龍", EN: "Knitted straight"},
	"upper-four":                       {ZH: "大于五", JA: "大于五", EN: "Upper four"},
	"lower-four":                       {ZH: "小于五", JA: "小于五", EN: "Lower four"},
	"big-three-winds":                  {ZH: "三风刻", JA: "三風刻", EN: "Big three winds"},
	"mixed-straight":                   {ZH: "花龙", JA: "花龍", EN: "Mixed straight"},
	"reversible-tiles":                 {ZH: "推不倒", JA: "推不倒", EN: "Reversible tiles"},
	"mixed-triple-chow":                {ZH: "三色三同顺", JA: "三色三同順", EN: "Mixed triple chow"},
	"mixed-shifted-pungs":              {ZH: "三色三节高", JA: "三色三節高", EN: "Mixed shifted pungs"},
	"chicken-hand":                     {ZH: "无番和", JA: "無番和", EN: "Chicken hand"},
	"last-tile-draw":                   {ZH: "妙手回春", JA: "妙手回春", EN: "Last tile draw"},
	"last-tile-claim":                  {ZH: "海底捞月", JA: "海底撈月", EN: "Last tile claim"},
	"out-with-replacement-tile":        {ZH: "杠上开花", JA: "槓上開花", EN: "Out with replacement tile"},
	"robbing-the-kong":                 {ZH: "抢杠和", JA: "搶槓和", EN: "Robbing the kong"},
	"all-pungs":                        {ZH: "碰碰和", JA: "碰碰和", EN: "All pungs"},
	"half-flush":                       {ZH: "混一色", JA: "混一色", EN: "Half flush"},
	"mixed-shifted-chows":              {ZH: "三色三步高", JA: "三色三歩高", EN: "Mixed shifted chows"},
	"all-types":                        {ZH: "五门齐", JA: "五門斉", EN: "All types"},
	"melded-hand":                      {ZH: "全求人", JA: "全求人", EN: "Melded hand"},
	"two-concealed-kongs":              {ZH: "双暗杠", JA: "双暗槓", EN: "Two concealed kongs"},
	"mixed-kong-pair":                  {ZH: "明暗杠", JA: "明暗槓", EN: "Melded and concealed kong"},
	"two-dragon-pungs":                 {ZH: "双箭刻", JA: "双箭刻", EN: "Two dragon pungs"},
	"outside-hand":                     {ZH: "全带幺", JA: "全帯幺", EN: "Outside hand"},
	"fully-concealed-hand":             {ZH: "不求人", JA: "不求人", EN: "Fully concealed hand"},
	"two-melded-kongs":                 {ZH: "双明杠", JA: "双明槓", EN: "Two melded kongs"},
	"last-tile":                        {ZH: "和绝张", JA: "和絶張", EN: "Last tile"},
	"dragon-pung":                      {ZH: "箭刻", JA: "箭刻", EN: "Dragon pung"},
	"prevalent-wind":                   {ZH: "圈风刻", JA: "圏風刻", EN: "Prevalent wind"},
	"seat-wind":                        {ZH: "门风刻", JA: "門風刻", EN: "Seat wind"},
	"concealed-hand":                   {ZH: "门前清", JA: "門前清", EN: "Concealed hand"},
	"all-chows":                        {ZH: "平和", JA: "平和", EN: "All chows"},
	"tile-hog":                         {ZH: "四归一", JA: "四帰一", EN: "Tile hog"},
	"double-pung":                      {ZH: "双同刻", JA: "双同刻", EN: "Double pung"},
	"two-concealed-pungs":              {ZH: "双暗刻", JA: "双暗刻", EN: "Two concealed pungs"},
	"concealed-kong":                   {ZH: "暗杠", JA: "暗槓", EN: "Concealed kong"},
	"all-simples":                      {ZH: "断幺", JA: "断幺", EN: "All simples"},
	"pure-double-chow":                 {ZH: "一般高", JA: "一般高", EN: "Pure double chow"},
	"mixed-double-chow":                {ZH: "喜相逢", JA: "喜相逢", EN: "Mixed double chow"},
	"short-straight":                   {ZH: "连六", JA: "連六", EN: "Short straight"},
	"two-terminal-chows":               {ZH: "老少副", JA: "老少副", EN: "Two terminal chows"},
	"pung-of-terminals-or-honors":      {ZH: "幺九刻", JA: "幺九刻", EN: "Pung of terminals or honors"},
	"melded-kong":                      {ZH: "明杠", JA: "明槓", EN: "Melded kong"},
	"one-voided-suit":                  {ZH: "缺一门", JA: "缺一門", EN: "One voided suit"},
	"no-honors":                        {ZH: "无字", JA: "無字", EN: "No honors"},
	"edge-wait":                        {ZH: "边张", JA: "辺張", EN: "Edge wait"},
	"closed-wait":                      {ZH: "坎张", JA: "坎張", EN: "Closed wait"},
	"single-wait":                      {ZH: "单钓将", JA: "単釣将", EN: "Single wait"},
	"self-drawn":                       {ZH: "自摸", JA: "自摸", EN: "Self drawn"},
	"flower-tiles":                     {ZH: "花牌", JA: "花牌", EN: "Flower tiles"},
}

// pageWords are what the pages say of this book alone.
var pageWords = map[string]models.Names{
	"unit.mcr.points":              {ZH: "番", JA: "点", EN: "pts"},
	"rules.mcr":                    {ZH: "国标麻将", JA: "国際公式ルール", EN: "Mahjong Competition Rules"},
	"ruling.two_concealed_kongs=8": {ZH: "双暗杠 8 番，不是 6 番", JA: "双暗槓は6でなく8点", EN: "Two concealed kongs are 8 points, not 6"},
	"ruling.mixed_kong=5":          {ZH: "明暗杠 5 番", JA: "明暗槓は5点", EN: "One concealed and one melded kong are 5 points"},
	"ruling.mixed_kong=6":          {ZH: "明暗杠 6 番", JA: "明暗槓は6点", EN: "One concealed and one melded kong are 6 points"},
	"ruling.concealed_only_selfdraw=fully-concealed-hand": {ZH: "门清类牌型自摸加计不求人", JA: "門前限定の役のツモは不求人を加える", EN: "A self-draw adds fully concealed hand to hands that are concealed by themselves"},
	"ruling.green_half_flush=true":                        {ZH: "绿一色可计混一色", JA: "緑一色に混一色を加える", EN: "Half flush counts beside all green"},
	"ruling.terminals_double_pung=true":                   {ZH: "清幺九可计双同刻", JA: "清么九に双同刻を加える", EN: "Double pung counts beside all terminals"},
	"ruling.nine_gates_terminal_pung=none":                {ZH: "九莲宝灯不计幺九刻", JA: "九蓮宝灯に么九刻を数えない", EN: "No pung of terminals counts beside nine gates"},
	"ruling.kong34_concealed=add-kongs":                   {ZH: "三杠四杠可计暗杠", JA: "三槓・四槓に暗槓を加える", EN: "Concealed kongs count beside three and four kongs"},
	"ruling.knitted_wait=residual":                        {ZH: "组合龙按其余牌判断听牌方式", JA: "組合龍の待ちは残りの牌で決める", EN: "The wait of a knitted straight is that of the tiles beside it"},
	"ruling.knitted_wait=single-only":                     {ZH: "组合龙不计边张坎张", JA: "組合龍に辺張・嵌張はない", EN: "A knitted straight has no edge or closed wait"},
	"ruling.hog_sevenpairs_green_terminals=false":         {ZH: "绿一色、清幺九的七对不计四归一", JA: "緑一色・清么九の七対に四帰一はない", EN: "Seven pairs of all green or all terminals have no tile hog"},
	"ruling.dead_wait_counts=true":                        {ZH: "自己已持四张的牌也算听", JA: "四枚使いの牌も待ちに数える", EN: "A kind of which the hand holds all four counts as waited for"},
	"board.result.mcr":                                    {ZH: "得分", JA: "得点", EN: "Score"},
}
