#!/bin/sh
# Runs every fuzz target of the module for a while, one after the other, and says how often each
# was tried. What is new is made small in few steps: by default that takes a minute, in which nothing else is tried. Usage: fuzz.sh TIME [flags of go test]
set -eu
time=$1
shift
cd "$(dirname "$0")/.."
grep -rho --include='*_test.go' -H '^func Fuzz[A-Za-z0-9_]*' . | sed 's/:func /:/' | sort | while IFS=: read -r file target; do
	echo "$(dirname "$file") $target"
	go test "$@" -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 100x "$(dirname "$file")" | grep -E 'execs|FAIL|^ok' | tail -2
done
