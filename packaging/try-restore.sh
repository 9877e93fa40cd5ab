#!/bin/sh
# Restores the newest copy of the books beside the real ones, and replays it with every hand scored
# again: what a club needs on the day the card breaks. Usage: try-restore FOLDER OF COPIES
set -eu
jantaku=${JANTAKU:-/usr/bin/jantaku}
newest=$(ls "$1"/ledger-*.db 2>/dev/null | sort | tail -n 1)
[ -n "$newest" ] || { echo "<3>there is no copy in $1" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$jantaku" backup restore --ledger "$work/ledger.db" "$newest"
"$jantaku" replay --rescore --ledger "$work/ledger.db"
