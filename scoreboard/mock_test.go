package scoreboard_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoring"
	"jantaku/scoring/lingque"
)

var update = flag.Bool("update", false, "write golden files")

// here is the address of the recorded table.
var here = mqtt.Address{Prefix: "jantaku", Table: "table-1", Node: "node-1"}

// recorder plays a match in a real ledger with a real rule book and keeps what would
// be published, with the pauses of a real table shortened.
type recorder struct {
	t     testing.TB
	books *ledger.Ledger
	rules scoring.Ruleset
	tape  []recorded
	seq   int64
}

type recorded struct {
	After   float64         `json:"after"` // seconds
	Topic   string          `json:"topic"` // below <prefix>/<table>/
	Payload json.RawMessage `json:"payload"`
}

// lingque29 is made once for all tests.
var lingque29 = sync.OnceValues(func() (*lingque.Rules, error) { return lingque.New(29) })

func newRecorder(t testing.TB) *recorder {
	t.Helper()
	rules, err := lingque29()
	if err != nil {
		t.Fatal(err)
	}
	shelf := func(models.Match) (ledger.Book, error) {
		return ledger.Book{Rules: rules, Course: lingque.Course{Edition: 29}}, nil
	}
	now := time.Date(2026, 1, 10, 19, 0, 0, 0, time.UTC)
	clock := func() time.Time { now = now.Add(time.Minute); return now }
	books, err := ledger.Open(context.Background(), filepath.Join(t.TempDir(), "club.jantaku"),
		ledger.WithShelf(shelf), ledger.WithClock(clock), ledger.WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { books.Close() })
	return &recorder{t: t, books: books, rules: rules}
}

func (r *recorder) say(after float64, kind mqtt.Kind, payload any) {
	r.t.Helper()
	body, err := json.Marshal(payload)
	if err != nil {
		r.t.Fatal(err)
	}
	r.tape = append(r.tape, recorded{after, string(kind), body})
}

// tell writes down what the ledger has to tell.
func (r *recorder) tell(after float64) {
	r.t.Helper()
	for {
		m, found, err := r.books.Outbox(context.Background())
		if err != nil {
			r.t.Fatal(err)
		}
		if !found {
			return
		}
		messages, err := here.Announce(m)
		if err != nil {
			r.t.Fatal(err)
		}
		for _, one := range messages {
			payload := json.RawMessage(one.Payload)
			if len(payload) == 0 {
				payload = json.RawMessage("null")
			}
			topic := strings.TrimPrefix(one.Topic, here.Prefix+"/"+here.Table+"/")
			if topic == string(mqtt.KindJournal) { // no page hears it
				continue
			}
			r.tape = append(r.tape, recorded{after, topic, payload})
			after = 0
		}
		if err := r.books.Sent(context.Background(), m.Event.Seq); err != nil {
			r.t.Fatal(err)
		}
		r.seq = m.Event.Seq
	}
}

func (r *recorder) head(k mqtt.Kind) mqtt.Head {
	return here.NewHead(k, fmt.Sprintf("%s-%d", k, len(r.tape)), r.seq, time.Date(2026, 1, 10, 19, 0, 0, 0, time.UTC))
}

// state writes down what the table does.
func (r *recorder) state(after float64, phase string, wall *mqtt.WallBreak, dice ...int) {
	r.t.Helper()
	r.say(after, mqtt.KindState, mqtt.State{Head: r.head(mqtt.KindState), Phase: phase, Dice: append([]int{}, dice...), Break: wall})
}

// start begins the match.
func (r *recorder) start(names ...string) {
	r.t.Helper()
	m := models.Match{ID: "m1", Rules: "lingque-29", Start: 1000}
	for _, name := range names {
		m.Players = append(m.Players, models.Player{ID: name, Name: name})
	}
	if _, err := r.books.StartMatch(context.Background(), models.Author{Source: "setup"}, m); err != nil {
		r.t.Fatal(err)
	}
	r.tell(0)
}

// record makes a hand as the pipeline does.
func (r *recorder) record(id, text string, winner, from models.Place) (models.HandRecord, []scoring.Result) {
	r.t.Helper()
	w, err := models.ParseText(text)
	if err != nil {
		r.t.Fatal(text, err)
	}
	h := models.HandRecord{ID: id, Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{winner}, From: from},
		Wins: []models.WinRecord{{Place: winner, Win: *w}}}
	if from == 0 {
		h.Wins[0].Win.SelfDraw = true
	}
	h = r.books.Situate(h)
	result, err := r.rules.Score(&h.Wins[0].Win)
	if err != nil {
		r.t.Fatal(text, err)
	}
	return h, []scoring.Result{result}
}

// win plays one hand from the shuffle to the score.
func (r *recorder) win(id, text string, winner, from models.Place, wall mqtt.WallBreak, dice ...int) {
	r.t.Helper()
	r.state(4, "shuffling", nil)
	r.state(2, "building", nil)
	r.state(2, "in-hand", &wall, dice...)
	h, results := r.record(id, text, winner, from)
	if !results[0].Valid {
		r.t.Fatalf("%s may not win: %+v", text, results[0])
	}
	if _, err := r.books.Append(context.Background(), models.Author{Source: "camera"}, h, results...); err != nil {
		r.t.Fatal(err)
	}
	r.tell(6)
}

