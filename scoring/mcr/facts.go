package mcr

import (
	"jantaku/models"
	"jantaku/scoring"
)

// facts are what the book depends on beyond the tiles. Nobody is liable, so it does not
// matter who supplied a meld.
var facts = []scoring.Use{
	{Fact: models.FactTile, Any: true},
	{Fact: models.FactMelds, Any: true},
	{Fact: models.FactFrom, Any: true, Pays: true},
	{Fact: models.FactSeat, Fans: ids{"seat-wind", "pung-of-terminals-or-honors"}, Pays: true},
	{Fact: models.FactRound, Fans: ids{"prevalent-wind", "pung-of-terminals-or-honors"}},
	{Fact: models.FactFlowers, Fans: ids{"flower-tiles"}},
	{Fact: models.FactOf(models.KongDraw), Fans: ids{"out-with-replacement-tile"}},
	{Fact: models.FactOf(models.LastDraw), Fans: ids{"last-tile-draw"}},
	{Fact: models.FactOf(models.LastDiscard), Fans: ids{"last-tile-claim"}},
	{Fact: models.FactOf(models.RobKong), Fans: ids{"robbing-the-kong"}},
	{Fact: models.FactOf(models.LastOfKind), Fans: ids{"last-tile"}},
	{Fact: models.FactBarred, Course: true},
}

// Facts implements scoring.Informed.
func (r *Rules) Facts() []scoring.Use { return facts }

// Manners implements scoring.Played: every tile is drawn.
func (r *Rules) Manners() scoring.Manners {
	return scoring.Manners{Laying: models.Laying{Flowers: true, Kongs: []string{"XXXX", "XXXX", "XOOX", "XXXO"}}}
}

// Taste implements scoring.Relished: eight points are needed.
func (r *Rules) Taste() scoring.Taste {
	return scoring.Taste{Plain: -1.5, PlainOpen: -3, HalfFlush: 0, FullFlush: 1, AllPungs: -0.3, Pairs: 1, Orphans: 1.5, Unconnected: 1,
		Types: -0.2, Straight: 0.3, Mixed: 0.3, Triple: 0.3, Shifted: -0.2, Knitted: 0.5, Simple: scoring.Never, Value: -2.5, RoundWind: true,
		Chows: 0.9, Kong: 0.9, OpenKong: 0.3}
}
