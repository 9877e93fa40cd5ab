// Package packet reads control packets of MQTT from clients that may send anything.
package packet

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/eclipse/paho.mqtt.golang/packets"
)

// Read reads one control packet of MQTT 3.1.1, §2.2, of at most so many bytes. The library's own ReadPacket
// would make room for 256 MB before it sees the first of them.
func Read(r *bufio.Reader, most uint64) (packets.ControlPacket, error) {
	first, err := r.ReadByte()
	if err != nil {
		return nil, err
	}
	length, err := binary.ReadUvarint(r) // the same seven bits a byte, lowest first
	if err != nil {
		return nil, fmt.Errorf("mqtt: length of a packet: %w", noEnd(err))
	}
	if length > most {
		return nil, fmt.Errorf("mqtt: packet of %d bytes, at most %d", length, most)
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return nil, fmt.Errorf("mqtt: packet of %d bytes: %w", length, noEnd(err))
	}
	p, err := packets.NewControlPacketWithHeader(packets.FixedHeader{MessageType: first >> 4, Dup: first&8 != 0,
		Qos: first >> 1 & 3, Retain: first&1 != 0, RemainingLength: int(length)})
	if err != nil {
		return nil, fmt.Errorf("mqtt: %w", err)
	}
	if err := p.Unpack(bytes.NewBuffer(body)); err != nil {
		return nil, fmt.Errorf("mqtt: packet of type %d: %w", first>>4, noEnd(err))
	}
	// The library fills a string that is longer than its packet with zeros, and forgets what is too much.
	var again bytes.Buffer
	if err := p.Write(&again); err != nil || !bytes.Equal(again.Bytes(), append(binary.AppendUvarint([]byte{first}, length), body...)) {
		return nil, fmt.Errorf("mqtt: packet of type %d is malformed", first>>4)
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
