// Package chip runs the built image of the adapter board in simavr, for tests: the sources of firmware/ are compiled
// once, and a test drives pins, voltages, power and the serial line.
package chip

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
)

// Built is what make gives.
type Built struct {
	Image     string // file of the image, ELF
	Simulator string // file of the simulator
	Said      string // what make said, with the size of the image
}

// build compiles image and simulator once for all tests of these sources: into a folder of the user's cache that is named by them, so that no
// package compiles them again and none leaves a folder behind.
var build = sync.OnceValues(func() (b Built, err error) {
	root, err := root()
	if err != nil {
		return b, err
	}
	kept, err := cache(root)
	if err != nil {
		return b, err
	}
	b = Built{Image: filepath.Join(kept, "jantaku.elf"), Simulator: filepath.Join(kept, "simulator")}
	if said, err := os.ReadFile(filepath.Join(kept, saidName)); err == nil {
		b.Said = string(said)
		return b, nil
	}
	dir, err := os.MkdirTemp(filepath.Dir(kept), "building-")
	if err != nil {
		return b, err
	}
	defer os.RemoveAll(dir)
	if b.Said, err = compile(root, dir); err != nil {
		return b, err
	}
	if err := os.WriteFile(filepath.Join(dir, saidName), []byte(b.Said), 0o600); err != nil {
		return b, err
	}
	if err := os.Rename(dir, kept); err != nil && !errors.Is(err, fs.ErrExist) { // another package was sooner
		return b, err
	}
	return b, nil
})

// saidName is the file of what make said; it is written last.
const saidName = "said"

// cache is the folder of what is built from the sources as they are, by compilers as they are.
func cache(root string) (string, error) {
	sum := sha256.New()
	for _, compiler := range []string{"avr-gcc", "cc"} {
		said, err := exec.Command(compiler, "--version").Output()
		if err != nil {
			return "", fmt.Errorf("%s: %w", compiler, err)
		}
		sum.Write(said)
	}
	for _, folder := range []string{"firmware", filepath.Join("device", "reference-c")} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			data, err := os.ReadFile(name)
			fmt.Fprintln(sum, d.Name(), len(data))
			sum.Write(data)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	home, err := os.UserCacheDir()
	if err != nil {
		home = os.TempDir()
	}
	all := filepath.Join(home, "jantaku-firmware")
	return filepath.Join(all, hex.EncodeToString(sum.Sum(nil)[:8])), os.MkdirAll(all, 0o700)
}

// compile makes image and simulator in a folder, and gives what make said.
func compile(root, dir string) (string, error) {
	said, err := exec.Command("make", "-C", filepath.Join(root, "firmware"), "OUT="+dir).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("make: %w\n%s", err, said)
	}
	source := filepath.Join(root, "firmware", "simulator")
	out, err := exec.Command("cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", filepath.Join(dir, "simulator"), filepath.Join(source, "simulator.c"),
		filepath.Join(source, "ads1115.c"), filepath.Join(source, "capacitors.c"), "-lsimavr", "-lm").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("cc: %w\n%s", err, out)
	}
	return string(said), nil
}

// root is the folder of the module.
func root() (string, error) {
	for dir := "."; ; dir = filepath.Join(dir, "..") {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if abs, err := filepath.Abs(dir); err != nil || abs == filepath.Dir(abs) {
			return "", errors.New("the folder of the module is not above this one")
		}
	}
}

// Build compiles image and simulator. The test is skipped where the compilers are missing.
func Build(t testing.TB) Built {
	t.Helper()
	sharedtest.Tool(t, "avr-gcc")
	sharedtest.Tool(t, "cc")
	if _, err := os.Stat("/usr/include/simavr/sim_avr.h"); err != nil {
		sharedtest.Tool(t, "libsimavr-dev, which is not a program")
	}
	b, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Chip is a board. It is not safe for concurrent use.
type Chip struct {
	US  int64 // its clock, microseconds
	t   testing.TB
	in  io.Writer
	out *bufio.Reader
}

// New switches a new board on.
func New(t testing.TB) *Chip {
	t.Helper()
	b := Build(t)
	return Start(t, b.Simulator, b.Image)
}

// Start runs an image, or a bootloader (.hex) alone, as a chip is bought.
func Start(t testing.TB, simulator, image string) *Chip {
	t.Helper()
	cmd := exec.Command(simulator, image)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("simulator: %v", err)
		}
	})
	return &Chip{t: t, in: in, out: bufio.NewReaderSize(out, 1<<17)}
}

