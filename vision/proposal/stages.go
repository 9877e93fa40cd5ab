package proposal

import "jantaku/models"

// Mark is something that a step of reading saw in a picture, as it is drawn for people.
type Mark struct {
	Quad [4]models.Point // pixels
	Says string
	Sure float64 // 0 to 1
}

// Stages takes what the steps of reading a hand saw, in their order: "windows" that look like a
// face, "proposals" that were settled and read, and the "arrangement" that was chosen of them.
type Stages func(stage string, marks []Mark)

// Tell tells what a step saw, if anybody wants to know.
func (p *Picture) Tell(stage string, marks func() []Mark) {
	if p.stages != nil {
		p.stages(stage, marks())
	}
}

// markWindows marks the windows from which tiles are looked for.
func markWindows(starts []Glance) []Mark {
	marks := make([]Mark, len(starts))
	for i := range starts {
		g := &starts[i]
		f := g.Field.Frame(g.At.X, g.At.Y, 0, -.5, .5)
		marks[i] = Mark{Quad: f.Quad(0, 0), Sure: g.Sims[0]}
	}
	return marks
}

// MarkProposals marks what may lie there, with how likely it does in the arrangements.
func MarkProposals(all []Proposal, sure []float64) []Mark {
	marks := make([]Mark, len(all))
	for i := range all {
		marks[i] = Mark{Quad: all[i].Quad, Says: all[i].Tile.String(), Sure: sure[i]}
	}
	return marks
}
