#include "network.h"

#include <opencv2/dnn.hpp>

struct network {
	cv::dnn::Net net;
	cv::Mat out;
};

extern "C" network *network_read(const char *onnx, int size) {
	try {
		network *n = new network;
		n->net = cv::dnn::readNetFromONNX(onnx, size);
		n->net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
		return n;
	} catch (const std::exception &) {
		return nullptr;
	}
}

extern "C" void network_free(network *n) { delete n; }

extern "C" const float *network_run(network *n, const unsigned char *bgr, int width, int height, int *planes, int *high, int *wide) {
	try {
		const int h = (height + 7) / 8 * 8, w = (width + 7) / 8 * 8;
		const int shape[] = {1, 3, h, w};
		cv::Mat in(4, shape, CV_32F, cv::Scalar(0));
		for (int c = 0; c < 3; c++)
			for (int y = 0; y < height; y++) {
				float *row = in.ptr<float>(0, c) + (size_t)y * w;
				const unsigned char *from = bgr + 3 * (size_t)y * width + 2 - c;
				for (int x = 0; x < width; x++) row[x] = from[3 * x] / 128.f - 1;
			}
		n->net.setInput(in);
		n->out = n->net.forward();
		if (n->out.dims != 4 || n->out.size[0] != 1 || n->out.type() != CV_32F || !n->out.isContinuous()) return nullptr;
		*planes = n->out.size[1], *high = n->out.size[2], *wide = n->out.size[3];
		return n->out.ptr<float>();
	} catch (const std::exception &) {
		return nullptr;
	}
}
