// products_of writes the inner products of each of rows windows with each of count faces, rows × count: with those that which lists.
// All have dims elements and lie end to end.
void products_of(const short *windows, int rows, const short *faces, const int *which, int count, int dims, int *out);

// squares_of writes the inner product of each of rows windows with itself.
void squares_of(const short *windows, int rows, int dims, int *out);

// lean_of adds up what tells by how much a window lies off a face: of all cells but the outermost, the products of
// LEAN columns with each other, i ≤ j, then of each with the window, and at last of the window with itself. Both are high lines of wide elements, MOST_WIDE at most, planes
// elements a cell; across is how far each element of a line lies right of its middle, cells.
//
//   columns: the face, and how it changes to the right, downwards, as it is turned clockwise, made wider and taller
enum { LEAN = 6, LEAN_SUMS = LEAN * (LEAN + 1) / 2 + LEAN + 1, MOST_WIDE = 128 };
void lean_of(const short *window, const short *face, const float *across, int wide, int high, int planes, float *sums);
