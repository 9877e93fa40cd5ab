package mcr

import (
	"fmt"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
)

// Explain implements scoring.Explainer: the sum of the fans, the flowers, and the
// minimum where it is not reached.
func (r *Rules) Explain(w *models.Win, res *scoring.Result) []scoring.Step {
	var sum []string
	for _, f := range res.Fans {
		if at := r.row(f.ID); at >= 0 && r.fans[at].Bonus || f.Count == 0 {
			continue
		}
		part := fmt.Sprint(f.Value / f.Count)
		if f.Count > 1 {
			part = fmt.Sprintf("%d × %d", f.Count, f.Value/f.Count)
		}
		sum = append(sum, part)
	}
	steps := []scoring.Step{{Code: "base-points", Detail: strings.Join(sum, " + "), Value: res.BasePoints}}
	if n := w.Flowers.Count; n > 0 {
		steps = append(steps, scoring.Step{Code: "flowers", Detail: fmt.Sprintf("%d + %d", res.BasePoints, n), Value: res.Points})
	}
	if !res.Valid {
		steps = append(steps, scoring.Step{Code: scoring.StepBelowMinimum, Detail: fmt.Sprintf("%d < %d", res.BasePoints, r.minimum), Value: r.minimum})
	}
	return steps
}
