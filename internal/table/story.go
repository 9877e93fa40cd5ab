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
func (t *Table) remember(e device.Event) error {
	next := t.story
	if !next.Add(e) {
		return nil
	}
	if err := t.saveStory(next); err != nil {
		return err
	}
	t.story = next
	return nil
}

// settled notes that nobody asks any more about the hand that is on (over), or the one
// before it.
func (t *Table) settled(over bool) {
	t.story.Answer(over)
	_ = t.saveStory(t.story) // with the next event otherwise
}

func (t *Table) saveStory(s device.Story) error {
	err := t.memory().Save(s)
	if err != nil {
		t.log.Warn("the hand that is on would be forgotten by a restart", "err", err)
	}
	return err
}
