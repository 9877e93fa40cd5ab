package taiwan

import (
	"jantaku/models"
	"jantaku/scoring"
)

// facts are what the book depends on beyond the tiles.
var facts = []scoring.Use{
	{Fact: models.FactTile, Any: true},
	{Fact: models.FactMelds, Any: true},
	{Fact: models.FactFrom, Any: true, Pays: true},
	{Fact: models.FactSeat, Fans: ids{"seat-wind", "seat-flower"}, Pays: true, Course: true},
	{Fact: models.FactRound, Fans: ids{"round-wind"}},
	{Fact: models.FactCounters, Pays: true, Course: true},
	{Fact: models.FactFlowers, Any: true},
	{Fact: models.FactOf(models.Heavenly), Fans: ids{"heavenly"}},
	{Fact: models.FactOf(models.Earthly), Fans: ids{"earthly"}},
	{Fact: models.FactOf(models.Human), Fans: ids{"human"}},
	{Fact: models.FactOf(models.HeavenlyReady), Fans: ids{"heavenly-ready"}},
	{Fact: models.FactOf(models.EarthlyReady), Fans: ids{"earthly-ready"}},
	{Fact: models.FactOf(models.KongDraw), Fans: ids{"kong-draw"}},
	{Fact: models.FactOf(models.RobKong), Fans: ids{"rob-kong"}},
	{Fact: models.FactOf(models.LastDraw), Fans: ids{"last-draw"}},
	{Fact: models.FactBarred, Course: true},
}

// Facts implements scoring.Informed.
func (r *Rules) Facts() []scoring.Use {
	if r.table.Row("last-discard") < 0 {
		return facts
	}
	return append(facts[:len(facts):len(facts)], scoring.Use{Fact: models.FactOf(models.LastDiscard), Fans: ids{"last-discard"}})
}

// dead is how many tiles are not played: eight stacks.
const dead = 16

// Manners implements scoring.Played.
func (r *Rules) Manners() scoring.Manners {
	return scoring.Manners{Dead: dead, AllMayWin: true, AnyKong: true, Laying: models.Laying{Hand: HandSize, Flowers: true, Kongs: models.AnyKong(), KongsShown: 1, Turned: models.Never}}
}

// Taste implements scoring.Relished: there is no minimum, so that the nearest hand wins.
func (r *Rules) Taste() scoring.Taste {
	return scoring.Taste{Plain: 0.5, PlainOpen: 0.5, HalfFlush: 0.8, FullFlush: 1, AllPungs: 0.6, Pairs: scoring.Never, Orphans: scoring.Never, Unconnected: scoring.Never,
		Types: scoring.Never, Straight: scoring.Never, Mixed: scoring.Never, Triple: scoring.Never, Shifted: scoring.Never, Knitted: scoring.Never, Simple: scoring.Never, Value: 0.4, RoundWind: true,
		Chows: 0.9, Kong: 0.9, OpenKong: 0.5}
}
