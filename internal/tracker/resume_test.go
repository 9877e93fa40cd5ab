package tracker

import (
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"jantaku/calibration"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/vision/watch"
)

// rewatch is what a watch tells that begins after some changes, and sees the others: first
// what lies there, with numbers of its own and measured a little elsewhere.
func rewatch(before, after []watch.Change) (first, rest []watch.Change) {
	lying := map[watch.Spot]watch.Change{}
	laid := map[models.Place]watch.Change{}
	for _, c := range before {
		switch c.Kind {
		case watch.Added, watch.Turned, watch.Revised:
			lying[c.Spot] = c
		case watch.Gone:
			delete(lying, c.Spot)
		case watch.Laid:
			laid[c.Area.Place] = c
		case watch.Taken:
			delete(laid, c.Area.Place)
		}
	}
	spots := map[watch.Spot]watch.Spot{0: 0}
	own := func(c watch.Change) watch.Change {
		if _, known := spots[c.Spot]; !known {
			spots[c.Spot] = watch.Spot(len(spots))
		}
		c.Spot, c.Beside = spots[c.Spot], spots[c.Beside]
		c.Spots = slices.Clone(c.Spots)
		for i, s := range c.Spots {
			c.Spots[i] = spots[s]
		}
		return c
	}
	now := time.Second
	for _, spot := range slices.Sorted(maps.Keys(lying)) {
		c := own(lying[spot])
		if t, _ := watch.Likeliest(&c.Evidence); t == models.Back {
			continue // nobody knows of what
		}
		c.Kind, c.Before, c.Beside = watch.Added, nil, 0
		c.Set, c.At.X, c.At.Y, c.Rest, c.Told = 1, c.At.X+2, c.At.Y-1, now, now
		first = append(first, c)
	}
	for _, at := range slices.Sorted(maps.Keys(laid)) {
		c := own(laid[at])
		c.Set, c.Rest, c.Told = 1, now, now
		first = append(first, c)
	}
	shift := time.Duration(0)
	if len(after) > 0 {
		shift = 2*now - min(after[0].Clear, after[0].Told)
	}
	for _, c := range after {
		c = own(c)
		c.Set, c.Clear, c.Seen, c.Rest, c.Told = c.Set+2, c.Clear+shift, c.Seen+shift, c.Rest+shift, c.Told+shift
		rest = append(rest, c)
	}
	return first, rest
}

// restarted is a Follow of the same table after the program was killed.
func restarted(t *testing.T, path string, b *books, told ...string) *Follow {
	t.Helper()
	all := rules(t)
	all.Possible = b.possible
	journal, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { journal.Close() })
	f := New(Config{Books: b, Rules: func(models.Match) (Rules, error) { return all, nil }, MaxError: .005, Journal: journal, Log: slog.New(slog.DiscardHandler)})
	f.Resume(t.Context(), 0, told...)
	return f
}

