#!/bin/sh
# Debian trixie's Python 3.13 in a chroot: tools/in_trixie.sh FOLDER 'pytest -n 2 ...' installs the commit at HEAD there
# with its tests and runs the command in its sources. It needs root and a network; the folder can be removed afterwards.
set -eu
folder=$1 command=$2
work=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder"

if ! [ -e "$folder/usr/bin/python3.13" ]; then
    # debootstrap is a script and runs from where it is unpacked: nothing is installed on this machine.
    tool=$(mktemp -d)
    (cd "$tool" && apt-get download debootstrap && dpkg -x debootstrap_*.deb .)
    DEBOOTSTRAP_DIR="$tool/usr/share/debootstrap" sh "$tool/usr/sbin/debootstrap" --variant=minbase \
        --include=python3,python3-venv,ca-certificates trixie "$folder" http://deb.debian.org/debian
    rm -rf "$tool"
fi

# As this machine reaches the package index: its name server, certificates and pip's settings.
cp /etc/resolv.conf "$folder/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/ca-certificates.crt"
[ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$folder/etc/pip.conf"
rm -rf "$folder/src" && mkdir "$folder/src"
git -C "$work" archive HEAD | tar -x -C "$folder/src"

mount --bind /proc "$folder/proc"
mount --bind /dev "$folder/dev"
mount --bind /dev/pts "$folder/dev/pts"  # tests open terminals
trap 'umount "$folder/proc" "$folder/dev/pts" "$folder/dev"' EXIT
env -i PATH=/venv/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 OMP_WAIT_POLICY=passive \
    PIP_DEFAULT_TIMEOUT=180 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1 chroot "$folder" sh -euc "
    [ -e /venv ] || python3 -m venv /venv
    cd /src
    pip install -c constraints.txt '.[test,pictures,balance,serve]'
    python --version
    $command"
