package film_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"image"
	"image/jpeg"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/scene/film"
	"jantaku/models"
	"jantaku/vision/artwork"
)

// realHands are recorded hands with every rare ending.
func realHands(t testing.TB) (records []*models.Record) {
	t.Helper()
	for _, line := range sharedtest.RealHands(t) {
		r, err := models.ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

// short is a whole hand of a few turns: a call, riichi, a concealed kong and a win.
const short = `{"id":"short","rules":"riichi","dealer":1,"round":"E","honba":0,"sticks":0,"scores":[25000,25000,25000,25000],"dora":["4s"],
"deal":["123456789m1122z","1133557799p113s","2244668s224466p","1111s223344567z"],"events":[
{"do":"draw","place":1,"tile":"5p"},{"do":"discard","place":1,"tile":"5p","drawn":true},
{"do":"pung","place":2,"tile":"5p","with":"55p","from":1},{"do":"discard","place":2,"tile":"9p"},
{"do":"draw","place":3,"tile":"7s"},{"do":"discard","place":3,"tile":"2p","riichi":true},
{"do":"draw","place":4,"tile":"3z"},{"do":"concealed-kong","place":4,"tiles":"1111s"},{"do":"dora","tile":"8p"},{"do":"draw","place":4,"tile":"9s"},{"do":"discard","place":4,"tile":"7z"},
{"do":"draw","place":1,"tile":"2z"},{"do":"win","wins":[{"place":1,"from":1,"tile":"2z"}],"ura":["1s","2s"]}]}`

func record(t testing.TB, line string) *models.Record {
	t.Helper()
	r, err := models.ParseRecord([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// small is a club whose pictures are drawn quickly.
func small(t testing.TB, change func(*film.Settings)) *film.Club {
	t.Helper()
	s := film.Defaults().InBrisk()
	s.Width, s.Height = 320, 180
	if change != nil {
		change(&s)
	}
	c, err := film.NewClub(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// laying is how tiles lie in riichi, by whose records the tests play.
var laying = models.Laying{Wall: models.WallRule{Rolls: 1, Indicator: 3}, Kongs: []string{"XOOX", "XOOX", "OXXO"}, KongsShown: .5, Turned: models.Always, Upright: true}

func shoot(t testing.TB, c *film.Club, r *models.Record) *film.Film {
	t.Helper()
	f, err := c.Film(r, laying)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestEveryRealHandCanBeFilmed(t *testing.T) {
	records := realHands(t)
	for _, rivers := range []film.Rivers{film.Sixes, film.FreeRows, film.Heap} {
		c := small(t, func(s *film.Settings) { s.Rivers = rivers })
		for i, r := range records {
			if !sharedtest.Sampled(i, 5) {
				continue
			}
			inOrder(t, shoot(t, c, r), r)
		}
	}
}

// battle is a hand in which two win, one on the tile drawn and one on a discard, before the wall is empty.
func battle() *models.Record {
	tiles := func(text string) models.Tiles {
		all, err := models.ParseTiles(text)
		if err != nil {
			panic(err)
		}
		return all
	}
	one := func(text string) models.Tile { return tiles(text)[0] }
	win := func(place, from models.Place, tile string) models.Move {
		return models.Move{Do: models.Wins, Wins: []models.Winning{{Place: place, From: from, Tile: one(tile)}}}
	}
	draw := func(place models.Place, tile string) models.Move {
		return models.Move{Do: models.Draw, Place: place, Tile: one(tile)}
	}
	discard := func(place models.Place, tile string) models.Move {
		return models.Move{Do: models.Discarded, Place: place, Tile: one(tile)}
	}
	return &models.Record{ID: "battle", Rules: "sichuan", Dealer: 1,
		Deal: []models.Tiles{tiles("123456789m1112p"), tiles("123456789s3456p"), tiles("111222333m4455p"), tiles("456789m789s6789p")},
		Events: []models.Move{draw(1, "2p"), win(1, 1, "2p"), draw(2, "5p"), discard(2, "5p"), win(3, 2, "5p"), draw(4, "1s"), discard(4, "1s"),
			{Do: models.DrawnGame, Reason: "exhaustive"}}}
}

// voids is a hand in which each player gives up a suit first.
func voids() *models.Record {
	r := battle()
	r.ID = "voids"
	deal := r.Deal
	var events []models.Move
	for i := range deal {
		events = append(events, models.Move{Do: models.GaveUp, Place: models.PlaceAt(i), Suit: models.VoidOf(deal[i][0].Suit())})
	}
	for i := range deal {
		events = append(events, models.Move{Do: models.Draw, Place: models.PlaceAt(i), Tile: deal[i][12]},
			models.Move{Do: models.Discarded, Place: models.PlaceAt(i), Tile: deal[i][0]})
	}
	r.Events = append(events, models.Move{Do: models.DrawnGame, Reason: "exhaustive"})
	return r
}

// TestASuitIsGivenUpByATileFaceDown claims that the tile lies before the hand, and comes to the river as the first discard.
func TestASuitIsGivenUpByATileFaceDown(t *testing.T) {
	goesOn := models.Laying{Tiles: 108, Wall: models.WallRule{Rolls: 1, Uneven: true, Smaller: true}, GoesOn: true}
	f, err := small(t, func(s *film.Settings) { s.Mode = "void-tile" }).Film(voids(), goesOn)
	if err != nil {
		t.Fatal(err)
	}
	inOrder(t, f, voids())
	for _, e := range f.Truth {
		if e.Do == models.Discarded && (len(e.Lies) != 1 || e.Lies[0].Tile != e.Tile) {
			t.Errorf("the first discard of place %d lies as %v", e.Place, e.Lies)
		}
	}
}

// TestThreeTilesArePassedFaceDown claims that the tiles of an exchange come to the hands of those who get them, who may discard them.
func TestThreeTilesArePassedFaceDown(t *testing.T) {
	goesOn := models.Laying{Tiles: 108, Wall: models.WallRule{Rolls: 1, Uneven: true, Smaller: true}, GoesOn: true}
	r := voids()
	r.Events = nil
	for i, hand := range r.Deal {
		r.Events = append(r.Events, models.Move{Do: models.Exchanged, Place: models.PlaceAt(i), To: models.PlaceAt(i + 2), Tiles: hand[:3]})
	}
	for i := range r.Deal {
		r.Events = append(r.Events, models.Move{Do: models.Draw, Place: models.PlaceAt(i), Tile: models.Unknown},
			models.Move{Do: models.Discarded, Place: models.PlaceAt(i), Tile: r.Deal[(i+2)%models.Places][0]})
	}
	r.Events = append(r.Events, models.Move{Do: models.DrawnGame, Reason: "exhaustive"})
	for i := range r.Deal {
		r.Events[models.Places+2*i].Tile = r.Deal[i][12]
	}
	f, err := small(t, nil).Film(r, goesOn)
	if err != nil {
		t.Fatal(err)
	}
	inOrder(t, f, r)
	r.Events[0].Tiles = nil
	if _, err = small(t, nil).Film(r, goesOn); err == nil {
		t.Error("an exchange is filmed of which nobody knows the tiles")
	}
}

// TestACardNamesTheSuitThatIsGivenUp claims that it lies there and is no tile.
func TestACardNamesTheSuitThatIsGivenUp(t *testing.T) {
	goesOn := models.Laying{Tiles: 108, Wall: models.WallRule{Rolls: 1, Uneven: true, Smaller: true}, GoesOn: true}
	shot := func(mode string) (second []byte, f *film.Film) {
		f, err := small(t, func(s *film.Settings) { s.Mode = mode }).Film(voids(), goesOn)
		if err != nil {
			t.Fatal(err)
		}
		for frame, err := range f.Frames() {
			if err != nil {
				t.Fatal(err)
			}
			if second = frame.JPEG; frame.At > *f.Truth[4].T-.5 {
				break
			}
		}
		return second, f
	}
	without, _ := shot("")
	with, f := shot("void-card")
	inOrder(t, f, voids())
	if bytes.Equal(with, without) {
		t.Error("no card is seen")
	}
	for _, e := range f.Truth {
		if e.Do == models.GaveUp && len(e.Lies) > 0 {
			t.Errorf("a card is told as a tile: %v", e.Lies)
		}
	}
}

// TestWinnersMayKeepTheirHandsClosed claims that a winner then lays one tile, face down where it was drawn, that the
// others play on, and that every hand lies open at the end.
func TestWinnersMayKeepTheirHandsClosed(t *testing.T) {
	goesOn := models.Laying{Tiles: 108, Wall: models.WallRule{Rolls: 1, Uneven: true, Smaller: true}, GoesOn: true}
	for mode, want := range map[string][]int{"": {14, 14, 13 + 13}, "wins-closed": {1, 1, 4 * 13}} {
		f, err := small(t, func(s *film.Settings) { s.Mode = mode }).Film(battle(), goesOn)
		if err != nil {
			t.Fatal(err)
		}
		var lie []int
		for _, e := range f.Truth {
			if e.Do == models.Wins || e.Do == models.DrawnGame {
				lie = append(lie, len(e.Lies))
			}
		}
		if mode == "" && lie[1] == 13 { // the tile stays in the river
			lie[1] = 14
		}
		if !slices.Equal(lie, want) {
			t.Errorf("mode %q: %v tiles lie by the wins and at the end, want %v", mode, lie, want)
		}
	}
}

func TestEveryFailureModeCanBeFilmed(t *testing.T) {
	records, step := append(realHands(t), battle(), voids()), sharedtest.Count(50, 7)
	seen := map[string]bool{}
	for _, m := range film.Modes() {
		c, n := small(t, func(s *film.Settings) { s.Mode = m.Name }), 0
		for _, r := range records {
			if !m.Fits(r) {
				continue
			}
			if n++; n%step == 1 {
				lies := laying
				lies.GoesOn = r.Rules == "sichuan"
				f, err := c.Film(r, lies)
				if err != nil {
					t.Fatal(err)
				}
				inOrder(t, f, r)
				for _, e := range f.Truth {
					for _, in := range e.Beside {
						seen[in.Mode] = true
					}
				}
			}
		}
		if n == 0 || m.Incident() && !seen[m.Name] {
			t.Errorf("%s is seen in no hand", m.Name)
		}
	}
}

// inOrder checks that all events of a record happen, one after the other.
func inOrder(t *testing.T, f *film.Film, r *models.Record) {
	t.Helper()
	events := slices.DeleteFunc(slices.Clone(r.Events), func(m models.Move) bool { return m.Do == models.GaveUp }) // by voice, or seen with the first discard
	if len(f.Truth) != len(events) {
		t.Fatalf("%s: %d of %d events happen", r.ID, len(f.Truth), len(events))
	}
	last := 0.0
	for i, e := range f.Truth {
		exchanged := i > 0 && slices.ContainsFunc(f.Truth[i-1].Beside, func(in film.Incident) bool { return in.Mode == "late-exchange" })
		if e.Do != events[i].Do || e.T == nil || *e.T <= last && !exchanged || *e.T >= f.Start.Shuffle {
			t.Fatalf("%s: event %d, %s, lies still out of its time", r.ID, i, e.Do)
		}
		last = max(last, *e.T)
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

func TestTheTruthOfAHandIsAsWritten(t *testing.T) {
	f := shoot(t, small(t, nil), record(t, short))
	var got bytes.Buffer
	lines := json.NewEncoder(&got)
	if err := lines.Encode(f.Start); err != nil {
		t.Fatal(err)
	}
	for _, e := range f.Truth {
		if err := lines.Encode(e); err != nil {
			t.Fatal(err)
		}
	}
	const golden = "testdata/short.truth.jsonl"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the truth is another than in %s; -update writes it anew:\n%s", golden, got.Bytes())
	}
}

func TestARecordWithTimesIsPlayedAtItsPace(t *testing.T) {
	r := record(t, short)
	at := 0.0
	for i := range r.Events {
		at += 4
		due := at
		r.Events[i].T = &due
	}
	f := shoot(t, small(t, func(s *film.Settings) { s.Brisk = false }), r)
	for i, e := range f.Truth {
		if late := *e.T - *r.Events[i].T; e.Do == models.Discarded && (late < -1 || late > 2.5) {
			t.Errorf("event %d, %s, lies still %.1f s late", i, e.Do, late)
		}
	}
}

func TestARecordWithoutDrawsIsPlayed(t *testing.T) {
	r := record(t, short)
	seen := *r
	seen.Deal, seen.Events = nil, nil
	for _, m := range r.Events[:len(r.Events)-2] { // a win shows what nobody knows
		if m.Do != models.Draw {
			seen.Events = append(seen.Events, m)
		}
	}
	f := shoot(t, small(t, nil), &seen)
	draws := 0
	for _, e := range f.Truth {
		if e.Do == models.Draw {
			draws++
		}
	}
	if draws != 4 {
		t.Errorf("%d draws are implied, not 4", draws)
	}
}

func TestASetWithoutRedFivesPlaysBlackOnes(t *testing.T) {
	prints := scene.Prints{}
	for tile := models.Tile(1); tile.HasFace(); tile++ {
		if !tile.IsRed() {
			prints[tile] = []*image.RGBA{artwork.Face(artwork.StyleB, tile)}
		}
	}
	r := record(t, strings.Replace(short, `"tile":"5p","drawn":true`, `"tile":"0p","drawn":true`, 1))
	r.Events[0].Tile, r.Events[2].Tile = models.NewTile(models.Dots, 0), models.NewTile(models.Dots, 0)
	f := shoot(t, small(t, func(s *film.Settings) { s.Prints = prints }), r)
	if f.Record.Events[0].Tile.IsRed() || !r.Events[0].Tile.IsRed() {
		t.Errorf("the record that is played draws %v, that which was told %v", f.Record.Events[0].Tile, r.Events[0].Tile)
	}
	for i, e := range f.Truth {
		for _, l := range e.Lies {
			if l.Tile.IsRed() || e.Tile.IsRed() {
				t.Errorf("event %d lays %v, which the set has not", i, l.Tile)
			}
		}
	}
}

func TestWhatCannotBePlayedIsNamed(t *testing.T) {
	r := record(t, short)
	r.Events[1].Tile = models.Red
	if _, err := small(t, nil).Film(r, laying); err == nil || !strings.Contains(err.Error(), "event 1: place 1 has no 7z") {
		t.Errorf("a tile that nobody holds is discarded: %v", err)
	}
}

func TestTheSameSeedFilmsTheSameBytes(t *testing.T) {
	shot := func(seed uint64) (bytes []byte) {
		f := shoot(t, small(t, func(s *film.Settings) { s.Seed = seed }), record(t, short))
		for frame, err := range f.Frames() {
			if err != nil {
				t.Fatal(err)
			}
			if frame.Number > 25 {
				break
			}
			bytes = append(bytes, frame.JPEG...)
		}
		return bytes
	}
	first := shot(5)
	if !bytes.Equal(first, shot(5)) {
		t.Error("two films of one seed differ")
	}
	if bytes.Equal(first, shot(6)) {
		t.Error("another seed films the same")
	}
}

// TestAClubAtTwoPacesHasOneCanvas: that of the first hand was once kept beside the other for as long as a demo ran.
func TestAClubAtTwoPacesHasOneCanvas(t *testing.T) {
	shot := func(club *film.Club) (bytes []byte) {
		for frame, err := range shoot(t, club, record(t, short)).Frames() {
			if err != nil {
				t.Fatal(err)
			}
			if frame.Number > 5 {
				break
			}
			bytes = append(bytes, frame.JPEG...)
		}
		return bytes
	}
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	club := small(t, nil)
	shot(club)
	one := heap()
	after := shot(club.Brisk())
	two := heap()
	if alone := shot(small(t, func(s *film.Settings) { s.Brisk = true })); !bytes.Equal(after, alone) {
		t.Error("the film of the second pace is not that of a club of its own")
	}
	if two-one > (one-before)/4 {
		t.Errorf("the first pace takes %d kB, the second %d kB more", (one-before)>>10, (two-one)>>10)
	}
	runtime.KeepAlive(club)
}

func TestEveryFrameIsAWholePicture(t *testing.T) {
	f := shoot(t, small(t, nil), record(t, short))
	n := 0
	for frame, err := range f.Frames() {
		if err != nil {
			t.Fatal(err)
		}
		img, err := jpeg.Decode(bytes.NewReader(frame.JPEG))
		if err != nil {
			t.Fatalf("frame %d: %v", frame.Number, err)
		}
		if img.Bounds().Dx() != 320 || img.Bounds().Dy() != 180 {
			t.Fatalf("frame %d has %v pixels", frame.Number, img.Bounds())
		}
		n++
	}
	if n != f.Len() {
		t.Errorf("%d of %d frames", n, f.Len())
	}
}

func BenchmarkFilm(b *testing.B) {
	s := film.Defaults().InBrisk()
	c, err := film.NewClub(s)
	if err != nil {
		b.Fatal(err)
	}
	r := realHands(b)[0]
	frames := 0
	for b.Loop() {
		f := shoot(b, c, r)
		for range f.Frames() {
			frames++
		}
	}
	b.ReportMetric(float64(frames)/b.Elapsed().Seconds(), "frames/s")
}
