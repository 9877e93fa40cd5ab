package tracker

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
	rulebooks "jantaku/scoring/books"
	"jantaku/scoring/course"
	"jantaku/scoring/riichi"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
)

// GameOf gives what the course of a hand depends on in a rule book with its profile and
// options, for a wall of so many tiles; 0 is as many as the book plays with. The error names
// the book, profile or option that does not exist.
func GameOf(rules, profile string, options map[string]string, tiles int) (*prior.Game, error) {
	book, err := rulebooks.Open(rules, profile, options)
	if err != nil {
		return nil, err
	}
	played, ok := book.(scoring.Played)
	if !ok {
		return nil, fmt.Errorf("rules %q: nobody has said how they are played at the table", rules)
	}
	manners := played.Manners()
	knows := func(f models.Fact) bool { return scoring.Knows(played, f) }
	_, paid := book.(scoring.PaysReady)
	g := &prior.Game{Rules: rules, Profile: profile, Hand: scoring.HandSize(book), Players: models.Places, Void: manners.Void, Exchange: manners.Exchange != scoring.NoExchange,
		Wall:  prior.Wall{Tiles: cmp.Or(rulebooks.All()[rules].Tiles(), withoutFlowers), Suits: manners.Suits, Dead: manners.Dead},
		Calls: prior.Calls{Chows: !manners.Suits, PaidAsDrawn: manners.PaidAsDrawn, Turned: true},
		Ends:  prior.Ends{Heads: 1, GoesOn: manners.GoesOn, AllShow: paid, Earthly: prior.FirstTurn, Heaven: knows(models.FactOf(models.Heavenly)), LastOfKind: knows(models.FactOf(models.LastOfKind))}}
	switch {
	case !knows(models.FactOf(models.Earthly)):
		g.Earthly = prior.NoEarthly
	case manners.EarthlyOnDiscard:
		g.Earthly = prior.FirstDiscard
	}
	// A win in no special circumstances tells whether the tiles are complete; whether the
	// points suffice depends on what is seen besides.
	g.Complete = func(w *models.Win) bool {
		plain := *w
		plain.Seat, plain.Round = models.East, models.East
		r, err := book.Score(&plain)
		return err == nil && r.Win
	}
	if manners.GoesOn || manners.AllMayWin {
		g.Heads = models.Places - 1
	}
	if japanese, ok := book.(interface{ Options() riichi.Options }); ok {
		riichiGame(g, japanese.Options())
	}
	g.Tiles = cmp.Or(tiles, g.Tiles)
	g.Flowers = knows(models.FactFlowers) && g.Tiles == withFlowers
	return g, nil
}

func riichiGame(g *prior.Game, o riichi.Options) {
	g.Players, g.Riichi, g.Red, g.DeadReplaces = o.Players, true, o.RedFives, true
	g.Dora, g.Ura, g.KanDora, g.KanUra = true, o.Ura, o.KanDora, o.KanUra
	g.Ippatsu, g.Nagashi = o.Ippatsu, o.NagashiMangan
	g.Heads = map[string]int{"head-bump": 1, "double": 3, "triple": 3}[o.MultipleRon]
	if o.Players == 3 {
		g.Tiles, g.Vacant, g.Chows = 108, models.Places, false
	}
	stops := func(id string) bool { return slices.Contains(o.AbortiveDraws, id) }
	g.Aborts = prior.Aborts{FourWinds: stops("four-winds"), FourRiichi: stops("four-riichi"), FourKongs: stops("four-kongs"),
		NineTerminals: stops("nine-terminals"), TripleRon: o.MultipleRon == "double"}
}

// BookEffects are what a rule book makes of an ending; it implements [verdict.Effects].
type BookEffects struct{ Book scoring.Ruleset }

