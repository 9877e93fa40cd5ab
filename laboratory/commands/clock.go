//go:build !skewed

package commands

// skewed says that the clock of this program can be set, see packaging/skewed.sh.
const skewed = false

// FollowSkew does nothing here.
func FollowSkew() {}
