package device

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"

	"jantaku/models"
)

// Errors of the line dialect.
var (
	// ErrChecksum reports a line or frame whose checksum does not match its body.
	ErrChecksum = errors.New("device: checksum mismatch")
	// ErrForm reports a line or frame that is not written as the dialect demands.
	ErrForm = errors.New("device: malformed")
)

// maxLine is the longest line of the dialect, in bytes, without its end.
const maxLine = 240

// Words of the line dialect that are no events.
const (
	wordAlive = "alive" // board: nothing new since the number given
	wordAsk   = "ask"   // host: say hello and state
)

// AppendLine appends e as a line of the line dialect, with its end, to dst:
//
//	$17 win 2*54EB053E\r\n
//
// that is the number of the event, 0 to 65535, its word, its fields, and the CRC-32
// (as in Ethernet and zip) of everything between $ and * in capital hexadecimal
// digits. A CRC of 16 bits would let one lost digit in 65536 pass. The event must be
// valid and come from the table.
func AppendLine(dst []byte, e Event) []byte {
	start := len(dst) + 1
	dst = append(dst, '$')
	dst = strconv.AppendUint(dst, uint64(e.Seq&0xFFFF), 10)
	dst = append(dst, ' ')
	dst = append(dst, e.Kind.String()...)
	dst = appendFields(dst, e)
	return appendLineEnd(dst, start)
}

// appendWordLine appends a line that carries no event.
func appendWordLine(dst []byte, seq uint32, word string) []byte {
	start := len(dst) + 1
	dst = fmt.Appendf(dst, "$%d %s", seq&0xFFFF, word)
	return appendLineEnd(dst, start)
}

func appendLineEnd(dst []byte, start int) []byte {
	const digits = "0123456789ABCDEF"
	sum := crc32.ChecksumIEEE(dst[start:])
	dst = append(dst, '*')
	for shift := 28; shift >= 0; shift -= 4 {
		dst = append(dst, digits[sum>>shift&15])
	}
	return append(dst, '\r', '\n')
}

func appendFields(dst []byte, e Event) []byte {
	if e.Kind == Hello && e.Board != nil {
		return fmt.Appendf(dst, " %s %s %s %s", e.Board.Serial, e.Board.Model, e.Board.Firmware, e.Board.Capabilities)
	}
	for _, field := range shapes[e.Kind].fields {
		switch field {
		case 'p', 'o':
			dst = appendNumber(dst, int(e.Place))
		case 'f':
			if e.From != 0 {
				dst = appendNumber(append(dst, " from"...), int(e.From))
			}
		case 't':
			if e.Tile != models.NoTile {
				dst = append(append(dst, " tile "...), e.Tile.String()...)
			}
		case 'w':
			dst = appendFlags(appendFlags(dst, " with ", e.With), " without ", e.Without)
		case 'd':
			dst = appendNumber(appendNumber(dst, e.Dice[0]), e.Dice[1])
		case 'v':
			dst = appendNumber(dst, e.Value)
		case 'y':
			dst = append(append(dst, ' '), e.Severity.String()...)
		case 's':
			dst = append(append(dst, ' '), e.State.String()...)
		}
	}
	return dst
}

func appendFlags(dst []byte, word string, f models.Flags) []byte {
	if f == 0 {
		return dst
	}
	return append(append(dst, word...), f.String()...)
}

func appendNumber(dst []byte, n int) []byte {
	return strconv.AppendInt(append(dst, ' '), int64(n), 10)
}

// ParseLine reads one line of the line dialect, without its end. Only the one right
// way to write an event is accepted. The error wraps ErrChecksum, ErrForm or ErrEvent.
func ParseLine(line []byte) (Event, error) {
	seq, words, err := splitLine(line)
	if err != nil {
		return Event{}, err
	}
	kind, ok := kindOf(string(words[0]))
	if !ok || !kind.FromTable() {
		return Event{}, fmt.Errorf("%w: unknown word %q", ErrForm, words[0])
	}
	e := Event{Kind: kind, Seq: seq}
	if err := parseFields(&e, words[1:]); err != nil {
		return Event{}, fmt.Errorf("%w: %s: %w", ErrForm, kind, err)
	}
	if err := e.Validate(); err != nil {
		return Event{}, err
	}
	// Numbers can be written in many ways (+1, 01); one of them is right.
	if again := AppendLine(make([]byte, 0, maxLine), e); !bytes.Equal(bytes.TrimSpace(again), line) {
		return Event{}, fmt.Errorf("%w: %q should be written %q", ErrForm, line, bytes.TrimSpace(again))
	}
	return e, nil
}

