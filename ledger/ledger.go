package ledger

import (
	"database/sql"
	"log/slog"
	"os"
	"sync"
	"time"
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

// bell wakes everybody who waits for it.
type bell struct {
	mu   sync.Mutex
	ring chan struct{}
}

// next gives a channel that is closed when the bell rings next.
func (b *bell) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ring == nil {
		b.ring = make(chan struct{})
	}
	return b.ring
}

// strike wakes those who wait.
func (b *bell) strike() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ring != nil {
		close(b.ring)
		b.ring = nil
	}
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
