// Package faces holds the learned faces of a set of tiles and compares windows with them: how much a
// window looks like each face, where it does most, and what such a likeness is worth as a probability.
// It knows nothing of rows, hands and tables.
//
// A [Matcher] compares windows of a grid of features with the average of every face, coarsely or at full
// resolution ([Matcher.MatchCoarse], [Matcher.MatchVeiled]), and with all samples of the likely ones
// ([Matcher.NearestVeiled]). Faces are compared both ways up.
package faces
