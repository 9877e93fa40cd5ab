#!/bin/sh
# Makes the Debian package of the display on the machine's own screen. It is the same for every architecture.
# Usage: deb.sh VERSION FOLDER, writes FOLDER/jantaku-kiosk_VERSION_all.deb
set -eu
version=$1 out=$(mkdir -p "$2" && cd "$2" && pwd)
cd "$(dirname "$0")"
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"
umask 022

install -D -m 755 kiosk.sh "$tree/usr/share/jantaku-kiosk/kiosk"
install -D -m 644 wait.html "$tree/usr/share/jantaku-kiosk/wait.html"
install -D -m 644 jantaku-kiosk.service "$tree/lib/systemd/system/jantaku-kiosk.service"
install -D -m 644 jantaku-kiosk.pam "$tree/etc/pam.d/jantaku-kiosk"
install -D -m 644 jantaku-kiosk.default "$tree/etc/default/jantaku-kiosk"
install -D -m 644 README.md "$tree/usr/share/doc/jantaku-kiosk/README.md"
install -D -m 644 ../../LICENSE "$tree/usr/share/doc/jantaku-kiosk/copyright"

mkdir "$tree/DEBIAN"
cat > "$tree/DEBIAN/control" <<CONTROL
Package: jantaku-kiosk
Version: $version
Architecture: all
Maintainer: the jantaku authors <jantaku@localhost>
Section: games
Priority: optional
Installed-Size: $(du -sk "$tree" | cut -f1)
Depends: cage, xwayland, chromium, adduser, kbd, libpam-systemd, fonts-noto-cjk
Recommends: jantaku, wlr-randr
Description: shows the display of a mahjong table on this machine's own screen
 A compositor and a browser as a service: the display of jantaku from power-on,
 turned and scaled by a setting, without pointer, dark while nobody plays.
CONTROL
printf '/etc/default/jantaku-kiosk\n/etc/pam.d/jantaku-kiosk\n' > "$tree/DEBIAN/conffiles"
for script in postinst prerm postrm; do
	install -m 755 "$script" "$tree/DEBIAN/$script"
done
dpkg-deb --root-owner-group --build "$tree" "$out/jantaku-kiosk_${version}_all.deb"
