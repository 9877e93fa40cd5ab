package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
)

// said is what a person says about a hand; what is absent stays as it was.
type said struct {
	// Hand is the id of the hand that is meant: another one that waits by now is not changed.
	Hand string `json:"hand"`
	// Revision is the one the person looked at; a hand that was changed since is not changed
	// again unseen. It is absent from who does not look at it.
	Revision *int `json:"revision"`
	// Seen puts tiles right on the photograph, before anything else that is said.
	Seen []Mend `json:"seen"`
	// Pictured says that the hand is what the photograph shows, and not what somebody saw who
	// followed it.
	Pictured bool `json:"pictured"`

	Place *models.Place   `json:"place"`
	From  *models.Place   `json:"from"`
	Tile  *models.Tile    `json:"tile"`
	Win   json.RawMessage `json:"win"` // hand format; its fields replace those of the hand
	// Riichi are all who laid a stick in the hand; With is a hand that was won on the same
	// discard, empty for a hand of its own.
	Riichi *[]models.Place `json:"riichi"`
	Ready  *[]models.Ready `json:"ready"` // waiting hands that were shown, empty for none
	Lying  *models.Tiles   `json:"lying"` // what lies open besides: rivers, melds of who shows nothing
	With   *string         `json:"with"`
	// AsShown are the facts of which the person has seen how the hand is shown, and says that
	// it was so: circumstances that are not set did not hold.
	AsShown []models.Fact `json:"as_shown"`
	By      string        `json:"by"`
	Why     string        `json:"why"`

	signed models.Author // who asks
}

// author is who says it.
func (s said) author() models.Author { return s.signed }

// preview is the answer about a hand that is not recorded yet.
type preview struct {
	Needs      []string        `json:"needs"`
	Problem    string          `json:"problem,omitempty"`
	Reasons    []models.Reason `json:"reasons,omitempty"` // the problem for people
	Win        *models.Win     `json:"win,omitempty"`
	Result     *scoring.Result `json:"result,omitempty"`
	Candidates []Candidate     `json:"candidates,omitempty"`
}

// nothingWaits is the answer to a request about the pending hand without one.
func nothingWaits() error {
	return models.Refused("nothing-waits", nil, "no hand waits for the referee")
}

// answer carries out a request and replies. Its own error is for the books.
func (p *Pipeline) answer(ctx context.Context, r request) error {
	data, failed, err := p.serve(models.WithAuthor(ctx, r.by), r.op, r.body)
	if failed != nil {
		r.reply <- response{err: models.Refused("books-failed", nil, "the books cannot be written; the program stops")}
		return failed
	}
	r.reply <- response{data, err}
	return nil
}

// serve gives the answer to a request; failed is set when the books failed.
func (p *Pipeline) serve(ctx context.Context, op string, body json.RawMessage) (data json.RawMessage, failed, err error) {
	var s said
	if len(bytes.TrimSpace(body)) > 0 {
		if err := json.Unmarshal(body, &s); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", op, err)
		}
	}
	s.signed = models.Author{By: s.By, Why: s.Why}.Signed(ctx)
	switch op {
	case "call":
		if s.Place == nil || *s.Place < 1 || *s.Place > models.Places {
			return nil, nil, models.Refused("place", nil, "call: place is not 1 to 4")
		}
		p.answered()
		if hand := p.pending(); hand != nil && hand.Place == *s.Place {
			p.ended = &ended{hand.ID, hand.Place, time.Now()} // the same hand, photographed again
		}
		failed = p.win(ctx, device.Event{Kind: device.WinPressed, Place: *s.Place, From: value(s.From), Tile: value(s.Tile)})
	case "look":
		if s.Place == nil || *s.Place < 1 || *s.Place > models.Places {
			return nil, nil, models.Refused("place", nil, "look: place is not 1 to 4")
		}
		data, err = p.look(ctx, *s.Place)
		return data, nil, err
	case "draw-preview":
		data, err = p.previewDraw(s)
		return data, nil, err
	case "preview", "enter", "amend":
		return p.edit(op, s)
	case "confirm":
		failed, err = p.confirm(ctx, s)
	case "dismiss":
		failed, err = p.dismiss(ctx, s)
	case "draw":
		failed, err = p.draw(ctx, body, s)
	default:
		if p.referee == nil {
			return nil, nil, models.Refused("no-such-request", nil, "%q is nothing this program can do", op)
		}
		data, err = p.referee.Request(ctx, op, body)
		if op == "match-new" && err == nil && len(p.table.Dice) > 0 {
			p.table.Dice = nil // they may have found the first dealer; those of the deal come now
			p.settled(true)
			p.board.ShowTable(p.table)
		}
		if op == "seats" && err == nil {
			return data, p.seated(ctx), nil
		}
		p.again()
		return data, nil, err
	}
	return nil, failed, err
}

