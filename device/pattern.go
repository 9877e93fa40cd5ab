package device

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"jantaku/models"
)

// PatternRule maps lines that a table prints to an event.
//
// Match is a regular expression (RE2). Its named groups give the fields: place, from,
// tile, dice (two digits, anything between), die1, die2, value, severity, state. A
// field without a group is the constant beside it. Places translates what the group
// place or from holds, such as {"A": 1, "B": 2}; without it the group is a number.
type PatternRule struct {
	Match    string
	Event    string // word of a kind, such as win
	Place    int
	Value    int
	Severity string
	State    string
	Places   map[string]int
}

// groups are the names that a group of a pattern may have.
var groups = []string{"place", "from", "tile", "dice", "die1", "die2", "value", "severity", "state"}

// pattern is a rule that has been checked.
type pattern struct {
	match *regexp.Regexp
	fixed Event
	rule  PatternRule
}

// compilePattern checks a rule as far as can be without a line. The error wraps
// ErrConfig.
func compilePattern(r PatternRule) (pattern, error) {
	wrong := func(format string, args ...any) (pattern, error) {
		return pattern{}, fmt.Errorf("%w: pattern %q: %s", ErrConfig, r.Match, fmt.Sprintf(format, args...))
	}
	match, err := regexp.Compile(r.Match)
	if err != nil {
		return wrong("%v", err)
	}
	kind, ok := kindOf(r.Event)
	if !ok || !kind.FromTable() || kind == Hello {
		return wrong("no event is called %q", r.Event)
	}
	has := map[string]bool{}
	for _, name := range match.SubexpNames()[1:] {
		if name != "" && !slices.Contains(groups, name) {
			return wrong("group %q is not one of %s", name, strings.Join(groups, " "))
		}
		has[name] = true
	}
	p := pattern{match: match, rule: r, fixed: Event{Kind: kind, Place: models.Place(r.Place), Value: r.Value}}
	if r.Severity != "" {
		err = p.fixed.Severity.UnmarshalText([]byte(r.Severity))
	}
	if r.State != "" && err == nil {
		err = p.fixed.State.UnmarshalText([]byte(r.State))
	}
	if err != nil {
		return wrong("%v", err)
	}
	// Fields that come from groups get a value that is surely right, so that what is
	// left to find wrong are the constants.
	trial := p.fixed
	fill(&trial, has)
	if err := trial.Validate(); err != nil {
		return wrong("%v; give the field in the rule or as a named group", err)
	}
	return p, nil
}

func fill(e *Event, has map[string]bool) {
	if has["place"] {
		e.Place = 1
	}
	if has["dice"] || has["die1"] && has["die2"] {
		e.Dice = [2]int{1, 1}
	}
	if has["value"] {
		e.Value = shapes[e.Kind].max
	}
	if has["severity"] {
		e.Severity = Notice
	}
	if has["state"] {
		e.State = Idle
	}
}

// event makes the event of a line, if the line matches and its fields can be true.
func (p *pattern) event(line string, now time.Time) (Event, bool, error) {
	found := p.match.FindStringSubmatch(line)
	if found == nil {
		return Event{}, false, nil
	}
	e := p.fixed
	e.Time = now
	for i, name := range p.match.SubexpNames() {
		if name == "" {
			continue
		}
		if err := p.set(&e, name, found[i]); err != nil {
			return Event{}, true, fmt.Errorf("%w: line %q: %s: %w", ErrEvent, line, name, err)
		}
	}
	if err := e.Validate(); err != nil {
		return Event{}, true, fmt.Errorf("line %q: %w", line, err)
	}
	return e, true, nil
}

func (p *pattern) set(e *Event, name, text string) (err error) {
	switch name {
	case "place":
		e.Place, err = p.place(text)
	case "from":
		if text != "" {
			e.From, err = p.place(text)
		}
	case "tile":
		if text != "" {
			e.Tile, err = models.ParseTile(text)
		}
	case "dice":
		if text == "" {
			return fmt.Errorf("no dice in %q", text)
		}
		e.Dice = [2]int{int(text[0]) - '0', int(text[len(text)-1]) - '0'}
	case "die1":
		e.Dice[0], err = strconv.Atoi(text)
	case "die2":
		e.Dice[1], err = strconv.Atoi(text)
	case "value":
		e.Value, err = strconv.Atoi(text)
	case "severity":
		err = e.Severity.UnmarshalText([]byte(text))
	case "state":
		err = e.State.UnmarshalText([]byte(text))
	}
	return err
}

func (p *pattern) place(text string) (models.Place, error) {
	n, ok := p.rule.Places[text]
	if len(p.rule.Places) == 0 {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			return 0, err
		}
		ok = true
	}
	if !ok || n < 1 || n > models.Places {
		return 0, fmt.Errorf("%q is no place", text)
	}
	return models.Place(n), nil
}

