package tablestate

import (
	"strings"
	"testing"

	"jantaku/internal/pipeline"
	"jantaku/models"
)

// What one discard that nobody saw leaves open is one question; what it does not decide is
// another.
func TestWhatOneMoveLeavesOpenIsOneQuestion(t *testing.T) {
	const last = "last-discard"
	one := func(is string, with map[models.Fact]string) models.Answer {
		return models.Answer{Is: is, Chance: .5, With: with}
	}
	likely := map[models.Fact][]models.Answer{
		models.FactTile: {one("3p", map[models.Fact]string{last: "no"}), one("5s", map[models.Fact]string{last: "yes"})},
		models.FactFrom: {one("2", map[models.Fact]string{models.FactTile: "3p", last: "no", models.FactMelds: "chow 123m"}),
			one("3", map[models.Fact]string{models.FactTile: "5s", last: "yes", models.FactMelds: "chow 234m"})},
		last:             {one("no", nil), one("yes", map[models.Fact]string{models.FactFrom: "3"})},
		models.FactDora:  {one("3p", map[models.Fact]string{models.FactFrom: "2"}), one("2p", nil)},
		models.FactMelds: {one("chow 123m", nil), one("chow 234m", nil)},
	}
	course := &models.Record{Events: []models.Move{{Do: models.CalledChow, Place: 1}, {Do: models.TurnedDora}, {Do: models.Discarded, Place: 2}}}
	for name, c := range map[string]struct {
		needs []string
		asked []models.Fact
	}{
		"all of one":                    {[]string{"tile", "from", last}, []models.Fact{models.FactFrom}},
		"two of one":                    {[]string{last, "tile"}, []models.Fact{models.FactTile}},
		"the dora is another":           {[]string{"dora", "tile", "from"}, []models.Fact{models.FactFrom, models.FactDora}},
		"melds are said in more places": {[]string{"melds", "from"}, []models.Fact{models.FactMelds, models.FactFrom}},
		"what has no answers":           {[]string{"confirm", "from"}, []models.Fact{models.FactFrom}},
	} {
		asks := asksOf(&pipeline.Pending{Claim: pipeline.Claim{Place: 1}, Evidence: pipeline.Evidence{Course: course, Likely: likely}, Weighed: pipeline.Weighed{Needs: c.needs}})
		if len(asks) != len(c.asked) {
			t.Errorf("%s: asks %+v, want %v", name, asks, c.asked)
			continue
		}
		for i, a := range asks {
			if a.Fact != c.asked[i] {
				t.Errorf("%s: question %d is about %s, want %s", name, i, a.Fact, c.asked[i])
			}
		}
	}
	all := asksOf(&pipeline.Pending{Claim: pipeline.Claim{Place: 1}, Evidence: pipeline.Evidence{Course: course, Likely: likely}, Weighed: pipeline.Weighed{Needs: []string{"from", "tile"}}})
	if got := all[0].Answers[1].With; len(got) != 1 || got[models.FactTile] != "5s" {
		t.Errorf("the second answer says %v besides, want the tile alone", got)
	}
}

// Which tile a winner drew is not asked as what somebody discarded before.
func TestADrawnTileIsNotAskedAsADiscard(t *testing.T) {
	likely := map[models.Fact][]models.Answer{models.FactTile: {{Is: "7m", Chance: .9}, {Is: "7s", Chance: .1}}}
	for tile, want := range map[string]models.Deed{"4z": models.Wins, "7s": models.Discarded} {
		face, err := models.ParseTile(tile)
		if err != nil {
			t.Fatal(err)
		}
		course := &models.Record{Events: []models.Move{{Do: models.Discarded, Place: 2, Tile: face}}}
		asks := asksOf(&pipeline.Pending{Claim: pipeline.Claim{Place: 1}, Evidence: pipeline.Evidence{Course: course, Likely: likely}, Weighed: pipeline.Weighed{Needs: []string{"tile"}}})
		if len(asks) != 1 || asks[0].Move.Do != want {
			t.Errorf("after a discard of %s: asks %+v, want about %q", tile, asks, want)
		}
	}
}

// A doubt about riichi is shown by the discard that declared it, and not by whichever was seen worst.
func TestADoubtAboutRiichiIsShownByItsDiscard(t *testing.T) {
	course := &models.Record{Events: []models.Move{{Do: models.Discarded, Place: 1, Riichi: true, Confidence: .99},
		{Do: models.Discarded, Place: 2, Riichi: true, Confidence: .98}, {Do: models.Discarded, Place: 3, Confidence: .5}}}
	for fact, want := range map[models.Fact]models.Place{models.FactRiichi: 2, models.FactDouble: 1, models.FactOf(models.Ippatsu): 1} {
		if at := decides(course, fact, 1); at < 0 || course.Events[at].Place != want {
			t.Errorf("%s is decided by move %d, want that of place %d", fact, at, want)
		}
	}
	if at := decides(&models.Record{Events: course.Events[2:]}, models.FactRiichi, 1); at != 0 {
		t.Errorf("where nobody seems to have declared it, move %d", at)
	}
}

// A tile of the photograph that nobody could read is asked about by its index, with the faces that complete the likeliest hands of who followed it,
// and as the picture shows it where nobody did or another hand lies there.
func TestATileThatNobodyCouldReadIsAskedWithItsLikeliestFaces(t *testing.T) {
	face := func(text string) models.Sighting {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		return models.Sighting{Candidate: models.Candidate{Tile: tiles[0], Confidence: .99}}
	}
	unread := face("3m")
	unread.Candidate = models.Candidate{Tile: models.Unknown, Confidence: .4}
	unread.Alternatives = []models.Candidate{{Tile: face("9s").Tile, Confidence: .3}, {Tile: face("3m").Tile, Confidence: .2}}
	reading := &models.Reading{Rows: [][]models.Sighting{{face("1m"), face("2m")}, {unread, face("4m"), face("4m")}},
		Doubts: []models.Doubt{{Code: "unread", Row: 1, Index: 0}, {Code: "not-a-hand", Row: -1, Index: -1}}}
	followed := map[models.Fact][]models.Answer{models.FactTiles: {{Is: "12344m", Chance: .8}, {Is: "12446m", Chance: .15}}}
	other := map[models.Fact][]models.Answer{models.FactTiles: {{Is: "12355m", Chance: .9}}}
	for name, c := range map[string]struct {
		likely map[models.Fact][]models.Answer
		known  bool
		want   string
	}{
		"followed":             {followed, false, "3m 6m"},
		"not followed":         {nil, false, "9s 3m"},
		"another hand":         {other, false, "9s 3m"},
		"somebody knows of it": {followed, true, ""},
	} {
		p := &pipeline.Pending{Claim: pipeline.Claim{Place: 2}, Evidence: pipeline.Evidence{Reading: reading, Photo: &models.Photo{}, Likely: c.likely, Followed: c.known}}
		asks, got := asksOf(p), []string{}
		for _, a := range asks {
			if a.Fact != models.FactSeen || a.Tile == nil || *a.Tile != 2 || a.Move.Place != 2 {
				t.Errorf("%s: asks %+v", name, a)
			}
			for _, face := range a.Answers {
				got = append(got, face.Is)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: asks whether it is %q, want %q", name, got, c.want)
		}
	}
}
