package tiles_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"testing"

	"jantaku/models"
	"jantaku/scoreboard/tiles"
)

func every() map[string][]byte {
	all := map[string][]byte{"back 1": tiles.Back(1), "back 2": tiles.Back(2), "?": tiles.SVG(models.Unknown)}
	for t := models.Tile(1); t.HasFace(); t++ {
		all[t.String()] = tiles.SVG(t)
	}
	return all
}

func TestEveryTileIsWellFormedXML(t *testing.T) {
	if n := len(every()); n != 34+8+3+3 {
		t.Fatalf("%d pictures, want 48", n)
	}
	for name, svg := range every() {
		d := xml.NewDecoder(bytes.NewReader(svg))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
		}
	}
}

func TestNoTwoTilesLookAlike(t *testing.T) {
	seen := map[string]string{}
	for name, svg := range every() {
		if other, ok := seen[string(svg)]; ok {
			t.Errorf("%s is drawn like %s", name, other)
		}
		seen[string(svg)] = name
	}
}
