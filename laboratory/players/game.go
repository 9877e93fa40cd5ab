// Package players plays hands by itself, by any of the rule books: players that draw,
// discard by how far their hand is from one worth having, call, declare riichi and kongs,
// replace flowers, win when the book lets them, and run into drawn and stopped hands. The
// hands come out as records, move by move, with the rhythm of real play. Every move goes
// through package course, which refuses what the rules do not allow.
package players

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/course"
)

// Going is how a match goes on by a rule book.
type Going interface {
	course.Going
	Begin(m models.Match) models.Position
	Next(m models.Match, p models.Position, o models.Outcome) models.Position
}

// claiming is for books by which several may win on one tile.
type claiming interface {
	Claims(m models.Match, p models.Position, from models.Place, claimants []models.Place) (winners []models.Place, abort string)
}

// Table is four players who play match after match.
type Table struct {
	rules    scoring.Ruleset
	manners  course.Manners
	going    Going
	match    models.Match
	position models.Position
	seed     uint64
	played   uint64
	measure  *measure
}

// New seats four players for a match. The same seed plays the same hands. The error names
// a rule book that four players cannot play.
func New(rules scoring.Ruleset, going Going, match models.Match, manners course.Manners, seed uint64) (*Table, error) {
	if len(match.Players) != models.Places {
		return nil, fmt.Errorf("players: %d players, not four", len(match.Players))
	}
	return &Table{rules: rules, manners: manners, going: going, match: match, seed: seed,
		position: going.Begin(match), measure: newMeasure(manners.Hand)}, nil
}

// Next plays a hand and gives its record. A match that is over is followed by another.
func (t *Table) Next() (*models.Record, error) {
	if t.position.Over != "" {
		t.position = t.going.Begin(t.match)
	}
	record, ending, err := t.Play(t.position)
	if err != nil {
		return nil, err
	}
	points := ending.Deltas
	for _, place := range ending.Outcome.Riichi {
		points[place.Index()] -= course.StickValue
	}
	after := t.position.Pay(points)
	after.Hands++
	after.Over, after.May, after.Seating = "", "", ""
	t.position = t.going.Next(t.match, after, ending.Outcome)
	return record, nil
}

// Play plays a hand in a position, which it does not change.
func (t *Table) Play(position models.Position) (*models.Record, course.Ending, error) {
	t.played++
	g := &game{table: t, position: position, random: rand.New(rand.NewPCG(t.seed, t.played))}
	if err := g.play(); err != nil {
		return nil, course.Ending{}, fmt.Errorf("players: %s: %w", g.record.ID, err)
	}
	return g.record, g.ending, nil
}

// game is one hand being played.
type game struct {
	table    *Table
	position models.Position
	random   *rand.Rand
	record   *models.Record
	hand     *course.Hand
	players  [models.Places]*player
	rhythm   rhythm
	wall     models.Tiles
	dora     models.Tiles // indicators that may be turned, and the ones below them
	ura      models.Tiles
	owed     int // dora to be turned after the replacement
	ending   course.Ending
	over     bool
}

// play plays from the deal to the end.
func (g *game) play() error {
	if err := g.deal(); err != nil {
		return err
	}
	if err := g.flowersAtDeal(); err != nil {
		return err
	}
	if err := g.exchange(); err != nil {
		return err
	}
	if err := g.giveUp(); err != nil {
		return err
	}
	for !g.over {
		if err := g.turn(); err != nil {
			return err
		}
	}
	return nil
}

// deal shuffles, deals and seats the players.
func (g *game) deal() error {
	t, p := g.table, g.position
	g.wall = t.manners.Wall()
	g.random.Shuffle(len(g.wall), func(i, j int) { g.wall[i], g.wall[j] = g.wall[j], g.wall[i] })
	g.record = &models.Record{ID: fmt.Sprintf("%s-%d-%05d", t.rules.ID(), t.seed, t.played), Rules: t.rules.ID(), Profile: t.match.Profile,
		Dealer: p.Dealer, Round: p.RoundWind(), Honba: p.Honba, Sticks: p.Sticks}
	for i := range g.record.Scores {
		g.record.Scores[i] = p.Scores[p.At(models.PlaceAt(i))]
	}
	if t.manners.Riichi != nil {
		g.record.Red = &t.manners.Reds
		g.dora, g.ura = g.pull(5), g.pull(5)
		g.record.Dora = g.dora[:1:1]
	}
	for range models.Places {
		hand := g.pull(t.manners.Hand.Tiles())
		models.SortTiles(hand)
		g.record.Deal = append(g.record.Deal, hand)
	}
	hand, err := course.Start(g.record, t.manners)
	if err != nil {
		return err
	}
	g.hand, g.rhythm = hand, rhythm{random: g.random, now: 1}
	for i := range g.players {
		at := models.PlaceAt(i)
		habits, taste := usual(), scoring.TasteOf(t.rules)
		bold := habits.bold
		if g.random.Float64() < habits.stubborn {
			bold++
		}
		g.players[i] = &player{place: at, plans: plansOf(taste, at.SeatFor(p.Dealer), p.RoundWind()), measure: t.measure,
			random: g.random, rules: t.rules, habits: habits, taste: taste, bold: bold}
	}
	g.rhythm.take(arranging)
	return nil
}

