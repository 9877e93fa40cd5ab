#include <stddef.h>

// The planes of a cell, see features.go. Ink that swallows all light is FULL; edges reach 1.6
// times as much. Products of the longest windows do not overflow where no element exceeds MOST.
enum { PLANES = 7, POOL = 2, FULL = 512, MOST = 930 };

// ratio_of divides the light out of n bytes: 255 is as bright as the light.
void ratio_of(const unsigned char *pix, const unsigned char *light, int n, unsigned char *out);

// LINES_OF_INK are how many lines of ink a line of cells needs: its own, and one above and below them.
enum { LINES_OF_INK = POOL + 2 };

// features_of writes the planes of all whole cells of a ratio picture of width ×
// height pixels of blue, green and red. work is memory for width · (LINES_OF_INK + PLANES) floats.
void features_of(const unsigned char *ratio, int width, int height, float edge_weight, float *work, short *cells);

// close_of closes each channel of a picture of width × height pixels with a square, an odd number of pixels wide: of each square around a pixel
// the greatest, of those the least. What lies outside says nothing, as in OpenCV. It gives 0 where there is no memory.
int close_of(const unsigned char *pix, int width, int height, int square, unsigned char *out);
