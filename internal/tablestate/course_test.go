package tablestate

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
)

// TestACourseIsToldOnceAndAgainWhereItChanged claims that every event of a course is told
// when it is seen, when it is changed and when it is final, and at no other time.
func TestACourseIsToldOnceAndAgainWhereItChanged(t *testing.T) {
	var state ledger.State
	state.Match = models.Match{ID: "m1", Rules: "yuque-54", Players: []models.Player{{ID: "Aki", Name: "Aki"}, {ID: "Bo", Name: "Bo"}, {ID: "Chun", Name: "Chun"}, {ID: "Dai", Name: "Dai"}}}
	state.Position = models.Begin(state.Match)
	var retained mqtt.Course
	var told []string
	b := &Board{Address: mqtt.Address{Prefix: "jantaku", Table: "t", Node: "n"}, State: func() ledger.State { return state }, Log: slog.New(slog.DiscardHandler)}
	b.Retain = func(m mqtt.Message) error { return json.Unmarshal(m.Payload, &retained) }
	b.Tell = func(m mqtt.Message) error {
		var e mqtt.Event
		var move mqtt.Move
		if err := json.Unmarshal(m.Payload, &e); err != nil {
			return err
		}
		if err := json.Unmarshal(e.Data, &move); err != nil {
			return err
		}
		word := e.Type + " " + move.Move.Tile.String()
		if move.Revision > 0 {
			word += " revised"
		}
		if move.Final {
			word += " final"
		}
		told = append(told, word)
		return nil
	}
	discard := func(place models.Place, tile models.Tile, revision int) models.Move {
		return models.Move{Do: models.Discarded, Place: place, Tile: tile, Revision: revision}
	}
	for _, c := range []struct {
		name   string
		events []models.Move
		final  int
		want   string
	}{
		{"the first discard", []models.Move{discard(1, models.EastWind, 0)}, 0, "discard 1z"},
		{"nothing new", []models.Move{discard(1, models.EastWind, 0)}, 0, ""},
		{"another, and the first is final", []models.Move{discard(1, models.EastWind, 0), discard(2, models.Red, 0)}, 1, "discard 1z final, discard 7z"},
		{"the second was another", []models.Move{discard(1, models.EastWind, 0), discard(2, models.Green, 1)}, 2, "discard 6z revised final"},
	} {
		told = nil
		b.ShowCourse(&models.Record{ID: "c1", Rules: "yuque-54", Dealer: 1, Events: c.events}, c.final)
		if got := strings.Join(told, ", "); got != c.want {
			t.Errorf("%s: told %q, not %q", c.name, got, c.want)
		}
		if retained.Events != len(c.events) || retained.Final != c.final || retained.Sides[0].Name != "Aki" {
			t.Errorf("%s: the table is %+v", c.name, retained)
		}
	}
	b.ShowCourse(&models.Record{ID: "c2", Rules: "yuque-54", Dealer: 1, Events: []models.Move{discard(1, models.EastWind, 0), discard(3, models.Red, 0)}}, 2)
	if retained.Events != 1 || retained.Status != mqtt.CoursePlaying {
		t.Errorf("of a course that cannot have happened %d events are shown, not 1", retained.Events)
	}
	b.ShowCourse(nil, 0)
	if retained.Status != mqtt.CourseNone {
		t.Errorf("nobody watches, and the course is %q", retained.Status)
	}
}
