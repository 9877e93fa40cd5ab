package watching

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestAFilmSaysWhenItsPicturesWereTaken claims that pictures come at the times that the start of a
// film gives for each, or else at its pace, and that a film without either is refused.
func TestAFilmSaysWhenItsPicturesWereTaken(t *testing.T) {
	for claim, tt := range map[string]struct {
		start string
		third time.Duration // 0: refused
	}{
		"at its pace":   {`{"fps":5}`, 400 * time.Millisecond},
		"each its time": {`{"at":[0,0.1,0.7]}`, 700 * time.Millisecond},
		"neither":       {`{}`, 0},
		"no pace":       {`{"fps":-1}`, 0},
	} {
		t.Run(claim, func(t *testing.T) {
			film := filepath.Join(t.TempDir(), "a.mjpeg")
			if err := os.WriteFile(filepath.Join(filepath.Dir(film), "a.start.json"), []byte(tt.start), 0o600); err != nil {
				t.Fatal(err)
			}
			start, err := readStart(film)
			if (err == nil) != (tt.third > 0) {
				t.Fatalf("read as %+v, %v", start, err)
			}
			if err == nil && start.at(2) != tt.third {
				t.Errorf("the third picture was taken at %v, want %v", start.at(2), tt.third)
			}
		})
	}
}
