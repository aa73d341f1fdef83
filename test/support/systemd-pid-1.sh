#!/bin/bash
# Becomes systemd, as process 1 of namespaces of its own: a machine that has the accounts of the guide, Belfry in
# /opt/belfry, its units and settings, and nothing else to start. What is written to /etc, /opt, /run and /var/lib there
# is gone with it. Called by own-systemd.ts:
#   systemd-pid-1.sh WORK INSTALLED STATE
# INSTALLED is the folder that /opt/belfry is.
# WORK holds units/, settings/ and accounts.sh, which makes the accounts; STATE is what /var/lib/belfry holds at first.
set -euo pipefail
work=$1 installed=$2 state=$3
mount --make-rprivate /
mount -t tmpfs machine "$work/machine"
mkdir "$work/machine/changed" "$work/machine/scratch"
mount -t overlay -o "lowerdir=/etc,upperdir=$work/machine/changed,workdir=$work/machine/scratch" machine /etc
umount -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
for each in /run /opt /var/lib; do mount -t tmpfs machine "$each"; done
mkdir /opt/belfry /run/units /run/log
mount --bind -o ro "$installed" /opt/belfry
mount --bind "$work/log" /run/log
bash "$work/accounts.sh"
install -d -m 755 /etc/belfry
install -m 600 "$work"/settings/*.env /etc/belfry/
cp -a "$state" /var/lib/belfry
chown -R belfry-watch:belfry /var/lib/belfry
for target in basic exit network-online paths shutdown slices sockets sysinit timers; do
  cp "/lib/systemd/system/$target.target" /run/units/
done
cp -r "$work"/units/. /run/units/
mount --bind /run/units /etc/systemd/system # where the guide puts them
# Nothing that the kernel is told there is told to the machine's.
mount --bind /proc/sys /proc/sys
mount -o remount,bind,ro /proc/sys
# Without a terminal of its own it would write to the machine's.
mount --bind /dev/null /dev/console
export SYSTEMD_UNIT_PATH=/run/units container=belfry-test
exec /lib/systemd/systemd --system --unit=belfry-test.target
