#!/bin/sh
# Makes a Debian package of a program for the Debian release this runs on (the names of OpenCV's
# libraries differ from release to release), and for its architecture or that of DEB_HOST_ARCH.
# Usage: deb.sh VERSION PROGRAM FOLDER, writes FOLDER/jantaku_VERSION~RELEASE_ARCHITECTURE.deb
set -eu
version=$1 program=$2 out=$3
cd "$(dirname "$0")/.."
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-unknown}")
arch=${DEB_HOST_ARCH:-$(dpkg --print-architecture)}
[ "$arch" = "$(dpkg --print-architecture)" ] && tools="" || tools=$(dpkg-architecture -f -a "$arch" -q DEB_HOST_GNU_TYPE)-
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"
umask 022

install -D -m 755 "$program" "$tree/usr/bin/jantaku"
"${tools}strip" --strip-unneeded "$tree/usr/bin/jantaku"
install -D -m 644 packaging/jantaku.yaml "$tree/usr/share/doc/jantaku/jantaku.yaml"
install -D -m 644 packaging/jantaku.service "$tree/lib/systemd/system/jantaku.service"
install -D -m 644 packaging/jantaku-backup.service "$tree/lib/systemd/system/jantaku-backup.service"
install -D -m 644 packaging/jantaku-backup.timer "$tree/lib/systemd/system/jantaku-backup.timer"
install -D -m 644 packaging/jantaku-restore.service "$tree/lib/systemd/system/jantaku-restore.service"
install -D -m 644 packaging/jantaku-restore.timer "$tree/lib/systemd/system/jantaku-restore.timer"
install -D -m 755 packaging/try-restore.sh "$tree/usr/share/jantaku/try-restore"
install -D -m 644 packaging/60-jantaku.rules "$tree/lib/udev/rules.d/60-jantaku.rules"
for doc in docs/operator.md docs/mqtt.md docs/rights.md docs/threats.md packaging/mosquitto.acl packaging/nats.conf packaging/grafana.json packaging/jantaku.avahi.xml docs/serial.md docs/ledger.md CHANGELOG.md; do
	install -D -m 644 "$doc" "$tree/usr/share/doc/jantaku/$(basename "$doc")"
done
install -D -m 644 packaging/obs/jantaku.json "$tree/usr/share/doc/jantaku/obs.json"
install -D -m 644 packaging/esphome/jantaku-seat.yaml "$tree/usr/share/doc/jantaku/jantaku-seat.yaml"
for page in docs/man/*.1; do
	install -D -m 644 "$page" "$tree/usr/share/man/man1/$(basename "$page")"
done
gzip -9n "$tree"/usr/share/man/man1/*.1
install -D -m 644 LICENSE "$tree/usr/share/doc/jantaku/copyright"
install -D -m 644 packaging/NOTICES "$tree/usr/share/doc/jantaku/NOTICES"

# The shared libraries the program was linked with, by the packages that hold them.
work=$(mktemp -d)
trap 'rm -rf "$tree" "$work"' EXIT
mkdir -p "$work/debian"
printf 'Source: jantaku\nPackage: jantaku\nArchitecture: %s\n' "$arch" > "$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O "$tree/usr/bin/jantaku" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$libraries" ] || { echo "the libraries of $program are not known to dpkg" >&2; exit 1; }

mkdir "$tree/DEBIAN"
cat > "$tree/DEBIAN/control" <<CONTROL
Package: jantaku
Version: $version~$release
Architecture: $arch
Maintainer: the jantaku authors <jantaku@localhost>
Section: games
Priority: optional
Installed-Size: $(du -sk "$tree" | cut -f1)
Depends: $libraries, adduser
Recommends: ffmpeg, avahi-daemon, fonts-noto-cjk, fonts-noto-core
Description: scores, books and shows the hands of an automatic mahjong table
 A camera above the table reads the winning hand, the program scores it by the
 rule book, keeps the match in its books, and shows it on the club's screens.
CONTROL
for script in preinst postinst prerm postrm; do
	install -m 755 "packaging/deb/$script" "$tree/DEBIAN/$script"
done
sed -i "s/@VERSION@/$version~$release/" "$tree/DEBIAN/preinst"
mkdir -p "$out"
dpkg-deb --root-owner-group --build "$tree" "$out/jantaku_$version~${release}_$arch.deb"
