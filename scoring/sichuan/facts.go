package sichuan

import (
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// facts are what the book depends on beyond the tiles. Seats and winds are worth nothing;
// they say who pays.
var facts = []scoring.Use{
	{Fact: models.FactTile, Any: true},
	{Fact: models.FactMelds, Any: true},
	{Fact: models.FactFrom, Any: true, Pays: true},
	{Fact: models.FactSeat, Pays: true, Course: true},
	{Fact: models.FactVoid, Any: true},
	{Fact: models.FactOut, Pays: true},
	{Fact: models.FactOf(models.KongDraw), Fans: []string{"kong-draw"}},
	{Fact: models.FactOf(models.KongDiscard), Fans: []string{"kong-discard"}, Course: true}, // the kong is paid back
	{Fact: models.FactOf(models.RobKong), Fans: []string{"rob-kong"}, Course: true},         // the kong never was
	{Fact: models.FactOf(models.LastDraw), Fans: []string{"last-tile"}},
	{Fact: models.FactOf(models.LastDiscard), Fans: []string{"last-tile"}},
	{Fact: models.FactBarred, Course: true},
}

// Facts implements scoring.Informed.
func (r *Rules) Facts() []scoring.Use {
	uses := slices.Clone(facts)
	if r.options.is("void", "free") {
		uses = slices.DeleteFunc(uses, func(u scoring.Use) bool { return u.Fact == models.FactVoid })
	}
	if !r.options.is("heavenly", "off") {
		uses = append(uses, scoring.Use{Fact: models.FactOf(models.Heavenly), Fans: []string{"heavenly"}},
			scoring.Use{Fact: models.FactOf(models.Earthly), Fans: []string{"earthly"}})
	}
	if r.options.is("exposed_kong_draw", "feeder-pays") {
		uses = append(uses, scoring.Use{Fact: models.FactSuppliers, Pays: true}, scoring.Use{Fact: models.FactOrder, Pays: true},
			scoring.Use{Fact: models.FactLiable, Pays: true})
		for i := range uses {
			uses[i].Pays = uses[i].Pays || uses[i].Fact == models.FactMelds
		}
	}
	return uses
}

// Manners implements scoring.Played: there is no dead wall (art. 4).
func (r *Rules) Manners() scoring.Manners {
	exchange := map[string]scoring.Exchange{"three-one-suit": scoring.ExchangeOneSuit, "three-any": scoring.ExchangeAny}
	return scoring.Manners{GoesOn: true, Suits: true, Exchange: exchange[r.options.Get("exchange")], Void: r.options.is("void", "declared"), PaidAsDrawn: r.options.is("added_kong", "drawn-only"),
		Laying: models.Laying{Tiles: 108, Wall: models.WallRule{Rolls: 1, Uneven: true, Smaller: true}, GoesOn: true, Kongs: []string{"XOOX"}, KongsShown: .5}}
}

// Taste implements scoring.Relished: no chows, and a kong is paid at once.
func (r *Rules) Taste() scoring.Taste {
	return scoring.Taste{Plain: 0.8, PlainOpen: 0.6, HalfFlush: scoring.Never, FullFlush: 1.6, AllPungs: 0.6, Pairs: 1, Orphans: scoring.Never, Unconnected: scoring.Never,
		Types: scoring.Never, Straight: scoring.Never, Mixed: scoring.Never, Triple: scoring.Never, Shifted: scoring.Never, Knitted: scoring.Never, Simple: scoring.Never, Value: scoring.Never,
		Kong: 0.9, OpenKong: 0.9}
}
