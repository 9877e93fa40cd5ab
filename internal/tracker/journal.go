package tracker

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// Journal keeps what was seen of the hand that is on in a file, change by change, so that it
// survives the end of the program at any moment. A loss of power may cost the last seconds,
// which are found on the cloth again. A nil Journal keeps nothing.
//
// An entry of the file is its length (four bytes, the highest first) and its body, gob.
type Journal struct {
	file *os.File
	bad  bool // writing failed
}

// head is what is known of a hand besides the changes.
type head struct {
	Begun time.Time
	Whole bool
	Start prior.Start
	// InView is what the hands before have taught about riichi sticks; 0 for nothing.
	InView float64
}

// shown are the pictures that show a tile.
type shown struct {
	Spot   watch.Spot
	Photos []string
}

// entry is a change, the head of the hand from now on, or pictures; Wall is when it was written.
type entry struct {
	Wall   time.Time
	Head   *head
	Change *watch.Change
	Shown  *shown
}

// mostEntry bounds an entry, bytes: a hand that was laid down has some 20 tiles of 400.
const mostEntry = 1 << 20

// mostJournal bounds a file, bytes: mostChanges of four tiles each.
const mostJournal = 64 << 20

// ErrJournal reports a journal that is damaged.
var ErrJournal = errors.New("follow: journal")

// OpenJournal opens the journal in a file, which may not exist yet.
func OpenJournal(path string) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("journal of the hand that is on: %w", err)
	}
	return &Journal{file: f}, nil
}

// Close closes the file.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}

// restart forgets all that was kept, and begins with a head.
func (j *Journal) restart(h head) error {
	if j == nil {
		return nil
	}
	if _, err := j.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := j.file.Truncate(0); err != nil {
		return err
	}
	j.bad = false
	return j.write(entry{Head: &h})
}

// add keeps a change.
func (j *Journal) add(c *watch.Change) error { return j.write(entry{Change: c}) }

// write appends an entry. After a write that failed nothing more is: what follows would be
// read without it.
func (j *Journal) write(e entry) error {
	if j == nil || j.bad {
		return nil
	}
	e.Wall = time.Now()
	body := bytes.NewBuffer(make([]byte, 4))
	err := gob.NewEncoder(body).Encode(e)
	if err == nil {
		binary.BigEndian.PutUint32(body.Bytes(), uint32(body.Len()-4))
		_, err = j.file.Write(body.Bytes())
	}
	j.bad = err != nil
	return err
}

// load gives what was kept last, and goes on behind it. An entry that was not written to its
// end is none. The error says where the file is damaged; what comes before is given.
func (j *Journal) load() (k kept, err error) {
	if _, err := j.file.Seek(0, io.SeekStart); err != nil {
		return k, err
	}
	all, err := io.ReadAll(io.LimitReader(j.file, mostJournal))
	if err != nil {
		return k, err
	}
	k, err = readJournal(all)
	_, seek := j.file.Seek(int64(k.bytes), io.SeekStart)
	return k, errors.Join(err, j.file.Truncate(int64(k.bytes)), seek)
}

// kept is what a journal holds.
type kept struct {
	head
	changes []watch.Change
	shown   []shown
	wall    time.Time // when the last change was written
	bytes   int       // how many of the file are entries
}

// readJournal gives the newest head and the changes.
func readJournal(all []byte) (k kept, err error) {
	for len(all)-k.bytes >= 4 && len(k.changes) < mostChanges {
		rest := all[k.bytes:]
		n := int(binary.BigEndian.Uint32(rest))
		if n > mostEntry {
			return k, fmt.Errorf("%w: entry at byte %d has %d bytes", ErrJournal, k.bytes, n)
		}
		if n > len(rest)-4 { // the program ended while it was written
			return k, nil
		}
		var e entry
		if err := gob.NewDecoder(bytes.NewReader(rest[4 : 4+n])).Decode(&e); err != nil {
			return k, fmt.Errorf("%w: entry at byte %d: %w", ErrJournal, k.bytes, err)
		}
		k.bytes += 4 + n
		if e.Head != nil {
			k.head = *e.Head
		}
		if e.Shown != nil {
			k.shown = append(k.shown, *e.Shown)
		}
		if e.Change != nil {
			k.changes, k.wall = append(k.changes, *e.Change), e.Wall
		}
	}
	return k, nil
}

// note logs once that a journal cannot be written.
func (f *Follow) note(err error) {
	if err != nil {
		f.Log.Warn("a restart would forget the hand that is on", "err", err)
	}
}

// head is what the journal keeps of the hand that is on besides its changes.
func (f *Follow) head() head {
	h := &f.hand
	return head{h.begun, h.whole && !h.found.missing(), h.start, f.inView}
}

// noteHead keeps the head as it is now.
func (f *Follow) noteHead() {
	h := f.head()
	f.note(f.Journal.write(entry{Head: &h}))
}

// Resume takes up the hand that was on when the program ended. The watch begins anew after
// that and tells all that lies on the table: what was known is found again, and what came
// meanwhile is news. now is the time on the clock of the changes to come, and told are the ids
// of courses of hands that are recorded or wait for the referee. False means that nothing was
// kept.
func (f *Follow) Resume(ctx context.Context, now time.Duration, told ...string) bool {
	if f.Journal == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	k, err := f.Journal.load()
	if err != nil {
		f.Log.Warn("what was seen of the hand that is on is followed as far as it was kept", "err", err, "changes", len(k.changes))
		k.Whole = false
	}
	f.hand, f.inView = hand{begun: k.Begun, whole: k.Whole, start: k.Start}, k.InView
	h := &f.hand
	for i := range k.changes {
		h.notes(&k.changes[i])
	}
	for _, s := range k.shown {
		h.shows(s.Spot, s.Photos)
	}
	n := len(k.changes)
	if n == 0 {
		return false
	}
	h.zero = now - k.changes[n-1].Told - time.Since(k.wall)
	if slices.Contains(told, h.start.ID) {
		h.won = h.laid
	}
	state, playing := f.Books.Table()
	if !playing {
		return false
	}
	if rules, err := f.Rules(state.Match); err != nil || h.start.ID == "" {
		f.again() // which says what is wrong
	} else {
		f.from(h.start, rules)
	}
	f.Log.Info("the hand that was on is followed on", "hand", h.start.ID, "changes", n, "whole", h.whole, "away", time.Since(k.wall).Round(time.Millisecond))
	f.keep(ctx)
	return h.play != nil
}
