package lines

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
)

// MaxBytes bounds a line of input; a longer one is refused like any other bad line.
const MaxBytes = 1 << 20

// refusal is the answer to a line that is not a hand.
type refusal struct {
	ID    string            `json:"id,omitempty"`
	Error *models.HandError `json:"error"`
}

// Answer answers every line in order and never stops at a bad one.
func Answer(in io.Reader, out io.Writer, answer func(line []byte) any) error {
	reader := bufio.NewReaderSize(in, 1<<16)
	writer := bufio.NewWriterSize(out, 1<<16)
	enc := json.NewEncoder(writer)
	enc.SetEscapeHTML(false)
	for {
		line, err := readLine(reader)
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return writer.Flush()
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read hands: %w", err)
		}
		if strings.TrimSpace(string(line)) == "" {
			continue
		}
		var said any = refusal{Error: models.Refuse(models.CodeBadJSON, "the line is longer than %d bytes", MaxBytes)}
		if len(line) <= MaxBytes {
			said = answer(line)
		}
		if err := enc.Encode(said); err != nil {
			return fmt.Errorf("write results: %w", err)
		}
		if reader.Buffered() == 0 {
			if err := writer.Flush(); err != nil {
				return fmt.Errorf("write results: %w", err)
			}
		}
	}
}

// readLine reads up to the next newline, keeping at most maxLine bytes of it.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= MaxBytes {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// Score gives the result of one line, or the refusal.
func Score(book scoring.Ruleset, line []byte) any {
	win, err := models.ParseWinOf(scoring.HandSize(book), line)
	var result scoring.Result
	if err == nil {
		result, err = book.Score(win)
	}
	if err != nil {
		return refusal{ID: win.ID, Error: asRefusal(err)}
	}
	result.Detail(book, win)
	result.Fans = scoring.WordsOf(book).Named(result.Fans)
	return result
}

// asRefusal gives the named error of a hand; rule books return nothing else.
func asRefusal(err error) *models.HandError {
	var bad *models.HandError
	if errors.As(err, &bad) {
		return bad
	}
	return models.Refuse("internal", "%v", err)
}

// Wait is a tile that completes a hand, and what it scores.
type Wait struct {
	Tile   models.Tile    `json:"tile"`
	Left   int            `json:"left"` // copies that the hand itself does not hold
	Result scoring.Result `json:"result"`
}

// FindWaits tries every kind as the winning tile of a hand typed without one. The
// error is a *models.HandError when the hand is wrong whatever the tile.
func FindWaits(book scoring.Ruleset, text string) ([]Wait, error) {
	return waitsOf(book, func(tile models.Tile) (*models.Win, error) {
		return models.ParseTextOf(scoring.HandSize(book), text+" +"+tile.String())
	})
}

// waitsOf tries every kind as the winning tile; with makes the hand with one.
func waitsOf(book scoring.Ruleset, with func(models.Tile) (*models.Win, error)) ([]Wait, error) {
	waits := []Wait{}
	var refused error
	tried := false
	for i := range models.Kinds {
		tile := models.KindAt(i)
		win, err := with(tile)
		var result scoring.Result
		if err == nil {
			result, err = book.Score(win)
		}
		if err != nil {
			var bad *models.HandError
			if errors.As(err, &bad) && bad.Code != models.CodeFiveOfAKind {
				refused = err
			}
			continue
		}
		tried = true
		if result.Win {
			result.Detail(book, win)
			result.Fans = scoring.WordsOf(book).Named(result.Fans)
			waits = append(waits, Wait{tile, 4 - copies(win), result})
		}
	}
	if !tried && refused != nil {
		return nil, refused
	}
	return waits, nil
}

// readyLine is a hand of thirteen in the hand format, with what its seat can see.
type readyLine struct {
	models.Win
	Seen models.Tiles `json:"seen"`
}

// readyAnswer is the answer to such a line where the rule book pays waiting hands.
type readyAnswer struct {
	ID string `json:"id,omitempty"`
	scoring.ReadyHand
	Fan *int `json:"fan"` // null for a hand that does not wait: 0 fan is a worth
}

// stateAnswer is the answer where the rule book inspects every hand at a draw.
type stateAnswer struct {
	ID    string `json:"id,omitempty"`
	Ready bool   `json:"ready"`
	scoring.Inspection
	Fan *int `json:"fan"` // null for a hand that is not ready
}

// waitsAnswer is the answer elsewhere.
type waitsAnswer struct {
	ID    string      `json:"id,omitempty"`
	Ready bool        `json:"ready"`
	Waits []waitShown `json:"waits"`
}

type waitShown struct {
	Tile   models.Tile `json:"tile"`
	Left   int         `json:"left"` // copies that are not visible from the seat
	Valid  bool        `json:"valid"`
	Points int         `json:"points"`
}

// Waits gives the answer to one line, or the refusal.
func Waits(book scoring.Ruleset, line []byte) any {
	var l readyLine
	id, err := models.ParseLine(line, &l)
	if err != nil {
		return refusal{ID: id, Error: asRefusal(err)}
	}
	if pays, ok := book.(scoring.PaysReady); ok {
		answer, err := pays.ReadyHand(l.Hand, l.Seat, l.Seen)
		if err != nil {
			return refusal{ID: l.ID, Error: asRefusal(err)}
		}
		shown := readyAnswer{ID: l.ID, ReadyHand: answer}
		if answer.Ready {
			shown.Fan = &answer.Fan
		}
		return shown
	}
	if inspects, ok := book.(scoring.Inspector); ok {
		answer, err := inspects.Inspect(l.Hand, l.Void)
		if err != nil {
			return refusal{ID: l.ID, Error: asRefusal(err)}
		}
		shown := stateAnswer{ID: l.ID, Ready: answer.State == models.IsReady, Inspection: answer}
		if shown.Fans = scoring.WordsOf(book).Named(answer.Fans); shown.Ready {
			shown.Fan = &answer.Fan
		}
		return shown
	}
	waits, err := waitsOf(book, func(tile models.Tile) (*models.Win, error) {
		win := l.Win
		win.Tile = tile
		return &win, win.ValidateOf(scoring.HandSize(book))
	})
	if err != nil {
		return refusal{ID: l.ID, Error: asRefusal(err)}
	}
	answer := waitsAnswer{ID: l.ID, Ready: len(waits) > 0, Waits: []waitShown{}}
	for _, w := range waits {
		seen := 0
		for _, t := range l.Seen {
			if t.Kind() == w.Tile {
				seen++
			}
		}
		answer.Waits = append(answer.Waits, waitShown{w.Tile, max(w.Left-seen, 0), w.Result.Valid, w.Result.Points})
	}
	return answer
}

// copies counts the copies of the winning tile's kind that the hand held before it.
func copies(win *models.Win) int {
	n := 0
	count := func(tiles models.Tiles) {
		for _, t := range tiles {
			if t.Kind() == win.Tile.Kind() {
				n++
			}
		}
	}
	count(win.Concealed)
	for _, m := range win.Melds {
		count(m.Tiles)
	}
	return n
}