// patternSession reads whatever lines a table prints. It never writes.
type patternSession struct {
	patterns []pattern
	buffer   lineBuffer
	count    Counters
}

// maxPatternLine is the longest line that patterns are tried on, in bytes.
const maxPatternLine = 512

func newPatternSession(rules []PatternRule) (*patternSession, error) {
	if len(rules) == 0 {
		return nil, fmt.Errorf("%w: dialect %s needs a list of patterns", ErrConfig, Pattern)
	}
	s := &patternSession{buffer: lineBuffer{limit: maxPatternLine}}
	for _, r := range rules {
		p, err := compilePattern(r)
		if err != nil {
			return nil, err
		}
		s.patterns = append(s.patterns, p)
	}
	return s, nil
}

func (s *patternSession) connect(time.Time) { s.buffer.reset() }

func (s *patternSession) receive(p []byte, now time.Time) []Event {
	s.count.Bytes += len(p)
	var events []Event
	s.buffer.feed(p, func(line []byte) {
		e, ok := s.first(string(line), now)
		if ok {
			events = append(events, e)
		}
	})
	return events
}

// first gives the event of the first pattern that matches.
func (s *patternSession) first(line string, now time.Time) (Event, bool) {
	for i := range s.patterns {
		e, ok, err := s.patterns[i].event(line, now)
		switch {
		case err != nil:
			s.count.Damaged++
			return Event{Kind: Rejected, Was: s.patterns[i].fixed.Kind, Time: now, Text: err.Error()}, true
		case ok:
			s.count.Good++
			return e, true
		}
	}
	s.count.Ignored++
	return Event{}, false
}

func (s *patternSession) send(time.Time) []byte { return nil }

func (s *patternSession) counters() Counters { return s.count }

func (s *patternSession) silence() time.Duration { return 0 }

// ExamplePatterns reads the lines that the simulator prints in the pattern dialect.
// They show how a list in the configuration looks.
func ExamplePatterns() []PatternRule {
	return []PatternRule{
		{Match: `^DICE (?P<die1>[1-6])\+(?P<die2>[1-6])$`, Event: "dice"},
		{Match: `^DICE BUTTON (?P<place>[A-D])$`, Event: "dice-key", Places: places},
		{Match: `^WIN (?P<place>[A-D])(?: BY (?P<from>[A-D]))?(?: ON (?P<tile>\d[mpsz]))?$`, Event: "win", Places: places},
		{Match: `^SHUFFLE START$`, Event: "shuffle"},
		{Match: `^SHUFFLE END$`, Event: "shuffled"},
		{Match: `^WALL UP$`, Event: "raised"},
		{Match: `^ERR (?P<value>\d+)$`, Event: "fault", Severity: "warning"},
		{Match: `^OK (?P<value>\d+)$`, Event: "clear"},
	}
}

var places = map[string]int{"A": 1, "B": 2, "C": 3, "D": 4}

// patternBoard is a table that prints lines as it likes.
type patternBoard struct{ out []byte }

func (b *patternBoard) boot(time.Time) { b.out = append(b.out[:0], "READY v3\r\n"...) }

func (b *patternBoard) say(e Event) {
	letter := func(p models.Place) byte { return 'A' + byte(p.Index()) }
	switch e.Kind {
	case DiceRolled:
		b.out = fmt.Appendf(b.out, "DICE %d+%d\r\n", e.Dice[0], e.Dice[1])
	case DicePressed:
		if e.Place != 0 {
			b.out = fmt.Appendf(b.out, "DICE BUTTON %c\r\n", letter(e.Place))
		}
	case WinPressed:
		b.out = fmt.Appendf(b.out, "WIN %c", letter(e.Place))
		if e.From != 0 {
			b.out = fmt.Appendf(b.out, " BY %c", letter(e.From))
		}
		if e.Tile != models.NoTile {
			b.out = fmt.Appendf(b.out, " ON %s", e.Tile)
		}
		b.out = append(b.out, '\r', '\n')
	case ShuffleStarted:
		b.out = append(b.out, "SHUFFLE START\r\n"...)
	case ShuffleDone:
		b.out = append(b.out, "SHUFFLE END\r\n"...)
	case WallRaised:
		b.out = append(b.out, "WALL UP\r\n"...)
	case FaultRaised:
		b.out = fmt.Appendf(b.out, "ERR %d\r\n", e.Value)
	case FaultCleared:
		b.out = fmt.Appendf(b.out, "OK %d\r\n", e.Value)
	}
}

func (b *patternBoard) receive([]byte, time.Time) {}

func (b *patternBoard) send(time.Time) []byte {
	out := b.out
	b.out = b.out[:0]
	return out
}

func (b *patternBoard) backlog() int { return len(b.out) }
