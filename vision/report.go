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
}

// enoughSamples is how many samples of a face make it trustworthy.
const enoughSamples = 3
