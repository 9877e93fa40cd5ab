//go:build skewed

package commands

import (
	"time"

	"jantaku/laboratory/soak"
)

const skewed = true

// FollowSkew sets what time.Now gives, everywhere in the program, by the file of the soak.
// packaging/skewed.sh adds time.Skew to the package.
func FollowSkew() { soak.FollowSkew(time.Skew) }
