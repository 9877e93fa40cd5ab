package main

import (
	"testing"

	"jantaku/models"
	"jantaku/vision/layout"
)

func TestAFrameThatSurelySawAnotherTileBringsTheHandToTheReferee(t *testing.T) {
	man := models.KindAt
	reading := func(status models.Status, confidence float64, tiles ...models.Tile) models.Reading {
		r := models.Reading{Status: status, Rows: [][]models.Sighting{{}}}
		for _, tile := range tiles {
			r.Rows[0] = append(r.Rows[0], models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: confidence}})
		}
		return r
	}
	doubting := func(code string, r models.Reading) models.Reading {
		r.Doubts = []models.Doubt{{Code: code, Row: 0, Index: 0}}
		return r
	}
	raised := func(r models.Reading) models.Reading {
		r.Rows[0][0].Raised = true
		return r
	}
	for _, c := range []struct {
		claim  string
		before models.Reading
		want   models.Status
	}{
		{"the same tiles agree", reading(models.Review, 1, man(1), man(2), man(2)), models.Accepted},
		{"fewer tiles behind a hand agree", reading(models.Review, 1, man(2)), models.Accepted},
		{"an unsure tile has no vote", reading(models.Review, .6, man(3)), models.Accepted},
		{"another tile contradicts", reading(models.Review, 1, man(1), man(3)), models.Review},
		{"one more of a tile contradicts", reading(models.Review, 1, man(2), man(2), man(2)), models.Review},
		{"something unread lies there still", doubting(layout.DoubtUnread, reading(models.Review, .6, man(1), man(2), man(2))), models.Review},
		{"a stray flower lies there still", doubting(layout.DoubtStray, reading(models.Review, .6, man(1), man(2), man(2))), models.Review},
		{"what hid a tile may hide the rest", doubting(layout.DoubtUnread, reading(models.Review, .6, man(1), man(2))), models.Accepted},
		{"a doubtful meld has no vote", doubting(layout.DoubtMeld, reading(models.Review, .6, man(1), man(2), man(2))), models.Accepted},
		{"a tile upon another lies there still", doubting(layout.DoubtMeld, raised(reading(models.Review, .6, man(1), man(2), man(2)))), models.Review},
	} {
		t.Run(c.claim, func(t *testing.T) {
			r := reading(models.Accepted, 1, man(1), man(2), man(2))
			vote(&r, []models.Reading{c.before})
			if r.Status != c.want {
				t.Errorf("the hand is %s, want %s", r.Status, c.want)
			}
		})
	}
}
