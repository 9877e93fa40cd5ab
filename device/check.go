package device

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

// ParseEvent reads an event as it stands in the middle of a line of the line dialect,
// such as "win 2 from 3 tile 5m" or "fault 17 stopped". The error wraps ErrForm or
// ErrEvent.
func ParseEvent(text string) (Event, error) {
	line := appendWordLine(nil, 0, text)
	return ParseLine(line[:len(line)-2])
}

// Finding is one thing that a check found out.
type Finding struct {
	Good bool
	Text string // in English; what to do next when it is not good
	Busy bool   // another jantaku has the port, which is as it should be while one runs
}

// Check listens to the table for a while and tells how the link is. It needs the port
// for itself, so the daemon must not be running.
func Check(ctx context.Context, o Options, listen time.Duration) []Finding {
	link, err := NewLink(o)
	if err != nil {
		return []Finding{{Text: err.Error()}}
	}
	ctx, cancel := context.WithTimeout(ctx, listen)
	defer cancel()
	out, done := make(chan Event, 64), make(chan error, 1)
	go func() { done <- link.Run(ctx, out) }()
	var findings []Finding
	for running := true; running; {
		select {
		case e := <-out:
			if f, ok := finding(e); ok {
				findings = append(findings, f)
			}
		case <-done:
			running = false
		}
	}
	return append(findings, summary(link.Counters(), listen, link.session.silence() == 0))
}

// finding tells what an event says about the link, if anything.
func finding(e Event) (Finding, bool) {
	switch e.Kind {
	case LinkUp:
		return Finding{Good: true, Text: "table heard on " + e.Text}, true
	case LinkDown:
		return Finding{Text: e.Text, Busy: strings.Contains(e.Text, ErrInUse.Error())}, true
	case Hello:
		return Finding{Good: true, Text: fmt.Sprintf("board %s %s, firmware %s, can %s", e.Board.Model, e.Board.Serial, e.Board.Firmware, e.Board.Capabilities)}, true
	case FaultRaised:
		return Finding{Text: fmt.Sprintf("table reports fault %d (%s)", e.Value, e.Severity)}, true
	case Rejected:
		return Finding{Text: "not believed: " + e.Text}, true
	case StateIs:
		return Finding{Good: true, Text: "table is " + e.State.String()}, true
	}
	return Finding{}, false
}

// summary judges the line by what came; mute is a board that speaks only when somebody
// presses something.
func summary(c Counters, listen time.Duration, mute bool) Finding {
	f := Finding{Good: true, Text: fmt.Sprintf("%d bytes in %v: %d understood, %d damaged, %d lost, %d ignored",
		c.Bytes, listen, c.Good, c.Damaged, c.Lost, c.Ignored)}
	switch {
	case c.Bytes == 0 && mute:
		f.Text = fmt.Sprintf("not a byte in %v, as usual while nobody presses anything; press a button of the table and look again", listen)
	case c.Bytes == 0:
		f = Finding{Text: fmt.Sprintf("not a byte in %v; check the cable and that the board has power", listen)}
	case c.Good == 0:
		f.Good = false
		f.Text += "; check the speed (baud) and the dialect"
	case c.Damaged*20 > c.Good:
		f.Good = false
		f.Text += "; more than 5 % damaged: use a shorter or shielded cable"
	}
	return f
}

// Sniff writes a recording of everything that comes over a port to out, until ctx is
// done or the port is gone.
func Sniff(ctx context.Context, name string, baud int, dialect string, out io.Writer) error {
	open := OpenSerial
	if dialect == Keys {
		open = openKeys
	}
	port, err := open(name, baud)
	if err != nil {
		return err
	}
	port = Record(port, out, name)
	defer port.Close()
	buffer := make([]byte, 256)
	for ctx.Err() == nil {
		if _, err := port.Read(buffer); err != nil {
			return err
		}
	}
	return nil
}
