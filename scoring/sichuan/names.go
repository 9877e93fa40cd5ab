package sichuan

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
	return scoring.Desk{Unit: "fan", Rare: 2, Hand: models.Thirteen, GoesOn: true, Suits: true, Facts: scoring.FactsOf(facts, models.FactSuppliers, models.FactOrder, models.FactLiable, models.FactOf(models.Heavenly), models.FactOf(models.Earthly))}
}

// fanNames are the fans of 四川麻将, 血战到底.
var fanNames = map[string]models.Names{
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

// stepNames are the steps of its arithmetic that no other book has.
var stepNames = map[string]models.Names{
	"plain-win": {ZH: "平和", JA: "平和", EN: "plain win"},
	"void-suit": {ZH: "有定缺的牌", JA: "欠け色の牌がある", EN: "holds the void suit"},
}

// pageWords are what the pages say of this book alone.
var pageWords = map[string]models.Names{
	"rules.sichuan":    {ZH: "四川麻将 血战到底", JA: "四川麻雀 血戦到底", EN: "Sichuan, blood battle"},
	"fault.active-pig": {ZH: "活花猪", JA: "活花猪", EN: "active pig"},
	"fault.barred-win": {ZH: "过手和", JA: "見逃し後の和了", EN: "barred win"},
	"fault.warning":    {ZH: "警告", JA: "警告", EN: "warning"},
}
