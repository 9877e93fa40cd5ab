package eye

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	"jantaku/models"
)

// attempts is how often a frame is shown to a child before it is given up: a frame
// that ends two children is the fault, not they.
const attempts = 2

// goodbye is how long a child may take to end by itself.
const goodbye = 2 * time.Second

// Client is the eye as the daemon sees it. It starts the child with the first
// frame and again after each end of it. Its methods may be called at the same
// time; frames are read one after the other.
type Client struct {
	command func() *exec.Cmd
	mu      sync.Mutex
	child   *child
	closed  bool
}

// New makes a client whose children run command, which must give a new command
// each time, with standard input and output left alone.
func New(command func() *exec.Cmd) *Client { return &Client{command: command} }

// child is one running process.
type child struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out io.Reader
}

// Read shows a picture to the eye, which reads the hand of a place, or of nobody
// in particular. A picture that cannot be read gives a
// *models.ReadingError; one that ends the child twice has the code eye-crashed.
// When ctx ends first, the child is stopped and the context's error returned.
func (c *Client) Read(ctx context.Context, picture []byte, place models.Place) ([][]models.Sighting, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var last error
	for range attempts {
		if c.closed {
			return nil, errors.New("eye: closed")
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		a, err := c.ask(ctx, question(place, picture))
		switch {
		case err == nil && a.Unreadable != nil:
			return nil, a.Unreadable
		case err == nil && a.Fault != "":
			return nil, fmt.Errorf("eye: %s", a.Fault)
		case err == nil:
			return a.Rows, nil
		}
		c.stop(true)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		last = err
	}
	return nil, &models.ReadingError{Code: "eye-crashed", Message: fmt.Sprintf("the eye ended while it read this picture (%v); take another one", last)}
}

// ask exchanges one message. A child that hangs is killed when ctx ends, which also
// wakes the pipes.
func (c *Client) ask(ctx context.Context, question []byte) (answer, error) {
	if c.child == nil {
		if err := c.start(); err != nil {
			return answer{}, err
		}
	}
	ch := c.child
	stop := context.AfterFunc(ctx, func() { ch.cmd.Process.Kill() })
	defer stop()
	if err := writeMessage(ch.in, question); err != nil {
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
	timer := time.AfterFunc(goodbye, func() { ch.cmd.Process.Kill() })
	defer timer.Stop()
	ch.cmd.Wait()
}

// Close ends the child. A frame that is being read is read to its end first.
func (c *Client) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	c.stop(false)
	return nil
}
