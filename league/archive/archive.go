// Package archive hears the journals of many tables at a broker and keeps them in a store.
//
// A message is acknowledged to the broker when its event is on the database's disk, and not before; a broker that lost
// messages all the same, or an archive that was away longer than the broker keeps them, leaves a gap in the numbers of a
// table's events, which is closed by asking the table (request since). Both ways bring the same events, and the store
// keeps each once, so that several archives may work side by side and none has to know of another.
package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"jantaku/league/store"
	"jantaku/ledger"
	"jantaku/mqtt"
	"jantaku/mqtt/reader"
)

// Config says whom an archive hears.
type Config struct {
	Brokers        []string
	User, Password string
	// Name tells one archive from another at the same broker; it stays the same over a restart.
	Name string
	// Prefixes are those of the clubs, such as jantaku/riverside; a + stands for any level.
	Prefixes []string
	// Patience is how long a gap may last before the table is asked, and how long an answer may take before it is asked
	// again. Zero gives a minute.
	Patience time.Duration
}

// Archive hears tables. Its methods may be used from several goroutines.
type Archive struct {
	config Config
	asker  string // last level of the topics under which tables are asked
	store  *store.Store
	reader *reader.Reader
	log    *slog.Logger
	lines  []chan job
	gaps   *gaps

	taken   atomic.Int64
	refused [len(reasons)]atomic.Int64
	waiting atomic.Bool // the database does not answer
}

// workers is how many transactions run at a time: the events of one table are always with the same.
const workers = 8

// New makes an archive; Run starts it. The error says what is wrong with the configuration.
func New(c Config, s *store.Store, log *slog.Logger) (*Archive, error) {
	if c.Name == "" || len(c.Prefixes) == 0 {
		return nil, errors.New("archive: it needs a name and the prefix of a club")
	}
	if c.Patience <= 0 {
		c.Patience = time.Minute
	}
	a := &Archive{config: c, asker: c.User, store: s, log: log}
	if a.asker == "" {
		a.asker = c.Name
	}
	filters := map[string]byte{}
	for _, prefix := range c.Prefixes {
		prefix = strings.Trim(prefix, "/")
		filters[prefix+"/+/"+string(mqtt.KindJournal)] = 1
		filters[prefix+"/+/"+string(mqtt.KindResponse)+"/"+opSince+"/"+a.asker] = 1
		filters[prefix+"/+/"+string(mqtt.KindScore)] = 0 // tells the newest number of a table
	}
	var err error
	a.reader, err = reader.New(reader.Config{Brokers: c.Brokers, User: c.User, Password: c.Password, ID: "jantaku-archive-" + c.Name, Keep: true, Filters: filters}, log)
	if err != nil {
		return nil, err
	}
	a.gaps = newGaps(a)
	for range workers {
		a.lines = append(a.lines, make(chan job, batch))
	}
	return a, nil
}

// Stats are what the archive did since it was started.
type Stats struct {
	Connected, Waiting bool // at the broker; for the database
	Connects           int64
	Taken, Refused     int64 // events that were new, and messages that were refused
}

// Stats gives the counters.
func (a *Archive) Stats() Stats {
	refused := int64(0)
	for i := range a.refused {
		refused += a.refused[i].Load()
	}
	return Stats{a.reader.Connected(), a.waiting.Load(), a.reader.Connects(), a.taken.Load(), refused}
}

// Run hears and keeps until the context ends, which is no error. A broker and a database that are away are waited for.
func (a *Archive) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, line := range a.lines {
		group.Go(func() error { a.work(ctx, line); return nil })
	}
	group.Go(func() error { a.gaps.run(ctx); return nil })
	group.Go(func() error { return a.reader.Run(ctx, a.hear) })
	return group.Wait()
}

// job is what came of one table in one message.
type job struct {
	books  store.Books
	events []ledger.Event
	last   int64 // newest number of the table that the message tells
	raw    []byte
	asked  bool // it answers a request
	done   func()
}

