#!/bin/sh
# Prints the pattern of the tests of some folders that do less with -short, by themselves, by a function of theirs or since
# internal/pagetest gives them no browser then:
# long-tests.sh FOLDER... for go test -run.
set -eu
for folder; do cat "$folder"/*_test.go; done | awk '
	/^func / { name = $2; if ($2 ~ /^\(/) { name = $0; sub(/^func \([^)]*\) /, "", name) } sub(/[\[(].*/, "", name); all[name] }
	{ body[name] = body[name] "\n" $0 }
	END {
		for (name in all) if (index(body[name], "testing.Short()") || index(body[name], "browser.Tab(")) long[name]
		for (more = 1; more;) {
			more = 0
			for (name in all) if (!(name in long)) for (other in long) if (other !~ /^Test/ && body[name] ~ "[^A-Za-z]" other "\\(") { long[name]; more = 1; break }
		}
		for (name in long) if (name ~ /^Test/) print name
	}' | sort | paste -sd '|' - | sed '/./!d; s/.*/^(&)$/' # nothing where no test is long, so that all are run
