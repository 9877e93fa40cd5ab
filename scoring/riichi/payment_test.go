package riichi_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/scoring/riichi"
)

// cell is one cell of the printed payment tables.
type cell struct {
	Mode    string
	Name    string
	Han, Fu int
	Kiriage bool
	Limit   string
	Basic   int
	Times   int `json:"times_mangan"`

	NonDealer struct {
		Ron           int
		FromDealer    int `json:"tsumo_from_dealer"`
		FromNonDealer int `json:"tsumo_from_non_dealer"`
		Total         int `json:"tsumo_total"`
	} `json:"non_dealer"`
	Dealer struct {
		Ron   int
		Each  int `json:"tsumo_each"`
		Total int `json:"tsumo_total"`
	}
}

func TestEveryCellOfThePaymentTables(t *testing.T) {
	raw, err := os.ReadFile(sharedtest.Path(t, "rules/riichi/points.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Four   []cell `json:"cells_4p"`
		Limits []cell `json:"limits_4p"`
		Three  []cell `json:"cells_3p"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Four) < 70 || len(file.Limits) < 14 || len(file.Three) < 147 {
		t.Errorf("only %d + %d + %d cells", len(file.Four), len(file.Limits), len(file.Three))
	}
	for _, c := range append(file.Four, file.Limits...) {
		c.check(t, 4)
	}
	for _, c := range file.Three {
		c.check(t, 3)
	}
}

func (c cell) check(t *testing.T, players int) {
	o := mustProfile(t, "seed")
	o.Players, o.Kiriage = players, c.Kiriage
	if c.Mode != "" {
		o.SanmaSettlement = c.Mode
	}
	if basic, limit := o.Basic(c.Han, c.Fu, c.Times/4); basic != c.Basic {
		t.Errorf("%+v: basic points %d %s", c, basic, limit)
	}
	others := players - 2 // beside the dealer
	got := fmt.Sprint(o.Ron(c.Basic, false), o.Tsumo(c.Basic, false, true), o.Tsumo(c.Basic, false, false),
		o.Tsumo(c.Basic, false, true)+others*o.Tsumo(c.Basic, false, false),
		o.Ron(c.Basic, true), o.Tsumo(c.Basic, true, false), (players-1)*o.Tsumo(c.Basic, true, false))
	n, d := c.NonDealer, c.Dealer
	if want := fmt.Sprint(n.Ron, n.FromDealer, n.FromNonDealer, n.Total, d.Ron, d.Each, d.Total); got != want {
		t.Errorf("%d players %s %d han %d fu: got %s, want %s", players, c.Mode, c.Han, c.Fu, got, want)
	}
}

func mustProfile(t testing.TB, name string) riichi.Options {
	t.Helper()
	o, err := riichi.Profile(name)
	if err != nil {
		t.Fatal(err)
	}
	return o
}
