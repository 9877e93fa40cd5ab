package device

import (
	"encoding/binary"
	"fmt"
	"time"

	"jantaku/models"
)

// frameVersion is the version of the reference protocol that is spoken here.
const frameVersion = 1

// frameType says what a frame of the reference protocol is.
type frameType uint8

// The types of frames. Those of the host have bit 4 set.
const (
	frameHello frameType = 0x01 // number: newest event; payload: oldest event, capabilities, names
	frameState frameType = 0x02 // number: newest event; payload: Status
	frameEvent frameType = 0x03 // number: of the event; payload: kind, age, fields
	frameBeat  frameType = 0x04 // number: newest event
	frameAsk   frameType = 0x11 // say hello and state
	frameWant  frameType = 0x12 // number: send events from here, at once
	frameAck   frameType = 0x13 // number: all events below have arrived
)

// Sizes of a frame, in bytes, before COBS.
const (
	frameHead = 11
	frameTail = 2
	maxFrame  = frameHead + 6 + 3*(1+maxName) + frameTail + 32 // 32: room for later versions of a payload
	maxCOBS   = maxFrame + 1
)

// frame is one message of the reference protocol:
//
//	version u8, type u8, size of the payload u8, boot u32, number u32, payload, CRC-16 u16
//
// little-endian, the CRC over everything before it, then COBS and a zero. A CRC of 16
// bits finds every byte that was flipped but lets one lost or doubled byte in 65536
// pass; the size finds those.
type frame struct {
	kind    frameType
	boot    uint32
	number  uint32
	payload []byte
}

// appendFrame appends the bytes of f as they go over the line.
func appendFrame(dst []byte, f frame) []byte {
	raw := make([]byte, 0, maxFrame)
	raw = append(raw, frameVersion, byte(f.kind), byte(len(f.payload)))
	raw = binary.LittleEndian.AppendUint32(raw, f.boot)
	raw = binary.LittleEndian.AppendUint32(raw, f.number)
	raw = append(raw, f.payload...)
	raw = binary.LittleEndian.AppendUint16(raw, crc16(raw))
	return append(appendCOBS(dst, raw), 0)
}

// parseFrame reads what stood between two zeros; scratch is room for maxCOBS bytes
// and the payload lies in it. The error wraps ErrForm or ErrChecksum.
func parseFrame(p, scratch []byte) (frame, error) {
	raw, err := appendUnCOBS(scratch[:0], p)
	if err != nil {
		return frame{}, err
	}
	if len(raw) < frameHead+frameTail {
		return frame{}, fmt.Errorf("%w: frame of %d bytes", ErrForm, len(raw))
	}
	body := raw[:len(raw)-frameTail]
	if sum, want := binary.LittleEndian.Uint16(raw[len(body):]), crc16(body); sum != want {
		return frame{}, fmt.Errorf("%w: frame: got %04X, want %04X", ErrChecksum, sum, want)
	}
	if body[0] != frameVersion {
		return frame{}, fmt.Errorf("%w: protocol version %d; this program speaks %d", ErrForm, body[0], frameVersion)
	}
	if int(body[2]) != len(body)-frameHead {
		return frame{}, fmt.Errorf("%w: payload of %d bytes that says %d", ErrForm, len(body)-frameHead, body[2])
	}
	return frame{
		kind:    frameType(body[1]),
		boot:    binary.LittleEndian.Uint32(body[3:]),
		number:  binary.LittleEndian.Uint32(body[7:]),
		payload: body[frameHead:],
	}, nil
}

// appendEvent appends the payload of an event frame: the kind, its age in
// milliseconds, and the fields of the kind.
func appendEvent(dst []byte, e Event, age time.Duration) []byte {
	dst = append(dst, byte(e.Kind))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(min(max(age.Milliseconds(), 0), 1<<32-1)))
	for _, field := range shapes[e.Kind].fields {
		switch field {
		case 'p', 'o':
			dst = append(dst, byte(e.Place))
		case 'f':
			dst = append(dst, byte(e.From))
		case 't':
			dst = append(dst, byte(e.Tile))
		case 'w':
			if e.With|e.Without != 0 {
				dst = binary.LittleEndian.AppendUint16(dst, uint16(e.With))
				dst = binary.LittleEndian.AppendUint16(dst, uint16(e.Without))
			}
		case 'd':
			dst = append(dst, byte(e.Dice[0]), byte(e.Dice[1]))
		case 'v':
			dst = binary.LittleEndian.AppendUint32(dst, uint32(int32(e.Value)))
		case 'y':
			dst = append(dst, byte(e.Severity))
		case 's':
			dst = append(dst, byte(e.State))
		}
	}
	return dst
}

// fieldSize is the number of bytes of a field.
func fieldSize(field rune) int {
	switch field {
	case 'v', 'w':
		return 4
	case 'd':
		return 2
	}
	return 1
}