// batch is how many messages of a table are kept in one transaction at most.
const batch = 64

// mostPayload bounds a message, in bytes: tables send a quarter of it.
const mostPayload = 1 << 20

// hear takes a message; ctx ends with the archive.
func (a *Archive) hear(ctx context.Context, m reader.Message) {
	club, table, what, ok := parse(m.Topic)
	if !ok {
		m.Done()
		return
	}
	if what == string(mqtt.KindScore) {
		m.Done()
		var head mqtt.Head
		if json.Unmarshal(m.Payload, &head) == nil {
			a.gaps.heard(club, table, head.Seq)
		}
		return
	}
	j := job{books: store.Books{Club: club, Table: table}, raw: m.Payload, done: m.Done}
	var err error
	switch {
	case len(m.Payload) == 0:
		m.Done()
		return
	case len(m.Payload) > mostPayload:
		err, j.raw = fmt.Errorf("%w: a message of %d bytes", store.ErrUnfit, len(m.Payload)), j.raw[:1000]
	case what == string(mqtt.KindJournal):
		err = j.event()
	default:
		err = j.page()
	}
	if err != nil {
		a.setAside(ctx, j, err)
		return
	}
	a.queue(ctx, j)
}

// queue gives a job to the worker of its table.
func (a *Archive) queue(ctx context.Context, j job) {
	h := fnv.New32a()
	h.Write([]byte(j.books.Club + "/" + j.books.Table))
	select {
	case a.lines[h.Sum32()%workers] <- j:
	case <-ctx.Done(): // it comes again
	}
}

// parse reads a topic: the club is everything before the table.
func parse(topic string) (club, table, what string, ok bool) {
	levels := strings.Split(topic, "/")
	n := len(levels)
	switch {
	case n >= 3 && (levels[n-1] == string(mqtt.KindJournal) || levels[n-1] == string(mqtt.KindScore)):
		return strings.Join(levels[:n-2], "/"), levels[n-2], levels[n-1], true
	case n >= 5 && levels[n-3] == string(mqtt.KindResponse) && levels[n-2] == opSince:
		return strings.Join(levels[:n-4], "/"), levels[n-4], levels[n-3], true
	}
	return "", "", "", false
}

// event reads a message of a journal.
func (j *job) event() error {
	var told mqtt.JournalEvent
	if err := json.Unmarshal(j.raw, &told); err != nil {
		return fmt.Errorf("%w: %w", mqtt.ErrJournal, err)
	}
	if source := j.books.Club + "/" + j.books.Table; told.Source != source {
		return fmt.Errorf("%w: it says that it is %.80q", store.ErrForeign, told.Source)
	}
	e, err := told.Unpacked()
	if err != nil {
		return err
	}
	j.books.Journal, j.events, j.last = told.Journal, []ledger.Event{e}, e.Seq
	return nil
}

// errAnswer is an answer of a table that says that it cannot.
var errAnswer = errors.New("the table refuses")

// noSource is that of an event in an answer, whose topic says of which table it is.
const noSource = ""

// page reads the answer of a table to the request since.
func (j *job) page() error {
	var answer mqtt.Response
	if err := json.Unmarshal(j.raw, &answer); err != nil {
		return fmt.Errorf("%w: %w", mqtt.ErrJournal, err)
	}
	if answer.Error != nil {
		return fmt.Errorf("%w: %s %.200s", errAnswer, answer.Error.Code, answer.Error.Message)
	}
	var page mqtt.JournalPage
	if err := json.Unmarshal(answer.Data, &page); err != nil {
		return fmt.Errorf("%w: %w", mqtt.ErrJournal, err)
	}
	for _, told := range page.Events {
		if source := j.books.Club + "/" + j.books.Table; told.Source != source && told.Source != noSource {
			return fmt.Errorf("%w: an event of it says that it is of %.80q", store.ErrForeign, told.Source)
		}
		if told.Journal != page.Journal {
			return fmt.Errorf("%w: events of several journals in one answer", mqtt.ErrJournal)
		}
		e, err := told.Unpacked()
		if err != nil {
			return err
		}
		j.events = append(j.events, e)
	}
	j.books.Journal, j.last, j.asked = page.Journal, page.Last, true
	return nil
}

