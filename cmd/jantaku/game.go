package main

import (
	"fmt"
	"slices"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/riichi"
	"jantaku/vision/play"
)

// gameOf gives what the course of a hand depends on in a rule book with its profile and
// options, for a wall of so many tiles; 0 is as many as the book plays with.
func gameOf(rules, profile string, set []string, tiles int) (*play.Game, error) {
	book, err := openBook(rules, profile, set)
	if err != nil {
		return nil, err
	}
	g := &play.Game{Rules: rules, Profile: profile, Tiles: 136, Players: models.Places, Chows: true, Heads: 1, Turned: true,
		Heaven: true, Earthly: play.FirstDiscard}
	// A win in no special circumstances tells whether the tiles are complete; whether the
	// points suffice depends on what is seen besides.
	g.Complete = func(w *models.Win) bool {
		plain := *w
		plain.Seat, plain.Round = models.East, models.East
		r, err := book.Score(&plain)
		return err == nil && r.Win
	}
	switch rules {
	case "riichi":
		if err := riichiGame(g, profile, set); err != nil {
			return nil, err
		}
	case "mcr":
		g.Tiles, g.Flowers, g.Heaven, g.Earthly, g.LastOfKind, g.Turned = 144, true, false, play.NoEarthly, true, true
	case "yuque-54":
		g.Dead, g.AllShow = 14, true
	case "lingque-26", "lingque-29":
		g.Flowers = tiles == 144
	}
	if tiles != 0 {
		g.Tiles = tiles
	}
	return g, nil
}

func riichiGame(g *play.Game, profile string, set []string) error {
	o, err := riichi.Profile(profile)
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	for _, s := range set {
		key, value, _ := strings.Cut(s, "=")
		if err := o.Set(key, value); err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
	}
	g.Players, g.Dead, g.Riichi, g.Red, g.DeadReplaces = o.Players, 14, true, o.RedFives, true
	g.Dora, g.Ura, g.KanDora, g.KanUra = true, o.Ura, o.KanDora, o.KanUra
	g.Ippatsu, g.Nagashi = o.Ippatsu, o.NagashiMangan
	g.Earthly = play.FirstTurn
	g.Heads = map[string]int{"head-bump": 1, "double": 3, "triple": 3}[o.MultipleRon]
	if o.Players == 3 {
		g.Tiles, g.Vacant, g.Chows = 108, models.Places, false
	}
	stops := func(id string) bool { return slices.Contains(o.AbortiveDraws, id) }
	g.Aborts = play.Aborts{FourWinds: stops("four-winds"), FourRiichi: stops("four-riichi"), FourKongs: stops("four-kongs"),
		NineTerminals: stops("nine-terminals"), TripleRon: o.MultipleRon == "double"}
	return nil
}

// bookEffects are what a rule book makes of an ending.
type bookEffects struct{ book scoring.Ruleset }

// Of gives fans, payments and what the course of a match depends on.
func (e bookEffects) Of(v *play.Verdict) string {
	var b strings.Builder
	fmt.Fprint(&b, v.How, v.Reason, v.Riichi, v.Nagashi)
	for i := range v.Wins {
		w := v.Wins[i].Win
		if w.Validate() != nil {
			return ""
		}
		r, err := e.book.Score(&w)
		if err != nil || !r.Win || !r.Valid {
			return ""
		}
		fmt.Fprint(&b, v.Wins[i].Place, v.Wins[i].From, r.Fans, r.Payments, r.WinnerTotal, r.Points)
	}
	return b.String()
}

// Pays gives what a waiting hand is paid where the book pays for it, otherwise whether it
// waits, where that counts: at a draw.
func (e bookEffects) Pays(s *play.ShownHand, hand *models.Hand, how *play.Verdict) string {
	if pays, ok := e.book.(scoring.PaysReady); ok {
		r, err := pays.ReadyHand(*hand, s.Seat, s.Seen)
		if err != nil {
			return "none"
		}
		return fmt.Sprint(r.Ready, r.Points)
	}
	if how.How == models.Wins {
		return ""
	}
	return fmt.Sprint(waits(e.book, hand))
}

// waits reports whether a hand lacks one tile for a complete one.
func waits(book scoring.Ruleset, hand *models.Hand) bool {
	for i := range models.Kinds {
		w := models.Win{Hand: *hand, Tile: models.KindAt(i), Seat: models.East, Round: models.East}
		if w.Validate() != nil {
			continue
		}
		if r, err := book.Score(&w); err == nil && r.Win {
			return true
		}
	}
	return false
}
