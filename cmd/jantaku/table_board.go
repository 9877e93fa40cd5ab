package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"jantaku/device"
	"jantaku/firmware/flash"
	"jantaku/internal/command"
	"jantaku/internal/usageerror"
	"jantaku/models"
)

func newFlashCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "flash PORT",
		Short: "write the firmware to an adapter board (Arduino Nano or Uno), read it back and ask it who it is",
		Long: "Writes the firmware with avrdude, which reads it back. Settings and log of the board stay. The port is free only while\n" +
			"the daemon does not run. firmware/README.md says what to build and to connect.",
		Args: command.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			progress := usageerror.NewProgress(cmd.ErrOrStderr(), "percent written and read back")
			if err := flash.Write(cmd.Context(), args[0], func(percent int) { progress.Tell(percent, 100) }); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d bytes of image written and read back\n", len(flash.Image()))
			return withBoard(cmd.Context(), args[0], func(ctx context.Context, board *device.SettingsClient) error {
				return printHealth(ctx, cmd.OutOrStdout(), board)
			})
		},
	}
}

// withBoard opens a board at a port for questions about its settings.
func withBoard(ctx context.Context, name string, do func(context.Context, *device.SettingsClient) error) (err error) {
	port, err := device.OpenSerial(name, device.DefaultBaud)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, port.Close()) }()
	return do(ctx, device.NewSettingsClient(port))
}

func printHealth(ctx context.Context, out io.Writer, board *device.SettingsClient) error {
	health, err := board.Health(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "the board answers: start %d, the last after %s, %d bytes of memory never used\n", health.Starts, health.Cause, health.Memory)
	return nil
}

func newPinsCommand() *cobra.Command {
	var watch time.Duration
	cmd := &cobra.Command{
		Use:   "pins PORT [SETTING=VALUE]...",
		Short: "show what the pins of an adapter board are for, or set it",
		Long: "Without settings: every pin, and how it is at this moment; --watch tells each change.\n\n" +
			"  D9=raised,press=20ms            the event raised when the contact at D9 closes for 20 ms\n" +
			"  D8=shuffle/raised,release=2s    one event when it closes, another when it has been open for 2 s\n" +
			"  A0=riichi/riichi@1,high         place 1; closed while the pin is high\n" +
			"  D10=lamp@1  A0=select@0  D6=off\n" +
			"  sticks=on  sticks=off  sticks=A6,A7     the drawers, and the inputs of their multiplexers\n" +
			"  sticks=0x48,0x49,0x4a,0x4b              or ADS1115 converters, in the drawers of places 1 to 4\n" +
			"  range=4.096                             of the converters, volts: 6.144 (usual), 4.096, 2.048 ...\n" +
			"  drawers=tenpal  drawers=amos            all compartments for Century Tenpal (capacitors) or AMOS Monster (resistors)\n" +
			"  drawer5=100:1M:120k                     compartment 5: worth, resistance of a stick, of the reference\n" +
			"  drawer2=5000:500k:100k:5n               and its capacitance; 1000:0:100k:10n is a capacitor alone\n" +
			"  D9=charge                               the pin that charges sticks which are capacitors\n" +
			"  tolerance=1                             percent that sticks may differ, of 1 to 20; the fewer the more a compartment holds\n\n" +
			"Words are those of docs/serial.md: start dice-key shuffle shuffled raised dealt riichi win emergency test. The board keeps\n" +
			"what is set without power; every value is read back.",
		Args: command.Args(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			changes, err := parseSettings(args[1:])
			if err != nil {
				return err
			}
			return withBoard(cmd.Context(), args[0], func(ctx context.Context, board *device.SettingsClient) error {
				for _, change := range changes {
					if err := change(ctx, board); err != nil {
						return err
					}
				}
				if err := printPins(ctx, cmd.OutOrStdout(), board); err != nil {
					return err
				}
				return watchPins(ctx, cmd.OutOrStdout(), board, watch)
			})
		},
	}
	cmd.Flags().DurationVar(&watch, "watch", 0, "tell each change of an input for so long")
	return cmd
}

// parseSettings reads all settings before the first is written.
func parseSettings(args []string) (changes []func(context.Context, *device.SettingsClient) error, err error) {
	for _, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, fmt.Errorf("%q is not SETTING=VALUE", arg)
		}
		change, err := parseSetting(name, value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", arg, err)
		}
		changes = append(changes, change)
	}
	return changes, nil
}

