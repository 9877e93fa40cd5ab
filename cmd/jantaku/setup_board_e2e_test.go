package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/chromedp/chromedp"
	"golang.org/x/sys/unix"

	"jantaku/device"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/chip"
)

// bootloader is what a new Nano has, of Debian's arduino-core-avr.
const bootloader = "/usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot/optiboot_atmega328.hex"

// mostNamingSteps is how much is asked of somebody between a bare Nano and four named buttons.
const mostNamingSteps = 8

// boardWords are what a page says in the three languages.
var boardWords = map[string]struct{ step, port, other, write, name, press, done string }{
	"en": {"Table's board", "Serial port", "Name of the port", "Write the firmware", "Name the buttons", "Press the button of place %d", "The board keeps it"},
	"zh": {"牌桌接线板", "串口", "串口名称", "写入固件", "指定按钮", "请按一下%d号位的按钮", "接线板已记住"},
	"ja": {"卓の基板", "シリアルポート", "ポート名", "ファームウェアを書き込む", "ボタンを割り当てる", "%d番席のボタンを一度押して", "基板が覚えました"},
}

// TestButtonsAreNamedFromABareNano has a chip as it is bought, in simavr, at one end and a browser at the other: the firmware is
// written, and each button pressed once, in an order that is not that of the pins. By day one that has its firmware.
func TestButtonsAreNamedFromABareNano(t *testing.T) {
	languages := []string{"en", "zh", "ja"}
	if !sharedtest.Night() {
		languages = languages[:1]
	}
	for _, lang := range languages {
		t.Run(lang, func(t *testing.T) { nameFromBare(t, lang, sharedtest.Night()) })
	}
}

func nameFromBare(t *testing.T, lang string, bare bool) {
	c := chip.New(t)
	if bare {
		sharedtest.Tool(t, "avrdude")
		if _, err := os.Stat(bootloader); err != nil {
			t.Skip("needs the bootloader of Debian's arduino-core-avr")
		}
		c = chip.Start(t, chip.Build(t).Simulator, bootloader)
		c.Run(1500 * time.Millisecond)
	}
	port, board := c.Live()
	n, words := arrive(t, lang), boardWords[lang]
	click := func(part, text string) {
		n.waits(text, fmt.Sprintf(`(() => {
			const one = [...document.querySelectorAll("%s button")].find((b) => b.innerText.includes(%q));
			one?.click();
			return !!one;
		})()`, part, text))
	}
	n.step("open the page")
	n.step("the step of the board")
	click("#steps", words.step)
	n.title(words.step)
	n.step("its port")
	n.choose(words.port, "\x00")
	n.types(words.other, port)
	n.do(chromedp.Click("#step h2"))
	n.choose(boardDialect(lang), "reference")
	n.step("write the firmware, or name the buttons")
	if bare {
		n.patience = 3 * time.Minute // avrdude's is in real time, the board's is not
		click(".board", words.write)
		n.waits("how much is written", `/[^0-9][1-9][0-9] ?%/.test(document.querySelector(".board [role=status]").innerText)`)
		n.picture("setup-board-flashing-" + lang)
	} else {
		click(".board", words.name)
	}
	for i, pin := range []string{"D4", "D2", "D5", "D7"} {
		n.waits("the question", fmt.Sprintf(`document.querySelector(".board [role=status]").innerText.includes(%q)`, fmt.Sprintf(words.press, i+1)))
		n.step(fmt.Sprintf("press the button of place %d", i+1))
		board.At(func(c *chip.Chip) { c.Close(pin) })
		n.waits("the input", fmt.Sprintf(`document.querySelector('.pins [data-pin=%s]').classList.contains("closed")`, pin))
		if i == 1 {
			n.fits("inputs")
			n.picture("setup-board-" + lang)
		}
		board.At(func(c *chip.Chip) { c.Open(pin) })
	}
	n.waits("the names", fmt.Sprintf(`document.querySelector(".board .good")?.innerText.includes(%q)`, words.done))
	n.picture("setup-board-named-" + lang)
	sticks := map[string][2]string{"en": {"Score sticks in the drawers", "The board measures these sticks."}, "zh": {"抽屉里的点棒", "接线板已按此测量点棒。"}, "ja": {"引出しの点棒", "基板はこの点棒を計測します。"}}[lang]
	for _, kind := range []string{"amos", "tenpal"} {
		n.choose(sticks[0], kind)
		n.waits("the sticks", fmt.Sprintf(`document.querySelector(".board .good")?.innerText.includes(%q) && document.querySelectorAll("table.sticks td").length === 20`, sticks[1]))
		n.waits("the pin that charges", fmt.Sprintf(`document.querySelectorAll('.pins [data-pin=A0], .pins [data-pin=D9]').length === 2 && /%s/.test(document.querySelector('.pins [data-pin=D9]').innerText)`,
			map[string]string{"amos": ".", "tenpal": map[string]string{"en": "Charges", "zh": "充电", "ja": "充電"}[lang]}[kind]))
	}
	n.fits("sticks")
	n.whole("setup-board-sticks-" + lang)
	n.do(chromedp.Click(nextButton)) // frees the port
	n.waits("the next step", fmt.Sprintf(`!document.querySelector("#step h2")?.innerText.startsWith(%q)`, words.step))
	if t.Logf("%d steps: %s", len(n.steps), strings.Join(n.steps, "; ")); len(n.steps) > mostNamingSteps {
		t.Errorf("%d steps, at most %d", len(n.steps), mostNamingSteps)
	}
	line, err := device.OpenSerial(port, device.DefaultBaud)
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	client := device.NewSettingsClient(line)
	if one, err := client.Compartment(t.Context(), 1); err != nil || one != device.DrawerKinds()[1].Compartments[1] {
		t.Errorf("the second compartment is %+v: %v", one, err)
	}
	if on, _, err := client.Sticks(t.Context()); err != nil || !on {
		t.Errorf("drawers are not measured: %v", err)
	}
	for pin, want := range map[string]string{"D4": "win@1", "D2": "win@2", "D5": "win@3", "D7": "win@4", "D3": "off", "D9": "charge", "A2": "select@2", "D12": "lamp@1", "D10": "lamp@2", "D13": "lamp@3", "D11": "lamp@4"} {
		if p, err := client.Pin(t.Context(), pin); err != nil || !strings.HasPrefix(p.String(), want) {
			t.Errorf("%s is %v (%v), want %s", pin, p, err, want)
		}
	}
}

