package pipeline_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/models"
)

// shelfOfTiles understands rows as one concealed hand; what came last is not marked.
type shelfOfTiles struct{ rows [][]models.Sighting }

func (s *shelfOfTiles) Understand(rows [][]models.Sighting, _ models.Place) pipeline.Sight {
	s.rows = rows
	hand := &models.Hand{}
	for _, row := range rows {
		for _, one := range row {
			hand.Concealed = append(hand.Concealed, one.Tile)
		}
	}
	reading := models.Reading{Status: models.Accepted, Rows: rows}
	if len(hand.Concealed) == 14 {
		reading.Hand = hand
	}
	return pipeline.Sight{Reading: reading}
}

// row are tiles side by side, each 40 pixels wide; "_" leaves out a place.
func row(t *testing.T, tiles string) (all []models.Sighting) {
	t.Helper()
	for i, one := range strings.Fields(tiles) {
		if one == "_" {
			continue
		}
		tile, err := models.ParseTile(one)
		if err != nil {
			t.Fatal(err)
		}
		x := float64(40 * i)
		all = append(all, models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: .6}, Quad: [4]models.Point{{X: x}, {X: x + 40}, {X: x + 40, Y: 55}, {X: x, Y: 55}}})
	}
	return all
}

// TestTilesArePutRightOnThePhotograph claims that another face, a tile too many and a tile that
// was not seen are put right by the index in the picture, that the hand is then what lies there,
// and that it still waits for its confirmation.
func TestTilesArePutRightOnThePhotograph(t *testing.T) {
	const right = "2m 2m 2m 5p 5p 5p 7s 7s 7s 4s 5s 6s 3z 3z"
	tests := []struct {
		name, seen, mends string
		inserted          float64 // where the left edge of the tile that was not seen is, in pixels
	}{
		{"another face", "2m 2m 2m 5p 5p 5p 7s 7s 7s 4s 5s 9s 3z 3z", `{"index":11,"tile":"6s"}`, 0},
		{"two at once", "2m 2m 2m 5p 5p 5p 7s 7s 7s 4s 4s 9s 3z 3z", `{"index":11,"tile":"6s"},{"index":10,"tile":"5s"}`, 0},
		{"one too many", "2m 2m 2m 5p 5p 5p 7s 7s 7s 4s 5s 6s 3z 3z 9m", `{"index":14}`, 0},
		{"one in a gap, named from its left", "2m 2m 2m 5p 5p 5p 7s 7s 7s 4s _ 6s 3z 3z", `{"index":9,"tile":"5s","beside":"right"}`, 400},
		{"one in a gap, named from its right", "2m 2m 2m 5p 5p 5p 7s 7s 7s 4s _ 6s 3z 3z", `{"index":10,"tile":"5s","beside":"left"}`, 400},
		{"one at the end", "2m 2m 2m 5p 5p 5p 7s 7s 7s 4s 5s 6s 3z", `{"index":12,"tile":"3z","beside":"right"}`, 520},
		{"one too many before a wrong one", "9m 2m 2m 2m 5p 5p 5p 7s 7s 7s 4s 5s 6s 3z 2z", `{"index":0},{"index":14,"tile":"3z"}`, 0},
	}
	for i, tt := range tests {
		// Every second one as a player at the side lays it: the row runs down the picture.
		turn, back := func(p models.Point) models.Point { return p }, func(p models.Point) models.Point { return p }
		if i%2 == 1 || tt.inserted == 520 {
			turn, back = func(p models.Point) models.Point { return models.Point{X: -p.Y, Y: p.X} }, func(p models.Point) models.Point { return models.Point{X: p.Y, Y: -p.X} }
		}
		t.Run(tt.name, func(t *testing.T) {
			layout, seen := &shelfOfTiles{}, row(t, tt.seen)
			for i := range seen {
				for k, corner := range seen[i].Quad {
					seen[i].Quad[k] = turn(corner)
				}
			}
			b := newBenchFor(t, "lingque-29", pipeline.Parts{Sure: .995, Assumed: append(circumstances(), models.FactFlowers), Understander: layout})
			b.lens.sight = pipeline.Sight{Reading: models.Reading{Status: models.Review, Rows: [][]models.Sighting{seen}}, Photo: &models.Photo{Data: []byte("x")}}
			b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: models.NewTile(models.Bamboos, 6)})
			b.wantPending("hand")
			if _, err := b.ask("amend", `{"seen":[`+tt.mends+`]}`); err != nil {
				t.Fatal(err)
			}
			b.wantPending("confirm")
			p := b.screen.waiting()
			want, _ := models.ParseTiles(strings.ReplaceAll(right, " ", ""))
			got := append(models.Tiles{}, p.Win.Concealed...)
			if len(got) != 13 || p.Win.Tile != models.NewTile(models.Bamboos, 6) {
				t.Errorf("the hand is %v and %v, want %v", got, p.Win.Tile, want)
			}
			if p.Revision != 2 {
				t.Errorf("revision %d, want 2", p.Revision)
			}
			for _, one := range layout.rows[0] {
				if at := back(one.Quad[0]); tt.inserted > 0 && one.Confidence == 1 && (at.X != tt.inserted || at.Y != 0) {
					t.Errorf("the tile that was not seen is drawn at %v, want %v, 0", at, tt.inserted)
				}
			}
			if _, err := b.ask("confirm", `{"revision":2}`); err != nil || b.hands() != 1 {
				t.Errorf("%v, %d hands", err, b.hands())
			}
		})
	}
}

