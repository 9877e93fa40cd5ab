package main

import (
	"fmt"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/lingque"
	"jantaku/scoring/mcr"
	"jantaku/scoring/riichi"
	"jantaku/scoring/yuque"
)

// courses are how matches go on, by the ids of the rule books.
func courses() map[string]ledger.Course {
	return map[string]ledger.Course{
		"lingque-26": lingque.Course{Edition: 26},
		"lingque-29": lingque.Course{Edition: 29},
		"mcr":        mcr.Course{},
		"riichi":     riichi.Course{},
		"yuque-54":   yuque.Course{},
	}
}

// shelf finds the rule book and the course of a match for the ledger.
func shelf(m models.Match) (ledger.Book, error) {
	course, ok := courses()[m.Rules]
	if !ok {
		return ledger.Book{}, fmt.Errorf("rules %q: no course of a match is known", m.Rules)
	}
	var set []string
	for key, value := range m.Options {
		set = append(set, key+"="+value)
	}
	rules, err := openBook(m.Rules, m.Profile, set)
	if err != nil {
		return ledger.Book{}, err
	}
	return ledger.Book{Rules: rules, Course: course}, nil
}
