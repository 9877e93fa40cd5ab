package cliinput

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"jantaku/internal/referee"
	calling "jantaku/internal/usageerror"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/models/playername"
	"jantaku/scoring"
)

// Pairs reads key=value flags; nil when there are none.
func Pairs(texts []string) (map[string]string, error) {
	var all map[string]string
	for _, text := range texts {
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("%w: %q is not of the form key=value", calling.Err, text)
		}
		if all == nil {
			all = map[string]string{}
		}
		all[key] = value
	}
	return all, nil
}

// Place finds a player of a match by name, id or place number.
func Place(s ledger.State, who string) (models.Place, error) {
	for n, player := range s.Match.Players {
		if who == player.ID || strings.EqualFold(playername.Same(who), playername.Same(player.Name)) {
			return s.Position.PlaceOfPlayer(n), nil
		}
	}
	if n, err := strconv.Atoi(who); err == nil && n >= 1 && n <= models.Places && s.Position.At(models.Place(n)) != models.Empty {
		return models.Place(n), nil
	}
	var names []string
	for _, player := range s.Match.Players {
		names = append(names, player.Name)
	}
	return 0, fmt.Errorf("%w: %q is not one of %s, nor the number of a place", calling.Err, who, strings.Join(names, ", "))
}

func placesOf(s ledger.State, who []string) (places []models.Place, err error) {
	for _, name := range who {
		place, err := Place(s, name)
		if err != nil {
			return nil, err
		}
		places = append(places, place)
	}
	return places, nil
}

// Renamed gives the players with other names.
func Renamed(s ledger.State, names []string) ([]models.Player, error) {
	players := slices.Clone(s.Match.Players)
	for _, pair := range names {
		old, name, _ := strings.Cut(pair, "=")
		place, err := Place(s, old)
		if err != nil {
			return nil, err
		}
		if name == "" {
			return nil, fmt.Errorf("%w: --name %q is not of the form OLD=NEW", calling.Err, pair)
		}
		players[s.Position.At(place)] = models.Player{ID: name, Name: name}
	}
	return players, nil
}

// Correction are the flags of match correct.
type Correction struct {
	Hand
	Whole, Winner, Tile string
	Replace, Flags      []string
	Draw                bool
}

// HandEntry finds a hand by number or entry id.
func HandEntry(s ledger.State, what string) (ledger.Entry, error) {
	if n, err := strconv.Atoi(what); err == nil {
		if e, ok := s.Hand(n); ok {
			return e, nil
		}
	}
	if e, ok := s.Entry(what); ok && e.Kind == ledger.HandPlayed {
		return e, nil
	}
	return ledger.Entry{}, fmt.Errorf("%w: hand %s", ledger.ErrNoEntry, what)
}

// Apply gives the corrected hand.
func (c *Correction) Apply(s ledger.State, e ledger.Entry) (models.HandRecord, error) {
	s.Position = e.Before // names mean who sat where then
	h := e.Current().Hand.HandRecord
	if c.Draw {
		h.Outcome = models.Outcome{Ending: models.Drawn, Riichi: h.Riichi}
		h.Wins = nil
	}
	h.Wins = slices.Clone(h.Wins)
	if c.Winner != "" {
		place, err := Place(s, c.Winner)
		if err != nil {
			return h, err
		}
		if len(h.Wins) == 0 {
			h.Wins = []models.WinRecord{{}}
		}
		h.Ending, h.Winners, h.Reason = models.Won, []models.Place{place}, ""
		h.Wins = h.Wins[:1]
		h.Wins[0].Place = place
	}
	if c.From != "" {
		from, err := supplier(s, c.From)
		if err != nil {
			return h, err
		}
		h.From = from
	}
	var err error
	if h.Outcome, err = c.Outcome(s, h.Outcome); err != nil || len(h.Wins) == 0 {
		return h, err
	}
	return h, c.tiles(&h.Wins[0].Win, s.HandSize())
}

