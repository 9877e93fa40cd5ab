package sichuan_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"jantaku/models"
)

// events reads settlements as the command does.
func events(t testing.TB, text string) (all []models.Settlement) {
	t.Helper()
	if err := json.Unmarshal([]byte("["+text+"]"), &all); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return all
}

func TestOptionsChangeWhatChangesHands(t *testing.T) {
	const (
		shot = `{"do":"concealed-kong","place":1},{"do":"win","wins":[{"place":3,"from":1,"fan":1,"kong_discard":true}]}`
		two  = `{"do":"concealed-kong","place":1},{"do":"win","wins":[{"place":3,"from":1,"fan":1,"kong_discard":true},{"place":4,"from":1,"fan":0,"kong_discard":true}]}`
		pig  = `{"do":"end","states":{"1":{"state":"ready","fan":1},"2":{"state":"not-ready"},"3":{"state":"pig"},"4":{"state":"pig"}}}`
		hook = `{"do":"kong","place":1,"from":2},{"do":"win","wins":[{"place":1,"from":1,"fan":2,"kong_draw":true}]}`
	)
	tests := []struct {
		name, events string
		set          []string
		deltas       models.Points
		fines        models.Points
		next         models.Place
	}{
		{"the income goes back", shot, nil, models.Points{-2, 0, 2, 0}, models.Points{}, 3},
		{"the income goes to the winner", shot, []string{"kong_discard=transfer"}, models.Points{6 - 2 - 6, -2, 2 + 6 - 2, -2}, models.Points{}, 3},
		{"the income stays", shot, []string{"kong_discard=keep"}, models.Points{6 - 2, -2, 2 - 2, -2}, models.Points{}, 3},
		{"it goes back once", two, nil, models.Points{-3, 0, 2, 1}, models.Points{}, 1},
		{"it goes to each winner", two, []string{"kong_discard=transfer"}, models.Points{6 - 3 - 12, -2, 6 + 2 - 2, 6 + 1 - 2}, models.Points{}, 1},
		{"an old tile is paid where rain is always timely", `{"do":"added-kong","place":2,"drawn":false}`, []string{"added_kong=always"}, models.Points{-1, 3, -1, -1}, models.Points{}, 4},
		{"nobody need know when it came", `{"do":"added-kong","place":2}`, []string{"added_kong=always"}, models.Points{-1, 3, -1, -1}, models.Points{}, 4},
		{"others pay for an exposed kong", `{"do":"kong","place":2,"from":3}`, []string{"exposed_kong=feeder-and-one-each"}, models.Points{-1, 4, -2, -1}, models.Points{}, 4},
		{"the feeder pays alone", hook, []string{"exposed_kong_draw=feeder-pays"}, models.Points{6, -6, 0, 0}, models.Points{}, 1},
		{"everybody pays", hook, nil, models.Points{17, -7, -5, -5}, models.Points{}, 1},
		{"pigs are fined", pig, nil, models.Points{6, -2, -2, -2}, models.Points{0, 0, 24, 24}, 4},
		{"pigs are fined more", pig, []string{"pig=fine-48"}, models.Points{6, -2, -2, -2}, models.Points{0, 0, 48, 48}, 4},
		{"pigs pay the cap to all others", pig, []string{"pig=pays-cap", "cap=4"}, models.Points{2 + 32, -2 + 32, -32, -32}, models.Points{}, 4},
		{"the deal goes round", shot, []string{"dealer=rotate"}, models.Points{-2, 0, 2, 0}, models.Points{}, 1},
		{"a self-draw is one fan more", `{"do":"win","wins":[{"place":2,"from":2,"fan":1}]}`, []string{"self_draw=add-fan"}, models.Points{-4, 12, -4, -4}, models.Points{}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := open(t, tt.set...).Settle(4, events(t, tt.events))
			if err != nil {
				t.Fatal(err)
			}
			if got.Deltas != tt.deltas || got.Fines != tt.fines || got.NextDealer != tt.next || got.Deltas.Sum() != 0 {
				t.Errorf("%v, fines %v, next dealer %d; want %v, %v, %d", got.Deltas, got.Fines, got.NextDealer, tt.deltas, tt.fines, tt.next)
			}
			var sum models.Points
			for _, step := range got.Steps {
				sum = sum.Plus(step)
			}
			if sum != got.Deltas || len(got.Steps) != len(events(t, tt.events)) {
				t.Errorf("the steps %v do not add up", got.Steps)
			}
		})
	}
}

