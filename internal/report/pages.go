package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/url"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
)

//go:embed pages.html
var pagesText string

// book is the standing of one rule book.
type book struct {
	Rules string
	// Placed tells that the rule book gives ranking points, such as MCR's 4 2 1 0.
	Placed bool
	// Watched tells that hands were recorded move by move: how often somebody called is known of them alone.
	Watched bool
	// Own tells that somebody's result is another number than his score.
	Own  bool
	Rows []ledger.Row
}

// Standings writes standings, of all time or of one of the seasons that there are, the newest first; each rule book apart:
// the points of one are not those of another.
func Standings(w io.Writer, rows []ledger.Row, season string, seasons []string, words Words) error {
	var books []book
	for _, row := range rows {
		if len(books) == 0 || books[len(books)-1].Rules != row.Rules {
			books = append(books, book{Rules: row.Rules})
		}
		last := &books[len(books)-1]
		last.Rows = append(last.Rows, row)
		last.Placed = last.Placed || row.Points != 0
		last.Own = last.Own || row.Result != float64(row.Score)
		last.Watched = last.Watched || row.Watched > 0
	}
	if season != "" {
		words.query = url.Values{"season": {season}}
	}
	return words.page(w, "standings", struct {
		Season  string
		Seasons []string
		Books   []book
	}{season, seasons, books})
}

// Matches writes a page of the list of matches, the newest first, with the files that there are of each: those before a
// match, or the first page where it is empty. Older is the match before which there are more, if there are.
func Matches(w io.Writer, matches []ledger.Digest, before, older string, words Words) error {
	if before != "" {
		words.query = url.Values{"before": {before}}
	}
	return words.page(w, "matches", struct {
		Matches       []ledger.Digest
		Before, Older string
	}{matches, before, older})
}

// laid gives the tiles of a hand that is kept as text; nil where it is no whole hand of the rule book.
func laid(rules, text string) [][]models.Tile {
	win, err := models.ParseTextOf(books.All()[rules].Desk.Hand, text)
	if err != nil {
		return nil
	}
	return groups(*win)
}

// page writes one of the pages of pages.html.
func (w Words) page(to io.Writer, name string, data any) error {
	all, err := template.New("pages").Funcs(w.funcs()).Funcs(template.FuncMap{
		"lang":    func() string { return w.Lang },
		"add":     func(a, b int) int { return a + b },
		"result":  w.Result,
		"average": average,
		"laid":    laid,
		"cents":   func(sum float64) float64 { return math.Round(sum*100) / 100 }, // results have two decimals at most, their float sum more
		"riichi":  func(rules string) bool { return family(rules) == "riichi" },
	}).Parse(pagesText)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	var b bytes.Buffer
	if err := all.ExecuteTemplate(&b, name, data); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	_, err = to.Write(b.Bytes())
	return err
}