func parseSetting(name, value string) (func(context.Context, *device.SettingsClient) error, error) {
	if name == "drawers" {
		return parseDrawers(value)
	}
	if compartment, ok := strings.CutPrefix(name, "drawer"); ok {
		i, err := strconv.Atoi(compartment)
		if err != nil {
			return nil, err
		}
		one, err := parseCompartment(value)
		return func(ctx context.Context, b *device.SettingsClient) error { return b.SetCompartment(ctx, i-1, one) }, err
	}
	switch {
	case name == "sticks" && strings.HasPrefix(value, "0x"):
		return parseConverters(value)
	case name == "sticks":
		return parseSticks(value)
	case name == "range":
		return parseRange(value)
	case name == "tolerance":
		percent, err := strconv.Atoi(value)
		return func(ctx context.Context, b *device.SettingsClient) error { return b.SetTolerance(ctx, percent) }, err
	}
	pin, err := device.ParsePin(value)
	return func(ctx context.Context, b *device.SettingsClient) error { return b.SetPin(ctx, name, pin) }, err
}

func parseSticks(value string) (func(context.Context, *device.SettingsClient) error, error) {
	on, wanted := value != "off", [2]int{-1, -1}
	if on && value != "on" {
		for i, word := range strings.Split(value, ",") {
			n, err := strconv.Atoi(strings.TrimPrefix(word, "A"))
			if err != nil || n < 0 || n > 7 || i > 1 {
				return nil, fmt.Errorf("%q is not on, off or two of A0 to A7", value)
			}
			wanted[i] = n
		}
		if wanted[1] < 0 {
			wanted[1] = wanted[0]
		}
	}
	return func(ctx context.Context, b *device.SettingsClient) error {
		_, analog, err := b.Sticks(ctx)
		if err != nil {
			return err
		}
		if wanted[0] >= 0 {
			analog = wanted
			if err := setConverters(ctx, b, func(c *device.Converters) { c.There = [models.Places]bool{} }); err != nil {
				return err
			}
		}
		return b.SetSticks(ctx, on, analog)
	}, nil
}

// setConverters changes the converters of a board. One whose firmware does not know them has multiplexers.
func setConverters(ctx context.Context, b *device.SettingsClient, change func(*device.Converters)) error {
	was, err := b.Converters(ctx)
	unknown := errors.Is(err, device.ErrSetting)
	if err != nil && !unknown {
		return err
	}
	now := was
	if change(&now); now == was {
		return nil
	}
	if unknown {
		return fmt.Errorf("converters: %w", err)
	}
	return b.SetConverters(ctx, now)
}

// parseConverters reads the addresses of converters, each that of a place.
func parseConverters(value string) (func(context.Context, *device.SettingsClient) error, error) {
	var there [models.Places]bool
	for word := range strings.SplitSeq(value, ",") {
		n, err := strconv.ParseInt(word, 0, 16)
		i := int(n) - device.ConverterAddress(1)
		if err != nil || i < 0 || i >= models.Places {
			return nil, fmt.Errorf("%q is not 0x48 to 0x4b", word)
		}
		if there[i] {
			return nil, fmt.Errorf("%s is named twice; each converter has an address of its own", word)
		}
		there[i] = true
	}
	return func(ctx context.Context, b *device.SettingsClient) error {
		if err := setConverters(ctx, b, func(c *device.Converters) { c.There = there }); err != nil {
			return err
		}
		_, analog, err := b.Sticks(ctx)
		if err != nil {
			return err
		}
		return b.SetSticks(ctx, true, analog)
	}, nil
}

// parseRange reads what voltages converters measure.
func parseRange(value string) (func(context.Context, *device.SettingsClient) error, error) {
	volts, err := strconv.ParseFloat(value, 64)
	mv := int(volts*1000 + .5)
	if err != nil || !slices.Contains(device.ConverterRanges(), mv) {
		return nil, fmt.Errorf("%q is none of 6.144, 4.096, 2.048, 1.024, 0.512, 0.256 volts", value)
	}
	return func(ctx context.Context, b *device.SettingsClient) error {
		return setConverters(ctx, b, func(c *device.Converters) { c.Range = mv })
	}, nil
}

func parseDrawers(value string) (func(context.Context, *device.SettingsClient) error, error) {
	var names []string
	for _, kind := range device.DrawerKinds() {
		if kind.Name == value {
			return func(ctx context.Context, b *device.SettingsClient) error { return b.SetDrawers(ctx, kind) }, nil
		}
		names = append(names, kind.Name)
	}
	return nil, fmt.Errorf("%q is none of %s", value, strings.Join(names, ", "))
}

