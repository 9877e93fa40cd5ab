package recorder

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jantaku/models"
	"jantaku/models/atomicfile"
)

const (
	// before is how much is kept of the time before anything is seen of a hand: what lies there is
	// learned from it.
	before = 3 * time.Second
	// longest is the longest film of one hand. Of 7,627 real hands none took so long; tiles that
	// nobody sweeps away would fill the folder.
	longest = 20 * time.Minute

	filmExt, startExt = ".mjpeg", ".start.json"
	unfinished        = "unfinished" // name of the film of the hand that is on
)

// Hand is the hand that is on while a picture is taken.
type Hand struct {
	Number int    // counts the hands
	ID     string // empty while nothing was seen of it
	// Start is what a reader of the film needs to know, by the times of its pictures in
	// seconds after the first.
	Start func(times []float64) Start
}

// Start is what the books and the table know before a hand: what a reader of its film needs, ID.start.json.
type Start struct {
	ID      string        `json:"id"`
	Rules   string        `json:"rules"`
	Profile string        `json:"profile"`
	FPS     float64       `json:"fps,omitempty"`
	Dealer  models.Place  `json:"dealer"`
	Round   models.Seat   `json:"round"`
	Honba   int           `json:"honba"`
	Sticks  int           `json:"sticks"`
	Scores  models.Points `json:"scores"`
	Tiles   int           `json:"tiles"` // in the walls; 0 when the table does not say
	// At are the seconds at which the pictures were taken, where FPS is 0.
	At []float64 `json:"at,omitempty"`
}

// Config says where films are kept, and how many.
type Config struct {
	Folder string
	Budget int64 // bytes of all films together
	// Dull reports whether nobody needs the film of a hand: it was booked and neither asked about
	// nor corrected. Such films go first, the oldest first, and then the oldest of the others.
	Dull func(id string) bool
	Log  *slog.Logger
}

// Footage films one hand after the other. It is used by one goroutine.
type Footage struct {
	Config
	hand  Hand
	kept  []picture // from before anything was seen of the hand
	file  *os.File  // nil without a film
	out   *bufio.Writer
	first time.Duration
	times []float64
	bad   bool // nothing more can be written of this hand
}

type picture struct {
	at   time.Duration
	jpeg []byte
}

// New begins to keep films. What a hand left during which the program ended is removed, and so are
// films that a loss of power has damaged. The error names the folder.
func New(c Config) (*Footage, error) {
	if err := os.MkdirAll(c.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("films: %w", err)
	}
	f := &Footage{Config: c}
	if err := f.tidy(); err != nil {
		return nil, fmt.Errorf("films: %w", err)
	}
	return f, nil
}

// tidy removes films without pictures or without what a reader needs to know of them, which a film
// that was not finished has not, and what is known of films that are not there.
func (f *Footage) tidy() error {
	entries, err := os.ReadDir(f.Folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		id, isFilm := strings.CutSuffix(e.Name(), filmExt)
		if !isFilm {
			id, isFilm = strings.CutSuffix(e.Name(), startExt)
		}
		if !isFilm {
			continue
		}
		whole, err := f.isWhole(id)
		if err == nil && !whole {
			err = f.remove(id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isWhole reports whether a film has a first picture and what is known of it. After a loss of power
// a file may be empty or full of zeros.
func (f *Footage) isWhole(id string) (bool, error) {
	about, err := os.ReadFile(f.path(id + startExt))
	if errors.Is(err, fs.ErrNotExist) || err == nil && !json.Valid(about) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	film, err := os.Open(f.path(id + filmExt))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	first := make([]byte, 1)
	_, err = film.Read(first)
	if errors.Is(err, io.EOF) {
		return false, film.Close()
	}
	return first[0] != 0, errors.Join(err, film.Close())
}

// remove removes a film and what is known of it, as far as they are there.
func (f *Footage) remove(id string) error {
	for _, name := range []string{id + filmExt, id + startExt} {
		if err := os.Remove(f.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (f *Footage) path(name string) string { return filepath.Join(f.Folder, name) }

// Frame takes the next picture, taken at a time on one clock, of the hand that is on. The
// picture is not kept by reference once it was written. What fails is logged: watching goes on.
func (f *Footage) Frame(h Hand, at time.Duration, jpeg []byte) {
	if h.Number != f.hand.Number {
		f.note(f.ends())
		f.hand, f.kept, f.bad = Hand{}, nil, false
	}
	f.hand = h
	if h.ID == "" {
		f.kept = append(f.kept, picture{at, jpeg})
		for at-f.kept[0].at > before {
			f.kept = f.kept[1:]
		}
		return
	}
	if f.bad {
		return
	}
	for _, p := range append(f.kept, picture{at, jpeg}) {
		if err := f.write(p); err != nil {
			f.note(err)
			f.bad = true
			break
		}
	}
	f.kept = nil
}

func (f *Footage) note(err error) {
	if err != nil {
		f.Log.Warn("the hand is not filmed", "err", err)
	}
}

func (f *Footage) write(p picture) error {
	if f.file == nil {
		file, err := os.OpenFile(f.path(unfinished+filmExt), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		f.file, f.out, f.first, f.times = file, bufio.NewWriter(file), p.at, nil
	}
	if p.at-f.first > longest {
		return nil
	}
	if _, err := f.out.Write(p.jpeg); err != nil {
		return err
	}
	f.times = append(f.times, (p.at - f.first).Seconds())
	return nil
}

// ends finishes the film of the hand that was on, and makes room.
func (f *Footage) ends() error {
	if f.file == nil {
		return nil
	}
	err := errors.Join(f.out.Flush(), f.file.Close())
	f.file = nil
	if err != nil || f.bad {
		return err
	}
	about, err := json.Marshal(f.hand.Start(f.times))
	if err != nil {
		return err
	}
	if err := atomicfile.WriteFile(f.path(f.hand.ID+startExt), about, 0o600); err != nil {
		return err
	}
	if err := os.Rename(f.path(unfinished+filmExt), f.path(f.hand.ID+filmExt)); err != nil {
		return err
	}
	return f.makeRoom()
}

// Close finishes the film of the hand that is on.
func (f *Footage) Close() error { return f.ends() }

// film is one that is kept.
type film struct {
	id   string
	size int64
	last time.Time
	dull bool
}

// makeRoom removes films while all together are larger than the budget.
func (f *Footage) makeRoom() error {
	entries, err := os.ReadDir(f.Folder)
	if err != nil {
		return err
	}
	var films []film
	total := int64(0)
	for _, e := range entries {
		id, is := strings.CutSuffix(e.Name(), filmExt)
		info, err := e.Info()
		if !is || err != nil {
			continue
		}
		films = append(films, film{id, info.Size(), info.ModTime(), f.Dull(id)})
		total += info.Size()
	}
	slices.SortFunc(films, func(a, b film) int {
		if a.dull != b.dull {
			if a.dull {
				return -1
			}
			return 1
		}
		return cmp.Or(a.last.Compare(b.last), strings.Compare(a.id, b.id))
	})
	for _, one := range films {
		if total <= f.Budget {
			break
		}
		if err := f.remove(one.id); err != nil {
			return err
		}
		total -= one.size
	}
	return nil
}
