package scoring_test

import (
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/scoring/lingque"
	"jantaku/scoring/mcr"
	"jantaku/scoring/riichi"
	"jantaku/scoring/yuque"
)

func TestEveryBookAsksWhatNoPictureShows(t *testing.T) {
	beside, err := models.ParseText("(1111m) 456p789s55s23p +1p self-draw seat=S round=E")
	if err != nil {
		t.Fatal(err)
	}
	for name, unsaid := range map[string]func(*models.Win) []string{
		"lingque": (&lingque.Rules{}).Unsaid, "mcr": (&mcr.Rules{}).Unsaid,
		"yuque": (&yuque.Rules{}).Unsaid, "riichi": (&riichi.Rules{}).Unsaid,
	} {
		if words := unsaid(beside); !slices.Contains(words, "kong-draw") {
			t.Errorf("%s takes a self-draw beside a kong for an ordinary one: %v", name, words)
		}
	}
	last, err := models.ParseText("[555p] [789m] 123s 46p77z +5p seat=S round=E from=E")
	if err != nil {
		t.Fatal(err)
	}
	if words := (&mcr.Rules{}).Unsaid(last); !slices.Contains(words, "last-of-kind") {
		t.Errorf("mcr scores the fourth of a kind beside a pung without asking: %v", words)
	}
	if words := (&riichi.Rules{}).Unsaid(beside); !slices.Contains(words, "dora") {
		t.Errorf("riichi is scored without dora: %v", words)
	}
}