// pull takes tiles from the shuffled wall.
func (g *game) pull(n int) models.Tiles {
	tiles := slices.Clone(g.wall[:n])
	g.wall = g.wall[n:]
	return tiles
}

// do makes a move and writes it down.
func (g *game) do(m models.Move, takes float64) error {
	m.T = g.rhythm.take(takes)
	if err := g.hand.Do(m); err != nil {
		return err
	}
	g.record.Events = append(g.record.Events, m)
	return nil
}

// draw draws a tile, replaces flowers, and gives the tile that stays.
func (g *game) draw(place models.Place) error {
	for {
		if g.hand.Left == 0 {
			return g.exhausted()
		}
		tile := g.pull(1)[0]
		if err := g.do(models.Move{Do: models.Draw, Place: place, Tile: tile}, drawing); err != nil {
			return err
		}
		if !tile.IsFlower() {
			return nil
		}
		if err := g.do(models.Move{Do: models.LaidFlower, Place: place, Tile: tile}, exposing); err != nil {
			return err
		}
	}
}

// flowersAtDeal lays the flowers that were dealt, the dealer's first.
func (g *game) flowersAtDeal() error {
	for i := range models.Places {
		place := models.PlaceAt(g.position.Dealer.Index() + i)
		for {
			side := g.hand.Side(place)
			at := slices.IndexFunc(side.Concealed, models.Tile.IsFlower)
			if at < 0 {
				break
			}
			if err := g.do(models.Move{Do: models.LaidFlower, Place: place, Tile: side.Concealed[at]}, exposing); err != nil {
				return err
			}
			if err := g.do(models.Move{Do: models.Draw, Place: place, Tile: g.pull(1)[0]}, drawing); err != nil {
				return err
			}
		}
	}
	for _, p := range g.players {
		p.think(g.hand, g.position.RoundWind())
	}
	return nil
}

// exchange lets everybody choose three tiles, then pass them on where that is played: all to the same side, which dice decide.
func (g *game) exchange() error {
	if g.hand.Manners.Exchange == scoring.NoExchange {
		return nil
	}
	var chosen [models.Places]models.Tiles
	for i := range chosen {
		chosen[i] = g.passedOn(g.hand.Side(models.PlaceAt(i)).Concealed)
	}
	by := 1 + g.random.IntN(models.Places-1)
	for i, tiles := range chosen {
		if err := g.do(models.Move{Do: models.Exchanged, Place: models.PlaceAt(i), To: models.PlaceAt(i + by), Tiles: tiles}, turning); err != nil {
			return err
		}
	}
	for _, p := range g.players {
		p.think(g.hand, g.position.RoundWind())
	}
	return nil
}

// passedOn chooses three tiles of a hand: of the suit of which it holds the fewest, or of one of which it holds three where all have to
// be of one suit.
func (g *game) passedOn(hand models.Tiles) models.Tiles {
	var of [3]models.Tiles
	for _, t := range hand {
		of[t.Suit()] = append(of[t.Suit()], t)
	}
	bySize := of[:]
	slices.SortStableFunc(bySize, func(a, b models.Tiles) int { return len(a) - len(b) })
	if g.hand.Manners.Exchange == scoring.ExchangeOneSuit {
		bySize = slices.DeleteFunc(bySize, func(suit models.Tiles) bool { return len(suit) < course.ExchangedTiles })
	}
	return slices.Concat(bySize...)[:course.ExchangedTiles]
}

