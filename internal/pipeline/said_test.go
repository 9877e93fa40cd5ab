package pipeline

import (
	"testing"

	"jantaku/models"
)

// TestMeldsThatAreSaidReplaceThose claims that nothing of the melds before is left in those that a person says, that what a person
// changed is known to be said, and that the hand that waits is as it was where what is said is refused.
func TestMeldsThatAreSaidReplaceThose(t *testing.T) {
	melds := func() []models.Meld {
		return []models.Meld{{Kind: models.Pung, Tiles: models.Tiles{models.Red, models.Red, models.Red}, From: models.Left},
			{Kind: models.Pung, Tiles: models.Tiles{models.White, models.White, models.White}, From: models.Across}}
	}
	waits := &Pending{Claim: Claim{Place: 1, From: 2}, Evidence: Evidence{Known: models.Facts{models.FactSuppliers: models.Eye}}}
	waits.Win.Melds = melds()
	hand := waits.copy()
	if err := hand.change(said{Win: []byte(`{"melds":[{"type":"pung","tiles":"555z"},{"type":"concealed-kong","tiles":"7777z"}]}`)}); err != nil {
		t.Fatal(err)
	}
	for i, m := range hand.Win.Melds {
		if m.From != models.NoSide {
			t.Errorf("meld %d is from %v, of which nobody said anything", i+1, m.From)
		}
	}
	if hand.Known[models.FactMelds] != models.Said {
		t.Errorf("melds that a person said are known by %q", hand.Known[models.FactMelds])
	}
	for i, m := range waits.Win.Melds {
		if want := melds()[i]; m.Kind != want.Kind || m.From != want.From || m.Tiles.String() != want.Tiles.String() {
			t.Errorf("meld %d of the hand that waits became %+v", i+1, m)
		}
	}
	if err := waits.copy().change(said{Win: []byte(`{"melds":[{"type":"chow","tiles":"123m"},{"type":"kite"}]}`)}); err == nil {
		t.Error("a kite is a meld")
	}
	if waits.Win.Melds[0].Kind != models.Pung {
		t.Errorf("after what was refused it waits with %+v", waits.Win.Melds)
	}
	if hand = waits.copy(); hand.change(said{Win: []byte(`{"flowers":1}`)}) != nil || len(hand.Win.Melds) != 2 || hand.Known.Knows(models.FactMelds) {
		t.Errorf("with flowers alone said the melds are %+v", hand.Win.Melds)
	}
}
