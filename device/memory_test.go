package device

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMemoryKeepsThePosition(t *testing.T) {
	m := Memory{filepath.Join(t.TempDir(), "board.json")}
	if p, err := m.Load(); err != nil || p != (Position{}) {
		t.Errorf("nothing was saved: %+v, %v", p, err)
	}
	for _, want := range []Position{{7, 1}, {7, 2}, {0xFFFFFFFF, 0xFFFFFFFF}} {
		if err := m.Save(want); err != nil {
			t.Fatal(err)
		}
		if got, err := m.Load(); err != nil || got != want {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	}
	files, err := os.ReadDir(filepath.Dir(m.File))
	if err != nil || len(files) != 1 {
		t.Errorf("%d files are left, %v", len(files), err)
	}
	if err := os.WriteFile(m.File, []byte(`{"boot":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if p, err := m.Load(); err == nil || p != (Position{}) {
		t.Errorf("half a file gives %+v, %v", p, err)
	}
	if err := (Memory{filepath.Join(t.TempDir(), "no", "board.json")}).Save(Position{}); err == nil {
		t.Error("saving into a folder that is not there is no error")
	}
}

func TestHandTravelsInTheReferenceDialect(t *testing.T) {
	sim := startSimulator(t, SimulatorOptions{Dialect: Reference})
	events := startLink(t, Options{Port: sim.Port(), Dialect: Reference})
	if e := await(t, events, StateIs); e.Status == nil {
		t.Errorf("the full state is %+v", e)
	}
	if err := sim.PlayHand(t.Context(), testPlay); err != nil {
		t.Fatal(err)
	}
	for _, want := range testPlay.Events(0) {
		got := await(t, events, want.Kind)
		if !got.Same(want) || got.Boot == 0 || got.Seq == 0 {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	sim.Reboot()
	if hello := await(t, events, Hello); hello.Seq != 0 {
		t.Errorf("after a restart the position is %d", hello.Seq)
	}
}
