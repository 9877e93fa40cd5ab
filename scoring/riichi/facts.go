package riichi

import (
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// facts are what the book depends on beyond the tiles, whatever the options are.
var facts = []scoring.Use{
	{Fact: models.FactTile, Any: true},
	{Fact: models.FactMelds, Any: true, Pays: true},
	{Fact: models.FactFrom, Any: true, Pays: true},
	{Fact: models.FactSeat, Fans: ids{"seat-wind", "pinfu"}, Pays: true, Course: true},
	{Fact: models.FactRound, Fans: ids{"round-wind", "pinfu"}, Pays: true},
	{Fact: models.FactCounters, Pays: true, Course: true},
	{Fact: models.FactRiichi, Fans: ids{"riichi"}, Course: true},
	{Fact: models.FactDouble, Fans: ids{"riichi", "double-riichi"}},
	{Fact: models.FactOf(models.Ippatsu), Fans: ids{"ippatsu"}},
	{Fact: models.FactDora, Fans: ids{"dora"}},
	{Fact: models.FactUra, Fans: ids{"ura-dora"}},
	{Fact: models.FactNorths, Fans: ids{"nuki-dora"}},
	{Fact: models.FactSuppliers, Pays: true},
	{Fact: models.FactOrder, Pays: true},
	{Fact: models.FactLiable, Pays: true},
	{Fact: models.FactOf(models.Heavenly), Fans: ids{"tenhou"}},
	{Fact: models.FactOf(models.Earthly), Fans: ids{"chiihou", "renhou"}},
	{Fact: models.FactOf(models.KongDraw), Fans: ids{"rinshan"}},
	{Fact: models.FactOf(models.LastDraw), Fans: ids{"haitei"}},
	{Fact: models.FactOf(models.LastDiscard), Fans: ids{"houtei"}},
	{Fact: models.FactOf(models.RobKong), Fans: ids{"chankan"}},
	{Fact: models.FactReady, Course: true},
	{Fact: models.FactNagashi, Course: true},
	{Fact: models.FactReason, Course: true},
	{Fact: models.FactBarred, Course: true},
}

// Facts implements scoring.Informed. What the options leave out is not asked for.
func (r *Rules) Facts() []scoring.Use {
	var uses []scoring.Use
	for _, u := range facts {
		u.Fans = slices.DeleteFunc(slices.Clone(u.Fans), func(id string) bool { return r.table.Row(id) < 0 })
		liability := u.Fact == models.FactSuppliers || u.Fact == models.FactOrder || u.Fact == models.FactLiable
		if liability && len(r.options.Pao) == 0 {
			continue
		}
		if u.Any || u.Pays || u.Course || len(u.Fans) > 0 {
			uses = append(uses, u)
		}
	}
	return uses
}

// Manners implements scoring.Played.
func (r *Rules) Manners() scoring.Manners {
	return scoring.Manners{Dead: 14, Laying: models.Laying{Wall: wall, Kongs: []string{"XOOX", "XOOX", "OXXO"}, KongsShown: .5, Turned: models.Always, Upright: true}}
}

// wall: the first indicator is the third stack of the dead wall.
var wall = models.WallRule{Rolls: 1, Indicator: 3}

// Taste implements scoring.Relished: calls are few, since most yaku want a closed hand.
func (r *Rules) Taste() scoring.Taste {
	return scoring.Taste{Plain: 0.9, PlainOpen: scoring.Never, HalfFlush: 0.1, FullFlush: 0.5, AllPungs: 0, Pairs: 0.8, Orphans: 1, Unconnected: scoring.Never,
		Types: scoring.Never, Straight: 0, Mixed: scoring.Never, Triple: 0, Shifted: scoring.Never, Knitted: scoring.Never, Simple: 0.2, Value: 1, RoundWind: true,
		Chows: 0.55, Kong: 0.45, OpenKong: 0.03}
}
