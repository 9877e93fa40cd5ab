#!/bin/sh
# Tries the README's two commands from nothing: a new root of a Debian release with git and make alone, this checkout,
# `make run` until the demo answers, then `make test`. Prints minutes and megabytes of each. Needs root and mmdebstrap.
# Usage: fresh.sh [RELEASE [run]]; with "run" it leaves `make test` out.
set -eu
release=${1:-bookworm}
cd "$(dirname "$0")/.."
root=$(mktemp -d)
end() {
	for at in proc dev/pts dev/shm sys; do umount -l "$root/$at" 2>/dev/null || true; done
	rm -rf --one-file-system "$root"
}
trap end EXIT
mmdebstrap --quiet --variant=minbase --include=git,make,ca-certificates "$release" "$root"
mkdir -p "$root/home/club/jantaku"
git archive HEAD | tar -x -C "$root/home/club/jantaku"
if [ -d ../shared ]; then cp -rL ../shared "$root/home/club/shared"; fi
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o ptmxmode=666 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
ln -sf pts/ptmx "$root/dev/ptmx"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
# Where this machine fetches packages and modules from, and whom it trusts.
cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
inside() {
	chroot "$root" env -i HOME=/home/club PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
		${GOPROXY:+GOPROXY=$GOPROXY} ${HTTPS_PROXY:+HTTPS_PROXY=$HTTPS_PROXY} sh -c "cd /home/club/jantaku && $1"
}
megabytes() { du -sxm "$root" 2>/dev/null | cut -f1; }
measure() { # measure NAME COMMAND
	before=$(date +%s) size=$(megabytes)
	inside "$2" || { echo "$1 failed"; exit 1; }
	echo "$1: $((($(date +%s) - before + 30) / 60)) minutes, $(($(megabytes) - size)) MB"
}
demo='setsid make run > /tmp/demo.log 2>&1 & demo=$!
	for i in $(seq 3600); do grep -q "plays at" /tmp/demo.log && break; kill -0 $demo 2>/dev/null || break; sleep 1; done
	kill -- -$demo 2>/dev/null; grep "plays at" /tmp/demo.log || { tail -20 /tmp/demo.log; exit 1; }'
measure "make run" "$demo"
[ "${2:-}" = run ] || measure "make test" "make test"
