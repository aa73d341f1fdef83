#!/bin/bash
# One-node Ceph (mon + 1 OSD + radosgw) serving S3 on 127.0.0.1. No cephx, replica 1, no mgr, no log kept in memory, and
# one index for the whole bucket: a fifth of its processor time.
# needs: apt-get install -y --no-install-recommends radosgw ceph-mon ceph-osd ceph-common
set -euo pipefail
R=${S3_ROOT:-/tmp/s3}/ceph PORT=${S3_PORT:-9123} MON=${S3_MON_PORT:-16789} STORE=${S3_STORE:-memstore}
AK=${S3_KEY:-testkey0123456789abc} SK=${S3_SECRET:-testsecret0123456789abcdefghijklmnopqrst} BUCKET=${S3_BUCKET:-test}
[ -e "$R/pids" ] && { echo "already started? run stop.sh first ($R/pids)" >&2; exit 1; }
rm -rf "$R"; mkdir -p "$R"/{mon,osd,rgw,log,run}
FSID=$(cat /proc/sys/kernel/random/uuid)
export CEPH_CONF=$R/ceph.conf CEPH_ARGS=
cat >"$CEPH_CONF" <<C
[global]
fsid = $FSID
mon_host = v1:127.0.0.1:$MON
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr2 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = $R/run
admin_socket = $R/run/\$name.asok
log_file = $R/log/\$name.log
mon_data = $R/mon
mon_cluster_log_file = $R/log/cluster.log
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
osd_data = $R/osd
osd_objectstore = $STORE
osd_class_dir = $(ls -d /usr/lib/*/rados-classes /usr/lib/rados-classes 2>/dev/null | head -1)
osd_crush_chooseleaf_type = 0
osd_crush_update_on_start = false
osd_class_update_on_start = false
paxos_propose_interval = 0.05
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
memstore_device_bytes = ${S3_MEM_BYTES:-4294967296}
bluestore_block_size = 10737418240
rgw_data = $R/rgw
rgw_frontends = beast endpoint=127.0.0.1:$PORT tcp_nodelay=1
rgw_rados_pool_pg_num_min = 4
rgw_run_sync_thread = false
rgw_override_bucket_index_max_shards = 1
osd_enable_op_tracker = false
$(printf 'debug_%s = 0/0\n' mon osd rgw ms objecter objclass)
C
up() { # up NAME CMD...: start in own session, record pid
  local n=$1; shift; setsid nice -n "${S3_NICE:-0}" "$@" </dev/null >"$R/log/$n.out" 2>&1 &
  started=$!; echo "$started $n" >>"$R/pids"; }
until_up() { # until_up NAME TEST...: as long as the daemon started last lives; a busy machine may take its time
  local n=$1; shift
  until "$@" >/dev/null 2>&1; do kill -0 "$started" 2>/dev/null || fail "$n ended"; sleep .1; done; }
fail() { echo "S3 start failed: $*" >&2; tail -n 5 "$R"/log/* >&2; "$(dirname "$0")/stop.sh"; exit 1; }
# The monitor begins with a map that has the OSD. The program `ceph` could add it later, but what it asks before it has
# heard of the cluster's id is refused (EPERM), which a busy machine brings about.
osdmaptool --createsimple 1 --clobber "$R/osdmap" >"$R/log/prep" 2>&1
monmaptool --create --clobber --fsid "$FSID" --addv a "v1:127.0.0.1:$MON" "$R/monmap" >>"$R/log/prep" 2>&1
ceph-mon --mkfs -i a --monmap "$R/monmap" --osdmap "$R/osdmap" >>"$R/log/prep" 2>&1 || { touch "$R/pids"; fail mon mkfs; }
up mon ceph-mon -f -i a --public-addr "127.0.0.1:$MON"
ceph-osd -i 0 --mkfs --osd-uuid "$(cat /proc/sys/kernel/random/uuid)" >>"$R/log/prep" 2>&1 || fail osd mkfs
up osd ceph-osd -f -i 0
radosgw-admin user create --uid=test --display-name=test --access-key="$AK" --secret-key="$SK" >>"$R/log/prep" 2>&1 || fail user
up rgw radosgw -f -n client.rgw
until_up rgw curl -s -o /dev/null "http://127.0.0.1:$PORT/"
# curl 7.88 signs S3 correctly only with this header given (SHA-256 of the empty body)
curl -sS -f -H x-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 --aws-sigv4 aws:amz:us-east-1:s3 \
  -u "$AK:$SK" -X PUT "http://127.0.0.1:$PORT/$BUCKET" -o /dev/null || fail bucket
cat <<E
S3_ENDPOINT=http://127.0.0.1:$PORT
AWS_ACCESS_KEY_ID=$AK
AWS_SECRET_ACCESS_KEY=$SK
AWS_REGION=us-east-1
S3_BUCKET=$BUCKET
E
