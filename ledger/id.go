package ledger

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// newID makes a UUIDv7 of a time. IDs of one ledger grow even when the clock does
// not: at is never before the last event's.
func newID(at time.Time, seq int64) (string, error) {
	id, err := uuid.NewRandom()
	if err != nil {
		return "", err
	}
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(at.UnixMilli()))
	copy(id[:6], ms[2:])
	id[6] = 0x70 | byte(seq>>8)&0x0f // 12 bits of the sequence order one millisecond
	id[7] = byte(seq)
	return id.String(), nil
}
