#!/bin/bash
# Kills only the pids start.sh recorded (after checking they are ceph daemons of this root), then drops the data.
R=${S3_ROOT:-/tmp/s3}/ceph
[ -e "$R/pids" ] || { echo "not running"; exit 0; }
while read -r p n; do
  grep -qE '^(ceph-mon|ceph-osd|radosgw)$' "/proc/$p/comm" 2>/dev/null && grep -qzxF "CEPH_CONF=$R/ceph.conf" "/proc/$p/environ" || continue
  kill -9 "$p"   # data is throw-away; a zombie counts as gone (PID 1 may reap late)
  while [ -e "/proc/$p" ] && ! grep -qs '^State:.Z' "/proc/$p/status"; do sleep .02; done
done < <(tac "$R/pids")
rm -rf "$R"
