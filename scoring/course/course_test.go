package course

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring/riichi"
)

// realRecords are hands that people played on tenhou.net's rules.
func realRecords(t *testing.T) (records []*models.Record) {
	t.Helper()
	for _, line := range sharedtest.RealHands(t) {
		r, err := models.ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

// tenhou is the rule book of the real records.
func tenhou(t *testing.T) (*riichi.Rules, Manners) {
	t.Helper()
	options, err := riichi.Profile("tenhou")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := riichi.New(options)
	if err != nil {
		t.Fatal(err)
	}
	manners, err := MannersOf(rules)
	if err != nil {
		t.Fatal(err)
	}
	return rules, manners
}

func TestRealHandsAreLegalAndPayWhatWasPaid(t *testing.T) {
	rules, manners := tenhou(t)
	records := realRecords(t)
	for _, r := range records {
		r.Profile = "tenhou"
		h, err := Start(r, manners)
		if err != nil {
			t.Fatalf("%s: %v", r.ID, err)
		}
		for i, m := range r.Events {
			if err := h.Do(m); err != nil {
				t.Fatalf("%s event %d: %v", r.ID, i, err)
			}
		}
		if !h.Over() {
			t.Errorf("%s does not end", r.ID)
		}
		last := r.Events[len(r.Events)-1]
		ending, err := h.End(MatchOf(r, rules, riichi.Course{}), last)
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			continue
		}
		if last.Deltas != nil && ending.Deltas != *last.Deltas {
			t.Errorf("%s: pays %v, not %v: %+v", r.ID, ending.Deltas, *last.Deltas, last)
		}
		for i, w := range last.Wins {
			if got := ending.Results[i].Points; got != w.Points {
				t.Errorf("%s: place %d wins %d points, not %d", r.ID, w.Place, got, w.Points)
			}
		}
	}
}

func TestWhatNobodySawMayHaveBeenAnything(t *testing.T) {
	_, manners := tenhou(t)
	for _, r := range realRecords(t) {
		seen := *r
		seen.Deal, seen.Events = nil, nil
		for _, m := range r.Events {
			if m.Do != models.Draw {
				seen.Events = append(seen.Events, m)
			}
		}
		h, err := Start(&seen, manners)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range seen.Events {
			if err := h.Do(m); err != nil {
				t.Fatalf("%s event %d: %v", r.ID, i, err)
			}
		}
		full, _ := Start(r, manners)
		for _, m := range r.Events {
			if err := full.Do(m); err != nil {
				t.Fatal(err)
			}
		}
		if h.Left != full.Left && full.Left != h.Left-1 { // the last draw ended in nine terminals or a win untold
			t.Errorf("%s: %d tiles left, not %d", r.ID, h.Left, full.Left)
		}
	}
}

func TestWhatCannotHappenIsRefused(t *testing.T) {
	_, manners := tenhou(t)
	deal := make([]models.Tiles, models.Places)
	for i, hand := range []string{"19m19p19s1234567z", "123m456m789m123p4p", "123s456s789s55p67p", "2468m2468p2468s1m"} {
		deal[i] = tiles(t, hand)
	}
	draw := func(place models.Place, tile string) models.Move {
		return models.Move{Do: models.Draw, Place: place, Tile: tiles(t, tile)[0]}
	}
	discard := func(place models.Place, tile string) models.Move {
		return models.Move{Do: models.Discarded, Place: place, Tile: tiles(t, tile)[0]}
	}
	riichi := discard(1, "1m")
	riichi.Riichi = true
	for _, c := range []struct {
		name  string
		moves []models.Move
	}{
		{"out of turn", []models.Move{draw(2, "5p")}},
		{"a tile not held", []models.Move{draw(1, "5p"), discard(1, "2m")}},
		{"two draws", []models.Move{draw(1, "5p"), draw(1, "6p")}},
		{"a fifth tile", []models.Move{draw(1, "5p"), discard(1, "5p"), draw(2, "1m"), discard(2, "1m"), draw(3, "1m")}},
		{"a chow from the right", []models.Move{draw(1, "5p"), discard(1, "1m"), {Do: models.CalledChow, Place: 4, Tile: tiles(t, "1m")[0], With: tiles(t, "23m"), From: 1}}},
		{"a chow of no chow", []models.Move{draw(1, "5p"), discard(1, "1m"), {Do: models.CalledChow, Place: 2, Tile: tiles(t, "1m")[0], With: tiles(t, "24m"), From: 1}}},
		{"another tile after riichi", []models.Move{draw(1, "5p"), riichi, draw(2, "5p"), discard(2, "5p"), draw(3, "6p"), discard(3, "6p"), draw(4, "7p"), discard(4, "7p"), draw(1, "8p"), discard(1, "9m")}},
		{"a win on what was not drawn", []models.Move{draw(1, "5p"), {Do: models.Wins, Wins: []models.Winning{{Place: 1, From: 1, Tile: tiles(t, "1m")[0]}}}}},
		{"a kong without its pung", []models.Move{draw(1, "5p"), {Do: models.MadeAdded, Place: 1, Tile: tiles(t, "1z")[0]}}},
		{"flowers in riichi", []models.Move{{Do: models.LaidFlower, Place: 1, Tile: tiles(t, "1f")[0]}}},
	} {
		h, err := Start(&models.Record{Dealer: 1, Deal: deal}, manners)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range c.moves {
			err := h.Do(m)
			if last := i == len(c.moves)-1; last != errors.Is(err, ErrIllegal) {
				t.Errorf("%s: move %d gives %v", c.name, i, err)
			}
		}
	}
}

func tiles(t *testing.T, text string) models.Tiles {
	t.Helper()
	ts, err := models.ParseTiles(text)
	if err != nil {
		t.Fatal(err)
	}
	return ts
}

func TestACompletedRecordKeepsWhatWasSeen(t *testing.T) {
	rules, manners := tenhou(t)
	for _, r := range realRecords(t) {
		seen := *r
		seen.Deal, seen.Events = nil, nil
		for _, m := range r.Events {
			if m.Do != models.Draw {
				m.Drawn = nil
				seen.Events = append(seen.Events, m)
			}
		}
		_, end, err := Told(r, manners)
		if err != nil {
			t.Fatal(err)
		}
		last := r.Events[len(r.Events)-1]
		var shown [models.Places]models.Tiles
		for _, w := range last.Wins {
			win := end.Win(w)
			shown[w.Place.Index()] = win.Concealed
		}
		full, err := Complete(&seen, manners, shown)
		if err != nil {
			t.Fatalf("%s: %v", r.ID, err)
		}
		if full.Dealt != models.Places*manners.Hand.Tiles() || full.Drawn == 0 && len(seen.Events) > 1 {
			t.Errorf("%s: %d dealt and %d drawn tiles are said to be made up", r.ID, full.Dealt, full.Drawn)
		}
		var without []models.Move
		for _, m := range full.Events {
			if m.Do != models.Draw {
				without = append(without, m)
			} else if !m.Tile.HasFace() {
				t.Fatalf("%s: a draw of place %d is still unseen", r.ID, m.Place)
			}
		}
		if !reflect.DeepEqual(without, seen.Events) {
			t.Errorf("%s: what was seen has changed", r.ID)
		}
		if _, h, err := Told(full.Record, manners); err != nil {
			t.Errorf("%s: %v", r.ID, err)
		} else if _, err := h.End(MatchOf(r, rules, riichi.Course{}), last); err != nil {
			t.Errorf("%s: completed, the hand does not win: %v", r.ID, err)
		}
	}
}

func TestACompletedRecordGivesFacesToAKongThatLiesFaceDown(t *testing.T) {
	_, manners := tenhou(t)
	seen := &models.Record{ID: "down", Dealer: 1, Dora: tiles(t, "5z"), Events: []models.Move{
		{Do: models.MadeConcealed, Place: 1, Tiles: tiles(t, "????")}, {Do: models.Discarded, Place: 1, Tile: tiles(t, "1m")[0]}, {Do: models.Discarded, Place: 2, Tile: tiles(t, "1m")[0]}, {Do: models.Discarded, Place: 3, Tile: tiles(t, "9p")[0]},
	}}
	full, err := Complete(seen, manners, [models.Places]models.Tiles{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range full.Events {
		if m.Do != models.MadeConcealed {
			continue
		}
		meld := models.Meld{Kind: models.ConcealedKong, Tiles: m.Tiles}
		if err := meld.Validate(); err != nil || slices.Contains(tiles(t, "1m9p5z"), m.Tiles[0]) {
			t.Errorf("the kong is one of %v: %v", m.Tiles, err)
		}
	}
}
