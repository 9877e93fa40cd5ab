package device

import (
	"errors"
	"strings"
	"testing"
	"time"

	"jantaku/models"
)

func TestPatternsMakeEventsOfLines(t *testing.T) {
	fiveDots := models.NewTile(models.Dots, 5)
	tests := []struct {
		line string
		want Event
	}{
		{"DICE 3+4", Event{Kind: DiceRolled, Dice: [2]int{3, 4}}},
		{"WIN C", Event{Kind: WinPressed, Place: 3}},
		{"WIN A BY D ON 5p", Event{Kind: WinPressed, Place: 1, From: 4, Tile: fiveDots}},
		{"SHUFFLE START", Event{Kind: ShuffleStarted}},
		{"ERR 42", Event{Kind: FaultRaised, Value: 42, Severity: Warning}},
		{"ERR 0", Event{Kind: Rejected, Was: FaultRaised}},
		{"motor 3 current 1.2A", Event{}},
		{"", Event{}},
	}
	s, err := newPatternSession(ExamplePatterns())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		events := s.receive([]byte(tt.line+"\r\n"), time.Now())
		var got Event
		if len(events) > 0 {
			got = events[0]
			got.Text = ""
		}
		if !got.Same(tt.want) || len(events) > 1 {
			t.Errorf("%q gives %+v, want %+v", tt.line, events, tt.want)
		}
	}
}

func TestGroupDiceTakesTwoDigits(t *testing.T) {
	s, err := newPatternSession([]PatternRule{{Match: `^D(?P<dice>\d.?\d)$`, Event: "dice"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"D25", "D2-5"} {
		events := s.receive([]byte(line+"\n"), time.Now())
		if len(events) != 1 || events[0].Dice != [2]int{2, 5} {
			t.Errorf("%q gives %+v", line, events)
		}
	}
}

func TestWrongAdapterConfigurationIsRefused(t *testing.T) {
	tests := []struct {
		name    string
		options Options
		says    string
	}{
		{"no patterns", Options{Dialect: Pattern}, "list of patterns"},
		{"broken expression", patterns(PatternRule{Match: "(", Event: "win"}), "missing closing"},
		{"unknown event", patterns(PatternRule{Match: "x", Event: "wind"}), `no event is called "wind"`},
		{"event of the host", patterns(PatternRule{Match: "x", Event: "link-up"}), "no event"},
		{"unknown group", patterns(PatternRule{Match: "(?P<seat>x)", Event: "win"}), `group "seat"`},
		{"field without group or constant", patterns(PatternRule{Match: "x", Event: "win"}), "named group"},
		{"constant that cannot be", patterns(PatternRule{Match: "x", Event: "win", Place: 5}), "place 5"},
		{"no contacts", Options{Dialect: Contact}, "list of contacts"},
		{"contact without a name", contacts(ContactRule{Event: "shuffle"}), "contact"},
		{"contact for dice", contacts(ContactRule{Input: "IN1", Event: "dice"}), "dice"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.options.Port = "/dev/null"
			_, err := NewLink(tt.options)
			if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("NewLink says %v, want %q", err, tt.says)
			}
		})
	}
}

func patterns(r PatternRule) Options { return Options{Dialect: Pattern, Patterns: []PatternRule{r}} }

func contacts(r ContactRule) Options { return Options{Dialect: Contact, Contacts: []ContactRule{r}} }