func value[T any](v *T) (zero T) {
	if v == nil {
		return zero
	}
	return *v
}

// edit changes the pending hand (amend), makes a typed hand the pending one
// (enter), or only shows what a typed hand would be worth (preview).
func (p *Pipeline) edit(op string, s said) (json.RawMessage, error, error) {
	hand := &Pending{ID: newID(), Riichi: p.sticks(), Known: models.Facts{}}
	if op == "amend" {
		waiting, err := p.meant(s)
		if err != nil {
			return nil, nil, err
		}
		hand = waiting.copy()
		hand.Revision++
		if s.Pictured {
			hand.pictured()
		}
		if err := p.mend(hand, s.Seen, s.Pictured); err != nil {
			return nil, nil, err
		}
	}
	if err := hand.change(s); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", op, err)
	}
	p.weigh(hand)
	if op != "preview" {
		p.ask(hand)
	}
	data, err := json.Marshal(preview{Needs: append([]string{}, hand.Needs...), Problem: hand.Problem, Reasons: hand.Reasons, Win: &hand.Win, Result: hand.Result, Candidates: hand.Candidates})
	return data, nil, err
}

// meant is the hand that waits. A person who names another one looked at what is gone: a late
// tap changes nothing.
func (p *Pipeline) meant(s said) (*Pending, error) {
	hand := p.pending()
	switch {
	case hand == nil:
		return nil, nothingWaits()
	case s.Hand != "" && s.Hand != hand.ID:
		return nil, models.Refused("another-hand", nil, "hand %s does not wait any more; look at the one that does", s.Hand)
	case s.Revision != nil && *s.Revision != hand.Revision:
		return nil, models.Refused("changed-since", nil, "hand %s was changed since revision %d; look at it again", hand.ID, *s.Revision)
	}
	return hand, nil
}

// copy gives the hand to be changed by what a person says, while the other stays as it is.
func (hand *Pending) copy() *Pending {
	same := *hand
	same.Known = models.Facts{}
	maps.Copy(same.Known, hand.Known)
	return &same
}

// change puts in what the person said. A win without a winning tile leaves it open.
func (hand *Pending) change(s said) error {
	hand.bare, hand.held = nil, time.Time{} // what is still to be seen changes no more of it
	if s.Place != nil {
		hand.Place = *s.Place
	}
	if s.From != nil {
		hand.From = *s.From
		hand.Known[models.FactFrom] = models.Said
	}
	if hand.Place < 1 || hand.Place > models.Places || hand.From > models.Places {
		return models.Refused("place", nil, "place and from are places 1 to 4")
	}
	if s.Riichi != nil {
		hand.Riichi = *s.Riichi
		hand.Known[models.FactRiichi] = models.Said
	}
	if s.Ready != nil {
		if hand.Ready = *s.Ready; hand.Ready == nil { // "ready": null says as little as nothing
			return errors.New("ready is a list of hands, empty for none")
		}
	}
	if s.Lying != nil {
		hand.Lying = s.Lying
	}
	if s.With != nil {
		hand.Again = hand.Again || hand.With != ""
		hand.With = *s.With
	}
	if len(s.Win) > 0 {
		was := hand.Win
		if hand.Known.Knows(models.FactTile) && hand.Win.Tile != models.NoTile {
			hand.Tile = hand.Win.Tile
		}
		if err := json.Unmarshal(s.Win, &hand.Win); err != nil {
			return err
		}
		hand.saidOf(&was)
	}
	if s.Tile != nil {
		hand.reopen()
		hand.Tile = *s.Tile
		hand.Known[models.FactTile] = models.Said
	}
	hand.asShown(s.AsShown)
	return nil
}

// saidOf notes what a person changed in a win, or typed: it is said. What was left as it was
// is not. Melds of which one has no supplier yet do not say who supplied the others.
func (hand *Pending) saidOf(was *models.Win) {
	for _, fact := range models.Differ(was, &hand.Win) {
		if fact == models.FactMelds {
			hand.Others = nil
		}
		if fact != models.FactSuppliers || fed(hand.Win.Melds) || hand.Win.Supplied != was.Supplied || hand.Win.Liable != was.Liable {
			hand.Known[fact] = models.Said
		}
	}
}