// giveUp lets everybody give up the suit of which he holds the fewest tiles, where that is
// played, and aims at hands of the two others.
func (g *game) giveUp() error {
	for i := 0; i < models.Places && g.hand.Manners.Void; i++ {
		p := g.players[models.PlaceAt(g.position.Dealer.Index()+i).Index()]
		var held [3]int
		for _, t := range g.hand.Side(p.place).Concealed {
			held[t.Suit()]++
		}
		suit := models.Characters
		for other := models.Dots; other <= models.Bamboos; other++ {
			if held[other] < held[suit] {
				suit = other
			}
		}
		p.plans = withoutSuit(p.plans, suit)
		if err := g.do(models.Move{Do: models.GaveUp, Place: p.place, Suit: models.VoidOf(suit)}, turning); err != nil {
			return err
		}
	}
	return nil
}

// turn lets the player whose turn it is draw and act, until somebody has discarded and
// nobody wants the tile.
func (g *game) turn() error {
	place := g.hand.Turn
	if !g.hand.Acting() {
		if err := g.draw(place); err != nil || g.over {
			return err
		}
		p := g.players[place.Index()]
		if g.hand.Side(place).Riichi == 0 {
			p.passed = false
		}
		if done, err := g.ownTile(p); err != nil || done || g.over {
			return err
		}
	}
	return g.throw(g.players[place.Index()], nil)
}

// ownTile lets a player win, stop the hand or make kongs with the tile drawn; done says
// that the turn is over.
func (g *game) ownTile(p *player) (done bool, err error) {
	for {
		side := g.hand.Side(p.place)
		if w := (models.Winning{Place: p.place, From: p.place, Tile: side.Drawn}); slices.Contains(p.waits, side.Drawn.Kind()) && g.mayWin(w) {
			return true, g.win([]models.Winning{w})
		}
		if g.nineTerminals(p) {
			return true, g.stop("nine-terminals", []models.Place{p.place})
		}
		if err := g.turnDora(); err != nil {
			return false, err
		}
		m, ok := p.kong(g.hand)
		if !ok || g.allKongs() >= 4 {
			return false, nil
		}
		if err := g.kong(p, m); err != nil || g.over || g.hand.Last().Do == models.Wins {
			return true, err
		}
	}
}

// kong makes a kong of the hand's own tiles, lets it be robbed and draws the replacement.
func (g *game) kong(p *player, m models.Move) error {
	if err := g.do(m, exposing); err != nil {
		return err
	}
	if m.Do == models.MadeAdded {
		if err := g.claims(p.place, m.Tile); err != nil || g.over || g.hand.Last().Do == models.Wins {
			return err
		}
	}
	if r := g.hand.Manners.Riichi; r != nil && r.KanDora {
		g.owed++
		if m.Do == models.MadeConcealed {
			if err := g.turnDora(); err != nil {
				return err
			}
		}
	}
	if err := g.draw(p.place); err != nil || g.over {
		return err
	}
	return g.wait(p)
}

// wait computes what a player waited for before the tile just drawn.
func (g *game) wait(p *player) error {
	side := g.hand.Side(p.place)
	at := slices.Index(side.Concealed, side.Drawn)
	if at < 0 {
		return fmt.Errorf("place %d does not hold the drawn %v", p.place, side.Drawn)
	}
	all := side.Concealed
	side.Concealed = slices.Delete(slices.Clone(all), at, at+1)
	p.think(g.hand, g.position.RoundWind())
	side.Concealed = all
	return nil
}

// turnDora turns the indicators that kongs owe.
func (g *game) turnDora() error {
	for ; g.owed > 0; g.owed-- {
		if err := g.do(models.Move{Do: models.TurnedDora, Tile: g.dora[len(g.hand.Dora)]}, turning); err != nil {
			return err
		}
	}
	return nil
}

// throw discards and lets the others win or call.
func (g *game) throw(p *player, forbidden []models.Tile) error {
	side := g.hand.Side(p.place)
	drawn := side.Drawn
	move := models.Move{Do: models.Discarded, Place: p.place, Tile: drawn}
	takes := throwing
	if side.Riichi == 0 {
		c := p.discard(g.hand, g.mustGo(p, forbidden))
		move.Tile, move.Riichi = c.tile, p.declares(g.hand, c)
		if c.tile != drawn {
			takes = thinking
		}
	}
	if move.Riichi {
		takes += declaring
	}
	own := drawn != models.NoTile && move.Tile == drawn
	move.Drawn = &own
	if err := g.do(move, takes); err != nil {
		return err
	}
	p.think(g.hand, g.position.RoundWind())
	return g.answer(p.place, move.Tile)
}