func parseCompartment(text string) (c device.Compartment, err error) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 && len(parts) != 4 {
		return c, fmt.Errorf("%q is not WORTH:STICK:REFERENCE or WORTH:STICK:REFERENCE:CAPACITANCE, such as 100:1M:120k", text)
	}
	suffixes := []map[string]float64{{}, {"k": 1e3, "M": 1e6}, {"k": 1e3, "M": 1e6}, {"p": 1, "n": 1e3}}
	for i, part := range parts {
		scale, number := 1.0, part
		for suffix, times := range suffixes[i] {
			if cut, ok := strings.CutSuffix(part, suffix); ok {
				number, scale = cut, times
			}
		}
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || v < 0 || v*scale > 1e7 {
			return c, fmt.Errorf("%q is not a number such as 100, 1.2k, 1M or 10n", part)
		}
		*[]*int{&c.Worth, &c.Stick, &c.Reference, &c.Capacitance}[i] = int(v*scale + .5)
	}
	return c, nil
}

func printPins(ctx context.Context, out io.Writer, board *device.SettingsClient) error {
	levels, err := board.Levels(ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, name := range device.PinNames() {
		pin, err := board.Pin(ctx, name)
		if err != nil {
			return err
		}
		now := ""
		if levels.Closed[i] {
			now = "closed"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", name, pin, now)
	}
	on, analog, err := board.Sticks(ctx)
	if err != nil {
		return err
	}
	if !on {
		fmt.Fprintln(w, "sticks\toff\t")
		return errors.Join(w.Flush(), printHealth(ctx, out, board))
	}
	if converters, err := board.Converters(ctx); err == nil && converters.Any() {
		if err := printConverters(ctx, w, board, converters); err != nil {
			return err
		}
	} else if err != nil && !errors.Is(err, device.ErrSetting) {
		return err
	} else {
		fmt.Fprintf(w, "sticks\tA%d,A%d\t\n", analog[0], analog[1])
	}
	return errors.Join(printDrawers(ctx, w, board), w.Flush(), printHealth(ctx, out, board))
}

// printDrawers tells how the compartments are set and how many sticks each measures: by capacitance, and by resistance where both
// are.
func printDrawers(ctx context.Context, out io.Writer, board *device.SettingsClient) error {
	drawers, err := board.Drawers(ctx)
	if err != nil {
		return err
	}
	capacitors := false
	for i := range device.DrawerCompartments {
		c, err := board.Compartment(ctx, i)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "drawer%d\t%d:%d:%d", i+1, c.Worth, c.Stick, c.Reference)
		if c.Capacitance > 0 {
			capacitors = true
			fmt.Fprintf(out, ":%gn", float64(c.Capacitance)/1000)
		}
		fmt.Fprint(out, "\t")
		for place := range models.Places {
			resistors, farads := drawers.Sticks(models.PlaceAt(place), i, c)
			switch {
			case c.Capacitance == 0:
				fmt.Fprintf(out, "%.2f  ", resistors)
			case c.Stick == 0:
				fmt.Fprintf(out, "%.2f  ", farads)
			default:
				fmt.Fprintf(out, "%.2f (%.2f)  ", farads, resistors)
			}
		}
		fmt.Fprintln(out, "sticks at places 1 to 4")
	}
	tolerance, err := board.Tolerance(ctx)
	if err == nil && capacitors {
		fmt.Fprintf(out, "tolerance\t%d\tpercent that sticks may differ; sticks by their capacitors, and in brackets by their resistors\n", tolerance)
	}
	return err
}

// printConverters tells which converters there are and which of them answer.
func printConverters(ctx context.Context, out io.Writer, board *device.SettingsClient, all device.Converters) error {
	bus, err := board.Bus(ctx)
	if err != nil {
		return err
	}
	for i, there := range all.There {
		if there {
			how := map[bool]string{true: "answers", false: "DOES NOT ANSWER"}[bus.Answers[i]]
			fmt.Fprintf(out, "sticks\t0x%x\tconverter of place %d %s\n", device.ConverterAddress(models.PlaceAt(i)), i+1, how)
		}
	}
	supply := fmt.Sprintf("%.2f V", float64(bus.Supply)/1000)
	if bus.Supply == 0 {
		supply = "NOT SEEN"
	}
	fmt.Fprintf(out, "range\t%.3f\tvolts; the supply of the sticks %s\n", float64(all.Range)/1000, supply)
	return nil
}

// watchPins tells what changes.
func watchPins(ctx context.Context, out io.Writer, board *device.SettingsClient, watch time.Duration) error {
	before, err := board.Levels(ctx)
	for end := time.Now().Add(watch); err == nil && time.Now().Before(end) && ctx.Err() == nil; {
		var now device.Levels
		if now, err = board.Levels(ctx); err != nil {
			break
		}
		for i, name := range device.PinNames() {
			if now.Closed[i] != before.Closed[i] {
				fmt.Fprintf(out, "%s  %s  %s\n", time.Now().Format("15:04:05.0"), name, map[bool]string{true: "closed", false: "open"}[now.Closed[i]])
			}
		}
		before = now
	}
	if ctx.Err() != nil {
		return nil // interrupted
	}
	return err
}