// splitLine checks the frame of a line and gives its number and its words.
func splitLine(line []byte) (seq uint32, words [][]byte, err error) {
	const end = len("*FFFFFFFF")
	if len(line) < end+len("$0 x") || len(line) > maxLine || line[0] != '$' || line[len(line)-end] != '*' {
		return 0, nil, fmt.Errorf("%w: line %q is not $...*FFFFFFFF", ErrForm, line)
	}
	body := line[1 : len(line)-end]
	sum, err := strconv.ParseUint(string(line[len(line)-end+1:]), 16, 32)
	if err != nil {
		return 0, nil, fmt.Errorf("%w: checksum of %q", ErrForm, line)
	}
	if want := crc32.ChecksumIEEE(body); uint32(sum) != want {
		return 0, nil, fmt.Errorf("%w: line %q: got %08X, want %08X", ErrChecksum, line, sum, want)
	}
	words = bytes.Split(body, []byte{' '})
	number, err := strconv.ParseUint(string(words[0]), 10, 16)
	if err != nil || len(words) < 2 {
		return 0, nil, fmt.Errorf("%w: line %q has no number and word", ErrForm, line)
	}
	return uint32(number), words[1:], nil
}

func parseFields(e *Event, words [][]byte) error {
	if e.Kind == Hello {
		return parseHello(e, words)
	}
	r := wordReader{words: words}
	for _, field := range shapes[e.Kind].fields {
		switch field {
		case 'p', 'o':
			e.Place = r.place()
		case 'f':
			if r.follows("from") {
				e.From = r.place()
			}
		case 't':
			if r.follows("tile") {
				e.Tile = r.tile()
			}
		case 'w':
			if r.follows("with") {
				e.With = r.flags()
			}
			if r.follows("without") {
				e.Without = r.flags()
			}
		case 'd':
			e.Dice = [2]int{r.number(), r.number()}
		case 'v':
			e.Value = r.number()
		case 'y':
			r.note(e.Severity.UnmarshalText(r.next()))
		case 's':
			r.note(e.State.UnmarshalText(r.next()))
		}
	}
	if len(r.words) > 0 {
		r.note(fmt.Errorf("%d words too many", len(r.words)))
	}
	return r.err
}

// wordReader takes the words of a line one by one and keeps the first error.
type wordReader struct {
	words [][]byte
	err   error
}

func (r *wordReader) note(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *wordReader) next() []byte {
	if len(r.words) == 0 {
		r.note(errors.New("word missing"))
		return nil
	}
	word := r.words[0]
	r.words = r.words[1:]
	return word
}

// follows takes the next word if it is the one given.
func (r *wordReader) follows(word string) bool {
	if len(r.words) == 0 || string(r.words[0]) != word {
		return false
	}
	r.words = r.words[1:]
	return true
}

func (r *wordReader) number() int {
	n, err := strconv.Atoi(string(r.next()))
	r.note(err)
	return n
}

func (r *wordReader) place() models.Place {
	n := r.number()
	if n < 0 || n > models.Places {
		r.note(fmt.Errorf("place %d is not 1 to %d", n, models.Places))
		return 0
	}
	return models.Place(n)
}

func (r *wordReader) tile() models.Tile {
	word := r.next()
	tile, err := models.ParseTile(string(word))
	r.note(err)
	return tile
}

func (r *wordReader) flags() models.Flags {
	flags, err := models.ParseFlags(string(r.next()))
	r.note(err)
	return flags
}

func parseHello(e *Event, words [][]byte) error {
	if len(words) != 4 {
		return fmt.Errorf("%d fields instead of 4", len(words))
	}
	b := Board{Serial: string(words[0]), Model: string(words[1]), Firmware: string(words[2])}
	if err := b.Capabilities.UnmarshalText(words[3]); err != nil {
		return err
	}
	e.Board = &b
	return b.Validate()
}
