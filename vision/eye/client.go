package eye

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // cameras send JPEG
	_ "image/png"  // or PNG
	"io"
	"os/exec"
	"sync"
	"time"

	"jantaku/models"
	"jantaku/vision/watch"
)

// attempts is how often a frame is shown to a child before it is given up: a frame
// that ends two children is the fault, not they.
const attempts = 2

// Patience says how long a child may take before it is killed and replaced.
type Patience struct {
	// Read is for a hand. A hand takes a child some 0.1 to 2 s; a new child opens its
	// learned faces first, which takes about 0.5 s.
	Read time.Duration
	// Follow is for a frame of a table that is followed: 0.01 to 0.5 s.
	Follow time.Duration
	// Megapixel is what both get besides for every megapixel of the picture, up to
	// mostMegapixels. A hand in 12 of them costs 1.1 s of processor time where one in 1.2
	// costs 0.2 s, five times that on a Raspberry Pi.
	Megapixel time.Duration
	// Ping is for an answer without a picture.
	Ping time.Duration
	// Goodbye is how long a child may take to end by itself.
	Goodbye time.Duration
}

// mostMegapixels are those of the largest camera of a Raspberry Pi. A picture that is larger
// still gets no more time, so that whoever waits knows how long at most.
const mostMegapixels = 12

// DefaultPatience suits a Raspberry Pi that is busy otherwise.
func DefaultPatience() Patience {
	return Patience{Read: 8 * time.Second, Follow: 5 * time.Second, Megapixel: 500 * time.Millisecond, Ping: 5 * time.Second, Goodbye: 2 * time.Second}
}

// forPicture is what a picture gets beyond the time of a small one. One that cannot be decoded is
// none of the large ones.
func (p Patience) forPicture(picture []byte) time.Duration {
	size, _, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return 0
	}
	return time.Duration(min(float64(size.Width)*float64(size.Height)/1e6, mostMegapixels) * float64(p.Megapixel))
}

// Client is the eye as the daemon sees it. It starts the child with the first
// question and again after each end of it. Its methods may be called at the same
// time; questions are answered one after the other, and every wait for the child has
// a limit.
type Client struct {
	command  func() *exec.Cmd
	patience Patience
	mu       sync.Mutex
	child    *child
	told     numbers
	closed   bool
}

// New makes a client whose children run command, which must give a new command
// each time, with standard input and output left alone.
func New(command func() *exec.Cmd, p Patience) *Client {
	return &Client{command: command, patience: p}
}

// child is one running process.
type child struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out io.Reader
}

// Read shows a picture to the eye, which reads the hand of a place, or of nobody
// in particular. A picture that cannot be read gives a
// *models.ReadingError; one that ends or stalls the child twice has the code eye-crashed.
// When ctx ends first, the child is stopped and the context's error returned.
func (c *Client) Read(ctx context.Context, picture []byte, place models.Place) ([][]models.Sighting, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, err := c.insist(ctx, c.patience.Read+c.patience.forPicture(picture), question{what: readHand, place: place, picture: picture})
	if err != nil {
		return nil, c.crashed(ctx, err)
	}
	return a.Rows, a.err()
}

// Follow shows the eye the next frame of the table and gives what has changed there since
// the one before; at is when it was taken, on one clock, and hand how large hands are by the rule book that is played. Anew says that the eye had
// followed nothing before this frame, because it is the first or its process was replaced:
// what lies there is taken as it is, and spots are numbered on from those told before.
// Errors are those of Read; the next frame may be shown after them.
func (c *Client) Follow(ctx context.Context, at time.Duration, hand models.HandSize, picture []byte) (changes []watch.Change, anew bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, err := c.insist(ctx, c.patience.Follow+c.patience.forPicture(picture), question{what: follow, at: at, hand: hand, picture: picture})
	if err != nil {
		return nil, false, c.crashed(ctx, err)
	}
	if a.Anew {
		c.told.begin()
	}
	for i := range a.Changes {
		c.told.number(&a.Changes[i])
	}
	return a.Changes, a.Anew, a.err()
}

// crashed names the picture with which no child could do anything.
func (c *Client) crashed(ctx context.Context, err error) error {
	if ctx.Err() != nil || c.closed {
		return err
	}
	return &models.ReadingError{Code: "eye-crashed", Message: fmt.Sprintf("the eye ended while it read this picture (%v); take another one", err)}
}

// Ping asks the eye whether it answers: one that was killed, hangs or was stopped is
// replaced. The error says that its replacement does not answer either, or is the
// context's.
func (c *Client) Ping(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.insist(ctx, c.patience.Ping, question{what: ping})
	if err != nil && ctx.Err() == nil && !c.closed {
		return &models.ReadingError{Code: "eye-crashed", Message: fmt.Sprintf("the eye does not answer (%v)", err)}
	}
	return err
}

// insist asks a child and, when that one ends or does not answer in time, another.
func (c *Client) insist(ctx context.Context, limit time.Duration, q question) (a answer, err error) {
	for range attempts {
		if c.closed {
			return answer{}, errors.New("eye: closed")
		}
		if err := ctx.Err(); err != nil {
			return answer{}, err
		}
		limited, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("eye: no answer for %v", limit))
		a, err = c.ask(limited, q)
		cause := context.Cause(limited)
		cancel()
		if err == nil {
			return a, nil
		}
		c.stop(true)
		if ctx.Err() != nil {
			return answer{}, ctx.Err()
		}
		err = cmp.Or(cause, err)
	}
	return answer{}, err
}

// ask exchanges one message. A child that hangs is killed when ctx ends, which also
// wakes the pipes.
func (c *Client) ask(ctx context.Context, q question) (answer, error) {
	if c.child == nil {
		if err := c.start(); err != nil {
			return answer{}, err
		}
	}
	ch := c.child
	stop := context.AfterFunc(ctx, func() { ch.cmd.Process.Kill() })
	defer stop()
	if err := writeQuestion(ch.in, q); err != nil {
		return answer{}, fmt.Errorf("eye: %w", err)
	}
	return readAnswer(ch.out)
}

func (c *Client) start() error {
	cmd := c.command()
	in, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("eye: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("eye: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("eye: start: %w", err)
	}
	c.child = &child{cmd: cmd, in: in, out: out}
	return nil
}

// stop ends the child and waits for it.
func (c *Client) stop(now bool) {
	if c.child == nil {
		return
	}
	ch := c.child
	c.child = nil
	ch.in.Close()
	if now {
		ch.cmd.Process.Kill()
	}
	timer := time.AfterFunc(c.patience.Goodbye, func() { ch.cmd.Process.Kill() })
	defer timer.Stop()
	ch.cmd.Wait()
}

// Close ends the child. A question that is being answered is answered first, or runs
// into its limit.
func (c *Client) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.stop(false)
	return nil
}
