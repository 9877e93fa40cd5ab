// A line of n pixels that lie (dx, dy) apart, the first one at (x, y) of a picture of blue, green and red, in 2^-FRACTION pixels. The first is
// written to a byte of another picture, the others each a step of bytes further.
enum { FRACTION = 20, PART_BITS = 6, PART = 1 << PART_BITS };
struct line {
  long long x, y, dx, dy;
  int to, step, n;
};

// sample_lines samples lines of a picture bilinearly, whose lines are so many bytes long. All pixels lie two pixels inside it at least.
void sample_lines(const unsigned char *pix, int stride, const struct line *lines, int count, unsigned char *out);
