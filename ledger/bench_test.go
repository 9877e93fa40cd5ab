package ledger

import (
	"fmt"
	"path/filepath"
	"testing"

	"jantaku/models"
)

// clubBook writes a ledger of finished matches of 16 hands and one that is being played.
func clubBook(b *testing.B, hands int) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "club.jantaku")
	l := openTest(b, path)
	if _, err := l.db.Exec("PRAGMA synchronous = OFF"); err != nil { // only the making is in a hurry
		b.Fatal(err)
	}
	for played := 0; played < hands; {
		m := fourPlayers()
		m.ID = fmt.Sprint("m", played)
		for i := range m.Players {
			m.Players[i].ID = fmt.Sprint("player ", (played/16*7+i*5)%40)
		}
		if _, err := l.StartMatch(ctx, referee, m); err != nil {
			b.Fatal(err)
		}
		for range 16 {
			play(b, l, win(fmt.Sprint("h", played), models.PlaceAt(played*3), models.PlaceAt(played*3+1+played%3)))
			played++
		}
		if played < hands {
			if _, err := l.FinishMatch(ctx, referee, ""); err != nil {
				b.Fatal(err)
			}
		}
	}
	if _, err := l.db.Exec("DELETE FROM outbox"); err != nil {
		b.Fatal(err)
	}
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkLedger measures what a person waits for, by the number of hands in the book.
func BenchmarkLedger(b *testing.B) {
	for _, hands := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(hands), func(b *testing.B) { benchmarkLedger(b, hands) })
	}
}

func benchmarkLedger(b *testing.B, hands int) {
	path := clubBook(b, hands)
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			l, err := Open(ctx, path, WithShelf(flatShelf))
			if err != nil {
				b.Fatal(err)
			}
			if err := l.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	l := openTest(b, path)
	b.Run("standings", func(b *testing.B) {
		for b.Loop() {
			if rows, err := l.Standings(ctx, Span{}); err != nil || len(rows) != 40 {
				b.Fatal(len(rows), err)
			}
		}
	})
	b.Run("player", func(b *testing.B) {
		for b.Loop() {
			if all, err := l.ResultsOf(ctx, "player 0"); err != nil || len(all) == 0 {
				b.Fatal(len(all), err)
			}
		}
	})
	b.Run("matches", func(b *testing.B) { // a page of the list
		for b.Loop() {
			if all, err := l.MatchesBefore(ctx, "", 101); err != nil || len(all) == 0 {
				b.Fatal(len(all), err)
			}
		}
	})
	b.Run("folded-standings", func(b *testing.B) { // as it was before there were sums
		for b.Loop() {
			matches, err := l.Matches(ctx)
			if err != nil || len(Standings(matches, nil)) != 40 {
				b.Fatal(len(matches), err)
			}
		}
	})
	n := hands
	b.Run("append", func(b *testing.B) {
		for b.Loop() {
			play(b, l, win(fmt.Sprint("new ", n), 1, 2))
			n++
			if n%16 == 0 { // as in a club: matches end
				b.StopTimer()
				if _, err := l.FinishMatch(ctx, referee, ""); err != nil {
					b.Fatal(err)
				}
				m := fourPlayers()
				m.ID = fmt.Sprint("new ", n)
				if _, err := l.StartMatch(ctx, referee, m); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		}
	})
	b.Run("finish", func(b *testing.B) { // a match of one hand: results and sums of four
		for b.Loop() {
			if _, err := l.FinishMatch(ctx, referee, ""); err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			m := fourPlayers()
			m.ID = fmt.Sprint("finished ", n)
			if _, err := l.StartMatch(ctx, referee, m); err != nil {
				b.Fatal(err)
			}
			play(b, l, win(fmt.Sprint("last ", n), 1, 2))
			n++
			b.StartTimer()
		}
	})
	b.Run("replay", func(b *testing.B) {
		for b.Loop() {
			if report, err := l.Replay(ctx, false); err != nil || len(report.Faults) > 0 {
				b.Fatal(report.Faults, err)
			}
		}
	})
}
