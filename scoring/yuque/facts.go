package yuque

import (
	"jantaku/models"
	"jantaku/scoring"
)

// facts are what the book depends on beyond the tiles. Every ready player is paid at the
// end of every hand; nobody is liable.
var facts = []scoring.Use{
	{Fact: models.FactTile, Any: true},
	{Fact: models.FactMelds, Any: true},
	{Fact: models.FactFrom, Any: true, Pays: true},
	{Fact: models.FactSeat, Fans: ids{"fan-pai-men-feng", "fan-ke", "dui-dui-hu"}, Pays: true},
	{Fact: models.FactOf(models.Heavenly), Fans: ids{"tian-hu"}},
	{Fact: models.FactOf(models.Earthly), Fans: ids{"di-hu"}},
	{Fact: models.FactOf(models.KongDraw), Fans: ids{"ling-shang-kai-hua"}},
	{Fact: models.FactOf(models.LastDraw), Fans: ids{"hai-di-lao-yue"}},
	{Fact: models.FactOf(models.LastDiscard), Fans: ids{"he-di-lao-yu"}},
	{Fact: models.FactOf(models.RobKong), Fans: ids{"qiang-gang"}, Course: true}, // the kong is a pung of the ready hand then
	{Fact: models.FactReady, Course: true},
	{Fact: models.FactGone, Course: true},
	{Fact: models.FactBarred, Course: true},
}

// Facts implements scoring.Informed.
func (r *Rules) Facts() []scoring.Use { return facts }

// Manners implements scoring.Played: 王张 are never drawn (§2).
func (r *Rules) Manners() scoring.Manners {
	return scoring.Manners{Dead: 14, EarthlyOnDiscard: true,
		Laying: models.Laying{Kongs: []string{"XOOO", "OOOX", "XXXO", "OXXX", "XOOX", "OXXO"}, KongsShown: 1, Hands: true}}
}

// Taste implements scoring.Relished.
func (r *Rules) Taste() scoring.Taste {
	return scoring.Taste{Plain: 0.3, PlainOpen: 0.3, HalfFlush: 1, FullFlush: 1.3, AllPungs: 0.5, Pairs: scoring.Never, Orphans: scoring.Never, Unconnected: scoring.Never,
		Types: scoring.Never, Straight: 0.7, Mixed: 0.7, Triple: 0.7, Shifted: 0.5, Knitted: scoring.Never, Simple: scoring.Never, Value: 0.3,
		Chows: 0.9, Kong: 0.9, OpenKong: 0.3}
}
