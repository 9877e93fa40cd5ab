package command

import (
	"bytes"
	"log/slog"
	"testing"
)

func TestTheJournalIsToldHowGraveALineIs(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(journalHandler(&out, slog.LevelDebug))
	log.Debug("a")
	log.Info("b", "level", "ERROR")
	log.With("part", "eye").Warn("c")
	log.Error("two\nlines")
	const want = "<7>level=DEBUG msg=a\n<6>level=INFO msg=b level=ERROR\n<4>level=WARN msg=c part=eye\n<3>level=ERROR msg=\"two\\nlines\"\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
