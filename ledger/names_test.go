package ledger

import (
	"testing"

	"jantaku/models"
)

func TestPlayersHaveNamesThatPeopleCanTellApart(t *testing.T) {
	with := func(names ...string) models.Match {
		m := fourPlayers()
		for i, name := range names {
			m.Players[i] = models.Player{ID: name, Name: name}
		}
		return m
	}
	for _, refused := range []models.Match{with("Ann", "Ann "), with("Ann", "A\u200bnn"), with("Zoe\u0308", "Zoë"), with(" "), with("a\x00")} {
		l := openTest(t, t.TempDir()+"/club.jantaku")
		if s, err := l.StartMatch(ctx, referee, refused); err == nil {
			t.Errorf("%q play", s.Match.Players)
		}
	}
	l := openTest(t, t.TempDir()+"/club.jantaku")
	s, err := l.StartMatch(ctx, referee, with(" Zoe\u0308"))
	if err != nil || s.Match.Players[0] != (models.Player{ID: "Zoë", Name: "Zoë"}) {
		t.Fatalf("%q, %v", s.Match.Players, err)
	}
	m := s.Match
	m.Players = with("Zoë ", "Bo", "Cui\u202e", "Dai").Players
	if s, err = l.Correct(ctx, referee, m.ID, Stand, MatchCorrection(m)); err != nil || s.Match.Players[2].Name != "Cui" {
		t.Errorf("%q, %v", s.Match.Players, err)
	}
}

func TestNamesOfOldBooksStayWhenSomethingElseIsCorrected(t *testing.T) {
	old := []models.Player{{ID: "Ann ", Name: "Ann "}, {ID: "Bo", Name: "Bo"}}
	players, err := cleaned([]models.Player{old[0], {ID: "b", Name: "Bob "}}, old)
	if err != nil || players[0] != old[0] || players[1] != (models.Player{ID: "b", Name: "Bob"}) {
		t.Errorf("%q, %v", players, err)
	}
}
