package device

import (
	"fmt"
	"testing"
	"time"
)

// benchmarkSession measures how fast a dialect reads, in bytes, with events/s besides.
func benchmarkSession(b *testing.B, s session, wire []byte, events int) {
	now := time.Unix(0, 0)
	s.connect(now)
	b.SetBytes(int64(len(wire)))
	b.ReportAllocs()
	got := 0
	for b.Loop() {
		got += len(s.receive(wire, now))
		s.send(now)
	}
	if got < events {
		b.Fatalf("%d events", got)
	}
	report(b, got, len(wire))
}

// report tells the throughput as a multiple of the fastest usual line, 115200 bit/s with
// ten bits a byte.
func report(b *testing.B, events, bytes int) {
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(bytes)*float64(b.N)/b.Elapsed().Seconds()/(DefaultBaud/10), "×line")
}

func BenchmarkLine(b *testing.B) {
	var wire []byte
	for i, e := range randomEvents(100, 3) {
		e.Seq = uint32(i)
		wire = AppendLine(wire, e)
	}
	benchmarkSession(b, &lineSession{}, wire, 100)
}

func BenchmarkReference(b *testing.B) {
	s := newReferenceSession(Position{})
	s.met, s.boot, s.next = true, 1, 1
	now := time.Unix(0, 0)
	events := randomEvents(100, 3)
	payloads := make([][]byte, len(events))
	size := 0
	for i, e := range events {
		payloads[i] = appendEvent(nil, e, 0)
		size += len(appendFrame(nil, frame{frameEvent, 1, uint32(i + 1), payloads[i]}))
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	got, number := 0, uint32(0)
	wire := make([]byte, 0, size+1000)
	for b.Loop() {
		wire = wire[:0]
		for _, p := range payloads { // the numbers must go on, so encoding is measured too
			number++
			wire = appendFrame(wire, frame{frameEvent, 1, number, p})
		}
		got += len(s.receive(wire, now))
		s.send(now)
	}
	if got != int(number) {
		b.Fatalf("%d events of %d", got, number)
	}
	report(b, got, size)
}

func BenchmarkPattern(b *testing.B) {
	s, err := newPatternSession(ExamplePatterns())
	if err != nil {
		b.Fatal(err)
	}
	board := &patternBoard{}
	for _, e := range randomEvents(300, 3) {
		board.say(e)
	}
	benchmarkSession(b, s, board.send(time.Time{}), 1)
}

func BenchmarkContact(b *testing.B) {
	s, err := newContactSession(ExampleContacts(), 0)
	if err != nil {
		b.Fatal(err)
	}
	var wire []byte
	for i := range 100 { // levels that are told again and again, as boards do
		wire = fmt.Appendf(wire, "IN%d %d\r\n", 1+i%7, i/7%2)
	}
	benchmarkSession(b, s, wire, 0)
}
