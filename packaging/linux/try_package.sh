#!/usr/bin/env bash
# try_package.sh PACKAGE [OLDER PACKAGE]: installs the package on a bare Debian, uses it without a network, removes it.
# Needs root and debootstrap. RELEASE names the release, bookworm by default; ROOT_FOLDER a bare system to use,
# else one is made and thrown away.
set -euo pipefail
package=$(realpath "$1")
older=${2:+$(realpath "$2")}
release=${RELEASE:-bookworm}
root=${ROOT_FOLDER:-}
own=
if [[ -z $root ]]; then
  root=$(mktemp -d)
  own=$root
fi
clear() {
  for place in packages dev/shm proc; do
    mountpoint -q "$root/$place" && umount "$root/$place"
  done
  [[ -z $own ]] || rm -rf --one-file-system "$own"
}
trap clear EXIT
[[ -z $own ]] || debootstrap --variant=minbase "$release" "$root"
chmod 755 "$root" # mktemp makes it private, and an ordinary person shall work in it
mkdir -p "$root/packages" "$root/dev/shm"
mount --bind "$(dirname "$package")" "$root/packages"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" # locks between processes live there
cp /etc/resolv.conf "$root/etc/resolv.conf"

inside() { env -i HOME=/ PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 chroot "$root" "$@"; }
as_person() {
  unshare --net chroot --userspec=1000:1000 "$root" /usr/bin/env -i HOME=/home/ann PATH=/usr/bin:/bin LANG=C.UTF-8 \
    QT_QPA_PLATFORM=offscreen "$@"
}
fail() { echo "FAILED: $*" >&2; exit 1; }

documents=$((${#older} ? 2 : 1))
inside apt-get update -q
inside sh -c 'command -v python3 cc' && fail "the bare system has Python or a compiler"
inside useradd --uid 1000 --create-home ann 2>/dev/null || true
if [[ -n $older ]]; then
  cp "$older" "$root/tmp/older.deb"
  inside apt-get install -y --no-install-recommends /tmp/older.deb
  rm "$root/tmp/older.deb"
  as_person sh -c 'echo "The boathouse key hangs behind the blue door." > /home/ann/key.txt'
  as_person carrel add /home/ann/key.txt
  inside dpkg-query -W -f 'older: ${Version}\n' carrel
fi
inside apt-get install -y --no-install-recommends "/packages/$(basename "$package")"
inside dpkg --verify carrel
inside sh -c 'command -v python3 cc' && fail "the package brought Python or a compiler"

echo "== doctor, without a network"
as_person carrel doctor
if [[ -n $older ]]; then
  echo "== the library of the older version"
  as_person carrel search "where does the key of the boathouse hang" --json | grep -q "blue door" || fail "the upgrade lost a document"
fi
echo "== a library of one's own"
as_person sh -c 'echo "The notice period of the lease is three months." > /home/ann/lease.txt'
as_person carrel add /home/ann/lease.txt
as_person carrel search "how long is the notice period" --json | grep -q "three months" || fail "nothing was found"
echo "== tour, without a network"
as_person carrel tour --output /home/ann/tour

inside apt-get install -y --reinstall --no-install-recommends "/packages/$(basename "$package")"
as_person carrel status --json | grep -q "\"documents\": $documents" || fail "the library was lost by installing again"
inside apt-get purge -y carrel
[[ ! -e $root/opt/carrel && ! -e $root/usr/bin/carrel ]] || fail "something was left behind"
[[ -s $root/home/ann/.local/share/Carrel/library.carrel ]] || fail "the library was removed"
echo "The package works, and its removal left the library."
