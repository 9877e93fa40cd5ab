package archive_test

import (
	"path/filepath"
	"testing"
	"time"

	"jantaku/internal/referee"
	"jantaku/internal/sharedtest"
	"jantaku/league/local"
	"jantaku/league/store"
)

// Two clusters of PostgreSQL, the second follows the first: the first is killed while tables play, and the second made the
// primary; then it is the other way round. Archives that know both go on at whichever is the primary, and nothing is lost that
// was acknowledged.
func TestAnArchiveFollowsAChangedPrimary(t *testing.T) {
	sharedtest.ByNight(t)
	if !local.HasPostgres() {
		t.Skip("PostgreSQL is not installed")
	}
	h := newHall(t)
	folder, clear, err := local.Folder("")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := clear(); err != nil {
			t.Error(err)
		}
	})
	ctx := t.Context()
	stopped := func(p *local.Postgres) {
		t.Cleanup(func() {
			if err := p.Kill(); err != nil {
				t.Error(err)
			}
		})
	}
	first, err := local.StartPostgres(ctx, filepath.Join(folder, "first"), false)
	if err != nil {
		t.Fatal(err)
	}
	stopped(first)
	if err := first.Ensure(ctx, "league"); err != nil {
		t.Fatal(err)
	}
	second, err := first.Follow(ctx, filepath.Join(folder, "second"))
	if err != nil {
		t.Fatal(err)
	}
	stopped(second)
	for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"} {
		if err := first.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.store.Close(); err != nil {
		t.Fatal(err)
	}
	if h.store, err = store.Open(ctx, first.URL("league", second), referee.Shelf, quiet); err != nil { // the hall closes it
		t.Fatal(err)
	}
	h.archives("one")
	h.archives("two")
	l := h.table("table-1")
	h.plays(l, 3)
	h.whole(l)

	if err := first.Kill(); err != nil {
		t.Fatal(err)
	}
	h.plays(l, 2) // the archives have these and cannot keep them
	for _, statement := range []string{"SELECT pg_promote()", "ALTER SYSTEM SET synchronous_standby_names = ''", "SELECT pg_reload_conf()"} {
		if err := second.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	h.plays(l, 2)
	h.whole(l)

	third, err := second.Follow(ctx, filepath.Join(folder, "third"))
	if err != nil {
		t.Fatal(err)
	}
	stopped(third)
	other, err := store.Open(ctx, third.URL("league", second), referee.Shelf, quiet) // the first of the names only follows
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.SetAside(ctx, "jantaku", "table-9", []byte("?"), store.ErrUnfit); err != nil {
		t.Errorf("where the first host is no primary: %v", err)
	}
	if err := second.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := third.Promote(ctx); err != nil {
		t.Fatal(err)
	}
	for limit := time.Now().Add(sharedtest.Patience); ; time.Sleep(100 * time.Millisecond) {
		if err = other.SetAside(ctx, "jantaku", "table-8", []byte("?"), store.ErrUnfit); err == nil || time.Now().After(limit) {
			break
		}
	}
	if err != nil {
		t.Errorf("after the second change: %v", err)
	}
	if aside, err := other.AllAside(ctx, 10); err != nil || len(aside) != 2 {
		t.Errorf("%+v %v", aside, err)
	}
}