// recordMatch is the match of the mock pages.
func recordMatch(t testing.TB) []recorded {
	r := newRecorder(t)
	r.say(0, mqtt.KindAvailability, mqtt.Availability{Head: r.head(mqtt.KindAvailability), Status: "online", Node: here.Node,
		Parts: map[string]mqtt.Part{"device": {Online: true}, "camera": {Online: true}, "ledger": {Online: true}}})
	r.state(0, "idle", nil)
	r.start("林小梅", "佐藤 健", "Anna", "周文")
	r.win("h1", "[777z^] [666z<] 345p 22s 34s +5s", 3, 0, mqtt.WallBreak{Seat: models.West, Stack: 7, Of: 17}, 3, 4)
	r.win("h2", "123m 456m 789m 1122z +1z", 2, 3, mqtt.WallBreak{Seat: models.South, Stack: 6, Of: 17}, 4, 2)
	r.win("h3", "234m 234p 234s 678s 5z +5z", 1, 0, mqtt.WallBreak{Seat: models.East, Stack: 9, Of: 17}, 6, 3)
	r.state(3, "shuffling", nil)
	r.draw("h4")
	r.win("h5", "1133557799m 11p 3p +3p flowers=15f", 4, 1, mqtt.WallBreak{Seat: models.North, Stack: 8, Of: 17}, 5, 3)
	r.win("h6", "(9999s) 22p 678p 111m 99p +9p", 1, 4, mqtt.WallBreak{Seat: models.West, Stack: 11, Of: 17}, 6, 5)
	r.win("h7", "[123s<] [789s<] 123p 789p 5p +5p", 2, 0, mqtt.WallBreak{Seat: models.East, Stack: 5, Of: 17}, 1, 4)
	r.review("123m 456m 789m 1122z +2z", 4, 2)
	return r.tape
}

// review ends the tape with a hand of which the camera doubts a tile: state and
// review, two messages.
func (r *recorder) review(text string, winner, from models.Place) {
	r.t.Helper()
	record, results := r.record("h8", text, winner, from)
	result, err := mqtt.ResultOf(results[0])
	if err != nil {
		r.t.Fatal(err)
	}
	state := r.books.State()
	player := func(at models.Place) mqtt.Player {
		return mqtt.Player{Place: at, Seat: state.Position.SeatOf(at), Name: state.Match.Players[state.Position.At(at)].Name}
	}
	win := record.Wins[0].Win
	discarder := player(from)
	hand := mqtt.Hand{Head: r.head(mqtt.KindHand), Match: "m1", Hand: "h8", Number: 8, Kind: "win", Status: mqtt.Pending, Rules: "lingque-29",
		Round: state.Position.RoundWind(), Wins: []mqtt.Win{{Winner: player(winner), Discarder: &discarder, Win: win, Result: result}},
		Payments: []mqtt.Payment{}, By: "camera", Doubts: []models.Doubt{{Code: "tile", Row: 0, Index: 6, Message: "7m may be 1m"}}}
	for i := range models.Places {
		p := player(models.PlaceAt(i))
		delta := results[0].Payments[p.Seat.Index()]
		hand.Payments = append(hand.Payments, mqtt.Payment{Player: p, Delta: delta, Score: state.Position.Scores[state.Position.At(p.Place)] + delta})
	}
	review := mqtt.Review{Head: r.head(mqtt.KindReview), Hand: &hand, Needs: []string{"confirm"}}
	for i, tile := range win.Concealed {
		seen := mqtt.ReviewTile{Index: i, Tile: tile, Confidence: .995, Meld: -1}
		if i == 6 {
			seen.Confidence, seen.Doubt = .71, true
			seen.Alternatives = []models.Candidate{{Tile: models.NewTile(models.Characters, 1), Confidence: .27}}
		}
		review.Tiles = append(review.Tiles, seen)
	}
	r.say(4, mqtt.KindState, mqtt.State{Head: r.head(mqtt.KindState), Phase: "in-hand", Dice: []int{}, Reviewing: true})
	r.say(0, mqtt.KindReview, review)
}

func (r *recorder) draw(id string) {
	r.t.Helper()
	h := models.HandRecord{ID: id, Outcome: models.Outcome{Ending: models.Drawn}}
	if _, err := r.books.Append(context.Background(), models.Author{Source: "console"}, r.books.Situate(h)); err != nil {
		r.t.Fatal(err)
	}
	r.tell(5)
}

var uuids = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)

// settled replaces the ledger's ids, which differ from run to run, by numbers.
func settled(t testing.TB, tape []recorded) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("[\n")
	for i, m := range tape {
		line, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			b.WriteString(",\n")
		}
		b.Write(line)
	}
	b.WriteString("\n]\n")
	seen := map[string]string{}
	return uuids.ReplaceAllFunc(b.Bytes(), func(id []byte) []byte {
		if seen[string(id)] == "" {
			seen[string(id)] = fmt.Sprintf("00000000-0000-7000-8000-%012d", len(seen)+1)
		}
		return []byte(seen[string(id)])
	})
}

// readTape gives the recorded match, which the test below keeps true.
func readTape(t testing.TB) (tape []recorded) {
	t.Helper()
	text, err := os.ReadFile("web/mock.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &tape); err != nil {
		t.Fatal(err)
	}
	return tape
}

// The recorded match that ?mock=1 plays is what the program publishes, so that the
// pages are always tried on real payloads.
func TestMockIsWhatTheProgramPublishes(t *testing.T) {
	got := settled(t, recordMatch(t))
	const golden = "web/mock.json"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale; run go test ./scoreboard -run Mock -update and look at the pages", golden)
	}
}
