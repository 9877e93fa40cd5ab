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
func (r *Rules) Manners() scoring.Manners { return scoring.Manners{Dead: 14, EarthlyOnDiscard: true} }
