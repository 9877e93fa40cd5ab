package hall

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"jantaku/league/director"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/mqtt/reader"
)

// Live is what the tables of a league are doing, as their retained topics tell it. Its methods may be used from several
// goroutines.
type Live struct {
	reader *reader.Reader
	user   string // at the broker

	mu     sync.Mutex
	tables map[place]*table
	nodes  map[place]bool // whether a daemon is online, by club and node
}

type place struct{ club, name string }

// table is what one has told.
type table struct {
	score        *mqtt.Score
	review       *mqtt.Review
	availability *mqtt.Availability
	answered     string          // transaction of the newest request of a director that it answered
	refused      []models.Reason // why it did not carry that out; nil where it did
}

// mostTables bounds what is remembered, as names are chosen by who publishes.
const mostTables = 20_000

// NewLive hears the tables of clubs by their prefixes; Run starts it.
func NewLive(c reader.Config, prefixes []string, log *slog.Logger) (*Live, error) {
	l := &Live{user: c.User, tables: map[place]*table{}, nodes: map[place]bool{}}
	c.Filters = map[string]byte{}
	for _, prefix := range prefixes {
		for _, kind := range []string{string(mqtt.KindScore), string(mqtt.KindReview), string(mqtt.KindAvailability), "status"} {
			c.Filters[strings.Trim(prefix, "/")+"/+/"+kind] = 0
		}
		c.Filters[strings.Trim(prefix, "/")+"/+/"+l.answers()] = 0
	}
	var err error
	l.reader, err = reader.New(c, log)
	return l, err
}

// Run hears until the context ends.
func (l *Live) Run(ctx context.Context) error {
	return l.reader.Run(ctx, func(_ context.Context, m reader.Message) { l.Hear(m); m.Done() })
}

// answers is where below a table its answers to a director come.
func (l *Live) answers() string {
	level := string(mqtt.KindResponse) + "/" + matchNew
	if l.user != "" {
		level += "/" + l.user
	}
	return level
}

// matchNew is what a director asks of tables.
const matchNew = "match-new"

// Refused tells why a table did not carry out a request; nil where it did, has not answered, or has answered a newer one.
func (l *Live) Refused(club, table, transaction string) []models.Reason {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.tables[place{club, table}]; t != nil && t.answered == transaction {
		return t.refused
	}
	return nil
}

// Bounds of what tables answer, bytes, as it is theirs to write: transactions are those of [director.Transaction], and a page has room
// for some sentences.
const mostTransaction, mostReason = 80, 2048

