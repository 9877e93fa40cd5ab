package lingque

import (
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// facts are what the book depends on beyond the tiles.
var facts = []scoring.Use{
	{Fact: models.FactTile, Any: true},
	{Fact: models.FactMelds, Any: true, Pays: true},
	{Fact: models.FactFrom, Any: true, Pays: true},
	{Fact: models.FactSeat, Fans: ids{"value-seat-wind", "guest-wind-triplet"}, Pays: true, Course: true},
	{Fact: models.FactSuppliers, Pays: true}, // 半包牌 and 全包牌 (§6)
	{Fact: models.FactFlowers, Pays: true},   // two points each, no part of the ten
	{Fact: models.FactOf(models.Heavenly), Fans: ids{"heavenly-hand"}},
	{Fact: models.FactOf(models.Earthly), Fans: ids{"earthly-hand"}},
	{Fact: models.FactOf(models.KongDraw), Fans: ids{"kong-draw"}},
	{Fact: models.FactOf(models.LastDraw), Fans: ids{"last-tile-draw"}},
	{Fact: models.FactOf(models.LastDiscard), Fans: ids{"last-tile-claim"}},
	{Fact: models.FactOf(models.RobKong), Fans: ids{"robbing-the-kong"}},
	{Fact: models.FactBarred, Course: true}, // 停和 and 陪打
}

// Facts implements scoring.Informed. In the 26th edition the deal passes whoever wins.
func (r *Rules) Facts() []scoring.Use {
	uses := slices.Clone(facts)
	for i := range uses {
		if uses[i].Fact == models.FactSeat {
			uses[i].Course = r.id == "lingque-29"
		}
	}
	return uses
}

// Manners implements scoring.Played: the last discard may be claimed (§2.7), and a concealed
// kong may lie in any way that shows what it is (§2.3).
func (r *Rules) Manners() scoring.Manners {
	return scoring.Manners{LastCalls: true, EarthlyOnDiscard: true, AnyKong: true,
		Laying: models.Laying{Kongs: models.AnyKong(), KongsShown: 1}}
}

// Taste implements scoring.Relished: the 26th edition has no 五门齐.
func (r *Rules) Taste() scoring.Taste {
	t := scoring.PlainTaste()
	if r.table.Row("all-five-types") < 0 {
		t.Types = scoring.Never
	}
	return t
}
