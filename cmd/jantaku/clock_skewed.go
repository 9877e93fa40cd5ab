//go:build skewed

package main

import (
	"time"

	"jantaku/laboratory/soak"
)

const skewed = true

// followSkew sets what time.Now gives, everywhere in the program, by the file of the soak.
// packaging/skewed.sh adds time.Skew to the package.
func followSkew() { soak.FollowSkew(time.Skew) }
