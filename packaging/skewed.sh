#!/bin/sh
# Builds a program whose clock can be set, for `soak`: time.Now of the whole program, libraries and
# all, is the machine's plus so many seconds, while what measures how long something takes goes on
# evenly, as when somebody sets the clock of a machine. Usage: skewed.sh PROGRAM TAGS
set -eu
out=$1 tags=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source=$(go env GOROOT)/src/time/time.go
sed 's/^\tsec, nsec, mono := runtimeNow()$/&\n\tsec += skew.Load()/' "$source" > "$work/time.go"
cat >> "$work/time.go" <<'GO'

var skew atomic.Int64

// Skew sets by how many seconds Now is wrong.
func Skew(seconds int64) { skew.Store(seconds) }
GO
sed -i '0,/^import (/s//import (\n\t"sync\/atomic"/' "$work/time.go"
[ "$(grep -c 'sec += skew.Load()' "$work/time.go")" -gt 0 ] || { echo "the package time of this Go is another one" >&2; exit 1; }
printf '{"Replace": {"%s": "%s"}}' "$source" "$work/time.go" > "$work/overlay.json"
cd "$(dirname "$0")/.."
go build -overlay "$work/overlay.json" -tags "$tags,skewed" -o "$out" ./cmd/jantaku
