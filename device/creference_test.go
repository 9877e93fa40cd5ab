package device

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// buildReference compiles the C reference code with every check the compiler has.
func buildReference(t *testing.T) string {
	t.Helper()
	sharedtest.Tool(t, "cc")
	program := filepath.Join(t.TempDir(), "check")
	out, err := exec.Command("cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1",
		"-fsanitize=address,undefined", "-fno-sanitize-recover",
		"-o", program, "reference-c/jantaku.c", "reference-c/check.c").CombinedOutput()
	if err != nil {
		t.Fatalf("cc: %v\n%s", err, out)
	}
	return program
}

func runReference(t *testing.T, program, mode string, in []byte) []byte {
	t.Helper()
	cmd := exec.Command(program, mode)
	var out, complaint bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &complaint
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", mode, err, complaint.Bytes())
	}
	return out.Bytes()
}

// numbers writes an event as the C program does.
func numbers(boot, number uint32, e Event, age time.Duration) string {
	return fmt.Sprintf("event %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", boot, number, e.Kind, age.Milliseconds(),
		e.Place, e.From, e.Tile, e.Dice[0], e.Dice[1], e.Value, e.Severity, e.State, e.With, e.Without)
}

// randomEvents makes sound events of every kind with fields all over their range.
func randomEvents(n int, seed uint64) []Event {
	random := rand.New(rand.NewPCG(seed, 2))
	place := func() models.Place { return models.Place(1 + random.IntN(4)) }
	events := make([]Event, 0, n)
	for len(events) < n {
		e := Event{Kind: Kind(int(StateIs) + random.IntN(int(kindCount-StateIs)))}
		for _, field := range shapes[e.Kind].fields {
			switch field {
			case 'p', 'o':
				e.Place = place()
			case 'f':
				e.From = models.Place(random.IntN(5))
			case 't':
				e.Tile = models.Tile(random.IntN(35))
			case 'w':
				e.With = models.Flags(random.IntN(int(models.AllFlags)+1)) & models.Flags(random.IntN(1<<16))
				e.Without = models.Flags(random.IntN(int(models.AllFlags)+1)) &^ e.With
			case 'd':
				e.Dice = [2]int{1 + random.IntN(6), 1 + random.IntN(6)}
			case 'v':
				s := shapes[e.Kind]
				e.Value = s.min + random.IntN(s.max-s.min+1)
			case 'y':
				e.Severity = Severity(1 + random.IntN(3))
			case 's':
				e.State = State(random.IntN(int(stateCount)))
			}
		}
		if e.Validate() == nil {
			events = append(events, e)
		}
	}
	return events
}

func TestReferenceCodeInCAgrees(t *testing.T) {
	program := buildReference(t)
	var wire bytes.Buffer
	var text strings.Builder
	const boot = 0xFFEE0011
	for i, e := range randomEvents(2000, 1) {
		age := time.Duration(i*7919) * time.Millisecond
		wire.Write(appendFrame(nil, frame{frameEvent, boot, uint32(i << 16), appendEvent(nil, e, age)}))
		text.WriteString(numbers(boot, uint32(i<<16), e, age))
	}
	wire.Write(appendFrame(nil, frame{frameHello, boot, 99, appendHello(nil, 7, testBoard)}))
	fmt.Fprintf(&text, "hello %d 99 7 %d %s %s %s\n", uint32(boot), testBoard.Capabilities, testBoard.Serial, testBoard.Model, testBoard.Firmware)

	if got := runReference(t, program, "decode", wire.Bytes()); string(got) != text.String() {
		t.Errorf("C reads what Go wrote as\n%.500s\nwant\n%.500s", got, text.String())
	}
	if got := runReference(t, program, "encode", []byte(text.String())); !bytes.Equal(got, wire.Bytes()) {
		t.Errorf("C writes % x\nGo writes % x", got[:min(200, len(got))], wire.Bytes()[:200])
	}
}

// TestReferenceCodeInCDropsTheSameFrames claims that both decoders agree about every
// frame of a damaged stream.
func TestReferenceCodeInCDropsTheSameFrames(t *testing.T) {
	program := buildReference(t)
	var wire []byte
	for i, e := range randomEvents(5000, 2) {
		wire = appendFrame(wire, frame{frameEvent, 1, uint32(i), appendEvent(nil, e, 0)})
	}
	wire = append(NewNoise(0.01, 4).Damage(wire), 0)
	var want strings.Builder
	scratch := make([]byte, 0, maxCOBS)
	damaged := 0
	for part := range bytes.SplitSeq(wire, []byte{0}) {
		if len(part) == 0 {
			continue
		}
		f, err := frame{}, error(nil)
		if len(part) <= maxCOBS {
			f, err = parseFrame(part, scratch)
		}
		if err != nil || len(part) > maxCOBS {
			damaged++
			want.WriteString("damaged\n")
			continue
		}
		e, err := parseEvent(f.payload, time.Time{})
		if err != nil {
			t.Fatalf("sound frame % x: %v", part, err)
		}
		want.WriteString(numbers(f.boot, f.number, e, 0))
	}
	if got := runReference(t, program, "decode", wire); string(got) != want.String() {
		t.Errorf("C and Go disagree about a damaged stream")
	}
	if damaged < 500 {
		t.Errorf("only %d frames were damaged", damaged)
	}
}
