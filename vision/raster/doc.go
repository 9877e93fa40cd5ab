// Package raster holds pictures as the eye looks at them: decoded, smaller copies of them, rows and
// tiles laid flat in their perspective, the light under their print, and the features by which faces are
// compared. It knows no faces and no tables.
//
// Beside it only lens links OpenCV, both through calls that check what OpenCV would
// answer with an abort.
//
// # Coordinates
//
// A point of a [Picture] is in pixels, x right, y down. A [Frame] is the perspective of a row: t counts its
// tiles from left to right, v goes from the top of a face (-½) to its bottom (½). A [Strip] is a row laid
// flat, [CellW] × [CellH] pixels a tile at [FineRes] and half of that at [CoarseRes]; a [Grid] holds its
// features, cell by cell of [PoolCell] pixels each way.
package raster