// reopen puts the winning tile back among the others, so that another one can be
// named.
func (hand *Pending) reopen() {
	if hand.Win.Tile != models.NoTile {
		hand.Win.Concealed = append(append(models.Tiles(nil), hand.Win.Concealed...), hand.Win.Tile)
		hand.Win.Tile = models.NoTile
	}
}

// confirm records the pending hand: a person has looked at it, and may say the last words
// about it at once. What nobody has said stays a question and is not taken for anything.
func (p *Pipeline) confirm(ctx context.Context, s said) (failed, err error) {
	waiting, err := p.meant(s)
	if err != nil {
		return nil, err
	}
	hand := waiting.copy()
	if err := hand.change(s); err != nil {
		return nil, fmt.Errorf("confirm: %w", err)
	}
	p.weigh(hand)
	switch {
	case slices.Contains(hand.Needs, "seats"):
		return nil, unseated()
	case hand.From == 0:
		return nil, models.Refused("from-unsaid", nil, "say who supplied the winning tile, or that it was drawn")
	case hand.Result == nil && len(hand.Candidates) > 1:
		return nil, models.Refused("tile-unsaid", nil, "say which tile came last: the score depends on it")
	case hand.Result == nil || !hand.Result.Valid:
		return nil, hand.problem()
	case len(hand.open()) > 0:
		return nil, models.Refused("open", models.Data{"facts": hand.open()}, "say first, or confirm as_shown: %s; the score depends on it", strings.Join(hand.open(), ", "))
	}
	if failed = p.record(ctx, hand, s.author()); failed != nil {
		return failed, nil
	}
	if now := p.pending(); now != nil && now.ID == hand.ID {
		err = now.problem()
	}
	return nil, err
}

// dismiss drops the pending hand: nobody won.
func (p *Pipeline) dismiss(ctx context.Context, s said) (failed, err error) {
	hand, err := p.meant(s)
	if err != nil {
		return nil, err
	}
	p.log.Info("hand dismissed by the referee", "place", hand.Place)
	if p.ended != nil && p.ended.id == hand.ID {
		p.ended, p.declared = nil, false // the deal goes on
	}
	return p.leave(ctx, hand), nil
}

// seated weighs the hand that waits anew, now that the seats are known, and records it when
// nothing else about it is in doubt.
func (p *Pipeline) seated(ctx context.Context) error {
	hand := p.pending()
	if hand == nil || !slices.Contains(hand.Needs, "seats") {
		p.again()
		return nil
	}
	if p.weigh(hand); len(hand.Needs) == 0 && hand.Reading != nil {
		return p.record(ctx, hand, models.Author{Source: "camera"})
	}
	p.showPending()
	return nil
}

// draw records a hand without a winner.
func (p *Pipeline) draw(ctx context.Context, body json.RawMessage, s said) (failed, err error) {
	if state, playing := p.books.Table(); playing && state.Position.Seating != "" {
		return nil, unseated()
	}
	h := models.HandRecord{ID: newID(), Outcome: models.Outcome{Ending: models.Drawn, Riichi: p.sticks()}}
	if len(body) > 0 {
		var more struct {
			Nagashi []models.Place `json:"nagashi"`
			Reason  string         `json:"reason"`
		}
		if err := json.Unmarshal(body, &more); err != nil {
			return nil, fmt.Errorf("draw: %w", err)
		}
		h.Ready, h.Lying, h.Nagashi, h.Reason = value(s.Ready), s.Lying, more.Nagashi, more.Reason
		if h.Reason != "" {
			h.Ending = models.Aborted
		}
		if s.Riichi != nil {
			h.Riichi = *s.Riichi
		}
	}
	if err := p.drawSaid(h, s); err != nil {
		return nil, err
	}
	_, err = p.books.Append(ctx, s.author(), p.books.Situate(h))
	if err != nil && !errors.Is(err, ErrHand) {
		return err, nil
	}
	if err == nil {
		p.drew(h.ID)
	}
	return nil, err
}

// again weighs the pending hand anew, because the books have changed under it.
func (p *Pipeline) again() {
	if hand := p.pending(); hand != nil {
		p.weigh(hand)
		p.showPending()
	}
}
