#!/bin/sh
# Installs the Debian packages that building or testing needs, and says which. For building it also brings the Go
# that go.mod asks for where no go of 1.21 or newer is on the path: Debian 12 has 1.19, which fetches it as a module,
# with check sums; it is kept in the user's cache (with-go.sh), beside whatever Go there is.
# Usage: setup.sh build [arm64]|test|nightly|league|firmware
set -eu
with_go=$(dirname "$0")/with-go.sh

case "${1:-}" in
build)
	need="libopencv-dev g++ pkg-config"
	if [ "${2:-}" = arm64 ] && [ "$(dpkg --print-architecture)" != arm64 ]; then
		need="libopencv-dev:arm64 g++-aarch64-linux-gnu pkg-config dpkg-dev"
		dpkg --print-foreign-architectures | grep -q '^arm64$' || { echo "first: sudo dpkg --add-architecture arm64" >&2; exit 1; }
	fi ;;
test)  need="mosquitto mosquitto-clients socat ffmpeg chromium fonts-noto-cjk systemd gcc-avr avr-libc libsimavr-dev avrdude v4l-utils postgresql" ;;
nightly) need="cage xwayland grim" ;;
firmware) need="gcc-avr avr-libc make" ;;
league) need="mosquitto postgresql" ;;
*)     echo "usage: $0 build [arm64]|test|nightly|league|firmware" >&2; exit 2 ;;
esac

go_is_missing() { ! "$with_go" go version 2>/dev/null | grep -Eq ' go1\.(2[1-9]|[3-9][0-9])'; }
[ "$1" != build ] || ! go_is_missing || need="$need golang-go ca-certificates"

missing=""
for package in $need; do
	dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
if [ -n "$missing" ]; then
	as_root=""
	[ "$(id -u)" -eq 0 ] || as_root="sudo"
	echo "installing from Debian:$missing"
	export DEBIAN_FRONTEND=noninteractive
	$as_root apt-get update -qq
	# policy-rc.d would be rude on a real machine; the broker's service is stopped instead.
	$as_root apt-get install -y -qq --no-install-recommends $missing
fi

[ "$1" = build ] && go_is_missing || exit 0
kept=$("$with_go")
module=golang.org/toolchain@v0.0.1-$(basename "$kept").linux-$(dpkg --print-architecture)
echo "fetching $module"
mkdir -p "$kept.part"
trap 'chmod -R u+w "$kept.part"; rm -rf "$kept.part"' EXIT
# Outside of any module, as this go does not understand our go.mod.
said=$(cd "$kept.part" && GOFLAGS=-mod=mod GO111MODULE=on GOMODCACHE="$kept.part" go mod download -json "$module" || true)
fetched=$(echo "$said" | sed -n 's/^\t"Dir": "\(.*\)",\{0,1\}$/\1/p')
[ -d "$fetched" ] || { echo "$said" >&2; echo "$module could not be fetched; install Go from https://go.dev/dl and try again" >&2; exit 1; }
chmod -R u+w "$fetched"
find "$fetched/bin" "$fetched/pkg/tool" -type f -exec chmod +x {} + # modules carry no such bit
rm -rf "$kept"
mv "$fetched" "$kept"
"$with_go" go version
