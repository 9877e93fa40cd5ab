package books

import "jantaku/models"

// Tiles is with how many tiles the book is played, 0 where that is not said.
func (b Book) Tiles() int { return b.wall.tiles }

// WallRule gives how the wall is broken that is built of a number of tiles, 0 for as many
// as the rule book plays with. There is none where the book does not say how, or where the
// tiles do not make four such walls.
func (b Book) WallRule(tiles int) (models.WallRule, bool) {
	if b.wall.tiles == 0 {
		return models.WallRule{}, false
	}
	if tiles == 0 {
		tiles = b.wall.tiles
	}
	rule := b.wall.rule
	if rule.Uneven { // two walls have one stack more
		return rule.Of((tiles + models.Places) / (2 * models.Places)), tiles%(2*models.Places) == models.Places
	}
	return rule.Of(tiles / (2 * models.Places)), tiles%(2*models.Places) == 0
}
