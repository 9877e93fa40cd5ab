package learn

import "testing"

func TestATileBesideARowIsToldFromWhatNothingLooksLike(t *testing.T) {
	tiles := notated(t, "2s5z4m")
	twoOfBamboos, white, four := tiles[0], tiles[1], tiles[2]
	nothing := likeFaces{twoOfBamboos: .52, white: .88, four: .1}
	for name, c := range map[string]struct {
		like   likeFaces
		goesOn bool
		want   bool
	}{
		"cloth, which is like a face with little print": {likeFaces{twoOfBamboos: .58, four: .2}, false, false},
		"cloth, which is like a white without print":    {likeFaces{white: .99}, false, false},
		"that face":            {likeFaces{twoOfBamboos: .8}, false, true},
		"another face":         {likeFaces{twoOfBamboos: .4, four: .55}, false, true},
		"something with print": {likeFaces{four: .35}, false, false},
		"a face that nobody else shows, where the row goes on": {likeFaces{four: .35}, true, true},
	} {
		row := &labelledRow{}
		b := beside{spots: map[*labelledRow][]extraTile{row: {{t: 14, place: 15, goesOn: c.goesOn}}}, likes: map[*labelledRow][]likeFaces{row: {c.like}}, nothing: nothing}
		extra := b.unlabelled(row)
		if got := extra != nil; got != c.want {
			t.Errorf("%s: a tile that is not written: %v", name, got)
		} else if got && extra.place != 15 {
			t.Errorf("%s: it stands at place %d", name, extra.place)
		}
	}
}
