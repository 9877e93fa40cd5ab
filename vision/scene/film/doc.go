// Package film plays records of hands on the drawn table before a drawn camera and tells
// when and where every tile came to lie.
//
// A [Club] is one camera over one table with one set of tiles. It films records: a
// director turns the events of a record into a script of what rests, moves and reaches
// where and when, and a [Film] shows that script on a scene.Canvas, frame by frame. The
// same settings and the same record give the same bytes.
//
// Time is in seconds since the deal, which is the first frame; places are those of the
// table, millimetres as in package scene. In a player's own frame x runs to their right
// and y away from them, the origin in the middle of the table.
package film
