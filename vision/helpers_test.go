package vision_test

import (
	"encoding/binary"
	"hash/crc32"
)

// fixCRC writes the checksum of a PNG's header anew.
func fixCRC(png []byte) {
	const from, to = 12, 12 + 4 + 13
	binary.BigEndian.PutUint32(png[to:], crc32.ChecksumIEEE(png[from:to]))
}
