#!/bin/sh
# Installs the Debian packages that building or testing needs, and says which.
# Usage: setup.sh build [arm64]|test|firmware
set -eu

case "${1:-}" in
build)
	need="libopencv-dev g++ pkg-config"
	if [ "${2:-}" = arm64 ] && [ "$(dpkg --print-architecture)" != arm64 ]; then
		need="libopencv-dev:arm64 g++-aarch64-linux-gnu pkg-config dpkg-dev"
		dpkg --print-foreign-architectures | grep -q '^arm64$' || { echo "first: sudo dpkg --add-architecture arm64" >&2; exit 1; }
	fi ;;
test)  need="mosquitto mosquitto-clients socat ffmpeg chromium fonts-noto-cjk systemd gcc-avr avr-libc libsimavr-dev avrdude v4l-utils" ;;
firmware) need="gcc-avr avr-libc make" ;;
*)     echo "usage: $0 build [arm64]|test|firmware" >&2; exit 2 ;;
esac

missing=""
for package in $need; do
	dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"
echo "installing from Debian:$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# policy-rc.d would be rude on a real machine; the broker's service is stopped instead.
$as_root apt-get install -y -qq --no-install-recommends $missing
