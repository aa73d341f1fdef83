// A real S3-compatible object store for the length of a test run: Ceph's gateway with one node, from Debian's packages
// (radosgw, ceph-mon, ceph-osd, ceph-common). Where it is not installed the tests that need it are skipped; where CI is
// set that is an error.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

/** The bucket's address and credentials. */
export type TestBucket = { endpoint: string; name: string; accessKeyId: string; secretAccessKey: string };

const script = (name: string) => fileURLToPath(new URL(`s3/${name}.sh`, import.meta.url));

export type ObjectGateway = {
  bucket: TestBucket;
  /** Kills only the gateway, which is stateless; the storage behind it keeps running. */
  killGateway(): void;
  /** Starts it again, without waiting until it answers. */
  restartGateway(): void;
  /** Ends everything, and removes what was stored. */
  stop(): Promise<void>;
};

export async function startObjectGateway(): Promise<ObjectGateway | null> {
  try {
    execFileSync('radosgw', ['--version'], { stdio: 'ignore' });
  } catch {
    if (process.env['CI']) throw new Error("Ceph's radosgw is not installed, and CI must not skip what needs it");
    return null;
  }
  const root = mkdtempSync(join(tmpdir(), 'belfry-s3-'));
  const pids = join(root, 'ceph/pids');
  const env = {
    ...process.env,
    S3_ROOT: root,
    S3_PORT: String(await freePort()),
    S3_MON_PORT: String(await freePort()),
    S3_KEY: 'testkey0123456789abc',
    S3_SECRET: 'testsecret0123456789abcdefghijklmnopqrst',
    S3_BUCKET: 'belfry',
  };
  const starting = spawn('bash', [script('start')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(starting, 'exit');
  if (code !== 0) throw new Error("Ceph's radosgw did not start");
  return {
    bucket: {
      endpoint: `http://127.0.0.1:${env.S3_PORT}`,
      name: env.S3_BUCKET,
      accessKeyId: env.S3_KEY,
      secretAccessKey: env.S3_SECRET,
    },
    killGateway() {
      const pid = readFileSync(pids, 'utf8')
        .match(/^(\d+) rgw$/gm)
        ?.at(-1);
      process.kill(Number.parseInt(pid ?? '', 10), 'SIGKILL');
    },
    restartGateway() {
      const settings = { ...process.env, CEPH_CONF: join(root, 'ceph/ceph.conf'), CEPH_ARGS: '' };
      const gateway = spawn('radosgw', ['-f', '-n', 'client.rgw'], { env: settings, detached: true, stdio: 'ignore' });
      gateway.unref();
      // The folder that the stop script reads.
      appendFileSync(pids, `${gateway.pid} rgw\n`);
    },
    async stop() {
      execFileSync('bash', [script('stop')], { env, stdio: 'ignore' });
      rmSync(root, { recursive: true, force: true });
    },
  };
}
