package table

import (
	"path/filepath"

	"jantaku/device"
)

// memory keeps how far the log of the table's board has been read, and the hand that is on.
func (t *Table) memory() device.Memory {
	return device.Memory{File: filepath.Join(t.Config.Data, "board.json")}
}

// remember notes that an event has been handled. A hand bears the number of its
// event, so one that comes again after a crash in between does not count again.
func (t *Table) remember(e device.Event) {
	if !t.story.Add(e) {
		return
	}
	t.saveStory()
}

// settled notes that nobody asks any more about the hand that is on (over), or the one
// before it.
func (t *Table) settled(over bool) {
	t.story.Answer(over)
	t.saveStory()
}

func (t *Table) saveStory() {
	if err := t.memory().Save(t.story); err != nil {
		t.log.Warn("the hand that is on would be forgotten by a restart", "err", err)
	}
}