// TestAHandGoesOnAfterTheProgramWasKilled claims that a hand is known after a restart as far
// as it was before, when nothing happened meanwhile or one tile came; that it is only proposed
// when more did; and that what then lies there is never taken for a hand that it is not.
func TestAHandGoesOnAfterTheProgramWasKilled(t *testing.T) {
	other := func(c *watch.Change) { // another face
		was, _ := watch.Likeliest(&c.Evidence)
		c.LogLike[was], c.LogLike[was%9+1] = c.LogLike[was%9+1], c.LogLike[was]
	}
	for name, c := range map[string]struct {
		away  int // changes that nobody watched
		spoil func(first []watch.Change) []watch.Change
		known bool
	}{
		"nothing happened":           {0, nil, true},
		"somebody discarded":         {1, nil, true},
		"each player discarded":      {4, nil, true},
		"many discarded":             {6, nil, false},
		"a tile is not there":        {0, func(f []watch.Change) []watch.Change { return f[:len(f)-1] }, false},
		"a tile is another":          {0, func(f []watch.Change) []watch.Change { other(&f[len(f)-1]); return f }, false},
		"half of the tiles are gone": {0, func(f []watch.Change) []watch.Change { return f[:len(f)/2-1] }, false},
	} {
		t.Run(name, func(t *testing.T) {
			for i, r := range records(t, 4) {
				if !sharedtest.Sampled(i, 4) {
					continue
				}
				synctest.Test(t, func(t *testing.T) {
					_, b := newFollow(t)
					changes, truth := told(t, r, trial.Faults{}, uint64(i))
					at := truth.Wins[0].Place
					last := slices.IndexFunc(changes, func(c watch.Change) bool { return c.Kind == watch.Laid })
					cut := last * 2 / 3
					for cut < last-8 && slices.ContainsFunc(changes[cut-1:cut+7], func(c watch.Change) bool { return c.Kind != watch.Added || c.Area.Use != "river" }) {
						cut++ // nobody calls just then
					}
					path := filepath.Join(t.TempDir(), "journal")
					b.before(r)
					f := restarted(t, path, b)
					f.Begins(t.Context(), true, time.Now())
					show(f, changes[:cut])
					id := f.hand.start.ID
					time.Sleep(4 * time.Second)

					f = restarted(t, path, b)
					first, rest := rewatch(changes[:cut+c.away], changes[cut+c.away:])
					if c.spoil != nil {
						first = c.spoil(first)
					}
					f.Hear(t.Context(), nil, true)
					heard := f.Hear(t.Context(), first, false)
					if len(heard.Laid)+len(heard.Won) > 0 {
						t.Errorf("%s: told %+v", r.ID, heard)
					}
					won := show(f, rest)
					course := f.Course(t.Context(), at, false)
					if course == nil {
						if c.known {
							t.Fatalf("%s: nothing is known", r.ID)
						}
						return
					}
					open := 0
					for fact, sure := range course.Sure {
						if sure < 1-f.MaxError {
							open++
						} else if !c.known {
							t.Errorf("%s: %s is known with %.4f", r.ID, fact, sure)
						}
					}
					if c.known && (open > 0 || course.From != truth.Wins[0].From || course.Record.ID != id || !slices.Equal(won, []models.Place{at})) {
						t.Errorf("%s: %d facts open, from %d, hand %s of %s, won %v", r.ID, open, course.From, course.Record.ID, id, won)
					}
				})
			}
		})
	}
}

// TestAHandThatWasToldIsNotToldAgain claims that a hand which was recorded, or waits, and lies
// there still after a restart is neither laid down nor won again.
func TestAHandThatWasToldIsNotToldAgain(t *testing.T) {
	r := shortHand(t)
	for name, recorded := range map[string]bool{"it was recorded": true, "nobody heard of it": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				changes, truth := told(t, r, trial.Faults{}, 0)
				_, b := newFollow(t)
				b.before(r)
				path := filepath.Join(t.TempDir(), "journal")
				f := restarted(t, path, b)
				f.Begins(t.Context(), true, time.Now())
				if won := show(f, changes); len(won) != 1 {
					t.Fatalf("won %v", won)
				}
				id := f.hand.start.ID
				if recorded {
					f = restarted(t, path, b, id)
					b.state.Position.Dealer = models.PlaceAt(r.Dealer.Index() + 1) // the books went on
				} else {
					f = restarted(t, path, b)
				}
				first, _ := rewatch(changes, nil)
				heard := f.Hear(t.Context(), first, true)
				if len(heard.Laid) > 0 || (len(heard.Won) > 0) == recorded || heard.Again != recorded {
					t.Errorf("told %+v", heard)
				}
				c := f.Course(t.Context(), truth.Wins[0].Place, recorded)
				if c == nil || c.Record.ID != id {
					t.Errorf("it is another hand than %s: %+v", id, c)
				}
			})
		})
	}
}

// TestAJournalIsReadAsFarAsItWasWritten cuts a journal anywhere, as the end of the program does.
func TestAJournalIsReadAsFarAsItWasWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	begun := time.Now().Round(0)
	err = errors.Join(j.restart(head{Begun: begun, Whole: true}), j.add(&watch.Change{Kind: watch.Added, Spot: 1}), j.add(&watch.Change{Kind: watch.Gone, Spot: 1}))
	if err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for n := range len(all) + 1 {
		k, err := readJournal(all[:n])
		if err != nil || len(k.changes) < most || k.bytes > n || k.bytes > 0 && (!k.Whole || !k.Begun.Equal(begun)) {
			t.Fatalf("cut after %d bytes: %+v, %v", n, k, err)
		}
		most = len(k.changes)
	}
	if most != 2 {
		t.Errorf("%d changes were kept", most)
	}
	long := binary.BigEndian.AppendUint32(nil, mostEntry+1)
	for name, bad := range map[string][]byte{"a long entry": long, "no gob": {0, 0, 0, 1, 7}} {
		if k, err := readJournal(slices.Concat(all, bad)); !errors.Is(err, ErrJournal) || len(k.changes) != 2 {
			t.Errorf("%s: %v, %d changes", name, err, len(k.changes))
		}
	}
}

