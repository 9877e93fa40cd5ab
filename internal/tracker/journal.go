package tracker

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// head is what is known of a hand besides the changes.
type head struct {
	Begun time.Time
	Whole bool
	Start prior.Start
	// Learned is what the hands before have taught about the table.
	Learned prior.Learned
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
	return head{h.begun, h.whole && !h.found.missing(), h.start, f.learned}
}

// noteHead keeps the head as it is now.
func (f *Follow) noteHead() {
	h := f.head()
	f.note(f.Journal.write(entry{Head: &h}))
}
