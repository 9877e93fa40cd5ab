// Package sight reads tiles in rows: what one looks like where its frame says that it stands, upright, sideways or
// face down, how it is looked at more closely, and how sure it is. A [Reading] is one tile as it was read, a
// [Row] some in a line, and a [Reader] reads them with the learned faces of a set.
package sight
