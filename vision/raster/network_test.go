package raster

import "testing"

func TestWhatIsNoNetworkIsRefused(t *testing.T) {
	for _, onnx := range [][]byte{nil, {}, []byte("no network"), {0x08, 0x06, 0x12, 0x07}} {
		if n, err := NewNetwork(onnx); err == nil {
			t.Errorf("%q: %v", onnx, n)
		}
	}
}
