// Package play makes the course of a hand out of what changed on the table: who discarded
// what, who called it, who declared riichi, which kongs, flowers and indicators there were,
// who won and how. It knows no pixels.
//
// # How
//
// [Play] hears changes ([watch.Change]) one after the other and hands them on, one way:
//
//	prior      what is known before a hand: the rules of play, the start, how often things happen
//	evidence   what is seen: the tiles with the likelihood of every face, and what happened to them
//	histories  what may have happened: a beam of histories, each of which explains all that is seen
//	verdict    what is concluded: the course, the ways in which the hand may have ended, what is in doubt
//
// A history explains every change by the rules of play: a discard by the player whose turn
// it is, a call, a tile taken back; or a discard of a player out of turn, between which and
// the last one others played unseen. What is unlikely (a discard nobody saw, a tile told
// twice, a meld told after its owner's discard) costs log-probability and nothing else:
// no change is illegal in all histories, so the beam never ends. A tile that arrives later
// fills a gap that was left for it.
//
// Faces are not decided while the beam runs: each tile keeps the likelihood of every face,
// and histories are compared by how well the tiles of a meld go with each other and with
// the discard that was claimed. At the end of a hand everything is decoded anew with a wider
// beam, the copies of each kind are counted, and a hand that was laid down must be one that
// the rule book lets win. The result is a list of complete alternatives with probabilities,
// see [verdict.Ending], of which every fact has its probability and its runner-up.
//
// All likelihoods are natural logarithms relative to "the tiles are what they are by
// themselves, without a relation to each other".
package play

import (
	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/histories"
	"jantaku/vision/play/prior"
	"jantaku/vision/play/verdict"
	"jantaku/vision/watch"
)

// Play makes the course of one hand out of changes. It is used by one goroutine.
type Play struct {
	seen   *evidence.Seen
	beam   *histories.Beam
	course *verdict.Course
}

// New begins a hand whose start the books know.
func New(g *prior.Game, s prior.Start, priors prior.Figures) *Play {
	seen := evidence.New(g, s, priors)
	beam := histories.New(seen)
	return &Play{seen: seen, beam: beam, course: verdict.NewCourse(beam)}
}

// Hear takes in what changed on the table. Events tells what it means.
func (p *Play) Hear(c *watch.Change) {
	from, inserted := p.seen.Hear(c)
	p.course.MakeRoom(inserted)
	if from < 0 {
		return
	}
	p.beam.Follow(from)
	p.course.Update()
}

// Show notes which pictures show how a tile came or went, by their sums, before and after.
func (p *Play) Show(spot watch.Spot, photos []string) { p.seen.Show(spot, photos) }

// Events is the course so far, in order. Callers must not change it.
func (p *Play) Events() []verdict.Event { return p.course.Events() }

// Over reports whether the hand has most likely ended, and whether its tiles were swept away.
func (p *Play) Over() (ended, swept bool) { return p.beam.Over() > .5, p.seen.Swept() }

// End decodes everything anew, with all that was seen since as evidence, and tells how the
// hand ended. It may be asked more than once: hearing on is allowed.
func (p *Play) End() *verdict.Ending { return p.course.End() }

// Record is the hand as it would be kept, by the likeliest course: what nobody saw is
// Unknown or absent.
func (p *Play) Record() *models.Record { return p.course.Record() }

// Fit is how well the hand is explained by its start, as a log-likelihood: of two plays that heard the same, the
// one with the greater fit has the likelier start.
func (p *Play) Fit() float64 { return p.beam.Fit() }

// Learned is what this hand and those before teach about the table: the next begins with it.
func (p *Play) Learned(before prior.Learned) prior.Learned { return p.beam.Learned(before) }
