package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"jantaku/models"
	"jantaku/scoring"
)

// Ledger is the open book of one table. It may be used from several goroutines.
type Ledger struct {
	db    *sql.DB
	lock  *os.File // nil when opened for reading
	shelf Shelf
	now   func() time.Time
	log   *slog.Logger
	// photoBudget is how many bytes of photographs are kept.
	photoBudget int64
	// evidenceBudget is how many bytes of pictures of single events are kept.
	evidenceBudget int64
	news           bell // rings when the outbox gets a message
	sums           bool // the file has results and standings: not before it was opened for writing by a version that has

	mu    sync.Mutex
	state State // the match that was started last; zero when none was
	tail  tail
	whole string // the course that the last recorded hand has in its event
	first string // id of the first event, which names these books; empty before it
}

// tail is the end of the journal.
type tail struct {
	seq  int64
	time time.Time
	sum  []byte
}

// Option chooses how a ledger is opened.
type Option func(*Ledger)

// WithShelf gives the ledger its rule books. Without it every match is played by Plain
// and nothing can be scored again.
func WithShelf(shelf Shelf) Option { return func(l *Ledger) { l.shelf = shelf } }

// WithClock replaces the clock.
func WithClock(now func() time.Time) Option { return func(l *Ledger) { l.now = now } }

// WithLog says where warnings go.
func WithLog(log *slog.Logger) Option { return func(l *Ledger) { l.log = log } }

// WithPhotoBudget limits the photographs kept to a number of bytes; the oldest go
// first. The default is 2 GB.
func WithPhotoBudget(bytes int64) Option { return func(l *Ledger) { l.photoBudget = bytes } }

// WithEvidenceBudget limits the pictures kept of what was seen, event by event, to a number
// of bytes; the oldest go first. The default is 512 MB, some 200 hands of 50 events with two
// pictures of 25 kB.
func WithEvidenceBudget(bytes int64) Option { return func(l *Ledger) { l.evidenceBudget = bytes } }

// Open opens the ledger at path for writing, makes it when it is not there, brings its
// schema up to date and folds the match that was started last.
//
// One process at a time: the error wraps ErrInUse when another has it. It wraps
// ErrReadOnly, ErrFull, ErrDamaged or ErrNewer when the file is the reason.
// Close the ledger when done.
func Open(ctx context.Context, path string, options ...Option) (*Ledger, error) {
	lock, err := lockFile(path + ".lock")
	if err != nil {
		return nil, err
	}
	l, err := open(ctx, path, false, options)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), lock.Close())
	}
	l.lock = lock
	return l, nil
}

// OpenForReading opens the ledger at path beside whoever writes it. What it shows is
// as it was when it was opened.
func OpenForReading(ctx context.Context, path string, options ...Option) (*Ledger, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w at %s", ErrNoLedger, path)
	}
	l, err := open(ctx, path, true, options)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return l, nil
}

func open(ctx context.Context, path string, readOnly bool, options []Option) (_ *Ledger, err error) {
	l := &Ledger{shelf: PlainShelf, now: time.Now, log: slog.Default(), photoBudget: 2 << 30, evidenceBudget: 512 << 20}
	for _, option := range options {
		option(l)
	}
	l.shelf = Remember(l.shelf)
	if l.db, err = openStore(ctx, path, readOnly); err != nil {
		return nil, err
	}
	if !readOnly {
		err = migrate(ctx, l.db, newestSchema)
	}
	if err == nil {
		version, e := schemaVersion(ctx, l.db)
		if err = e; err == nil && version == 0 {
			err = ErrNoMatch
		}
		l.sums = version >= sumsSchema
	}
	if err == nil {
		err = l.load(ctx)
	}
	if err != nil {
		return nil, errors.Join(named(err), l.db.Close())
	}
	if last, ok := l.Last(); ok && last.Course != nil {
		l.whole = last.Course.ID
	}
	return l, nil
}

// Close ends the use of the ledger. Everything acknowledged is on the disk already.
func (l *Ledger) Close() error {
	err := l.db.Close()
	if l.lock != nil {
		err = errors.Join(err, l.lock.Close())
	}
	return err
}

// Last gives the hand of the match that counts and was recorded last, with its course; false
// when there is none.
func (l *Ledger) Last() (models.HandRecord, bool) {
	e, ok := l.State().LastHand()
	if !ok {
		return models.HandRecord{}, false
	}
	hand := e.Current().Hand.HandRecord
	hand.Course = e.Record()
	return hand, true
}

// State gives the match that was started last; its Match.ID is empty when there is
// none.
func (l *Ledger) State() State {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state
}

// Table gives where the match stands that is being played; false when none is.
func (l *Ledger) Table() (models.MatchState, bool) {
	s := l.State()
	return s.MatchState, s.Match.ID != "" && !s.Finished
}

// Rules are the rule book of the match that is or was played last, nil before the first one.
// Making one takes as long as reading a hand: this one is kept.
func (l *Ledger) Rules() scoring.Ruleset { return l.State().Rules() }

// Match folds any match of the journal. The error wraps ErrNoMatch when it is unknown.
func (l *Ledger) Match(ctx context.Context, id string) (State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.match(ctx, id)
}

// MatchOf gives the id of the match that an entry belongs to. The error wraps ErrNoEntry.
func (l *Ledger) MatchOf(ctx context.Context, entry string) (id string, err error) {
	err = l.db.QueryRowContext(ctx, "SELECT match FROM events WHERE id = ?", entry).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("%w: %.60q", ErrNoEntry, entry)
	}
	return id, named(err)
}

func (l *Ledger) match(ctx context.Context, id string) (State, error) {
	if id == l.state.Match.ID && id != "" {
		return l.state, nil
	}
	var events []Event
	err := l.each(ctx, "WHERE match = ? ORDER BY seq", []any{id}, func(e Event) error {
		events = append(events, e)
		return nil
	})
	if err != nil {
		return State{}, err
	}
	s, err := FoldAll(l.shelf, events)
	if err == nil && s.Match.ID == "" {
		err = fmt.Errorf("%w: %s", ErrNoMatch, id)
	}
	return s, err
}

// Seen gives the wins of at least the last n hands, of this match and of those before, oldest
// first, even those that count no more.
func (l *Ledger) Seen(ctx context.Context, n int) (wins []models.WinRecord, err error) {
	matches, err := l.NewestMatches(ctx, n)
	for _, m := range matches {
		if len(wins) >= n {
			break
		}
		s, err := l.Match(ctx, m.Match.ID)
		if err != nil {
			return wins, err
		}
		var its []models.WinRecord
		for _, e := range s.Entries {
			if hand := e.Current().Hand; hand != nil {
				its = append(its, hand.Wins...)
			}
		}
		wins = append(its, wins...)
	}
	return wins, err
}

// load reads the end of the journal and folds the match that was started last.
func (l *Ledger) load(ctx context.Context) error {
	if err := errors.Join(l.loadTail(ctx), l.loadFirst(ctx)); err != nil {
		return err
	}
	var id string
	err := l.db.QueryRowContext(ctx, "SELECT id FROM matches ORDER BY first DESC LIMIT 1").Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	l.state, err = l.match(ctx, id)
	return err
}
