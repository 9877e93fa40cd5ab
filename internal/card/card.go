// Package card draws pictures to share, as PNG: a hand that was won, with its tiles, fans and payments with names, and the
// report of a match. Tiles are the drawn ones of all pages.
package card

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
)

// ErrNone reports a hand of which there is no picture: it is not in the books, or nobody won it. It wraps fs.ErrNotExist.
var ErrNone = fmt.Errorf("card: there is no picture of this hand: %w", fs.ErrNotExist)

// Books are where the hands are. The ledger implements it.
type Books interface {
	// MatchOf gives the id of the match that an entry belongs to; the error wraps ledger.ErrNoEntry.
	MatchOf(ctx context.Context, entry string) (string, error)
	// Match gives a match in full; the error wraps ledger.ErrNoMatch.
	Match(ctx context.Context, id string) (ledger.State, error)
}

// Archive gives pictures of hands. Use [NewArchive].
type Archive struct {
	books Books
	words map[string]map[string]string // by language, then by key

	mu      sync.Mutex // a font's face may be used by one goroutine at a time
	letters *typeface
}

// NewArchive draws with the words of the pages and with fonts of this machine. The error wraps ErrNoFont where none has
// Chinese and Japanese letters.
func NewArchive(books Books, words map[string]map[string]string) (*Archive, error) {
	t, err := findTypeface()
	if err != nil {
		return nil, err
	}
	return &Archive{books: books, words: words, letters: t}, nil
}

// Close lets the fonts go.
func (a *Archive) Close() error { return a.letters.close() }

