package reading

import (
	"io"
	"testing"

	"jantaku/internal/sharedtest"
)

// The bars are what people see of those tables: nothing is missed or surely wrong, and only what lies in the middle of a mirrored lamp is not
// read.
func TestTablesOfAnotherRendererAreReadUnderLampsAndVeils(t *testing.T) {
	if testing.Short() {
		t.Skip("teaches three sets and sweeps four tables")
	}
	var folders []string
	for _, name := range []string{"soft", "mirrored-lamp", "dim-veil"} {
		folders = append(folders, sharedtest.Path(t, "tables-outside/"+name))
	}
	for name, over := range map[string]bool{"taught under the calibrated camera": true, "taught from bare pictures": false} {
		t.Run(name, func(t *testing.T) {
			if !over {
				sharedtest.ByNight(t)
			}
			o := Outside{Over: over, Out: io.Discard, Progress: func(int, int) {}}
			f, err := o.Run(t.Context(), folders...)
			if err != nil {
				t.Fatal(err)
			}
			if f.River.Right < 98*f.River.Tiles/100 || f.River.Unseen+f.River.Wrong > 1 || f.River.Sure > 0 {
				t.Errorf("rivers: %+v", f.River)
			}
			if f.Meld.Right < 19*f.Meld.Tiles/20 || f.Meld.Unseen+f.Meld.Wrong > 1 {
				t.Errorf("melds: %+v", f.Meld)
			}
			if f.White.Right < f.White.Tiles-1 || f.White.Wrong > 0 {
				t.Errorf("white dragons: %+v", f.White)
			}
			if f.Lost > 0 || f.ExtraSure > 0 {
				t.Errorf("%d tables are accepted with a tile missing or wrong, %d tiles that are none are sure", f.Lost, f.ExtraSure)
			}
		})
	}
}
