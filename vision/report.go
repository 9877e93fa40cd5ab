package vision

import "jantaku/models"

// Report says how well a set of tiles was learned.
type Report struct {
	// Missing are the kinds, 1m to 7z, without any sample.
	Missing []models.Tile
	// Weak are the faces with too few samples to be trusted.
	Weak []models.Tile
	// Samples counts the samples of each face.
	Samples map[models.Tile]int
	// Extras are the flowers and red fives without any sample; sets without them exist.
	Extras []models.Tile
	// Unused are photographs that could not be used, each with its reason.
	Unused []string
	// Mislabelled are tiles that were not learned, because they look more like another tile than
	// like the others with their label, and Doubtful those that were, because too few others are
	// labelled so to tell. Each says where the label is and what the tile looks like.
	Mislabelled, Doubtful []string
	// Sought counts the photographs whose rows were looked for, because they have no boxes.
	Sought int
	// ReadBack of the Shown tiles whose face other photographs show, too, look like it and not more
	// like another face, each compared without itself; Disagree names the others.
	ReadBack, Shown int
	Disagree        []string
}

// Learnt reports whether what was taught can be relied on. Where rows were looked for, nearly all
// that was learned is read back: tiles that were taken from the wrong places are not.
func (r *Report) Learnt() bool {
	return r.Sought == 0 || r.Shown > 0 && float64(r.ReadBack) >= learntShare*float64(r.Shown)
}

// learntShare is the share of tiles that must be read back.
const learntShare = .99

// enoughSamples is how many samples of a face make it trustworthy.
const enoughSamples = 3
