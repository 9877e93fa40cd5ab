package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jantaku/internal/command"
	"jantaku/internal/sharedtest"
	"jantaku/internal/table"
	"jantaku/laboratory/players"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
)

// TestAMoveIsCorrectedOnTheConsole claims that a doubtful discard of a recorded hand is one
// question with its pictures and the two likeliest tiles, that an answer puts the course right,
// and that a riichi which is added to a discard of the winner is paid.
func TestAMoveIsCorrectedOnTheConsole(t *testing.T) {
	c := openConsole(t, "en")
	c.request("match-new", `{"rules":"riichi","profile":"tenhou","players":["Ann","Bo","Cui","Dai"]}`)
	h, ending := silentWin(t, c.table)
	doubt := slices.IndexFunc(h.Course.Events, func(m models.Move) bool { return m.Do == models.Discarded && m.Place != h.Wins[0].Place })
	move := &h.Course.Events[doubt]
	truth := move.Tile
	move.Tile, move.Or, move.Confidence, move.Photos = mistaken(t, h.Course, doubt), truth, .6, []string{picture(t, c.table, 40), picture(t, c.table, 200)}
	wrong := move.Tile
	declares := lastDiscardOf(h.Course, h.Wins[0].Place)
	who := playerAt(c, move.Place)
	if _, err := c.table.Ledger.Append(t.Context(), models.Author{Source: "camera"}, h, ending.Results...); err != nil {
		t.Fatal(err)
	}
	c.table.Outbox.Changed()
	entry := func() ledger.Entry { e, _ := c.table.Ledger.State().LastHand(); return e }
	before := entry().Points

	c.tap("#last", "Correct")
	c.shows(".question", "Did "+who+" discard")
	var shown []int
	c.do(chromedp.Poll(`[...document.querySelectorAll(".question img:not(.tile)")].filter((i) => i.naturalWidth === 60).length === 2`, nil, chromedp.WithPollingTimeout(sharedtest.Patience)),
		chromedp.Evaluate(`[...document.querySelectorAll(".question .candidates button")].map((b) => b.querySelectorAll("img").length)`, &shown))
	if len(shown) != 2 {
		t.Errorf("%d answers", len(shown))
	}
	c.picture("move-question")
	c.do(chromedp.Evaluate(`document.querySelectorAll(".question .candidates button")[1].click()`, nil))
	c.until(func() bool { return entry().Record().Events[doubt].Tile == truth })
	if got := entry().Record().Events[doubt]; got.Revision != 1 || got.Confidence != 1 || len(got.Photos) != 2 || entry().Points != before {
		t.Errorf("put right from %v it is %+v, points %v", wrong, got, entry().Points)
	}
	c.do(chromedp.Poll(`!document.querySelector(".question")`, nil, chromedp.WithPollingTimeout(sharedtest.Patience)))

	c.tap("#hand", "Course of the hand")
	c.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelectorAll(".moves li button")[%d].click()`, declares), nil))
	c.picture("move-sheet")
	c.tap("#sheet", "riichi")
	c.until(func() bool { return entry().Current().Hand.Wins[0].Win.Riichi > 0 })
	if now := entry(); now.Points[h.Wins[0].Place.Index()] <= before[h.Wins[0].Place.Index()] || !now.Record().Events[declares].Riichi {
		t.Errorf("with riichi %v is paid instead of %v", now.Points, before)
	}
}

// until waits until something is so.
func (c tab) until(so func() bool) {
	c.t.Helper()
	for deadline := time.Now().Add(sharedtest.Patience); !so(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			c.t.Fatalf("waited in vain; the page says %q", c.text("#toast"))
		}
	}
}

// silentWin plays until somebody has won with a concealed hand who had not declared riichi.
func silentWin(t *testing.T, table *table.Table) (models.HandRecord, course.Ending) {
	t.Helper()
	s := table.Ledger.State()
	book, err := command.OpenBook("riichi", "tenhou", nil)
	if err != nil {
		t.Fatal(err)
	}
	manners, err := course.MannersOf(book)
	if err != nil {
		t.Fatal(err)
	}
	club, err := players.New(book, books.All()["riichi"].Course, s.Match, manners, 23)
	if err != nil {
		t.Fatal(err)
	}
	for range 400 {
		r, ending, err := club.Play(s.Position)
		if err != nil {
			t.Fatal(err)
		}
		h := watchedHand(r, ending)
		if len(h.Wins) == 1 && h.Wins[0].Win.Riichi == 0 && len(h.Wins[0].Win.Melds) == 0 && lastDiscardOf(h.Course, h.Wins[0].Place) >= 0 {
			return h, ending
		}
	}
	t.Fatal("nobody wins silently")
	return models.HandRecord{}, course.Ending{}
}

func lastDiscardOf(r *models.Record, at models.Place) int {
	for i, m := range slices.Backward(r.Events) {
		if m.Do == models.Discarded && m.Place == at {
			return i
		}
	}
	return -1
}

// mistaken is another tile that a discard may have been by what else was seen.
func mistaken(t *testing.T, r *models.Record, at int) models.Tile {
	t.Helper()
	book, err := command.OpenBook("riichi", "tenhou", nil)
	if err != nil {
		t.Fatal(err)
	}
	manners, err := course.MannersOf(book)
	if err != nil {
		t.Fatal(err)
	}
	for i := range models.Kinds {
		other, err := r.Fixed(models.Fix{At: at, Move: &models.Move{Do: models.Discarded, Place: r.Events[at].Place, Tile: models.KindAt(i)}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := course.Legal(other, manners); err == nil && models.KindAt(i) != r.Events[at].Tile.Kind() {
			return models.KindAt(i)
		}
	}
	t.Fatal("it can have been nothing else")
	return models.NoTile
}

// picture keeps a grey picture as evidence, and gives its sum.
func picture(t *testing.T, table *table.Table, grey uint8) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 60, 40))
	for i := range img.Pix {
		img.Pix[i] = color.Gray{Y: grey}.Y
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	sum, err := table.Ledger.KeepEvidence(t.Context(), models.Photo{Type: "image/jpeg", Data: b.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// playerAt is the seat and name by which the console calls a place.
func playerAt(c tab, at models.Place) string {
	s := c.table.Ledger.State()
	return s.Position.SeatOf(at).String() + " " + s.Match.Players[s.Position.Seats[at.Index()]].Name
}
