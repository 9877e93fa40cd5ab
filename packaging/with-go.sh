#!/bin/sh
# Runs a command with the Go that go.mod asks for first on the path: with-go.sh go build ./...
# A go of 1.21 or newer on the path fetches that version itself and is used; otherwise the one that
# `setup.sh build` keeps in the user's cache. With no command it prints the folder in which that is kept.
set -eu
cd_root=$(dirname "$0")/..
version=$(sed -n 's/^go \([0-9.]*\)$/\1/p' "$cd_root/go.mod")
kept=${XDG_CACHE_HOME:-$HOME/.cache}/jantaku/go$version
[ $# -gt 0 ] || { echo "$kept"; exit 0; }

# fetches tells whether a go brings the version that go.mod asks for.
fetches() {
	case $(GOTOOLCHAIN=local "$1" version 2>/dev/null) in
	"go version go1."[0-9]*) ;;
	*) return 1 ;;
	esac
	minor=$(GOTOOLCHAIN=local "$1" version | sed 's/^go version go1\.\([0-9]*\).*/\1/')
	[ "$minor" -ge 21 ]
}

if fetches go; then
	export GOTOOLCHAIN="${GOTOOLCHAIN:-auto}" # Debian's own takes what is installed alone
elif [ -x "$kept/bin/go" ]; then
	PATH=$kept/bin:$PATH
	export PATH
fi
exec "$@"
