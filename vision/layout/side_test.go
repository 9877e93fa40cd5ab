package layout_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/vision/layout"
)

// roll turns a picture clockwise by quarters.
func roll(rows [][]models.Sighting, quarters int) {
	sin, cos := math.Sincos(float64(quarters) * math.Pi / 2)
	for _, row := range rows {
		for i := range row {
			row[i].Facing = (row[i].Facing + 90*quarters) % 360
			for k, p := range row[i].Quad {
				row[i].Quad[k] = models.Point{X: p.X*cos - p.Y*sin, Y: p.X*sin + p.Y*cos}
			}
		}
	}
}

// standUp turns the first n tiles by half a turn where they lie.
func standUp(row []models.Sighting, n int) {
	for i := range row[:n] {
		q := row[i].Quad
		row[i].Quad = [4]models.Point{q[2], q[3], q[0], q[1]}
		row[i].Facing = (row[i].Facing + 180) % 360
	}
}

func TestAHandIsTheSameFromAllSides(t *testing.T) {
	for quarters := range 4 {
		for _, tt := range []struct {
			rows []string
			want string
		}{
			{[]string{"4m5m6m7p8p9p1s1s1s5z5z_2z2z2z'"}, "pung:222z:right 456m789p111s55z"},
			{[]string{"4m5m6m7p8p9p1s1s1s5z5z_2z'2z2z"}, "pung:222z:left 456m789p111s55z"},
			{[]string{"4m5m6m7p8p9p1s1s1s5z5z_2z2z'2z^2z"}, "added-kong:2222z:across 456m789p111s55z"},
			{[]string{"1m9p7z4s2z6p", "3p8s1z", "3f", "1m2m3m4m5m6m7p8p9p1s1s1s5z5z"}, "123456m789p111s55z f:3f"},
			{[]string{"4m5m6m7p8p9p1s1s1s5z5z2z2z2z2z"}, "kong:2222z: 456m789p111s55z"},
		} {
			t.Run(fmt.Sprintf("%v rolled by %d quarters", tt.rows, quarters), func(t *testing.T) {
				rows := lay(t, tt.rows...)
				roll(rows, quarters)
				got := layout.Read(rows, layout.DefaultOptions())
				if text(got) != tt.want || got.Status != models.Accepted {
					t.Errorf("%s, read %s, want %s: %+v", got.Status, text(got), tt.want, got.Doubts)
				}
			})
		}
	}
}

func TestWhoSuppliedIsAskedWhereTheOwnerMaySitOpposite(t *testing.T) {
	const melds, none = "4m5m6m7p8p9p1s1s1s5z5z_2z2z2z'", "1m2m3m4m5m6m7p8p9p1s1s1s5z5z"
	for _, tt := range []struct {
		name  string
		row   string
		stand int // how many of the tiles that are all upside down are turned by half
		asked bool
	}{
		{"one upright among many upside down", melds, 1, true},
		{"no meld to be asked about", none, 1, false},
		{"as many upright as upside down", melds, 7, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows := lay(t, tt.row)
			roll(rows, 2)
			standUp(rows[0], tt.stand)
			got := layout.Read(rows, layout.DefaultOptions())
			asked := slices.ContainsFunc(got.Doubts, func(d models.Doubt) bool {
				return d.Code == layout.DoubtMeld && strings.Contains(d.Message, "from across the table")
			})
			if asked != tt.asked {
				t.Errorf("asked %v, want %v: %+v", asked, tt.asked, got.Doubts)
			}
		})
	}
}
