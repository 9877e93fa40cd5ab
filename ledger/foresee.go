package ledger

import (
	"context"
	"fmt"

	"jantaku/models"
)

// Foresight is what a correction would do to what was entered after it.
type Foresight struct {
	// Later are the hands played since that would not be as they were, in one of the two ways,
	// oldest first.
	Later []LaterHand `json:"later"`
	// Ask says that the two ways differ, so that somebody has to choose.
	Ask bool `json:"ask"`
	// Was is where the match stands; Stand and Replay are where it would stand. Replay is nil
	// where a later hand cannot be replayed: Problem then says why.
	Was     Standing        `json:"was"`
	Stand   Standing        `json:"stand"`
	Replay  *Standing       `json:"replay,omitempty"`
	Problem string          `json:"problem,omitempty"`
	Reasons []models.Reason `json:"reasons,omitempty"`
}

// LaterHand is a hand that was played after what is corrected.
type LaterHand struct {
	Entry  string     `json:"entry"`
	Number int        `json:"number"`
	Was    HandDealt  `json:"was"`
	Stand  HandDealt  `json:"stand"`
	Replay *HandDealt `json:"replay,omitempty"` // nil where it cannot be replayed
}

// HandDealt is how a hand was dealt and what it paid.
type HandDealt struct {
	Situation
	Points models.Points `json:"points"` // by place
}

// Standing is where a match stands.
type Standing struct {
	Situation
	Scores [models.Places]int `json:"scores"` // by number of the player
	Over   string             `json:"over,omitempty"`
	// Short counts sticks that hands that stand paid out and that nobody laid as the books then
	// have it.
	Short int `json:"short,omitempty"`
}

// Foresee says what a correction would do, both ways, and does nothing. The error is that of
// Correct where later hands stand.
func (l *Ledger) Foresee(ctx context.Context, match string, c Correction) (f Foresight, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	was, err := l.meant(ctx, match)
	if err != nil {
		return f, err
	}
	stand, err := l.foreseen(was, Stand, c)
	if err != nil {
		return f, err
	}
	f.Was, f.Stand, f.Later = was.standing(), stand.standing(), []LaterHand{}
	replay, err := l.foreseen(was, Replay, c)
	if err != nil {
		f.Problem, f.Reasons, f.Ask = err.Error(), models.ReasonsOf(err), true
	} else {
		standing := replay.standing()
		f.Replay = &standing
	}
	for _, e := range was.Entries {
		if e.Kind != HandPlayed || !e.Counts() || e.isMeantBy(stand) {
			continue
		}
		now, _ := stand.Entry(e.ID)
		if !now.Counts() {
			continue
		}
		one := LaterHand{Entry: e.ID, Number: e.Number, Was: e.dealt(), Stand: now.dealt()}
		if now, ok := replay.Entry(e.ID); ok && now.Counts() {
			dealt := now.dealt()
			one.Replay = &dealt
		}
		moved := one.Replay == nil && stand.stoodAnew(was, e.ID) || one.Replay != nil && *one.Replay != one.Was
		if moved || one.Stand != one.Was {
			f.Later = append(f.Later, one)
			f.Ask = f.Ask || one.Replay != nil && *one.Replay != one.Stand
		}
	}
	return f, nil
}

// foreseen is the match as a correction would leave it.
func (l *Ledger) foreseen(s State, later Later, c Correction) (State, error) {
	_, e, err := l.drafted(s, models.Author{}, later, c)
	if err != nil {
		return State{}, fmt.Errorf("%s: %w", c.kind, err)
	}
	return Fold(l.shelf, s, e)
}

// isMeantBy reports whether the newest event of a match is about the entry itself.
func (e Entry) isMeantBy(after State) bool {
	last := after.log[len(after.log)-1]
	return last.change != nil && last.change.Entry == e.ID
}

// stoodAnew reports whether an entry stands as it was dealt only since the newest event.
func (s State) stoodAnew(was State, id string) bool {
	now, _ := s.Entry(id)
	old, _ := was.Entry(id)
	return now.Dealt != nil && now.Dealt != old.Dealt
}

// dealt is how a hand was dealt and what it paid.
func (e Entry) dealt() HandDealt { return HandDealt{SituationOf(e.Before), e.Points} }

// standing is where the match stands.
func (s State) standing() Standing {
	at := Standing{Situation: SituationOf(s.Position), Scores: s.Position.Scores, Over: s.Position.Over}
	for _, e := range s.Entries {
		at.Short += e.Short
	}
	return at
}
