package mqtt

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"jantaku/ledger"
)

// JournalEvent is an event as the books have it, for who keeps the books of many tables. One of Event and Packed is there.
type JournalEvent struct {
	Head
	// Journal tells the books of a table from those that it keeps after its disk was replaced: the id of their
	// first event. Seq of the head counts the events of one journal from 1 without gaps.
	Journal string        `json:"journal"`
	Event   *ledger.Event `json:"event,omitempty"`
	// Packed is the event as JSON through gzip, in Base64, where it is too large for a message otherwise.
	Packed string `json:"packed,omitempty"`
}

// JournalPage answers the request since: events of the books, some of those after the number that was asked for.
type JournalPage struct {
	Journal string         `json:"journal"` // of the table; empty while nothing was written
	Last    int64          `json:"last"`    // number of the newest event
	Events  []JournalEvent `json:"events"`  // none where another journal was asked for
}

const (
	// packFrom is from how many bytes on an event is packed: a hand with its course has some ten thousand, and a message
	// half of what a broker takes is not refused for what stands around it.
	packFrom = maxPayload / 2
	// mostUnpacked bounds what a packed event may become, in bytes; a thousand hands scored again have a third of it.
	mostUnpacked = 16 << 20
)

// ErrJournal reports a message that holds no event of a journal.
var ErrJournal = errors.New("mqtt: no event of a journal")

// Entry makes an event of a journal ready to be told.
func (a Address) Entry(journal string, e ledger.Event) (JournalEvent, error) {
	entry := JournalEvent{Head: a.NewHead(KindJournal, e.ID, e.Seq, e.Time), Journal: journal}
	if len(e.Payload) < packFrom {
		entry.Event = &e
		return entry, nil
	}
	body, err := json.Marshal(e)
	if err != nil {
		return entry, fmt.Errorf("mqtt: event %d: %w", e.Seq, err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(body); err != nil {
		return entry, fmt.Errorf("mqtt: event %d: %w", e.Seq, err)
	}
	if err := z.Close(); err != nil {
		return entry, fmt.Errorf("mqtt: event %d: %w", e.Seq, err)
	}
	entry.Packed = base64.StdEncoding.EncodeToString(packed.Bytes())
	return entry, nil
}

// Unpacked gives the event. The error wraps ErrJournal where there is none that fits its head.
func (j JournalEvent) Unpacked() (ledger.Event, error) {
	var e ledger.Event
	switch {
	case j.Schema != "jantaku/"+string(KindJournal):
		return e, fmt.Errorf("%w: schema %.80q", ErrJournal, j.Schema)
	case j.Version != Version:
		return e, fmt.Errorf("%w: version %d, known is %d", ErrJournal, j.Version, Version)
	case j.Event != nil:
		e = *j.Event
	default:
		z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(j.Packed)))
		if err != nil {
			return e, fmt.Errorf("%w: packed: %w", ErrJournal, err)
		}
		body, err := io.ReadAll(io.LimitReader(z, mostUnpacked+1))
		if err == nil && len(body) > mostUnpacked {
			err = fmt.Errorf("more than %d bytes", mostUnpacked)
		}
		if err == nil {
			err = json.Unmarshal(body, &e)
		}
		if err != nil {
			return e, fmt.Errorf("%w: packed: %w", ErrJournal, err)
		}
	}
	switch {
	case j.Journal == "" || e.ID == "" || e.Match == "" || e.Kind == "" || e.Seq < 1:
		return e, fmt.Errorf("%w: it has no journal, id, match, kind or number", ErrJournal)
	case e.ID != j.ID || e.Seq != j.Seq:
		return e, fmt.Errorf("%w: event %d %s under head %d %s", ErrJournal, e.Seq, e.ID, j.Seq, j.ID)
	case e.Seq == 1 && e.ID != j.Journal:
		return e, fmt.Errorf("%w: the first event %s does not name its journal %s", ErrJournal, e.ID, j.Journal)
	}
	return e, nil
}
