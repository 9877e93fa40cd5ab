// Package plane says where tiles may lie in a picture. Under a calibrated camera that is known: a [Table] has a
// [Field] for the zones of each place, with millimetres for pixels, and a [Sheet] is one laid flat. In a bare
// picture it is guessed from straight bands of print, see [FindBands].
package plane