// Of gives fans, payments and what the course of a match depends on.
func (e BookEffects) Of(v *verdict.Verdict) string {
	var b strings.Builder
	fmt.Fprint(&b, v.How, v.Reason, v.Riichi, v.Nagashi)
	fans := make([]int, 0, len(v.Wins))
	for i := range v.Wins {
		w := v.Wins[i].Win
		if scoring.Validate(e.Book, &w) != nil {
			return ""
		}
		r, err := e.Book.Score(&w)
		if err != nil || !r.Win || !r.Valid {
			return ""
		}
		fans = append(fans, r.Fan)
		fmt.Fprint(&b, v.Wins[i].Place, v.Wins[i].From, r.Fans, r.Payments, r.WinnerTotal, r.Points)
	}
	if settler, ok := e.Book.(scoring.Settler); ok {
		fmt.Fprint(&b, paid(settler, v, fans))
	}
	return b.String()
}

// Pays gives what a waiting hand is paid where the book pays for it, otherwise whether it
// waits, where that counts: at a draw.
func (e BookEffects) Pays(seat models.Seat, hand *verdict.Shown, how *verdict.Verdict) string {
	if pays, ok := e.Book.(scoring.PaysReady); ok {
		r, err := pays.ReadyHand(hand.Hand, seat, hand.Seen)
		if err != nil {
			return "none"
		}
		return fmt.Sprint(r.Ready, r.Points)
	}
	if how.How == models.Wins {
		return ""
	}
	if inspector, ok := e.Book.(scoring.Inspector); ok {
		look, err := inspector.Inspect(hand.Hand, hand.Void)
		if err != nil {
			return "none"
		}
		return fmt.Sprint(look.State, look.Fan)
	}
	return fmt.Sprint(Waits(e.Book, &hand.Hand))
}

// Waits reports whether a hand lacks one tile for a complete one.
func Waits(book scoring.Ruleset, hand *models.Hand) bool {
	for i := range models.Kinds {
		w := models.Win{Hand: *hand, Tile: models.KindAt(i), Seat: models.East, Round: models.East}
		if scoring.Validate(book, &w) != nil {
			continue
		}
		if r, err := book.Score(&w); err == nil && r.Win {
			return true
		}
	}
	return false
}

// waits reports whether a hand that was shown lacks one tile, as far as its book asks: one that
// pays for waiting hands judges them by what their owners see.
func waits(book scoring.Ruleset, s *verdict.SettledHand) bool {
	pays, ok := book.(scoring.PaysReady)
	if !ok {
		return Waits(book, &s.Hand)
	}
	r, err := pays.ReadyHand(s.Hand, s.Seat, s.Seen)
	return err == nil && r.Ready
}

// withFlowers and withoutFlowers are how many tiles a set has.
const withFlowers, withoutFlowers = 144, 136

// RulesOf is what following a hand needs of the rule book of a match, whoever sits where, at a table that told how
// many tiles it has. One that has not, 0, is taken to have flowers where the book knows them.
func RulesOf(m models.Match, told int) (Rules, error) {
	book, err := rulebooks.OfMatch(m)
	if err != nil {
		return Rules{}, err
	}
	tiles := told
	if known, ok := book.(scoring.Informed); ok && scoring.Knows(known, models.FactFlowers) {
		tiles = cmp.Or(told, withFlowers)
	}
	game, err := GameOf(m.Rules, m.Profile, m.Options, tiles)
	if err != nil {
		return Rules{}, err
	}
	// Lingque may be played with flowers and without; MCR has 144 tiles.
	counted := told != 0 || tiles == 0 || tiles == rulebooks.All()[m.Rules].Tiles()
	wall, _ := rulebooks.All()[m.Rules].WallRule(told)
	return Rules{Game: game, Book: book, Wall: wall, Effects: BookEffects{book}, Counted: counted, Possible: possible(book, game),
		Waits: func(s *verdict.SettledHand) bool { return waits(book, s) }, Reason: course.Reason}, nil
}

// possible says why the course of a hand cannot have happened, by how its book is played with
// these tiles. Of three players nobody can say it yet: what was seen of their hands is asked.
func possible(book scoring.Ruleset, game *prior.Game) func(*models.Record) error {
	manners, err := course.MannersOf(book)
	manners.Flowers = game.Flowers
	return func(r *models.Record) error {
		if err != nil {
			return err
		}
		_, err := course.Legal(r, manners)
		return err
	}
}
