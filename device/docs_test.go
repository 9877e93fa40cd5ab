package device

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestDocumentedBytesAreRight claims that whoever follows the examples of
// docs/serial.md byte by byte will be understood.
func TestDocumentedBytesAreRight(t *testing.T) {
	raw, err := os.ReadFile("../docs/serial.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(raw)
	const boot = 0x01020304
	win := Event{Kind: WinPressed, Place: 2}
	for _, f := range []frame{
		{frameAsk, 0, 1, nil},
		{frameHello, boot, 0, appendHello(nil, 1, Board{"S1", "M", "1", Tiles136 | RiichiTray})},
		{frameWant, boot, 1, nil},
		{frameEvent, boot, 1, appendEvent(nil, win, 5*time.Millisecond)},
		{frameAck, boot, 2, nil},
	} {
		if text := fmt.Sprintf("% x\n", appendFrame(nil, f)); !strings.Contains(doc, text) {
			t.Errorf("docs/serial.md does not show frame %#02x as\n%s", f.kind, text)
		}
	}
	win.Seq = 17
	for _, line := range []string{string(AppendLine(nil, win)), string(appendWordLine(nil, 0, wordAsk))} {
		if line = strings.TrimSpace(line); !strings.Contains(doc, line) {
			t.Errorf("docs/serial.md does not show %s", line)
		}
	}
}

// TestDocumentedKindsAreRight claims that the table of kinds has the numbers, words
// and fields of the code.
func TestDocumentedKindsAreRight(t *testing.T) {
	raw, err := os.ReadFile("../docs/serial.md")
	if err != nil {
		t.Fatal(err)
	}
	for k := StateIs; k < kindCount; k++ {
		fields := strings.Join(strings.Split(strings.ReplaceAll(shapes[k].fields, "o", "p"), ""), " ")
		row := fmt.Sprintf("| %d | `%s` | %s", k, shapes[k].word, fields)
		if !strings.Contains(string(raw), strings.TrimSpace(row)+" |") {
			t.Errorf("docs/serial.md has no row %q", row)
		}
	}
}
