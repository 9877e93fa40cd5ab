package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/calibration"
	"jantaku/device"
	"jantaku/internal/command"
	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
	"jantaku/internal/table"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoring"
	"jantaku/scoring/books"
	"jantaku/vision/camera"
	"jantaku/vision/layout"
	"jantaku/vision/learn"
)

// This test is the program as a club runs it, on real input: real photographs as the
// camera, a real pseudo-terminal as the table, a real Mosquitto as the broker, read
// with Mosquitto's own client, and the page in a real browser. Only the referee is
// played: where the program asks, the test says what the label of the photograph says.

// shot is a labelled photograph of a complete hand.
type shot struct {
	file string
	set  string
	rows [][]models.Tile
	box  [][][4]float64
	// recoloured, sheared or turned after it was taken
	augmented bool
}

// readShots gives the labelled photographs, complete hands and others.
func readShots(t *testing.T) (complete, others []shot) {
	t.Helper()
	path := sharedtest.Path(t, "photos/labels.json")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var labels struct {
		Photos []struct {
			File     string         `json:"file"`
			Set      string         `json:"set"`
			Rows     []string       `json:"rows"`
			Boxes    [][][4]float64 `json:"boxes"`
			Complete bool           `json:"complete"`

			Augmented bool `json:"augmented"`
		} `json:"photos"`
	}
	if err := json.Unmarshal(raw, &labels); err != nil {
		t.Fatal(err)
	}
	for _, p := range labels.Photos {
		s := shot{file: filepath.Join(filepath.Dir(path), "images", p.File), set: p.Set, box: p.Boxes, augmented: p.Augmented}
		for _, row := range p.Rows {
			tiles, err := models.ParseTiles(row)
			if err != nil {
				t.Fatal(err)
			}
			s.rows = append(s.rows, tiles)
		}
		if p.Complete {
			complete = append(complete, s)
		} else {
			others = append(others, s)
		}
	}
	return complete, others
}

// teachShots teaches an eye a set of tiles and gives the file.
func teachShots(t *testing.T, shots []shot) string {
	t.Helper()
	var photos []learn.LabelledPhoto
	for _, s := range shots {
		image, err := os.ReadFile(s.file)
		if err != nil {
			t.Fatal(err)
		}
		photos = append(photos, learn.LabelledPhoto{Name: s.file, Image: image, Rows: s.rows, Boxes: s.box})
	}
	faces, _, err := learn.Faces(t.Context(), photos, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "faces.json")
	if err := calibration.SaveFaces(path, faces); err != nil {
		t.Fatal(err)
	}
	return path
}

// truth is the hand as a perfect eye would have seen it.
func (s shot) truth() *models.Hand {
	var rows [][]models.Sighting
	for i, row := range s.rows {
		var seen []models.Sighting
		for j, tile := range row {
			b := s.box[i][j]
			seen = append(seen, models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: 1}, Quad: [4]models.Point{
				{X: b[0], Y: b[1]}, {X: b[0] + b[2], Y: b[1]}, {X: b[0] + b[2], Y: b[1] + b[3]}, {X: b[0], Y: b[1] + b[3]}}})
		}
		rows = append(rows, seen)
	}
	return layout.Read(rows, layout.DefaultOptions()).Hand
}

// wins gives the hand with a winning tile that lets it win; false when none does.
func (s shot) wins(rules scoring.Ruleset, seat, discarder models.Seat) (models.Win, scoring.Result, bool) {
	hand := s.truth()
	if hand == nil {
		return models.Win{}, scoring.Result{}, false
	}
	for i, tile := range hand.Concealed {
		w := models.Win{Hand: *hand, Tile: tile, Seat: seat, Discarder: discarder}
		w.Concealed = append(append(models.Tiles(nil), hand.Concealed[:i]...), hand.Concealed[i+1:]...)
		if w.Validate() != nil {
			return w, scoring.Result{}, false
		}
		if result, err := rules.Score(&w); err == nil && result.Valid {
			return w, result, true
		}
	}
	return models.Win{}, scoring.Result{}, false
}

// startBroker runs a real Mosquitto on the club's port. It remembers its sessions, so that what is published before
// the listener is back reaches it too.
func (c *club) startBroker() {
	c.t.Helper()
	if c.port == 0 {
		c.port, c.memory = sharedtest.FreePort(c.t), c.t.TempDir()
	}
	c.stop = sharedtest.Mosquitto(c.t, c.port, "allow_anonymous true", "persistence true", "persistence_location "+c.memory+"/")
}

// stopBroker ends it, as a box that is shut down does.
func (c *club) stopBroker() {
	if c.stop != nil {
		c.stop()
		c.stop = nil
	}
}

