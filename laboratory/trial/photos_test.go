package trial

import (
	"slices"
	"testing"

	"jantaku/models"
)

func TestMisreadNamesTheFewestChanges(t *testing.T) {
	for _, tt := range []struct {
		want, got []string
		says      []string
	}{
		{[]string{"123m"}, []string{"123m"}, nil},
		{[]string{"123m", "44z"}, []string{"133m", "44z"}, []string{"2m>3m"}},
		{[]string{"1234m"}, []string{"124m"}, []string{"3m>-"}},
		{[]string{"124m"}, []string{"1234m"}, []string{"->3m"}},
		{[]string{"12m", "34m"}, []string{"1234m"}, []string{"|>-"}},
	} {
		if says := Misread(rows(t, tt.want), rows(t, tt.got)); !slices.Equal(says, tt.says) {
			t.Errorf("%v read as %v: %v, want %v", tt.want, tt.got, says, tt.says)
		}
	}
}

func TestPhotographsOfOneHandStayInOneFold(t *testing.T) {
	if fold := Folds([]string{"a", "b", "a", "c", "a", "d"}, 2); !slices.Equal(fold, []int{0, 1, 0, 1, 0, 1}) {
		t.Errorf("folds %v", fold)
	}
}

func TestAWrongHandThatIsAcceptedIsCounted(t *testing.T) {
	learned := map[models.Tile]bool{}
	for _, tile := range rows(t, []string{"123m"})[0] {
		learned[tile] = true
	}
	var tally Tally
	for _, p := range []Photo{
		{Want: rows(t, []string{"123m"}), Rows: sights(t, "123m"), Complete: true, Hand: models.Accepted, Certain: models.Accepted},
		{Want: rows(t, []string{"124m"}), Rows: sights(t, "123m"), Complete: true, Hand: models.Accepted, Certain: models.Accepted},
		{Want: rows(t, []string{"122m"}), Rows: sights(t, "123m"), Complete: true, Hand: models.Review, Certain: models.Review, Doubts: []models.Doubt{{Code: "seen-once"}, {Code: "seen-once"}}},
	} {
		misread := tally.Add(&p, learned)
		if fine := len(tally.Millis) == 1; p.Fine(misread) != fine {
			t.Errorf("%v is fine: %v", p.Want, !fine)
		}
	}
	if tally.Hands != 3 || tally.RightHands != 1 || tally.Accepted != 2 || tally.WrongAccepted != 1 || tally.WrongCertain != 1 || tally.Certain != 2 {
		t.Errorf("hands are counted as %+v", tally)
	}
	if tally.Tiles != 9 || tally.WrongTiles != 2 || tally.Unlearned != 1 || tally.WithNewFaces != 1 || tally.Confusions["4m>3m"] != 1 || tally.Questions["seen-once"] != 1 {
		t.Errorf("tiles are counted as %+v", tally)
	}
}

func rows(t *testing.T, texts []string) (all [][]models.Tile) {
	t.Helper()
	for _, text := range texts {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, tiles)
	}
	return all
}

func sights(t *testing.T, text string) [][]models.Sighting {
	t.Helper()
	var row []models.Sighting
	for _, tile := range rows(t, []string{text})[0] {
		row = append(row, models.Sighting{Candidate: models.Candidate{Tile: tile}})
	}
	return [][]models.Sighting{row}
}

func TestAWrongSceneThatIsAcceptedIsCounted(t *testing.T) {
	hand := models.Hand{Concealed: rows(t, []string{"123m456p789s1122z"})[0]}
	won := models.Hand{Concealed: rows(t, []string{"123m456p789s11222z"})[0]}
	other := models.Hand{Concealed: rows(t, []string{"123m456p789s11223z"})[0]}
	two := rows(t, []string{"2z"})[0][0]
	laid := Laid{Rows: sights(t, "123m456p789s11222z"), Hand: hand, Win: two}
	var step Step
	for _, one := range []struct {
		reading models.Reading
		right   bool
	}{
		{models.Reading{Status: models.Accepted, Rows: laid.Rows, Hand: &hand, WinTile: two}, true},
		{models.Reading{Status: models.Review, Rows: laid.Rows, Hand: &won}, true}, // which tile came last is open
		{models.Reading{Status: models.Accepted, Rows: sights(t, "123m456p789s11223z"), Hand: &other}, false},
		{models.Reading{Status: models.Failed}, false},
	} {
		if right := step.Add(laid, &one.reading); right != one.right {
			t.Errorf("%+v is right: %v", one.reading.Hand, right)
		}
	}
	if want := (Step{Scenes: 4, Tiles: 56, Right: 41, Hands: 2, Accepted: 2, Wrong: 1, Readable: 3}); step != want {
		t.Errorf("counted %+v, want %+v", step, want)
	}
}
