package main

import (
	"context"

	"jantaku/internal/pipeline"
	"jantaku/vision/watch"
)

// hearing tells the pipeline what the lookout sees while nobody asks; it implements
// lookout.Hearer.
type hearing struct{ *pipeline.Pipeline }

// Changes hears nothing: only hands that are laid down are watched for.
func (hearing) Changes(context.Context, []watch.Change, bool) error { return nil }
