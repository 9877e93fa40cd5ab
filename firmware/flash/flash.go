// Package flash writes the firmware of the adapter board, which stands beside it in C and is part of
// this program as the image jantaku.hex, to an Arduino Nano or Uno.
package flash

import (
	"bytes"
	"context"
	_ "embed" // the image
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

//go:embed jantaku.hex
var image []byte

// Image is the firmware in Intel's hex format.
func Image() []byte { return bytes.Clone(image) }

// ErrNoBoard reports that no bootloader answered.
var ErrNoBoard = errors.New("flash: no board answers")

// bauds are the speeds of the bootloaders: that of the Uno and of newer Nanos, and of older Nanos.
var bauds = []string{"115200", "57600"}

// flashTime is how long writing and reading back may take: 11 kB take 4 s at 57600 bit/s.
const flashTime = time.Minute

// Write writes the firmware to the board at a serial port with avrdude, which reads it back and
// compares. Settings and log of the board, in its EEPROM, stay. tell, nil for nobody, hears how much of that is done, 0 to 100
// percent. The error wraps ErrNoBoard and holds what avrdude said.
func Write(ctx context.Context, port string, tell func(percent int)) error {
	avrdude, err := exec.LookPath("avrdude")
	if err != nil {
		return fmt.Errorf("flash: %w; install it: sudo apt install avrdude", err)
	}
	dir, err := os.MkdirTemp("", "jantaku-flash-")
	if err != nil {
		return fmt.Errorf("flash: %w", err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "jantaku.hex")
	if err := os.WriteFile(file, image, 0o600); err != nil {
		return fmt.Errorf("flash: %w", err)
	}
	var said []byte
	u := upload{avrdude: avrdude, port: port, file: file, tell: tell}
	for _, baud := range bauds {
		if said, err = u.write(ctx, baud); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return fmt.Errorf("%w at %s at %v bit/s; is it an Arduino Nano or Uno, is nothing else using the port, is the capacitor at its reset pulled out? avrdude says:\n%s",
		ErrNoBoard, port, bauds, bytes.TrimSpace(said))
}

// upload is a file on its way to a board, by a program.
type upload struct {
	avrdude, port, file string
	tell                func(percent int)
}

func (u *upload) write(ctx context.Context, baud string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, flashTime)
	defer cancel()
	// -D: the bootloader erases page by page, and cannot erase the whole chip.
	cmd := exec.CommandContext(ctx, u.avrdude, "-p", "atmega328p", "-c", "arduino", "-P", u.port, "-b", baud, "-D", "-U", "flash:w:"+u.file+":i")
	cmd.WaitDelay = time.Second
	said := &bars{tell: u.tell}
	cmd.Stdout, cmd.Stderr = said, said
	err := cmd.Run()
	return said.text.Bytes(), err
}

// bars hears what avrdude says. It draws a bar of fifty signs while it writes, and another while it reads back; one before, for the
// kind of the chip, does not count.
type bars struct {
	text bytes.Buffer
	line []byte // what was said since the last end of a line
	done int    // bars that were drawn whole, of the two
	told int
	tell func(int)
}

const signs = 50 // of a bar

// Write takes what was said; it never fails.
func (b *bars) Write(p []byte) (int, error) {
	b.text.Write(p)
	for _, c := range p {
		if c == '\n' {
			b.line = b.line[:0]
			continue
		}
		b.line = append(b.line, c)
		writing, reading := bytes.HasPrefix(b.line, []byte("Writing |")), bytes.HasPrefix(b.line, []byte("Reading |"))
		if c != '#' || !writing && (!reading || b.done == 0) {
			continue
		}
		n := bytes.Count(b.line, []byte{'#'})
		if percent := 50*map[bool]int{true: 1}[reading] + 50*min(n, signs)/signs; percent > b.told && b.tell != nil {
			b.told = percent
			b.tell(percent)
		}
		if writing && n == signs {
			b.done = 1
		}
	}
	return len(p), nil
}
