package hongkong

import (
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// facts are what the book depends on beyond the tiles, as the association's list has it.
var facts = []scoring.Use{
	{Fact: models.FactTile, Any: true},
	{Fact: models.FactMelds, Any: true, Pays: true},
	{Fact: models.FactFrom, Any: true, Pays: true},
	{Fact: models.FactSeat, Fans: ids{"seat-wind", "seat-flower"}, Pays: true},
	{Fact: models.FactRound, Fans: ids{"round-wind"}},
	{Fact: models.FactSuppliers, Pays: true}, // 包牌: sets are laid without a turned tile
	{Fact: models.FactOrder, Pays: true},
	{Fact: models.FactLiable, Pays: true},
	{Fact: models.FactFlowers, Any: true},
	{Fact: models.FactOf(models.Heavenly), Fans: ids{"heavenly"}},
	{Fact: models.FactOf(models.Earthly), Fans: ids{"earthly"}},
	{Fact: models.FactOf(models.KongDraw), Fans: ids{"kong-draw"}},
	{Fact: models.FactOf(models.DoubleKongDraw), Fans: ids{"double-kong-draw"}},
	{Fact: models.FactOf(models.RobKong), Fans: ids{"rob-kong"}},
	{Fact: models.FactOf(models.LastDraw), Fans: ids{"last-draw"}},
	{Fact: models.FactOf(models.LastDiscard), Fans: ids{"last-discard"}},
	{Fact: models.FactBarred, Course: true},
}

// Facts implements scoring.Informed.
func (r *Rules) Facts() []scoring.Use {
	uses := slices.Clone(facts)
	for i := range uses {
		if uses[i].Fact == models.FactSeat {
			uses[i].Course = r.options.Profile == Popular13 // a winning dealer stays
		}
	}
	return slices.DeleteFunc(uses, func(u scoring.Use) bool {
		switch u.Fact {
		case models.FactOf(models.LastDiscard):
			return r.table.Row("last-discard") < 0
		case models.FactFlowers:
			return r.options.is("flowers", "off")
		case models.FactSuppliers, models.FactOrder, models.FactLiable:
			return r.options.is("liability", "off")
		}
		return false
	})
}

// Manners implements scoring.Played: 地糊 is a win on the dealer's first discard. Nobody turns a tile to show who gave it.
func (r *Rules) Manners() scoring.Manners {
	return scoring.Manners{EarthlyOnDiscard: true, AnyKong: true, Laying: models.Laying{Flowers: r.options.is("flowers", "on"), Kongs: models.AnyKong(), KongsShown: 1, Turned: models.Never}}
}

// Taste implements scoring.Relished: three fans are needed, of which a flush or four pungs give most.
func (r *Rules) Taste() scoring.Taste {
	return scoring.Taste{Plain: -0.5, PlainOpen: -1.5, HalfFlush: 1.5, FullFlush: 1.3, AllPungs: 1.2, Pairs: scoring.Never, Orphans: 1, Unconnected: scoring.Never,
		Types: scoring.Never, Straight: scoring.Never, Mixed: scoring.Never, Triple: scoring.Never, Shifted: scoring.Never, Knitted: scoring.Never, Simple: scoring.Never, Value: 0.3, RoundWind: true,
		Chows: 0.8, Kong: 0.9, OpenKong: 0.5}
}
