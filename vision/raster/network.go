package raster

// #cgo pkg-config: opencv4
// #cgo CXXFLAGS: -std=c++11
// #include "network.h"
import "C"

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"unsafe"
)

// Network is a network that is run on this machine's processor by OpenCV. Many may ask it at once; it answers one
// after the other.
type Network struct {
	turn sync.Mutex
	net  *C.network
}

// NewNetwork makes a network of an ONNX file. Its memory is freed when nothing refers to it.
func NewNetwork(onnx []byte) (*Network, error) {
	if len(onnx) == 0 {
		return nil, fmt.Errorf("%w: a network of no bytes", errMatrix)
	}
	net := C.network_read((*C.char)(unsafe.Pointer(unsafe.SliceData(onnx))), C.int(len(onnx)))
	if net == nil {
		return nil, fmt.Errorf("%w: OpenCV reads no network from %d bytes", errMatrix, len(onnx))
	}
	n := &Network{net: net}
	runtime.AddCleanup(n, func(net *C.network) { C.network_free(net) }, net)
	return n, nil
}

// Answer is what a network says of a picture: so many planes of so many rows and columns, one after the other.
type Answer struct {
	Planes, Height, Width int
	Data                  []float32
}

// Ask runs a network on a picture, whose right and lower border is padded with grey.
func (n *Network) Ask(l *Level) (a Answer, err error) {
	if l.Width < 1 || l.Height < 1 || l.Width > MaxPixels/l.Height || len(l.Pix) != Channels*l.Width*l.Height {
		return a, fmt.Errorf("%w: %d bytes for %d×%d", errMatrix, len(l.Pix), l.Width, l.Height)
	}
	n.turn.Lock()
	defer n.turn.Unlock()
	var planes, high, wide C.int
	out := C.network_run(n.net, (*C.uchar)(unsafe.SliceData(l.Pix)), C.int(l.Width), C.int(l.Height), &planes, &high, &wide)
	if out == nil {
		return a, fmt.Errorf("%w: OpenCV does not run the network on %d×%d pixels", errMatrix, l.Width, l.Height)
	}
	a = Answer{Planes: int(planes), Height: int(high), Width: int(wide)}
	a.Data = slices.Clone(unsafe.Slice((*float32)(out), a.Planes*a.Height*a.Width))
	runtime.KeepAlive(n)
	return a, nil
}
