package archive

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"jantaku/league/store"
	"jantaku/mqtt"
	"jantaku/mqtt/reader"
)

// gaps closes gaps: it knows how far every table is, and asks those of which something is missing.
type gaps struct {
	archive *Archive

	mu    sync.Mutex
	last  map[table]int64        // newest number that a table has told of itself
	asked map[store.Books]*asked // by books of which something is missing
}

type table struct{ club, name string }

// asked is a gap.
type asked struct {
	since time.Time // when it was seen first
	at    time.Time // when the table was asked last; zero for not yet
	upto  int64     // how far its books stood then
	gone  bool      // the table has other books now
}

// rarely is how many times the patience passes before a table that has other books now is asked for those of before: its
// disk may be put back.
const rarely = 60

// tries is how often in the time of patience gaps are looked for.
const tries = 6

func newGaps(a *Archive) *gaps {
	return &gaps{archive: a, last: map[table]int64{}, asked: map[store.Books]*asked{}}
}

// heard notes the newest number of a table.
func (g *gaps) heard(club, name string, seq int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last[table{club, name}] = seq
}

// open is of how many books something is missing, as it was seen last.
func (g *gaps) open() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.asked)
}

// run looks for gaps until the context ends.
func (g *gaps) run(ctx context.Context) {
	ticker := time.NewTicker(g.archive.config.Patience / tries)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := g.look(ctx, time.Now()); err != nil && ctx.Err() == nil && !errors.Is(err, reader.ErrAway) {
			g.archive.log.Warn("gaps are looked for again", "err", err)
		}
	}
}

// look asks every table of which something has been missing for too long.
func (g *gaps) look(ctx context.Context, now time.Time) error {
	all, err := g.archive.store.Standing(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, missing := range g.due(all, now) {
		if err := g.ask(ctx, missing.Books, missing.Upto); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// due gives the gaps that are old enough to ask about, and notes that they are asked about now.
func (g *gaps) due(all []store.Gap, now time.Time) (due []store.Gap) {
	g.mu.Lock()
	defer g.mu.Unlock()
	newest, open := map[table]int{}, map[store.Books]bool{}
	for i, one := range all { // in the order in which the books began
		newest[table{one.Club, one.Table}] = i
	}
	var missing []store.Gap
	for of, seq := range g.last {
		i, known := newest[of]
		if !known {
			if seq > 0 {
				missing = append(missing, store.Gap{Books: store.Books{Club: of.club, Table: of.name}, Known: seq})
			}
			continue
		}
		all[i].Known = max(all[i].Known, seq)
	}
	for _, one := range all {
		if one.Upto < one.Known {
			missing = append(missing, one)
		}
	}
	for _, one := range missing {
		open[one.Books] = true
		a := g.asked[one.Books]
		if a == nil {
			a = &asked{since: now}
			g.asked[one.Books] = a
		}
		patience := g.archive.config.Patience
		if a.gone {
			patience *= rarely
		}
		if now.Sub(a.since) < patience || now.Sub(a.at) < patience {
			continue
		}
		a.at, a.upto = now, one.Upto
		due = append(due, one)
	}
	for of := range g.asked {
		if !open[of] {
			delete(g.asked, of)
		}
	}
	return due
}

// answered goes on asking a table that has more, and asks rarely where it has other books now.
func (g *gaps) answered(ctx context.Context, of store.Books, t store.Taken) {
	g.mu.Lock()
	for books, a := range g.asked {
		if books.Club == of.Club && books.Table == of.Table && books.Journal != "" && books.Journal != of.Journal {
			a.gone = true
		}
	}
	more := false
	if a := g.asked[of]; a != nil {
		a.gone = false
		if t.Upto > a.upto {
			more = t.Upto < t.Known
			a.at, a.upto = time.Now(), t.Upto
		}
	}
	g.mu.Unlock()
	if more {
		if err := g.ask(ctx, of, t.Upto); err != nil {
			g.archive.log.Debug("a table is asked again later", "table", of.Table, "err", err)
		}
	}
}

// ask asks a table for its events after a number.
func (g *gaps) ask(ctx context.Context, of store.Books, seq int64) error {
	body, err := json.Marshal(struct {
		Transaction string `json:"transaction"`
		Journal     string `json:"journal,omitempty"`
		Seq         int64  `json:"seq"`
	}{rand.Text(), of.Journal, seq})
	if err != nil {
		return err
	}
	address := mqtt.Address{Prefix: of.Club, Table: of.Table}
	return g.archive.reader.Send(ctx, address.Request(opSince+"/"+g.archive.asker), body)
}

// opSince is the request by which a table is asked.
const opSince = "since"
