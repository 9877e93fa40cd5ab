// Package plane says where tiles may lie in a picture of a calibrated table: a [Table] has a
// [Field] for the zones of each place, with millimetres for pixels, and a [Sheet] is one laid flat.
package plane