func TestContactsAreDebounced(t *testing.T) {
	tests := []struct {
		name  string
		lines string // level lines with the milliseconds before each, "-" for nothing
		want  string
	}{
		{"pressed and held", "0:IN4 0 100:IN4 1 50:-", "win"},
		{"pressed and released", "0:IN4 0 100:IN4 1 100:IN4 0 100:-", "win"},
		{"pressed twice", "0:IN4 0 100:IN4 1 100:IN4 0 100:IN4 1 100:-", "win win"},
		{"bounces", "0:IN4 0 100:IN4 1 2:IN4 0 2:IN4 1 2:IN4 0 2:IN4 1 50:-", "win"},
		{"a spike is no press", "0:IN4 0 100:IN4 1 5:IN4 0 100:-", ""},
		{"levels told again and again", "0:IN4 0 100:IN4 1 100:IN4 1 100:IN4 1 50:-", "win"},
		{"held when the link came up", "0:IN4 1 100:IN4 1 100:IN4 0 50:-", ""},
		{"closing and opening of one contact", "0:IN1 0 100:IN1 1 900:IN1 0 50:-", "shuffle shuffled"},
		{"input that is not wired", "0:IN9 0 100:IN9 1 50:-", ""},
		{"nonsense", "0:IN4 0 100:IN4 7 100:IN4 50:-", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := newContactSession(ExampleContacts(), 0)
			if err != nil {
				t.Fatal(err)
			}
			if got := playContacts(t, s, tt.lines); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// playContacts feeds level lines with their times and gives the words of the events.
func playContacts(t *testing.T, s *contactSession, lines string) string {
	t.Helper()
	now := time.Unix(0, 0)
	s.connect(now)
	var words []string
	for step := range strings.FieldsFuncSeq(lineSteps(lines), func(r rune) bool { return r == '|' }) {
		after, line, _ := strings.Cut(step, ":")
		wait, err := time.ParseDuration(after + "ms")
		if err != nil {
			t.Fatal(err)
		}
		now = now.Add(wait)
		var p []byte
		if line != "-" {
			p = []byte(line + "\r\n")
		}
		for _, e := range s.receive(p, now) {
			words = append(words, e.Kind.String())
		}
	}
	return strings.Join(words, " ")
}

// lineSteps puts a bar before each step.
func lineSteps(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, " ") {
		switch {
		case i > 0 && strings.Contains(part, ":"):
			b.WriteByte('|')
		case i > 0:
			b.WriteByte(' ')
		}
		b.WriteString(part)
	}
	return b.String()
}

func TestPlainAdaptersPlayAHandOverAPseudoTerminal(t *testing.T) {
	for _, o := range []Options{
		{Dialect: Pattern, Patterns: ExamplePatterns()},
		{Dialect: Contact, Contacts: ExampleContacts()},
	} {
		t.Run(o.Dialect, func(t *testing.T) {
			sim := startSimulator(t, SimulatorOptions{Dialect: o.Dialect})
			o.Port = sim.Port()
			events := startLink(t, o)
			await(t, events, LinkUp)
			time.Sleep(50 * time.Millisecond) // the levels at the start are no events
			if err := sim.PlayHand(t.Context(), testPlay); err != nil {
				t.Fatal(err)
			}
			for _, kind := range []Kind{ShuffleStarted, ShuffleDone, WallRaised} {
				await(t, events, kind)
			}
			if e := await(t, events, WinPressed); e.Place != testPlay.Winner {
				t.Errorf("win at place %d, want %d", e.Place, testPlay.Winner)
			}
		})
	}
}

func FuzzPattern(f *testing.F) {
	for _, line := range []string{"DICE 3+4", "WIN A BY D ON 5p", "ERR 42", "WIN A ON 8z"} {
		f.Add(line)
	}
	rules := append(ExamplePatterns(), PatternRule{Match: `^D(?P<dice>.*)$`, Event: "dice"},
		PatternRule{Match: `^S(?P<state>.*)/(?P<value>.*)$`, Event: "state"})
	f.Fuzz(func(t *testing.T, line string) {
		s, err := newPatternSession(rules)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range s.receive([]byte(line+"\n"), time.Now()) {
			if err := e.Validate(); err != nil {
				t.Errorf("%q gives %+v: %v", line, e, err)
			}
		}
	})
}

func FuzzContact(f *testing.F) {
	f.Add([]byte("IN1 0\r\nIN1 1\r\nIN4 1\r\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		s, err := newContactSession(ExampleContacts(), 0)
		if err != nil {
			t.Fatal(err)
		}
		now := time.Unix(0, 0)
		for _, e := range append(s.receive(in, now), s.receive(nil, now.Add(time.Second))...) {
			if err := e.Validate(); err != nil {
				t.Errorf("%q gives %+v: %v", in, e, err)
			}
		}
	})
}
