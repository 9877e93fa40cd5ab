package referee

import (
	"strings"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
)

// Shelf finds the rule book and the course of a match for the ledger.
func Shelf(m models.Match) (ledger.Book, error) {
	rules, err := books.OfMatch(m)
	if err != nil {
		return ledger.Book{}, err
	}
	course := books.All()[m.Rules].Course
	if course == nil {
		return ledger.Book{}, models.Refused("no-course", models.Data{"rules": m.Rules}, "by %s hands are scored and no matches kept; choose one of %s", m.Rules, strings.Join(books.Matches(), ", "))
	}
	return ledger.Book{Rules: rules, Course: course}, nil
}

// Manners gives how the rule book of a match is played at the table.
func Manners(s ledger.State) (course.Manners, error) {
	rules, err := rulesOf(s)
	if err != nil {
		return course.Manners{}, err
	}
	return course.MannersOf(rules)
}

// rulesOf gives the rule book of a match: the ledger's, as making one takes as long as reading a
// hand, and a new one where nobody folded the match with rules.
func rulesOf(s ledger.State) (scoring.Ruleset, error) {
	if rules := s.Rules(); rules != nil {
		return rules, nil
	}
	book, err := Shelf(s.Match)
	return book.Rules, err
}
