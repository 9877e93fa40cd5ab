// Package eye runs the eye as a child process: frames go in over a pipe, readings
// come out. What goes wrong inside OpenCV ends that process and costs one retry,
// never the ledger or the link to the table.
//
// It links no OpenCV itself. [Serve] is the child's side, [Client] the daemon's.
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
// and the place.
const maxMessage = 64<<20 + 1

// ErrMessage reports a message that breaks the protocol.
var ErrMessage = errors.New("eye: bad message")

// answer is what the child says about a frame; exactly one of Rows, Unreadable and
// Fault is given.
type answer struct {
	Rows       [][]models.Sighting  `json:"rows,omitempty"`
	Unreadable *models.ReadingError `json:"unreadable,omitempty"`
	Fault      string               `json:"fault,omitempty"`
}

// A question is the number of a place, or 0, and a picture.
func question(place models.Place, picture []byte) []byte {
	return append([]byte{byte(place)}, picture...)
}

func parseQuestion(body []byte) (models.Place, []byte, error) {
	if len(body) == 0 || body[0] > models.Places {
		return 0, nil, fmt.Errorf("%w: a question without a place", ErrMessage)
	}
	return models.Place(body[0]), body[1:], nil
}

// writeMessage writes a length of four bytes, the highest first, and the body.
func writeMessage(w io.Writer, body []byte) error {
	if len(body) > maxMessage {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrMessage, len(body), maxMessage)
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(body)
	return err
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