// listen gives what mosquitto_sub prints, a topic and a payload a line, from its subscription on. It keeps its session
// while the broker is away.
func listen(t *testing.T, port int) <-chan [2]string {
	t.Helper()
	const subscribed = "$SYS/broker/version" // retained by every Mosquitto
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, sharedtest.Tool(t, "mosquitto_sub"), "-p", fmt.Sprint(port), "-i", "listener", "-c", "-q", "1", "-t", "jantaku/#", "-t", subscribed, "-v")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := make(chan [2]string, 1000)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(out)
		scanner.Buffer(nil, 1<<22)
		for scanner.Scan() {
			topic, payload, _ := strings.Cut(scanner.Text(), " ")
			lines <- [2]string{topic, payload}
		}
	}()
	if first, ok := <-lines; !ok || first[0] != subscribed {
		t.Fatalf("mosquitto_sub heard %v before it had subscribed", first)
	}
	t.Cleanup(func() { cancel(); io.Copy(io.Discard, out); cmd.Wait() })
	return lines
}

// club is a running daemon with everything around it.
type club struct {
	t      *testing.T
	table  *table.Table
	board  *device.Simulator
	heard  <-chan [2]string
	port   int      // of the broker
	asked  int      // how often the referee was needed
	stop   func()   // ends the broker
	memory string   // folder of the broker
	events [][]byte // hands that were published while something else was waited for
}

