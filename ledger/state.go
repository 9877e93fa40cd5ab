package ledger

import (
	"slices"
	"time"

	"jantaku/models"
	"jantaku/scoring"
)

// State is everything a match is, folded from its events. It is a value: folding
// gives a new one and leaves the old one as it was.
type State struct {
	models.MatchState
	// Seq and Time are those of the last event.
	Seq  int64
	Time time.Time
	// Entries are what was entered, in the order it takes effect; the first is the
	// start of the match.
	Entries []Entry
	// Finished says that the match is over by its rules (Position.Over) or that somebody
	// closed it. A correction can make it go on again.
	Finished bool
	// Totals are the final results, while the match is finished.
	Totals []Total

	closed  bool                       // somebody ended the match
	renamed []map[string]models.Player // people who were called otherwise, in the order in which it was corrected

	book Book
	log  []record
	undo []int // indices into log: what Undo takes back, last first
	redo []int // what Redo brings back, last first
}

// record is an event with its payload read.
type record struct {
	Event
	fact
	off bool // undone
}

// Entry is a hand, a penalty, a seating, a position or the start of a match, with all its versions.
type Entry struct {
	// ID is the event that made the entry.
	ID   string `json:"id"`
	Kind Kind   `json:"kind"`
	// Number counts the hands from 1; 0 for everything else.
	Number int `json:"number,omitempty"`
	// Versions are all versions ever, oldest first, also those that were undone.
	Versions []Version `json:"versions"`
	// Revoked entries have no effect; a penalty that was cancelled is one.
	Revoked bool `json:"revoked,omitempty"`
	// Undone entries have no effect until they are redone.
	Undone bool `json:"undone,omitempty"`
	// Dealt, when given, is how the entry stands whatever becomes of those before it.
	Dealt *Dealt `json:"dealt,omitempty"`

	// Players are who played then, by number.
	Players []models.Player `json:"-"`

	Before models.Position `json:"before"`
	After  models.Position `json:"after"`
	// Points are what everybody gained or lost, by place.
	Points models.Points `json:"points"`
	// Short counts sticks that a hand that stands paid out and that nobody laid as the books
	// now have it.
	Short int `json:"short,omitempty"`
	// Steps are what each settlement of a hand moved, by place, where it has several.
	Steps []models.Points `json:"steps,omitempty"`
}

// Version is one version of an entry: what, who, when and why.
type Version struct {
	Event  string    `json:"event"`
	Seq    int64     `json:"seq"`
	Time   time.Time `json:"time"`
	Source string    `json:"source"`
	By     string    `json:"by,omitempty"`
	Why    string    `json:"why,omitempty"`
	// Rescored says that only the seats and counters changed, because something
	// before this entry did.
	Rescored bool `json:"rescored,omitempty"`
	// Undone versions do not count.
	Undone bool `json:"undone,omitempty"`

	Match   *models.Match   `json:"match,omitempty"`
	Hand    *Hand           `json:"hand,omitempty"`
	Penalty *models.Penalty `json:"penalty,omitempty"`
	Seating *Seating        `json:"seating,omitempty"`
	Placing *Placing        `json:"placing,omitempty"`
	// Substitution is who plays on for whom.
	Substitution *Substitution `json:"substitution,omitempty"`
}

// Current gives the version that counts.
func (e Entry) Current() Version { return e.Versions[e.Revision()] }

// Revision is the number of the version that counts, 0 for the first: who saw another one has not seen
// the entry as it is.
func (e Entry) Revision() int {
	for i := len(e.Versions) - 1; i > 0; i-- {
		if !e.Versions[i].Undone {
			return i
		}
	}
	return 0
}

// Counts reports whether the entry has an effect.
func (e Entry) Counts() bool { return !e.Revoked && !e.Undone }

// Corrected reports whether somebody gave the entry a new version that counts.
func (e Entry) Corrected() bool {
	was := e.Versions[0].Hand
	for _, v := range e.Versions[1:] {
		switch {
		case v.Undone || v.Rescored:
		case was == nil || v.Hand == nil || !v.Hand.follows(was):
			return true
		default:
			was = v.Hand // it went on
		}
	}
	return false
}

// follows reports whether the hand is another with what happened next in it.
func (h *Hand) follows(was *Hand) bool {
	if was.Settled == nil || len(h.Settled) <= len(was.Settled) {
		return false
	}
	return slices.EqualFunc(was.Settled, h.Settled[:len(was.Settled)], func(a, b models.Settlement) bool {
		return a.Do == b.Do && a.Place == b.Place && a.From == b.From && slices.Equal(a.Wins, b.Wins)
	})
}

// Deltas are the points by number of the player.
func (e Entry) Deltas() (by [models.Places]int) {
	for i, n := range e.Before.Seats {
		if n != models.Empty {
			by[n] = e.Points[i]
		}
	}
	return by
}

// Entry finds an entry by its ID.
func (s State) Entry(id string) (Entry, bool) {
	for _, e := range s.Entries {
		if e.ID == id {
			return e, true
		}
	}
	return Entry{}, false
}

// Hand finds the nth hand that counts, from 1.
func (s State) Hand(number int) (Entry, bool) {
	for _, e := range s.Entries {
		if e.Kind == HandPlayed && e.Number == number && e.Counts() {
			return e, true
		}
	}
	return Entry{}, false
}

// LastHand gives the newest hand that counts.
func (s State) LastHand() (Entry, bool) {
	for i := len(s.Entries) - 1; i >= 0; i-- {
		if e := s.Entries[i]; e.Kind == HandPlayed && e.Counts() {
			return e, true
		}
	}
	return Entry{}, false
}

// CanUndo and CanRedo say whether there is something to take back or bring back.
func (s State) CanUndo() bool { return len(s.undo) > 0 }

// CanRedo says whether there is something to bring back.
func (s State) CanRedo() bool { return len(s.redo) > 0 }

// Action is something that was written into the books, as people name it.
type Action struct {
	Kind Kind `json:"kind"`
	// Hand is the number of the hand it was about, 0 where it was about none.
	Hand int `json:"hand,omitempty"`
}

// Undoes is what would be taken back next; nil when nothing would.
func (s State) Undoes() *Action { return s.deed(s.undo) }

// Redoes is what would be brought back next; nil when nothing would.
func (s State) Redoes() *Action { return s.deed(s.redo) }

// deed is the last of several records.
func (s State) deed(of []int) *Action {
	if len(of) == 0 {
		return nil
	}
	r := s.log[of[len(of)-1]]
	about := r.ID
	if r.change != nil {
		about = r.change.Entry
	}
	entry, _ := s.Entry(about)
	return &Action{Kind: r.Kind, Hand: entry.Number}
}

// Course is the course the match is played by.
func (s State) Course() Course { return s.book.Course }

// Rules are the rule book of the match, made once for all its states, or nil where the ledger's
// shelf knows none.
func (s State) Rules() scoring.Ruleset { return s.book.Rules }

// Record gives the course of a hand as the newest version that counts has it, nil where
// nobody saw it. Versions that were only scored again, or whose tiles a referee changed,
// leave it as it was.
func (e Entry) Record() *models.Record {
	for _, v := range slices.Backward(e.Versions) {
		if !v.Undone && v.Hand != nil && v.Hand.Course != nil {
			return v.Hand.Course
		}
	}
	return nil
}