// Picture gives a hand by its entry in the books as PNG, in a language (zh, ja or en). The error wraps fs.ErrNotExist where
// there is none.
func (a *Archive) Picture(ctx context.Context, entry, lang string) ([]byte, error) {
	id, err := a.books.MatchOf(ctx, entry)
	if errors.Is(err, ledger.ErrNoEntry) {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	if err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	s, err := a.books.Match(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	e, ok := s.Entry(entry)
	if !ok || e.Kind != ledger.HandPlayed || !e.Counts() || len(e.Current().Hand.Wins) == 0 {
		return nil, fmt.Errorf("%w: %.60q", ErrNone, entry)
	}
	hand, err := mqtt.HandOf(mqtt.Head{}, s.View(), s.HandView(e), "")
	if err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	picture, err := a.draw(hand, s.Match.Table, lang)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	return b.Bytes(), nil
}

// The picture in pixels: what social networks show whole.
const (
	width, height = 1200, 630
	margin        = 40
	rightFrom     = 770 // where total and payments stand
	tilesTop      = 158
	tileSize      = 66 // width of a tile, where the hand is no longer than the picture
	mostFans      = 14
)

var (
	feltLight = color.RGBA{0x1a, 0x50, 0x44, 0xff}
	feltDark  = color.RGBA{0x08, 0x1c, 0x19, 0xff}
	ink       = color.RGBA{0xf4, 0xef, 0xe0, 0xff}
	dim       = color.RGBA{0xa9, 0xbd, 0xb1, 0xff}
	gold      = color.RGBA{0xe9, 0xc4, 0x6a, 0xff}
	gain      = color.RGBA{0x8f, 0xdc, 0xa6, 0xff}
	loss      = color.RGBA{0xf2, 0x99, 0x8b, 0xff}
)

// draw draws the first win of a hand.
func (a *Archive) draw(hand mqtt.Hand, table, lang string) (image.Image, error) {
	c := newCanvas(a.letters, lang, height)
	word := func(keys ...string) string { return a.word(lang, keys...) }
	win := hand.Wins[0]
	about := []string{word("rules."+hand.Rules, hand.Rules), strings.ReplaceAll(word("hand.number"), "{n}", strconv.Itoa(hand.Number))}
	if table != "" {
		about = append(about, table)
	}
	c.text("雀卓", margin, 56, text{size: 30, bold: true})
	c.text(strings.Join(about, " · "), margin+84, 56, text{size: 24, colour: dim, most: width - 2*margin - 84})

	x := c.text(word("wind."+win.Winner.Seat.String()), margin, 128, text{size: 54, bold: true, colour: gold}) + 14
	x = c.text(name(win.Winner), x, 128, text{size: 54, bold: true, most: 700}) + 22
	how := word("win.self-draw")
	if win.Discarder != nil {
		how = strings.ReplaceAll(word("win.from"), "{name}", name(*win.Discarder))
	}
	c.text(how, x, 128, text{size: 28, colour: dim, most: width - margin - x})

	bottom, err := c.tiles(win.Win, margin, tilesTop, width-2*margin, tileSize)
	if err != nil {
		return nil, err
	}
	if r := win.Result; r != nil {
		a.fans(c, r, bottom+18, lang)
		a.total(c, r, bottom+18, lang)
	}
	y := bottom + 176
	for _, p := range bySeat(hand.Payments) {
		colour := map[bool]color.RGBA{true: gain, false: loss}[p.Delta > 0]
		if p.Delta == 0 {
			colour = dim
		}
		c.right(signed(p.Delta), width-margin, y, text{size: 27, bold: true, colour: colour})
		at := c.text(word("wind."+p.Seat.String()), rightFrom, y, text{size: 27, colour: gold}) + 10
		c.text(name(p.Player), at, y, text{size: 27, most: width - margin - 150 - at})
		y += 42
	}
	return c.img, nil
}

// fans writes the list of fans, in two columns where there are many.
func (a *Archive) fans(c *canvas, r *mqtt.Result, top int, lang string) {
	columns, size, line := 1, 27, 40
	list := r.Fans[:min(len(r.Fans), mostFans)]
	if len(list) > 7 {
		columns, size, line = 2, 21, 34
	}
	rows := (len(list) + columns - 1) / columns
	wide := (rightFrom - 50 - margin) / columns
	for i, f := range list {
		x, y := margin+i/rows*wide, top+line*(1+i%rows)
		called := cmp.Or(f.Names.In(lang), f.Name)
		if f.Count > 1 {
			called += " ×" + strconv.Itoa(f.Count)
		}
		c.right(f.Value.String(), x+wide-24, y, text{size: size})
		c.text(called, x, y, text{size: size, bold: true, most: wide - 90})
	}
}

// total writes what the hand is worth.
func (a *Archive) total(c *canvas, r *mqtt.Result, top int, lang string) {
	family, _, _ := strings.Cut(r.Rules, "-")
	unit := func(name string) string { return a.word(lang, "unit."+family+"."+name, "unit."+name) }
	var parts []string
	add := func(n *int, name string) {
		if n != nil && *n > 0 {
			parts = append(parts, strconv.Itoa(*n)+" "+unit(name))
		}
	}
	if r.Limit != nil && *r.Limit != "" {
		parts = append(parts, a.word(lang, "limit."+family+"."+*r.Limit, "limit."+*r.Limit))
	}
	if r.Yakuman == nil || *r.Yakuman == 0 {
		add(r.Fu, "fu")
		add(r.Fan, "fan")
		add(r.Han, "han")
		add(r.Tai, "tai")
	}
	c.text(strings.Join(parts, " "), rightFrom, top+26, text{size: 24, colour: dim, most: width - margin - rightFrom})
	sum := cmp.Or(r.WinnerTotal, r.Points, r.BasePoints)
	if sum != nil {
		c.right(number(*sum), width-margin, top+96, text{size: 66, bold: true, colour: gold})
	}
}

// word gives the word of the first key that has one; the last key where none has.
func (a *Archive) word(lang string, keys ...string) string {
	of, ok := a.words[lang]
	if !ok {
		of = a.words["en"]
	}
	for _, key := range keys {
		if w, ok := of[key]; ok {
			return w
		}
	}
	return keys[len(keys)-1]
}

func name(p mqtt.Player) string { return cmp.Or(p.Name, p.Seat.String()) }

func bySeat(all []mqtt.Payment) []mqtt.Payment {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b mqtt.Payment) int { return cmp.Compare(a.Seat, b.Seat) })
	return all
}

// number writes a number with its thousands apart.
func number(n int) string {
	digits := strconv.Itoa(max(n, -n))
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + " " + digits[i:]
	}
	if n < 0 {
		return "−" + digits
	}
	return digits
}

func signed(n int) string {
	if n > 0 {
		return "+" + number(n)
	}
	return number(n)
}

// groups are the tiles of a win as they are laid out: hand, winning tile, melds, flowers.
func groups(w models.Win) (all []models.Tiles) {
	concealed := slices.Clone(w.Concealed)
	models.SortTiles(concealed)
	all = append(all, concealed, models.Tiles{w.Tile})
	for _, m := range w.Melds {
		tiles := slices.Clone(m.Tiles)
		if m.Kind == models.ConcealedKong {
			tiles[0], tiles[len(tiles)-1] = models.Back, models.Back
		}
		all = append(all, tiles)
	}
	if len(w.Flowers.Tiles) > 0 {
		all = append(all, w.Flowers.Tiles)
	}
	return all
}