// mustGo is what a player may not discard: while he holds tiles of the suit that he gave up,
// all others.
func (g *game) mustGo(p *player, forbidden []models.Tile) []models.Tile {
	gone := g.hand.Void(p.place)
	held := g.hand.Side(p.place).Concealed
	if !slices.ContainsFunc(held, gone.Has) {
		return forbidden
	}
	var kept []models.Tile
	for _, t := range held {
		if !gone.Has(t) {
			kept = append(kept, t.Kind())
		}
	}
	return kept
}

// answer lets the others win on a discard, then stops the hand where a rule does, then
// lets them call.
func (g *game) answer(from models.Place, tile models.Tile) error {
	if err := g.claims(from, tile); err != nil || g.over || g.hand.Last().Do == models.Wins {
		return err
	}
	if reason, ready := g.stopped(); reason != "" {
		return g.stop(reason, ready)
	}
	if g.hand.Left == 0 && !g.hand.Manners.LastCalls {
		return nil
	}
	move, caller := g.called(from, tile)
	if caller == nil {
		return nil
	}
	if err := g.do(move, calling); err != nil {
		return err
	}
	if move.Do != models.CalledKong {
		return g.throw(caller, swaps(move))
	}
	if r := g.hand.Manners.Riichi; r != nil && r.KanDora {
		g.owed++
	}
	if err := g.draw(caller.place); err != nil || g.over {
		return err
	}
	if err := g.wait(caller); err != nil {
		return err
	}
	if done, err := g.ownTile(caller); err != nil || done || g.over {
		return err
	}
	return g.throw(caller, nil)
}

// called gives the call that is made: pungs and kongs go before chows, then turn order.
func (g *game) called(from models.Place, tile models.Tile) (best models.Move, caller *player) {
	for i := 1; i < models.Places; i++ {
		p := g.players[models.PlaceAt(from.Index()+i).Index()]
		if g.hand.Won(p.place) || g.hand.Void(p.place).Has(tile) {
			continue
		}
		m, ok := p.call(g.hand, from, tile)
		if !ok || m.Do == models.CalledKong && g.allKongs() >= 4 {
			continue
		}
		if caller == nil || best.Do == models.CalledChow && m.Do != models.CalledChow {
			best, caller = m, p
		}
	}
	return best, caller
}

// claims lets the others win on a discard or an added tile.
func (g *game) claims(from models.Place, tile models.Tile) error {
	var claimants []models.Place
	for i := 1; i < models.Places; i++ {
		p := g.players[models.PlaceAt(from.Index()+i).Index()]
		if g.hand.Won(p.place) || !slices.Contains(p.waits, tile.Kind()) {
			continue
		}
		if !p.furiten(g.hand) && g.mayWin(models.Winning{Place: p.place, From: from, Tile: tile}) {
			claimants = append(claimants, p.place)
		} else {
			p.passed = true
		}
	}
	if len(claimants) == 0 {
		return nil
	}
	winners := claimants[:1]
	if book, ok := g.table.going.(claiming); ok && g.hand.Manners.AllMayWin {
		var abort string
		if winners, abort = book.Claims(g.table.match, g.position, from, claimants); abort != "" {
			return g.stop(abort, claimants)
		}
	}
	var wins []models.Winning
	for _, place := range winners {
		wins = append(wins, models.Winning{Place: place, From: from, Tile: tile})
	}
	return g.win(wins)
}

// mayWin asks the rule book whether a win is worth enough.
func (g *game) mayWin(w models.Winning) bool {
	win := g.hand.Win(w)
	win.Round = g.position.RoundWind()
	if scoring.Validate(g.table.rules, &win) != nil {
		return false
	}
	result, err := g.table.rules.Score(&win)
	return err == nil && result.Valid
}

// win ends the hand.
func (g *game) win(wins []models.Winning) error {
	move := models.Move{Do: models.Wins, Wins: wins}
	for _, w := range wins {
		if r := g.hand.Manners.Riichi; r != nil && r.Ura && g.hand.Side(w.Place).Riichi > 0 {
			move.Ura = g.ura[:1]
			if r.KanUra {
				move.Ura = g.ura[:len(g.hand.Dora)]
			}
		}
	}
	return g.end(move)
}

// exhausted ends the hand when nobody can draw any more.
func (g *game) exhausted() error {
	move := models.Move{Do: models.DrawnGame, Reason: course.Exhausted}
	if g.hand.Manners.Riichi != nil {
		move.Ready = g.ready(nil)
	}
	return g.end(move)
}

