// Package eye runs the eye as a child process: frames go in over a pipe, readings
// come out. What goes wrong inside OpenCV ends that process and costs one retry,
// never the ledger or the link to the table. A child that does not answer in time,
// because it hangs or was stopped, is killed and replaced as well.
//
// It links no OpenCV itself. [Serve] is the child's side, [Client] the daemon's.
// A message either way is its length (four bytes, the highest first) and its body. A
// question's body is a letter that says what is asked, the number of a place, and a
// picture as the camera sent it; an answer's is JSON.
package eye

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"jantaku/models"
)

// maxMessage bounds a message either way, in bytes: the largest image that is read,
// and what stands before it.
const maxMessage = 64<<20 + headBytes

// headBytes is what stands before the picture of a question.
const headBytes = 2

// What a child is asked.
const (
	readHand byte = 'r' // the tiles of a place in a picture
	ping     byte = 'p' // whether it answers at all
)

// ErrMessage reports a message that breaks the protocol.
var ErrMessage = errors.New("eye: bad message")

// answer is what the child says; at most one of Rows, Unreadable and Fault is given.
type answer struct {
	Rows       [][]models.Sighting  `json:"rows,omitempty"`
	Unreadable *models.ReadingError `json:"unreadable,omitempty"`
	Fault      string               `json:"fault,omitempty"`
}

// question is what a child is asked.
type question struct {
	what    byte
	place   models.Place // whose tiles; 0 for nobody's in particular
	picture []byte       // as it was encoded; never copied
}

// writeQuestion writes a question as one message.
func writeQuestion(w io.Writer, q question) error {
	return writeMessage(w, []byte{q.what, byte(q.place)}, q.picture)
}

// parseQuestion takes a message apart.
func parseQuestion(body []byte) (question, error) {
	if len(body) < headBytes {
		return question{}, fmt.Errorf("%w: a question of %d bytes", ErrMessage, len(body))
	}
	q := question{body[0], models.Place(body[1]), body[headBytes:]}
	switch {
	case q.what != readHand && q.what != ping:
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
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return nil, fmt.Errorf("%w: cut short: %w", ErrMessage, err)
	}
	return body, nil
}

func writeAnswer(w io.Writer, a answer) error {
	body, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("eye: answer: %w", err)
	}
	return writeMessage(w, body)
}

func readAnswer(r io.Reader) (answer, error) {
	body, err := readMessage(r)
	if err != nil {
		return answer{}, err
	}
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		return answer{}, fmt.Errorf("%w: %w", ErrMessage, err)
	}
	return a, nil
}
