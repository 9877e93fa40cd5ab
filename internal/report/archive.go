package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"jantaku/internal/export"
	"jantaku/ledger"
)

// Books are where the matches are.
type Books interface {
	// MatchesBefore gives a digest of the last matches that began before the one with an id, newest first; of all where it is empty.
	MatchesBefore(ctx context.Context, id string, limit int) ([]ledger.Digest, error)
	// Match gives one in full; the error wraps ledger.ErrNoMatch where it is unknown.
	Match(ctx context.Context, id string) (ledger.State, error)
	// EachMatch gives those whose digest passes, oldest first.
	EachMatch(ctx context.Context, pass func(ledger.Digest) bool, do func(ledger.State) error) error
	Sums
}

// Sums are what everybody has of the finished matches.
type Sums interface {
	// Standings are those over the matches that began in a span.
	Standings(ctx context.Context, within ledger.Span) ([]ledger.Row, error)
	// ResultsOf gives those of a player, oldest first.
	ResultsOf(ctx context.Context, player string) ([]ledger.Result, error)
	// Began gives when the first match began since a time; false where none did.
	Began(ctx context.Context, since time.Time) (at time.Time, ok bool, err error)
}

// Archive gives the matches of a table as pages and files.
type Archive struct {
	Books Books
	Words map[string]Words // by language
}

// NewArchive gives the matches of a ledger, with the words of pages by language and key.
func NewArchive(of Books, words map[string]map[string]string) Archive {
	a := Archive{Books: of, Words: map[string]Words{}}
	for lang, words := range words {
		a.Words[lang] = Words{Lang: lang, Of: words, Served: true}
	}
	return a
}

// File gives matches.html, matches/ID.html with those before a match, standings.html, standings/SEASON.html, player/ID.html, all.csv, all.json, and of every match its id with .html, .csv,
// .json and, for riichi, .tenhou.json. The language matters for pages. The error wraps fs.ErrNotExist
// for anything else.
func (a Archive) File(ctx context.Context, name, lang string) ([]byte, error) {
	var b bytes.Buffer
	err := a.write(ctx, &b, name, a.words(lang))
	if errors.Is(err, ledger.ErrNoMatch) || errors.Is(err, ledger.ErrNotRiichi) {
		err = fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return b.Bytes(), err
}

func (a Archive) words(lang string) Words {
	if w, ok := a.Words[lang]; ok {
		return w
	}
	return a.Words["en"]
}

func (a Archive) write(ctx context.Context, w io.Writer, name string, words Words) error {
	switch name {
	case "matches.html":
		return a.matches(ctx, w, "", words)
	case "standings.html":
		return a.standings(ctx, w, "", words)
	case "all.csv", "all.json":
		return written(w, strings.TrimPrefix(name, "all."), func(do func(ledger.State) error) error { return a.Books.EachMatch(ctx, nil, do) })
	}
	if before, ok := strings.CutPrefix(name, "matches/"); ok {
		return a.matches(ctx, w, strings.TrimSuffix(before, ".html"), words)
	}
	if season, ok := strings.CutPrefix(name, "standings/"); ok {
		return a.standings(ctx, w, strings.TrimSuffix(season, ".html"), words)
	}
	if id, ok := strings.CutPrefix(name, "player/"); ok {
		id = strings.TrimSuffix(id, ".html")
		results, err := a.Books.ResultsOf(ctx, id)
		if err != nil {
			return err
		}
		return Player(w, results, id, words)
	}
	id, kind, _ := strings.Cut(name, ".")
	switch kind {
	case "html", "csv", "json", "tenhou.json":
	default:
		return fs.ErrNotExist
	}
	s, err := a.Books.Match(ctx, id)
	if err != nil {
		return err
	}
	switch kind {
	case "html":
		return Match(w, s, words)
	case "tenhou.json":
		log, err := export.TenhouOf(s)
		if err != nil {
			return err
		}
		return export.WriteIndented(w, log)
	}
	return written(w, kind, func(do func(ledger.State) error) error { return do(s) })
}

// listed is how many matches a page of the list has.
const listed = 100

// matches writes a page of the list, which is as fast with many matches as with few.
func (a Archive) matches(ctx context.Context, w io.Writer, before string, words Words) error {
	matches, err := a.Books.MatchesBefore(ctx, before, listed+1)
	if err != nil {
		return err
	}
	older := ""
	if len(matches) > listed {
		matches = matches[:listed]
		older = matches[listed-1].Match.ID
	}
	return Matches(w, matches, before, older, words)
}

// standings writes those of a season, or of all time where it is empty. In a season that never was nobody played.
func (a Archive) standings(ctx context.Context, w io.Writer, season string, words Words) error {
	within, ok := ledger.Season(season, time.Local)
	var rows []ledger.Row
	var err error
	if ok || season == "" {
		rows, err = a.Books.Standings(ctx, within)
	}
	if err != nil {
		return err
	}
	seasons, err := a.seasons(ctx)
	if err != nil {
		return err
	}
	return Standings(w, rows, season, seasons, words)
}

// seasons are those in which finished matches began, the newest first.
func (a Archive) seasons(ctx context.Context) (all []string, err error) {
	for from := (time.Time{}); ; {
		at, ok, err := a.Books.Began(ctx, from)
		if err != nil || !ok {
			slices.Reverse(all)
			return all, err
		}
		name := ledger.SeasonOf(at.Local())
		within, _ := ledger.Season(name, time.Local) // which it is
		all, from = append(all, name), within.To
	}
}

// written writes matches as CSV, with the mark by which spreadsheets know the letters, or as JSON.
func written(w io.Writer, kind string, each func(do func(ledger.State) error) error) error {
	if kind == "json" {
		return ledger.WriteJSON(w, false, each)
	}
	table, err := ledger.NewCSV(w, true)
	if err != nil {
		return err
	}
	return errors.Join(each(table.Match), table.Close())
}
