package device

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
)

// The variables that turn the test program into a host which is going to be killed.
const (
	hostPort = "JANTAKU_TEST_HOST_PORT"
	hostFile = "JANTAKU_TEST_HOST_FILE"
)

// stored is what the host writes for each event, in one piece: what happened and how
// far it has read, as the ledger does in one transaction.
type stored struct {
	Value    int
	Position Position
}

// storedIn reads what hosts before have stored, and how many bytes of the file that is. A line
// that a killed host left unfinished was never stored.
func storedIn(name string) (all []stored, size int64, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, 0, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	for line := range bytes.Lines(text) {
		var s stored
		if err := json.Unmarshal(line, &s); err != nil {
			return nil, 0, fmt.Errorf("%q: %w", line, err)
		}
		all = append(all, s)
	}
	return all, int64(len(text)), nil
}

// TestHostThatIsKilled is not a test: it is the host of the test below.
func TestHostThatIsKilled(t *testing.T) {
	if os.Getenv(hostPort) == "" {
		t.Skip("runs as a child of TestNothingIsLostOrRepeatedWhenTheHostIsKilled")
	}
	before, size, err := storedIn(os.Getenv(hostFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(os.Getenv(hostFile), size); err != nil {
		t.Fatal(err)
	}
	var resume Position
	if len(before) > 0 {
		resume = before[len(before)-1].Position
	}
	link, err := NewLink(Options{Port: os.Getenv(hostPort), Dialect: Reference, Resume: resume})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(os.Getenv(hostFile), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := make(chan Event)
	go link.Run(context.Background(), out)
	for e := range out {
		position, ok := e.Position()
		if !ok {
			continue
		}
		line, err := json.Marshal(stored{e.Value, position})
		if err != nil {
			t.Fatal(err)
		}
		// When the process is killed in it, the line may end in the middle.
		if _, err := f.Write(append(line, '\n')); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNothingIsLostOrRepeatedWhenTheHostIsKilled(t *testing.T) {
	t.Parallel()
	kills := sharedtest.Count(20, 200)
	file := filepath.Join(t.TempDir(), "stored")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	sim := startSimulator(t, SimulatorOptions{Dialect: Reference, Board: Board{"S", "stress", "1", PointSticks}})
	random := rand.New(rand.NewPCG(7, 7))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()

	// The first host must have met the board before the first event, for a board that
	// is new to a host is read from its next event on.
	host := startHost(t, sim.Port(), file)
	waitFor(t, func() bool { all, _, _ := storedIn(file); return len(all) > 0 })
	counted := make(chan int, 1)
	go func() { counted <- tellSlowly(ctx, sim) }()
	for range kills {
		time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond)
		kill(t, host)
		tearLine(t, file) // as one that is killed while it writes may
		time.Sleep(time.Duration(random.IntN(20)) * time.Millisecond)
		host = startHost(t, sim.Port(), file)
	}
	cancel()
	n := <-counted
	waitFor(t, func() bool { return last(file) == n })
	kill(t, host)

	all, _, err := storedIn(file)
	if err != nil {
		t.Fatal(err)
	}
	next := 1
	for _, s := range all {
		if s.Value == 0 {
			continue // a hello
		}
		if s.Value != next {
			t.Fatalf("event %d came where %d should", s.Value, next)
		}
		next++
	}
	t.Logf("%d kills, %d events, each exactly once", kills, n)
}

// tellSlowly tells numbered events until ctx is done and gives how many. The log of
// the board must not overflow while no host is there.
func tellSlowly(ctx context.Context, sim *Simulator) int {
	for n := 0; ; {
		if ctx.Err() != nil {
			return n
		}
		if sim.Backlog() < logSize/2 {
			n++
			if err := sim.Say(Event{Kind: StickPoints, Place: 1, Value: n}); err != nil {
				return -1
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// tearLine appends half a line to a file.
func tearLine(t *testing.T, name string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(`{"Value":9,"Pos`); err != nil {
		t.Fatal(err)
	}
}

func startHost(t *testing.T, port, file string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHostThatIsKilled$", "-test.timeout=2m")
	cmd.Env = append(os.Environ(), hostPort+"="+port, hostFile+"="+file)
	said := &bytes.Buffer{} // read by kill, when the host has ended
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd
}

func kill(t *testing.T, host *exec.Cmd) {
	t.Helper()
	if err := host.Process.Kill(); err != nil {
		t.Fatalf("host ended by itself: %v", err)
	}
	var end *exec.ExitError
	if err := host.Wait(); !errors.As(err, &end) || end.Exited() {
		t.Fatalf("host ended by itself: %v\n%s", err, host.Stdout)
	}
}

func last(file string) int {
	all, _, err := storedIn(file)
	if err != nil || len(all) == 0 {
		return 0
	}
	return all[len(all)-1].Value
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(sharedtest.Patience); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited in vain")
		}
	}
}
