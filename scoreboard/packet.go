package scoreboard

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/eclipse/paho.mqtt.golang/packets"
)

// errForbidden is what a page wants and may not.
var errForbidden = errors.New("scoreboard: a page may subscribe and nothing else")

// maxPacket bounds what a page sends, in bytes; subscriptions are short.
const maxPacket = 16 << 10

// readPacket reads one control packet of MQTT 3.1.1, §2.2. The library's own ReadPacket would
// make room for 256 MB before it sees the first of them.
func readPacket(r *bufio.Reader) (packets.ControlPacket, error) {
	first, err := r.ReadByte()
	if err != nil {
		return nil, err
	}
	length, err := binary.ReadUvarint(r) // the same seven bits a byte, lowest first
	if err != nil {
		return nil, fmt.Errorf("scoreboard: length of a packet: %w", noEnd(err))
	}
	if length > maxPacket {
		return nil, fmt.Errorf("scoreboard: packet of %d bytes, at most %d", length, maxPacket)
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return nil, fmt.Errorf("scoreboard: packet of %d bytes: %w", length, noEnd(err))
	}
	p, err := packets.NewControlPacketWithHeader(packets.FixedHeader{MessageType: first >> 4, Dup: first&8 != 0,
		Qos: first >> 1 & 3, Retain: first&1 != 0, RemainingLength: int(length)})
	if err != nil {
		return nil, fmt.Errorf("scoreboard: %w", err)
	}
	if err := p.Unpack(bytes.NewBuffer(body)); err != nil {
		return nil, fmt.Errorf("scoreboard: packet of type %d: %w", first>>4, noEnd(err))
	}
	// The library fills a string that is longer than its packet with zeros, and forgets what is too much.
	var again bytes.Buffer
	if err := p.Write(&again); err != nil || !bytes.Equal(again.Bytes(), append(binary.AppendUvarint([]byte{first}, length), body...)) {
		return nil, fmt.Errorf("scoreboard: packet of type %d is malformed", first>>4)
	}
	return p, nil
}

// noEnd is a reading error within a packet, where the end of the stream is a fault.
func noEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// login makes of a page's CONNECT the one that the bridge sends in its place: a clean session,
// with the broker's user and password, which no page ever sees. A page's will would be a
// message that it publishes.
func login(p packets.ControlPacket, client, user, password string) (*packets.ConnectPacket, error) {
	c, ok := p.(*packets.ConnectPacket)
	switch {
	case !ok || c.ProtocolName != "MQTT" || c.ProtocolVersion != 4:
		return nil, errors.New("scoreboard: not an MQTT 3.1.1 CONNECT")
	case c.WillFlag:
		return nil, errForbidden
	}
	own := packets.NewControlPacket(packets.Connect).(*packets.ConnectPacket)
	own.ProtocolName, own.ProtocolVersion, own.CleanSession = c.ProtocolName, c.ProtocolVersion, true
	own.Keepalive, own.ClientIdentifier = c.Keepalive, client
	own.UsernameFlag, own.Username = user != "", user
	own.PasswordFlag, own.Password = user != "" && password != "", []byte(password)
	return own, nil
}

// allow refuses what a page may not send: anything but subscriptions under the
// prefix and the packets that keep them going.
func allow(p packets.ControlPacket, prefix string) error {
	switch p := p.(type) {
	case *packets.SubscribePacket:
		return allowFilters(p.Topics, prefix)
	case *packets.PubackPacket, *packets.UnsubscribePacket, *packets.PingreqPacket, *packets.DisconnectPacket:
		return nil
	}
	return fmt.Errorf("%w: %T", errForbidden, p)
}

func allowFilters(filters []string, prefix string) error {
	own := strings.Split(prefix, "/")
	for _, filter := range filters {
		levels := strings.Split(filter, "/")
		if len(levels) <= len(own) || !slices.Equal(levels[:len(own)], own) {
			return fmt.Errorf("%w: %.80q is not under %s/", errForbidden, filter, prefix)
		}
	}
	return nil
}
