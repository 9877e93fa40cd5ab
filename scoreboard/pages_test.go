package scoreboard_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"

	"jantaku/access"
	"jantaku/internal/sharedtest"
	"jantaku/mqtt"
	"jantaku/scoreboard"
)

// table is the credential of the table that the pages show.
var table = mqtt.Credential{User: "table", Password: "secret"}

// startBroker starts the embedded broker; stop ends it before the test does.
func startBroker(t testing.TB, port int, folder string) (address string, stop func()) {
	t.Helper()
	b, err := mqtt.StartBroker(mqtt.BrokerConfig{Port: port, Store: folder, Tables: []mqtt.Credential{table}, Prefixes: []string{"jantaku"}, Anonymous: access.Viewer}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b.URL(), func() { b.Close() }
}

// startMosquitto starts Mosquitto with a user and a password, which the pages do
// not know and the bridge does.
func startMosquitto(t testing.TB) (address, user, password string) {
	t.Helper()
	secrets, port := filepath.Join(t.TempDir(), "passwd"), sharedtest.FreePort(t)
	if out, err := exec.Command(sharedtest.Tool(t, "mosquitto_passwd"), "-b", "-c", secrets, "club", "secret").CombinedOutput(); err != nil {
		t.Fatalf("mosquitto_passwd: %v: %s", err, out)
	}
	sharedtest.Mosquitto(t, port, "allow_anonymous false", "password_file "+secrets)
	return fmt.Sprintf("tcp://127.0.0.1:%d", port), "club", "secret"
}

// teller publishes recorded messages through the real publisher.
type teller struct {
	t testing.TB
	*mqtt.Publisher
}

// noOutbox has nothing to tell; what a test publishes is retained by hand.
type noOutbox struct{}

func (noOutbox) Next(ctx context.Context) (mqtt.Message, error) {
	<-ctx.Done()
	return mqtt.Message{}, ctx.Err()
}
func (noOutbox) Done(context.Context, int64) error { return nil }

func publishTo(t testing.TB, broker, user, password string) teller {
	t.Helper()
	if user == "" {
		user, password = table.User, table.Password
	}
	p, err := mqtt.NewPublisher(mqtt.Config{Address: here, Broker: broker, User: user, Password: password,
		MinWait: 20 * time.Millisecond, MaxWait: 200 * time.Millisecond}, noOutbox{}, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	return teller{t, p}
}

// tell publishes what was recorded; events are left out.
func (p teller) tell(tape []recorded) {
	p.t.Helper()
	for _, m := range tape {
		if strings.HasPrefix(m.Topic, "event/") {
			continue
		}
		message := mqtt.Message{Topic: here.Topic(mqtt.Kind(m.Topic)), Payload: m.Payload}
		if string(m.Payload) == "null" {
			message.Payload = nil
		}
		if err := p.Retain(message); err != nil {
			p.t.Fatal(err)
		}
	}
}

// until cuts the tape before the nth message of a topic, counted from 1; 0 keeps all.
func until(tape []recorded, topic string, nth int) (before, after []recorded) {
	for i, m := range tape {
		if m.Topic == topic {
			if nth--; nth == 0 {
				return tape[:i], tape[i:]
			}
		}
	}
	return tape, nil
}

// calm leaves out the end of the tape, where a hand waits for the referee.
func calm(tape []recorded) []recorded { return tape[:len(tape)-2] }

func TestPageThatComesLateShowsEverything(t *testing.T) {
	for _, broker := range []string{"embedded", "mosquitto with a password"} {
		t.Run(broker, func(t *testing.T) {
			var c scoreboard.Config
			if broker == "embedded" {
				c.Broker, _ = startBroker(t, 0, t.TempDir())
			} else {
				c.Broker, c.User, c.Password = startMosquitto(t)
			}
			teller := publishTo(t, c.Broker, c.User, c.Password)
			teller.tell(calm(readTape(t)))
			p := openPage(t, serve(t, c)+"/?lang=en", 1280, 720)
			p.until(".seat[data-place='2'] .score", "1\u202f762")
			p.until(".seat[data-place='2'] .name", "林小梅") // in the second round the players sit elsewhere
			p.until(".seat.dealer .mark", "Dealer")
			p.until("#last .headline .who", "林小梅")
			p.until("#last .fans", "双龙会")
			p.until("#last .total .sum", "112")
			p.until("#round", "South 2")
			p.until("#hands", "Drawn hand")
			p.untilEmpty("#notice")
			if got := eval[string](p, "document.querySelector('#last .tile.winning img').alt"); got != "5 of dots" {
				t.Errorf("winning tile is %q, want 5 of dots", got)
			}
			if n := eval[int](p, "document.querySelectorAll('#last .tile').length"); n != 14 {
				t.Errorf("%d tiles, want 14", n)
			}
			if eval[bool](p, "document.querySelector('#last').classList.contains('fresh')") {
				t.Error("a hand of the past is celebrated")
			}
			if len(p.faults) > 0 {
				t.Errorf("faults %q", p.faults)
			}
		})
	}
}

func TestPageFollowsTheTableAndABrokerThatRestarts(t *testing.T) {
	port, folder := sharedtest.FreePort(t), t.TempDir()
	address, stop := startBroker(t, port, folder)
	teller := publishTo(t, address, "", "")
	first, second := until(calm(readTape(t)), "score", 3)
	teller.tell(first)
	p := openPage(t, serve(t, scoreboard.Config{Broker: address})+"/?lang=en", 1280, 720)
	p.until("#last .label", "Hand 1")
	stop()
	p.until("#notice", "connecting")
	startBroker(t, port, folder)
	teller.tell(second)
	p.until("#last .label", "Hand 7")
	p.untilEmpty("#notice")
	p.until(".seat[data-place='2'] .score", "1\u202f762")
}

func TestNewWinIsCelebratedAndACorrectionIsNot(t *testing.T) {
	address, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, address, "", "")
	first, second := until(readTape(t), "score", 3)
	teller.tell(first)
	web := serve(t, scoreboard.Config{Broker: address})
	board, overlay := openPage(t, web+"/?lang=en", 1280, 720), openPage(t, web+"/overlay?lang=en&hide=1", 1920, 1080)
	board.until("#last .label", "Hand 1")
	overlay.until("#players", "Anna")
	if !eval[bool](overlay, "document.querySelector('#win').hidden") {
		t.Error("the overlay shows a win of the past")
	}
	now, _ := until(second, "state", 1)
	teller.tell(now)
	board.until("#last.fresh .label", "Hand 2")
	overlay.until("#win:not([hidden]) .headline", "佐藤 健")
	eventually(t, "the overlay hides the win", func() bool { return eval[bool](overlay, "document.querySelector('#win').hidden") })

	corrected := []recorded{}
	for _, m := range now {
		if m.Topic == "hand" {
			m.Payload = bytes.Replace(m.Payload, []byte(`"status":"counted"`), []byte(`"status":"corrected"`), 1)
			m.Payload = bytes.Replace(m.Payload, []byte(`"seq":3`), []byte(`"seq":99`), 1)
			corrected = append(corrected, m)
		}
	}
	teller.tell(corrected)
	board.until("#last .label", "corrected by the referee")
	if eval[bool](board, "document.querySelector('#last').classList.contains('fresh')") {
		t.Error("a correction is celebrated")
	}
	if !eval[bool](overlay, "document.querySelector('#win').hidden") {
		t.Error("the overlay celebrates a correction")
	}
}

func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(sharedtest.Patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("%s: did not happen in %v", what, sharedtest.Patience)
}

func TestOverlayIsTransparentWhereNothingIsShown(t *testing.T) {
	p := openPage(t, serve(t, scoreboard.Config{})+"/overlay?mock=99&still=1&lang=zh", 1920, 1080)
	p.do(emulation.SetDefaultBackgroundColorOverride().WithColor(&cdp.RGBA{R: 0, G: 0, B: 0, A: 0}))
	p.until("#players", "Anna")
	picture, err := png.Decode(bytes.NewReader(p.screenshot()))
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct {
		name    string
		x, y    int
		painted bool
	}{
		{"middle", 960, 400, false}, {"corner", 2, 2, false}, {"below the bar", 960, 1075, false}, {"bar", 500, 1030, true},
	} {
		if _, _, _, alpha := picture.At(at.x, at.y).RGBA(); (alpha > 0) != at.painted {
			t.Errorf("%s (%d, %d): alpha %#x, want painted %v", at.name, at.x, at.y, alpha, at.painted)
		}
	}
}

func TestOverlayWithoutABrokerShowsItsBackgroundAlone(t *testing.T) {
	p := openPage(t, serve(t, scoreboard.Config{})+"/overlay?bg=green&lang=en", 640, 360)
	if got := eval[string](p, "getComputedStyle(document.documentElement).backgroundColor"); got != "rgb(0, 177, 64)" {
		t.Errorf("chroma background is %s", got)
	}
	if got := eval[bool](p, "document.querySelector('#bar').hidden"); !got {
		t.Error("an overlay without a broker shows something")
	}
}

// Nothing may come from outside: a club's network may have no way out, and nobody
// is to learn who plays.
func TestPagesAskNobodyElse(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	teller := publishTo(t, broker, "", "")
	teller.tell(readTape(t))
	address := serve(t, scoreboard.Config{Broker: broker})
	for path, ready := range map[string]string{"/": "#table", "/overlay": "#players"} {
		p := openPage(t, address+path, 1280, 720)
		p.until(ready, "佐藤")
		time.Sleep(300 * time.Millisecond)
		p.mu.Lock()
		if len(p.requests) < 8 {
			t.Errorf("%s: only %d requests noted: %q", path, len(p.requests), p.requests)
		}
		for _, asked := range p.requests {
			host := strings.TrimPrefix(address, "http://")
			if !strings.HasPrefix(asked, "http://"+host+"/") && !strings.HasPrefix(asked, "ws://"+host+"/") && !strings.HasPrefix(asked, "data:") {
				t.Errorf("%s asks %s", path, asked)
			}
		}
		p.mu.Unlock()
	}
}

// TestTheOverlayTakesCustomStyles claims that the style element in which OBS puts its custom CSS
// counts on the overlay, and on no page that can change anything.
func TestTheOverlayTakesCustomStyles(t *testing.T) {
	address := serve(t, scoreboard.Config{})
	for path, want := range map[string]string{"/overlay": "rgb(1, 2, 3)", "/console": "", "/": ""} {
		p := openPage(t, address+path+"?mock=999&still=1", 800, 450)
		got := eval[string](p, `(() => {
			const style = document.createElement("style");
			style.textContent = "body { outline-color: rgb(1, 2, 3) !important }";
			document.head.append(style);
			return getComputedStyle(document.body).outlineColor;
		})()`)
		if (got == "rgb(1, 2, 3)") != (want != "") {
			t.Errorf("%s: the outline is %s", path, got)
		}
	}
}

// gallery is a folder with a drawing under each name, whatever it ends in: a face on a blue ground.
func gallery(t *testing.T, names ...string) string {
	t.Helper()
	dir, face := t.TempDir(), image.NewRGBA(image.Rect(0, 0, 96, 96))
	for y := range 96 {
		for x := range 96 {
			c := color.RGBA{40, 70, 140, 255}
			if (x-48)*(x-48)+(y-40)*(y-40) < 22*22 || (x-48)*(x-48)+(y-100)*(y-100) < 36*36 {
				c = color.RGBA{240, 200, 160, 255}
			}
			face.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, face); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestTheOverlayIsPlacedAsItsAddressSays claims that size, place and colours of teams are
// parameters, that a size which would not fit is made one that does, and that who misspells a
// table is told.
func TestTheOverlayIsPlacedAsItsAddressSays(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	publishTo(t, broker, "", "").tell(calm(readTape(t)))
	address := serve(t, scoreboard.Config{Broker: broker, Portraits: gallery(t, "Anna.png", "Dragons.png", "周文.png")}) + "/overlay?lang=en"
	bar := func(query string) []float64 {
		p := openPage(t, address+query, 1920, 1080)
		p.until("#players", "Anna")
		return eval[[]float64](p, `(() => { const r = document.querySelector("#bar").getBoundingClientRect(); return [r.x, r.y, r.width, r.height].map(Math.round); })()`)
	}
	plain, half, huge := bar(""), bar("&scale=0.5&x=10&y=-20"), bar("&scale=50")
	if half[3] > 0.6*plain[3] || half[0] < 192 || half[1] > plain[1] {
		t.Errorf("scale=0.5&x=10&y=-20 is at %v, plain at %v", half, plain)
	}
	if huge[1] < 0 || huge[1]+huge[3] > 1080 || huge[0] < 0 || huge[0]+huge[2] > 1920 {
		t.Errorf("scale=50 is at %v", huge)
	}
	p := openPage(t, address+"&team=Anna:e03131:Dragons&team=Nobody:zzz;x", 1280, 720)
	p.until("#players", "behind")
	if got := eval[string](p, `getComputedStyle(document.querySelector('li[data-name=Anna]')).boxShadow`); !strings.Contains(got, "rgb(224, 49, 49)") {
		t.Errorf("Anna's team is %s", got)
	}
	eventually(t, "the team of one player, another himself, and nobody else have a picture", func() bool {
		return eval[string](p, `[...document.querySelectorAll("#players .portrait")].filter((i) => i.naturalWidth > 0).map((i) => decodeURIComponent(i.src.split("/").pop())).sort().join()`) == "Dragons.png,周文.png"
	})
	p.picture("overlay-teams")
	unknown := openPage(t, address+"&table=tabel-1", 1280, 720)
	unknown.until("#hint:not([hidden])", "tabel-1")
}