// parseEvent reads the payload of an event frame that was complete at now. The error
// wraps ErrForm or ErrEvent.
func parseEvent(p []byte, now time.Time) (Event, error) {
	if len(p) < 5 || Kind(p[0]) >= kindCount || Kind(p[0]) <= Hello {
		return Event{}, fmt.Errorf("%w: event payload % x", ErrForm, p)
	}
	age := time.Duration(binary.LittleEndian.Uint32(p[1:])) * time.Millisecond
	e := Event{Kind: Kind(p[0]), Time: now.Add(-age)}
	p = p[5:]
	for _, field := range shapes[e.Kind].fields {
		if field == 'w' && len(p) == 0 {
			continue // the table knows nothing of the circumstances
		}
		size := fieldSize(field)
		if len(p) < size {
			return Event{}, fmt.Errorf("%w: %s is too short", ErrForm, e.Kind)
		}
		switch field {
		case 'p', 'o':
			e.Place = models.Place(p[0])
		case 'f':
			e.From = models.Place(p[0])
		case 't':
			e.Tile = models.Tile(p[0])
		case 'w':
			e.With = models.Flags(binary.LittleEndian.Uint16(p))
			e.Without = models.Flags(binary.LittleEndian.Uint16(p[2:]))
		case 'd':
			e.Dice = [2]int{int(p[0]), int(p[1])}
		case 'v':
			e.Value = int(int32(binary.LittleEndian.Uint32(p)))
		case 'y':
			e.Severity = Severity(p[0])
		case 's':
			e.State = State(p[0])
		}
		p = p[size:]
	}
	if len(p) > 0 {
		return Event{}, fmt.Errorf("%w: %s is %d bytes too long", ErrForm, e.Kind, len(p))
	}
	return e, e.Validate()
}

// appendHello appends the payload of a hello frame.
func appendHello(dst []byte, oldest uint32, b Board) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, oldest)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(b.Capabilities))
	for _, name := range []string{b.Serial, b.Model, b.Firmware} {
		dst = append(dst, byte(len(name)))
		dst = append(dst, name...)
	}
	return dst
}

// parseHelloFrame reads the payload of a hello frame. Bytes after the known ones belong
// to a later firmware and are left alone. The error wraps ErrForm or ErrEvent.
func parseHelloFrame(p []byte) (oldest uint32, b Board, err error) {
	short := fmt.Errorf("%w: hello payload % x", ErrForm, p)
	if len(p) < 6 {
		return 0, b, short
	}
	oldest = binary.LittleEndian.Uint32(p)
	b.Capabilities = Capabilities(binary.LittleEndian.Uint16(p[4:])) & (capabilityEnd - 1)
	p = p[6:]
	for _, name := range []*string{&b.Serial, &b.Model, &b.Firmware} {
		if len(p) == 0 || len(p) < 1+int(p[0]) {
			return 0, b, short
		}
		*name = string(p[1 : 1+p[0]])
		p = p[1+p[0]:]
	}
	return oldest, b, b.Validate()
}

const statusSize = 1 + 1 + 1 + 2 + 1 + 1 + 1 + 2 + 4*models.Places

// appendStatus appends the payload of a state frame.
func appendStatus(dst []byte, state State, s Status) []byte {
	bit := func(on bool, n int) byte {
		if on {
			return 1 << n
		}
		return 0
	}
	dst = append(dst, byte(state), bit(s.Emergency, 0)|bit(s.Test, 1), byte(s.Severity))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(s.Fault))
	sticks := byte(0)
	for i, on := range s.Sticks {
		sticks |= bit(on, i)
	}
	dst = append(dst, byte(s.Honba), byte(s.Tiles), sticks, byte(s.Dice[0]), byte(s.Dice[1]))
	for _, points := range s.Points {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(int32(points)))
	}
	return dst
}

// parseStatus reads the payload of a state frame. The error wraps ErrForm or ErrEvent.
func parseStatus(p []byte) (State, Status, error) {
	if len(p) < statusSize {
		return 0, Status{}, fmt.Errorf("%w: state payload of %d bytes", ErrForm, len(p))
	}
	s := Status{
		Emergency: p[1]&1 != 0, Test: p[1]&2 != 0, Severity: Severity(p[2]),
		Fault: int(binary.LittleEndian.Uint16(p[3:])), Honba: int(p[5]), Tiles: int(p[6]),
		Dice: [2]int{int(p[8]), int(p[9])},
	}
	for i := range s.Sticks {
		s.Sticks[i] = p[7]>>i&1 != 0
		s.Points[i] = int(int32(binary.LittleEndian.Uint32(p[10+4*i:])))
	}
	rolled := s.Dice == [2]int{} || isDie(s.Dice[0]) && isDie(s.Dice[1])
	if State(p[0]) >= stateCount || s.Severity > Stopped || !rolled {
		return 0, Status{}, fmt.Errorf("%w: state payload % x", ErrEvent, p)
	}
	return State(p[0]), s, nil
}
