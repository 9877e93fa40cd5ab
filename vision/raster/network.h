#ifdef __cplusplus
extern "C" {
#endif

// A network that OpenCV runs. gocv's own wrapper of it does not compile with the OpenCV of Debian 12.
typedef struct network network;

// network_read makes a network of the bytes of an ONNX file; NULL where it is none.
network *network_read(const char *onnx, int size);
void network_free(network *n);

// network_run gives a network a picture, rows of blue, green, red, that is padded with grey to multiples of 8 pixels, red
// before green before blue, 0 to 255 as -1 to 1. It gives the numbers of the answer, planes × high × wide, which belong to
// the network until it is run again; NULL where it fails or answers in another shape.
const float *network_run(network *n, const unsigned char *bgr, int width, int height, int *planes, int *high, int *wide);

#ifdef __cplusplus
}
#endif
