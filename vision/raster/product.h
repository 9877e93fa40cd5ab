// products_of writes the inner products of each of rows windows with each of count faces,
// rows × count. All have dims elements and lie end to end.
void products_of(const short *windows, int rows, const short *faces, int count, int dims, int *out);

// squares_of writes the inner product of each of rows windows with itself.
void squares_of(const short *windows, int rows, int dims, int *out);
