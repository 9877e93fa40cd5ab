package evidence

import (
	"encoding/binary"
	"reflect"
	"testing"

	"jantaku/models"
)

// FuzzKeysOfHandsAreReadBack claims that a key says of which hand it is, so that no two have one key: it reads the question, the
// slots and the sets back.
func FuzzKeysOfHandsAreReadBack(f *testing.F) {
	for _, seed := range []string{"", "c\x03\x01\x02\xff\x01\x03abc", "r\x0eabcdefghijklmn\x02\x04dddd\x01\x03efg", "\x00\x00\x03\x00\x01\x00\x04\x01\x01\x01\x01"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		next := func() (b byte) {
			if len(data) > 0 {
				b, data = data[0], data[1:]
			}
			return b
		}
		kind := next()
		slots := make([]int, next()%20)
		for i := range slots {
			slots[i] = int(int8(next())) * (1 + int(next()))
		}
		melds := make([]models.Meld, next()%6)
		for i := range melds {
			melds[i] = models.Meld{Kind: models.MeldKind(next()), From: models.Side(next()), Tiles: make(models.Tiles, next()%6)}
			for j := range melds[i].Tiles {
				melds[i].Tiles[j] = models.Tile(next())
			}
		}

		key := []byte(KeyOf(kind, slots, melds))
		if key[0] != kind {
			t.Fatalf("the question is %d, not %d", key[0], kind)
		}
		n, size := binary.Uvarint(key[1:])
		key = key[1+size:]
		read := make([]int, n)
		for i := range read {
			v, size := binary.Varint(key)
			read[i], key = int(v), key[size:]
		}
		sets := []models.Meld{}
		for len(key) > 0 {
			m := models.Meld{Kind: models.MeldKind(key[0]), From: models.Side(key[1]), Tiles: make(models.Tiles, key[2])}
			for i := range m.Tiles {
				m.Tiles[i] = models.Tile(key[3+i])
			}
			sets, key = append(sets, m), key[3+len(m.Tiles):]
		}
		if !reflect.DeepEqual(read, slots) || !reflect.DeepEqual(sets, melds) {
			t.Errorf("the key of %v beside %v is that of %v beside %v", slots, melds, read, sets)
		}
	})
}
