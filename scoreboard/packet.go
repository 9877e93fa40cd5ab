package scoreboard

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The packet types of MQTT 3.1.1, §2.2.1, that a page may send.
const (
	packetConnect     = 1
	packetPuback      = 4
	packetSubscribe   = 8
	packetUnsubscribe = 10
	packetPing        = 12
	packetDisconnect  = 14
)

// errForbidden is what a page wants and may not.
var errForbidden = errors.New("scoreboard: a page may subscribe and nothing else")

// maxPacket bounds what a page sends; subscriptions are short.
const maxPacket = 16 << 10

// packet is one MQTT control packet.
type packet struct {
	first byte // type and flags
	body  []byte
}

func (p packet) kind() int { return int(p.first >> 4) }

// bytes writes the packet as it goes over the wire.
func (p packet) bytes() []byte {
	out := []byte{p.first}
	for n := len(p.body); ; {
		digit := byte(n & 0x7f)
		if n >>= 7; n == 0 {
			out = append(out, digit)
			break
		}
		out = append(out, digit|0x80)
	}
	return append(out, p.body...)
}

// readPacket reads one packet, §2.2.
func readPacket(r *bufio.Reader) (packet, error) {
	first, err := r.ReadByte()
	if err != nil {
		return packet{}, err
	}
	length := 0
	for shift := 0; ; shift += 7 {
		b, err := r.ReadByte()
		if err != nil {
			return packet{}, io.ErrUnexpectedEOF
		}
		length |= int(b&0x7f) << shift
		if b&0x80 == 0 {
			break
		}
		if shift == 21 {
			return packet{}, errors.New("scoreboard: packet length is malformed")
		}
	}
	if length > maxPacket {
		return packet{}, fmt.Errorf("scoreboard: packet of %d bytes, at most %d", length, maxPacket)
	}
	p := packet{first: first, body: make([]byte, length)}
	if _, err := io.ReadFull(r, p.body); err != nil {
		return packet{}, io.ErrUnexpectedEOF
	}
	return p, nil
}

// takeString reads a string with its length before it, §1.5.3.
func takeString(b []byte) (string, []byte, error) {
	if len(b) < 2 {
		return "", nil, io.ErrUnexpectedEOF
	}
	n := int(binary.BigEndian.Uint16(b))
	if len(b) < 2+n {
		return "", nil, io.ErrUnexpectedEOF
	}
	return string(b[2 : 2+n]), b[2+n:], nil
}

func putString(b []byte, s string) []byte {
	return append(binary.BigEndian.AppendUint16(b, uint16(len(s))), s...)
}

// keepAliveOf reads a CONNECT of a page: protocol level 4, no will, because a will
// would be a message that the page publishes. It gives the keep-alive in seconds.
func keepAliveOf(p packet) (uint16, error) {
	name, rest, err := takeString(p.body)
	if err != nil || p.kind() != packetConnect || name != "MQTT" || len(rest) < 4 || rest[0] != 4 {
		return 0, errors.New("scoreboard: not an MQTT 3.1.1 CONNECT")
	}
	const will = 0x04
	if rest[1]&will != 0 {
		return 0, errForbidden
	}
	return binary.BigEndian.Uint16(rest[2:]), nil
}

// connectPacket is the CONNECT that the bridge sends in the page's place: a clean
// session, with the broker's user and password, which no page ever sees.
func connectPacket(client, user, password string, keepAlive uint16) packet {
	flags := byte(0x02)
	if user != "" {
		flags |= 0x80
		if password != "" {
			flags |= 0x40
		}
	}
	body := putString(nil, "MQTT")
	body = append(body, 4, flags)
	body = binary.BigEndian.AppendUint16(body, keepAlive)
	body = putString(body, client)
	if user != "" {
		body = putString(body, user)
		if password != "" {
			body = putString(body, password)
		}
	}
	return packet{first: packetConnect << 4, body: body}
}

// allow refuses what a page may not send: anything but subscriptions under the
// prefix and the packets that keep them going.
func allow(p packet, prefix string) error {
	switch p.kind() {
	case packetSubscribe:
		return allowFilters(p.body, prefix)
	case packetPuback, packetUnsubscribe, packetPing, packetDisconnect:
		return nil
	}
	return fmt.Errorf("%w: packet type %d", errForbidden, p.kind())
}

func allowFilters(body []byte, prefix string) error {
	if len(body) < 2 {
		return io.ErrUnexpectedEOF
	}
	for rest := body[2:]; len(rest) > 0; {
		filter, after, err := takeString(rest)
		if err != nil || len(after) < 1 {
			return io.ErrUnexpectedEOF
		}
		levels, own := strings.Split(filter, "/"), strings.Split(prefix, "/")
		if len(levels) <= len(own) || !slices.Equal(levels[:len(own)], own) {
			return fmt.Errorf("%w: %.80q is not under %s/", errForbidden, filter, prefix)
		}
		rest = after[1:]
	}
	return nil
}
