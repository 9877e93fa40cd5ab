package scoreboard

import (
	"bufio"
	"bytes"
	"testing"
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
			again, err := readPacket(bufio.NewReader(bytes.NewReader(p.bytes())))
			if err != nil || again.first != p.first || !bytes.Equal(again.body, p.body) {
				t.Fatalf("% x is read back as % x: %v", p.bytes(), again.bytes(), err)
			}
			_, _ = keepAliveOf(p)
			if allow(p, "jantaku") == nil && p.kind() == 3 {
				t.Fatalf("a PUBLISH is allowed: % x", p.bytes())
			}
		}
	})
}
