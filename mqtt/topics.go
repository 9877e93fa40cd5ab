package mqtt

import (
	"fmt"
	"regexp"
	"strings"
)

// Kind is the last word of a table's topic: what a message is about.
type Kind string

// The topics of one table. All but the last four are retained; all but the round and requests are the table's own.
const (
	KindAvailability Kind = "availability" // what works: table link, camera, ledger
	KindState        Kind = "state"        // phase of the hand, dice, wall break
	KindScore        Kind = "score"        // players, seats, scores, counters
	KindMatch        Kind = "match"        // rules, round, the hands so far
	KindHand         Kind = "hand"         // the last hand that counts
	KindReview       Kind = "review"       // the hand that waits for the referee
	KindCourse       Kind = "course"       // rivers, melds and dora of the hand that is being played
	KindRound        Kind = "round"        // round of a tournament that is played here; who directs it writes it
	KindEvent        Kind = "event"        // followed by the type of the event
	KindJournal      Kind = "journal"      // an event as the books have it, for who keeps those of many tables
	KindRequest      Kind = "request"      // followed by the operation
	KindResponse     Kind = "response"     // followed by the operation
)

// TopicRule is how messages of one kind travel. All of them have QoS 1.
type TopicRule struct {
	Kind     Kind
	Retained bool
	Suffixed bool // a word follows: the type of an event, the operation of a request
	About    string
}

// Topics is the table of every topic under <prefix>/<table>/. The status of the
// daemon itself is at <prefix>/<node>/status, retained, its last will.
func Topics() []TopicRule {
	return []TopicRule{
		{KindAvailability, true, false, "what works: link to the table, camera, ledger"},
		{KindState, true, false, "phase of the hand, dice, wall break"},
		{KindScore, true, false, "players, places, seats, scores, dealer, round, counters"},
		{KindMatch, true, false, "rules, length and hands of the match"},
		{KindHand, true, false, "the last hand that counts, with fans and payments"},
		{KindReview, true, false, "the hand that waits for the referee, or none"},
		{KindCourse, true, false, "rivers, melds and dora of the hand that is being played, where the table is watched"},
		{KindRound, true, false, "round of a tournament that is played here, and until when; written by who directs the tournament"},
		{KindEvent, false, true, "something that happened, once"},
		{KindJournal, false, false, "an event as the books have it, for an archive of many tables"},
		{KindRequest, false, true, "somebody asks for something"},
		{KindResponse, false, true, "the answer to a request"},
	}
}

// Address is where a table and its daemon live in the space of topics.
type Address struct {
	Prefix string // first level, "jantaku" by default
	Table  string // the table, [a-z0-9-]
	Node   string // the daemon, [a-z0-9-], unlike any table
}

var (
	idPattern     = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`)
	prefixPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)*$`)
)

// Validate checks that the address makes topics that every broker takes.
func (a Address) Validate() error {
	switch {
	case !prefixPattern.MatchString(a.Prefix):
		return fmt.Errorf("mqtt: prefix %q: use a-z, 0-9, - and / between levels", a.Prefix)
	case !idPattern.MatchString(a.Table):
		return fmt.Errorf("mqtt: table %q: use a-z, 0-9 and -", a.Table)
	case !idPattern.MatchString(a.Node):
		return fmt.Errorf("mqtt: node %q: use a-z, 0-9 and -", a.Node)
	case a.Table == a.Node:
		return fmt.Errorf("mqtt: table and node are both %q; give them different names", a.Table)
	}
	return nil
}

// Topic gives the topic of a kind without suffix, such as jantaku/table-1/hand.
func (a Address) Topic(k Kind) string { return a.Prefix + "/" + a.Table + "/" + string(k) }

// Event gives the topic of a type of event.
func (a Address) Event(kind string) string { return a.Topic(KindEvent) + "/" + kind }

// Request gives the topic of an operation; "+" gives the filter of all.
func (a Address) Request(op string) string { return a.Topic(KindRequest) + "/" + op }

// Response gives the topic on which an operation is answered; for somebody who asked by name
// op is <op>/<name> here, too.
func (a Address) Response(op string) string { return a.Topic(KindResponse) + "/" + op }

// Status gives the topic of the daemon's own status.
func (a Address) Status() string { return a.Prefix + "/" + a.Node + "/status" }

// Operation gives the operation that a request topic names, and who asks where the topic says so:
// <op> or <op>/<name>. It reports whether the topic is a request of this table at all.
func (a Address) Operation(topic string) (op, name string, ok bool) {
	rest, ok := strings.CutPrefix(topic, a.Topic(KindRequest)+"/")
	op, name, named := strings.Cut(rest, "/")
	return op, name, ok && idPattern.MatchString(op) && (!named || idPattern.MatchString(name))
}
