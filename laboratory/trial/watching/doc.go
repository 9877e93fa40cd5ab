// Package watching tries watching: it films recorded hands on the drawn table, shows films to the
// eye, makes hands of what changed, and compares what would be published with what was played.
package watching