// setAside keeps what cannot be read, and is done with it.
func (a *Archive) setAside(ctx context.Context, j job, why error) {
	a.refused[reasonOf(why)].Add(1)
	if errors.Is(why, errAnswer) { // nothing to keep: it is asked again
		a.log.Warn("a table does not tell what is missing", "club", j.books.Club, "table", j.books.Table, "err", why)
		j.done()
		return
	}
	a.log.Warn("set aside", "club", j.books.Club, "table", j.books.Table, "err", why)
	if a.insist(ctx, func() error { return a.store.SetAside(ctx, j.books.Club, j.books.Table, j.raw, why) }) {
		j.done()
	}
}

// work keeps what comes for its tables until the context ends.
func (a *Archive) work(ctx context.Context, line <-chan job) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-line:
			jobs := []job{j}
			for len(jobs) < batch && len(line) > 0 {
				jobs = append(jobs, <-line)
			}
			for len(jobs) > 0 {
				n := 1
				for n < len(jobs) && jobs[n].books == jobs[0].books {
					n++
				}
				a.keep(ctx, jobs[:n])
				jobs = jobs[n:]
			}
		}
	}
}

// keep writes jobs of the same books in one transaction; where one of them is refused, each in its own.
func (a *Archive) keep(ctx context.Context, jobs []job) {
	of, last, asked := jobs[0].books, int64(0), false
	var events []ledger.Event
	for _, j := range jobs {
		events = append(events, j.events...)
		last, asked = max(last, j.last), asked || j.asked
	}
	var taken store.Taken
	var refused error
	ok := a.insist(ctx, func() (err error) {
		if len(events) == 0 {
			return nil // other books than those that were asked for
		}
		taken, err = a.store.Take(ctx, of, events)
		if err == nil && last > taken.Known {
			taken.Known = last
			err = a.store.Heard(ctx, of, last)
		}
		if store.Refused(err) {
			refused, err = err, nil
		}
		return err
	})
	switch {
	case !ok: // the archive ends; the broker brings them again
		return
	case refused != nil && len(jobs) > 1:
		for i := range jobs {
			a.keep(ctx, jobs[i:i+1])
		}
		return
	case refused != nil:
		a.setAside(ctx, jobs[0], refused)
		return
	}
	a.taken.Add(int64(taken.New))
	for _, j := range jobs {
		j.done()
	}
	if asked {
		a.gaps.answered(ctx, of, taken)
	}
}

// insist tries something that needs the database until it is done; false when the context ends first.
func (a *Archive) insist(ctx context.Context, do func() error) bool {
	const first, most = 50 * time.Millisecond, 5 * time.Second
	for wait := first; ; wait = min(2*wait, most) {
		err := do()
		if err == nil {
			if a.waiting.Swap(false) {
				a.log.Info("the database is back")
			}
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		if !a.waiting.Swap(true) {
			a.log.Warn("the database does not take what was heard; it is tried again", "err", err)
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(wait):
		}
	}
}

// reasons are why messages are refused, as figures name them; the last is for all that cannot be read.
var reasons = [...]struct {
	name string
	is   error
}{{"foreign", store.ErrForeign}, {"fork", store.ErrFork}, {"unfit", store.ErrUnfit}, {"answer", errAnswer}, {"unreadable", nil}}

// reasonOf gives the number of the reason of a refusal.
func reasonOf(why error) int {
	for i, r := range reasons {
		if r.is == nil || errors.Is(why, r.is) {
			return i
		}
	}
	return len(reasons) - 1
}