func FuzzJournal(f *testing.F) {
	path := filepath.Join(f.TempDir(), "journal")
	j, err := OpenJournal(path)
	if err != nil {
		f.Fatal(err)
	}
	if err := errors.Join(j.restart(head{Whole: true}), j.add(&watch.Change{Kind: watch.Added, Spot: 1}), j.Close()); err != nil {
		f.Fatal(err)
	}
	all, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(all)
	f.Fuzz(func(t *testing.T, data []byte) {
		k, err := readJournal(data)
		again, err2 := readJournal(data[:k.bytes])
		if err2 != nil || len(again.changes) != len(k.changes) || err == nil && len(data)-k.bytes > mostEntry+4 {
			t.Errorf("%d entries in %d bytes, then %d: %v, %v", len(k.changes), k.bytes, len(again.changes), err, err2)
		}
	})
}

// TestPicturesOfMovesAreKeptWithThem claims that the sums of the pictures of a tile stand with
// its move, also after a restart, and never with that of another hand.
func TestPicturesOfMovesAreKeptWithThem(t *testing.T) {
	r := shortHand(t)
	changes, _ := told(t, r, trial.Faults{}, 0)
	_, b := newFollow(t)
	b.before(r)
	path := filepath.Join(t.TempDir(), "journal")
	f := restarted(t, path, b)
	var kept *models.Record
	keep := func(_ context.Context, r *models.Record, _ int) error { kept = r; return nil }
	f.Keep = keep
	f.Begins(t.Context(), true, time.Now())
	first := slices.IndexFunc(changes, func(c watch.Change) bool { return c.Area.Use == calibration.RiverZone })
	heard := f.Hear(t.Context(), changes[:first+1], false)
	news := heard.News[len(heard.News)-1]
	f.Shown(t.Context(), heard.Hand, news.Spot, []string{"before", "after"})
	f.Shown(t.Context(), heard.Hand-1, news.Spot, []string{"of", "another"})
	has := func() bool {
		return kept != nil && slices.ContainsFunc(kept.Events, func(m models.Move) bool {
			return m.Do == models.Discarded && slices.Equal(m.Photos, []string{"before", "after"})
		})
	}
	if !has() {
		t.Fatalf("kept %+v", kept)
	}
	f = restarted(t, path, b)
	kept, f.Keep = nil, keep
	f.Hear(t.Context(), changes[first+1:first+3], false)
	if !has() {
		t.Errorf("after a restart %+v", kept)
	}
	f.Begins(t.Context(), true, time.Now())
	f.Hear(t.Context(), changes[:first+1], false)
	if has() {
		t.Error("the next hand has the pictures of this one")
	}
}

// TestWhatATableHasTaughtAboutSticksOutlivesTheProgram claims that where riichi sticks are laid is known
// after a restart between two hands, and in the middle of the next one.
func TestWhatATableHasTaughtAboutSticksOutlivesTheProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	_, b := newFollow(t)
	b.before(shortHand(t))
	f := restarted(t, path, b)
	f.learned.InView = .123
	f.Begins(t.Context(), true, time.Now())
	if again := restarted(t, path, b); again.learned.InView != .123 {
		t.Errorf("after a restart between two hands sticks are believed to be seen with %.3f, want .123", again.learned.InView)
	}
	f.Hear(t.Context(), []watch.Change{{Kind: watch.Added, Spot: 1, Area: watch.Area{Use: calibration.RiverZone, Place: 1}}}, false)
	if again := restarted(t, path, b); again.learned.InView != .123 || len(again.hand.changes) != 1 {
		t.Errorf("in the middle of a hand with %.3f, %d changes; want .123, 1", again.learned.InView, len(again.hand.changes))
	}
}