// tiles changes the tiles and circumstances of a win whose hand has that size.
func (c *Correction) tiles(w *models.Win, hand models.HandSize) error {
	if c.Whole != "" {
		typed, err := models.ParseTextOf(hand, c.Whole)
		if err != nil {
			return fmt.Errorf("%w: %w", calling.Err, err)
		}
		*w = *typed
	}
	for _, pair := range c.Replace {
		if err := replaceTile(w, pair); err != nil {
			return err
		}
	}
	if c.Tile != "" {
		tile, err := models.ParseTile(c.Tile)
		if err != nil {
			return fmt.Errorf("%w: %w", calling.Err, err)
		}
		w.Tile = tile
	}
	if len(c.Flags) > 0 {
		w.Flags = 0
	}
	for _, name := range c.Flags {
		flag, err := models.ParseFlag(name)
		if err != nil && name != "none" {
			return fmt.Errorf("%w: %w", calling.Err, err)
		}
		w.Flags |= flag
	}
	return w.ValidateOf(hand)
}

// replaceTile puts one tile in the place of another: among the concealed tiles first,
// then the winning tile, then the melds.
func replaceTile(w *models.Win, pair string) error {
	old, new, _ := strings.Cut(pair, "=")
	from, err := models.ParseTile(old)
	if err != nil {
		return fmt.Errorf("%w: --replace %q: %w", calling.Err, pair, err)
	}
	to, err := models.ParseTile(new)
	if err != nil {
		return fmt.Errorf("%w: --replace %q: %w", calling.Err, pair, err)
	}
	if i := slices.Index(w.Concealed, from); i >= 0 {
		w.Concealed = slices.Clone(w.Concealed)
		w.Concealed[i] = to
		return nil
	}
	if w.Tile == from {
		w.Tile = to
		return nil
	}
	w.Melds = slices.Clone(w.Melds)
	for m := range w.Melds {
		if i := slices.Index(w.Melds[m].Tiles, from); i >= 0 {
			w.Melds[m].Tiles = slices.Clone(w.Melds[m].Tiles)
			w.Melds[m].Tiles[i] = to
			return nil
		}
	}
	return fmt.Errorf("%w: --replace %q: there is no %v in the hand", calling.Err, pair, from)
}

// Hand describe how a hand ended.
type Hand struct {
	From, Lying                  string
	Ready, Gone, Riichi, Nagashi []string
	Noten                        []string
	Abort                        string
	Points                       []int
}

// Outcome changes an outcome by the flags that were given.
func (f *Hand) Outcome(s ledger.State, o models.Outcome) (_ models.Outcome, err error) {
	if o, err = f.shown(s, o); err != nil {
		return o, err
	}
	if len(f.Riichi) > 0 {
		if o.Riichi, err = placesOf(s, f.Riichi); err != nil {
			return o, err
		}
	}
	if len(f.Nagashi) > 0 {
		if o.Nagashi, err = placesOf(s, f.Nagashi); err != nil {
			return o, err
		}
	}
	if len(f.Points) > 0 {
		if len(f.Points) != models.Places {
			return o, fmt.Errorf("%w: --points needs four numbers, by place", calling.Err)
		}
		fixed := models.Points(f.Points)
		o.Fixed = &fixed
	}
	return o, nil
}

// RiichiReady refuses a drawn hand in which somebody laid riichi and nobody said whether he waits.
func (f *Hand) RiichiReady(s ledger.State, o models.Outcome) error {
	noten, err := placesOf(s, f.Noten)
	if err != nil || o.Ending != models.Drawn || o.Fixed != nil {
		return err
	}
	for _, at := range o.Riichi {
		if !o.IsReady(at) && !slices.Contains(noten, at) {
			return fmt.Errorf("%w: place %d laid riichi: name the player in --ready, or in --noten", calling.Err, at)
		}
	}
	return nil
}

