# Everything a person needs: `make run` shows the demo, `make test` checks the tree.
# Both install what they need on Debian 12 and say so.

TAGS  := gocv_specific_modules,gocv_calib3d
GO    ?= packaging/with-go.sh go
FLAGS := -tags $(TAGS)
BIN   := bin/jantaku

# make deb ARCH=arm64 compiles for a Raspberry Pi on a machine of another architecture.
ifeq ($(ARCH),arm64)
GNU := aarch64-linux-gnu
BIN := bin/jantaku-arm64
export GOARCH := arm64
export CGO_ENABLED := 1
export CC := $(GNU)-gcc
export CXX := $(GNU)-g++
export PKG_CONFIG_LIBDIR := /usr/lib/$(GNU)/pkgconfig:/usr/share/pkgconfig
export DEB_HOST_ARCH := $(ARCH)
endif

.PHONY: build run league test nightly bench lint deb firmware setup setup-test clean

build: setup
	$(GO) build $(FLAGS) -o $(BIN) ./cmd/jantaku

# The demo, or another command: make run DO=run is the daemon, which begins with the set-up.
DO ?= demo --filmed
run: build
	./$(BIN) $(DO)

# A league on one machine: broker, database, archive, hall and twenty tables at which players of its own play. It prints the address.
league: build
	packaging/setup.sh league
	./$(BIN) league try

# Tests are compiled without tables for a debugger, which take a sixth of the time of Go's compiler and a third of that of OpenCV's wrappers,
# and linked by gold where Debian has it, which takes two thirds of the time of the usual linker.
test: export CGO_CXXFLAGS = -O2
GOLD := $(if $(wildcard /usr/bin/ld.gold),-ldflags=-extldflags=-fuse-ld=gold)
TESTED = $(FLAGS) -gcflags=all=-dwarf=false $(GOLD)
# What draws, compresses and reads pictures, counts points, deals and weighs histories has no goroutines for the race detector to watch, and
# takes ten times as long when it does. What makes its own instances of sync's generic functions has to be watched: the linker keeps one
# instance for all, and one that is not watched hides what it orders.
UNWATCHED := $(foreach package,jantaku/vision/play/... jantaku/laboratory/players jantaku/scoring/... jantaku/laboratory/scene jantaku/laboratory/scene/mosaic jantaku/laboratory/scene/film jantaku/vision/faces jantaku/vision/proposal jantaku/vision/outline jantaku/vision/bare/... jantaku/vision/watch golang.org/x/image/vector image/jpeg image/png compress/flate,'-gcflags=$(package)=-dwarf=false -race=false')
# SQLite is C translated to Go, whose memory is none of the collector's: what the race detector checks of pointers besides
# says nothing there, and takes a third of the ledger's tests. Its reads and writes are watched.
UNWATCHED += '-gcflags=modernc.org/...=-dwarf=false -d=checkptr=0'
# The packages of the eye, which read pictures alone, without a goroutine that would need watching
# (what teaches on two cores is watched at night).
ALONE = $(filter-out %/camera %/eye,$(shell $(GO) list $(FLAGS) ./vision/... ./laboratory/scene/... ./laboratory/trial/... ./laboratory/baseline))
WATCHED = $(filter-out $(ALONE),$(shell $(GO) list $(FLAGS) ./...))
# The other packages that have long tests, of which one is whatever looks at a page in a browser.
LONG = $(filter-out ./vision/% ./laboratory/scene/% ./laboratory/trial/%,$(sort $(dir $(shell grep -rl --include='*_test.go' -e 'testing\.Short' -e 'browser\.Tab' .))))

# Everything else under the race detector but for the long tests, then those and beside them the eye. Tests of a table, a broker
# or a page wait most of their time, so that more packages run at once than there are cores. What lint has vetted is not vetted
# again for each of the two passes.
test: setup setup-test
	$(MAKE) lint FLAGS="$(TESTED)"
	$(GO) test $(TESTED) -vet=off -race $(UNWATCHED) -p 4 -short -timeout 20m $(WATCHED)
	$(GO) test $(TESTED) -vet=off -p 2 -timeout 20m -run "$$(packaging/long-tests.sh $(LONG))" $(LONG) & long=$$!; \
	$(GO) test $(TESTED) -vet=off -p 2 -timeout 20m $(ALONE); eye=$$?; wait $$long && exit $$eye

# What is long or random, whole: every case of the long tests, and a minute of every fuzz target.
nightly: setup setup-test
	@packaging/setup.sh nightly
	JANTAKU_NIGHTLY=1 $(GO) test $(FLAGS) -timeout 3h ./...
	$(GO) test $(FLAGS) -race $(UNWATCHED) -short -timeout 1h ./vision
	packaging/with-go.sh packaging/fuzz.sh 1m $(FLAGS)

bench: setup
	$(GO) test $(FLAGS) -run '^$$' -bench . ./...

lint:
	@changed=$$(packaging/with-go.sh gofmt -l .); test -z "$$changed" || { echo "gofmt would change:" $$changed; exit 1; }
	$(GO) vet $(FLAGS) ./...

# A Debian package for the release this runs on, and its architecture or that of ARCH, in build/.
VERSION := $(shell sed -n 's/^var version = "\(.*\)"/\1/p' cmd/jantaku/version.go)
deb: build
	packaging/deb.sh $(VERSION) $(BIN) build
	packaging/kiosk/deb.sh $(VERSION) build

# The image of the adapter board, which `jantaku table flash` writes.
firmware:
	@packaging/setup.sh firmware
	$(MAKE) -C firmware OUT=../build/firmware
	cp build/firmware/jantaku.hex firmware/flash/jantaku.hex

setup:
	@packaging/setup.sh build $(ARCH)

setup-test:
	@packaging/setup.sh test

clean:
	rm -rf bin build
