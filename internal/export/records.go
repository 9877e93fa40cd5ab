package export

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"jantaku/internal/records"
	"jantaku/internal/usageerror"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
)

// FromRecords makes a game of a file of records, each hand scored by its own rule book; rules and
// profile are of records that name none. "-" is stdin.
func FromRecords(path string, stdin io.Reader, rules, profile string) (Game, error) {
	shelf := &bookcase{}
	game := Game{Title: "jantaku", Names: [models.Places]string{"1", "2", "3", "4"}}
	err := records.Each(path, stdin, func(line []byte) error {
		hand, err := shelf.read(line, rules, profile)
		if err == nil {
			game.Hands = append(game.Hands, hand)
		}
		return err
	})
	return game, err
}

// read reads one line: a record, or the last line of `jantaku watch`, which has the record
// under "hand" and the winner's tiles under "win".
func (c *bookcase) read(line []byte, rules, profile string) (Hand, error) {
	var watched struct {
		Hand json.RawMessage `json:"hand"`
		Win  *models.Win     `json:"win"`
	}
	if err := json.Unmarshal(line, &watched); err == nil && len(watched.Hand) > 0 {
		line = watched.Hand
	}
	r, err := models.ParseRecord(line)
	if err != nil {
		return Hand{}, err
	}
	r.Rules, r.Profile = cmp.Or(r.Rules, rules, books.Default), cmp.Or(r.Profile, profile)
	hand, err := c.hand(r)
	if err != nil || watched.Win == nil || watched.Win.Seat == models.NoSeat {
		return hand, err
	}
	hand.Shown[watched.Win.Seat.PlaceFor(r.Dealer).Index()] = watched.Win.Concealed
	return hand, nil
}

// bookcase opens every rule book once: that may take longer than a hand.
type bookcase struct {
	books map[string]scoring.Tabled
}

// hand makes a record ready to be written, scored by its own rule book.
func (c *bookcase) hand(r *models.Record) (Hand, error) {
	key := r.Rules + " " + r.Profile
	book, ok := c.books[key]
	if !ok {
		var err error
		if book, err = books.Open(r.Rules, r.Profile, nil); err != nil {
			return Hand{}, usageerror.Wrong(err)
		}
		if c.books == nil {
			c.books = map[string]scoring.Tabled{}
		}
		c.books[key] = book
	}
	manners, err := course.MannersOf(book)
	if err != nil {
		return Hand{}, err
	}
	return New(r, manners, course.MatchOf(r, book, books.All()[r.Rules].Course))
}

// Write writes hands in one of the forms kobalab, tenhou, mjai and botzone.
func Write(w io.Writer, format string, game Game) error {
	switch format {
	case "kobalab":
		paipu, err := Kobalab(game)
		if err != nil {
			return err
		}
		return WriteIndented(w, paipu)
	case "tenhou":
		log, err := Tenhou(game)
		if err != nil {
			return err
		}
		return WriteIndented(w, log)
	case "mjai":
		lines, err := Mjai(game)
		if err != nil {
			return err
		}
		enc := json.NewEncoder(w)
		for _, line := range lines {
			if err := enc.Encode(line); err != nil {
				return err
			}
		}
		return nil
	case "botzone":
		for i := range game.Hands {
			text, err := Botzone(&game.Hands[i])
			if err != nil {
				return err
			}
			if _, err := io.WriteString(w, text+"\n"); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%w: --format %q of records is not one of kobalab, tenhou, mjai, botzone", usageerror.Err, format)
}

// WriteIndented writes JSON as people read it.
func WriteIndented(w io.Writer, what any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(what)
}