// stop ends the hand by a rule.
func (g *game) stop(reason string, ready []models.Place) error {
	if ready == nil {
		ready = []models.Place{}
	}
	return g.end(models.Move{Do: models.DrawnGame, Reason: reason, Ready: ready})
}

// ready are the places whose hands wait, apart from the winners.
func (g *game) ready(wins []models.Winning) []models.Place {
	ready := []models.Place{}
	for _, p := range g.players {
		won := slices.ContainsFunc(wins, func(w models.Winning) bool { return w.Place == p.place })
		if !won && len(p.waits) > 0 && len(g.hand.Side(p.place).Concealed)%3 == 1 {
			ready = append(ready, p.place)
		}
	}
	return ready
}

// end writes down the last move and what it pays. Where the book pays for waiting
// hands, they are shown at the end of every hand.
func (g *game) end(move models.Move) error {
	if _, pays := g.table.rules.(scoring.PaysReady); pays {
		move.Ready = g.ready(move.Wins)
	}
	if inspector, ok := g.table.rules.(scoring.Inspector); ok && move.Do == models.DrawnGame {
		move.States = g.hand.States(inspector)
	}
	if err := g.do(move, showing); err != nil {
		return err
	}
	if !g.hand.Over() {
		return nil // the game goes on without the winners
	}
	match := course.Match{Match: g.table.match, Position: g.position, Rules: g.table.rules, Going: g.table.going}
	var err error
	if g.ending, err = g.hand.End(match, move); err != nil {
		return err
	}
	last := &g.record.Events[len(g.record.Events)-1]
	last.Deltas = &g.ending.Deltas
	g.worth()
	if len(g.ending.Outcome.Nagashi) > 0 {
		last.Reason = course.Nagashi
	}
	g.over = true
	return nil
}

// worth writes down what every win is worth: where the game goes on after one, nobody knows before
// the hands are shown.
func (g *game) worth() {
	n := 0
	for i := range g.record.Events {
		for j := range g.record.Events[i].Wins {
			g.record.Events[i].Wins[j].Points = g.ending.Results[n].Points
			n++
		}
	}
}

// nineTerminals says whether a player stops the hand on the first turn.
func (g *game) nineTerminals(p *player) bool {
	r := g.hand.Manners.Riichi
	if r == nil || !r.Aborts("nine-terminals") || !g.hand.FirstTurn(p.place) {
		return false
	}
	kinds := map[models.Tile]bool{}
	for _, t := range g.hand.Side(p.place).Concealed {
		if t.IsTerminalOrHonour() {
			kinds[t] = true
		}
	}
	return len(kinds) >= 9 && g.random.Float64() < p.habits.nineTerminals
}

// stopped gives the rule that stops the hand after a discard nobody won on.
func (g *game) stopped() (reason string, ready []models.Place) {
	r := g.hand.Manners.Riichi
	if r == nil {
		return "", nil
	}
	riichi, kongs, owners := 0, 0, 0
	for i := range g.hand.Sides {
		if g.hand.Sides[i].Riichi > 0 {
			riichi++
			ready = append(ready, models.PlaceAt(i))
		}
		if n := g.hand.Kongs(models.PlaceAt(i)); n > 0 {
			kongs, owners = kongs+n, owners+1
		}
	}
	switch {
	case r.Aborts("four-riichi") && riichi == models.Places:
		return "four-riichi", ready
	case r.Aborts("four-kongs") && kongs == 4 && owners > 1:
		return "four-kongs", nil
	case r.Aborts("four-winds") && g.fourWinds():
		return "four-winds", nil
	}
	return "", nil
}

// fourWinds reports whether the first four discards were one wind, uncalled.
func (g *game) fourWinds() bool {
	first := g.hand.Sides[0].River
	for i := range g.hand.Sides {
		river := g.hand.Sides[i].River
		if len(river) != 1 || !river[0].Tile.IsWind() || river[0].Tile != first[0].Tile || river[0].By != 0 || len(g.hand.Sides[i].Melds) > 0 {
			return false
		}
	}
	return true
}

// allKongs counts the kongs on the table; in riichi there are four at most.
func (g *game) allKongs() (n int) {
	if g.hand.Manners.Riichi == nil {
		return 0
	}
	for i := range g.hand.Sides {
		n += g.hand.Kongs(models.PlaceAt(i))
	}
	return n
}
