package taiwan_test

import (
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/scoring/taiwan"
)

// at is a position of four players, with a dealer who has stayed so often.
func at(dealer models.Place, streak int) models.Position {
	p := models.Begin(models.Match{Players: make([]models.Player, 4)})
	p.Dealer, p.Deal, p.Honba = dealer, int(dealer), streak
	return p
}

func TestTheDealerStaysAndCountsHisStreak(t *testing.T) {
	drawn := models.Outcome{Ending: models.Drawn}
	won := func(by models.Place) models.Outcome {
		return models.Outcome{Ending: models.Won, Winners: []models.Place{by}}
	}
	for _, c := range []struct {
		name    string
		course  map[string]string
		streak  int
		outcome models.Outcome
		dealer  models.Place
		want    int
	}{
		{"his own win", nil, 0, won(2), 2, 1},
		{"another's win", nil, 4, won(3), 3, 0},
		{"a drawn hand", nil, 2, drawn, 2, 3},
		{"a drawn hand where it passes", map[string]string{"draw_keeps_dealer": "no"}, 2, drawn, 3, 0},
		{"ten times, without a limit", nil, 10, won(2), 2, 11},
		{"nine times of ten", map[string]string{"streak_limit": "10"}, 9, won(2), 2, 10},
		{"ten times of ten", map[string]string{"streak_limit": "10"}, 10, won(2), 3, 0},
	} {
		got := taiwan.Course{}.Next(models.Match{Players: make([]models.Player, 4), Course: c.course}, at(2, c.streak), c.outcome)
		if got.Dealer != c.dealer || got.Honba != c.want {
			t.Errorf("%s: place %d deals with a streak of %d, want %d and %d", c.name, got.Dealer, got.Honba, c.dealer, c.want)
		}
	}
}

func TestOfTwoWhoClaimTheNearerWinsAndThreeWinAll(t *testing.T) {
	for _, c := range []struct {
		how             string
		claimants, want []models.Place
	}{
		{"two-near-three-all", []models.Place{4, 1}, []models.Place{4}},
		{"two-near-three-all", []models.Place{4, 1, 2}, []models.Place{4, 1, 2}},
		{"all", []models.Place{4, 1}, []models.Place{4, 1}},
		{"first", []models.Place{4, 1, 2}, []models.Place{4}},
	} {
		got, _ := taiwan.Course{}.Claims(models.Match{Course: map[string]string{"winners": c.how}}, at(1, 0), 3, c.claimants)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v win of %v, want %v", c.how, got, c.claimants, c.want)
		}
	}
}

// TestAFalseWinCostsEightTaiAndTheDealersMore: base 5, so 13 to each, and 2N + 1 more where one of the two deals.
func TestAFalseWinCostsEightTaiAndTheDealersMore(t *testing.T) {
	for offender, want := range map[models.Place]models.Points{1: {-44, 18, 13, 13}, 2: {18, -54, 18, 18}} {
		got, err := taiwan.Course{}.Penalty(models.Match{Players: make([]models.Player, 4)}, at(2, 2), taiwan.FalseWin, offender)
		if err != nil || got.Points != want {
			t.Errorf("place %d: %v, %v; want %v", offender, got.Points, err, want)
		}
	}
}
