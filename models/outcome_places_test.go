package models_test

import (
	"testing"

	"jantaku/models"
)

// TestASettlementNamesWhoIsThere claims that a kong without an owner, or an exposed one without who fed it, and a hand
// that is shown at no place, are refused before anything is counted by place.
func TestASettlementNamesWhoIsThere(t *testing.T) {
	p := models.Position{Seats: [models.Places]int{0, 1, 2, 3}}
	for name, one := range map[string]models.Settlement{
		"an exposed kong of nobody":      {Do: models.CalledKong, From: 1},
		"an exposed kong that none fed":  {Do: models.CalledKong, Place: 1},
		"a concealed kong of nobody":     {Do: models.MadeConcealed},
		"an added kong of nobody":        {Do: models.MadeAdded},
		"a kong at a place that is none": {Do: models.MadeConcealed, Place: 9},
		"a hand shown at no place":       {Do: models.HandsEnd, States: map[models.Place]models.HandState{0: {State: models.NotReady}}},
	} {
		o := models.Outcome{Ending: models.Drawn, Settled: []models.Settlement{one}}
		if reasons := models.ReasonsOf(o.Check(p)); len(reasons) != 1 || reasons[0].Code != "nobody-there" {
			t.Errorf("%s: %v", name, reasons)
		}
	}
	if err := (models.Outcome{Ending: models.Drawn, Settled: []models.Settlement{{Do: models.MadeConcealed, Place: 4}, {Do: models.CalledKong, Place: 1, From: 2}}}).Check(p); err != nil {
		t.Error(err)
	}
}
