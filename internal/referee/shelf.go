package referee

import (
	"jantaku/internal/course"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
)

// Shelf finds the rule book and the course of a match for the ledger.
func Shelf(m models.Match) (ledger.Book, error) {
	rules, err := books.Open(m.Rules, m.Profile, m.Options)
	if err != nil {
		return ledger.Book{}, err
	}
	return ledger.Book{Rules: rules, Course: books.All()[m.Rules].Course}, nil
}

// Manners gives how the rule book of a match is played at the table.
func Manners(m models.Match) (course.Manners, error) {
	book, err := Shelf(m)
	if err != nil {
		return course.Manners{}, err
	}
	return course.MannersOf(book.Rules)
}