// shown changes who showed which waiting hand, and what can be seen of their waits.
func (f *Hand) shown(s ledger.State, o models.Outcome) (models.Outcome, error) {
	if len(f.Ready) > 0 {
		o.Ready = []models.Ready{}
	}
	for _, who := range f.Ready {
		if who == Nobody {
			continue
		}
		name, text, typed := strings.Cut(who, "=")
		place, err := Place(s, name)
		if err != nil {
			return o, err
		}
		ready := models.Ready{Place: place}
		if typed {
			if _, err := strconv.Atoi(text); err == nil {
				return o, fmt.Errorf("%w: --ready %q: give the tiles: the books compute what a waiting hand is worth; --points fixes what a hand pays", calling.Err, who)
			}
			if ready.Hand, err = models.ParseHand(text); err != nil {
				return o, fmt.Errorf("%w: --ready %q: %w", calling.Err, who, err)
			}
		}
		o.Ready = append(o.Ready, ready)
	}
	o.Ready = slices.Clone(o.Ready)
	for _, who := range f.Gone {
		name, text, _ := strings.Cut(who, "=")
		place, err := Place(s, name)
		if err != nil {
			return o, err
		}
		gone := models.Tiles{}
		if text != Nobody {
			if gone, err = models.ParseTiles(text); err != nil {
				return o, fmt.Errorf("%w: --gone %q: %w", calling.Err, who, err)
			}
		}
		at := slices.IndexFunc(o.Ready, func(r models.Ready) bool { return r.Place == place })
		if at < 0 {
			return o, fmt.Errorf("%w: --gone %q: %s shows no hand", calling.Err, who, name)
		}
		o.Ready[at].Gone = &gone
	}
	if f.Lying != "" {
		lying, err := models.ParseTiles(f.Lying)
		if err != nil {
			return o, fmt.Errorf("%w: --lying: %w", calling.Err, err)
		}
		o.Lying = (*models.Tiles)(&lying)
	}
	return o, nil
}

// MayWin refuses a win of somebody who was penalized so since the last hand.
func MayWin(s ledger.State, h models.HandRecord) error {
	for _, at := range s.Barred() {
		if h.WonBy(at) {
			return fmt.Errorf("by a penalty since the last hand %s may not win in this one (停和陪打); cancel the penalty if it was given for another hand", s.Match.Players[s.Position.At(at)].Name)
		}
	}
	return nil
}

// Twice reports whether a win was recorded less than a minute before: two people may have typed
// one hand.
func Twice(s ledger.State, h models.HandRecord, now time.Time) bool {
	last, ok := s.LastHand()
	if !ok || len(h.Wins) == 0 || now.Sub(last.Versions[0].Time).Abs() > time.Minute {
		return false
	}
	for i := range h.Wins {
		if !last.Current().Hand.HasWin(h.Wins[i].Place, h.From, &h.Wins[i].Win) {
			return false
		}
	}
	return true
}

// supplier reads who supplied the winning tile; "" and "self" are a self-draw.
func supplier(s ledger.State, who string) (models.Place, error) {
	if who == "" || who == "self" {
		return 0, nil
	}
	return Place(s, who)
}

// Facts gives how the facts of a typed hand are known: as it was typed. It refuses a hand
// that does not say who supplied its melds where that decides who pays.
func Facts(s ledger.State, w *models.Win, result *scoring.Result) (models.Facts, error) {
	book, err := Shelf(s.Match)
	if err != nil {
		return nil, err
	}
	if scoring.Matters(book.Rules, models.FactSuppliers, w, result) {
		return nil, fmt.Errorf("%w: say who supplied the melds, as in [555z<] (left), [555z^] (across), [555z>] (right): it decides who pays", calling.Err)
	}
	facts := models.Facts{}
	if informed, ok := book.Rules.(scoring.Informed); ok {
		for _, u := range informed.Facts() {
			facts[u.Fact] = models.Said
		}
	}
	return facts, nil
}

// Wins makes the record of wins typed as PLAYER=HAND; of several, those count whom
// the rule book lets win.
func Wins(s ledger.State, f Hand, hands []string) (h models.HandRecord, err error) {
	h.Ending = models.Won
	if h.From, err = supplier(s, f.From); err != nil {
		return h, err
	}
	for _, typed := range hands {
		name, text, _ := strings.Cut(typed, "=")
		place, err := Place(s, name)
		if err != nil {
			return h, err
		}
		w, err := models.ParseTextOf(s.HandSize(), text)
		if err != nil {
			return h, fmt.Errorf("%w: %w", calling.Err, err)
		}
		h.Wins = append(h.Wins, models.WinRecord{Place: place, Win: *w})
	}
	for _, w := range h.Wins {
		h.Winners = append(h.Winners, w.Place)
	}
	if h.Outcome, err = f.Outcome(s, h.Outcome); err != nil {
		return h, err
	}
	return s.Judge(s.Position, h), nil
}

// Nobody says on the command line that there is nobody, or nothing.
const Nobody = "none"

// Shelf finds the rule book and the course of a match for the ledger. What the match asks of
// its book and the book does not know is wrong use.
func Shelf(m models.Match) (ledger.Book, error) {
	book, err := referee.Shelf(m)
	if err != nil {
		return book, fmt.Errorf("%w: %w", calling.Err, err)
	}
	return book, nil
}
