package models_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"jantaku/models"
)

func TestNotationReadsAndWritesTheSameTiles(t *testing.T) {
	tests := []struct{ name, text string }{
		{"digits share the suit letter", "123m44p"},
		{"honours", "1234567z"},
		{"red fives", "0m0p0s"},
		{"flowers", "12345678f"},
		{"a tile not read and one face down", "12m?#3m"},
		{"nothing", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tiles, err := models.ParseTiles(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := models.FormatTiles(tiles); got != tt.text {
				t.Errorf("%q comes back as %q", tt.text, got)
			}
		})
	}
}

func TestNotationRefusesWhatIsNoTile(t *testing.T) {
	for _, text := range []string{"8z", "0z", "9f", "0f", "m", "12", "1x", "1m2", "1?m", "12#", "一"} {
		_, err := models.ParseTiles(text)
		var bad *models.HandError
		if !errors.As(err, &bad) || bad.Code != models.CodeBadTile {
			t.Errorf("%q: got %v, want code %s", text, err, models.CodeBadTile)
		}
	}
}

func TestTilesKnowTheirKind(t *testing.T) {
	tests := []struct {
		tile  string
		index int
		suit  models.Suit
		rank  int
		is    string // t terminal, h honour, w wind, d dragon, f flower, r red
	}{
		{"1m", 0, models.Characters, 1, "t"},
		{"5m", 4, models.Characters, 5, ""},
		{"0m", 4, models.Characters, 5, "r"},
		{"9s", 26, models.Bamboos, 9, "t"},
		{"1z", 27, models.Honours, 1, "hw"},
		{"4z", 30, models.Honours, 4, "hw"},
		{"5z", 31, models.Honours, 5, "hd"},
		{"7z", 33, models.Honours, 7, "hd"},
		{"1f", -1, models.Flowers, 1, "f"},
		{"8f", -1, models.Flowers, 8, "f"},
		{"?", -1, models.NoSuit, 0, ""},
		{"#", -1, models.NoSuit, 0, ""},
	}
	for _, tt := range tests {
		tile, err := models.ParseTile(tt.tile)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, q := range []struct {
			mark string
			is   bool
		}{{"t", tile.IsTerminal()}, {"h", tile.IsHonour()}, {"w", tile.IsWind()}, {"d", tile.IsDragon()}, {"f", tile.IsFlower()}, {"r", tile.IsRed()}} {
			if q.is {
				got += q.mark
			}
		}
		if tile.Index() != tt.index || tile.Suit() != tt.suit || tile.Rank() != tt.rank || got != tt.is {
			t.Errorf("%s: index %d suit %d rank %d is %q, want %d %d %d %q", tt.tile, tile.Index(), tile.Suit(), tile.Rank(), got, tt.index, tt.suit, tt.rank, tt.is)
		}
	}
}

func TestTilesSortByNotationWithRedFivesFirst(t *testing.T) {
	tiles, err := models.ParseTiles("#7z5m0m3f1z?4m")
	if err != nil {
		t.Fatal(err)
	}
	models.SortTiles(tiles)
	if got, want := models.FormatTiles(tiles), "405m17z3f?#"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTilesReadAListOfStringsFromJSON(t *testing.T) {
	var tiles models.Tiles
	if err := json.Unmarshal([]byte(`["5z","12m"]`), &tiles); err != nil {
		t.Fatal(err)
	}
	if got := tiles.String(); got != "5z12m" {
		t.Errorf("got %s", got)
	}
}

func TestSeatsGoRoundTheTable(t *testing.T) {
	if models.North.Next() != models.East || models.East.From(models.Right) != models.South ||
		models.East.From(models.Left) != models.North || models.West.From(models.Across) != models.East {
		t.Error("seats do not follow the turn order")
	}
	for dealer := models.Place(1); dealer <= models.Places; dealer++ {
		for at := models.Place(1); at <= models.Places; at++ {
			if back := at.SeatFor(dealer).PlaceFor(dealer); back != at {
				t.Errorf("dealer %d: place %d comes back as %d", dealer, at, back)
			}
		}
	}
}

func FuzzParseTiles(f *testing.F) {
	for _, seed := range []string{"123m44p", "0s", "?#", "8z", "1", "萬", "1234567z12345678f"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			return
		}
		again, err := models.ParseTiles(models.FormatTiles(tiles))
		if err != nil || !slices.Equal(again, tiles) {
			t.Errorf("%q reads as %v, which comes back as %v, %v", text, tiles, again, err)
		}
	})
}
