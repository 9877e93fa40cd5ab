// Package eye runs the eye as a child process: frames go in over a pipe, readings
// come out. What goes wrong inside OpenCV ends that process and costs one retry,
// never the ledger or the link to the table. A child that does not answer in time,
// because it hangs or was stopped, is killed and replaced as well.
//
// It links no OpenCV itself. [Serve] is the child's side, [Client] the daemon's.
// A message either way is its length (four bytes, the highest first) and its body. A
// question's body is a letter that says what is asked, the number of a place, the time of
// a picture and the picture as the camera sent it; an answer's is gob.
//
// A child that follows a table keeps what it knows of it from frame to frame; its
// successor begins with the frame that it is shown first, and [Client.Follow] says so.
package eye

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"time"

	"jantaku/models"
	"jantaku/vision/watch"
)

// maxMessage bounds a message either way, in bytes: the largest image that is read,
// and what stands before it.
const maxMessage = 64<<20 + headBytes

// headBytes is what stands before the picture of a question.
const headBytes = 11

// What a child is asked.
const (
	readHand byte = 'r' // the tiles of a place in a picture
	follow   byte = 'f' // what has changed on the table since the picture before
	ping     byte = 'p' // whether it answers at all
)

// ErrMessage reports a message that breaks the protocol.
var ErrMessage = errors.New("eye: bad message")

// answer is what the child says.
type answer struct {
	Rows    [][]models.Sighting // of a hand
	Changes []watch.Change      // of the table
	// Anew says that the child had followed nothing before this frame.
	Anew bool
	// Unreadable says what is wrong with the picture, Fault what else went wrong.
	Unreadable *models.ReadingError
	Fault      string
}

// err is what went wrong.
func (a *answer) err() error {
	switch {
	case a.Unreadable != nil:
		return a.Unreadable
	case a.Fault != "":
		return fmt.Errorf("eye: %s", a.Fault)
	}
	return nil
}

// question is what a child is asked.
type question struct {
	what    byte
	place   models.Place    // whose tiles; 0 for nobody's in particular
	hand    models.HandSize // by the rule book that is played
	at      time.Duration   // when the picture was taken, on any clock that runs on
	picture []byte          // as it was encoded; never copied
}

// writeQuestion writes a question as one message.
func writeQuestion(w io.Writer, q question) error {
	head := binary.BigEndian.AppendUint64([]byte{q.what, byte(q.place), byte(q.hand)}, uint64(q.at))
	return writeMessage(w, head, q.picture)
}

// parseQuestion takes a message apart.
func parseQuestion(body []byte) (question, error) {
	if len(body) < headBytes {
		return question{}, fmt.Errorf("%w: a question of %d bytes", ErrMessage, len(body))
	}
	q := question{body[0], models.Place(body[1]), models.HandSize(body[2]), time.Duration(binary.BigEndian.Uint64(body[3:])), body[headBytes:]}
	switch {
	case q.what != readHand && q.what != follow && q.what != ping:
		return q, fmt.Errorf("%w: nobody knows what %q asks", ErrMessage, q.what)
	case q.place > models.Places:
		return q, fmt.Errorf("%w: a question about place %d", ErrMessage, q.place)
	}
	return q, nil
}

// writeMessage writes the parts of a body as one message.
func writeMessage(w io.Writer, parts ...[]byte) error {
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	if n > maxMessage {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrMessage, n, maxMessage)
	}
	parts = append([][]byte{binary.BigEndian.AppendUint32(nil, uint32(n))}, parts...)
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// readMessage reads what writeMessage wrote. Between messages the end is io.EOF.
func readMessage(r io.Reader) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > maxMessage {
		return nil, fmt.Errorf("%w: %d bytes announced, at most %d", ErrMessage, n, maxMessage)
	}
	body := bytes.NewBuffer(make([]byte, 0, min(n, atOnce)+bytes.MinRead)) // with what it wants free to see the end
	if _, err := io.CopyN(body, r, int64(n)); err != nil {
		return nil, fmt.Errorf("%w: cut short: %w", ErrMessage, err)
	}
	return body.Bytes(), nil
}

// atOnce is how many bytes of a message are made room for before they have come: more than most
// pictures have, so that only the largest are moved once.
const atOnce = 4 << 20

func writeAnswer(w io.Writer, a answer) error {
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(&a); err != nil { // JSON has no infinity
		return fmt.Errorf("eye: answer: %w", err)
	}
	return writeMessage(w, body.Bytes())
}

func readAnswer(r io.Reader) (answer, error) {
	body, err := readMessage(r)
	if err != nil {
		return answer{}, err
	}
	var a answer
	if err := gob.NewDecoder(bytes.NewReader(body)).Decode(&a); err != nil {
		return answer{}, fmt.Errorf("%w: %w", ErrMessage, err)
	}
	return a, nil
}
