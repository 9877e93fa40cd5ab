package learn

import "testing"

func TestALabelInDoubtIsNotReliedOn(t *testing.T) {
	doubtful := []Mislabel{{Photo: "a", Row: 1, Place: 1}}
	once := []Unconfirmed{{Photo: "a", Row: 1, Places: []int{1}}}
	for name, c := range map[string]struct {
		report Report
		want   bool
	}{
		"all is read back":               {Report{Sought: 1, Shown: 100, ReadBack: 99}, true},
		"too little is read back":        {Report{Sought: 1, Shown: 100, ReadBack: 98}, false},
		"nothing was found":              {Report{Sought: 1}, false},
		"a label is in doubt":            {Report{Sought: 1, Shown: 100, ReadBack: 100, Doubtful: doubtful}, false},
		"a face is shown once":           {Report{Sought: 1, Shown: 100, ReadBack: 100, Unconfirmed: once}, false},
		"a face with a box, once":        {Report{Shown: 100, ReadBack: 100, Unconfirmed: once}, true},
		"a label with boxes is in doubt": {Report{Shown: 100, ReadBack: 100, Doubtful: doubtful}, true},
	} {
		if got := c.report.Learnt(); got != c.want {
			t.Errorf("%s: learnt %v", name, got)
		}
	}
}