// TestAStaleSheetDoesNotOverwriteANewerChange claims that who looked at a hand before somebody
// else changed it is refused, with the reason, and that a new look is enough.
func TestAStaleSheetDoesNotOverwriteANewerChange(t *testing.T) {
	b := newBench(t)
	b.sees(models.Review, "456p789s22p", "[123m<]", "[555z]")
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1, Tile: models.NewTile(models.Dots, 2)})
	if _, err := b.ask("amend", `{"revision":1,"from":3}`); err != nil {
		t.Fatal(err)
	}
	for _, op := range []string{"amend", "confirm", "dismiss"} {
		_, err := b.ask(op, `{"revision":1,"from":4}`)
		if reasons := models.ReasonsOf(err); len(reasons) == 0 || reasons[0].Code != "changed-since" {
			t.Errorf("%s: %v, want changed-since", op, err)
		}
	}
	if p := b.screen.waiting(); p == nil || p.From != 3 {
		t.Fatalf("after that %+v waits", p)
	}
	if _, err := b.ask("amend", fmt.Sprintf(`{"revision":%d,"from":4}`, b.screen.waiting().Revision)); err != nil || b.screen.waiting().From != 4 {
		t.Error(err)
	}
}

// TestMendsThatCannotBeAreRefused claims that nothing changes by a request that names a tile
// which the photograph does not have, or says nothing that could be done.
func TestMendsThatCannotBeAreRefused(t *testing.T) {
	b := newBenchFor(t, "lingque-29", pipeline.Parts{Sure: .995, Understander: &shelfOfTiles{}})
	b.lens.sight = pipeline.Sight{Reading: models.Reading{Status: models.Review, Rows: [][]models.Sighting{row(t, "2m 2m")}}, Photo: &models.Photo{Data: []byte("x")}}
	b.press(device.Event{Kind: device.WinPressed, Place: 2, From: 1})
	before, _ := json.Marshal(b.screen.waiting())
	for body, code := range map[string]string{`{"index":2,"tile":"1m"}`: "no-such-tile", `{"index":-1}`: "no-such-tile", `{"index":0,"tile":"1m","beside":"above"}`: "bad-request", `{"index":0,"beside":"left"}`: "bad-request"} {
		_, err := b.ask("amend", `{"seen":[`+body+`]}`)
		if reasons := models.ReasonsOf(err); len(reasons) == 0 || reasons[0].Code != code {
			t.Errorf("%s: %v, want %s", body, err, code)
		}
	}
	if after, _ := json.Marshal(b.screen.waiting()); string(after) != string(before) {
		t.Errorf("changed from %s to %s", before, after)
	}
}

// TestAHandThatThePhotographShowsOtherwiseHasTwoAnswers claims that of a photograph that surely shows
// another hand than the course that of the course is proposed, and booked when it is confirmed, and
// that the one of the photograph is booked where somebody says that it is the right one.
func TestAHandThatThePhotographShowsOtherwiseHasTwoAnswers(t *testing.T) {
	const shown = "1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 5z 3p 3p"
	for name, pictured := range map[string]bool{"the course is right": false, "the photograph is right": true} {
		t.Run(name, func(t *testing.T) {
			b := newBenchFor(t, "lingque-29", pipeline.Parts{Sure: .995, Assumed: append(circumstances(), models.FactFlowers), Follower: &follower{course: wholeCourse(t)}, Understander: &shelfOfTiles{}})
			sees := row(t, shown)
			for i := range sees {
				sees[i].Confidence = .999
			}
			b.lens.sight = pipeline.Sight{Reading: models.Reading{Status: models.Review, Rows: [][]models.Sighting{sees}}, Photo: &models.Photo{Data: []byte("x")}}
			b.press(device.Event{Kind: device.WinPressed, Place: 2})
			b.wantPending("confirm")
			if r := b.screen.waiting().Reasons; len(r) == 0 || r[0].Code != "other-hand" || b.screen.waiting().Result == nil {
				t.Errorf("waits with the reasons %v", r)
			}
			want := "2p"
			if pictured {
				want = "3p"
				if _, err := b.ask("amend", `{"pictured":true,"tile":"3p"}`); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := b.ask("confirm", ""); err != nil {
				t.Fatal(err)
			}
			hand, _ := b.store.State().LastHand()
			if w := hand.Current().Hand; w.Wins[0].Win.Tile.String() != want {
				t.Errorf("booked with %v, want %s", w.Wins[0].Win, want)
			}
		})
	}
}
