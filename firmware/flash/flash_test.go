package flash

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/internal/sharedtest"
)

// compiler made the image that is part of the program; another one makes another.
const compiler = "avr-gcc (GCC) 5.4.0"

func TestImageIsWhatTheSourcesGive(t *testing.T) {
	sharedtest.Tool(t, "avr-gcc")
	if version, err := exec.Command("avr-gcc", "--version").Output(); err != nil || !strings.HasPrefix(string(version), compiler) {
		t.Skipf("the image was made with %s, here is %.30s (%v)", compiler, version, err)
	}
	dir := t.TempDir()
	if said, err := exec.Command("make", "-C", "..", "OUT="+dir).CombinedOutput(); err != nil {
		t.Fatalf("make: %v\n%s", err, said)
	}
	built, err := os.ReadFile(filepath.Join(dir, "jantaku.hex"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(built, Image()) {
		t.Error("firmware/flash/jantaku.hex is not what the sources give; run make firmware")
	}
}

func TestFlashSaysThatNothingAnswers(t *testing.T) {
	sharedtest.Tool(t, "avrdude")
	err := Write(t.Context(), filepath.Join(t.TempDir(), "no-port"), nil)
	if !errors.Is(err, ErrNoBoard) || !strings.Contains(err.Error(), "no-port") {
		t.Errorf("error %v", err)
	}
}

// TestHowMuchIsWrittenIsTold takes what avrdude says of writing and reading back, in pieces as they come, and not the bar before.
func TestHowMuchIsWrittenIsTold(t *testing.T) {
	bar := strings.Repeat("#", signs) + " | 100% 0.01s\n\n"
	said := "avrdude: AVR device initialized\n\nReading | " + bar + "avrdude: writing flash (10614 bytes):\n\nWriting | " + bar + "avrdude: 10614 bytes of flash written\n\nReading | " + bar + "avrdude done."
	var told []int
	b := &bars{tell: func(percent int) { told = append(told, percent) }}
	for i := range said {
		_, _ = b.Write([]byte(said[i : i+1]))
	}
	if len(told) != 100 || told[0] != 1 || told[49] != 50 || told[99] != 100 || b.text.String() != said {
		t.Errorf("told %v", told)
	}
}

// TestFlashWritesANewBoard gives a chip with the bootloader of the Uno, in simavr behind a
// pseudo-terminal, to avrdude, and asks the board afterwards who it is.
func TestFlashWritesANewBoard(t *testing.T) {
	sharedtest.ByNight(t) // avrdude's patience is in real time
	sharedtest.Tool(t, "avrdude")
	const bootloader = "/usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot/optiboot_atmega328.hex"
	if _, err := os.Stat(bootloader); err != nil {
		t.Skip("needs the bootloader of Debian's arduino-core-avr")
	}
	simulator := filepath.Join(t.TempDir(), "simulator")
	if said, err := exec.Command("cc", "-O2", "-o", simulator, "../simulator/simulator.c", "../simulator/ads1115.c", "../simulator/capacitors.c", "-lsimavr", "-lm").CombinedOutput(); err != nil {
		t.Fatalf("cc: %v\n%s", err, said)
	}
	chip := exec.Command(simulator, bootloader)
	in, err := chip.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := chip.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := chip.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(out)
	do := func(command string) string {
		_, _ = io.WriteString(in, command+"\n") // a chip that has ended does not answer either
		answers.Scan()
		return answers.Text()
	}
	port := strings.TrimPrefix(do("pty"), "ok ")
	done := make(chan struct{})
	var clock sync.WaitGroup
	clock.Go(func() {
		defer in.Close()
		do("run 1500000")
		for {
			select {
			case <-done:
				return
			default:
				do("run 2000")
				time.Sleep(2 * time.Millisecond)
			}
		}
	})
	t.Cleanup(func() {
		close(done)
		clock.Wait()
		_ = chip.Wait()
	})
	var told []int
	if err := Write(t.Context(), port, func(percent int) { told = append(told, percent) }); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(told) || len(told) < 50 || told[len(told)-1] != 100 {
		t.Errorf("what is done is told as %v", told)
	}
	line, err := device.OpenSerial(port, device.DefaultBaud)
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	pin, err := device.NewSettingsClient(line).Pin(t.Context(), "D2")
	if err != nil || pin.Closes != "win" {
		t.Errorf("the board answers %v (%v)", pin, err)
	}
}
