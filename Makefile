# Everything a person needs: `make run` shows the demo, `make test` checks the tree.
# Both install what they need on Debian 12 and say so.

TAGS  := gocv_specific_modules,gocv_calib3d
GO    ?= go
FLAGS := -tags $(TAGS)
BIN   := bin/jantaku

.PHONY: build run test nightly bench lint deb setup setup-test clean

build: setup
	$(GO) build $(FLAGS) -o $(BIN) ./cmd/jantaku

run: build
	./$(BIN) demo --filmed

# What draws and compresses pictures, counts points, deals and weighs histories has no goroutines for the race detector to watch, and
# takes ten times as long when it does.
UNWATCHED := $(foreach package,jantaku/vision/play jantaku/internal/players jantaku/scoring/... jantaku/vision/scene jantaku/vision/scene/mosaic jantaku/vision/scene/film golang.org/x/image/vector image/jpeg image/png compress/flate,'-gcflags=$(package)=-race=false')
# The packages of the eye, which read pictures alone, without a goroutine that would need watching
# (what teaches on two cores is watched at night).
ALONE = $(filter-out %/camera %/eye,$(shell $(GO) list $(FLAGS) ./vision/...))
WATCHED = $(filter-out $(ALONE),$(shell $(GO) list $(FLAGS) ./...))
# The other packages that have long tests.
LONG = $(filter-out ./vision/%,$(sort $(dir $(shell grep -rl --include='*_test.go' testing.Short .))))

# Everything else under the race detector but for the long tests, then those and the eye.
test: setup setup-test lint
	$(GO) test $(FLAGS) -race $(UNWATCHED) -short -timeout 20m $(WATCHED)
	$(GO) test $(FLAGS) -timeout 20m $(LONG) $(ALONE)

# What is long or random, whole: every case of the long tests, and a minute of every fuzz target.
nightly: setup setup-test
	JANTAKU_NIGHTLY=1 $(GO) test $(FLAGS) -timeout 3h ./...
	$(GO) test $(FLAGS) -race $(UNWATCHED) -short -timeout 1h ./vision
	packaging/fuzz.sh 1m $(FLAGS)

bench: setup
	$(GO) test $(FLAGS) -run '^$$' -bench . ./...

lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt would change:"; gofmt -l .; exit 1; }
	$(GO) vet $(FLAGS) ./...

# A Debian package for the release and architecture this runs on, in build/.
VERSION := $(shell sed -n 's/^var version = "\(.*\)"/\1/p' cmd/jantaku/version.go)
deb: build
	packaging/deb.sh $(VERSION) build

setup:
	@packaging/setup.sh build

setup-test:
	@packaging/setup.sh test

clean:
	rm -rf bin build
