package pipeline

import (
	"testing"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/riichi"
)

// deals begins a hand whose dice somebody throws; at no place the table does not say who.
func (s *scene) deals(by models.Place) {
	for _, h := range []happening{table(device.ShuffleStarted), func(*scene) Event { return Begun{device.Event{Kind: device.ShuffleStarted}} },
		table(device.WallRaised), func(*scene) Event { return Begun{device.Event{Kind: device.WallRaised}} },
		tells(device.Event{Kind: device.DicePressed, Place: by})} {
		s.happens(h)
	}
}

func (s *scene) dealt(odds float64) models.Place {
	s.happens(func(*scene) Event { return DealtBy{3, odds} })
	return s.life.table.Dealt
}

func TestADealerWhomTheBooksDoNotHaveIsTold(t *testing.T) {
	dealer := func(t *testing.T) *scene {
		s := newScene(t)
		s.books.state.Position = models.Position{Dealer: 1, Seats: [models.Places]int{0, 1, 2, 3}}
		return s
	}
	for _, tt := range []struct {
		claim  string
		thrown []models.Place // who threw the dice in the hands of the evening, the last one is on
		odds   float64        // of place 3 by the discards; 0 for none seen
		want   models.Place
	}{
		{"discards that the eye hardly misses", []models.Place{0}, 5000, 3},
		{"a discard that may have been missed", []models.Place{0}, 300, 0},
		{"and whose dice the player threw", []models.Place{3}, 300, 3},
		{"and whose dice the books' dealer threw", []models.Place{1}, 5000, 0},
		{"dice alone, in the first hand", []models.Place{3}, 0, 0},
		{"dice alone, where the dealer threw them in a hundred hands", append(times(100, 1), 3), 0, 3},
		{"dice alone, where everybody throws them", append(times(25, 1, 2, 3, 4), 3), 0, 0},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			s := dealer(t)
			for _, by := range tt.thrown {
				s.deals(by)
			}
			got := s.life.table.Dealt
			if tt.odds > 0 {
				got = s.dealt(tt.odds)
			}
			if got != tt.want {
				t.Errorf("place %d is said to deal, want %d", got, tt.want)
			}
		})
	}
	t.Run("it goes as soon as the position is set", func(t *testing.T) {
		s := dealer(t)
		if s.deals(0); s.dealt(5000) != 3 {
			t.Fatal("not told")
		}
		s.books.state.Position.Dealer = 3
		if s.happens(func(*scene) Event { return Corrected{Op: "position", Done: true} }); s.life.table.Dealt != 0 {
			t.Error("it is still told")
		}
	})
	t.Run("and with the next deal", func(t *testing.T) {
		s := dealer(t)
		s.deals(0)
		s.dealt(5000)
		if s.deals(0); s.life.table.Dealt != 0 {
			t.Error("it is still told")
		}
	})
	t.Run("nobody knows while a hand before waits", func(t *testing.T) {
		s := dealer(t)
		s.deals(0)
		s.life.waiting = []*Pending{{}}
		if s.dealt(5000) != 0 {
			t.Error("it is told")
		}
	})
}

// times gives places so many times, one after the other.
func times(n int, places ...models.Place) (all []models.Place) {
	for i := range n {
		all = append(all, places[i%len(places)])
	}
	return all
}

func TestTilesThatCannotStandInTheWallAreTold(t *testing.T) {
	riichiRules := func(t *testing.T) scoring.Ruleset {
		options, err := riichi.Profile("tenhou")
		if err != nil {
			t.Fatal(err)
		}
		rules, err := riichi.New(options)
		if err != nil {
			t.Fatal(err)
		}
		return rules
	}
	for _, tt := range []struct {
		claim    string
		standing bool
		dealt    bool  // the table told of the deal
		counts   []int // as the table told them
		drawn    bool  // the wall was empty, and the hand is in the books
		told     bool
	}{
		{"all that can be drawn", false, true, []int{69, 68, 3, 0}, true, false},
		{"more than can be drawn", false, true, []int{82}, false, true},
		{"more than can be drawn, while they are dealt", false, false, []int{122, 82, 69}, false, false},
		{"the dead wall, when nobody can draw any more", false, false, []int{14}, true, true},
		{"some, when a draw is said too early", false, false, []int{30}, true, false},
		{"all that stand", true, true, []int{83, 15, 14}, true, false},
		{"fewer than ever stand", true, true, []int{69, 5}, false, true},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			s := newScene(t)
			s.books.rules, s.life.club.standing = riichiRules(t), tt.standing
			s.books.state.Position = models.Position{Dealer: 1, Seats: [models.Places]int{0, 1, 2, 3}}
			s.deals(0)
			if tt.dealt {
				s.happens(table(device.Dealt))
				s.happens(func(*scene) Event { return Begun{device.Event{Kind: device.Dealt}} })
			}
			for _, n := range tt.counts {
				s.happens(tells(device.Event{Kind: device.WallLeft, Value: n}))
			}
			if tt.drawn {
				s.happens(func(*scene) Event {
					return Recorded{Book{Record: models.HandRecord{ID: "h", Outcome: models.Outcome{Ending: models.Drawn}}}}
				})
			}
			if got := s.life.table.Miscounted; got != tt.told {
				t.Fatalf("told %v, want %v", got, tt.told)
			}
			if !tt.told {
				return
			}
			s.happens(tells(device.Event{Kind: device.WallLeft, Value: 14}))
			if never, by := s.life.deal.clock.excludes(s.now, true, 136-53-14); by == models.Board {
				t.Errorf("the board is believed still: %v cannot be", never)
			}
		})
	}
}
