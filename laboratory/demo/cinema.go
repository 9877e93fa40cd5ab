package demo

import (
	"cmp"
	"context"
	"io"
	"sync"
	"time"

	"jantaku/internal/capture"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/scene/film"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/watch"
)

// Cinema is a camera before which films are drawn while they are shown. Between two films
// it shows the last picture, as a camera over an idle table does.
//
// Its clock is that of the film: it stands still until the picture before was looked at, so
// that on a slow or busy machine a film takes longer and nothing of it is passed over. In
// real time it shows what is drawn at its pace, whether anybody looks or not.
type Cinema struct {
	club     *film.Club
	opening  *film.Club    // the same club at the pace of the fastest, for the first hand
	interval time.Duration // between two pictures
	realTime bool
	films    chan screening

	mu     sync.Mutex
	frame  camera.Frame
	shown  int           // pictures so far
	given  int           // of them, those up to the newest that Next gave
	looked int           // and those up to the newest that was looked at
	hasty  bool          // the film that is on is shown at twice its pace
	due    time.Time     // when the next may be shown at the earliest
	news   chan struct{} // closed with the next picture or look
	ended  chan struct{}
	close  sync.Once
}

// screening is a film to be shown, and what to do when the machine begins to shuffle.
type screening struct {
	film     *film.Film
	hasty    bool // it is shown at twice its pace, where the eye keeps up; its clock stays that of the film
	shuffles func() error
	done     chan<- error
}

// NewCinema shows the table without tiles. The first hand is filmed at opening, the same club at another pace.
func NewCinema(club, opening *film.Club, fps float64, realTime bool) (*Cinema, error) {
	c := &Cinema{club: club, opening: opening, interval: time.Duration(float64(time.Second) / fps), realTime: realTime,
		films: make(chan screening), news: make(chan struct{}), ended: make(chan struct{}), frame: camera.Frame{Time: time.Now(), Source: "demo"}}
	picture, _, err := scene.Render(club.Spec())
	if err != nil {
		return nil, err
	}
	jpeg, err := scene.Encode(picture, demoQuality)
	if err == nil {
		c.put(jpeg)
	}
	return c, err
}

// demoQuality is that of the JPEG of the empty table.
const demoQuality = 92

// filmPatience is how long a film waits for somebody to look at a picture: longer than an eye
// takes that was killed for taking too long, and its successor.
const filmPatience = 30 * time.Second

// Live says that it shows its pictures whether anybody asks or not.
func (c *Cinema) Live() bool { return true }

// Next waits for a picture that it has not given yet.
func (c *Cinema) Next(ctx context.Context) (camera.Frame, error) {
	if err := c.await(ctx, func() bool { return c.shown > c.given }); err != nil {
		return camera.Frame{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.given = c.shown
	return c.frame, nil
}

// await waits until something is so, which is asked with the lock held. The error is io.EOF
// after Close, or the context's.
func (c *Cinema) await(ctx context.Context, so func() bool) error {
	for {
		c.mu.Lock()
		is, news := so(), c.news
		c.mu.Unlock()
		if is {
			return nil
		}
		select {
		case <-news:
		case <-c.ended:
			return io.EOF
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Close ends it.
func (c *Cinema) Close() error {
	c.close.Do(func() { close(c.ended) })
	return nil
}

// put shows a picture that was taken an interval after the one before.
func (c *Cinema) put(jpeg []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	at := c.frame.Time.Add(c.interval)
	if c.realTime {
		at = now
	}
	c.frame = camera.Frame{Data: jpeg, Time: at, Source: "demo"}
	c.shown++
	c.due = now.Add(c.interval)
	if c.hasty && !c.realTime {
		c.due = now.Add(c.interval / 2)
	}
	c.tell()
}

// tell wakes all who wait. The lock is held.
func (c *Cinema) tell() {
	close(c.news)
	c.news = make(chan struct{})
}

// show puts up the next picture when it is time.
func (c *Cinema) show(ctx context.Context, jpeg []byte) error {
	if err := Pause(ctx, time.Until(c.due)); err != nil {
		return err
	}
	if !c.realTime {
		limited, cancel := context.WithTimeout(ctx, filmPatience)
		defer cancel()
		if err := c.await(limited, func() bool { return c.looked >= c.shown }); err != nil && limited.Err() == nil || ctx.Err() != nil {
			return cmp.Or(ctx.Err(), err)
		}
	}
	c.put(jpeg)
	return nil
}

// Run shows films, and the last picture again while there is none, until the context ends,
// which is no error.
func (c *Cinema) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		select {
		case s := <-c.films:
			s.done <- c.project(ctx, s)
			continue
		default:
		}
		c.mu.Lock()
		last := c.frame.Data
		c.mu.Unlock()
		if err := c.show(ctx, last); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// Play shows a film at its pace, a hasty one at twice that, or as slowly as it is looked at; shuffles is called when the
// machine begins to shuffle at its end. Run must run.
func (c *Cinema) Play(ctx context.Context, f *film.Film, hasty bool, shuffles func() error) error {
	done := make(chan error, 1)
	select {
	case c.films <- screening{f, hasty, shuffles, done}:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *Cinema) hurry(hasty bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hasty = hasty
}

// project draws a film and shows it.
func (c *Cinema) project(ctx context.Context, s screening) error {
	c.hurry(s.hasty)
	defer c.hurry(false)
	told := false
	for frame, err := range s.film.Frames() {
		if err == nil {
			err = c.show(ctx, append([]byte(nil), frame.JPEG...))
		}
		if err == nil && !told && frame.At >= s.film.Start.Shuffle {
			told = true
			err = s.shuffles()
		}
		if err != nil {
			return err
		}
	}
	if !told {
		return s.shuffles()
	}
	return ctx.Err()
}

// Spectator is an eye that follows the films of a cinema, which waits for it.
type Spectator struct {
	capture.Follower
	Cinema *Cinema
}

// Follow looks at the next picture.
func (s Spectator) Follow(ctx context.Context, at time.Duration, hand models.HandSize, picture []byte) ([]watch.Change, bool, error) {
	c := s.Cinema
	c.mu.Lock()
	shown := c.shown
	c.mu.Unlock()
	changes, anew, err := s.Follower.Follow(ctx, at, hand, picture)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.looked = max(c.looked, shown)
	c.tell()
	return changes, anew, err
}
