package models_test

import (
	"errors"
	"testing"

	"jantaku/models"
)

func TestAMeldWithAnUnknownTileIsRefused(t *testing.T) {
	one, five := models.NewTile(models.Dots, 1), models.NewTile(models.Dots, 5)
	for _, kind := range []models.MeldKind{models.Chow, models.Pung} {
		for _, tiles := range []models.Tiles{{one, models.NoTile, five}, {models.NoTile, five, one}, {five, one, models.NoTile}, {models.NoTile, models.NoTile, models.NoTile}} {
			meld := models.Meld{Kind: kind, Tiles: tiles}
			var refused *models.HandError
			if err := meld.Validate(); !errors.As(err, &refused) {
				t.Errorf("%v %v: %v", kind, tiles, err)
			}
		}
	}
}
