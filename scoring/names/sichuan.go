package names

import "jantaku/models"

// sichuanFans are the fans of 四川麻将, 血战到底.
var sichuanFans = map[string]models.Names{
	"kong":         {ZH: "杠", JA: "槓子", EN: "Kong"},
	"root":         {ZH: "根", JA: "根", EN: "Root"},
	"all-pungs":    {ZH: "大对子", JA: "対々和", EN: "All Pungs"},
	"golden-hook":  {ZH: "金钩钓", JA: "裸単騎", EN: "Golden Hook"},
	"full-flush":   {ZH: "清一色", JA: "清一色", EN: "Full Flush"},
	"seven-pairs":  {ZH: "七对", JA: "七対子", EN: "Seven Pairs"},
	"kong-draw":    {ZH: "杠上花", JA: "嶺上開花", EN: "Win after Kong"},
	"kong-discard": {ZH: "杠上炮", JA: "槓後放銃", EN: "Shot after Kong"},
	"rob-kong":     {ZH: "抢杠", JA: "槍槓", EN: "Robbing the Kong"},
	"last-tile":    {ZH: "海底", JA: "海底", EN: "Under the Sea"},
	"heavenly":     {ZH: "天和", JA: "天和", EN: "Heavenly Hand"},
	"earthly":      {ZH: "地和", JA: "地和", EN: "Earthly Hand"},
}
