package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// TestADamagedCopyIsRefusedOrSaysTheSame overwrites a copy at several places: it is refused, or what was hit is nothing that
// stands in the books.
func TestADamagedCopyIsRefusedOrSaysTheSame(t *testing.T) {
	dir := t.TempDir()
	backup, damaged := filepath.Join(dir, "backup"), filepath.Join(dir, "damaged")
	l := started(t)
	for i := range 12 {
		h := photographed(fmt.Sprint("h", i), 3000)
		h.Wins[0].Place, h.Winners[0] = models.Place(i%2+1), models.Place(i%2+1)
		play(t, l, h)
		if _, err := l.KeepEvidence(ctx, models.Photo{Type: "image/png", Data: bytes.Repeat([]byte{byte(i)}, 1500)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{l.Sent(ctx, 1), l.Sent(ctx, 2)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Backup(ctx, backup); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	want := content(t, backup)
	trials, refused := sharedtest.Count(100, 20_000), 0
	random := rand.New(rand.NewPCG(34, 1))
	for trial := range trials {
		bad := bytes.Clone(good)
		for range 1 + trial%3 {
			at := random.IntN(len(bad) - 8)
			for i := range 8 {
				bad[at+i] = byte(random.Uint32())
			}
		}
		if err := os.WriteFile(damaged, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if Check(ctx, damaged, WithShelf(flatShelf)) != nil {
			refused++
		} else if got := content(t, damaged); got != want {
			t.Errorf("trial %d: the copy is taken, and says\n%.3000s, not\n%.3000s", trial, got, want)
		}
	}
	if refused < trials/2 {
		t.Errorf("%d of %d damaged copies were refused", refused, trials)
	}
}

// content is what stands in the books of a file. What still has to be told, and how far the hand that is on has been seen, is
// left out: it says nothing of what was played.
func content(t *testing.T, path string) string {
	t.Helper()
	db, err := openStore(ctx, path, true)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var all bytes.Buffer
	for _, query := range []string{
		"SELECT seq, id, time, match, kind, source, author, why, payload, hex(sum), '', '' FROM events ORDER BY seq",
		"SELECT id, event, '', '', '', '', '', '', '', '', '', '' FROM hands ORDER BY id",
		"SELECT sum, event, type, size, hex(data), '', '', '', '', '', '', '' FROM photos ORDER BY sum",
		"SELECT n, sum, type, size, hex(data), '', '', '', '', '', '', '' FROM evidence ORDER BY n",
		"SELECT id, first, last, finished, '', '', '', '', '', '', '', '' FROM matches ORDER BY first",
		"SELECT type, name, tbl_name, COALESCE(sql, ''), '', '', '', '', '', '', '', '' FROM sqlite_schema ORDER BY name",
	} {
		rows, err := db.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var columns [12]string
			to := make([]any, len(columns))
			for i := range columns {
				to[i] = &columns[i]
			}
			if err := rows.Scan(to...); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&all, "%q\n", columns)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	// A digest is what is read of it: a name in it that nobody knows any more says nothing where its value was none.
	kept, err := digests(ctx, db, "ORDER BY first")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range kept {
		said, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s\n", said)
	}
	return all.String()
}
