#!/bin/sh
# Shows the display of a table on this machine's own screen, for ever: cage is the compositor, chromium the only
# window. /etc/default/jantaku-kiosk says what is shown and how; jantaku-kiosk.service starts this.
# Usage: kiosk           the compositor, which calls
#        kiosk browser   what runs in it
set -eu

settings=${JANTAKU_KIOSK_SETTINGS:-/etc/default/jantaku-kiosk}
[ ! -r "$settings" ] || . "$settings"
page=${PAGE:-http://127.0.0.1:8080/} turn=${TURN:-0} scale=${SCALE:-1} sleep=${SLEEP:-20}
flags=${BROWSER_FLAGS:-}
here=$(dirname "$(readlink -f "$0")")

case "$turn" in 0|90|180|270) ;; *) echo "TURN=$turn is none of 0, 90, 180 and 270 degrees" >&2; exit 2 ;; esac
case "$scale" in ''|*[!0-9.]*|*.*.*|.) echo "SCALE=$scale is no number such as 0.95" >&2; exit 2 ;; esac
case "$sleep" in ''|*[!0-9.]*|*.*.*|.) echo "SLEEP=$sleep is no number of minutes" >&2; exit 2 ;; esac

# cage turns the picture itself up to 0.1; later ones leave it to the protocol that wlr-randr speaks.
cage_turns() { cage -h 2>&1 | grep -q '^ -r'; }

if [ "${1:-}" != browser ]; then
	options=""
	if [ "$turn" != 0 ] && cage_turns; then
		for quarter in 90 180 270; do
			[ "$turn" -lt "$quarter" ] || options="$options -r"
		done
	fi
	# The screen alone is opened: without keyboard and mouse there is no pointer, and nobody leaves the page.
	export WLR_BACKENDS="${WLR_BACKENDS:-drm}" XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-/run/jantaku-kiosk}"
	# shellcheck disable=SC2086 # options are words
	exec cage -d $options -- "$0" browser
fi

if [ "$turn" != 0 ] && ! cage_turns; then
	wlr-randr | sed -n 's/^\([^ ][^ ]*\).*/\1/p' | while read -r output; do
		wlr-randr --output "$output" --transform "$turn"
	done
fi

case "$page" in *\?*) page="$page&" ;; *) page="$page?" ;; esac
page="${page}kiosk=$sleep&scale=$scale"
# As an address within an address.
wanted=$(printf %s "$page" | sed 's/%/%25/g; s/&/%26/g; s/#/%23/g; s/+/%2B/g; s/ /%20/g')
state=${STATE_DIRECTORY:-/var/lib/jantaku-kiosk}

# A browser that ends, for whatever reason, is started again. What it remembered may be damaged by that, and holds
# nothing that is missed.
while :; do
	rm -rf "$state/browser"
	# shellcheck disable=SC2086 # flags are words
	chromium --kiosk --ozone-platform=wayland --user-data-dir="$state/browser" \
		--hide-scrollbars --no-first-run --noerrdialogs --disable-infobars --disable-session-crashed-bubble \
		--disable-features=Translate,MediaRouter --disable-component-update --disable-background-networking \
		--password-store=basic --autoplay-policy=no-user-gesture-required --default-background-color=000000ff \
		$flags "file://$here/wait.html?page=$wanted" || true
	sleep 1
done