// Do sends a command of firmware/simulator/simulator.c and gives the words of its answer after ok.
func (c *Chip) Do(format string, args ...any) []string {
	c.t.Helper()
	c.Say(fmt.Sprintf(format, args...))
	return c.Hear()
}

// Say sends commands, each of which Hear answers.
func (c *Chip) Say(commands ...string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, strings.Join(commands, "\n")+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// Hear gives the words of the next answer after ok.
func (c *Chip) Hear() []string {
	c.t.Helper()
	line, err := c.out.ReadString('\n')
	words := strings.Fields(line)
	if err != nil || len(words) == 0 || words[0] != "ok" {
		c.t.Fatalf("simulator answers %q: %v", line, err)
	}
	return words[1:]
}

// Run lets the board work and gives what it sent.
func (c *Chip) Run(d time.Duration) []byte {
	c.t.Helper()
	return c.Ran(c.Do("run %d", d.Microseconds()))
}

// Ran reads the answer to a run.
func (c *Chip) Ran(words []string) []byte {
	c.t.Helper()
	us, err := strconv.ParseInt(words[0], 10, 64)
	if err != nil {
		c.t.Fatal(err)
	}
	c.US = us
	if len(words) == 1 {
		return nil
	}
	sent, err := hex.DecodeString(words[1])
	if err != nil {
		c.t.Fatal(err)
	}
	return sent
}

// Close and Open are the two levels of a contact to ground.
func (c *Chip) Close(pin string) { c.Do("pin %s 0", pin) }
func (c *Chip) Open(pin string)  { c.Do("pin %s 1", pin) }

// Button is the input of the win button of a place, 1 to 4, as boards are wired that nobody has set.
func Button(place int) string { return fmt.Sprintf("D%d", 1+place) }

// Lamp is the output of its lamp.
func Lamp(place int) string { return fmt.Sprintf("D%d", 9+place) }

// Lit is how a lamp is, looked at for half a second of the board's time.
func (c *Chip) Lit(place int) string {
	on, n := 0, 0
	for ; n < 32; n++ {
		c.Run(16 * time.Millisecond)
		if c.Do("out %s", Lamp(place))[0] == "1" {
			on++
		}
	}
	switch on {
	case 0:
		return "off"
	case n:
		return "on"
	}
	return "blinks"
}

// Live lets the board run in real time behind a pseudo-terminal, whose name it gives. What is done to it meanwhile goes
// through At.
func (c *Chip) Live() (port string, live *Live) {
	c.t.Helper()
	port = c.Do("pty")[0]
	live = &Live{chip: c, end: make(chan struct{}), turns: make(chan func(*Chip)), done: make(chan struct{})}
	go live.run()
	c.t.Cleanup(func() {
		close(live.end)
		<-live.done
	})
	return port, live
}

// Live is a board that runs in real time, as far as the machine is quick enough.
type Live struct {
	chip  *Chip
	turns chan func(*Chip)
	end   chan struct{}
	done  chan struct{}
}

func (l *Live) run() {
	defer close(l.done)
	const part = 2 * time.Millisecond
	for next := time.Now(); ; {
		select {
		case <-l.end:
			return
		case turn := <-l.turns:
			turn(l.chip)
			next = time.Now()
		case <-time.After(time.Until(next)):
			l.chip.Run(part)
			if next = next.Add(part); time.Since(next) > 100*time.Millisecond {
				next = time.Now() // the machine is too slow: the board's time stands still meanwhile
			}
		}
	}
}

// At does something to the board between two of its milliseconds, and waits for it.
func (l *Live) At(do func(*Chip)) {
	done := make(chan struct{})
	l.turns <- func(c *Chip) { defer close(done); do(c) }
	<-done
}

// Press holds a contact for so long.
func (l *Live) Press(pin string, hold time.Duration) {
	l.At(func(c *Chip) { c.Close(pin) })
	time.Sleep(hold)
	l.At(func(c *Chip) { c.Open(pin) })
}
