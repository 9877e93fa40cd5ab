package scoreboard

import (
	"bufio"
	"bytes"
	"testing"

	"github.com/eclipse/paho.mqtt.golang/packets"
)

// Whatever a page sends is read as packets or refused; what is read is written back
// as it came, and nothing that is allowed publishes.
func FuzzPackets(f *testing.F) {
	f.Add([]byte{0x10, 0x0c, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 30, 0, 0})
	f.Add([]byte{0x82, 0x08, 0, 1, 0, 3, 'a', '/', 'b', 1})
	f.Add([]byte{0x82, 0xff, 0xff, 0xff, 0xff})
	f.Add([]byte{0xc0, 0x00, 0xe0, 0x00})
	f.Fuzz(func(t *testing.T, stream []byte) {
		r := bufio.NewReader(bytes.NewReader(stream))
		for {
			p, err := readPacket(r)
			if err != nil {
				return
			}
			var wire bytes.Buffer
			if err := p.Write(&wire); err != nil {
				t.Fatal(err)
			}
			if again, err := readPacket(bufio.NewReader(&wire)); err != nil || again.String() != p.String() {
				t.Fatalf("%v is read back as %v: %v", p, again, err)
			}
			_, _ = login(p, "page", "user", "password")
			if _, publishes := p.(*packets.PublishPacket); publishes && allow(p, "jantaku") == nil {
				t.Fatalf("a PUBLISH is allowed: %v", p)
			}
		}
	})
}
