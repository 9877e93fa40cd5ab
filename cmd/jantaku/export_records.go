package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"jantaku/internal/course"
	"jantaku/internal/viewers"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

// maxRecord is the longest line of a record file; a hand of 200 events with what the eye
// saw is some 30 kB.
const maxRecord = 4 << 20

// exportRecords writes a file of records in a form that other programs replay.
func (f *exportFlags) exportRecords(stdin io.Reader, stdout io.Writer) error {
	shelf := &bookcase{}
	game := viewers.Game{Title: "jantaku", Names: [models.Places]string{"1", "2", "3", "4"}}
	err := eachRecord(f.records, stdin, func(line []byte) error {
		hand, err := f.handOf(shelf, line)
		if err == nil {
			game.Hands = append(game.Hands, hand)
		}
		return err
	})
	if err != nil {
		return err
	}
	return f.written(stdout, func(w io.Writer) error { return writeGame(w, f.format, game) })
}

// eachRecord gives the lines of a file of records.
func eachRecord(path string, stdin io.Reader, do func(line []byte) error) error {
	in := stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("records: %w", err)
		}
		defer file.Close()
		in = file
		if strings.HasSuffix(path, ".gz") {
			if in, err = gzip.NewReader(file); err != nil {
				return fmt.Errorf("records %s: %w", path, err)
			}
		}
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxRecord)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		if err := do(lines.Bytes()); err != nil {
			return fmt.Errorf("records %s line %d: %w", path, n, err)
		}
	}
	return lines.Err()
}

// handOf reads one line: a record, or the last line of `jantaku watch`, which has the record
// under "hand" and the winner's tiles under "win".
func (f *exportFlags) handOf(shelf *bookcase, line []byte) (viewers.Hand, error) {
	var watched struct {
		Hand json.RawMessage `json:"hand"`
		Win  *models.Win     `json:"win"`
	}
	if err := json.Unmarshal(line, &watched); err == nil && len(watched.Hand) > 0 {
		line = watched.Hand
	}
	r, err := models.ParseRecord(line)
	if err != nil {
		return viewers.Hand{}, err
	}
	r.Rules, r.Profile = cmp.Or(r.Rules, f.rules, books.Default), cmp.Or(r.Profile, f.profile)
	hand, err := shelf.hand(r)
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
func (c *bookcase) hand(r *models.Record) (viewers.Hand, error) {
	key := r.Rules + " " + r.Profile
	book, ok := c.books[key]
	if !ok {
		var err error
		if book, err = openBook(r.Rules, r.Profile, nil); err != nil {
			return viewers.Hand{}, err
		}
		if c.books == nil {
			c.books = map[string]scoring.Tabled{}
		}
		c.books[key] = book
	}
	manners, err := course.MannersOf(book)
	if err != nil {
		return viewers.Hand{}, err
	}
	return viewers.New(r, manners, course.MatchOf(r, book, books.All()[r.Rules].Course))
}

// writeGame writes hands in one of the forms.
func writeGame(w io.Writer, format string, game viewers.Game) error {
	switch format {
	case "kobalab":
		paipu, err := viewers.Kobalab(game)
		if err != nil {
			return err
		}
		return writeIndented(w, paipu)
	case "tenhou":
		log, err := viewers.Tenhou(game)
		if err != nil {
			return err
		}
		return writeIndented(w, log)
	case "mjai":
		lines, err := viewers.Mjai(game)
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
			text, err := viewers.Botzone(&game.Hands[i])
			if err != nil {
				return err
			}
			if _, err := io.WriteString(w, text+"\n"); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%w: --format %q of records is not one of kobalab, tenhou, mjai, botzone", errUsage, format)
}