// openClub starts the daemon with what it sees.
func openClub(t *testing.T, in table.Parts, set ...func(*config.Config)) *club {
	t.Helper()
	c := &club{t: t}
	t.Cleanup(c.stopBroker)
	c.startBroker()
	c.heard = listen(t, c.port)
	var err error
	if c.board, err = device.NewSimulator(device.SimulatorOptions{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.board.Close() })
	settings := config.Default()
	settings.Data, settings.Table.Port = t.TempDir(), c.board.Port()
	settings.Camera.Settle, settings.Camera.Burst = 0, 1
	settings.Table.Assume = config.NothingSpecial() // what is asked besides the tiles is not what is claimed here
	settings.MQTT.Broker = fmt.Sprintf("tcp://127.0.0.1:%d", c.port)
	settings.Web.Listen = "127.0.0.1:0"
	settings.Match.Players, settings.Match.Length = []string{"Ann", "Ben", "Cho", "Dan"}, "open"
	settings.Match.Course = map[string]string{"seats": "fixed"} // nobody is there to say that they changed them
	for _, one := range set {
		one(&settings)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if c.table, err = table.Start(ctx, settings, in, testLog()); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- c.table.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return c
}

// testLog shows the log of the daemon with -v.
func testLog() *slog.Logger {
	var out io.Writer = io.Discard
	if testing.Verbose() {
		out = os.Stderr
	}
	return slog.New(slog.NewTextHandler(out, nil))
}

// looking is an eye that has learned the faces and looks at a folder of photographs.
func looking(t *testing.T, faces string, shots []shot) table.Parts {
	t.Helper()
	folder := t.TempDir()
	for i, s := range shots {
		image, err := os.ReadFile(s.file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%03d.jpg", i)), image, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	source, err := camera.Open(camera.Config{Source: "folder:" + folder, Patience: camera.DefaultPatience()})
	if err != nil {
		t.Fatal(err)
	}
	reader, err := openEye(t.Context(), config.Eye{Faces: faces}, testLog())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { source.Close(); reader.Close() })
	return table.Parts{Camera: source, Reader: reader}
}

// hear waits for what the daemon says on one of the topics.
func (c *club) hear(topics ...string) (string, []byte) {
	c.t.Helper()
	limit := time.After(sharedtest.Patience)
	for {
		select {
		case line, ok := <-c.heard:
			if !ok {
				c.t.Fatal("mosquitto_sub ended")
			}
			for _, topic := range topics {
				if line[0] == "jantaku/table-1/"+topic {
					return topic, []byte(line[1])
				}
			}
			if line[0] == "jantaku/table-1/event/hand" {
				c.events = append(c.events, []byte(line[1]))
			}
		case <-limit:
			c.t.Fatalf("nothing on %v for a minute", topics)
		}
	}
}

// request asks the daemon for something through the broker and waits for the answer.
func (c *club) request(op string, body map[string]any) {
	c.t.Helper()
	c.asked++
	body["transaction"] = fmt.Sprintf("t%d", c.asked)
	payload, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	pub := exec.Command(sharedtest.Tool(c.t, "mosquitto_pub"), "-p", fmt.Sprint(c.port), "-q", "1",
		"-t", "jantaku/table-1/request/"+op, "-s")
	pub.Stdin = bytes.NewReader(payload)
	if out, err := pub.CombinedOutput(); err != nil {
		c.t.Fatalf("%s: %s", err, out)
	}
	_, answer := c.hear("response/" + op)
	var r mqtt.Response
	if err := json.Unmarshal(answer, &r); err != nil || r.Status != "ok" {
		c.t.Fatalf("%s: %s", op, answer)
	}
}

// win lets place 2 win on a discard of place 1: all that the table says in a hand.
func (c *club) win(win models.Win) {
	c.t.Helper()
	hand := device.Play{Rolls: [][2]int{{1, 2}, {3, 4}}, Winner: 2, From: 1, Tile: win.Tile.Kind(), Pace: 80 * time.Millisecond}
	if err := c.board.PlayHand(c.t.Context(), hand); err != nil {
		c.t.Fatal(err)
	}
}

// play lets somebody win the hand that the next photograph shows and gives the hand
// that was published, and whether it was read by itself, so that nobody had to be asked.
func (c *club) play(win models.Win) (published mqtt.Hand, alone bool) {
	c.t.Helper()
	c.win(win)
	for {
		topic, payload := "event/hand", []byte(nil)
		if len(c.events) > 0 {
			payload, c.events = c.events[0], c.events[1:]
		} else {
			topic, payload = c.hear("review", "event/hand")
		}
		if topic == "event/hand" {
			var event mqtt.Event
			if err := json.Unmarshal(payload, &event); err != nil {
				c.t.Fatal(err)
			}
			if err := json.Unmarshal(event.Data, &published); err != nil {
				c.t.Fatalf("%s: %v", payload, err)
			}
			return published, bytes.Contains(payload, []byte(`"by":"camera"`))
		}
		var review mqtt.Review
		if err := json.Unmarshal(payload, &review); err != nil {
			c.t.Fatal(err)
		}
		if review.Hand == nil {
			continue
		}
		c.request("amend", map[string]any{"place": 2, "from": 1, "win": map[string]any{
			"concealed": win.Concealed, "melds": win.Melds, "flowers": win.Flowers, "win": win.Tile}})
		c.request("confirm", map[string]any{"by": "referee"})
	}
}

func TestRealPhotographsArePublishedRightlyScored(t *testing.T) {
	if testing.Short() {
		t.Skip("reads some hundred photographs; skipped with -short")
	}
	complete, others := readShots(t)
	rules, err := command.OpenBook(books.Default, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	tried, played, alone := 0, 0, 0
	for _, set := range []string{"hk-plain-season", "hk-plain-number", "hk-index"} {
		for fold := range sharedtest.Count(1, 2) {
			var lessons, hands []shot
			for i, s := range complete {
				switch {
				case s.set != set:
				case i%2 == fold:
					if sharedtest.Sampled(i/2, 7) {
						hands = append(hands, s)
					}
				default:
					lessons = append(lessons, s)
				}
			}
			for _, s := range others {
				if s.set == set {
					lessons = append(lessons, s)
				}
			}
			tried += len(hands)
			n, byItself := playSet(t, rules, teachShots(t, lessons), hands)
			played, alone = played+n, alone+byItself
		}
	}
	t.Logf("%d hands published, all right; %d of them without asking anybody", played, alone)
	if 5*played < 4*tried {
		t.Errorf("only %d of %d complete hands could be played", played, tried)
	}
	if alone < played/3 {
		t.Errorf("the referee was asked about %d of %d hands", played-alone, played)
	}
}

// playSet plays the hands that win by the rules and checks every published one.
func playSet(t *testing.T, rules scoring.Ruleset, faces string, hands []shot) (played, alone int) {
	t.Helper()
	var winning []shot
	for _, s := range hands {
		if _, _, ok := s.wins(rules, models.South, models.East); ok {
			winning = append(winning, s)
		}
	}
	if len(winning) == 0 {
		return 0, 0
	}
	c := openClub(t, looking(t, faces, winning))
	for _, s := range winning {
		state := c.table.Ledger.State()
		seat, discarder := state.Position.SeatOf(2), state.Position.SeatOf(1)
		win, want, ok := s.wins(rules, seat, discarder)
		if !ok {
			win, want, _ = s.wins(rules, models.South, models.East)
		}
		hand, byItself := c.play(win)
		if byItself {
			alone++
		}
		played++
		if len(hand.Wins) != 1 || hand.Wins[0].Result == nil {
			t.Fatalf("%s: published without a win: %+v", s.file, hand)
		}
		got := hand.Wins[0]
		if got.Result.Points == nil || *got.Result.Points != want.Points || got.Win.Text() != win.Text() {
			t.Errorf("%s: published %s for %d points, want %s for %d", filepath.Base(s.file), got.Win.Text(), *got.Result.Points, win.Text(), want.Points)
		}
	}
	c.lookAtPage(hands[0].set)
	return played, alone
}

// lookAtPage opens the scoreboard in a browser and finds the last hand on it.
func (c *club) lookAtPage(set string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(newScreen(c.t, 1920, 1080), sharedtest.Patience)
	defer cancel()
	last, _ := c.table.Ledger.State().LastHand()
	fan := last.Current().Hand.Results[0].Fans[0].Name
	var text string
	var picture []byte
	err := chromedp.Run(ctx, chromedp.Navigate(c.table.Page()), chromedp.Poll(
		fmt.Sprintf("document.body.innerText.includes(%q)", fan), nil, chromedp.WithPollingTimeout(sharedtest.Patience)),
		chromedp.Text("body", &text), chromedp.CaptureScreenshot(&picture))
	if err != nil {
		c.t.Errorf("the page does not show %s: %v\n%s", fan, err, text)
		return
	}
	if dir := os.Getenv("JANTAKU_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "scoreboard-"+set+".png"), picture, 0o644); err != nil {
			c.t.Error(err)
		}
	}
	for _, name := range []string{"Ann", "Ben", "Cho", "Dan"} {
		if !strings.Contains(text, name) {
			c.t.Errorf("the page does not show %s", name)
		}
	}
}