// boardDialect is the label of the choice of dialects.
func boardDialect(lang string) string {
	return map[string]string{"en": "What the board speaks", "zh": "接线板协议", "ja": "基板の方式"}[lang]
}

// TestKeysAreNamedInTheSetUp names the keys of a keypad, which is a pipe with events as the kernel gives them.
func TestKeysAreNamedInTheSetUp(t *testing.T) {
	n := arrive(t, "en")
	port := filepath.Join(t.TempDir(), "keypad-event-kbd")
	keypad := newKeypad(t, port)
	n.title("Camera")
	n.do(chromedp.Click("#steps button:nth-child(4)"))
	n.title("Table's board")
	n.choose("Serial port", "\x00")
	n.types("Name of the port", port)
	n.do(chromedp.Click("#step h2"))
	n.choose("What the board speaks", "keys")
	n.waits("the button", `(() => { const one = document.querySelectorAll(".board button")[1]; one.click(); return true; })()`)
	for i, code := range []uint16{104, 109, 63, 1, 52} {
		question := fmt.Sprintf("Press the key of place %d", i+1)
		if i == 4 {
			question = "when the tiles go in"
		}
		n.waits("the question", fmt.Sprintf(`document.querySelector(".board [role=status]").innerText.includes(%q)`, question))
		keypad.press(code)
	}
	n.waits("the names", `document.querySelector(".board .good")?.innerText.includes("KEY_PAGEUP")`)
	n.picture("setup-keys")
	n.do(chromedp.Click(nextButton))
	n.title("Rules")
	answer, err := http.Post(n.page+"api/setup/state", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var state struct {
		Data struct {
			Values map[string]json.RawMessage `json:"values"`
		} `json:"data"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil {
		t.Fatal(err)
	}
	want := `[{"event":"win","input":"KEY_PAGEUP","place":1},{"event":"win","input":"KEY_PAGEDOWN","place":2},{"event":"win","input":"KEY_F5","place":3},{"event":"win","input":"KEY_ESC","place":4},{"event":"shuffle","input":"KEY_DOT"}]`
	if chosen := string(state.Data.Values["table.contacts"]); chosen != want {
		t.Errorf("chosen %s\nwant   %s", chosen, want)
	}
}

// keypad is the device of a keypad.
type keypad struct {
	t  *testing.T
	to *os.File
}

// newKeypad plugs one in at a name.
func newKeypad(t *testing.T, name string) keypad {
	t.Helper()
	if err := unix.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	to, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { to.Close() })
	return keypad{t, to}
}

// press writes what the kernel writes when a key is pressed and released.
func (k keypad) press(code uint16) {
	k.t.Helper()
	for _, value := range []uint32{1, 0} {
		raw := make([]byte, unsafe.Sizeof(unix.Timeval{}), unsafe.Sizeof(unix.Timeval{})+8)
		raw = binary.NativeEndian.AppendUint16(raw, 1)
		raw = binary.NativeEndian.AppendUint16(raw, code)
		raw = binary.NativeEndian.AppendUint32(raw, value)
		if _, err := k.to.Write(raw); err != nil {
			k.t.Fatal(err)
		}
	}
}
