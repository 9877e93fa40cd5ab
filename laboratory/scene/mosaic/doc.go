// Package mosaic encodes a picture of which only parts change, frame after frame, as
// baseline JPEG.
//
// The picture is cut into segments, runs of eight blocks of 16×16 pixels, and each of
// them is a restart interval of the JPEG (ITU T.81, clause F.1.1.5): its bytes depend on
// nothing but its own samples. A frame in which a tile moved costs the encoding of a
// dozen segments and a copy of the bytes of all others. Any decoder reads the result;
// chroma has half the resolution of luma both ways, as most cameras do it.
package mosaic