func TestWhatCannotFollowIsRefusedWithItsPlace(t *testing.T) {
	const (
		one   = `{"do":"win","wins":[{"place":1,"from":2,"fan":0}]}`
		three = `{"do":"win","wins":[{"place":1,"from":4,"fan":0},{"place":2,"from":4,"fan":0},{"place":3,"from":4,"fan":0}]}`
		end   = `{"do":"end","states":{"1":{"state":"not-ready"},"2":{"state":"not-ready"},"3":{"state":"not-ready"},"4":{"state":"not-ready"}}}`
	)
	tests := []struct{ name, events, want string }{
		{"a fourth winner", three + `,{"do":"win","wins":[{"place":4,"from":4,"fan":0}]}`, "event 2: win after 3 players have won"},
		{"a draw after three wins", three + `,{"do":"end"}`, "event 2: end after 3"},
		{"somebody wins twice", one + `,{"do":"win","wins":[{"place":1,"from":3,"fan":0}]}`, "event 2: a win of place 1"},
		{"a winner supplies the tile", one + `,{"do":"win","wins":[{"place":2,"from":1,"fan":0}]}`, "event 2: place 2 wins from place 1"},
		{"a kong of a winner", one + `,{"do":"concealed-kong","place":1}`, "event 2: a kong of place 1"},
		{"a kong fed by a winner", one + `,{"do":"kong","place":2,"from":1}`, "place 1 fed"},
		{"a kong fed by its owner", `{"do":"kong","place":2,"from":2}`, "place 2 fed"},
		{"a kong nobody fed", `{"do":"kong","place":2}`, "place 0 fed"},
		{"a refund without its kong", `{"do":"concealed-kong","place":2},{"do":"win","wins":[{"place":3,"from":1,"fan":1,"kong_discard":true}]}`, "event 2: a win on the discard after a kong of place 1"},
		{"a refund of a robbed kong", `{"do":"added-kong","place":1,"drawn":true,"robbed":true},{"do":"win","wins":[{"place":3,"from":1,"fan":1,"kong_discard":true}]}`, "which made none"},
		{"a refund twice", `{"do":"concealed-kong","place":1},{"do":"win","wins":[{"place":3,"from":1,"fan":1,"kong_discard":true}]},{"do":"win","wins":[{"place":2,"from":1,"fan":1,"kong_discard":true}]}`, "event 3"},
		{"a replacement without a kong", `{"do":"win","wins":[{"place":1,"from":1,"fan":1,"kong_draw":true}]}`, "event 1: place 1 wins on the replacement of a kong, and made none"},
		{"the replacement of another's kong", `{"do":"concealed-kong","place":2},{"do":"win","wins":[{"place":1,"from":1,"fan":1,"kong_draw":true}]}`, "event 2: place 1 wins on the replacement of a kong, and made none"},
		{"the replacement of a robbed kong", `{"do":"added-kong","place":1,"drawn":true,"robbed":true},{"do":"win","wins":[{"place":1,"from":1,"fan":1,"kong_draw":true}]}`, "made none"},
		{"a replacement that somebody discarded", `{"do":"concealed-kong","place":1},{"do":"win","wins":[{"place":1,"from":2,"fan":1,"kong_draw":true}]}`, "and from place 2"},
		{"two tiles at once", `{"do":"win","wins":[{"place":1,"from":3,"fan":0},{"place":2,"from":4,"fan":0}]}`, "one tile comes from places 3 and 4"},
		{"two on a self-draw", `{"do":"win","wins":[{"place":1,"from":1,"fan":0},{"place":2,"from":1,"fan":0}]}`, "win on the tile that place 1 drew"},
		{"a win of nobody", `{"do":"win"}`, "a win of nobody"},
		{"nobody knows when the tile came", `{"do":"added-kong","place":2}`, "drawn is missing"},
		{"a robbed concealed kong", `{"do":"concealed-kong","place":2,"robbed":true}`, "only an added kong"},
		{"something after the end", end + "," + one, "event 2: win after the end"},
		{"a state is missing", `{"do":"end","states":{"1":{"state":"ready","fan":1}}}`, "the state of place 2 is missing"},
		{"a winner's state", one + "," + end, "a state of place 1"},
		{"ready for nothing known", strings.Replace(end, "not-ready", "ready", 1), "what its hand is worth is missing"},
		{"an unknown state", strings.Replace(end, "not-ready", "sleepy", 1), "sleepy"},
		{"an unknown event", `{"do":"chow","place":1}`, "chow"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := open(t).Settle(1, events(t, tt.events))
			var bad *models.HandError
			if !errors.As(err, &bad) || bad.Code != models.CodeBadEvent || !strings.Contains(bad.Message, tt.want) {
				t.Errorf("%v; want %q", err, tt.want)
			}
		})
	}
	if _, err := open(t).Settle(5, nil); err == nil {
		t.Error("a dealer at place 5: no error")
	}
}