// answer takes what a table answered.
func (l *Live) answer(at place, payload []byte) {
	var r mqtt.Response
	if json.Unmarshal(payload, &r) != nil || r.Transaction == "" || len(r.Transaction) > mostTransaction {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.table(at)
	if t == nil {
		return
	}
	t.answered, t.refused = r.Transaction, nil
	switch {
	case r.Error == nil:
	case len(r.Error.Reasons) > 0 && len(payload) <= mostReason:
		t.refused = r.Error.Reasons
	default:
		t.refused = []models.Reason{{Code: fmt.Sprintf("%.60s", r.Error.Code)}}
	}
}

// table gives what is remembered of a table; nil where that is too many. The caller holds the lock.
func (l *Live) table(at place) *table {
	t := l.tables[at]
	if t == nil && len(l.tables) < mostTables {
		t = &table{}
		l.tables[at] = t
	}
	return t
}

// Ask sends a request to a table; [director.Tables]. Whoever connects to the broker as a person asks under that name.
func (l *Live) Ask(ctx context.Context, club, table, op string, body []byte) error {
	address := mqtt.Address{Prefix: club, Table: table}
	if l.user != "" {
		op += "/" + l.user
	}
	return l.reader.Send(ctx, address.Request(op), body)
}

// Show tells a table the round that it plays; [director.Tables].
func (l *Live) Show(ctx context.Context, club, table string, r director.Shown) error {
	address := mqtt.Address{Prefix: club, Table: table}
	round := mqtt.Round{Head: address.NewHead(mqtt.KindRound, fmt.Sprintf("round-%d-%d", r.Number, r.Started.Unix()), int64(r.Number), time.Now()),
		Tournament: r.Tournament, Number: r.Number, Of: r.Of, Started: r.Started.UTC()}
	if !r.Ends.IsZero() {
		ends := r.Ends.UTC().Truncate(time.Second)
		round.Ends = &ends
	}
	m, err := mqtt.NewMessage(address.Topic(mqtt.KindRound), round, true)
	if err != nil {
		return err
	}
	return l.reader.Retain(ctx, m.Topic, m.Payload)
}

// Hear takes a message of a table.
func (l *Live) Hear(m reader.Message) {
	levels := strings.Split(m.Topic, "/")
	if len(levels) < 3 {
		return
	}
	if below, ok := strings.CutSuffix(m.Topic, "/"+l.answers()); ok {
		if i := strings.LastIndexByte(below, '/'); i > 0 {
			l.answer(place{below[:i], below[i+1:]}, m.Payload)
		}
		return
	}
	n := len(levels)
	at, kind := place{strings.Join(levels[:n-2], "/"), levels[n-2]}, levels[n-1]
	l.mu.Lock()
	defer l.mu.Unlock()
	if kind == "status" {
		var s mqtt.Status
		if json.Unmarshal(m.Payload, &s) == nil && len(l.nodes) < mostTables {
			l.nodes[at] = s.Status == "online"
		}
		return
	}
	t := l.table(at)
	if t == nil {
		return
	}
	switch mqtt.Kind(kind) {
	case mqtt.KindScore:
		t.score = read(m.Payload, t.score)
	case mqtt.KindReview:
		t.review = read(m.Payload, t.review)
	case mqtt.KindAvailability:
		t.availability = read(m.Payload, t.availability)
	}
}

// read gives a payload, what was there before where it cannot be read, and nothing where it is empty.
func read[T any](payload []byte, before *T) *T {
	if len(payload) == 0 {
		return nil
	}
	next := new(T)
	if json.Unmarshal(payload, next) != nil {
		return before
	}
	return next
}

// card is a table on the page of the hall.
type card struct {
	Club, Table  string
	Round, Rules string
	Players      []seat
	State        string // key of a word
	Call, Silent bool
}

// seat is a player on a card.
type seat struct {
	Wind, Name     string
	Score          int
	Dealer, Leader bool
}

// hallPage is the page of the hall.
type hallPage struct {
	Tables        []card
	Calls, Silent int
	Connected     bool
}

// cards gives every table: who calls for a referee first, then who is silent. hidden is what stands for a player whose name was
// removed, and empty for all others.
func (l *Live) cards(round func(string, models.Seat, int, int, int) string, wind func(string) string, hidden func(club, name string) string) hallPage {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := hallPage{Connected: l.reader.Connected()}
	for at, t := range l.tables {
		if t.score == nil && t.availability == nil {
			continue
		}
		c := t.card(at, round, wind, hidden)
		if t.availability != nil {
			if online, known := l.nodes[place{at.club, t.availability.Node}]; known && !online {
				c.Silent, c.Call, c.State = true, false, "hall.offline"
			}
		}
		if c.Call {
			h.Calls++
		}
		if c.Silent {
			h.Silent++
		}
		h.Tables = append(h.Tables, c)
	}
	first := func(yes bool) int {
		if yes {
			return 0
		}
		return 1
	}
	slices.SortFunc(h.Tables, func(a, b card) int {
		return cmp.Or(first(a.Call)-first(b.Call), first(a.Silent)-first(b.Silent), cmp.Compare(a.Club, b.Club), len(a.Table)-len(b.Table), cmp.Compare(a.Table, b.Table))
	})
	return h
}

// card is how a table stands.
func (t *table) card(at place, round func(string, models.Seat, int, int, int) string, wind func(string) string, hidden func(club, name string) string) card {
	c := card{Club: at.club, Table: at.name, State: "hall.idle"}
	if s := t.score; s != nil {
		c.Rules, c.State = s.Rules, "hall.playing"
		if s.Over {
			c.State = "hall.over"
		} else {
			c.Round = round(s.Rules, s.Round, s.Deal, s.Honba, s.Hand)
		}
		for _, p := range s.Players {
			c.Players = append(c.Players, seat{wind(p.Seat.String()), cmp.Or(hidden(at.club, p.Name), p.Name), p.Score, p.Place == s.Dealer && !s.Over, p.Rank == 1})
		}
	}
	switch {
	case t.review != nil && t.review.Hand != nil:
		c.Call, c.State = true, "hall.referee"
	case t.availability != nil && t.availability.Status == "degraded":
		c.State = "hall.degraded"
	case t.availability != nil && t.availability.Status == "offline":
		c.Silent, c.State = true, "hall.offline"
	}
	return c
}
