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
func (r *Rules) Manners() scoring.Manners { return scoring.Manners{} }
