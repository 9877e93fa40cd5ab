package film

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"jantaku/calibration"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/players"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
)

// TestNothingLiesInAnotherThing plays hands in every way of discarding and looks after every
// step whether what came to rest lies free and upon the table.
func TestNothingLiesInAnotherThing(t *testing.T) {
	modes := []string{"", "rows-straightened", "hands-face-down", "pushed-straight"}
	for _, m := range Modes() {
		if m.incident {
			modes = append(modes, m.Name)
		}
	}
	n := 0
	for _, line := range sharedtest.RealHands(t) {
		if n++; !sharedtest.Sampled(n, 5) {
			continue
		}
		r, err := models.ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		s := Defaults()
		s.Seed = uint64(n)
		s.Rivers = []Rivers{Sixes, Heap, FreeRows}[n%3]
		s.Mode = modes[n%len(modes)]
		c, err := NewClub(s)
		if err != nil {
			t.Fatal(err)
		}
		d, err := direct(s, c.spec, r, models.Laying{})
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range d.crowded() {
			t.Errorf("%s: %s", r.ID, fault)
		}
	}
}

// crowded lists what rests in something else before the machine swallows all.
func (d *director) crowded() (faults []string) {
	const (
		slack = 2.5 // mm that crooked tiles may seem to be in each other
		edge  = 412
	)
	rest := map[int]scene.Body{}
	for i, s := range d.script.steps {
		if s.gone {
			delete(rest, s.id)
			continue
		}
		rest[s.id] = s.body
		if i+1 < len(d.script.steps) && d.script.steps[i+1].at == s.at || s.at == 0 {
			continue // the hand that closes up is not there yet
		}
		f := d.footprint(s.body)
		if max(math.Abs(f.at.X), math.Abs(f.at.Y))+d.spec.Size.Width/2 > edge {
			faults = append(faults, fmt.Sprintf("at %.1f s %v lies off the table at %v", s.at, s.body.Tile, f.at))
		}
		for id, other := range rest {
			if deep := f.into(d.footprint(other)); id != s.id && deep > slack {
				faults = append(faults, fmt.Sprintf("at %.1f s %v at %v is %.1f mm in %v at %v", s.at, s.body.Tile, f.at, deep, other.Tile, other.At))
			}
		}
	}
	return faults
}

// TestRowsOfSixteenHaveRoom plays hands of sixteen tiles, five melds and two rows of flowers among them, and claims that
// nothing lies in another thing and all of it before its player.
func TestRowsOfSixteenHaveRoom(t *testing.T) {
	book := books.All()["taiwan-16"]
	rules, err := books.Open("taiwan-16", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	manners, err := course.MannersOf(rules)
	if err != nil {
		t.Fatal(err)
	}
	match := models.Match{ID: "test", Rules: "taiwan-16", Players: []models.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}
	table, err := players.New(rules, book.Course, match, manners, 160)
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for n := range 60 {
		r, err := table.Next()
		if err != nil {
			t.Fatal(err)
		}
		s := Defaults()
		s.Seed = uint64(n)
		s.Rivers = []Rivers{Sixes, Heap, FreeRows}[n%3]
		s.Mode = []string{"", "added-upon", "hands-face-down", "exposed"}[n%4]
		c, err := NewClub(s)
		if err != nil {
			t.Fatal(err)
		}
		d, err := direct(s, c.spec, r, manners.Laying)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range d.crowded() {
			t.Errorf("%s: %s", r.ID, fault)
		}
		camera, err := c.Camera(models.Sixteen)
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.seats {
			most = max(most, len(d.seats[i].melds))
			for _, id := range slices.Concat(d.seats[i].hand, ids(d.seats[i].melds)) {
				if zone, in := calibration.ZoneAt(camera.Zones, d.lies[id].At); !in || zone.Use != calibration.HandZone || zone.Place != models.PlaceAt(i) {
					t.Errorf("%s: %v of place %d lies at %v, in the zone %v of %d", r.ID, d.lies[id].Tile, i+1, d.lies[id].At, zone.Use, zone.Place)
				}
			}
		}
	}
	if most < 4 {
		t.Errorf("nobody had more than %d melds", most)
	}
}

// ids are the tiles of melds.
func ids(melds []laidMeld) (list []int) {
	for _, m := range melds {
		list = append(list, m.ids...)
	}
	return list
}
